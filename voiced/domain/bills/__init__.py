"""Bills of wallets and banks: their lines, the rows of the ledger that they belong to, and what an import writes."""
