"""Numerals, amounts of money, row numbers and what only looks like them."""
