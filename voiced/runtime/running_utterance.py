"""The running utterance: its frames, the recogniser's work on them, where it ends, and the wake phrase in it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

from msgspec import Struct

from voiced.dialogue.values.state import Phase
from voiced.hearing.endpointing import Completeness, Pace, Pause, completeness, end_silence, is_worth_attempt
from voiced.hearing.frame import FRAME_SAMPLES, AudioFrame, samples
from voiced.hearing.passage import Passage
from voiced.hearing.segmenter import Ending, Endpointing, SpokenUtterance
from voiced.language.sounds.wake import WakePhrase
from voiced.ports.sound import ListeningFor
from voiced.runtime.recognizer import RecognizerThread
from voiced.runtime.wake_gate import WakeGate

REFRACTORY_SAMPLES = samples(2.0)
"""For this long after the phrase a second one is ignored: it is an echo or a repeated attempt."""
BLOCK_FRAMES = 10
"""Frames handed to the recogniser at once: 200 ms, the step in which Vosk decodes anyway."""
MOST_ATTEMPTS = 2
"""The most wasted guesses in an utterance; with the final one that makes three times the work."""
SHORT_SPEECH = 75
"""In frames of speech, 1.5 s: such an utterance may be one of a few short commands."""
AUDIBLE_SPEECH = 15
"""In frames, 0.3 s: what is shorter may be a noise."""
_LEAVING = frozenset({Completeness.LEAVES})
_CLOSED = _LEAVING | {Completeness.CLOSED}


class Cut(Struct, frozen=True):
    """The end of an utterance, and the words that end it early."""

    endpointing: Endpointing
    ends_early: frozenset[Completeness]

    @property
    def wants_answer(self) -> bool:
        """Whether an answer about a draft is expected, rather than entries."""
        return Completeness.CLOSED in self.ends_early


class Patience(Struct, frozen=True):
    """The endpointing of each phase, and how many frames before its beginning belong to an utterance."""

    endpointing: Mapping[Phase, Endpointing]
    preroll_frames: int

    def ends_early(self, phase: Phase, rows_waiting: int) -> frozenset[Completeness]:
        """The degrees of completeness that end an utterance early.

        Entries are dictated with pauses, and may begin with a command word (「取消」). While several rows are pending, 「第一笔」
        may follow 「确认」; a single row is confirmed either way.
        """
        if phase is not Phase.CONFIRMING:
            return _LEAVING
        return _CLOSED if rows_waiting > 1 else _CLOSED | {Completeness.VERB}


class RunningUtterance:
    """One utterance. Its `Cut` stays the same when the phase changes meanwhile.

    A recogniser that streams gives its words after each block and in each pause. Another one guesses in a pause at the text
    up to there. The guess is the final text if no more speech follows. When speech goes on, a certain guess is kept and
    only the rest is recognised; other guesses are discarded.

    Attributes:
        partial: the words reported so far.
        over: our own sentence, if the utterance began over our voice.
        in_session: whether it is said to the daemon.
        woke: whether it holds the wake phrase.
    """

    def __init__(
        self,
        recognizer: RecognizerThread,
        cut: Cut,
        frames: Sequence[AudioFrame],
        *,
        judge: Callable[[str], Completeness],
        over: str | None,
        in_session: bool,
        gate: WakeGate | None = None,
    ) -> None:
        """Begin with the frames so far; `judge` gives the completeness of a text. With a gate it is recognised once that is open."""
        self.partial = ""
        self.over = over
        self.in_session = in_session
        self.woke = False
        self._cut = cut
        self._judge = judge
        self._said = Completeness.UNDECIDED
        self._recognizer = recognizer
        self._gate = gate
        self.frames = list(frames)
        """Its sound so far."""
        self._began_after = len(frames)
        self._speech = cut.endpointing.start_speech
        self._handed_over = 0
        self._pause = Pause()
        self._asked_in_pause = False
        self._listening_for = ListeningFor.ENTRIES
        self._passage = Passage()
        self._handed_over_from = 0
        self._attempt: str | None = None
        self._follows_attempt = 0
        self._works = 0

    async def start(self, listening_for: ListeningFor) -> None:
        """Begin the utterance at the recogniser, or at the gate before it."""
        self._listening_for = listening_for
        if self._gate is None:
            await self._recognizer.start(listening_for)
        else:
            await self._gate.begins()

    def hear(self, frame: AudioFrame, *, is_speech: bool) -> int:
        """Take the next frame. Returns the length in frames of the pause that it ends, or 0."""
        self.frames.append(frame)
        self._speech += is_speech
        before, self._pause = self._pause, self._pause.after(is_speech=is_speech)
        if self._pause.quiet or not before.is_one:
            return 0
        self._asked_in_pause = False
        if self._attempt is not None:
            self._passage = self._passage.gone_on(self._attempt, self._follows_attempt, before.quiet)
            self._attempt, self._said = None, Completeness.UNDECIDED
        return before.quiet

    async def understood(self) -> str:
        """The words so far if it is time to ask for them, from streaming or from a guess; else empty."""
        if not await self._is_let_in():
            return ""
        if self._is_to_ask():
            self._asked_in_pause = True
            if not self._recognizer.streams:
                return await self._try()
        elif len(self.frames) - self._handed_over < BLOCK_FRAMES:
            return ""
        text = await self._hand_over()
        if text:
            self._said = self._judge(text)
        return text

    async def text(self) -> str:
        """The final text.

        Raises:
            RecognizerFailure: the engine failed.
        """
        if self._gate is not None:
            return ""
        if self._attempt is not None:
            return self._attempt
        return await self._recognize(self._recognizer.finish) or ""

    def settings(self, pace: Pace, *, may_be_all: bool) -> Endpointing:
        """The endpointing for the words so far. The utterance may end early only if `may_be_all`."""
        endpointing = self._cut.endpointing
        ends_early: frozenset[Completeness] = self._cut.ends_early if may_be_all else frozenset()
        silence = end_silence(endpointing.end_silence, pace, self._said, ends_early)
        return endpointing.with_end_silence(silence)

    def is_no_answer(self, ending: Ending) -> bool:
        """Whether it must be a crowd or a radio: it reached the longest length where an answer was expected."""
        return ending is Ending.TIMED_OUT and self._cut.wants_answer

    @property
    def is_audible(self) -> bool:
        """Whether it has enough speech to deserve an answer, also without words."""
        return self._speech >= AUDIBLE_SPEECH

    async def look_again(self, words: Sequence[str]) -> str:
        """The one of a few words that a short utterance holds; empty if it holds none of them, or is long."""
        return await self._recognizer.look_again(self.frames, words) if self._speech <= SHORT_SPEECH else ""

    def wake(self, cut: Cut) -> None:
        """The utterance holds the wake phrase: the rest belongs to a session and ends by this `cut`."""
        self._cut, self.in_session, self.woke = cut, True, True

    @property
    def end(self) -> int:
        """The sample after the last one."""
        return self.frames[-1].end

    def report(self, ending: Ending, silence: int, text: str) -> SpokenUtterance:
        """The whole utterance once it is over; `silence` is the number of silent frames at its end."""
        start, end = self.frames[0].start, self.frames[-1].end
        return SpokenUtterance(
            start=start,
            end_of_speech=max(start, end - silence * FRAME_SAMPLES),
            end=end,
            ending=ending,
            text=text,
            attempts=self._works,
            pcm=b"".join(frame.pcm for frame in self.frames),
        )

    async def _is_let_in(self) -> bool:
        """Whether the gate is open, after the frames that it has not heard. Once it is, the recogniser gets all frames."""
        if self._gate is None:
            return True
        fresh = self.frames[self._handed_over :]
        if len(fresh) < BLOCK_FRAMES:
            return False
        self._handed_over = len(self.frames)
        if not await self._gate.lets_in(fresh):
            return False
        self._gate, self._handed_over = None, 0
        await self._recognizer.start(self._listening_for)
        return True

    def _is_to_ask(self) -> bool:
        if self._asked_in_pause:
            return False
        if self._recognizer.streams:
            return self._pause.is_one
        spoken = len(self.frames) - self._began_after - self._pause.quiet
        configured = self._cut.endpointing.end_silence
        in_vain = self._passage.in_vain(len(self.frames))
        return is_worth_attempt(self._pause, spoken, configured, in_vain, MOST_ATTEMPTS)

    async def _try(self) -> str:
        self._follows_attempt = len(self.frames) - self._pause.quiet // 2
        self._attempt = await self._recognize(self._recognizer.attempt)
        if self._attempt is not None:
            self._said = self._judge(self._attempt)
        return self._attempt or ""

    async def _recognize(self, ask: Callable[[], Awaitable[str | None]]) -> str | None:
        """All words so far. If the kept words change their meaning with the new ones, all sound is recognised again."""
        text = await self._answer(ask)
        if text is not None and not self._passage.stands_before(text):
            self._passage = self._passage.heard_again()
            text = await self._answer(ask)
        return None if text is None else self._passage.with_words(text)

    async def _answer(self, ask: Callable[[], Awaitable[str | None]]) -> str | None:
        await self._hand_over()
        self._works += 1
        text = await ask()
        return None if text is None else text.strip()

    async def _hand_over(self) -> str:
        if self._handed_over_from != self._passage.begins:
            self._handed_over_from = self._handed_over = self._passage.begins
            await self._recognizer.start(self._listening_for)
        block = self.frames[self._handed_over :]
        self._handed_over = len(self.frames)
        return await self._recognizer.accept(block)


class WakeDetector:
    """Finds the wake phrase in recognised text; time is counted in samples."""

    def __init__(self, phrase: WakePhrase) -> None:
        self.phrase = phrase
        self._deaf_until = 0

    def hears(self, text: str, at: int) -> bool:
        """Whether the text, recognised up to sample `at`, holds the phrase and should begin a session."""
        if at < self._deaf_until or self.phrase.after(text) is None:
            return False
        self._deaf_until = at + REFRACTORY_SAMPLES
        return True

    def entry(self, text: str) -> str:
        """The words after the phrase; empty if the phrase is missing."""
        return self.phrase.after(text) or ""

    def completeness(self, text: str) -> Completeness:
        """The completeness of a text: the phrase alone is complete, words after it count as in a session."""
        entry = self.phrase.after(text)
        if entry is None:
            return Completeness.UNDECIDED
        return completeness(entry) if entry else Completeness.LEAVES
