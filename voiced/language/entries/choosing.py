"""The answer to 「45元还是15元？」: the reading that the words choose, by its value, its place or its number of rows."""

from __future__ import annotations

from enum import Enum, auto
from itertools import pairwise

from voiced.domain.money import ZERO, Money
from voiced.domain.transaction import Doubt, DoubtReason, FieldChange, ReadingRows, TransactionType
from voiced.language.entries.things import bare_amount
from voiced.language.numbers.amounts import find_amounts
from voiced.language.numbers.numerals import value_of
from voiced.language.text.expression import expression


class Neither(Enum):
    """The answer that no reading is right."""

    NEITHER = auto()


_LEADING = "(?:(?:都|两个都)?(?:不是|不对|错了?)，|实际|其实|[嗯呃对哦啊哎就那应该当然是的好要选我说刚才，])*"
_TRAILING = "[的吧啊呀了呢哦嘛，]*"
_CORE = expression(f"{_LEADING}(?P<core>.*?){_TRAILING}")
_NEITHER = expression(
    "(?:不对|不是|错了?|两个|哪个|[一哪]个|都|不|没|没有|是|对|不止|没那么多|也|[啊呀吧的了哦，])*(?:不对|不是|都不[是对]?|不止|错了?|没那么多|没有?一个是?对)[啊呀吧的了哦，]*"
)
_DENIED_THEN = expression(r"(?:不对，?)?不是(?P<denied>[^，。；]+?)，?是(?P<meant>[^，。；]+)")
_THEN_DENIED = expression(r"是?(?P<meant>[^，。；]+?)，?不是(?P<denied>[^，。；]+)")
_DENIED = expression(r"不是(?P<denied>[^，。；]+)")
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
_ROWS = expression(
    "(?:分[开成]?|拆[开成]?|记成?|一共|合成|算)*(?P<number>[一两二三四五六七八九十1-9])[笔条](?:账|记|都要)?"
)
_APART = expression("(?:要)?(?:分|拆)(?:开|成几笔)?(?:记|算|来)?")
_TOGETHER = expression("(?:合|并)(?:起来|在一起|一起|成一笔)?(?:记|算)?|一起(?:记|算|的)?|总共")
_JOINT = expression("和|跟|加|，|、|还有")


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
        case _:
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
