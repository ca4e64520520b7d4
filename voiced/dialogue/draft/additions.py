"""Entries that join an open draft, and amounts or purposes that complete one of its rows."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace as with_fields

from voiced.dialogue.draft.opening import about_words, ask_to_record, offer, unmatched, weighed_in_draft
from voiced.dialogue.sentences import phrases
from voiced.dialogue.turn import Turn
from voiced.dialogue.values.requests import Role
from voiced.dialogue.values.state import ChangeOrAppend, Phase
from voiced.domain.batch import MAX_ITEMS, DraftTransaction
from voiced.domain.left_out import LeftOutReason
from voiced.domain.money import Money
from voiced.domain.transaction import Doubt, DoubtReason, EntryField, FieldChange, ParseResult
from voiced.language.changes.restating import SameRow, about_open_rows
from voiced.language.commands.classifier import Utterance
from voiced.language.commands.guards import points_back, tells_of_entry
from voiced.language.entries.choosing import Neither, choose
from voiced.language.entries.sentence import split_sentence
from voiced.language.entries.things import bare_amount, bare_foreign_amount, thing_named, with_purpose
from voiced.language.entries.weighing import Weighed
from voiced.language.names.accounts import named_account
from voiced.language.names.filing import filed
from voiced.language.rows import row_of_same_name, says_another


def append_or_ask(
    turn: Turn,
    utterance: Utterance,
    results: Sequence[ParseResult],
    lost: int = 0,
    doubt: Doubt | None = None,
) -> None:
    """Add the entries that certainly happened; ask about a doubtful one and about one with the name of an open row."""
    append_weighed(turn, utterance, weighed_in_draft(turn, utterance, results, doubt), lost)


def append_weighed(
    turn: Turn,
    utterance: Utterance,
    weighed: Weighed,
    lost: int = 0,
    changed: Sequence[DraftTransaction] = (),
) -> None:
    """As `append_or_ask`, of entries that were compared with the words before.

    Rows that the same words changed are read back in the same sentence.
    """
    for remark in (*about_words(weighed), *unmatched(weighed.told)):
        turn.remark(remark)
    if not weighed.told:
        _tell_changed(turn, changed)
        _offer_or_refuse(turn, weighed.possible)
        return
    named = _rows_named_again(turn, utterance, weighed.told)
    if not named:
        append(turn, weighed.told, lost, changed)
        offer(turn, weighed.possible)
        return
    others = tuple(other for other in weighed.told if all(other is not one.entry for one in named))
    if others:
        _append(turn, others, lost, changed)
    else:
        _tell_changed(turn, changed)
    if weighed.possible:
        turn.leave_out(weighed.possible, LeftOutReason.UNSURE)
        turn.remark(phrases.left_out([phrases.brief(other) for other in weighed.possible]))
    ask_change_or_append(turn, *named)


def _offer_or_refuse(turn: Turn, possible: tuple[ParseResult, ...]) -> None:
    """Offer the possible entries; if the list is empty, say that no money moved and remember an objection to the draft."""
    if possible:
        offer(turn, possible)
        return
    turn.note_objection()
    turn.remark(phrases.NO_MONEY_MOVED)
    turn.forget_deferred_saves()


def _tell_changed(turn: Turn, changed: Sequence[DraftTransaction]) -> None:
    """Read changed rows back, before the question about the entries of the same words."""
    if changed:
        sentence = turn.read_back.modified(turn.batch, changed)
        turn.remember(Role.ASSISTANT, sentence)
        turn.remark(sentence)


def append(
    turn: Turn,
    results: Sequence[ParseResult],
    lost: int = 0,
    changed: Sequence[DraftTransaction] = (),
) -> None:
    """Add as many entries as fit to the draft, read them back, and name the limit if some did not fit.

    If we asked whether another entry changes a row, we ask again: without an answer its amount would be lost.
    """
    asked = turn.state.open_question
    _append(turn, results, lost, changed)
    if isinstance(asked, ChangeOrAppend):
        left = (one for one in asked.all if not any(_tells_as_well(entry, one.entry) for entry in results))
        ask_change_or_append(turn, *left)


def _tells_as_well(entry: ParseResult, asked: ParseResult) -> bool:
    """Whether an entry has the thing and the amount of the one that we asked about."""
    return (entry.description, entry.amount) == (asked.description, asked.amount)


def _append(
    turn: Turn, results: Sequence[ParseResult], lost: int, changed: Sequence[DraftTransaction] = ()
) -> None:
    added = _add(turn, results)
    if not added:
        _tell_changed(turn, changed)
    else:
        full, short = turn.read_back, turn.in_brief
        is_new_alone = not changed
        sentence, brief = (
            one.appended(turn.batch, added) if is_new_alone else one.modified(turn.batch, changed, added)
            for one in (full, short)
        )
        turn.remember(Role.ASSISTANT, sentence)
        turn.say_draft(sentence, (*changed, *added), short=brief)
    _say_what_is_missing(turn, len(results) - len(added), lost)


def take_up(turn: Turn, entries: Sequence[ParseResult]) -> None:
    """Add entries to the open draft, or open a draft of them, and read them back."""
    if turn.state.batch is None:
        turn.open_draft(turn.new_draft(entries))
        turn.say_pending()
    else:
        append(turn, entries)


def take_up_pressed(turn: Turn, entry: ParseResult) -> bool:
    """Put an entry of the card into the draft; where none can take it now, keep it for 恢复 and the tray, and return False."""
    turn.active()
    if turn.state.phase is Phase.IDLE:
        turn.enter(Phase.LISTENING)
    batch = turn.state.batch
    is_busy = turn.state.is_waiting if batch is None else turn.state.saving is not None
    if is_busy or (batch is not None and batch.is_full):
        turn.keep_dropped([entry], lacks_room=True)
        turn.remark(phrases.KEPT_FOR_LATER)
        return False
    take_up(turn, [entry])
    return True


def _add(turn: Turn, results: Sequence[ParseResult]) -> tuple[DraftTransaction, ...]:
    """Add as many entries as fit, and return the added rows."""
    before = batch = turn.batch
    for result in results[: MAX_ITEMS - len(batch)]:
        batch = batch.append(filed(result, turn.state.vocabulary))
    turn.open_draft(batch)
    added = batch.items[len(before) :]
    turn.leave_out(results[len(added) :], LeftOutReason.LIMIT)
    turn.update(appended=batch if len(added) == 1 else None)
    turn.forget_saves_before_doubt(added)
    return added


def _say_what_is_missing(turn: Turn, beyond: int, lost: int) -> None:
    """Say that the draft is full if entries did not fit, and how many entries of the model's answer were unreadable."""
    if beyond:
        turn.remark(phrases.FULL)
    if lost:
        turn.remark(phrases.lost(lost))
    if beyond or lost:
        turn.forget_deferred_saves()


