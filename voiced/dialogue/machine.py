"""The dialogue as a pure function: (state, event) → (state, effects).

Theory
------
There are three phases. In IDLE speech is ignored. In LISTENING an utterance becomes a draft. In CONFIRMING a draft is
open: words and presses decide its rows, change it, add to it, save it or drop it.

Beside the phase at most one request is in flight (`in_flight`: to the model or the ledger) and at most one save
(`saving`). Each has a number; an outcome with another number is late and is ignored. An utterance that arrives
meanwhile is deferred and handled after the outcome, in order and as a step of its own. Exceptions: cancel, restart
and exit are handled at once, and a bare yes or no is dropped. When a command fails, deferred utterances that would
save are dropped, because the speaker assumed that the command had worked. When a save fails, deferred utterances that
decide rows are dropped as well.

The draft is closed in five cases only: it was saved, it was cancelled, its last row was decided without a row to
save, the speaker began the next entry, or the session ended (exit, time-out, stop). A failed save opens the draft
again as it was before the command.

A bare yes or no answers `open_question`, the question of our last sentence. A bare yes saves only if that question
was whether the draft is right.

An event without a meaning in a state leaves the state as it is.
"""

from __future__ import annotations

from voiced.dialogue import (
    agenda,
    buttons,
    habits,
    ledger_questions,
    model,
    recurring,
    saved_rows,
    session,
    unclear,
    utterance,
)
from voiced.dialogue.draft import closing, interpretation, opening
from voiced.dialogue.sentences import phrases
from voiced.dialogue.tray import put_away
from voiced.dialogue.turn import Turn
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.policy import Policy
from voiced.dialogue.values.requests import Parsing, ReadingQuestion
from voiced.dialogue.values.state import Dialogue, Moment, Phase


def step(
    policy: Policy, state: Dialogue, event: ev.Event, moment: Moment
) -> tuple[Dialogue, tuple[fx.Effect, ...]]:
    """The state after an event, and the effects that it leads to. The function is pure: the time is in `moment`."""
    turn = Turn(policy, state, moment)
    _meet(turn, event)
    state, effects = turn.finish()
    while state.deferred and not state.is_waiting:
        moment = moment.of_next_step()
        turn = Turn(policy, state, moment)
        utterance.hear_deferred(turn)
        state, more = turn.finish()
        effects += more
    return state, effects


def _meet(turn: Turn, event: ev.Event) -> None:  # noqa: PLR0912, PLR0915 - a decision table reads best whole
    match event:
        case ev.Woken():
            session.wake(turn)
        case ev.Stopped():
            session.stop(turn)
        case ev.TimedOut(number):
            session.timed_out(turn, number)
        case ev.DraftRecovered(batch):
            session.draft_recovered(turn, batch)
        case (
            ev.SpeechDetected()
            | ev.PartialHeard()
            | ev.Heard()
            | ev.NotHeard()
            | ev.UnclearSpeech()
            | ev.BargedIn()
        ) if turn.state.phase is Phase.IDLE:
            pass
        case ev.SpeechDetected():
            turn.update(hearing=True)
            turn.after_card(fx.TellSpeechDetected())
        case ev.PartialHeard(text):
            turn.after_card(fx.TellPartialText(text))
        case ev.Heard(""):
            session.nothing_heard(turn)
        case ev.Heard(text):
            turn.update(hearing=False)
            turn.active()
            utterance.hear(turn, text)
        case ev.UnclearSpeech(word):
            unclear.unclear(turn, word)
        case ev.NotHeard(reason):
            turn.update(hearing=False)
            turn.active()
            turn.before_card(fx.TellError(reason))
            turn.remark(phrases.NOT_HEARD)
        case ev.BargedIn():
            session.fall_silent(turn)
        case ev.SpeechEnded(number):
            turn.update(speaking=tuple(other for other in turn.state.speaking if other != number))
            unclear.read_back_spoken(turn, number)
        case ev.Parsed():
            opening.parsed(turn, event)
        case ev.Interpreted():
            interpretation.interpreted(turn, event)
        case ev.QuestionRead():
            ledger_questions.question_read(turn, event)
        case ev.ModelFailed() if isinstance(turn.state.in_flight, Parsing):
            opening.parse_failed(turn, event)
        case ev.ModelFailed() if isinstance(turn.state.in_flight, ReadingQuestion):
            ledger_questions.reading_failed(turn, event)
        case ev.ModelFailed():
            interpretation.correction_failed(turn, event)
        case ev.ModelRetryDue():
            model.model_retry_due(turn)
        case ev.Saved():
            closing.saved(turn, event)
        case ev.SaveFailed():
            closing.save_failed(turn, event)
        case ev.Answered():
            ledger_questions.answered(turn, event)
        case ev.Revised():
            saved_rows.revised(turn, event)
        case ev.LedgerFailed():
            saved_rows.ledger_failed(turn, event)
        case ev.RecurringKnown():
            recurring.recurring_known(turn, event)
        case ev.RecurringKept():
            recurring.recurring_kept(turn, event)
        case ev.AgendaKnown():
            agenda.agenda_known(turn, event)
        case ev.BillsKnown():
            agenda.bills_known(turn, event)
        case ev.BudgetsKnown():
            agenda.budgets_known(turn, event)
        case ev.HabitFailed(reason):
            habits.habit_failed(turn, reason)
        case ev.RowsChanged():
            saved_rows.rows_changed(turn, event)
        case ev.LedgerKnown():
            saved_rows.ledger_known(turn, event)
        case ev.Pressed(button):
            buttons.pressed(turn, button)
        case ev.AnswerPressed(number, words):
            if number == turn.state.said_number and turn.state.phase is not Phase.IDLE:
                turn.active()
                utterance.hear(turn, words)
        case ev.EntryFilledIn(entry, named):
            buttons.entry_filled_in(turn, entry, named)
        case ev.PutAway(named):
            put_away(turn, named)
        case ev.DuePressed(due):
            recurring.due_pressed(turn, due)
        case (
            ev.ConfirmPressed()
            | ev.CancelPressed()
            | ev.ReopenPressed()
            | ev.ContinuePressed()
            | ev.EditPressed()
            | ev.ChoosePressed()
            | ev.ForgetPressed()
        ):
            buttons.card_pressed(turn, event)
