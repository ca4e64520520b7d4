"""Corrections: which rows they are about, and what they change."""
