"""How what was said is spelled, and the patterns that read it."""
