"""Performs what the dialogue decides and feeds back what came of it."""
