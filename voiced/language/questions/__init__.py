"""Questions to the ledger: from words to a value, and from half a question to a whole one."""
