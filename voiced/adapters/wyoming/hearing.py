"""Turns the sound of a Wyoming client into text."""

from __future__ import annotations

from array import array
from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct
from wyoming.asr import Transcript
from wyoming.event import Event

from voiced.adapters.sound.resampling import StreamResampler
from voiced.adapters.wyoming.messages import WyomingMessage
from voiced.errors import RequestWrong
from voiced.hearing.frame import FRAME_BYTES, FRAME_SAMPLES, SAMPLE_RATE, AudioFrame

LONGEST_SECONDS: Final = 60
_LONGEST_BYTES = LONGEST_SECONDS * SAMPLE_RATE * 2
_LANGUAGE = "zh"


class _Form(Struct, frozen=True):
    """The form of sound, as `audio-start` and `audio-chunk` tell it."""

    rate: Annotated[int, Meta(ge=8000, le=48_000)]
    width: Literal[2]
    channels: Annotated[int, Meta(ge=1, le=2)]


class SatelliteHearing:
    """The sound of one connection: `audio-start`, `audio-chunk`, `audio-stop`."""

    def __init__(self, recognise: Callable[[Sequence[AudioFrame]], Awaitable[str]]) -> None:
        """Prepare; `recognise` gives the words in a sound."""
        self._recognise = recognise
        self._form: _Form | None = None
        self._resampler: StreamResampler | None = None
        self._sound = bytearray()

    def begin(self, message: WyomingMessage) -> None:
        """A sound begins.

        Raises:
            RequestWrong: it is not 16-bit sound of one or two channels.
        """
        self._begin(message.read_as(_Form))

    def take(self, message: WyomingMessage) -> None:
        """The next part of the sound.

        Raises:
            RequestWrong: it has another form, or the sound is too long.
        """
        form = message.read_as(_Form)
        if self._form is None:
            self._begin(form)
        if form != self._form or len(message.sound) % (2 * form.channels):
            raise RequestWrong(f"{message.type}: the sound has another form than before")
        if len(self._sound) > _LONGEST_BYTES:
            raise RequestWrong(f"{message.type}: the sound is longer than {LONGEST_SECONDS} s")
        sound = _mono(message.sound) if form.channels == 2 else message.sound
        self._sound += sound if self._resampler is None else self._resampler.resample(sound)

    async def end(self) -> Event:
        """The words in the sound.

        Raises:
            Overloaded: too many sounds wait.
            RecognizerFailure: the recogniser failed.
        """
        frames, self._form, self._resampler = _frames(bytes(self._sound)), None, None
        self._sound.clear()
        return Transcript(await self._recognise(frames), language=_LANGUAGE).event()

    def _begin(self, form: _Form) -> None:
        self._form = form
        self._resampler = None if form.rate == SAMPLE_RATE else StreamResampler(form.rate)
        self._sound.clear()


def _mono(sound: bytes) -> bytes:
    """The mean of both channels."""
    samples = array("h", sound)
    pairs = zip(samples[0::2], samples[1::2], strict=True)
    return array("h", ((left + right) // 2 for left, right in pairs)).tobytes()


def _frames(sound: bytes) -> list[AudioFrame]:
    """The sound in frames, the last one filled with silence."""
    whole = sound + bytes(-len(sound) % FRAME_BYTES)
    return [
        AudioFrame(number * FRAME_SAMPLES, whole[at : at + FRAME_BYTES])
        for number, at in enumerate(range(0, len(whole), FRAME_BYTES))
    ]
