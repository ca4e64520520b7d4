"""The shelf on which a loaded recogniser is kept from one daemon to the next.

Loading a recogniser takes seconds, in which the daemon is deaf, and memory that the allocator hardly gives back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from voiced.hearing.frame import AudioFrame
from voiced.ports.sound import ListeningFor, Recognizer


class _Kept(Struct, frozen=True):
    made_of: object
    recognizer: Recognizer


class RecognizerShelf:
    """Holds at most one idle recogniser. A recogniser that hangs is never given back, so it is not used again."""

    def __init__(self) -> None:
        self._kept: _Kept | None = None

    def loader(self, made_of: object, load: Callable[[], Recognizer]) -> Callable[[], Recognizer]:
        """A `load` that returns the kept recogniser if it has the same `made_of`; its `close` gives it back.

        Args:
            made_of: everything that the recogniser depends on, compared by equality.
            load: makes a recogniser.
        """

        def take() -> Recognizer:
            kept, self._kept = self._kept, None
            if kept is None or kept.made_of != made_of:
                if kept is not None:
                    kept.recognizer.close()
                kept = _Kept(made_of, load())
            return _Lent(kept, self._give_back)

        return take

    def close(self) -> None:
        """Release the kept recogniser."""
        kept, self._kept = self._kept, None
        if kept is not None:
            kept.recognizer.close()

    def _give_back(self, kept: _Kept) -> None:
        self.close()
        self._kept = kept


class _Lent:
    """A recogniser that `close` puts back on the shelf."""

    def __init__(self, kept: _Kept, give_back: Callable[[_Kept], None]) -> None:
        self._kept = kept
        self._recognizer = kept.recognizer
        self._give_back = give_back

    @property
    def streams(self) -> bool:
        return self._recognizer.streams

    def expect(self, words: Sequence[str]) -> None:
        self._recognizer.expect(words)

    def start(self, listening_for: ListeningFor) -> None:
        self._recognizer.start(listening_for)

    def accept(self, frame: AudioFrame) -> None:
        self._recognizer.accept(frame)

    def partial(self) -> str:
        return self._recognizer.partial()

    def attempt(self) -> str:
        return self._recognizer.attempt()

    def finish(self) -> str:
        return self._recognizer.finish()

    def closest(self, words: Sequence[str]) -> str:
        return self._recognizer.closest(words)

    def beside(self) -> Recognizer:
        return self._recognizer.beside()

    def close(self) -> None:
        self._give_back(self._kept)
