"""Answers to our last sentence: a bare yes or no, a choice, an amount."""

from __future__ import annotations

from collections.abc import Sequence

from voiced.dialogue.draft.additions import (
    answers_reading,
    append,
    ask_change_or_append,
    deny_readings,
    set_amount,
    take_reading,
    take_up,
)
from voiced.dialogue.draft.closing import cancel_draft
from voiced.dialogue.draft.corrections import change_rows
from voiced.dialogue.draft.decisions import Refusal, decide_rows, select
from voiced.dialogue.draft.opening import ask_to_record
from voiced.dialogue.habits import answers_habit, answers_suggestion
from voiced.dialogue.recurring import answers_due, answers_set_up
from voiced.dialogue.saved_rows import amend, undo
from voiced.dialogue.sentences import phrases
from voiced.dialogue.session import drop_recovered, leave, resume
from voiced.dialogue.turn import Turn
from voiced.dialogue.values import state as st
from voiced.domain.batch import DraftBatch, DraftTransaction
from voiced.domain.money import Money
from voiced.domain.transaction import FieldChange, ParseResult
from voiced.language.changes.correction import Changed, correct
from voiced.language.commands import command as cmd
from voiced.language.commands.asides import finds_it_right, repeats_verb
from voiced.language.commands.classifier import Utterance
from voiced.language.commands.guards import denies_change, says_it_is_not_so
from voiced.language.commands.replies import OfferReply, reply_of
from voiced.language.commands.wording import Wording
from voiced.language.entries.choosing import (
    changed_to,
    chooses_another,
    chooses_same,
    states_value,
    value_stated,
)
from voiced.language.entries.things import bare_amount
from voiced.language.names.filing import filed


def yes_or_no_to_draft(
    turn: Turn, wording: Wording, command: cmd.ConfirmAll | cmd.Assent | cmd.Denial
) -> None:
    """An explicit confirm saves; a bare yes only where the open question was whether the draft is right."""
    match turn.state.open_question, command:
        case st.PlainQuestion.CONFIRM_DRAFT, cmd.Denial() if says_it_is_not_so(wording):
            turn.note_objection()
            no(turn)
        case _, cmd.Denial():
            no(turn)
        case ((st.UndoOffer() | st.AmendOffer()), _):
            answer_saved(turn, wording)
        case st.PlainQuestion.MORE_CHANGES, cmd.ConfirmAll() if denies_change(wording):
            turn.say_pending()
        case st.PlainQuestion.MORE_CHANGES, cmd.Assent() if finds_it_right(wording):
            decide_rows(turn, [cmd.ConfirmAll()])
        case _, cmd.ConfirmAll():
            decide_rows(turn, [command])
        case st.PlainQuestion.CONFIRM_DRAFT, cmd.Assent():
            decide_rows(turn, [cmd.ConfirmAll()])
        case st.PlainQuestion.MORE_CHANGES, cmd.Assent():
            turn.say(phrases.WHAT_TO_CHANGE)
        case _, cmd.Assent():
            turn.say_pending()


def answer_saved(turn: Turn, wording: Wording) -> None:
    """Obey words of assent to an offer about saved rows; 不改 and 不用改 decline it."""
    if denies_change(wording):
        no(turn)
    else:
        yes(turn)


def yes(turn: Turn) -> None:
    """Obey a yes to our last sentence, without an open draft or to an offer about saved rows."""
    match turn.state.open_question, turn.state.recovered:
        case st.UndoOffer() as offer, _:
            undo(turn, offer)
        case st.AmendOffer() as offer, _:
            amend(turn, offer)
        case st.PlainQuestion.RESUME_DRAFT, DraftBatch() as batch:
            resume(turn, batch)
        case st.ChangeInQuestion(), _:
            turn.remark(phrases.WHICH_ROW)
        case ((st.PlainQuestion.MORE_ENTRIES | st.Told()), _):
            turn.say(phrases.LISTENING)
        case (
            (
                st.PlainQuestion()
                | st.RowInQuestion()
                | st.ReadingInQuestion()
                | st.ChangeOrAppend()
                | st.AddOffer()
                | st.DueOffer()
                | st.RecurringOffer()
                | st.HabitOffer()
                | st.SuggestedHabit()
                | st.WhichOfJustNow()
            ),
            _,
        ):
            turn.say(phrases.NO_DRAFT)


