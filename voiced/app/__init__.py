"""The composition root: the only room that names adapters and knows the settings."""
