"""One step of the dialogue in the making: the state as it changes, and the effects in order.

A `Turn` is made for one event and thrown away with it, so the dialogue as a whole stays a pure function.
What every step owes the world is settled here once, in `finish`: the card is redrawn and the draft journalled
when the batch changed, and the one timer runs whenever the daemon is waiting for the speaker. The effects of every
step come in one order: what is told (`tell`), the card, the journal, what is ordered (`order`), the timer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from voiced.dialogue import effects as fx
from voiced.dialogue.policy import HISTORY_MESSAGES, Policy, SplitLocally, is_doubtful
from voiced.dialogue.reading import Reader
from voiced.dialogue.requests import Message, RequestContext, Role
from voiced.dialogue.state import Dialogue, Dropped, Moment, OpenQuestion, Phase, PlainQuestion
from voiced.domain.batch import MAX_ITEMS, DraftBatch, DraftTransaction
from voiced.domain.transaction import ParseResult
from voiced.language.commands.command import CancelRows, Compound, KeepRows
from voiced.language.commands.guards import is_natural_assent
from voiced.language.commands.intents import may_save
from voiced.language.commands.utterance import Utterance, read_utterance

_OWN_CATEGORIES = 50
"""So many of the user's own categories a model is told of; the gateway takes no more."""


class Turn:
    """The state and effects of one step.

    Attributes:
        state: the state so far.
        policy: the configuration.
        moment: time and a fresh id.
    """

    def __init__(self, policy: Policy, state: Dialogue, moment: Moment) -> None:
        self.policy = policy
        self.state = state
        self.moment = moment
        self._before = state
        self._told: list[fx.BeforeCard] = []
        self._ordered: list[fx.AfterCard] = []
        self._is_activity = False
        self._is_written = False

    @property
    def reader(self) -> Reader:
        """Puts entries into words, as of now and beside what the ledger remembers."""
        return Reader(self.moment.now, self.state.memory)

    @property
    def batch(self) -> DraftBatch:
        """The open draft.

        Raises:
            AssertionError: none is open; callers know that one is.
        """
        assert self.state.batch is not None, "no draft is open"  # noqa: S101 - an invariant, not input
        return self.state.batch

    @property
    def is_online(self) -> bool:
        """Whether a model can be asked now."""
        return self.policy.model_configured and not self.is_offline

    @property
    def is_offline(self) -> bool:
        """Whether the model is left unasked by the settings or for a while. Without any model the daemon is local, not offline."""
        return self.policy.offline or self.state.model_paused

    @property
    def splits_locally(self) -> bool:
        """Whether rules split a sentence of several entries."""
        match self.policy.split_locally:
            case SplitLocally.LOCAL:
                return not (self.policy.model_configured or self.policy.offline)
            case when:
                return when is SplitLocally.ALWAYS

    def tell(self, effect: fx.BeforeCard) -> None:
        """Tell what happened: before the card is redrawn, in the order of the calls."""
        self._told.append(effect)

    def order(self, effect: fx.AfterCard) -> None:
        """Order what follows from it, speech above all: after the card, in the order of the calls."""
        self._ordered.append(effect)

    def update(self, **fields: Any) -> None:
        """Change fields of the state."""
        self.state = replace(self.state, **fields)

    def number(self) -> int:
        """A number for a question or a sentence, never given before."""
        self.update(last_number=self.state.last_number + 1)
        return self.state.last_number

    def say(self, text: str, asks: OpenQuestion = PlainQuestion.NOTHING) -> None:
        """Say a sentence; a bare yes or no is from now on an answer to what it asks."""
        number = self.number()
        self.update(speaking=(*self.state.speaking, number), open_question=asks, said=text)
        self.order(fx.Speak(number, text))

    def say_aside(self, text: str) -> None:
        """Say a sentence that asks nothing and leaves the open question as it is."""
        self.say(text, self.state.open_question)

    def enter(self, phase: Phase) -> None:
        """Go to a phase; staying in it tells nobody. The end of a session is told after all else that is told of it."""
        if phase is self.state.phase:
            return
        self.update(phase=phase)
        if phase is Phase.IDLE:
            self.order(fx.ChangeState(phase))
        else:
            self.tell(fx.ChangeState(phase))

    def open_batch(self, batch: DraftBatch) -> None:
        """Open a draft, or go on with a changed one; what is in it again was not dropped."""
        outside = (dropped.outside(batch) for dropped in self.state.dropped)
        self.update(batch=batch, dropped=tuple(dropped for dropped in outside if dropped.rows))
        self.enter(Phase.CONFIRMING)

    def close_batch(self) -> None:
        """The draft is saved or dropped; whatever was asked about it is void."""
        self.drop_request()
        self.update(
            batch=None,
            history=(),
            open_question=PlainQuestion.NOTHING,
            objected=False,
            rows_decided=None,
            appended=None,
        )

    def written(self) -> None:
        """The ledger cleared the journal together with the save; nothing is left to drop."""
        self._is_written = True

    def drop_request(self) -> None:
        """Stop waiting for the model or the ledger."""
        if self.state.in_flight is not None:
            self.tell(fx.DropRequest(self.state.in_flight.number))
            self.update(in_flight=None)

    def remember(self, role: Role, content: str) -> None:
        """Add to the history of this draft."""
        self.update(history=(*self.state.history, Message(role, content))[-HISTORY_MESSAGES:])

    def context(self) -> RequestContext:
        """What a model is told of this user."""
        vocabulary = self.state.vocabulary
        own = tuple(dict.fromkeys(item.name for item in vocabulary.categories if item.is_custom))
        return RequestContext(
            now=self.moment.now,
            recent_categories=vocabulary.recent,
            custom_categories=own[:_OWN_CATEGORIES],
        )

    def read(self, text: str) -> Utterance:
        """Read words, as of now and with the ledger's names."""
        return read_utterance(text, self.state.vocabulary, self.moment.now)

    def defer(self, utterance: Utterance) -> None:
        """Handle an utterance once nothing is in flight."""
        self.update(deferred=(*self.state.deferred, utterance))

    def forget_deferred_saves(self) -> None:
        """Forget deferred utterances that would save: they were said in the belief that the command before succeeds."""
        self._keep_deferred(lambda utterance: not _would_save(utterance))

    def hear_out_doubts(self, items: Iterable[DraftTransaction]) -> None:
        """Forget deferred saves where a row has to be checked: they were said before that was known."""
        if any(is_doubtful(item.result) for item in items):
            self.forget_deferred_saves()

    def forget_deferred_decisions(self) -> None:
        """Forget what was decided since a command that failed: it was said of another draft.

        「第二笔不要，其他的确认」 failed, row 2 is as it was; 「第一笔不要」 after it must not be what saves row 2.
        """
        self.forget_deferred_saves()
        self._keep_deferred(lambda kept: not isinstance(kept.command, CancelRows | KeepRows | Compound))

    def _keep_deferred(self, is_kept: Callable[[Utterance], bool]) -> None:
        self.update(deferred=tuple(filter(is_kept, self.state.deferred)))

    def active(self) -> None:
        """The speaker did something: inactivity counts anew."""
        self._is_activity = True
        self.update(overdue=False)

    def drop(self, items: Iterable[DraftTransaction]) -> None:
        """Remember rows of the open draft that are dropped, so that they can be restored for a while."""
        rows = tuple(items)
        batch_id = "" if self.state.batch is None else self.state.batch.id
        self.keep_dropped([item.result for item in rows], batch_id, [item.index for item in rows])

    def keep_dropped(
        self, rows: Iterable[ParseResult], batch_id: str = "", indices: Iterable[int] = ()
    ) -> None:
        """Remember entries that are in no draft any more, so that they can be restored for a while."""
        dropped = Dropped(tuple(rows), self.moment.now, batch_id, tuple(indices))
        if dropped.rows:
            self.update(dropped=(*self.state.dropped, dropped))

    def note_objection(self) -> None:
        """Remember that something about the open draft was objected to and nothing was changed."""
        self.update(objected=self.state.batch is not None)

    def say_pending(self) -> None:
        """Read back what is still to be decided, and ask whether it is right."""
        self.update(objected=False)
        self.say(self.reader.read_pending(self.batch), PlainQuestion.CONFIRM_DRAFT)

    def finish(self) -> tuple[Dialogue, tuple[fx.Effect, ...]]:
        """The new state and all effects of this step, in the one order that holds for every step."""
        effects = (*self._told, *self._card(), *self._journal(), *self._ordered, *self._timer())
        return self.state, effects

    @property
    def _is_redrawn(self) -> bool:
        return self._before.batch != self.state.batch

    def _card(self) -> tuple[fx.Effect, ...]:
        if not self._is_redrawn:
            return ()
        self.update(revision=self.state.revision + 1)
        return (fx.ShowDraft(self.state.batch, self.state.revision),)

    def _journal(self) -> tuple[fx.Effect, ...]:
        batch, recovered = self.state.batch, self.state.recovered
        if not self._is_redrawn and (batch is None or recovered == self._before.recovered):
            return ()
        if batch is not None:
            return self._journal_of(batch)
        if recovered is not None:
            return (fx.KeepDraft(recovered),)
        return () if self._is_written else (fx.DropDraft(),)

    def _journal_of(self, batch: DraftBatch) -> tuple[fx.Effect, ...]:
        """Journal the draft, or as a save begins the one that a failure would bring back."""
        saving = self.state.saving
        if saving is None:
            return (fx.KeepDraft(self._with_recovered(batch)),)
        is_kept = self._before.saving is not None or saving.before == self._before.batch
        return () if is_kept else (fx.KeepDraft(self._with_recovered(saving.before)),)

    def _with_recovered(self, batch: DraftBatch) -> DraftBatch:
        """The draft as it is journalled: with the rows of one of before a crash that waits beside it, as far as they fit."""
        recovered = self.state.recovered
        rows = () if recovered is None else recovered.remaining_items[: MAX_ITEMS - len(batch)]
        for item in rows:
            batch = batch.append(item.result)
        return batch

    def _timer(self) -> tuple[fx.Effect, ...]:
        state = self.state
        if state.phase is Phase.IDLE or state.is_waiting or state.speaking:
            self.update(timer=None)
        elif self._is_activity or state.timer is None:
            number = self.number()
            self.update(timer=number)
            return (fx.SetTimer(number, self.policy.inactivity_seconds),)
        return ()


def _would_save(utterance: Utterance) -> bool:
    return may_save(utterance.command) or is_natural_assent(utterance.text, utterance.wording)
