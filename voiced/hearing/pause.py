"""A pause in the middle of speech: its length, and the moment at which a guess at the words is worth its cost."""

from __future__ import annotations

from msgspec import Struct

PAUSE_FRAMES = 10
"""0.2 s: a shorter silence is a stop consonant."""
_GUESS_FRAMES = 25
"""0.5 s: the time that a small computer takes to guess at a sentence."""
_GOES_ON = 3
"""Frames of speech that end a pause; fewer are a click."""
SHORT_FRAMES = 45
"""0.9 s: the length of the longest commands (再记一笔). Most entries are longer."""


class Pause(Struct, frozen=True):
    """The running pause.

    Attributes:
        quiet: frames of silence in it.
        clicks: frames of sound in it, so far ignored as clicks.
    """

    quiet: int = 0
    clicks: int = 0

    def after(self, *, is_speech: bool) -> Pause:
        """The pause with the next frame; speech that goes on gives a new, empty pause."""
        if not is_speech:
            return Pause(self.quiet + 1, self.clicks)
        goes_on = not self.quiet or self.clicks + 1 >= _GOES_ON
        return Pause() if goes_on else Pause(self.quiet, self.clicks + 1)

    @property
    def is_one(self) -> bool:
        """Whether the silence is long enough to count as a pause."""
        return self.quiet >= PAUSE_FRAMES


def is_worth_attempt(pause: Pause, spoken: int, configured: int, attempts: int, most_attempts: int) -> bool:
    """Whether to guess at the words now.

    A guess that begins half a second before the silence ends the utterance is ready in time. So it begins after 0.2 s of
    the 0.5 s that end an answer, and after 0.5 s of the 1 s that end a dictated entry. An earlier guess would be wasted,
    since people pause up to 0.42 s between two entries. An utterance as short as a command gets its guess after 0.2 s, so
    that 「退出」 works as fast during dictation. Each wasted guess adds 0.2 s, since a speaker with many pauses goes on.

    Args:
        pause: the running pause.
        spoken: frames from the beginning of the utterance to the pause.
        configured: frames of silence that end an utterance.
        attempts: the number of wasted guesses at this utterance (`Passage.in_vain`).
        most_attempts: the number at which guessing stops.
    """
    enough = PAUSE_FRAMES if spoken <= SHORT_FRAMES else max(PAUSE_FRAMES, configured - _GUESS_FRAMES)
    return attempts < most_attempts and pause.quiet >= enough + attempts * PAUSE_FRAMES
