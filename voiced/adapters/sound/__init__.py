"""Microphone, loudspeaker, WAV files and voice activity detection."""
