"""The values of the dialogue: its state, the events it is told, the effects it orders, and its settings."""
