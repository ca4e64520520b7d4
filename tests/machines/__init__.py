"""Real systems for `scripts/try-machine`, `try-home-assistant` and `try-container`: made, run, and put to the test."""
