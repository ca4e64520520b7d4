"""Words about the draft, interpreted by the model if it can be asked, otherwise by rules.

Of the model's answer, the part that the words do not bear is not obeyed (`holding`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from voiced.dialogue.draft.additions import append_weighed, ask_change_or_append, replace, row_named_again
from voiced.dialogue.draft.closing import cancel_draft
from voiced.dialogue.draft.corrections import ask_again, change_and_append, change_rows, follow_rules
from voiced.dialogue.draft.decisions import (
    Refusal,
    confirm_unless_objected,
    decide_in_free_words,
    not_pending,
)
from voiced.dialogue.draft.holding import agrees_to_all, held_outcome, keeps_invariants, words_meant
from voiced.dialogue.draft.opening import believed_in_draft, offer
from voiced.dialogue.model import (
    believes,
    is_online,
    model_answered,
    model_failed,
    note_answer,
    request_context,
    why_it_failed,
    why_not_asked,
)
from voiced.dialogue.sentences import phrases
from voiced.dialogue.turn import Turn
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.requests import (
    Appended,
    Cancelled,
    Clarify,
    Confirmed,
    Corrected,
    Correcting,
    CorrectionRequest,
    Outcome,
    Queried,
    Replaced,
    Role,
    Unclear,
)
from voiced.dialogue.values.state import (
    AddOffer,
    AmendOffer,
    ChangeInQuestion,
    ChangeOrAppend,
    DueOffer,
    HabitOffer,
    PlainQuestion,
    ReadingInQuestion,
    RecurringOffer,
    RowInQuestion,
    SuggestedHabit,
    Told,
    UndoOffer,
    WhichOfJustNow,
)
from voiced.domain.transaction import ParseResult
from voiced.language.changes.correction import Changed, correct
from voiced.language.commands import command as cmd
from voiced.language.commands.classifier import Utterance
from voiced.language.commands.guards import objects_first
from voiced.language.commands.refusals import holds_objection
from voiced.language.commands.row_commands import is_row_alone, names_row
from voiced.language.numbers.ordinals import rewrite_ordinals
from voiced.language.rows import says_another


def understand(turn: Turn, utterance: Utterance) -> None:
    """Interpret words about the draft: by the model if it can be asked, otherwise by local rules."""
    about = _about_what_was_asked(turn, utterance)
    if is_online(turn):
        _ask(turn, about)
    else:
        follow_rules(turn, about, why_not_asked(turn))


def _about_what_was_asked(turn: Turn, utterance: Utterance) -> Utterance:
    """The words, completed by the subject of our question: the row (是15 → 第1笔是15) or the change (第一笔 → 第一笔是15)."""
    match turn.state.open_question:
        case ChangeInQuestion(words) if is_row_alone(utterance.wording):
            return turn.read(f"{utterance.text}{words}")
        case RowInQuestion(index) if not names_row(utterance.wording):
            is_new = isinstance(utterance.command, cmd.NewEntry)
            return utterance if is_new else turn.read(f"第{index + 1}笔{utterance.text}")
        case PlainQuestion() | UndoOffer() | AmendOffer() | AddOffer() | RecurringOffer() | DueOffer():
            return utterance
        case ReadingInQuestion() | ChangeOrAppend() | WhichOfJustNow() | Told():
            return utterance
        case HabitOffer() | SuggestedHabit():
            return utterance
        case ChangeInQuestion() | RowInQuestion():
            return utterance


def _ask(turn: Turn, utterance: Utterance) -> None:
    pending = turn.batch.pending_items
    sent = _in_the_terms_of_the_request(turn, utterance)
    if isinstance(sent, Refusal):
        turn.remark(sent.sentence)
        turn.forget_deferred_saves()
        return
    if turn.state.open_question is not PlainQuestion.MODELS_OWN:
        turn.update(unsettled="")
    turn.remember(Role.USER, sent)
    turn.say(phrases.MODIFYING)
    number = turn.number()
    turn.update(in_flight=Correcting(number, utterance, tuple(item.index for item in pending)))
    rows = tuple(item.result for item in pending)
    turn.after_card(
        fx.AskCorrection(
            number,
            CorrectionRequest(rows, sent, request_context(turn), turn.state.history, believes(turn)),
        )
    )


def _in_the_terms_of_the_request(turn: Turn, utterance: Utterance) -> str | Refusal:
    """The words with the row numbers of the request, which holds pending rows only.

    A single number of a row that is not pending is sent unchanged (1-18). Among several numbers it leads to a refusal.
    """
    text, said, batch = utterance.text, utterance.said, turn.batch
    places = {item.number: place for place, item in enumerate(batch.pending_items, start=1)}
    places |= {number - len(batch) - 1: place for number, place in places.items()}
    named = {number for mention in utterance.wording.mentions for number in mention.numbers}
    unknown = sorted(number for number in named if number not in places)
    if unknown and len(named) > 1:
        return not_pending(unknown, batch)
    if batch.pending_count == len(batch):
        return text
    rewritten = rewrite_ordinals(said, places)
    return text if rewritten == said else rewritten


def correction_failed(turn: Turn, event: ev.ModelFailed) -> None:
    """Follow the local rules, because the model gave no useful answer in time."""
    request = turn.take_request(Correcting, event.number)
    if request is None:
        return
    model_failed(turn, event)
    follow_rules(turn, request.utterance, why_it_failed(turn, event))


def interpreted(turn: Turn, event: ev.Interpreted) -> None:
    """Obey the model's answer; ignore an answer to an outdated request."""
    request = turn.take_request(Correcting, event.number)
    if request is None:
        return
    model_answered(turn)
    outcome = held_outcome(turn, event.interpretation, request)
    note_answer(turn, is_good=keeps_invariants(turn, event.interpretation, outcome, request.utterance))
    _act(turn, request, outcome)
    if isinstance(outcome, Corrected | Appended | Replaced):
        turn.update(of_model=turn.state.batch)


