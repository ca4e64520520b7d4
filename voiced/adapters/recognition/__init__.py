"""What turns speech into text, and where its models come from."""
