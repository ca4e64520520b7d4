"""Connections to a language model."""
