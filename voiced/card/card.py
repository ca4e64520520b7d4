"""The state that the card shows: one frozen value, replaced at each report of the conversation."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from voiced.dialogue.sentences import phrases
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values.card_answer import CardAnswer
from voiced.dialogue.values.restorable import Restorable
from voiced.dialogue.values.state import Phase
from voiced.domain.batch import DraftBatch
from voiced.domain.transaction import Transaction
from voiced.ports.conversation import MicrophoneBack, MicrophoneLost, Report

_MOST_SENTENCES = 10
"""A turn with more sentences is told by its last ones."""


class ShortQuestion(Struct, frozen=True):
    """The question of sentence `number`, and the short answers to it."""

    number: int
    answers: tuple[str, ...]


class OtherRoom(Struct, frozen=True):
    """A room with a voice satellite: its state, how many rows wait there for a confirm, and the sentence said there last."""

    name: str
    phase: Phase = Phase.IDLE
    pending: int = 0
    said: str = ""


class CardMicrophone(StrEnum):
    """The microphone, as the page shows it. NONE: the machine hears no speech, by its settings."""

    OK = "ok"
    LOST = "lost"
    NONE = "none"


class CardState(Struct, frozen=True):
    """The part of the conversation that a page shows; docs/card.md explains the names.

    Attributes:
        sentences: the sentences said since the turn began, at most `_MOST_SENTENCES`.
        said: the sentence said last; `speaking` is the same until the speaker begins.
        revision: the draft's revision, which presses name.
        saved: the valid rows of the batch saved last in this session; None once another draft is shown.
        ledger_changes: how often saved rows changed; a page that shows the ledger then reads it anew.
        restorable: the entries that a new draft may hold again; they stay over the end and the beginning of a session.
        speaks: whether sentences are spoken; otherwise they are shown only.
        rooms: the rooms with satellites that speak now or spoke lately; sessions of our own leave them as they are.
    """

    phase: Phase = Phase.IDLE
    hearing: bool = False
    partial: str = ""
    heard: str = ""
    said: str = ""
    sentences: tuple[str, ...] = ()
    question: ShortQuestion | None = None
    speaking: str = ""
    interim: str = ""
    error: str = ""
    microphone: CardMicrophone = CardMicrophone.OK
    revision: int = 0
    draft: DraftBatch | None = None
    is_offline: bool = False
    saved: tuple[Transaction, ...] | None = None
    answer: CardAnswer | None = None
    ledger_changes: int = 0
    restorable: Restorable = Restorable()
    speaks: bool = True
    rooms: tuple[OtherRoom, ...] = ()


class Card:
    """A watcher of the conversation that keeps the state and calls its own watchers after each change."""

    def __init__(self, microphone: CardMicrophone = CardMicrophone.OK, *, speaks: bool = True) -> None:
        self.state = CardState(microphone=microphone, speaks=speaks)
        self._watchers: set[Callable[[], None]] = set()
        self._viewers: set[object] = set()

    @property
    def is_seen(self) -> bool:
        """Whether a page is open that its browser shows."""
        return bool(self._viewers)

    def show_to(self, page: object) -> None:
        """A page is visible from now on."""
        self._viewers.add(page)

    def hide_from(self, page: object) -> None:
        """A page is closed, or hidden behind others."""
        self._viewers.discard(page)

    def watch(self, watcher: Callable[[], None]) -> Callable[[], None]:
        """Call `watcher` after each report, until the returned function is called."""
        self._watchers.add(watcher)
        return lambda: self._watchers.discard(watcher)

    def show_rooms(self, rooms: tuple[OtherRoom, ...]) -> None:
        """Show these rooms beside our own conversation."""
        self._change(rooms=rooms)

    def tell(self, report: Report) -> None:  # noqa: PLR0912 - one case for each report
        """Take the report into the state."""
        match report:
            case fx.ChangeState(phase):
                self._enter(phase)
            case fx.TellSpeechDetected():
                self._change(hearing=True, partial="", speaking="")
            case fx.TellNothingHeard():
                self._change(hearing=False, partial="")
            case fx.TellPartialText(text):
                self._change(hearing=True, partial=text)
            case fx.TellFinalText(text):
                # The texts of the turn before go.
                self._change(
                    hearing=False,
                    partial="",
                    heard=text,
                    sentences=(),
                    speaking="",
                    interim="",
                    error="",
                    answer=None,
                )
            case fx.ShowDraft(batch, revision, is_offline):
                saved = self.state.saved if batch is None else None
                said = _said_beside(self.state, batch)
                self._change(
                    said=said,
                    draft=batch,
                    revision=revision,
                    saved=saved,
                    is_offline=is_offline,
                )
            case fx.TellInterimText(text):
                self._change(interim=text)
            case fx.Speak(number, text, answers):
                sentences = (*self.state.sentences, text)[-_MOST_SENTENCES:]
                question = ShortQuestion(number, answers) if answers else None
                self._change(
                    said=text,
                    sentences=sentences,
                    question=question,
                    speaking=text,
                    hearing=False,
                    partial="",
                )
            case fx.TellSaved(_, rows):
                # What is added by hand is no new turn: the answer of the last one goes now.
                self._change(saved=rows, answer=None, ledger_changes=self.state.ledger_changes + 1)
            case fx.TellRevised(rows):
                saved = None if self.state.saved is None else rows
                self._change(saved=saved, ledger_changes=self.state.ledger_changes + 1)
            case fx.TellRestorable(entries):
                self._change(restorable=entries)
            case fx.TellAnswer(answer):
                self._change(answer=None if answer.is_empty else answer)
            case fx.TellError(message):
                self._change(error=message)
            case MicrophoneLost(reason):
                self._change(microphone=CardMicrophone.LOST, error=reason, hearing=False, partial="")
            case MicrophoneBack():
                self._change(microphone=CardMicrophone.OK, error="")
            case fx.TellContinueRecording():
                # The card is empty already: the draft was saved.
                pass

    def _enter(self, phase: Phase) -> None:
        """Change the phase. A new session begins with an empty card; an ended one keeps the last sentence and saved rows."""
        if self.state.phase is Phase.IDLE:
            before = self.state
            self._show(
                CardState(
                    phase=phase,
                    microphone=before.microphone,
                    revision=before.revision,
                    ledger_changes=before.ledger_changes,
                    restorable=before.restorable,
                    speaks=before.speaks,
                    rooms=before.rooms,
                )
            )
        elif phase is Phase.IDLE:
            self._change(
                phase=phase, hearing=False, partial="", speaking="", question=None, draft=None, answer=None
            )
        else:
            self._change(phase=phase)

    def _change(self, **fields: Any) -> None:
        self._show(replace(self.state, **fields))

    def _show(self, state: CardState) -> None:
        self.state = state
        for watcher in tuple(self._watchers):
            watcher()


def _said_beside(state: CardState, batch: DraftBatch | None) -> str:
    """The last sentence, or another one if rows were changed by hand, since it may contradict them now."""
    if batch is None or state.draft is None or batch.id != state.draft.id:
        return state.said
    pairs = zip(state.draft.items, batch.items, strict=False)
    changed = [
        item.number
        for before, item in pairs
        if item.result != before.result or (item.is_pending and not before.is_pending)
    ]
    return phrases.edited(changed) if changed else state.said
