"""One running step of the dialogue: the state as it changes, and the effects in order.

A `Turn` lives for one event, so the dialogue as a whole stays a pure function. `finish` adds the effects that
every step may need: it redraws the card and journals the draft if the batch changed, and it runs the only timer
while the daemon waits for the speaker. The effects of every step have one order: those of `before_card`, the card, the
journal, those of `after_card`, the timer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from voiced.dialogue.journal import journal_changes
from voiced.dialogue.sentences.choices import short_answers
from voiced.dialogue.sentences.in_brief import InBrief
from voiced.dialogue.sentences.read_back import ReadBack
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import state as st
from voiced.dialogue.values.policy import HISTORY_MESSAGES, Policy
from voiced.dialogue.values.requests import InFlight, Message, Role
from voiced.dialogue.values.restorable import KEPT, Dropped
from voiced.domain.batch import DraftBatch, DraftTransaction
from voiced.domain.left_out import LeftOutReason, Unrecorded, brief
from voiced.domain.memory import LedgerMemory
from voiced.domain.transaction import ParseResult
from voiced.language.commands.classifier import Utterance, read_utterance
from voiced.language.entries.habit_words import recognised
from voiced.language.entries.things import known_of

_Request = TypeVar("_Request", bound=InFlight)


class Turn:
    """The state and effects of one step.

    Attributes:
        state: the state so far.
        policy: the configuration.
        moment: the time and a fresh id.
    """

    def __init__(self, policy: Policy, state: st.Dialogue, moment: st.Moment) -> None:
        self.policy = policy
        self.state = state
        self.moment = moment
        self._before = state
        self._before_card: list[fx.BeforeCard] = []
        self._after_card: list[fx.AfterCard] = []
        self._is_activity = False
        self._is_written = False

    @property
    def read_back(self) -> ReadBack:
        """Puts entries into words, with the present time and the ledger's memory."""
        return ReadBack(self.moment.now, self._remarked)

    @property
    def in_brief(self) -> InBrief:
        """Puts entries into few words, for a speaker who sees the card."""
        return InBrief(self.moment.now, self._remarked)

    @property
    def _remarked(self) -> LedgerMemory:
        """The memory for remarks on odd entries; without the latest rows if repeated entries get none."""
        memory = self.state.memory
        return memory if self.policy.notices.repeated else LedgerMemory(usual=memory.usual)

    @property
    def batch(self) -> DraftBatch:
        """The open draft.

        Raises:
            AssertionError: no draft is open, which callers rule out.
        """
        assert self.state.batch is not None, "no draft is open"  # noqa: S101 - an invariant, not input
        return self.state.batch

    @property
    def is_offline(self) -> bool:
        """Whether the settings forbid requests to the model, or requests pause after failures."""
        return self.policy.offline or self.state.model_paused

    @property
    def is_night(self) -> bool:
        """Whether nothing is pointed out now unless somebody asks."""
        night = self.policy.night
        return night is not None and night.hold(self.moment.now.time())

    def before_card(self, effect: fx.BeforeCard) -> None:
        """Add an effect that comes before the redrawn card, in the order of the calls."""
        self._before_card.append(effect)

    def after_card(self, effect: fx.AfterCard) -> None:
        """Add an effect that comes after the redrawn card, such as speech, in the order of the calls."""
        self._after_card.append(effect)

    def update(self, **fields: Any) -> None:
        """Change fields of the state."""
        self.state = replace(self.state, **fields)

    def number(self) -> int:
        """A new number for a request, save, sentence or timer."""
        self.update(last_number=self.state.last_number + 1)
        return self.state.last_number

    def say(
        self, text: str, asks: st.OpenQuestion = st.PlainQuestion.NOTHING, short: str = "", heard: str = ""
    ) -> None:
        """Say a sentence; from now on a bare yes or no answers its question.

        Args:
            text: the sentence in full.
            asks: its question.
            short: its form beside the card.
            heard: its form for the voice, with rounded amounts.
        """
        number = self.number()
        self.update(
            speaking=(*self.state.speaking, number), open_question=asks, said=text, said_number=number
        )
        self.after_card(fx.Speak(number, text, short_answers(asks, self.state.batch), short, heard))

    def remark(self, text: str) -> None:
        """Say a sentence without a question of its own; the open question stays."""
        self.say(text, self.state.open_question)

    def enter(self, phase: st.Phase) -> None:
        """Change the phase and report the change; the change to IDLE comes after the redrawn card."""
        if phase is self.state.phase:
            return
        self.update(phase=phase)
        if phase is st.Phase.IDLE:
            self.after_card(fx.ChangeState(phase))
        else:
            self.before_card(fx.ChangeState(phase))

    def open_draft(self, batch: DraftBatch) -> None:
        """Open a draft or replace it by its changed form; rows that are in it again are no longer listed as dropped."""
        outside = (dropped.outside(batch) for dropped in self.state.dropped)
        self.update(batch=batch, dropped=tuple(dropped for dropped in outside if dropped.rows))
        self.enter(st.Phase.CONFIRMING)

    def new_draft(self, entries: Sequence[ParseResult]) -> DraftBatch:
        """A new draft of these entries, which is not open yet."""
        return DraftBatch.of(entries, batch_id=self.moment.fresh_id, created_at=self.moment.now)

    def close_draft(self) -> None:
        """Close the draft; a request or question about it is void."""
        self.drop_request()
        self.update(
            batch=None,
            history=(),
            open_question=st.PlainQuestion.NOTHING,
            objected=False,
            rows_decided=None,
            amendment=None,
            appended=None,
            due_rows=(),
        )

    def written(self) -> None:
        """Note that the save cleared the journal too, so that the journalled draft need not be deleted."""
        self._is_written = True

    def drop_request(self) -> None:
        """Stop waiting for the model or the ledger."""
        if self.state.in_flight is not None:
            self.before_card(fx.DropRequest(self.state.in_flight.number))
            self.update(in_flight=None)

    def take_request(self, kind: type[_Request], number: int) -> _Request | None:
        """The request with this number, which is no longer in flight from now on; None if its outcome comes too late."""
        request = self.state.in_flight
        if not isinstance(request, kind) or request.number != number:
            return None
        self.update(in_flight=None)
        return request

    def remember(self, role: Role, content: str) -> None:
        """Add to the history of this draft."""
        self.update(history=(*self.state.history, Message(role, content))[-HISTORY_MESSAGES:])

    def recognised(self, entry: ParseResult, said: str = "") -> ParseResult:
        """A new entry with the category and account that the habits of the household give to its words.

        Args:
            entry: the new entry.
            said: the utterance that tells of it; empty for an entry that was filled in by hand.
        """
        if not self.policy.habits:
            return entry
        state = self.state
        return recognised(entry, said, state.memory, state.vocabulary, self.moment.now)

    def read(self, text: str) -> Utterance:
        """Read words, with the present time and the ledger's names."""
        return read_utterance(text, self.state.vocabulary, self.moment.now)

    def defer(self, utterance: Utterance) -> None:
        """Keep an utterance until no outcome is awaited."""
        self.update(deferred=(*self.state.deferred, utterance))

    def forget_deferred_saves(self) -> None:
        """Drop deferred utterances that would save, because the speaker assumed that the command before them works."""
        self.keep_deferred(lambda utterance: not utterance.would_save)

    def forget_saves_before_doubt(self, items: Iterable[DraftTransaction]) -> None:
        """Drop deferred saves if one of these rows is doubtful, because they were said before its read-back."""
        if any(item.result.is_doubtful for item in items):
            self.forget_deferred_saves()

    def keep_deferred(self, is_kept: Callable[[Utterance], bool]) -> None:
        """Drop the deferred utterances that are not to be kept."""
        self.update(deferred=tuple(filter(is_kept, self.state.deferred)))

    def active(self) -> None:
        """Note an action of the speaker, which restarts the time of inactivity."""
        self._is_activity = True
        self.update(overdue=False, misheard=st.Misheard())

    def drop(self, items: Iterable[DraftTransaction]) -> None:
        """Remember rows of the open draft that are dropped, so that they can be restored for a while."""
        rows = tuple(items)
        batch_id = "" if self.state.batch is None else self.state.batch.id
        self.keep_dropped([item.result for item in rows], batch_id, [item.index for item in rows])

    def keep_dropped(
        self,
        rows: Iterable[ParseResult],
        batch_id: str = "",
        indices: Iterable[int] = (),
        *,
        lacks_room: bool = False,
    ) -> None:
        """Remember entries that are in no draft, so that they can be restored for a while."""
        dropped = Dropped(tuple(rows), self.moment.now, batch_id, tuple(indices), lacks_room)
        if dropped.rows:
            self.update(dropped=(*self.state.dropped, dropped))

    def note_objection(self) -> None:
        """Remember an objection to the open draft that had no effect."""
        self.update(objected=self.state.batch is not None)

    def say_pending(self) -> None:
        """Read the pending rows back, and ask whether they are right."""
        self.update(objected=False)
        self.say_draft(self.read_back.pending(self.batch), short=self.in_brief.pending(self.batch))

    def say_draft(
        self, sentence: str, rows: Sequence[DraftTransaction] | None = None, *, short: str = ""
    ) -> None:
        """Say a sentence that reads rows back, and ask about the first one in doubt.

        Args:
            sentence: the read-back; for a draft of one row in doubt it is itself the question about the doubt.
            rows: the rows in it; None stands for all pending rows.
            short: the sentence in few words.
        """
        in_doubt = [item for item in (self.batch.pending_items if rows is None else rows) if item.doubt]
        if in_doubt and self.batch.is_single:
            self._ask_which(in_doubt[0], sentence)
            return
        self.say(sentence, st.PlainQuestion.CONFIRM_DRAFT, short)
        if in_doubt:
            self.ask_which_reading(in_doubt[0])

    def ask_which_reading(self, item: DraftTransaction) -> None:
        """Ask for the choice between the readings of a row in doubt."""
        sentence = self.read_back.one(item)
        self.remember(Role.ASSISTANT, sentence)
        self._ask_which(item, sentence)

    def _ask_which(self, item: DraftTransaction, sentence: str) -> None:
        self.say(sentence, st.ReadingInQuestion(item.index))
        self.forget_deferred_saves()

    def shown_draft(self) -> fx.ShowDraft:
        """The card as it is now."""
        state = self.state
        return fx.ShowDraft(state.batch, state.revision, self.is_offline)

    def leave_out(self, entries: Iterable[ParseResult], reason: LeftOutReason) -> None:
        """Remember entries that were said and are not in the draft, until they are said again, added or put away."""
        added = (Unrecorded(brief(entry), reason, entry) for entry in entries)
        self.update(left_out=(*self.state.left_out, *added))

    def leave_out_words(self, clauses: Iterable[str], reason: LeftOutReason) -> None:
        """Remember the entries of these words in the same way; words that are known already count once."""
        vocabulary, now = self.state.vocabulary, self.moment.now
        known = {one.words for one in self.state.left_out}
        added = (
            Unrecorded(words, reason, known_of(words, vocabulary, now))
            for words in dict.fromkeys(clauses)
            if words not in known
        )
        self.update(left_out=(*self.state.left_out, *added))

    def take_in(self, said: str) -> None:
        """Forget entries that were left out and are said again."""
        self.update(left_out=tuple(one for one in self.state.left_out if one.words not in said))

    def finish(self) -> tuple[st.Dialogue, tuple[fx.Effect, ...]]:
        """The new state and all effects of this step, in the order that every step has."""
        self._age_left_out()
        if self.state.restorable != self._before.restorable:
            self.after_card(fx.TellRestorable(self.state.restorable))
        effects = (*self._before_card, *self._card(), *self._journal(), *self._after_card, *self._timer())
        return self.state, effects

    def _age_left_out(self) -> None:
        """Without its draft, what was left out stays as long as dropped rows."""
        now = self.moment.now
        kept = tuple(one for one in self.state.left_out if one.until is None or now <= one.until)
        if self.state.batch is None:
            kept = tuple(one if one.until else replace(one, until=now + KEPT) for one in kept)
        self.update(left_out=kept)

    def _card(self) -> tuple[fx.Effect, ...]:
        before, state = self._before, self.state
        if before.batch != state.batch:
            self.update(revision=state.revision + 1)
            return (self.shown_draft(),)
        is_told = before.model_paused == state.model_paused
        return () if is_told or state.batch is None else (self.shown_draft(),)

    def _journal(self) -> tuple[fx.Effect, ...]:
        changes = journal_changes(self._before, self.state)
        return () if self._is_written and changes == (fx.DropDraft(),) else changes

    def _timer(self) -> tuple[fx.Effect, ...]:
        state = self.state
        if state.phase is st.Phase.IDLE or state.is_waiting or state.speaking:
            self.update(timer=None)
        elif self._is_activity or state.timer is None:
            number = self.number()
            self.update(timer=number)
            return (fx.SetTimer(number, self.policy.inactivity_seconds),)
        return ()
