"""The messages between page and daemon; docs/card.md explains them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Literal

import msgspec

from voiced.card.card import CardState
from voiced.dialogue import events as ev
from voiced.dialogue.policy import CONFIDENCE_FLOOR
from voiced.domain.batch import DraftTransaction
from voiced.domain.money import Money
from voiced.domain.transaction import TEXTS, FieldChange, Transaction, TransactionType
from voiced.domain.vocabulary import Vocabulary


class _Wire(msgspec.Struct, frozen=True, rename="camel"):
    """A part of a message to the page, with camelCase names."""


class _Said(msgspec.Struct, frozen=True, rename="camel", tag_field="type", forbid_unknown_fields=True):
    """A message from the page."""


WireRow = dict[str, str]
"""A row of the ledger: its texts by their camelCase names."""


class DraftRow(_Wire, frozen=True):
    """A row of the draft."""

    index: int
    number: int
    amount: str | None
    type: str
    category: str
    description: str
    date: date
    account: str | None
    to_account: str | None
    status: str
    check: bool


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
    speaking: str
    interim: str
    error: str
    microphone: Literal["ok", "lost"]
    revision: int
    draft: list[DraftRow] | None
    saved: SavedBatch | None
    answer: list[WireRow] | None
    categories: list[CategoryName]
    accounts: list[str]
    ledger_changes: int
    wake_phrase: str
    server_time: datetime


class WireChange(_Wire, frozen=True, forbid_unknown_fields=True):
    """New values for some fields; amounts are decimal text."""

    amount: str | None = None
    type: TransactionType | None = None
    category: str | None = None
    description: str | None = None
    date: date | None = None
    account: str | None = None
    to_account: str | None = None


class PressMessage(_Said, tag="press", frozen=True):
    """A button that works at any time."""

    button: Literal["wake", "exit", "quiet"]


class ConfirmMessage(_Said, tag="confirm", frozen=True):
    """Row `index`, or everything."""

    revision: int
    index: int | None = None


class CancelMessage(_Said, tag="cancel", frozen=True):
    """Row `index`, or everything."""

    revision: int
    index: int | None = None


class ContinueMessage(_Said, tag="continue", frozen=True):
    """The next entry."""

    revision: int


class EditMessage(_Said, tag="edit", frozen=True):
    """Row `index` was edited."""

    revision: int
    index: int
    change: WireChange


class PingMessage(_Said, tag="ping", frozen=True):
    """The page checks the connection."""


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))


PageMessage = PressMessage | ConfirmMessage | CancelMessage | ContinueMessage | EditMessage | PingMessage

message_decoder = msgspec.json.Decoder(PageMessage)
change_decoder = msgspec.json.Decoder(WireChange)

_NAME_OUTSIDE = {name: _camel(name) for name in TEXTS}

MAX_DESCRIPTION = 200
"""The longest description, in characters."""


def event_of(
    message: PressMessage | ConfirmMessage | CancelMessage | ContinueMessage | EditMessage,
) -> ev.Pressed | ev.CardPress | None:
    """The event of a press; None if its values cannot be recorded."""
    match message:
        case PressMessage(button=button):
            return ev.Pressed(ev.Button(button))
        case ConfirmMessage(revision=revision, index=index):
            return ev.ConfirmPressed(revision, index)
        case CancelMessage(revision=revision, index=index):
            return ev.CancelPressed(revision, index)
        case ContinueMessage(revision=revision):
            return ev.ContinuePressed(revision)
        case EditMessage(revision=revision, index=index, change=change):
            fields = field_change(change)
            return None if fields is None else ev.EditPressed(revision, index, fields)


def field_change(change: WireChange) -> FieldChange | None:
    """The change as the ledger takes it; None if the amount is invalid or the description too long or unprintable."""
    amount = None
    if change.amount is not None:
        amount = Money.from_text(change.amount)
        if amount is None or not amount.is_recordable:
            return None
    description = change.description
    if description is not None and (len(description) > MAX_DESCRIPTION or not description.isprintable()):
        return None
    values = msgspec.structs.asdict(change)
    values["amount"] = amount
    return FieldChange(**values)


def now_of(state: CardState, vocabulary: Vocabulary, wake_phrase: str, time: datetime) -> bytes:
    """The whole card as a message."""
    saved = state.saved
    now = Now(
        phase=state.phase.value.lower(),
        hearing=state.hearing,
        partial=state.partial,
        heard=state.heard,
        said=state.said,
        speaking=state.speaking,
        interim=state.interim,
        error=state.error,
        microphone="lost" if state.microphone_lost else "ok",
        revision=state.revision,
        draft=None if state.draft is None else [_draft_row(item) for item in state.draft.items],
        saved=SavedBatch(len(saved), saved[0].batch_id, rows_of(saved)) if saved else None,
        answer=None if state.answer is None else rows_of(state.answer),
        categories=categories_of(vocabulary),
        accounts=accounts_of(vocabulary),
        ledger_changes=state.ledger_changes,
        wake_phrase=wake_phrase,
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
    result = item.result
    return DraftRow(
        index=item.index,
        number=item.number,
        amount=None if result.amount is None else str(result.amount),
        type=result.type.value,
        category=result.category,
        description=result.description,
        date=result.date,
        account=result.account,
        to_account=result.to_account,
        status=item.status.value,
        check=result.confidence is not None and result.confidence < CONFIDENCE_FLOOR,
    )
