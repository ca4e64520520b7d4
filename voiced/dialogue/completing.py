"""Entries that lack something: an amount, a purpose, or the answer whether they are entries of their own."""

from __future__ import annotations

from voiced.dialogue import phrases
from voiced.dialogue.appending import append
from voiced.dialogue.asking import Role
from voiced.dialogue.posting import filed
from voiced.dialogue.state import AddOffer, ChangeOrAppend
from voiced.dialogue.turn import Turn
from voiced.domain.batch import DraftTransaction
from voiced.domain.transaction import FieldChange, ParseResult
from voiced.language.commands import Assent, Command, ConfirmAll, Denial
from voiced.language.expression import expression
from voiced.language.guards import points_back
from voiced.language.text import normalise
from voiced.language.things import bare_amount, with_purpose

_YES = "(?:[嗯好对是要就那，的吧啊呀了]|应该|当然)*"
_ANOTHER_ONE = expression(
    f"{_YES}(?:(?:另外?|再|新|又|多|补|加)(?:记|加|来|算|一|的|上|有)*[笔个条]?|(?:另外|新的?)的?(?:一[笔个条])?|后[一者]个?|后面那个|(?:不是同|两)一?[笔个])(?:新的)?{_YES}"
)
_THE_SAME = expression(
    f"{_YES}(?:改(?:掉|成这个|一下|那笔|金额|过来)?|(?:是|就是)?同一[笔个]|前[一者]个?|前面那个|就?是那一?笔){_YES}"
)

_CHANGE_TO = expression(f"{_YES}改[成为到](?P<value>.+)")


def complete(turn: Turn, text: str) -> bool:
    """Give the one incomplete row what it lacks, if the words state it; whether they did."""
    lacking = [item for item in turn.batch.pending_items if not item.is_complete]
    if len(lacking) != 1:
        return False
    (item,) = lacking
    if points_back(text):
        return False
    entry = _with_amount(item, text) if item.lacks_amount else _with_purpose(turn, item, text)
    if entry is None:
        return False
    turn.open_batch(turn.batch.update_item(item.index, filed(entry, turn.state.vocabulary)))
    turn.remember(Role.USER, text)
    turn.say_pending()
    return True


def _with_amount(item: DraftTransaction, text: str) -> ParseResult | None:
    amount = bare_amount(text)
    return None if amount is None else item.result.amended(FieldChange(amount=amount))


def _with_purpose(turn: Turn, item: DraftTransaction, text: str) -> ParseResult | None:
    return with_purpose(item.result, text, turn.state.vocabulary, turn.moment.now)


def answers_question(turn: Turn, text: str, command: Command) -> bool:
    """Obey an answer to our question about an entry; whether the words are one."""
    match turn.state.asked:
        case AddOffer(entry):
            return _answers_offer(turn, entry, text, command)
        case ChangeOrAppend(index, entry) if index < len(turn.batch):
            return _chooses(turn, index, entry, text, command)
        case _:
            return False


def _answers_offer(turn: Turn, entry: ParseResult, text: str, command: Command) -> bool:
    amount = bare_amount(text)
    match command:
        case Denial():
            turn.say_pending()
        case Assent() | ConfirmAll():
            turn.open_batch(turn.batch.append(filed(entry, turn.state.vocabulary)))
            turn.say(phrases.how_much(entry.description))
        case _ if amount is not None:
            append(turn, (entry.amended(FieldChange(amount=amount)),))
        case _:
            return False
    return True


def _chooses(turn: Turn, index: int, entry: ParseResult, text: str, command: Command) -> bool:
    """Whether the words say which is meant; a bare yes or no to two readings is asked again.

    Other words leave the question open, so the next confirm reads the rows back first.
    """
    said = normalise(text)
    if _ANOTHER_ONE.fullmatch(said):
        append(turn, (entry,))
    elif _THE_SAME.fullmatch(said) or _changes_to(said, entry):
        result = turn.batch.items[index].result.amended(FieldChange(amount=entry.amount))
        turn.open_batch(turn.batch.update_item(index, result))
        turn.update(objected=False)
        turn.say_pending()
    elif isinstance(command, Assent | Denial | ConfirmAll) and entry.amount is not None:
        turn.say(phrases.change_or_append(turn.batch.items[index].result, entry.amount), turn.state.asked)
    else:
        turn.note_objection()
        return False
    return True


def _changes_to(said: str, entry: ParseResult) -> bool:
    """Whether the words choose the change by its value: 改成40 after 「午饭改成40元，还是另记一笔？」."""
    found = _CHANGE_TO.fullmatch(said)
    return found is not None and bare_amount(found["value"]) == entry.amount
