"""Turn taking between the speaker and the daemon: neither talks over the other, and the daemon ignores its own echo."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from contextlib import contextmanager
from enum import Enum
from typing import Self

from voiced.hearing.frame import AudioFrame
from voiced.hearing.own_voice import OPEN


class TurnTaking(Enum):
    """The turns of speaker and daemon while the daemon is audible.

    HALF_DUPLEX: the microphone is ignored. BARGE_IN: speech over our voice is heard and silences us, which needs an
    echo-cancelled microphone. UNDISTURBED: the words come from a recording or a keyboard.
    """

    HALF_DUPLEX = "half duplex"
    BARGE_IN = "barge in"
    UNDISTURBED = "undisturbed"


class Floor:
    """Turn taking, counted in samples of the microphone.

    We are audible from the first sample of a sentence to a tail after its last. In the second half of the tail we fade:
    an answer that begins there is heard from its beginning, but sound from there alone never begins an utterance. While
    the speaker talks, our next sentence waits, within bounds.
    """

    def __init__(
        self,
        position: Callable[[], int],
        tail_samples: int,
        manner: TurnTaking = TurnTaking.HALF_DUPLEX,
        is_behind: Callable[[], bool] = lambda: False,
    ) -> None:
        """Take turns.

        Args:
            position: samples that the microphone has captured so far.
            tail_samples: how long a room still carries our voice.
            manner: how turns are taken while we are audible.
            is_behind: whether captured sound waits to be processed.
        """
        self._position = position
        self._is_behind = is_behind
        self._tail_samples = tail_samples
        self._manner = manner
        self._gate = OPEN
        self._fading = OPEN
        self._sentence = ""
        self._free = asyncio.Event()
        self._free.set()
        self._we_begin: Callable[[], None] = lambda: None
        self._we_end: Callable[[], None] = lambda: None

    @classmethod
    def undisturbed(cls) -> Self:
        """A floor that lets every frame through, for recordings and typed words."""
        return cls(lambda: 0, 0, TurnTaking.UNDISTURBED)

    def watch(self, we_begin: Callable[[], None], we_end: Callable[[], None]) -> None:
        """Call these when our sentences begin and cease to be audible. Tones do not count."""
        self._we_begin, self._we_end = we_begin, we_end

    @contextmanager
    def ours(self, sentence: str = "") -> Generator[None]:
        """We are audible within the block. The sentence is remembered, so that its echo is recognised.

        Without a sentence the sound is a tone. It has no tail, so speech right after it is heard. A nested block only
        changes the sentence.
        """
        self._sentence = sentence
        if self._gate.closed_since is not None:
            yield
            return
        self._gate = self._gate.close(self._position())
        if sentence:
            self._we_begin()
        try:
            yield
        finally:
            tail_samples = self._tail_samples if sentence else 0
            end = self._position() + tail_samples
            fades_at = end - tail_samples // 2
            self._gate = self._gate.open(fades_at)
            self._fading = self._fading.close(fades_at).open(end)
            if sentence:
                self._we_end()

    @property
    def lets_barge_in(self) -> bool:
        """Whether speech over our voice is heard."""
        return self._manner is TurnTaking.BARGE_IN

    def keeps_out(self, frame: AudioFrame) -> bool:
        """Whether to drop a frame. Frames must come in order, here or in `over_us`."""
        return self._manner is TurnTaking.HALF_DUPLEX and self._holds_our_voice(frame)

    def fades(self, frame: AudioFrame) -> bool:
        """Whether a frame was captured while our voice fades away in the room."""
        return self._manner is TurnTaking.HALF_DUPLEX and self._is_fading(frame)

    def over_us(self, frame: AudioFrame) -> str | None:
        """Our sentence (maybe '') if a frame was captured while we were audible and is heard all the same, else None."""
        if self.lets_barge_in and (self._holds_our_voice(frame) or self._is_fading(frame)):
            return self._sentence
        return None

    @property
    def is_up_to_date(self) -> bool:
        """Whether all captured sound was processed, that from the recogniser's working time included."""
        return not self._is_behind()

    def speaker_begins(self) -> None:
        """The speaker begins to speak."""
        self._free.clear()

    def speaker_ends(self) -> None:
        """The speaker has finished, and the words were posted."""
        self._free.set()

    @property
    def is_free(self) -> bool:
        """Whether the speaker is silent."""
        return self._free.is_set()

    async def free(self, within_seconds: float) -> None:
        """Return when the speaker is silent, or after so many seconds."""
        try:
            async with asyncio.timeout(within_seconds):
                await self._free.wait()
        except TimeoutError:
            return

    def _holds_our_voice(self, frame: AudioFrame) -> bool:
        self._gate = self._gate.past(frame.start)
        return self._gate.keeps_out(frame)

    def _is_fading(self, frame: AudioFrame) -> bool:
        self._fading = self._fading.past(frame.start)
        return self._fading.keeps_out(frame)
