"""Layer 2: words that the command grammar does not settle, understood by the model or by local rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from voiced.dialogue import phrases
from voiced.dialogue.asking import (
    Appended,
    Cancelled,
    Clarify,
    Confirmed,
    Corrected,
    CorrectionRequest,
    Outcome,
    Queried,
    Replaced,
    Role,
    Unclear,
)
from voiced.dialogue.asking_back import ask_again, ask_which, not_understood, refuse_rows
from voiced.dialogue.deciding import decide_rows
from voiced.dialogue.deferring import forget_deferred_saves
from voiced.dialogue.effects import AskCorrection, TellError
from voiced.dialogue.events import Interpreted, ModelFailed
from voiced.dialogue.model_health import model_answered, model_failed
from voiced.dialogue.policy import CONFIDENCE_FLOOR
from voiced.dialogue.posting import filed
from voiced.dialogue.rows import Refusal, not_pending
from voiced.dialogue.state import ChangeInQuestion, Correcting, OpenQuestion, RowInQuestion
from voiced.dialogue.turn import Turn
from voiced.domain.batch import MAX_ITEMS, DraftTransaction
from voiced.domain.transaction import Correction, ParseResult
from voiced.language.change_rows import AlreadyResolved, NoSuchRow, WhichRow
from voiced.language.commands import CancelRows, ConfirmRows, NewInput, Rows
from voiced.language.correction import Changed, correct
from voiced.language.guards import forbids_saving, is_natural_assent
from voiced.language.intents import classify
from voiced.language.ordinals import find_ordinals, rewrite_ordinals
from voiced.language.row_commands import is_row_alone, names_row
from voiced.language.sentence import parse_sentence, split_sentence
from voiced.language.text import normalise


def understand(turn: Turn, text: str) -> None:
    """Find out what the words mean for the draft: ask the model, or follow the local rules without one."""
    about = _about_what_was_asked(turn, text)
    if turn.is_online:
        _ask(turn, about)
    else:
        _follow_rules_offline(turn, about)


def _about_what_was_asked(turn: Turn, text: str) -> str:
    """The words with what our last sentence asked about: the row (是15 → 第1笔是15) or the change (第一笔 → 第一笔是15)."""
    match turn.state.asked:
        case ChangeInQuestion(words) if is_row_alone(text):
            return f"{text}{words}"
        case RowInQuestion(index) if not names_row(text):
            is_new = isinstance(classify(text, turn.state.vocabulary, turn.moment.now), NewInput)
            return text if is_new else f"第{index + 1}笔{text}"
        case _:
            return text


def interpreted(turn: Turn, event: Interpreted) -> None:
    """The model's answer; one that nobody waits for any more changes nothing."""
    asking = turn.state.asking
    if not isinstance(asking, Correcting) or asking.number != event.number:
        return
    turn.update(asking=None)
    model_answered(turn)
    _act(turn, asking, _trusted(event, asking.text))


def correction_failed(turn: Turn, event: ModelFailed, asking: Correcting) -> None:
    """No useful answer in time: local rules take over."""
    turn.update(asking=None)
    model_failed(turn)
    turn.emit(TellError(event.reason))
    _follow_rules(turn, asking.text)


def _ask(turn: Turn, text: str) -> None:
    pending = turn.batch.pending_items
    sent = _in_the_terms_of_the_request(turn, text)
    if isinstance(sent, Refusal):
        turn.say_aside(sent.sentence)
        forget_deferred_saves(turn)
        return
    turn.remember(Role.USER, sent)
    turn.say(phrases.MODIFYING)
    number = turn.number()
    turn.update(asking=Correcting(number, text, tuple(item.index for item in pending)))
    rows = tuple(item.result for item in pending)
    turn.emit(AskCorrection(number, CorrectionRequest(rows, sent, turn.context(), turn.state.history)))


def _in_the_terms_of_the_request(turn: Turn, text: str) -> str | Refusal:
    """The words with each row number as the model counts: it sees pending rows only (spec 3.10).

    A sole number of a row that is not pending goes out as said (1-18); beside others it cannot be meant as anything.
    """
    said, batch = normalise(text), turn.batch
    places = {item.number: place for place, item in enumerate(batch.pending_items, start=1)}
    places |= {number - len(batch) - 1: place for number, place in places.items()}
    named = {number for mention in find_ordinals(said) for number in mention.numbers}
    unknown = sorted(number for number in named if number not in places)
    if unknown and len(named) > 1:
        return not_pending(unknown, batch)
    if batch.pending_count == len(batch):
        return text
    rewritten = rewrite_ordinals(said, places)
    return text if rewritten == said else rewritten


def _trusted(event: Interpreted, text: str) -> Outcome:
    """The outcome as far as it may be acted on: sure enough, and not against the words themselves."""
    outcome, confidence = event.interpretation.outcome, event.interpretation.confidence
    if confidence is not None and confidence < CONFIDENCE_FLOOR:
        return Unclear()
    if isinstance(outcome, Confirmed) and (confidence is None or forbids_saving(text)):
        return Unclear()
    if isinstance(outcome, Cancelled) and confidence is None:
        return Unclear()
    if isinstance(outcome, Appended | Replaced) and not outcome.results:
        return Unclear()
    return outcome


