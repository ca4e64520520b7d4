"""Readers of bills: one module for each wallet, one for banks, and the tables that the files are."""
