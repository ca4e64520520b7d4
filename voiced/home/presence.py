"""Watches the conversations for the house: the state to show, and the rows that were saved."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

from msgspec.structs import replace

from voiced.dialogue.values import effects as fx
from voiced.dialogue.values.state import Phase
from voiced.domain.transaction import Transaction
from voiced.home.home_state import HomeState
from voiced.ports.conversation import Report, Watcher
from voiced.ports.ledger import ROOM

_MOST_EVENTS = 20
"""Saves that wait for the broker; while it is away the oldest are dropped."""


class Presence:
    """Keeps the state, and remembers what has changed until the house is told."""

    def __init__(self, state: HomeState = HomeState()) -> None:  # noqa: B008 - frozen
        self.state = state
        self.saved: deque[tuple[Transaction, ...]] = deque(maxlen=_MOST_EVENTS)
        self.news, self.reports, self.ledger_news = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._is_hearing = False

    def of(self, source: str) -> Watcher:
        """The watcher of a source's conversation. Only that of the room is shown; saves count from everywhere."""
        return self if source == ROOM else _Elsewhere(self)

    @property
    def awaits_confirm(self) -> bool:
        """Whether a draft is open and no utterance is running."""
        return self.state.phase is Phase.CONFIRMING and bool(self.state.rows) and not self._is_hearing

    def tell(self, report: Report) -> None:
        """Take a report of the room into the state. Whatever happens, the draft has to ripen anew."""
        self.change(is_ripe=False)
        self.reports.set()
        match report:
            case fx.ChangeState(Phase.IDLE):
                self._is_hearing = False
                self.change(phase=Phase.IDLE, rows=None)
            case fx.ChangeState(phase):
                self.change(phase=phase)
            case fx.ShowDraft(batch, revision):
                self.change(revision=revision, rows=None if batch is None else len(batch))
            case fx.TellSpeechDetected():
                self._is_hearing = True
            case fx.TellFinalText() | fx.TellNothingHeard():
                self._is_hearing = False
            case fx.TellSaved(_, rows):
                self.rows_saved(rows)
            case fx.TellRevised():
                self.ledger_news.set()
            case _:
                pass

    def rows_saved(self, rows: tuple[Transaction, ...]) -> None:
        """Rows were saved, from whatever source."""
        self.saved.append(rows)
        self.ledger_news.set()
        self.news.set()

    def ripen(self) -> None:
        """The open draft was read back and has rested."""
        self.change(is_ripe=self.awaits_confirm)

    def change(self, **fields: Any) -> None:
        """Change the state; the house is told soon."""
        state = replace(self.state, **fields)
        if state != self.state:
            self.state = state
            self.news.set()


class _Elsewhere:
    """Watches the conversation of a source other than the room."""

    def __init__(self, presence: Presence) -> None:
        self._presence = presence

    def tell(self, report: Report) -> None:
        """Take the saves alone."""
        if isinstance(report, fx.TellSaved):
            self._presence.rows_saved(report.rows)
