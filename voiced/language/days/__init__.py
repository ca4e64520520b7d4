"""Days as people name them."""
