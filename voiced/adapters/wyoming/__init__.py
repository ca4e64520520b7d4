"""The server of the Wyoming protocol, by which voice satellites and Home Assistant reach the daemon."""
