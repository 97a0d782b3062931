"""Thousands of Bluetooth LE captures as tables that DuckDB and Spark read."""

__version__ = "0.1.0"
