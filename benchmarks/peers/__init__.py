"""What a user would run instead of voiced, each driven as its documentation says."""
