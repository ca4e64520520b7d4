"""The entries in a sentence: expenses, income and transfers, found by rules."""
