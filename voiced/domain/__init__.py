"""Nouns of bookkeeping: money, rows, draft batches, the words they are named with. Pure values."""
