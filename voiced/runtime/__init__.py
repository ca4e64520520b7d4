"""Performs the dialogue's effects and posts their outcomes as events."""
