"""A world for the dialogue that may answer at any time, in any order, twice, late, wrongly or not at all.

It performs effects as the runtime does (the ledger lane in order, the journal behind the save before it), and keeps the
open requests and the written rows. The test decides what happens next.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from uuid import UUID

from msgspec.structs import replace

from tests.support.now import NOW
from tests.support.recurring import monthly, rent
from voiced.dialogue.machine import step
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.policy import Policy
from voiced.dialogue.values.state import Dialogue, Moment
from voiced.domain.agenda import Agenda
from voiced.domain.batch import DraftBatch
from voiced.domain.money import ZERO
from voiced.domain.question import LedgerAnswer
from voiced.domain.recurring import Recurring
from voiced.domain.transaction import Transaction

Lookup = fx.AskLedgerFor | fx.AskAgenda | fx.AskBills | fx.UndoBatch | fx.AmendRow | fx.KeepRecurring
Queued = fx.Save | fx.KeepDraft | fx.DropDraft


@dataclass
class World:
    """The open requests, and the content of the ledger.

    Attributes:
        questions: all questions to the model so far, answered or not.
        lookups: all questions to the ledger so far.
        open_questions: the numbers of the questions that were neither answered nor dropped.
        lane: the effects that the ledger has still to perform, in order; a save waits there for its outcome.
        journal: the draft that a restart would find.
        written: the rows in the ledger by id.
        writes: how often each batch was written.
        failed: how often each batch was refused.
        saves: how often the writing of each batch began.
        shown: the card as it was shown last, with its revision.
        recurring: the recurring entries in the ledger.
        offered: the recurring entries that were offered, with the days.
    """

    policy: Policy
    state: Dialogue = field(default_factory=Dialogue)
    now: datetime = NOW
    steps: int = 0
    questions: list[fx.AskParse | fx.AskCorrection | fx.AskQuestionValue] = field(
        default_factory=list[fx.AskParse | fx.AskCorrection | fx.AskQuestionValue]
    )
    lookups: list[Lookup] = field(default_factory=list[Lookup])
    open_questions: set[int] = field(default_factory=set[int])
    lane: list[Queued] = field(default_factory=list[Queued])
    speaking: list[int] = field(default_factory=list[int])
    timers: list[int] = field(default_factory=list[int])
    journal: DraftBatch | None = None
    written: dict[str, Transaction] = field(default_factory=dict[str, Transaction])
    writes: Counter[str] = field(default_factory=Counter[str])
    failed: Counter[str] = field(default_factory=Counter[str])
    saves: Counter[str] = field(default_factory=Counter[str])
    shown: tuple[DraftBatch | None, int] = (None, 0)
    numbers: set[int] = field(default_factory=set[int])
    recurring: tuple[Recurring, ...] = (rent(), rent(id="course", description="瑜伽", days=monthly(21)))
    offered: set[tuple[str, date]] = field(default_factory=set[tuple[str, date]])

    def happen(self, event: ev.Event) -> tuple[fx.Effect, ...]:
        """One event; returns its effects, already performed."""
        self.steps += 1
        self.now += timedelta(seconds=1)
        moment = Moment(self.now, str(UUID(int=self.steps, version=4)))
        self.state, effects = step(self.policy, self.state, event, moment)
        for effect in effects:
            self._perform(effect)
        self._run_lane()
        return effects

    @property
    def save(self) -> fx.Save | None:
        """The save that is being written."""
        return self.lane[0] if self.lane and isinstance(self.lane[0], fx.Save) else None

    def write(self) -> tuple[fx.Effect, ...]:
        """The save that is being written succeeds."""
        save = self.save
        assert save is not None
        self._commit(save)
        return self.happen(ev.Saved(save.number, save.rows))

    def refuse(self) -> tuple[fx.Effect, ...]:
        """The save that is being written fails; the ledger has no row of it."""
        save = self.save
        assert save is not None
        self.failed[save.batch_id] += 1
        del self.lane[0]
        self._run_lane()
        return self.happen(ev.SaveFailed(save.number, "磁盘满"))

    def crash(self, *, after_commit: bool) -> None:
        """The process dies, with the save that was being written just before or just after its commit."""
        if self.save is not None:
            if after_commit:
                self._commit(self.save)
            else:
                self.failed[self.save.batch_id] += 1
        self.state = Dialogue()
        self.questions, self.lookups, self.lane, self.speaking, self.timers = [], [], [], [], []
        self.open_questions, self.numbers, self.shown = set(), set(), (None, 0)
        if self.journal is not None:
            self.happen(ev.DraftRecovered(self.journal))

    def answer(self, lookup: Lookup) -> tuple[fx.Effect, ...]:
        """The ledger performs its effects in order."""
        self.open_questions.discard(lookup.number)
        match lookup:
            case fx.AskLedgerFor(number, question):
                return self.happen(ev.Answered(number, LedgerAnswer(question, ZERO, 0)))
            case fx.UndoBatch(number, batch_id):
                undone = [row for row in self.written.values() if row.batch_id == batch_id]
                self.written = {id_: row for id_, row in self.written.items() if row not in undone}
                return self.happen(ev.Revised(number, ev.RowsChanged(undone=tuple(undone))))
            case fx.AskAgenda(number):
                return self.happen(ev.AgendaKnown(number, Agenda(), self.recurring))
            case fx.AskBills(number):
                return self.happen(ev.BillsKnown(number, ()))
            case fx.KeepRecurring(number, entry):
                others = (one for one in self.recurring if one.id != entry.id)
                self.recurring = (*others, entry)
                return self.happen(ev.RecurringKept(number))
            case fx.AmendRow(number, transaction_id, _):
                rows = [row for id_, row in self.written.items() if id_ == transaction_id]
                return self.happen(ev.Revised(number, ev.RowsChanged(tuple(rows))))

    def _perform(self, effect: fx.Effect) -> None:
        match effect:
            case fx.Speak(number=number):
                self._give(number)
                self.speaking.append(number)
            case fx.AskParse() | fx.AskCorrection() | fx.AskQuestionValue():
                self._give(effect.number)
                self.questions.append(effect)
                self.open_questions.add(effect.number)
            case fx.NoteRecurring(id_, offered, settled):
                self._note(id_, offered, settled)
            case (
                fx.AskLedgerFor()
                | fx.AskAgenda()
                | fx.AskBills()
                | fx.UndoBatch()
                | fx.AmendRow()
                | fx.KeepRecurring()
            ):
                self._give(effect.number)
                self.lookups.append(effect)
                self.open_questions.add(effect.number)
            case fx.DropRequest(number):
                self.open_questions.discard(number)
            case fx.SetTimer(number, _):
                self._give(number)
                self.timers.append(number)
            case fx.Save():
                self._give(effect.number)
                self.saves[effect.batch_id] += 1
                self.lane.append(effect)
            case fx.KeepDraft() | fx.DropDraft():
                self.lane.append(effect)
            case fx.ShowDraft(batch, revision):
                self.shown = (batch, revision)
            case _:
                pass

    def _note(self, id_: str, offered: date | None, settled: date | None) -> None:
        assert offered is None or (id_, offered) not in self.offered, "it was offered twice on one day"
        if offered is not None:
            self.offered.add((id_, offered))
        self.recurring = tuple(
            replace(one, offered=offered or one.offered, settled=settled or one.settled)
            if one.id == id_
            else one
            for one in self.recurring
        )

    def _give(self, number: int) -> None:
        assert number not in self.numbers, "a number was given twice"
        self.numbers.add(number)

    def _commit(self, save: fx.Save) -> None:
        assert not self.written.keys() & {row.id for row in save.rows}, "a row was written twice"
        self.written |= {row.id: row for row in save.rows}
        self.writes[save.batch_id] += 1
        self.journal = None
        del self.lane[0]
        self._run_lane()

    def _run_lane(self) -> None:
        while self.lane and not isinstance(self.lane[0], fx.Save):
            effect = self.lane.pop(0)
            self.journal = effect.batch if isinstance(effect, fx.KeepDraft) else None
