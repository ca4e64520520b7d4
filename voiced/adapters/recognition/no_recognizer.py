"""The recogniser for a conversation that is only typed."""

from __future__ import annotations

from voiced.hearing.frame import AudioFrame
from voiced.ports import ListeningFor


class NoRecognizer:
    """Understands nothing; nobody speaks."""

    @property
    def streams(self) -> bool:
        """There is nothing to stream."""
        return False

    def start(self, listening_for: ListeningFor) -> None:
        """Nothing to begin."""

    def accept(self, frame: AudioFrame) -> None:
        """Nothing to hear."""

    def partial(self) -> str:
        """Never understands anything."""
        return ""

    def attempt(self) -> str:
        """Never understands anything."""
        return ""

    def finish(self) -> str:
        """Never understands anything."""
        return ""

    def close(self) -> None:
        """Nothing to release."""
