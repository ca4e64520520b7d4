"""The ways to a language model."""
