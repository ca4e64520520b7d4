"""Installing voiced as a service, and removing it: what is planned, where, and how its unit reads."""
