"""The decisions of the daemon, as pure functions from a state and an event to a new state and effects."""