def no(turn: Turn) -> None:
    """Obey a no to our last sentence."""
    match turn.state.open_question, turn.state.phase:
        case st.PlainQuestion.RESUME_DRAFT, _:
            decline(turn)
        case (st.PlainQuestion.MORE_ENTRIES, _) | (st.Told(), st.Phase.LISTENING):
            leave(turn)
        case st.PlainQuestion.CONFIRM_DRAFT, _:
            turn.say(phrases.WHAT_TO_CHANGE)
        case _, st.Phase.CONFIRMING:
            turn.say_pending()
        case _, st.Phase.LISTENING | st.Phase.IDLE:
            turn.say(phrases.LISTENING)


def decline(turn: Turn) -> None:
    """Drop the draft that a crash left behind, because the speaker declined it; 恢复 restores it for a while."""
    recovered = turn.state.recovered
    turn.keep_dropped(item.result for item in (() if recovered is None else recovered.remaining_items))
    drop_recovered(turn)
    cancel_draft(turn)


_OFFERING_VERBS = ("记", "加")
_RESUMING_VERBS = ("继续处理", "处理")


def answers_question(turn: Turn, utterance: Utterance) -> bool:
    """Obey an answer to our question about an entry or a draft that a crash left behind; return whether the words are an answer."""
    match turn.state.open_question:
        case st.AddOffer(entries):
            return _answers_offer(turn, entries, utterance)
        case st.DueOffer(due):
            return answers_due(turn, due, utterance)
        case st.RecurringOffer(entry):
            return answers_set_up(turn, entry, utterance)
        case st.HabitOffer() as offer:
            return answers_habit(turn, offer, utterance)
        case st.SuggestedHabit() as asked:
            return answers_suggestion(turn, asked, utterance)
        case st.ReadingInQuestion(index):
            item = next((item for item in turn.batch.pending_items if item.index == index), None)
            return item is not None and _answers_doubt(turn, item, utterance)
        case st.ChangeOrAppend(index) as asked if index < len(turn.batch):
            return _chooses(turn, asked, utterance)
        case st.PlainQuestion.RESUME_DRAFT if any(
            repeats_verb(utterance.wording, verb) for verb in _RESUMING_VERBS
        ):
            yes(turn)
            return True
        case st.PlainQuestion() | st.UndoOffer() | st.AmendOffer() | st.ChangeOrAppend():
            return False
        case st.Told() | st.RowInQuestion() | st.ChangeInQuestion() | st.WhichOfJustNow():
            return False


def _answers_offer(turn: Turn, entries: tuple[ParseResult, ...], utterance: Utterance) -> bool:
    amount = _value(utterance)
    match reply_of(utterance):
        case OfferReply.NO:
            _decline_offer(turn)
        case OfferReply.UNCLEAR:
            ask_to_record(turn, entries)
        case OfferReply.YES:
            _take_up(turn, entries)
        case OfferReply.OTHER if any(repeats_verb(utterance.wording, verb) for verb in _OFFERING_VERBS):
            _take_up(turn, entries)
        case OfferReply.OTHER if amount is not None and len(entries) == 1:
            _take_up(turn, [entries[0].amended(FieldChange(amount=amount))])
        case OfferReply.OTHER if amount is not None:
            ask_to_record(turn, entries)
        case OfferReply.OTHER:
            return _corrects_offer(turn, entries, utterance)
    return True


