"""How a sentence is said with recorded units: its clauses, the syllables with their tones, and the units to join."""
