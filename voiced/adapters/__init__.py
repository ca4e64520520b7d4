"""One file for each outside thing; each implements one of the ports."""