def _act(turn: Turn, request: Correcting, outcome: Outcome) -> None:
    match outcome:
        case Corrected():
            _change_and_decide(turn, request.utterance, outcome)
        case Confirmed() if agrees_to_all(turn, request.utterance):
            confirm_unless_objected(turn, _still_pending(turn, request.indices))
        case Confirmed():
            turn.say_pending()
            turn.forget_deferred_saves()
        case Cancelled() if (changed := _change_said(turn, request)) is not None:
            change_rows(turn, changed.corrections, request.utterance)
        case Cancelled():
            cancel_draft(turn)
        case Appended() | Replaced():
            _take_entries(turn, request, outcome)
        case Clarify(message):
            if holds_objection(request.utterance.wording, turn.state.vocabulary, turn.moment.now):
                turn.note_objection()
            turn.update(unsettled=words_meant(turn, request.utterance))
            turn.say(message, PlainQuestion.MODELS_OWN)
            turn.remember(Role.ASSISTANT, message)
            turn.forget_deferred_saves()
        case Queried():
            turn.say(phrases.QUERY_LATER)
            turn.forget_deferred_saves()
        case Unclear():
            ask_again(turn, request.utterance)


def _change_and_decide(turn: Turn, utterance: Utterance, change: Corrected) -> None:
    """Change, add, drop and confirm rows; read them back if the words only restate them.

    A question about a new row is asked again after what was said about the others.
    """
    if change.added:
        weighed = believed_in_draft(turn, utterance, change.added)
        change_and_append(turn, change.corrections, utterance, weighed, change.lost)
    elif change.corrections:
        change_rows(turn, change.corrections, utterance)
    if change.lost and not change.added:
        turn.remark(phrases.lost(change.lost))
    if not (change.drop or change.keep):
        if not (change.corrections or change.added):
            turn.say_pending()
        return
    asked = turn.state.open_question
    decide_in_free_words(turn, change.drop, change.keep)
    match asked:
        case ChangeOrAppend() if change.added and turn.state.batch is not None:
            ask_change_or_append(turn, *asked.all)
        case ChangeOrAppend(entry=entry) if change.added:
            offer(turn, (entry,))
        case AddOffer(entries) if change.added:
            offer(turn, entries)
        case _:
            pass


def _take_entries(turn: Turn, request: Correcting, outcome: Appended | Replaced) -> None:
    """Add the model's entries to the draft, or put one in the place of its only row.

    A row that was reopened on the card meanwhile is not the one that the model was asked about. Entries behind words that object to
    the draft leave the objection open unless they take the place of the row that it meant, so that the next confirm reads all
    rows back first.
    """
    utterance, pending = request.utterance, turn.batch.pending_items
    weighed = believed_in_draft(turn, utterance, outcome.results)
    is_objection = objects_first(utterance.wording)
    is_sole = len(pending) == 1 and pending[0].index in request.indices
    in_its_place = isinstance(outcome, Replaced) or (is_objection and is_sole)
    if in_its_place and not _comes_in_addition(turn, utterance, outcome.results):
        join = replace if is_sole else append_weighed
        join(turn, utterance, weighed, outcome.lost)
        turn.update(history=())
        is_settled = is_sole and bool(weighed.told)
    else:
        append_weighed(turn, utterance, weighed, outcome.lost)
        is_settled = False
    if is_objection and not is_settled:
        turn.note_objection()


def _change_said(turn: Turn, request: Correcting) -> Changed | None:
    """The change of rows of the request that rules read for certain in words that the model took for a cancel: 第一笔改成61."""
    found = correct(request.utterance.wording, turn.batch.items, turn.state.vocabulary, turn.moment.now)
    if not isinstance(found, Changed):
        return None
    return found if {one.index for one in found.corrections} <= set(request.indices) else None


def _comes_in_addition(turn: Turn, utterance: Utterance, results: Sequence[ParseResult]) -> bool:
    """Whether the entries join the draft: the words say so, or they are an entry with the name of an open row."""
    is_entry = isinstance(utterance.command, cmd.NewEntry)
    return says_another(utterance.said) or (
        is_entry and row_named_again(turn, utterance, results) is not None
    )


def _still_pending(turn: Turn, indices: Iterable[int]) -> cmd.Rows:
    return cmd.Rows(tuple(index + 1 for index in indices if turn.batch.items[index].is_pending))
