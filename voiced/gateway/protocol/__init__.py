"""The JSON between daemon and gateway: client and server share the functions that write and read each message."""
