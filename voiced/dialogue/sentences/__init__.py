"""The sentences that the daemon says."""
