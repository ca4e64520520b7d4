"""Voices: they turn sentences into sound."""
