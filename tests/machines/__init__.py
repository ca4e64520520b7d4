"""Real systems for `scripts/try-machine`: made, booted, and put to the test."""
