"""How words sound: repairs of what was misheard, and the wake phrase."""
