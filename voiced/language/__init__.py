"""The rules that read Mandarin: they find amounts, days, categories and commands in text. All are pure functions."""
