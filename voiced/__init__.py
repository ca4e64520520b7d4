"""Voice bookkeeping in Mandarin: hear, read back, confirm, and only then write."""

__version__ = "0.1.0"
