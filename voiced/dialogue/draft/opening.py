"""A new draft from an utterance, parsed by rules if they are certain, otherwise by the model.

An entry that may not have happened is offered to the speaker first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from msgspec.structs import replace

from voiced.dialogue.model import (
    RulesAlone,
    believes,
    is_online,
    left_out,
    model_answered,
    model_failed,
    note_answer,
    remarks_on,
    request_context,
    splits_locally,
    why_it_failed,
    why_not_asked,
)
from voiced.dialogue.sentences import memory, phrases
from voiced.dialogue.turn import Turn
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.requests import ParseRequest, Parsing, Role
from voiced.dialogue.values.state import AddOffer, PlainQuestion, SuggestedHabit
from voiced.domain.batch import MAX_ITEMS
from voiced.domain.habit_suggestions import suggestions
from voiced.domain.habits import offered
from voiced.domain.left_out import LeftOutReason
from voiced.domain.money import Money
from voiced.domain.transaction import Doubt, ParseResult
from voiced.language.commands.classifier import Utterance
from voiced.language.days.dates import find_date
from voiced.language.entries.sentence import (
    Reading,
    parse_sentence,
    split_sentence,
    withdrawn,
    without_taken_back,
)
from voiced.language.entries.things import things_left_out
from voiced.language.entries.weighing import (
    Weighed,
    is_certainly_no_entry,
    tells_of_no_entry,
    weigh,
    weigh_or_name,
)
from voiced.language.invariants.entries import HeldEntries, hold_entries, weigh_believed
from voiced.language.invariants.reckoning import leaves_open
from voiced.language.numbers.amounts import exceeds_every_row, holds_amount


def enter_entry(turn: Turn, utterance: Utterance) -> None:
    """Parse an utterance into a draft; refuse words that certainly tell of no payment."""
    is_no_entry = is_certainly_no_entry if is_online(turn) else tells_of_no_entry
    if is_no_entry(utterance.said, turn.state.vocabulary, turn.moment.now):
        turn.before_card(fx.TellFinalText(utterance.text, None))
        turn.remark(phrases.NO_MONEY_MOVED)
        return
    reading = _reading(turn, utterance)
    if not is_online(turn) or (turn.policy.local_first and _is_certain(turn, utterance, reading)):
        _deliver_reading(turn, utterance, reading, why_not_asked(turn))
        return
    number = turn.number()
    turn.update(in_flight=Parsing(number, utterance))
    request = ParseRequest(utterance.text, request_context(turn), believes(turn))
    turn.after_card(fx.AskParse(number, request))


def _is_certain(turn: Turn, utterance: Utterance, reading: Reading) -> bool:
    """Whether no model is asked. A believed one also judges what a certain reading passes over."""
    if not reading.is_certain:
        return False
    mention, read = find_date(utterance.said, turn.moment.now), {row.date for row in reading.results}
    day = None if mention is None else mention.day
    is_open_day = day is not None and (read != {day} or day > turn.moment.now.date())
    return not (believes(turn) and (is_open_day or leaves_open(utterance.said, day)))


def parsed(turn: Turn, event: ev.Parsed) -> None:
    """Open a draft with the model's entries; ignore an answer to an outdated request."""
    request = turn.take_request(Parsing, event.number)
    if request is None:
        return
    model_answered(turn)
    utterance = request.utterance
    held = held_entries(turn, utterance, event.entries.results)
    lost = event.entries.lost + held.refused
    note_answer(turn, is_good=not lost)
    is_without_amount = not (held.rows or holds_amount(utterance.said))
    remarks = (phrases.lost(lost),) if lost and not is_without_amount else ()
    if lost and not held.rows and not is_without_amount:
        _deliver_reading(turn, utterance, _reading(turn, utterance), RulesAlone.SILENT)
        return
    if believes(turn):
        weighed = weigh_believed(utterance.said, held.rows, turn.state.vocabulary, turn.moment.now)
        _deliver_weighed(turn, utterance, weighed, *remarks)
    else:
        _deliver(turn, utterance, held.rows, *remarks)
    turn.update(of_model=turn.state.batch)


