"""The answer to a question with a choice: which reading of an amount (「45元还是15元？」), and which of two rows."""

from __future__ import annotations

from enum import Enum, auto
from itertools import pairwise

from voiced.domain.money import ZERO, Money
from voiced.domain.transaction import Doubt, DoubtReason, FieldChange, ReadingRows, TransactionType
from voiced.language.entries.things import bare_amount
from voiced.language.numbers.amounts import find_amounts
from voiced.language.numbers.numerals import value_of
from voiced.language.text.expression import expression
from voiced.language.text.phrases import phrases


class Neither(Enum):
    """The answer that no reading is right."""

    NEITHER = auto()


_PHRASES = phrases("choosing")
_CORE = _PHRASES["core"]
_NEITHER = _PHRASES["neither"]
_DENIED_THEN = _PHRASES["denied_then"]
_THEN_DENIED = _PHRASES["then_denied"]
_DENIED = _PHRASES["denied"]
_PLACES = (
    expression("(?:前[一者]?|头一|第一|1)[个种者]?|(?:前面|前头|前边|先说)的?(?:那|这)?一?[个种]?|第一个数"),
    expression("(?:后[一者]?|第二|2)[个种者]?|(?:后面|后头|后边|后说)的?(?:那|这)?一?[个种]?|第二个数"),
)
_TYPES = (
    (
        TransactionType.EXPENSE,
        expression("支出|[花付出](?:了|出去?|去|掉|账)?的?钱?|给(?:了|出去|别人|人家|他|她)+"),
    ),
    (
        TransactionType.INCOME,
        expression("收入|[收进赚](?:了|到|进来?|来|账)?的?钱?|(?:别人|人家|他|她)?给了?我"),
    ),
    (TransactionType.TRANSFER, expression("转账?(?:了|过去)?|自己转自己|互转")),
)
_BY_SIZE = (
    (max, expression("(?:多|大|贵|高)(?:一?点)?的?(?:那个)?")),
    (min, expression("(?:少|小|便宜|低)(?:一?点)?的?(?:那个)?")),
)
_ROWS = _PHRASES["rows"]
_APART = _PHRASES["apart"]
_TOGETHER = _PHRASES["together"]
_JOINT = _PHRASES["joint"]


def choose(said: str, doubt: Doubt) -> ReadingRows | Neither | None:
    """The rows that normalised words choose; None if they are no answer.

    An amount outside both readings is an answer too: it takes the place of the doubtful one.
    """
    if _NEITHER.fullmatch(said):
        return Neither.NEITHER
    for shape in (_DENIED_THEN, _THEN_DENIED):
        found = shape.fullmatch(said)
        if found and _chosen(found["denied"], doubt) is not None:
            return _chosen(found["meant"], doubt)
    if denied := _DENIED.fullmatch(said):
        return _other(doubt, _chosen(denied["denied"], doubt))
    return _chosen(said, doubt)


def _other(doubt: Doubt, denied: ReadingRows | None) -> ReadingRows | None:
    """The reading that is left after the speaker denied one."""
    left = [reading for reading in doubt.readings if reading != denied]
    return left[0] if len(left) == 1 else None


def _chosen(words: str, doubt: Doubt) -> ReadingRows | None:
    core = _CORE.fullmatch(words)
    said = words if core is None else core["core"]
    if not said:
        return None
    for place, shape in enumerate(_PLACES):
        if shape.fullmatch(said):
            return doubt.readings[place]
    match doubt.reason:
        case DoubtReason.TYPE:
            return _by_type(said, doubt)
        case DoubtReason.ROWS:
            return _by_number(said, doubt) or _by_amounts(said, doubt)
        case (
            DoubtReason.AMOUNT
            | DoubtReason.WORKED_OUT
            | DoubtReason.HAPPENED
            | DoubtReason.FOREIGN
            | DoubtReason.INCOMPLETE
            | DoubtReason.UNSURE
        ):
            return _by_amount(said, doubt)


