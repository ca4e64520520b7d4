"""Mandarin in, meaning out: amounts, dates, categories, commands. Pure functions, no network."""
