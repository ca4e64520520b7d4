"""A new draft from an utterance, parsed by rules if they are certain, otherwise by the model.

An entry that may not have happened is offered to the speaker first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from voiced.dialogue.model_health import (
    RulesAlone,
    left_out,
    model_answered,
    model_failed,
    remarks_on,
    why_it_failed,
    why_not_asked,
)
from voiced.dialogue.sentences import phrases
from voiced.dialogue.turn import Turn
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.policy import is_doubtful
from voiced.dialogue.values.requests import Entries, ParseRequest, Parsing, Role
from voiced.dialogue.values.state import AddOffer, AmountInQuestion, PlainQuestion
from voiced.domain.batch import MAX_ITEMS, DraftBatch
from voiced.domain.transaction import EntryField, ParseResult
from voiced.domain.vocabulary import Vocabulary
from voiced.language.commands.utterance import Utterance
from voiced.language.entries.doubts import RULES_IN_DOUBT, foreign_amounts
from voiced.language.entries.proposals import ProposedAmount
from voiced.language.entries.sentence import (
    Reading,
    parse_sentence,
    split_sentence,
    withdrawn,
    without_taken_back,
)
from voiced.language.entries.things import thing_named
from voiced.language.entries.weighing import proposal_for, tells_of_no_entry, weigh
from voiced.language.names.accounts import unknown_account, with_accounts_said
from voiced.language.names.filing import filed
from voiced.language.numbers.amounts import holds_amount


def enter_entry(turn: Turn, utterance: Utterance) -> None:
    """Parse an utterance into a draft; refuse words that certainly tell of no payment."""
    if tells_of_no_entry(utterance.said, turn.state.vocabulary, turn.moment.now):
        turn.before_card(fx.TellFinalText(utterance.text, None))
        turn.remark(phrases.NO_MONEY_MOVED)
        return
    reading = parse_sentence(utterance.said, turn.state.vocabulary, turn.moment.now)
    certain = reading.is_certain and turn.policy.local_first
    if certain or not turn.is_online:
        _deliver_reading(turn, utterance, reading, why_not_asked(turn))
        return
    number = turn.number()
    turn.update(in_flight=Parsing(number, utterance))
    turn.after_card(fx.AskParse(number, ParseRequest(utterance.text, turn.context())))


def parsed(turn: Turn, event: ev.Parsed) -> None:
    """Open a draft with the model's entries; ignore an answer to an outdated request."""
    request = turn.state.in_flight
    if not isinstance(request, Parsing) or request.number != event.number:
        return
    turn.update(in_flight=None)
    model_answered(turn)
    entries = event.entries if holds_amount(request.utterance.said) else Entries(())
    told = without_taken_back(entries.results, request.utterance.said, turn.state.vocabulary, turn.moment.now)
    _deliver(turn, request.utterance, told, *((phrases.lost(entries.lost),) if entries.lost else ()))


def parse_failed(turn: Turn, event: ev.ModelFailed) -> None:
    """Follow the local rules, because the model gave no useful answer in time."""
    request = turn.state.in_flight
    if not isinstance(request, Parsing) or request.number != event.number:
        return
    turn.update(in_flight=None)
    model_failed(turn)
    reading = parse_sentence(request.utterance.said, turn.state.vocabulary, turn.moment.now)
    _deliver_reading(turn, request.utterance, reading, why_it_failed(turn, event))


def _deliver_reading(turn: Turn, utterance: Utterance, reading: Reading, why: RulesAlone) -> None:
    vocabulary, now = turn.state.vocabulary, turn.moment.now
    remarks = remarks_on(turn, why)
    if not reading.left_out:
        _deliver(turn, utterance, reading.results, *remarks)
    elif turn.splits_locally:
        _deliver(turn, utterance, split_sentence(utterance.said, vocabulary, now), *remarks)
    else:
        _deliver(turn, utterance, reading.results, *remarks, *left_out(turn, why, reading.left_out))


def _deliver(turn: Turn, utterance: Utterance, results: Sequence[ParseResult], *remarks: str) -> None:
    weighed = weigh(utterance.said, results, turn.state.vocabulary, turn.moment.now)
    if weighed.told:
        proposals = _open(turn, utterance, weighed.told, *remarks)
        _read_back(turn, proposals)
        offer(turn, utterance, weighed.possible)
        return
    thing = None if weighed.possible else thing_named(utterance.said, turn.state.vocabulary, turn.moment.now)
    if thing is not None:
        _open(turn, utterance, (thing,), *remarks)
        turn.say(phrases.how_much(thing.description))
        return
    turn.before_card(fx.TellFinalText(utterance.text, None))
    if not weighed.possible:
        turn.after_card(fx.TellInterimText(utterance.text))
    is_help_needed = turn.state.said == phrases.NO_ENTRY
    for remark in remarks:
        turn.remark(remark)
    if weighed.possible:
        offer(turn, utterance, weighed.possible)
    else:
        turn.remark(phrases.STILL_NO_ENTRY if is_help_needed else phrases.NO_ENTRY)


