"""Rows in the form of other programs."""