def held_entries(
    turn: Turn, utterance: Utterance, entries: Sequence[ParseResult], used: Sequence[Money | None] = ()
) -> HeldEntries:
    """The model's entries that the words bear, without amounts that open rows get (`used`).

    Of a weighed model, those that rules read as taken back are left out.
    """
    vocabulary, now = turn.state.vocabulary, turn.moment.now
    days = {item.result.date for item in turn.state.batch.items} if turn.state.batch else set[date]()
    held = hold_entries(utterance.said, entries, vocabulary, now, days, used)
    if believes(turn):
        return held
    return HeldEntries(without_taken_back(held.rows, utterance.said, vocabulary, now), held.refused)


def parse_failed(turn: Turn, event: ev.ModelFailed) -> None:
    """Follow the local rules, because the model gave no useful answer in time."""
    request = turn.take_request(Parsing, event.number)
    if request is None:
        return
    model_failed(turn, event)
    _deliver_reading(turn, request.utterance, _reading(turn, request.utterance), why_it_failed(turn, event))


def _reading(turn: Turn, utterance: Utterance) -> Reading:
    """The entries of the utterance by rule."""
    return parse_sentence(utterance.said, turn.state.vocabulary, turn.moment.now)


def _deliver_reading(turn: Turn, utterance: Utterance, reading: Reading, why: RulesAlone) -> None:
    vocabulary, now = turn.state.vocabulary, turn.moment.now
    remarks = remarks_on(turn, why)
    results = reading.results
    splits = splits_locally(turn) or (why is RulesAlone.SILENT and reading.is_list_certain)
    if reading.left_out and splits:
        results = split_sentence(utterance.said, vocabulary, now)
    elif reading.left_out:
        remarks = (*remarks, *left_out(turn, why, reading.left_out))
    _deliver(turn, utterance, results, *remarks, doubt=reading.doubt)


def _deliver(
    turn: Turn,
    utterance: Utterance,
    results: Sequence[ParseResult],
    *remarks: str,
    doubt: Doubt | None = None,
) -> None:
    weighed = weigh_or_name(utterance.said, results, turn.state.vocabulary, turn.moment.now, doubt)
    _deliver_weighed(turn, utterance, weighed, *remarks)


def _deliver_weighed(turn: Turn, utterance: Utterance, weighed: Weighed, *remarks: str) -> None:
    """Open a draft of the rows, offer those that may have happened, or say that there is no entry."""
    weighed = _recognised(turn, utterance, weighed)
    if weighed.rows:
        _open(turn, utterance, weighed, *remarks)
        _read_back(turn, weighed.thing)
        offer(turn, weighed.possible)
        return
    turn.before_card(fx.TellFinalText(utterance.text, None))
    if not weighed.possible:
        turn.after_card(fx.TellInterimText(utterance.text))
    is_help_needed = turn.state.said == phrases.NO_ENTRY
    for remark in (*remarks, *about_words(weighed)):
        turn.remark(remark)
    if weighed.possible:
        offer(turn, weighed.possible)
    elif exceeds_every_row(utterance.said):
        turn.remark(phrases.TOO_LARGE)
    else:
        turn.remark(phrases.STILL_NO_ENTRY if is_help_needed else phrases.NO_ENTRY)


def believed_in_draft(turn: Turn, utterance: Utterance, entries: Sequence[ParseResult]) -> Weighed:
    """As `weighed_in_draft`, of the held entries of a model, which are weighed only if it is not believed."""
    if not believes(turn):
        return weighed_in_draft(turn, utterance, entries)
    weighed = weigh_believed(utterance.said, entries, turn.state.vocabulary, turn.moment.now)
    return _recognised(turn, utterance, weighed)


def weighed_in_draft(
    turn: Turn, utterance: Utterance, results: Sequence[ParseResult], doubt: Doubt | None = None
) -> Weighed:
    """The entries that may join the open draft, with what the habits of the household give to their words."""
    weighed = weigh(utterance.said, results, turn.state.vocabulary, turn.moment.now, doubt)
    return _recognised(turn, utterance, weighed)


