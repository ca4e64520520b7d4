"""The language model's JSON, once: each message is written and read here, and client and server share it."""
