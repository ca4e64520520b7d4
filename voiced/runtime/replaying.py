"""Recorded and typed turns. Each begins when the daemon has answered the one before."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence

from msgspec import Struct

from voiced.dialogue.values import events as ev
from voiced.hearing.frame import BYTES_PER_SAMPLE, FRAME_BYTES, FRAME_SAMPLES, AudioFrame, samples, seconds
from voiced.runtime.conversation import Conversation
from voiced.runtime.ears import Ears

CLOSING_SILENCE_SECONDS = 2.0
"""Silence after each recording: longer than any endpoint, so an utterance ends as in a quiet room."""


class TypedTurn(Struct, frozen=True):
    """Words that skip recognition."""

    text: str


class SpokenTurn(Struct, frozen=True):
    """A recording: little-endian 16-bit mono samples at 16 kHz."""

    pcm: bytes


class PressedTurn(Struct, frozen=True):
    """The next press on the card; `pressed` returns when it was posted."""

    pressed: Callable[[], Awaitable[None]]


ReplayTurn = TypedTurn | SpokenTurn | PressedTurn


class Replay:
    """Plays turns to a conversation. Sound advances the clock, answers take no time."""

    def __init__(
        self, conversation: Conversation, ears: Ears | None, advance_clock: Callable[[float], Awaitable[None]]
    ) -> None:
        """`ears` are for spoken turns; None without any."""
        self._conversation = conversation
        self._ears = ears
        self._advance_clock = advance_clock
        self._heard_samples = 0

    async def play(self, turns: Iterable[ReplayTurn]) -> None:
        """Begin a session and play the turns in it."""
        self._conversation.post(ev.Woken())
        await self._conversation.settled()
        for turn in turns:
            match turn:
                case TypedTurn(text):
                    self._conversation.post(ev.Heard(text))
                    await self._conversation.settled()
                case SpokenTurn(pcm) if self._ears is not None:
                    await self._play_sound(pcm, self._ears)
                case SpokenTurn():
                    raise ValueError("a spoken turn needs ears")
                case PressedTurn(pressed):
                    await pressed()
                    await self._conversation.settled()

    async def _play_sound(self, pcm: bytes, ears: Ears) -> None:
        for block in _frames(pcm):
            frame = AudioFrame(self._heard_samples, block)
            self._heard_samples = frame.end
            await self._advance_clock(seconds(FRAME_SAMPLES))
            await ears.hear(frame)
            await self._conversation.settled()
        await ears.finish_utterance()
        await self._conversation.settled()


def _frames(pcm: bytes) -> Sequence[bytes]:
    silence = bytes(samples(CLOSING_SILENCE_SECONDS) * BYTES_PER_SAMPLE)
    padded = pcm + silence
    whole = len(padded) // FRAME_BYTES * FRAME_BYTES
    return [padded[at : at + FRAME_BYTES] for at in range(0, whole, FRAME_BYTES)]