def _by_type(said: str, doubt: Doubt) -> ReadingRows | None:
    """The reading of the type; a third type takes the place of both."""
    of_type = next((of_type for of_type, shape in _TYPES if shape.fullmatch(said)), None)
    if of_type is None:
        return None
    same = (reading for reading in doubt.readings if reading[0].type is of_type)
    return next(same, None) or (doubt.readings[0][0].amended(FieldChange(type=of_type)),)


def _by_number(said: str, doubt: Doubt) -> ReadingRows | None:
    fewer, more = sorted(doubt.readings, key=len)
    if _APART.fullmatch(said):
        return more
    if _TOGETHER.fullmatch(said):
        return fewer
    found = _ROWS.fullmatch(said)
    number = None if found is None else value_of(found["number"])
    return next((reading for reading in doubt.readings if len(reading) == number), None)


def _by_amounts(said: str, doubt: Doubt) -> ReadingRows | None:
    """The reading with the amounts that were said: 一百, 六十和四十."""
    mentions = find_amounts(said)
    amounts = [mention.amount for mention in mentions]
    between = (said[one.end : other.start] for one, other in pairwise(mentions))
    is_list = len(mentions) > 1 and all(map(_JOINT.fullmatch, between))
    if is_list:
        same = (reading for reading in doubt.readings if [row.amount for row in reading] == amounts)
        return next(same, None)
    return _by_amount(said, doubt)


def _by_amount(said: str, doubt: Doubt) -> ReadingRows | None:
    for most, shape in _BY_SIZE:
        if shape.fullmatch(said) and doubt.reason is not DoubtReason.ROWS:
            return most(doubt.readings, key=lambda reading: reading[0].amount or ZERO)
    amount = bare_amount(said)
    if amount is None:
        return None
    return _with_amount(doubt, amount)


def _with_amount(doubt: Doubt, amount: Money) -> ReadingRows:
    same = (reading for reading in doubt.readings if len(reading) == 1 and reading[0].amount == amount)
    return next(same, None) or (doubt.readings[0][0].amended(FieldChange(amount=amount)),)


_NAMED = _PHRASES["named"]

_THE_OPEN_ONE = _PHRASES["the_open_one"]

_THE_SAVED_ONE = _PHRASES["the_saved_one"]


_ANOTHER_ONE = _PHRASES["another_one"]

_THE_SAME = _PHRASES["the_same"]

_CHANGE_TO = _PHRASES["change_to"]

_STATED = _PHRASES["stated"]

_BEFORE_VALUE = _PHRASES["before_value"]


def chooses_open(said: str) -> bool:
    """Whether the words choose the open rows: 没记的那笔."""
    return _THE_OPEN_ONE.fullmatch(said) is not None


def chooses_saved(said: str) -> bool:
    """Whether the words choose the saved rows: 记过的."""
    return _THE_SAVED_ONE.fullmatch(said) is not None


def row_named(said: str) -> str:
    """The name of a row in an answer: 打车 in 是打车那笔."""
    found = _NAMED.fullmatch(said)
    return said if found is None else found["name"]


def chooses_another(said: str) -> bool:
    """Whether the words choose a new row: 另记一笔."""
    return _ANOTHER_ONE.fullmatch(said) is not None


def chooses_same(said: str) -> bool:
    """Whether the words choose the row that is open already: 同一笔, 改吧."""
    return _THE_SAME.fullmatch(said) is not None


def states_value(said: str) -> bool:
    """Whether the words say that a value is so, and so choose the row that is open: 对，就是十九."""
    return _STATED.match(said) is not None


def changed_to(said: str) -> str | None:
    """The words for the new value in an answer that chooses a change: 40 in 改成40."""
    found = _CHANGE_TO.fullmatch(said)
    return None if found is None else found["value"]


def value_stated(said: str) -> str:
    """The words for the value in an answer: 三十 in 对，三十 and in 不对，是三十."""
    return _BEFORE_VALUE.sub("", said)
