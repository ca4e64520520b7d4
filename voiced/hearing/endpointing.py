"""The end of an utterance: whether its words are complete, the silence that ends it, and the pauses inside it.

The silence depends on the words so far and on the speaker's usual pauses. In a pause a guess at the words may be worth its cost.
"""

from __future__ import annotations

from datetime import UTC, datetime
from enum import Enum

from msgspec import Struct

from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.commands import command as cmd
from voiced.language.commands.classifier import read_utterance
from voiced.language.commands.lexicon import Kind
from voiced.language.commands.wording import hear_words, pattern

_ANY_DAY = datetime(2000, 1, 1, tzinfo=UTC)
"""Only questions hold a day, and a question never ends early."""
_WANTS_MORE = pattern("[CHANGE ADJUST IS SPENT ROWS FIELD EXCEPT MORE BUT THIS] PARTICLE*$")
_TAKES_ROWS = pattern("[^ALL]* [CONFIRM CANCEL]")
# No punctuation is left at the end of a normalised text: a pause there is a word such as 然后.
_ANNOUNCES_MORE = pattern("[PAUSE AND] PARTICLE*$")
_LEADS_ON = ("把", "将", "给")


class Completeness(Enum):
    """The completeness of the words so far.

    LEAVES is a complete command in any phase (退出, 下一笔). CLOSED is a complete command about an open draft. VERB is one
    as well, unless the number of a row follows (确认… 第一笔). OPEN lacks a word (第一笔改成…). UNDECIDED is everything else.
    """

    LEAVES = "leaves"
    CLOSED = "closed"
    VERB = "verb"
    OPEN = "open"
    UNDECIDED = "undecided"


def completeness(text: str) -> Completeness:
    """The completeness of a text. A bare yes or no and mere approval (没问题) often go on with 不过 and a change: UNDECIDED."""
    utterance = read_utterance(text, DEFAULT_VOCABULARY, _ANY_DAY)
    wording = hear_words(utterance.wording)
    command = utterance.command
    if isinstance(command, cmd.Exit | cmd.Continue):
        return Completeness.LEAVES
    if isinstance(command, cmd.Assent | cmd.Denial):
        return Completeness.UNDECIDED
    if _ANNOUNCES_MORE.search(wording.shape):
        return Completeness.OPEN
    if isinstance(command, cmd.ConfirmAll | cmd.CancelAll) and _TAKES_ROWS.fullmatch(wording.shape):
        return Completeness.VERB
    if _is_closed(command, wording.core):
        return Completeness.CLOSED
    wants_more = _WANTS_MORE.search(wording.shape) or utterance.said.endswith(_LEADS_ON)
    return Completeness.OPEN if wants_more else Completeness.UNDECIDED


def _is_closed(command: cmd.Command, core: str) -> bool:
    if isinstance(command, cmd.NoDecision):
        return False
    match command:
        case cmd.ConfirmAll():
            return Kind.CONFIRM in core
        case cmd.CancelAll() | cmd.Restart() | cmd.Exit() | cmd.Continue() | cmd.ReadOut(None):
            return True
        case (
            cmd.ConfirmRows(cmd.Rows())
            | cmd.ConfirmOnly(cmd.Rows())
            | cmd.CancelRows(cmd.Rows())
            | cmd.KeepRows(cmd.Rows())
        ):
            return True
        case cmd.Compound() as compound:
            return all(_is_closed(operation, core) for operation in compound.operations)
        case (
            cmd.ConfirmRows()
            | cmd.ConfirmOnly()
            | cmd.CancelRows()
            | cmd.KeepRows()
            | cmd.ReadOut()
            | cmd.Assent()
            | cmd.Denial()
        ):
            return False


EARLY_SILENCE = 15
"""Frames, 0.3 s: enough after a complete command. A shorter silence may lie between two of its syllables."""
OPEN_SILENCE = 90
"""Frames, 1.8 s: after 「第一笔改成」 the speaker is thinking of the amount."""
LONGEST_STRETCH = 1.2
"""A speaker with long pauses gets at most the configured silence times this: 1.2 s for 1.0 s, 0.6 s for 0.5 s."""
_SILENCE_PER_PAUSE = 1.5
"""The silence at the end is this many times the speaker's usual pause."""
_WEIGHT = 0.25
"""The weight of the newest pause in the average, which covers about the last four pauses."""


class Pace(Struct, frozen=True):
    """The speaker's average pause inside utterances, in frames; 0 until one was heard."""

    pause: float = 0.0

    def after(self, pause: int) -> Pace:
        """The average with one more pause, after which the speaker went on."""
        return Pace(self.pause + _WEIGHT * (pause - self.pause) if self.pause else pause)


def end_silence(configured: int, pace: Pace, said: Completeness, ends_early: frozenset[Completeness]) -> int:
    """The frames of silence that end an utterance.

    Args:
        configured: frames of silence for a speaker with short pauses.
        pace: the speaker's average pause.
        said: the completeness of the words so far.
        ends_early: the degrees of completeness that end the utterance early.
    """
    if said in ends_early:
        return min(EARLY_SILENCE, configured)
    usual = round(min(max(configured, _SILENCE_PER_PAUSE * pace.pause), LONGEST_STRETCH * configured))
    return max(OPEN_SILENCE, usual) if said is Completeness.OPEN else usual


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