def _act(turn: Turn, asking: Correcting, outcome: Outcome) -> None:
    match outcome:
        case Corrected(corrections):
            _apply(turn, _mapped_back(turn, corrections, asking.indices), asking.text)
        case Confirmed():
            decide_rows(turn, [ConfirmRows(_still_pending(turn, asking.indices))])
        case Cancelled():
            decide_rows(turn, [CancelRows(_still_pending(turn, asking.indices))])
        case Appended(results):
            append(turn, results)
        case Replaced(results):
            _replace(turn, results)
            turn.update(history=())
        case Clarify(message):
            turn.say(message, OpenQuestion.MODELS_OWN)
            turn.remember(Role.ASSISTANT, message)
            forget_deferred_saves(turn)
        case Queried():
            turn.say(phrases.QUERY_LATER)
            forget_deferred_saves(turn)
        case Unclear():
            ask_again(turn, asking.text)


def _mapped_back(
    turn: Turn, corrections: Iterable[Correction], indices: Sequence[int]
) -> tuple[Correction, ...]:
    """Corrections with the draft's own indices, those of rows decided meanwhile left out.

    A row that was never sent makes the whole answer wrong, so that nothing of it is kept (documents, decision 8).
    """
    corrections = tuple(corrections)
    if not all(0 <= correction.index < len(indices) for correction in corrections):
        return ()
    return tuple(
        Correction(indices[correction.index], correction.fields)
        for correction in corrections
        if turn.batch.items[indices[correction.index]].is_pending and not correction.fields.is_empty
    )


def _still_pending(turn: Turn, indices: Iterable[int]) -> Rows:
    return Rows(tuple(index + 1 for index in indices if turn.batch.items[index].is_pending))


def _apply(turn: Turn, corrections: Sequence[Correction], text: str) -> None:
    if not corrections:
        ask_again(turn, text)
        return
    batch = turn.batch
    for correction in corrections:
        result = batch.items[correction.index].result.amended(correction.fields)
        batch = batch.update_item(correction.index, filed(result, turn.state.vocabulary))
    turn.open_batch(batch)
    changed = sorted({correction.index for correction in corrections})
    sentence = turn.reader.modified(batch, [batch.items[index] for index in changed])
    turn.remember(Role.ASSISTANT, sentence)
    turn.say(sentence, OpenQuestion.CONFIRM_DRAFT if batch.is_single else OpenQuestion.MORE_CHANGES)


def append(turn: Turn, results: Sequence[ParseResult]) -> None:
    """Add entries to the draft, as many as fit, and read them back."""
    added = _add(turn, results)
    if added:
        sentence = turn.reader.appended(turn.batch, added)
        turn.remember(Role.ASSISTANT, sentence)
        turn.say(sentence, OpenQuestion.CONFIRM_DRAFT)


def _add(turn: Turn, results: Sequence[ParseResult]) -> tuple[DraftTransaction, ...]:
    """Add as many as fit; what does not is refused aloud."""
    before = batch = turn.batch
    room = MAX_ITEMS - len(batch)
    for result in results[:room]:
        batch = batch.append(filed(result, turn.state.vocabulary))
    turn.open_batch(batch)
    if len(results) > room:
        turn.say(phrases.FULL)
        forget_deferred_saves(turn)
    return batch.items[len(before) :]


def _replace(turn: Turn, results: Sequence[ParseResult]) -> None:
    """A new entry in place of the sole pending row; where several are pending it is one more."""
    pending = turn.batch.pending_items
    if len(pending) != 1:
        append(turn, results)
        return
    first, *others = results
    turn.open_batch(turn.batch.update_item(pending[0].index, filed(first, turn.state.vocabulary)))
    _add(turn, others)
    turn.say_pending()


def _follow_rules_offline(turn: Turn, text: str) -> None:
    is_change = not isinstance(classify(text, turn.state.vocabulary, turn.moment.now), NewInput)
    if is_change and not turn.state.offline_told and not is_natural_assent(text):
        turn.update(offline_told=True)
        turn.say_aside(phrases.OFFLINE_SIMPLE_CHANGES)
    _follow_rules(turn, text)


def _follow_rules(turn: Turn, text: str) -> None:
    """Understand the words without a model, as far as that is certain."""
    if is_natural_assent(text):
        decide_rows(turn, [ConfirmRows(_pending_rows(turn))])
        return
    if isinstance(classify(text, turn.state.vocabulary, turn.moment.now), NewInput):
        _append_locally(turn, text)
        return
    match correct(text, turn.batch.items, turn.state.vocabulary, turn.moment.now):
        case Changed(corrections):
            _apply(turn, corrections, text)
        case WhichRow():
            ask_which(turn, text)
        case NoSuchRow(number):
            refuse_rows(turn, phrases.no_such_row(number))
        case AlreadyResolved(numbers):
            refuse_rows(turn, phrases.already_done(numbers))
        case _:
            not_understood(turn, text)


def _pending_rows(turn: Turn) -> Rows:
    return Rows(tuple(item.number for item in turn.batch.pending_items))


def _append_locally(turn: Turn, text: str) -> None:
    vocabulary, now = turn.state.vocabulary, turn.moment.now
    reading = parse_sentence(text, vocabulary, now)
    split = turn.policy.split_locally and reading.left_out
    results = split_sentence(text, vocabulary, now) if split else reading.results
    if not results:
        not_understood(turn, text)
        return
    if reading.left_out and not split and not turn.batch.is_full:
        turn.say(phrases.OFFLINE_SINGLE_ENTRY)
        turn.say(phrases.left_out(reading.left_out))
        forget_deferred_saves(turn)
    append(turn, results)