def _recognised(turn: Turn, utterance: Utterance, weighed: Weighed) -> Weighed:
    """The entries with what the household taught about their words: one that was an entry before is not asked about."""
    weighed = weighed.with_rows(lambda entry: turn.recognised(entry, utterance.said))
    index = turn.state.memory.index
    asked = [
        offered(entry, index.of(entry.understood.words) if entry.understood else ())
        for entry in weighed.possible
    ]
    return replace(
        weighed,
        told=(*weighed.told, *(entry for entry, is_known in asked if is_known)),
        possible=tuple(entry for entry, is_known in asked if not is_known),
    )


def _open(turn: Turn, utterance: Utterance, weighed: Weighed, *remarks: str) -> None:
    """Open a draft and say the remarks that precede its read-back."""
    gone = withdrawn(utterance.said, turn.state.vocabulary, turn.moment.now)
    if len(gone) > 1:
        remarks = (*remarks, phrases.left_out([item.words for item in gone]))
    entries = weighed.rows
    if unpriced := things_left_out(utterance.said, entries, turn.state.vocabulary, turn.moment.now):
        turn.leave_out_words(unpriced, LeftOutReason.AMOUNT)
        remarks = (*remarks, phrases.left_out(unpriced))
    batch = turn.new_draft(entries)
    aside = turn.state.recovered if turn.state.open_question is PlainQuestion.RESUME_DRAFT else None
    turn.before_card(fx.TellFinalText(utterance.text, batch))
    turn.open_draft(batch)
    turn.forget_saves_before_doubt(batch.items)
    if aside is not None:
        turn.say(phrases.set_aside(aside))
    # For a single row the read-back itself asks about the account.
    accounts = () if batch.is_single else unmatched(entries)
    beyond = entries[MAX_ITEMS:]
    turn.leave_out(beyond, LeftOutReason.LIMIT)
    too_many = (phrases.TOO_MANY,) if beyond else ()
    for remark in (*remarks, *about_words(weighed), *accounts, *too_many):
        turn.say(remark)


def _read_back(turn: Turn, thing: ParseResult | None) -> None:
    """Read the new draft back; of a thing without an amount, only ask for that."""
    if thing is not None:
        turn.say(phrases.how_much(thing.description))
    else:
        turn.say_draft(turn.read_back.draft(turn.batch), short=turn.in_brief.pending(turn.batch))
        _suggest_habit(turn)


def _suggest_habit(turn: Turn) -> None:
    """Ask whether the only row has the habits of like words, or which of two, unless the household knows its own words."""
    if not turn.batch.is_single or turn.state.open_question is not PlainQuestion.CONFIRM_DRAFT:
        return
    result = turn.batch.items[0].result
    changes = suggestions(result, turn.state.memory.index, turn.state.vocabulary)
    if changes and result.understood is not None:
        words = result.description or result.understood.words
        turn.say(memory.suggestion(words, changes), SuggestedHabit(changes))


def offer(turn: Turn, entries: tuple[ParseResult, ...]) -> None:
    """Ask whether to record entries that may have happened; they join a draft once the speaker agrees."""
    if not entries:
        return
    ask_to_record(turn, entries)
    turn.remember(Role.ASSISTANT, turn.state.said)
    turn.forget_deferred_saves()


def ask_to_record(turn: Turn, entries: tuple[ParseResult, ...]) -> None:
    """Say the question whether to record these entries, without a draft or in the open one."""
    is_first = turn.state.batch is None
    turn.say(
        turn.read_back.record_offer(entries) if is_first else phrases.add_offer(entries), AddOffer(entries)
    )


def about_words(weighed: Weighed) -> tuple[str, ...]:
    """The remarks about foreign amounts in the words, and about an account that the ledger lacks."""
    foreign = tuple(map(phrases.foreign, weighed.foreign))
    unknown = weighed.unknown_account
    return foreign if unknown is None else (*foreign, phrases.no_such_account(unknown))


def unmatched(entries: Iterable[ParseResult]) -> tuple[str, ...]:
    """A question for each account that the entries name and the ledger lacks."""
    names = dict.fromkeys(
        name
        for entry in entries
        for field in sorted(entry.unknown)
        if (name := getattr(entry, field)) is not None
    )
    return tuple(map(phrases.no_such_account, names))
