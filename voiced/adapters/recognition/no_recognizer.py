"""The recogniser for a conversation that is only typed."""

from __future__ import annotations

from voiced.hearing.frame import AudioFrame
from voiced.ports import ListeningFor


class NoRecognizer:
    """Gives an empty text for every utterance."""

    @property
    def streams(self) -> bool:
        """Always False."""
        return False

    def start(self, listening_for: ListeningFor) -> None:
        """Do nothing."""

    def accept(self, frame: AudioFrame) -> None:
        """Do nothing."""

    def partial(self) -> str:
        """An empty text."""
        return ""

    def attempt(self) -> str:
        """An empty text."""
        return ""

    def finish(self) -> str:
        """An empty text."""
        return ""

    def close(self) -> None:
        """Do nothing."""
