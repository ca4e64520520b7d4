"""Entries that come again: their set-up by voice, the offer of those that are due, and the answers to both offers.

An offer is no row. Due entries are offered as the first sentence of a session, so that no words of the speaker are lost and no
yes that was meant for something else can answer; at night they wait for the morning.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from voiced.dialogue.draft.additions import take_up, take_up_pressed
from voiced.dialogue.sentences import phrases, reminders
from voiced.dialogue.turn import Turn
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.requests import SettingUp
from voiced.dialogue.values.state import DueOffer, DueRow, Phase, PlainQuestion, RecurringOffer
from voiced.domain.habits import of_this_time
from voiced.domain.money import Money
from voiced.domain.recurring import Due, Recurring, due_entries
from voiced.domain.thing_words import likeness
from voiced.domain.transaction import FieldChange, ParseResult
from voiced.language.commands import command as cmd
from voiced.language.commands.asides import repeats_verb
from voiced.language.commands.classifier import Utterance
from voiced.language.commands.habitual import is_of_this_time
from voiced.language.commands.replies import OfferReply, reply_of
from voiced.language.entries.choosing import value_stated
from voiced.language.entries.recurring_entries import read_recurring, thing_noted, thing_paid
from voiced.language.entries.things import bare_amount
from voiced.language.names.filing import filed


def offer_to_set_up(turn: Turn, utterance: Utterance) -> bool:
    """Offer to set up the recurring entry that the words tell of; return whether they do."""
    if not isinstance(utterance.command, cmd.NewEntry | cmd.FreeWords):
        return False
    read = read_recurring(utterance.said, turn.state.vocabulary, turn.moment.now)
    today = turn.moment.now.date()
    entry = read and Recurring.of(read.entry, read.days, id=turn.moment.fresh_id, since=today)
    if not entry:
        return False
    _ask_to_set_up(turn, entry)
    return True


def _ask_to_set_up(turn: Turn, entry: Recurring) -> None:
    """Ask whether to set up a recurring entry, or to change the one of the same thing and the same days.

    A confirm that was said before our question answers another one.
    """
    turn.forget_deferred_saves()
    for known in turn.state.recurring:
        if (known.name, known.days) == (entry.name, entry.days):
            changed = replace(known, amount=entry.amount)
            turn.say(reminders.recurring_change(changed), RecurringOffer(changed))
            return
    turn.say(reminders.recurring_offer(entry), RecurringOffer(entry))


def recurring_known(turn: Turn, event: ev.RecurringKnown) -> None:
    """Take over the recurring entries, and offer those that are due if the session has just begun."""
    today, state = turn.moment.now.date(), turn.state
    offered = {entry.id for entry in state.recurring if entry.offered == today}
    turn.update(
        recurring=tuple(
            replace(entry, offered=today) if entry.id in offered else entry for entry in event.entries
        )
    )
    if _has_just_begun(turn) and turn.policy.notices.recurring and not turn.is_night:
        _offer_due(turn)


def _has_just_begun(turn: Turn) -> bool:
    """Whether nothing was said in this session yet, and nothing is being said."""
    state = turn.state
    is_quiet = not (state.said or state.hearing or state.speaking or state.is_waiting)
    return state.phase is Phase.LISTENING and is_quiet


def _offer_due(turn: Turn) -> None:
    today = turn.moment.now.date()
    to_offer = [entry for entry in turn.state.recurring if entry.is_to_offer(today)]
    due = due_entries(to_offer, today)[: phrases.NAMED_AT_MOST]
    if not due:
        return
    ids = {one.recurring.id for one in due}
    turn.update(
        recurring=tuple(
            replace(entry, offered=today) if entry.id in ids else entry for entry in turn.state.recurring
        )
    )
    for one in due:
        turn.after_card(fx.NoteRecurring(one.recurring.id, offered=today))
    ask_about_due(turn, due)


def ask_about_due(turn: Turn, due: tuple[Due, ...]) -> None:
    """Ask whether to record due entries; a confirm that was said before answers another question."""
    turn.forget_deferred_saves()
    turn.say(reminders.due_offer(due, turn.moment.now.date()), DueOffer(due))


def tells_of_payment(turn: Turn, utterance: Utterance) -> bool:
    """Put an entry that is told to be paid (房租已经交了) into a draft, as if its amount was said; return whether the words are so.

    They mean the entry that is offered, or one that they name. One that is told to be recorded is settled without a row.
    """
    offer = turn.state.open_question
    if turn.state.phase is not Phase.LISTENING or not isinstance(
        utterance.command, cmd.NewEntry | cmd.FreeWords
    ):
        return False
    paid, noted = thing_paid(utterance.said), thing_noted(utterance.said)
    offered = offer.due if isinstance(offer, DueOffer) else ()
    if noted is not None and (due := _called(noted, offered)) is not None:
        _decline(turn, [due])
    elif paid is not None and (due := _called(paid, offered)) is not None:
        _take_up_due(turn, [due])
    elif paid and (entry := _named(turn, paid)) is not None:
        _take_up_paid(turn, entry)
    else:
        return False
    return True


def _called(thing: str, offered: Sequence[Due]) -> Due | None:
    """The one of the entries on offer that the words name; without words the only one."""
    if not thing:
        return offered[0] if len(offered) == 1 else None
    return max(
        (due for due in offered if likeness(thing, due.recurring.name)),
        key=lambda due: likeness(thing, due.recurring.name),
        default=None,
    )


def _named(turn: Turn, thing: str) -> Recurring | None:
    """The recurring entry that the words name the best; None if they name none that was due yet or is due soon."""
    today = turn.moment.now.date()
    known = (entry for entry in turn.state.recurring if likeness(thing, entry.name))
    due = [entry for entry in known if entry.soon(today) or entry.days.latest(today) >= entry.since]
    return max(due, key=lambda entry: likeness(thing, entry.name), default=None)


def _take_up_paid(turn: Turn, entry: Recurring) -> None:
    """Put the entry of the day that waits into a draft, or that of a coming day with the present date."""
    today = turn.moment.now.date()
    waiting = entry.due_on(today)
    if waiting is not None:
        _take_up_due(turn, [Due(entry, waiting)])
    elif entry.soon(today) is not None:
        take_up(turn, [_entry_of(turn, Due(entry, today))])
    else:
        turn.say(reminders.recorded_before(entry, today))


def answers_due(turn: Turn, due: tuple[Due, ...], utterance: Utterance) -> bool:
    """Obey an answer to the offer of due entries; return whether the words are one.

    A yes puts the entries into a draft and reads them back, as if they were said. A no settles the due day without a row.
    """
    amount = bare_amount(value_stated(utterance.said))
    match reply_of(utterance):
        case OfferReply.NO:
            _decline(turn, due)
        case OfferReply.UNCLEAR:
            ask_about_due(turn, due)
        case OfferReply.YES:
            _take_up_due(turn, due)
        case OfferReply.OTHER if repeats_verb(utterance.wording, "记"):
            _take_up_due(turn, due)
        case OfferReply.OTHER if amount is not None and len(due) == 1:
            _take_up_due(turn, due, amount, is_once=is_of_this_time(utterance.said))
        case OfferReply.OTHER if amount is not None:
            ask_about_due(turn, due)
        case OfferReply.OTHER:
            return False
    return True


def _entry_of(turn: Turn, due: Due) -> ParseResult:
    """The entry of a due day, with what the habits of the household give to its words, unless a later row gave it its values.

    Its account was not said this time, so a correction of it teaches.
    """
    own, taught = filed(due.entry, turn.state.vocabulary), due.recurring.taught
    entry = turn.recognised(own)
    if entry.understood is None:
        return entry
    understood = replace(entry.understood, account=None)
    entry = replace(entry, understood=understood)
    habits = turn.state.memory.index.of(understood.words)
    given = [habit for habit in habits if habit.field in entry.from_habits.names]
    is_later = taught is not None and all(habit.last_used.date() < taught for habit in given)
    # The habits stay among what was understood, so that the values of the later row replace them.
    return replace(entry, category=own.category, account=own.account) if is_later else entry


def _take_up_due(
    turn: Turn, due: Sequence[Due], amount: Money | None = None, *, is_once: bool = False
) -> None:
    change = FieldChange(amount=amount)
    entries = (_entry_of(turn, one).amended(change) for one in due)
    take_up(turn, [of_this_time(entry) if is_once else entry for entry in entries])
    rows = (DueRow(turn.batch.id, index, one) for index, one in enumerate(due))
    turn.update(due_rows=tuple(rows))


def due_pressed(turn: Turn, due: Due) -> None:
    """Put a due entry that was chosen on the card into the draft, as after a yes to its offer.

    If it is in the draft already, the draft is read back.
    """
    if _is_in_draft(turn, due):
        turn.active()
        turn.say_pending()
    elif take_up_pressed(turn, _entry_of(turn, due)):
        row = DueRow(turn.batch.id, turn.batch.items[-1].index, due)
        turn.update(due_rows=(*turn.state.due_rows, row))


def _is_in_draft(turn: Turn, due: Due) -> bool:
    if turn.state.batch is None:
        return False
    rows = {row.index for row in turn.state.due_rows if row.due.recurring.id == due.recurring.id}
    return any(item.index in rows for item in turn.batch.pending_items)


def _decline(turn: Turn, due: Sequence[Due]) -> None:
    for one in due:
        turn.after_card(fx.NoteRecurring(one.recurring.id, settled=one.day))
    turn.say(phrases.NOT_RECORDED)


def answers_set_up(turn: Turn, entry: Recurring, utterance: Utterance) -> bool:
    """Obey an answer to the offer to set up a recurring entry; return whether the words are one."""
    amount = bare_amount(value_stated(utterance.said))
    match reply_of(utterance):
        case OfferReply.NO:
            _leave_it(turn)
        case OfferReply.UNCLEAR:
            _ask_to_set_up(turn, entry)
        case OfferReply.YES:
            _set_up(turn, entry)
        case OfferReply.OTHER if repeats_verb(utterance.wording, "提醒") or repeats_verb(
            utterance.wording, "改"
        ):
            _set_up(turn, entry)
        case OfferReply.OTHER if amount is not None and amount.is_recordable:
            _ask_to_set_up(turn, replace(entry, amount=amount))
        case OfferReply.OTHER:
            return False
    return True


def _leave_it(turn: Turn) -> None:
    turn.say(reminders.NO_REMINDER)
    _return_to_draft(turn)


def _set_up(turn: Turn, entry: Recurring) -> None:
    number = turn.number()
    turn.update(in_flight=SettingUp(number, entry), open_question=PlainQuestion.NOTHING)
    turn.after_card(fx.KeepRecurring(number, entry))


def recurring_kept(turn: Turn, event: ev.RecurringKept) -> None:
    """Say that a recurring entry is set up."""
    request = turn.take_request(SettingUp, event.number)
    if request is None:
        return
    others = (known for known in turn.state.recurring if known.id != request.entry.id)
    turn.update(recurring=(*others, request.entry))
    turn.say(reminders.recurring_kept(request.entry))
    _return_to_draft(turn)


def _return_to_draft(turn: Turn) -> None:
    """Read an open draft back, since the question about it was put aside."""
    if turn.state.batch is not None:
        turn.say_pending()
