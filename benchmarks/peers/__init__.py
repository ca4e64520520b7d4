"""Programs that a user could run instead of voiced, each used as its documentation says."""
