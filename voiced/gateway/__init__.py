"""The gateway: questions of the daemon, put to a language model, and its answers held against what was said."""
