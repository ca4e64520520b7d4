"""The messages between page and daemon; docs/card.md explains them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from typing import Any, Literal

import msgspec

from voiced.card.card import CardState, ShortQuestion
from voiced.dialogue.sentences import phrases
from voiced.dialogue.values import events as ev
from voiced.domain.batch import DraftTransaction
from voiced.domain.money import Money
from voiced.domain.transaction import TEXTS, EntryField, FieldChange, Transaction, TransactionType
from voiced.domain.vocabulary import Vocabulary
from voiced.errors import RequestWrong


class _Wire(msgspec.Struct, frozen=True, rename="camel"):
    """A part of a message to the page, with camelCase names."""


class _Said(msgspec.Struct, frozen=True, rename="camel", tag_field="type", forbid_unknown_fields=True):
    """A message from the page."""


WireRow = dict[str, str]
"""A row of the ledger: its texts by their camelCase names."""

DraftRow = dict[str, str | int | list[str] | None]
"""A row of the draft: its index, number and status, its doubts, and its fields by their camelCase names."""


class CategoryName(_Wire, frozen=True):
    """A category to choose from."""

    name: str
    type: str


class SavedBatch(_Wire, frozen=True):
    """The batch saved last."""

    count: int
    batch_id: str
    rows: list[WireRow]


class Now(_Wire, tag_field="type", tag="now", frozen=True):
    """The whole card."""

    phase: str
    hearing: bool
    partial: str
    heard: str
    said: str
    sentences: list[str]
    question: ShortQuestion | None
    speaking: str
    interim: str
    error: str
    microphone: Literal["ok", "lost"]
    revision: int
    taken: int
    draft: list[DraftRow] | None
    left_out: list[str]
    offline: bool
    saved: SavedBatch | None
    answer: list[WireRow] | None
    categories: list[CategoryName]
    accounts: list[str]
    ledger_changes: int
    wake_phrase: str
    host: str
    server_time: datetime


WireChange = dict[str, str | None]
"""New values for some fields, as texts by the camelCase names of the fields; null leaves a field as it is."""


class PressMessage(_Said, tag="press", frozen=True):
    """A button that works at any time."""

    button: Literal["wake", "exit", "quiet"]


class AnswerMessage(_Said, tag="answer", frozen=True):
    """One of the short answers to the question with this number."""

    question: int
    words: str


class SayMessage(_Said, tag="say", frozen=True):
    """A typed sentence."""

    text: str


class ConfirmMessage(_Said, tag="confirm", frozen=True):
    """Row `index`, or everything."""

    revision: int
    index: int | None = None
    press: int = 0


class CancelMessage(_Said, tag="cancel", frozen=True):
    """Row `index`, or everything."""

    revision: int
    index: int | None = None
    press: int = 0


class ReopenMessage(_Said, tag="reopen", frozen=True):
    """Row `index` is to be pending again."""

    revision: int
    index: int
    press: int = 0


class ContinueMessage(_Said, tag="continue", frozen=True):
    """The next entry."""

    revision: int
    press: int = 0


class EditMessage(_Said, tag="edit", frozen=True):
    """Row `index` was edited."""

    revision: int
    index: int
    change: WireChange
    press: int = 0


class ChooseMessage(_Said, tag="choose", frozen=True):
    """Reading 0 or 1 of row `index`."""

    revision: int
    index: int
    reading: int
    press: int = 0


class PingMessage(_Said, tag="ping", frozen=True):
    """The page checks the connection."""


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))


_CardMessage = ConfirmMessage | CancelMessage | ReopenMessage | ContinueMessage | EditMessage | ChooseMessage
_WordsMessage = AnswerMessage | SayMessage
PageMessage = PressMessage | _WordsMessage | _CardMessage | PingMessage

PageEvent = ev.Pressed | ev.AnswerPressed | ev.Heard | ev.CardPress
"""The events that a page posts."""

message_decoder = msgspec.json.Decoder(PageMessage)
change_decoder = msgspec.json.Decoder(WireChange)

_NAME_OUTSIDE = {name: _camel(name) for name in TEXTS}
_FIELD_CALLED = {_camel(field): field for field in EntryField}

_MAX_TEXT = 200
"""The longest text of a field, in characters."""


def event_of(message: PressMessage | _WordsMessage | _CardMessage) -> PageEvent:
    """The event of a press or of typed words.

    Raises:
        RequestWrong: its values cannot be recorded.
    """
    match message:
        case PressMessage(button=button):
            return ev.Pressed(ev.Button(button))
        case AnswerMessage(question=question, words=words):
            return ev.AnswerPressed(question, words)
        case SayMessage(text=text):
            words = _line(text.strip())
            if not words:
                raise RequestWrong(f"text must be one line of 1 to {_MAX_TEXT} characters")
            return ev.Heard(words)
        case ConfirmMessage(revision=revision, index=index):
            return ev.ConfirmPressed(revision, index)
        case CancelMessage(revision=revision, index=index):
            return ev.CancelPressed(revision, index)
        case ReopenMessage(revision=revision, index=index):
            return ev.ReopenPressed(revision, index)
        case ContinueMessage(revision=revision):
            return ev.ContinuePressed(revision)
        case EditMessage(revision=revision, index=index, change=change):
            return ev.EditPressed(revision, index, field_change(change))
        case ChooseMessage(revision=revision, index=index, reading=reading):
            return ev.ChoosePressed(revision, index, reading)


def field_change(change: WireChange) -> FieldChange:
    """The change as the ledger takes it.

    Raises:
        RequestWrong: a field is unknown, or its value cannot be recorded.
    """
    return FieldChange(**dict(_value(name, text) for name, text in change.items() if text is not None))


def _value(name: str, text: str) -> tuple[EntryField, Any]:
    field = _FIELD_CALLED.get(name)
    if field is None:
        raise RequestWrong(f"an entry has no field {name}; its fields are {', '.join(_FIELD_CALLED)}")
    read, form = _READ_BY.get(field, (_line, f"one line of at most {_MAX_TEXT} characters"))
    value = read(text)
    if value is None:
        raise RequestWrong(f"{name} must be {form}")
    return field, value


def _amount(text: str) -> Money | None:
    amount = Money.from_text(text)
    return amount if amount is not None and amount.is_recordable else None


def _type(text: str) -> TransactionType | None:
    return TransactionType(text) if text in list(TransactionType) else None


def _line(text: str) -> str | None:
    return text if len(text) <= _MAX_TEXT and text.isprintable() else None


def _day(text: str) -> date | None:
    try:
        return msgspec.convert(text, date)
    except msgspec.ValidationError:
        return None


_READ_BY: Mapping[EntryField, tuple[Callable[[str], Any], str]] = {
    EntryField.AMOUNT: (_amount, "an amount above 0 with at most two decimals"),
    EntryField.TYPE: (_type, f"one of {', '.join(TransactionType)}"),
    EntryField.DATE: (_day, "a day such as 2026-11-21"),
}
"""The reader and the form of each field that is not a plain text."""


def now_of(
    state: CardState, vocabulary: Vocabulary, wake_phrase: str, host: str, time: datetime, taken: int = 0
) -> bytes:
    """The whole card as a message; `taken` is the number of this page's latest press that is in it."""
    saved = state.saved
    now = Now(
        phase=state.phase.value.lower(),
        hearing=state.hearing,
        partial=state.partial,
        heard=state.heard,
        said=state.said,
        sentences=list(state.sentences),
        question=state.question,
        speaking=state.speaking,
        interim=state.interim,
        error=state.error,
        microphone="lost" if state.microphone_lost else "ok",
        revision=state.revision,
        taken=taken,
        draft=None if state.draft is None else [_draft_row(item) for item in state.draft.items],
        left_out=list(state.left_out),
        offline=state.is_offline,
        saved=SavedBatch(len(saved), saved[0].batch_id, rows_of(saved)) if saved else None,
        answer=None if state.answer is None else rows_of(state.answer),
        categories=categories_of(vocabulary),
        accounts=accounts_of(vocabulary),
        ledger_changes=state.ledger_changes,
        wake_phrase=wake_phrase,
        host=host,
        server_time=time,
    )
    return msgspec.json.encode(now)


def rows_of(rows: Sequence[Transaction]) -> list[WireRow]:
    """Rows of the ledger for the page."""
    return [{_NAME_OUTSIDE[name]: text for name, text in row.texts.items()} for row in rows]


def categories_of(vocabulary: Vocabulary) -> list[CategoryName]:
    """The categories to choose from, in order."""
    return [CategoryName(category.name, category.type.value) for category in vocabulary.categories]


def accounts_of(vocabulary: Vocabulary) -> list[str]:
    """The accounts to choose from; the first is the default account."""
    return [account.name for account in vocabulary.accounts]


def _draft_row(item: DraftTransaction) -> DraftRow:
    entry = item.result
    fields = {name: getattr(entry, field) for name, field in _FIELD_CALLED.items()}
    return {
        "index": item.index,
        "number": item.number,
        **{name: None if value is None else str(value) for name, value in fields.items()},
        "status": item.status.value,
        "doubtful": entry.is_doubtful,
        "readings": None if entry.doubt is None else list(phrases.readings(entry.doubt)),
    }
