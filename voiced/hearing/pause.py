"""A pause in the middle of speech: when it is one, how long it was, and when it is worth a guess at the words."""

from __future__ import annotations

from msgspec import Struct

PAUSE_FRAMES = 10
"""0.2 s: less is a stop consonant."""
_GUESS_FRAMES = 25
"""0.5 s: what a small computer takes to guess at a sentence."""
_GOES_ON = 3
"""Frames of speech after which a pause is over; less is a click."""
SHORT_FRAMES = 45
"""0.9 s: a command is no longer (再记一笔), an entry mostly is."""


class Pause(Struct, frozen=True):
    """The running pause.

    Attributes:
        quiet: frames of silence in it.
        clicks: frames of sound in it that were taken for nothing so far.
    """

    quiet: int = 0
    clicks: int = 0

    def after(self, *, is_speech: bool) -> Pause:
        """With the next frame; speech that goes on makes a new pause of no length."""
        if not is_speech:
            return Pause(self.quiet + 1, self.clicks)
        goes_on = not self.quiet or self.clicks + 1 >= _GOES_ON
        return Pause() if goes_on else Pause(self.quiet, self.clicks + 1)

    @property
    def is_one(self) -> bool:
        """Whether it is long enough to be called a pause."""
        return self.quiet >= PAUSE_FRAMES


def is_worth_attempt(pause: Pause, spoken: int, configured: int, attempts: int, most_attempts: int) -> bool:
    """Whether to guess at the words now.

    A guess that begins half a second before the silence is over is ready with it: after 0.2 s of the 0.5 s in which
    answers end, 0.5 s of the second that is given to who dictates. Earlier would be for nothing: between two entries people
    pause up to 0.42 s. What is as short as a command may be one: 0.2 s, so that 「退出」 waits no longer while dictating.
    Each guess made in vain asks for 0.2 s more: who pauses often is not done.

    Args:
        pause: the running pause.
        spoken: frames from the beginning of the utterance to the pause.
        configured: frames of silence that end an utterance.
        attempts: guesses at this utterance that were made in vain: for nothing, or for little.
        most_attempts: how many of them may be.
    """
    enough = PAUSE_FRAMES if spoken <= SHORT_FRAMES else max(PAUSE_FRAMES, configured - _GUESS_FRAMES)
    return attempts < most_attempts and pause.quiet >= enough + attempts * PAUSE_FRAMES
