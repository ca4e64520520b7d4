"""The sound of words: the repair of misheard words, and the wake phrase."""
