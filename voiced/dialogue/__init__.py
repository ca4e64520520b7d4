"""What the daemon decides: events in, a new state and effects out. Pure."""
