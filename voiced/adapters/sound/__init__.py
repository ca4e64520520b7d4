"""Microphone, loudspeaker, WAV files, and what tells speech from noise."""
