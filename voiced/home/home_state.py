"""The state that the house is shown: one frozen value, and the retained messages that tell it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, time

import msgspec
from msgspec import Struct

from voiced.dialogue.values.state import Phase
from voiced.domain.money import Money
from voiced.domain.transaction import TYPE_NAMES, Transaction, TransactionType
from voiced.home.entities import OFF, OFFLINE, ON, ONLINE, Node, Topic

UNKNOWN = "None"
"""The payload that Home Assistant takes for an unknown value."""


class Sums(Struct, frozen=True):
    """The ledger in a few figures.

    Attributes:
        read_at: when it was read; its day and month are meant.
        spent_today: the expenses of that day.
        spent_this_month: the expenses of that month.
        budget_left: the rest of all budgets of the month; None without budgets.
        last_row: the row saved last; None in an empty ledger.
    """

    read_at: datetime
    spent_today: Money
    spent_this_month: Money
    budget_left: Money | None
    last_row: Transaction | None


class HomeState(Struct, frozen=True):
    """The part of the conversation that the house is shown.

    Attributes:
        revision: the draft's revision, which a press may name.
        rows: the number of rows of the open draft; None without a draft.
        is_ripe: whether the open draft was read back to its end and has rested since.
        hears: whether the microphone is switched on.
        sums: the ledger in figures; None before it was read.
    """

    phase: Phase = Phase.IDLE
    revision: int = 0
    rows: int | None = None
    is_ripe: bool = False
    hears: bool = True
    sums: Sums | None = None


def told(node: Node, state: HomeState) -> Mapping[str, str]:
    """The payload under each retained topic of the state."""
    sums = state.sums
    payloads = {
        Topic.STATE: state.phase.value.lower(),
        Topic.DRAFT: _json({"revision": state.revision, "rows": state.rows or 0}),
        Topic.MICROPHONE: ON if state.hears else OFF,
        Topic.CONFIRM_READY: ONLINE if state.is_ripe else OFFLINE,
        Topic.CANCEL_READY: ONLINE if state.rows else OFFLINE,
        # Empty unless it is wanted, so that a broker forgets words from before.
        Topic.LAST_ENTRY: "",
    }
    if sums is not None:
        day = datetime.combine(sums.read_at.date(), time.min, sums.read_at.tzinfo)
        payloads[Topic.SPENT_TODAY] = _since(sums.spent_today, day)
        payloads[Topic.SPENT_THIS_MONTH] = _since(sums.spent_this_month, day.replace(day=1))
        payloads[Topic.BUDGET_LEFT] = UNKNOWN if sums.budget_left is None else str(sums.budget_left)
        payloads[Topic.LAST_SAVED] = (
            UNKNOWN if sums.last_row is None else sums.last_row.created_at.isoformat(timespec="seconds")
        )
        if node.shows_entries:
            payloads[Topic.LAST_ENTRY] = UNKNOWN if sums.last_row is None else in_words(sums.last_row)
    return {node.topic(end): payload for end, payload in payloads.items()}


def saved_event(node: Node, rows: tuple[Transaction, ...]) -> str:
    """The payload of the event that rows were saved: their number, and their words if the house may have them."""
    entries = {"entries": [in_words(row) for row in rows]} if node.shows_entries else {}
    return _json({"event_type": "saved", "rows": len(rows), **entries})


def in_words(row: Transaction) -> str:
    """A row in one line: 餐饮 35元 午饭."""
    kind = "" if row.type is TransactionType.EXPENSE else TYPE_NAMES[row.type]
    return " ".join(part for part in (kind, row.category, f"{row.amount}元", row.description) if part)


def _since(amount: Money, since: datetime) -> str:
    return _json({"value": str(amount), "since": since.isoformat()})


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
