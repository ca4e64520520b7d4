"""Speaks sentences one after the other: numbers into words, words into sound, sound to the loudspeaker."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import ExitStack

from msgspec import Struct
from msgspec.structs import replace

from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.domain.doubling import Doubling
from voiced.errors import VoiceFailure
from voiced.language.numbers.spoken import verbalise
from voiced.ports.sound import Pcm, Player, Voice
from voiced.runtime.floor import Floor
from voiced.runtime.inbox import Inbox
from voiced.runtime.tasks import Tasks

log = logging.getLogger(__name__)

_FLOOR_SECONDS = 3.0
"""How long a sentence waits for a speaker to finish."""
_MAKING = Doubling(15.0, 60.0)
_PLAYING = Doubling(5.0, 40.0)
"""Limits above those of the voice and the player: the dialogue goes on even if one of them hangs."""


class _Part(Struct, frozen=True):
    """A sentence, or a clause of it, ready to be played.

    Attributes:
        sound: None if it could not be made; the sentence then ends without being heard.
        ends: whether it is the last part of the sentence.
    """

    sentence: fx.Speak
    sound: Pcm | None
    ends: bool


def whole(text: str) -> Sequence[str]:
    """The sentence as a single part."""
    return (text,)


def in_full(sentence: fx.Speak) -> str:
    """The whole sentence, as the voice says it."""
    return sentence.heard or sentence.text


class VoiceLane:
    """Speaks sentences in order. A sentence that cannot be spoken is logged and counts as ended.

    While one part is heard the next is made. The floor is ours from the first sample until the last sample of all waiting
    sentences. It is free while the first of them is being made or waits for the loudspeaker to open.
    """

    def __init__(
        self,
        inbox: Inbox,
        voice: Voice,
        player: Player,
        floor: Floor | None = None,
        parts: Callable[[str], Sequence[str]] = whole,
        spoken: Callable[[fx.Speak], str] = in_full,
    ) -> None:
        """Prepare to speak.

        Args:
            inbox: gets the end of each sentence.
            voice: makes the sound.
            player: plays it.
            floor: turn taking; without it no turns are taken.
            parts: cuts a sentence into parts that are made and played one after the other, for a slow voice.
            spoken: the text to speak of a sentence, asked when the sentence is queued.
        """
        self._inbox = inbox
        self._voice = voice
        self._player = player
        self._floor = floor or Floor.undisturbed()
        self._parts = parts
        self._spoken = spoken
        self._said: asyncio.Queue[fx.Speak] = asyncio.Queue()
        self._ready: asyncio.Queue[_Part] = asyncio.Queue(maxsize=1)
        self._making, self._playing = _MAKING, _PLAYING
        self._tone: Pcm | None = None
        self._tone_due = asyncio.Event()
        self._open_sentences = 0
        self._stopped_up_to = 0
        self._last_number = 0
        self._last_audible = 0
        self._tone_over = asyncio.Event()
        self._tone_over.set()
        self._waiting_for_floor: asyncio.Timeout | None = None
        self.on_audible: Callable[[int], None] = lambda _: None
        self.on_unspoken: Callable[[], None] = lambda: None

    def say(self, sentence: fx.Speak) -> None:
        """Queue a sentence."""
        self._inbox.begin()
        self._open_sentences += 1
        self._last_number = sentence.number
        self._said.put_nowait(replace(sentence, text=self._spoken(sentence)))

    def sound(self, tone: Pcm) -> None:
        """Play a tone as soon as both the speaker and the daemon are silent. A sentence that comes first replaces it."""
        self._tone = tone
        self._tone_due.set()

    def drop_tone(self) -> None:
        """Drop the waiting tone, if any."""
        self._tone = None

    def stop(self) -> None:
        """Fall silent; sentences queued so far are not spoken."""
        self._stopped_up_to = self._last_number
        self.drop_tone()
        self._player.stop()
        if self._waiting_for_floor is not None:
            self._waiting_for_floor.reschedule(asyncio.get_running_loop().time())
            # A second reschedule of a time-out that is due would raise.
            self._waiting_for_floor = None

    async def run(self) -> None:
        """Speak until cancelled."""
        async with Tasks() as tasks:
            tasks.start(self._make())
            tasks.start(self._play_tones())
            await self._play()

    async def _make(self) -> None:
        while True:
            sentence = await self._said.get()
            parts = [part for part in self._parts(verbalise(sentence.text)) if part] or [""]
            for number, part in enumerate(parts, 1):
                sound = await self._sound_of(sentence, part)
                ends = sound is None or number == len(parts)
                await self._ready.put(_Part(sentence, sound, ends))
                if ends:
                    break

    async def _sound_of(self, sentence: fx.Speak, text: str) -> Pcm | None:
        if self._is_stopped(sentence):
            return None
        try:
            async with asyncio.timeout(self._making.seconds):
                sound = await self._voice.synthesize(text)
        except TimeoutError:
            log.warning("a sentence was not spoken: no sound of it within %g s", self._making.seconds)
        except VoiceFailure as failure:
            log.warning("a sentence was not spoken: %s", failure)
        else:
            self._making = self._making.after_success()
            return sound
        self._making = self._making.after_failure()
        if self._tone is None:
            self.on_unspoken()
        return None

    async def _play(self) -> None:
        while True:
            part = await self._ready.get()
            if part.sound is None or not part.sound.samples:
                with ExitStack() as nobody_hears:
                    await self._play_part(part, nobody_hears)
                continue
            await self._wait_for_floor(part.sentence)
            await self._end_tone()
            if self._is_stopped(part.sentence):
                self._end(part)
                continue
            with ExitStack() as turn:
                await self._play_part(part, turn)
                while self._open_sentences:
                    await self._play_part(await self._ready.get(), turn)

    async def _wait_for_floor(self, sentence: fx.Speak) -> None:
        if self._is_stopped(sentence):
            return
        try:
            async with asyncio.timeout(None) as self._waiting_for_floor:
                await self._floor.free(within_seconds=_FLOOR_SECONDS)
        except TimeoutError:
            log.debug("stopped before it was spoken")
        finally:
            self._waiting_for_floor = None

    async def _end_tone(self) -> None:
        self.drop_tone()
        if not self._tone_over.is_set():
            self._player.stop()
            await self._tone_over.wait()

    async def _play_part(self, part: _Part, turn: ExitStack) -> None:
        sentence, sound = part.sentence, part.sound

        def audible() -> None:
            if sound is not None and sound.samples:
                turn.enter_context(self._floor.ours(sentence.text))
            self._tell_audible(sentence.number)

        try:
            if sound is not None and not self._is_stopped(sentence):
                await self._play_sound(sound, "a sentence", audible)
        finally:
            self._end(part)

    async def _play_sound(self, sound: Pcm, what: str, audible: Callable[[], None]) -> None:
        try:
            async with asyncio.timeout(sound.seconds + self._playing.seconds):
                await self._player.play(sound, audible)
        except TimeoutError:
            self._player.stop()
            log.warning("%s was not heard: the player takes more than %g s over it", what, sound.seconds)
        except VoiceFailure as failure:
            log.warning("%s was not heard: %s", what, failure)
        else:
            self._playing = self._playing.after_success()
            return
        self._playing = self._playing.after_failure()

    def _tell_audible(self, number: int) -> None:
        if number > self._last_audible:
            self._last_audible = number
            self.on_audible(number)

    def _end(self, part: _Part) -> None:
        if part.ends:
            self._open_sentences -= 1
            self._tone_due.set()
            self._inbox.post(ev.SpeechEnded(part.sentence.number))
            self._inbox.end()

    async def _play_tones(self) -> None:
        while True:
            await self._tone_due.wait()
            self._tone_due.clear()
            await self._floor.free(within_seconds=_FLOOR_SECONDS)
            if self._open_sentences:
                continue  # the end of the last one comes back here
            tone, self._tone = self._tone, None
            if tone is not None and self._floor.is_free:
                await self._play_tone(tone)

    async def _play_tone(self, tone: Pcm) -> None:
        self._tone_over.clear()
        try:
            with ExitStack() as turn:
                await self._play_sound(tone, "a tone", lambda: turn.enter_context(self._floor.ours()))
        finally:
            self._tone_over.set()

    def _is_stopped(self, sentence: fx.Speak) -> bool:
        return sentence.number <= self._stopped_up_to
