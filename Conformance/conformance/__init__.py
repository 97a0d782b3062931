"""Compares what bleinspect reads from a capture with what tshark reads from it."""