def _open(
    turn: Turn, utterance: Utterance, results: Sequence[ParseResult], *remarks: str
) -> tuple[ProposedAmount | None, ...]:
    """Open a draft and say the remarks that precede its read-back; return the proposed amount of each row, or None."""
    as_said, doubts = filed_as_said(utterance.said, results, turn.state.vocabulary)
    entries, proposals = with_open_amounts(turn, utterance, as_said)
    gone = withdrawn(utterance.said, turn.state.vocabulary, turn.moment.now)
    if len(gone) > 1:
        remarks = (*remarks, phrases.left_out([item.words for item in gone]))
    batch = DraftBatch.of(entries, batch_id=turn.moment.fresh_id, created_at=turn.moment.now)
    aside = turn.state.recovered if turn.state.open_question is PlainQuestion.RESUME_DRAFT else None
    turn.before_card(fx.TellFinalText(utterance.text, batch))
    turn.open_batch(batch)
    turn.forget_saves_before_doubt(batch.items)
    if aside is not None:
        turn.say(phrases.set_aside(aside))
    # For a single row the read-back itself asks about the account.
    accounts = () if batch.is_single else unmatched(entries)
    for remark in (*remarks, *doubts, *accounts, *((phrases.TOO_MANY,) if len(results) > MAX_ITEMS else ())):
        turn.say(remark)
    return proposals


def _read_back(turn: Turn, proposals: Sequence[ProposedAmount | None]) -> None:
    """Read the new draft back and ask about the first proposed amount; for a single row, only ask that."""
    if turn.batch.is_single and ask_what_it_comes_to(turn, 0, proposals):
        return
    turn.say(turn.read_back.draft(turn.batch), PlainQuestion.CONFIRM_DRAFT)
    ask_what_it_comes_to(turn, 0, proposals)


def offer(turn: Turn, utterance: Utterance, entries: Sequence[ParseResult]) -> None:
    """Ask whether to record entries that may have happened; they join a draft once the speaker agrees."""
    if not entries:
        return
    as_said, remarks = filed_as_said(utterance.said, entries, turn.state.vocabulary)
    for remark in remarks:
        turn.remark(remark)
    ask_to_record(turn, as_said)
    turn.remember(Role.ASSISTANT, turn.state.said)
    turn.forget_deferred_saves()


def ask_to_record(turn: Turn, entries: tuple[ParseResult, ...]) -> None:
    """Say the question whether to record these entries, without a draft or in the open one."""
    is_first = turn.state.batch is None
    turn.say(
        turn.read_back.record_offer(entries) if is_first else phrases.add_offer(entries), AddOffer(entries)
    )


def with_open_amounts(
    turn: Turn, utterance: Utterance, entries: Sequence[ParseResult]
) -> tuple[tuple[ParseResult, ...], tuple[ProposedAmount | None, ...]]:
    """The entries without the amounts that the words leave open, and the proposed amount of each entry, or None."""
    vocabulary, now = turn.state.vocabulary, turn.moment.now
    proposals = tuple(
        proposal_for(entry, utterance.said, vocabulary, now, is_doubtful=is_doubtful(entry))
        for entry in entries
    )
    opened = tuple(
        entry if proposal is None else replace(entry, amount=None, confidence=None)
        for entry, proposal in zip(entries, proposals, strict=True)
    )
    return opened, proposals


def ask_what_it_comes_to(turn: Turn, first: int, proposals: Sequence[ProposedAmount | None]) -> bool:
    """Ask whether the first proposed amount is right; return whether there is a proposal.

    Args:
        turn: the step.
        first: the index of the row that the first proposal is for.
        proposals: the proposals for that row and the rows after it.
    """
    for index, proposal in enumerate(proposals, start=first):
        if proposal is not None and index < len(turn.batch):
            sentence = phrases.comes_to(proposal)
            turn.remember(Role.ASSISTANT, sentence)
            turn.say(sentence, AmountInQuestion(index, proposal))
            turn.forget_deferred_saves()
            return True
    return False


_ACCOUNT = frozenset({EntryField.ACCOUNT})


def filed_as_said(
    said: str, results: Sequence[ParseResult], vocabulary: Vocabulary
) -> tuple[tuple[ParseResult, ...], tuple[str, ...]]:
    """Entries in yuan and with the ledger's names, and the remarks about foreign amounts and an unknown account.

    An entry with an account that the ledger lacks keeps its name and waits (`unmatched`). If such an
    account is in the words only, every entry is marked for checking.
    """
    if len(results) == 1:
        results = (with_accounts_said(results[0], said, vocabulary),)
    foreign = foreign_amounts(said)
    entries: list[ParseResult] = []
    for result in results:
        entry = filed(result, vocabulary)
        if entry.amount in foreign:
            entry = replace(entry, amount=None, confidence=None)
        entries.append(entry)
    remarks = tuple(map(phrases.foreign, foreign.values()))
    unknown = unknown_account(said, vocabulary)
    if unknown is None or any(entry.unknown for entry in entries):
        return tuple(entries), remarks
    doubted = tuple(entry.doubted(_ACCOUNT, RULES_IN_DOUBT) for entry in entries)
    return doubted, (*remarks, phrases.no_such_account(unknown))


def unmatched(entries: Iterable[ParseResult]) -> tuple[str, ...]:
    """A question for each account that the entries name and the ledger lacks."""
    names = dict.fromkeys(
        name
        for entry in entries
        for field in sorted(entry.unknown)
        if (name := getattr(entry, field)) is not None
    )
    return tuple(map(phrases.no_such_account, names))