def replace(turn: Turn, utterance: Utterance, weighed: Weighed, lost: int = 0) -> None:
    """Put a new entry in the place of the only pending row; what may have happened is offered."""
    pending = turn.batch.pending_items
    if not weighed.told:
        append_weighed(turn, utterance, weighed, lost)
        return
    for remark in (*about_words(weighed), *(() if turn.batch.is_single else unmatched(weighed.told))):
        turn.remark(remark)
    first, *others = weighed.told
    turn.open_draft(turn.batch.update_item(pending[0].index, filed(first, turn.state.vocabulary)))
    added = _add(turn, others)
    turn.forget_saves_before_doubt(turn.batch.pending_items)
    turn.say_pending()
    _say_what_is_missing(turn, len(others) - len(added), lost)
    offer(turn, weighed.possible)


def row_named_again(
    turn: Turn, utterance: Utterance, results: Sequence[ParseResult]
) -> tuple[int, ParseResult] | None:
    """The first open row (its index) that a new entry may be about, and the entry; None if no row is meant."""
    named = _rows_named_again(turn, utterance, results)
    return (named[0].index, named[0].entry) if named else None


def _rows_named_again(
    turn: Turn, utterance: Utterance, results: Sequence[ParseResult]
) -> tuple[ChangeOrAppend, ...]:
    """The entries that may be about an open row; none if the words ask for other rows.

    The row has the entry's name, or its amount and another name that the words of the only entry may mean: 打的 beside 打车.
    """
    if says_another(utterance.said):
        return ()
    priced = [entry for entry in results if entry.better.amount is not None]
    items = turn.batch.items
    named = ((row_of_same_name(entry, items), entry) for entry in priced)
    found = tuple(ChangeOrAppend(item.index, entry) for item, entry in named if item is not None)
    if found or len(priced) != 1:
        return found
    match about_open_rows(utterance.said, items, turn.state.vocabulary, turn.moment.now):
        case SameRow(index) if items[index].result.amount == priced[0].better.amount:
            return (ChangeOrAppend(index, priced[0]),)
        case _:
            return ()


def ask_change_or_append(turn: Turn, *named: ChangeOrAppend) -> None:
    """Ask of an entry whether it changes an open row or is a new row; of several, one after the other.

    If the row lacks its amount, take the entry's amount. The amount in the question is that of the better reading, since
    the speaker has to agree to it anyway.
    """
    named = tuple(one for one in named if turn.batch.items[one.index].is_pending)
    if not named:
        return
    (first, *later) = named
    index, entry, item = first.index, first.entry, turn.batch.items[first.index]
    if item.lacks_amount and entry.doubt is not None:
        turn.open_draft(turn.batch.update_item(index, entry))
        turn.say_pending()
    elif item.lacks_amount or entry.better.amount is None:
        set_amount(turn, index, entry.better.amount)
    else:
        sentence = phrases.change_or_append(item.result, entry.better.amount)
        turn.remember(Role.ASSISTANT, sentence)
        turn.say(sentence, ChangeOrAppend(index, entry.better, tuple(later)))
        turn.forget_deferred_saves()
        return
    ask_change_or_append(turn, *later)


