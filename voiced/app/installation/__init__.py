"""Installing voiced as a service and removing it: the plan, the places and the unit."""
