"""The spelling of recognised text, and the regular expressions that read it."""
