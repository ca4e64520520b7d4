"""What an utterance asks for, by the closed words of commands."""