def _corrects_offer(turn: Turn, entries: Sequence[ParseResult], utterance: Utterance) -> bool:
    """Take up offered entries that the words correct, which says that they are entries; return whether the words do so."""
    if turn.state.batch is not None or not isinstance(utterance.command, cmd.Changes):
        return False
    batch = turn.new_draft([filed(entry, turn.state.vocabulary) for entry in entries])
    match correct(utterance.wording, batch.items, turn.state.vocabulary, turn.moment.now):
        case Changed(corrections):
            turn.open_draft(batch)
            change_rows(turn, corrections, utterance)
            return True
        case _:
            return False


def _decline_offer(turn: Turn) -> None:
    if turn.state.batch is None:
        turn.say(phrases.NOT_RECORDED)
    else:
        turn.say_pending()


def _take_up(turn: Turn, entries: Sequence[ParseResult]) -> None:
    """Put the offered entries into the draft and read them back, or ask for the amount of a thing that lacks it."""
    if turn.state.batch is not None and len(entries) == 1 and entries[0].amount is None:
        turn.open_draft(turn.batch.append(filed(entries[0], turn.state.vocabulary)))
        turn.say(phrases.how_much(entries[0].description))
    else:
        take_up(turn, entries)


def _answers_doubt(turn: Turn, item: DraftTransaction, utterance: Utterance) -> bool:
    """Set the value that the words choose, without saving; return whether the words are an answer.

    A yes takes a proposed amount. Between two values it chooses none, so that our question is repeated.
    """
    doubt, command = item.doubt, utterance.command
    if doubt is None:
        return False
    if doubt.is_proposal and isinstance(command, cmd.Assent | cmd.ConfirmAll):
        take_reading(turn, item.index, doubt.readings[0])
    elif answers_reading(turn, item, doubt, utterance):
        pass
    elif isinstance(command, cmd.Assent):
        turn.ask_which_reading(item)
    elif isinstance(command, cmd.Denial):
        deny_readings(turn, item, doubt)
    else:
        return False
    return True


def _value(utterance: Utterance) -> Money | None:
    """The amount that an answer states: 三十, 对，三十, 不对，是三十."""
    return bare_amount(value_stated(utterance.said))


def _chooses(turn: Turn, asked: st.ChangeOrAppend, utterance: Utterance) -> bool:
    """Obey the choice between a change and a new row and ask about the next entry, or repeat our question after a bare yes or no.

    Return whether the words are an answer. After other words, the next confirm reads the rows back first.
    """
    index, entry = asked.index, asked.entry
    said, value = utterance.said, _value(utterance)
    if chooses_another(said):
        append(turn, (entry,))
    elif value is not None and states_value(said):
        set_amount(turn, index, value)
        ask_change_or_append(turn, *asked.later)
    elif chooses_same(said) or _changes_to(said, entry):
        set_amount(turn, index, entry.amount)
        ask_change_or_append(turn, *asked.later)
    elif isinstance(utterance.command, cmd.Assent | cmd.Denial | cmd.ConfirmAll) and entry.amount is not None:
        turn.say(phrases.change_or_append(turn.batch.items[index].result, entry.amount), asked)
    else:
        turn.note_objection()
        return False
    return True


def _changes_to(said: str, entry: ParseResult) -> bool:
    """Whether the words choose the change and name its amount: 改成40 after 「午饭改成40元，还是另记一笔？」."""
    value = changed_to(said)
    return value is not None and bare_amount(value) == entry.amount


def read_out(turn: Turn, rows: cmd.RowSelector | None) -> None:
    """Read rows of the draft in full, or the whole draft with the question whether it is right."""
    if rows is None:
        turn.update(objected=False)
        turn.say_draft(turn.read_back.draft_in_full(turn.batch))
        return
    match select(rows, turn.batch):
        case Refusal(sentence):
            turn.remark(sentence)
        case items:
            turn.say(turn.read_back.in_full(items))


def say_again(turn: Turn) -> None:
    """Repeat our last sentence; at the beginning, explain how voiced works."""
    turn.remark(turn.state.said or phrases.HELP)
