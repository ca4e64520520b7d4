"""Clock, files, processes, service manager: the machine around the daemon."""
