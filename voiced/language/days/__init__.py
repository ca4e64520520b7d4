"""The days that a text names."""
