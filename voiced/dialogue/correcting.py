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
from voiced.dialogue.deciding import decide_rows
from voiced.dialogue.effects import AskCorrection, TellError, TellInterimText
from voiced.dialogue.events import Interpreted, ModelFailed
from voiced.dialogue.model_health import model_answered, model_failed
from voiced.dialogue.policy import CONFIDENCE_FLOOR
from voiced.dialogue.posting import filed
from voiced.dialogue.state import Correcting, OpenQuestion
from voiced.dialogue.turn import Turn
from voiced.domain.batch import MAX_ITEMS
from voiced.domain.transaction import Correction, ParseResult
from voiced.language.commands import CancelRows, ConfirmRows, NewInput, Rows
from voiced.language.correction import AlreadyResolved, Changed, WhichRow, correct
from voiced.language.guards import forbids_saving, is_natural_assent
from voiced.language.intents import classify, may_save
from voiced.language.ordinals import find_ordinals, rewrite_ordinals
from voiced.language.sentence import parse_sentence, split_sentence


def understand(turn: Turn, text: str) -> None:
    """Find out what the words mean for the draft: ask the model, or follow the local rules without one."""
    if turn.is_online:
        _ask(turn, text)
    else:
        _follow_rules_offline(turn, text)


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
    batch = turn.batch
    pending = batch.pending_items
    places = {item.number: place for place, item in enumerate(pending, start=1)}
    named = {
        number if number > 0 else len(batch) + 1 + number
        for mention in find_ordinals(text)
        for number in mention.numbers
    }
    done = sorted(number for number in named if number not in places)
    if done and len(named) > 1:
        turn.say_aside(phrases.already_done(done))
        return
    # An ordinal that names no pending row goes out as said: the model sees renumbered rows (1-18).
    sent = text if done else rewrite_ordinals(text, places)
    turn.remember(Role.USER, sent)
    turn.say(phrases.MODIFYING)
    number = turn.number()
    turn.update(asking=Correcting(number, text, tuple(item.index for item in pending)))
    rows = tuple(item.result for item in pending)
    turn.emit(AskCorrection(number, CorrectionRequest(rows, sent, turn.context(), turn.state.history)))


def _trusted(event: Interpreted, text: str) -> Outcome:
    """The outcome as far as it may be acted on: sure enough, and not against the words themselves."""
    outcome, confidence = event.interpretation.outcome, event.interpretation.confidence
    if confidence is not None and confidence < CONFIDENCE_FLOOR:
        return Unclear()
    if isinstance(outcome, Confirmed) and (confidence is None or forbids_saving(text)):
        return Unclear()
    if isinstance(outcome, Cancelled) and confidence is None:
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
            turn.update(history=())
            _replace(turn, results)
        case Clarify(message):
            turn.say(message)
            turn.remember(Role.ASSISTANT, message)
            _forget_deferred_saves(turn)
        case Queried():
            turn.say(phrases.QUERY_LATER)
            _forget_deferred_saves(turn)
        case Unclear():
            _ask_again(turn, asking.text)


def _mapped_back(
    turn: Turn, corrections: Iterable[Correction], indices: Sequence[int]
) -> tuple[Correction, ...]:
    """Corrections with the draft's own indices, those of rows decided meanwhile left out."""
    return tuple(
        Correction(indices[correction.index], correction.fields)
        for correction in corrections
        if 0 <= correction.index < len(indices) and turn.batch.items[indices[correction.index]].is_pending
    )


def _still_pending(turn: Turn, indices: Iterable[int]) -> Rows:
    return Rows(tuple(index + 1 for index in indices if turn.batch.items[index].is_pending))


def _apply(turn: Turn, corrections: Sequence[Correction], text: str) -> None:
    if not corrections:
        _ask_again(turn, text)
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
    batch = turn.batch
    room = MAX_ITEMS - len(batch)
    if room <= 0:
        turn.say(phrases.FULL)
        _forget_deferred_saves(turn)
        return
    for result in results[:room]:
        batch = batch.append(filed(result, turn.state.vocabulary))
    added = batch.items[len(turn.batch) :]
    turn.open_batch(batch)
    if len(results) > room:
        turn.say(phrases.TOO_MANY)
    sentence = turn.reader.appended(batch, added)
    turn.remember(Role.ASSISTANT, sentence)
    turn.say(sentence, OpenQuestion.CONFIRM_DRAFT)


def _replace(turn: Turn, results: Sequence[ParseResult]) -> None:
    """A new entry in place of the sole pending row; where several are pending it is one more."""
    pending = turn.batch.pending_items
    if len(pending) != 1:
        append(turn, results)
        return
    first, *others = results
    turn.open_batch(turn.batch.update_item(pending[0].index, filed(first, turn.state.vocabulary)))
    if others:
        append(turn, others)
    else:
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
            _ask_which(turn)
        case AlreadyResolved(numbers):
            turn.say_aside(phrases.already_done(numbers))
            _forget_deferred_saves(turn)
        case _:
            _not_understood(turn, text)


def _pending_rows(turn: Turn) -> Rows:
    return Rows(tuple(item.number for item in turn.batch.pending_items))


def _append_locally(turn: Turn, text: str) -> None:
    vocabulary, now = turn.state.vocabulary, turn.moment.now
    reading = parse_sentence(text, vocabulary, now)
    split = turn.policy.split_locally and reading.left_out
    results = split_sentence(text, vocabulary, now) if split else reading.results
    if not results:
        _not_understood(turn, text)
        return
    if reading.left_out and not split and not turn.batch.is_full:
        turn.say(phrases.OFFLINE_SINGLE_ENTRY)
        turn.say(phrases.left_out(reading.left_out))
    append(turn, results)


def _ask_again(turn: Turn, text: str) -> None:
    """The model is unsure: ask which row where that is what is missing, else ask to repeat (spec 3.14)."""
    reading = correct(text, turn.batch.items, turn.state.vocabulary, turn.moment.now)
    if isinstance(reading, WhichRow):
        _ask_which(turn)
    else:
        _not_understood(turn, text)


def _ask_which(turn: Turn) -> None:
    turn.say(phrases.WHICH_ROW)
    turn.remember(Role.ASSISTANT, phrases.WHICH_ROW)
    _forget_deferred_saves(turn)


def _not_understood(turn: Turn, text: str) -> None:
    turn.emit(TellInterimText(text))
    turn.say(phrases.NOT_UNDERSTOOD_CHANGE)
    turn.remember(Role.ASSISTANT, phrases.NOT_UNDERSTOOD_CHANGE)
    _forget_deferred_saves(turn)


def _forget_deferred_saves(turn: Turn) -> None:
    """A confirm that was said while we were still working was meant for a change that did not happen."""
    vocabulary, now = turn.state.vocabulary, turn.moment.now
    kept = tuple(text for text in turn.state.deferred if not may_save(classify(text, vocabulary, now)))
    turn.update(deferred=kept)
