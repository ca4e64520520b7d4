"""Corrections by rule: the rows that a correction is about, and the fields that it changes."""
