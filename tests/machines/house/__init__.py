"""A real Home Assistant with real satellites and a real broker for `scripts/try-home-assistant`."""
