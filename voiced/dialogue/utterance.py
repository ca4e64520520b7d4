"""The effect of an utterance, which depends on the phase and on a running request or save."""

from __future__ import annotations

from msgspec.structs import replace

from voiced.dialogue.agenda import ask_agenda, ask_bills
from voiced.dialogue.answers import read_out, say_again, yes
from voiced.dialogue.confirming import handle_about_draft
from voiced.dialogue.draft.closing import cancel_draft, restore
from voiced.dialogue.habits import speaks_of_memory
from voiced.dialogue.listening import handle_outside
from voiced.dialogue.model import is_online
from voiced.dialogue.recurring import offer_to_set_up, tells_of_payment
from voiced.dialogue.sentences import left_out, phrases
from voiced.dialogue.session import leave
from voiced.dialogue.turn import Turn
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import state as st
from voiced.dialogue.values.requests import Amending, SettingUp, Undoing
from voiced.domain.question import LedgerQuestion
from voiced.language.changes.correction import Changed
from voiced.language.changes.meaning import understand
from voiced.language.commands import command as cmd
from voiced.language.commands.asides import (
    Aside,
    aside_of,
    asks_about_bills,
    asks_what_is_left_out,
    asks_what_today_holds,
    repeats_verb,
    takes_back,
    wants_back,
)
from voiced.language.commands.classifier import Utterance
from voiced.language.questions.asking import (
    Unanswered,
    is_certain,
    listing_of_today,
    may_be_asked_of_a_model,
)
from voiced.language.questions.follow_ups import (
    follow_up,
    goes_on,
)
from voiced.language.questions.whole_questions import after_answer, stands_alone

_UNDOING_VERBS = ("收回", "撤")

_MAY_BE_HALF_A_QUESTION = (
    cmd.FreeWords(),
    cmd.NewEntry(),
    cmd.ReadOut(),
    cmd.AskLedger(Unanswered.NOT_UNDERSTOOD),
    cmd.AskLedger(Unanswered.BALANCE),
)


def hear(turn: Turn, text: str) -> None:
    """Read the words of an utterance, and handle it now or after the awaited outcome."""
    _hear(turn, turn.read(text))


def hear_deferred(turn: Turn) -> None:
    """Handle the oldest deferred utterance as if it were said now."""
    utterance, *later = turn.state.deferred
    turn.update(deferred=tuple(later))
    _hear(turn, utterance)


def _hear(turn: Turn, utterance: Utterance) -> None:
    turn.take_in(utterance.said)
    if turn.state.saving is not None:
        _hear_while_saving(turn, utterance)
    elif turn.state.in_flight is not None:
        _hear_while_asking(turn, utterance)
    else:
        _handle(turn, utterance)


def _understood(turn: Turn, utterance: Utterance) -> Utterance:
    """The utterance, as a question to the ledger if it is half a question: 「昨天呢」 after our answer, or the list of today.

    Words that rules only guess to be a question, and read as a change of the open draft too, are a change.
    """
    if _changes_draft(turn, utterance):
        return replace(utterance, command=cmd.FreeWords())
    question = _question_meant(turn, utterance)
    return utterance if question is None else replace(utterance, command=cmd.AskLedger(question))


def _changes_draft(turn: Turn, utterance: Utterance) -> bool:
    """Whether words that sound like a question change the open draft: 「这俩是前天的账」."""
    match utterance.command:
        case cmd.AskLedger(LedgerQuestion() as question) if turn.state.batch and not is_certain(question):
            vocabulary, now = turn.state.vocabulary, turn.moment.now
            return isinstance(understand(utterance, turn.batch.items, vocabulary, now), Changed)
        case _:
            return False


def _question_meant(turn: Turn, utterance: Utterance) -> LedgerQuestion | Unanswered | None:
    vocabulary, now, told = turn.state.vocabulary, turn.moment.now, turn.state.open_question
    before = told.question if isinstance(told, st.Told) else None
    match utterance.command:
        case cmd.AskLedger(LedgerQuestion() as whole) if before is not None:
            meant = after_answer(utterance.said, whole, before, vocabulary, now)
            return Unanswered.NOT_UNDERSTOOD if meant is None else meant
        case cmd.AskLedger(LedgerQuestion() as whole) if told is st.PlainQuestion.UNANSWERED:
            is_whole = stands_alone(utterance.said, whole, vocabulary, now)
            return whole if is_whole else Unanswered.NOT_UNDERSTOOD
        case command if command not in _MAY_BE_HALF_A_QUESTION:
            return None
        case _ if before is not None and (half := follow_up(utterance.said, before, vocabulary, now)):
            return half
        case _ if turn.state.phase is not st.Phase.LISTENING:
            return None
        case _ if today := listing_of_today(utterance.said, vocabulary, now):
            return today
        case cmd.FreeWords() | cmd.NewEntry() if before is not None and goes_on(utterance.said):
            return Unanswered.NOT_UNDERSTOOD
        case cmd.FreeWords() | cmd.NewEntry() if is_online(turn) and may_be_asked_of_a_model(
            utterance.said, after_answer=before is not None
        ):
            return Unanswered.NOT_UNDERSTOOD
        case _:
            return None


