"""The accounts and categories that words name."""
