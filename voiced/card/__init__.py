"""The card: a page in the browser that shows the conversation, takes presses and looks through the ledger."""
