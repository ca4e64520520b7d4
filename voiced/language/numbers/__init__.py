"""Numerals, amounts of money, row numbers, and words that only look like them."""