def set_amount(turn: Turn, index: int, amount: Money | None) -> None:
    """Set the amount of row `index`, and read the pending rows back."""
    result = turn.batch.items[index].result.amended(FieldChange(amount=amount))
    turn.open_draft(turn.batch.update_item(index, result))
    turn.say_pending()


def offer_entry(turn: Turn, utterance: Utterance) -> bool:
    """Offer to add an entry with a purpose in words that change nothing; return whether an offer was made."""
    wording = utterance.wording
    if turn.batch.is_full or points_back(wording) or not tells_of_entry(wording):
        return False
    vocabulary, now = turn.state.vocabulary, turn.moment.now
    weighed = weighed_in_draft(turn, utterance, split_sentence(utterance.said, vocabulary, now))
    entries = tuple(entry for entry in (*weighed.told, *weighed.possible) if entry.description)
    offer(turn, entries)
    return bool(entries)


def offer_thing(turn: Turn, utterance: Utterance) -> bool:
    """Offer to add a thing that the words name without an amount; return whether an offer was made."""
    entry = thing_named(utterance.said, turn.state.vocabulary, turn.moment.now)
    is_open = entry is not None and row_of_same_name(entry, turn.batch.items) is not None
    if entry is None or is_open or turn.batch.is_full:
        return False
    ask_to_record(turn, (turn.recognised(entry, utterance.said),))
    turn.forget_deferred_saves()
    return True


def take_reading(turn: Turn, index: int, rows: Sequence[ParseResult]) -> None:
    """Put the chosen reading in the place of a row in doubt, and read the pending rows back; nothing is saved."""
    first, *others = rows
    turn.open_draft(turn.batch.update_item(index, filed(first, turn.state.vocabulary)))
    added = _add(turn, others)
    turn.forget_saves_before_doubt(turn.batch.pending_items)
    turn.say_pending()
    _say_what_is_missing(turn, len(others) - len(added), 0)


def answers_reading(turn: Turn, item: DraftTransaction, doubt: Doubt, utterance: Utterance) -> bool:
    """Obey the choice between the readings of a row; return whether the words choose one or deny both."""
    match choose(utterance.said, doubt):
        case None:
            return False
        case Neither.NEITHER:
            deny_readings(turn, item, doubt)
        case rows:
            take_reading(turn, item.index, rows)
    return True


def deny_readings(turn: Turn, item: DraftTransaction, doubt: Doubt) -> None:
    """Ask for the value itself, because no reading is right."""
    if doubt.reason is DoubtReason.TYPE:
        turn.remark(phrases.WHICH_TYPE)
        return
    turn.open_draft(turn.batch.update_item(item.index, with_fields(item.result, doubt=None)))
    turn.say_pending()


def complete(turn: Turn, utterance: Utterance) -> bool:
    """Complete the only incomplete row by an amount, purpose or account in the words; return whether the words were used."""
    lacking = [item for item in turn.batch.pending_items if not item.is_complete]
    if len(lacking) != 1:
        return False
    (item,) = lacking
    if item.lacks_amount and (foreign := bare_foreign_amount(utterance.said)):
        turn.say(phrases.foreign(foreign))
        return True
    if item.doubt is not None and answers_reading(turn, item, item.doubt, utterance):
        turn.remember(Role.USER, utterance.text)
        return True
    if points_back(utterance.wording):
        return False
    entry = _completed(turn, item, utterance)
    if entry is None:
        return False
    turn.open_draft(turn.batch.update_item(item.index, filed(entry, turn.state.vocabulary)))
    turn.remember(Role.USER, utterance.text)
    turn.say_pending()
    return True


def _completed(turn: Turn, item: DraftTransaction, utterance: Utterance) -> ParseResult | None:
    if item.lacks_amount or item.doubt is not None:
        return _with_amount(item, utterance)
    return (
        _with_purpose(turn, item, utterance) if item.lacks_purpose else _with_account(turn, item, utterance)
    )


def _with_account(turn: Turn, item: DraftTransaction, utterance: Utterance) -> ParseResult | None:
    """The entry with the account that the words name, in the place of its first account that the ledger lacks."""
    name = named_account(utterance.said, turn.state.vocabulary)
    if name is None:
        return None
    is_first = EntryField.ACCOUNT in item.result.unknown
    return item.result.amended(FieldChange(account=name) if is_first else FieldChange(to_account=name))


def _with_amount(item: DraftTransaction, utterance: Utterance) -> ParseResult | None:
    amount = bare_amount(utterance.said)
    return None if amount is None else item.result.amended(FieldChange(amount=amount))


def _with_purpose(turn: Turn, item: DraftTransaction, utterance: Utterance) -> ParseResult | None:
    entry = with_purpose(item.result, utterance.said, turn.state.vocabulary, turn.moment.now)
    return None if entry is None else turn.recognised(with_fields(entry, understood=None))
