"""The command that an utterance expresses, found by the closed vocabulary of commands."""
