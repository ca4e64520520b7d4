"""The messages from page to daemon, and the events that they are; docs/card.md explains them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, Literal

import msgspec

from voiced.dialogue.values import events as ev
from voiced.domain.left_out import TrayPlace
from voiced.domain.money import Money
from voiced.domain.transaction import EntryField, FieldChange, ParseResult, TransactionType
from voiced.errors import RequestWrong


class _Said(msgspec.Struct, frozen=True, rename="camel", tag_field="type", forbid_unknown_fields=True):
    """A message from the page."""


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


class AddMessage(_Said, tag="add", frozen=True):
    """An entry that was filled in by hand."""

    entry: WireChange
    press: int = 0
    tray: TrayPlace | None = None


class PutAwayMessage(_Said, tag="put_away", frozen=True):
    """An entry of the tray is not wanted."""

    tray: TrayPlace
    press: int = 0


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


class ForgetMessage(_Said, tag="forget", frozen=True):
    """The mark of the habit of row `index`."""

    revision: int
    index: int
    press: int = 0


class VisibleMessage(_Said, tag="visible", frozen=True):
    """The browser shows the page, or hides it. A page is visible until it says otherwise."""

    visible: bool


class PingMessage(_Said, tag="ping", frozen=True):
    """The page checks the connection."""


def camel(name: str) -> str:
    """A name as it is on the wire."""
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))


_CardMessage = (
    ConfirmMessage
    | CancelMessage
    | ReopenMessage
    | ContinueMessage
    | EditMessage
    | ChooseMessage
    | ForgetMessage
)
_WordsMessage = AnswerMessage | SayMessage
PageMessage = (
    PressMessage | _WordsMessage | AddMessage | PutAwayMessage | _CardMessage | VisibleMessage | PingMessage
)

PageEvent = ev.Pressed | ev.AnswerPressed | ev.Heard | ev.EntryFilledIn | ev.PutAway | ev.CardPress
"""The events that a page posts."""

message_decoder = msgspec.json.Decoder(PageMessage)
change_decoder = msgspec.json.Decoder(WireChange)

FIELD_CALLED = {camel(field): field for field in EntryField}
"""The fields of an entry by their names on the wire."""

_MAX_TEXT = 200
"""The longest text of a field, in characters."""


def event_of(
    message: PressMessage | _WordsMessage | AddMessage | PutAwayMessage | _CardMessage,
) -> PageEvent:
    """The event of a press, of typed words or of a filled-in entry.

    Raises:
        RequestWrong: its values cannot be recorded.
    """
    match message:
        case PressMessage(button=button):
            return ev.Pressed(ev.Button(button))
        case AnswerMessage(question=question, words=words):
            return ev.AnswerPressed(question, words)
        case SayMessage(text=text):
            return ev.Heard(sentence_of(text))
        case AddMessage(entry=fields, tray=tray):
            return ev.EntryFilledIn(_entry(field_change(fields)), tray)
        case PutAwayMessage(tray=tray):
            return ev.PutAway(tray)
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
        case ForgetMessage(revision=revision, index=index):
            return ev.ForgetPressed(revision, index)


def sentence_of(text: str) -> str:
    """A typed sentence without spaces around it.

    Raises:
        RequestWrong: it is empty, too long or more than one line.
    """
    words = _line(text.strip())
    if not words:
        raise RequestWrong(f"text must be one line of 1 to {_MAX_TEXT} characters")
    return words


def _entry(fields: FieldChange) -> ParseResult:
    if fields.amount is None or fields.type is None or fields.date is None:
        raise RequestWrong("an entry needs amount, type and date")
    filled_in = {name: value for name, value in fields.values.items() if value != ""}
    return ParseResult(fields.amount, fields.type, "", fields.date).amended(FieldChange(**filled_in))


def field_change(change: WireChange) -> FieldChange:
    """The change as the ledger takes it.

    Raises:
        RequestWrong: a field is unknown, or its value cannot be recorded.
    """
    return FieldChange(**dict(_value(name, text) for name, text in change.items() if text is not None))


def _value(name: str, text: str) -> tuple[EntryField, Any]:
    field = FIELD_CALLED.get(name)
    if field is None:
        raise RequestWrong(f"an entry has no field {name}; its fields are {', '.join(FIELD_CALLED)}")
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
