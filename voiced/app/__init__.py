"""The composition root: the only place that names adapters and knows the settings."""