def _takes_up_offer(turn: Turn, utterance: Utterance) -> bool:
    """Whether the words accept our offer by its own verb (收回吧, 改吧) or by a repeated wish (撤销)."""
    match turn.state.open_question:
        case st.UndoOffer():
            repeated = any(repeats_verb(utterance.wording, verb) for verb in _UNDOING_VERBS)
            return repeated or takes_back(utterance.wording)
        case st.AmendOffer():
            return repeats_verb(utterance.wording, "改")
        case st.AddOffer() | st.RecurringOffer() | st.DueOffer() | st.HabitOffer() | st.SuggestedHabit():
            return False  # `answers_question` knows their verbs
        case st.PlainQuestion() | st.Told() | st.RowInQuestion() | st.ChangeInQuestion():
            return False
        case st.ReadingInQuestion() | st.ChangeOrAppend() | st.WhichOfJustNow():
            return False


def _hear_while_saving(turn: Turn, utterance: Utterance) -> None:
    match utterance.command:
        case cmd.Exit():
            turn.before_card(fx.TellFinalText(utterance.text, turn.state.batch))
            leave(turn)
        case cmd.CancelAll() | cmd.Restart():
            turn.before_card(fx.TellFinalText(utterance.text, turn.state.batch))
            turn.remark(phrases.BEING_WRITTEN)
        case cmd.ConfirmAll():
            turn.before_card(fx.TellFinalText(utterance.text, turn.state.batch))
        case command:
            _hear_later(turn, utterance, command)


def _hear_while_asking(turn: Turn, utterance: Utterance) -> None:
    match utterance.command:
        case cmd.CancelAll() | cmd.Restart() if turn.state.phase is st.Phase.LISTENING:
            turn.before_card(fx.TellFinalText(utterance.text, None))
            if isinstance(turn.state.in_flight, Undoing | Amending | SettingUp):
                turn.remark(phrases.BEING_WRITTEN)
            else:
                cancel_draft(turn)
        case cmd.Exit() | cmd.CancelAll() | cmd.Restart():
            turn.drop_request()
            _handle(turn, utterance)
        case command:
            _hear_later(turn, utterance, command)


def _hear_later(turn: Turn, utterance: Utterance, command: cmd.Deferrable) -> None:
    """Defer an utterance; drop a bare yes or no, because its question is still to be asked."""
    if isinstance(command, cmd.Assent | cmd.Denial):
        turn.before_card(fx.TellFinalText(utterance.text, turn.state.batch))
    else:
        turn.defer(utterance)


def _handle(turn: Turn, heard: Utterance) -> None:
    if speaks_of_memory(turn, heard):
        turn.before_card(fx.TellFinalText(heard.text, turn.state.batch))
        return
    utterance = _understood(turn, heard)
    aside = aside_of(utterance.wording) if isinstance(utterance.command, cmd.FreeWords) else None
    if aside is not None:
        turn.before_card(fx.TellFinalText(utterance.text, turn.state.batch))
        _answer_aside(turn, aside)
    elif isinstance(utterance.command, cmd.FreeWords) and wants_back(utterance.wording):
        turn.before_card(fx.TellFinalText(utterance.text, turn.state.batch))
        restore(turn, utterance)
    elif asks_what_is_left_out(utterance.wording):
        turn.before_card(fx.TellFinalText(utterance.text, turn.state.batch))
        turn.remark(left_out.told(turn.state.tray))
    elif asks_what_today_holds(utterance.wording):
        turn.before_card(fx.TellFinalText(utterance.text, turn.state.batch))
        ask_agenda(turn)
    elif asks_about_bills(utterance.wording):
        turn.before_card(fx.TellFinalText(utterance.text, turn.state.batch))
        ask_bills(turn, utterance.text)
    elif offer_to_set_up(turn, utterance) or tells_of_payment(turn, utterance):
        turn.before_card(fx.TellFinalText(utterance.text, turn.state.batch))
    elif _takes_up_offer(turn, utterance):
        turn.before_card(fx.TellFinalText(utterance.text, turn.state.batch))
        yes(turn)
    elif turn.state.phase is st.Phase.LISTENING:
        handle_outside(turn, utterance)
    else:
        turn.before_card(fx.TellFinalText(utterance.text, turn.state.batch))
        handle_about_draft(turn, utterance)


def _answer_aside(turn: Turn, aside: Aside) -> None:
    """Answer a question about voiced itself; an open draft stays open."""
    if turn.state.phase is st.Phase.CONFIRMING:
        _answer_about_draft(turn, aside)
        return
    match aside:
        case Aside.HELP:
            turn.remark(phrases.HELP)
        case Aside.BEGIN:
            turn.remark(phrases.LISTENING)
        case Aside.REPEAT:
            say_again(turn)
        case Aside.WRITTEN:
            rows = turn.state.last_saved
            turn.remark(phrases.written(rows) if rows else phrases.NOTHING_SAVED_BEFORE)


def _answer_about_draft(turn: Turn, aside: Aside) -> None:
    match aside:
        case Aside.HELP | Aside.BEGIN:
            turn.say_pending()
        case Aside.REPEAT:
            read_out(turn, None)
        case Aside.WRITTEN:
            turn.say(phrases.waiting(turn.batch.remaining_items))
