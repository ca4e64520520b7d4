"""The outside world as the daemon needs it: one small protocol for each part, implemented by adapters."""
