"""Thousands of Bluetooth LE captures as tables that DuckDB and Spark read."""

__version__ = "1.0.0"
