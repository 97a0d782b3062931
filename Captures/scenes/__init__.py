"""Bluetooth LE scenes played between virtual controllers and recorded to files."""
