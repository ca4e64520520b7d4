"""Sentences in which the daemon reads entries back, made up from seeds, with the amounts that they hold.

Amounts are 3 to 9999 yuan, a third of them with jiao and some with fen. Half of the sentences name things as people would
(a shop, a person's service) in words that no list of recorded words holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime, timedelta
from random import Random

from msgspec import Struct

from voiced.dialogue.sentences import phrases
from voiced.dialogue.sentences.read_back import ReadBack
from voiced.domain.batch import DraftBatch, settled_total
from voiced.domain.memory import LedgerMemory
from voiced.domain.money import Money
from voiced.domain.transaction import ParseResult, TransactionType
from voiced.language.numbers.spoken import verbalise

_NOW = datetime(2026, 11, 18, 12, 0).astimezone()
_EXPENSES = (
    *(
        "餐饮",
        "饮品",
        "买菜",
        "零食",
        "交通",
        "购物",
        "服饰",
        "日用",
        "房租",
        "水电",
        "通讯",
        "医疗",
        "教育",
        "娱乐",
    ),
    *("旅行", "宠物", "人情", "运动", "美容", "保险", "烟酒", "孩子", "数码", "其他"),
)
_INCOMES = ("工资", "奖金", "红包", "退款", "报销", "兼职")
_ACCOUNTS = ("微信", "支付宝", "现金", "信用卡", "银行卡")
_FAMILY = tuple("王李张刘陈杨赵黄周吴徐孙马朱胡郭何高林罗")
_CALLED = ("阿姨", "师傅", "老师", "大哥", "医生", "老板")
_SERVICES = ("家政", "修锁", "补课", "推拿", "搬家", "水果摊", "豆花", "裁缝", "陪诊", "钢琴课")
_PLACES = ("霸王", "临江", "青禾", "百味", "鹿角", "望京", "海棠", "半山", "老街", "云栖", "桂花", "北岸")
_SHOPS = ("茶姬", "酒家", "小馆", "药房", "书吧", "修车", "宠物店", "菜市", "烘焙", "面庄", "影城", "洗衣")


class SpokenReadBack(Struct, frozen=True):
    """A sentence for the voice, its figures in words.

    Attributes:
        amounts: the money in it, in order.
        has_free_words: whether it names things in words that no list holds.
    """

    text: str
    amounts: tuple[Money, ...]
    has_free_words: bool


def read_backs(count: int, seed: int) -> Iterator[SpokenReadBack]:
    """Sentences of all kinds in turn; every other one names things in free words."""
    chance = Random(seed)  # noqa: S311 - test sentences
    for number in range(count):
        kind = _KINDS[number // 2 % len(_KINDS)]
        yield kind(chance, has_free_words=number % 2 == 1)


def _one(chance: Random, *, has_free_words: bool) -> SpokenReadBack:
    row = _row(chance, has_free_words=has_free_words)
    read = _read_back().in_full(_batch([row]).items) if has_free_words else _read_back().draft(_batch([row]))
    return _spoken(read, [row], has_free_words=has_free_words)


def _several(chance: Random, *, has_free_words: bool) -> SpokenReadBack:
    rows = [_row(chance, has_free_words=has_free_words) for _ in range(chance.randint(2, 3))]
    batch = _batch(rows)
    read = _read_back().draft_in_full(batch) if has_free_words else _read_back().draft(batch)
    return _spoken(read, rows, has_free_words=has_free_words)


def _changed(chance: Random, *, has_free_words: bool) -> SpokenReadBack:
    row = _row(chance, has_free_words=has_free_words)
    if has_free_words:
        return _spoken(phrases.restored([row]), [row], has_free_words=True)
    before = _row(chance, has_free_words=False)
    batch = _batch([before, row])
    return _spoken(_read_back().modified(batch, batch.items[1:]), [row], has_free_words=False)


def _added(chance: Random, *, has_free_words: bool) -> SpokenReadBack:
    rows = [_row(chance, has_free_words=has_free_words) for _ in range(3)]
    batch = _batch(rows)
    if has_free_words:
        return _spoken(phrases.cancelled(batch.items[:1], 2), rows[:1], has_free_words=True)
    return _spoken(_read_back().appended(batch, batch.items[2:]), rows[2:], has_free_words=False)


def _summed(chance: Random, *, has_free_words: bool) -> SpokenReadBack:
    rows = [_row(chance, has_free_words=has_free_words) for _ in range(chance.randint(6, 9))]
    if has_free_words:
        return _spoken(phrases.named(rows[:3]), rows[:3], has_free_words=True)
    batch = _batch(rows)
    totals = tuple(
        settled_total(batch.items, kind) for kind in (TransactionType.EXPENSE, TransactionType.INCOME)
    )
    return SpokenReadBack(verbalise(_read_back().draft(batch)), totals, has_free_words=False)


_KINDS: tuple[Callable[..., SpokenReadBack], ...] = (
    _one,
    _several,
    _changed,
    _added,
    _several,
    _one,
    _summed,
)


def _spoken(text: str, rows: Sequence[ParseResult], *, has_free_words: bool) -> SpokenReadBack:
    amounts = tuple(row.amount for row in rows if row.amount is not None)
    return SpokenReadBack(verbalise(text), amounts, has_free_words)


def _row(chance: Random, *, has_free_words: bool) -> ParseResult:
    is_income = chance.random() < 0.15
    return ParseResult(
        amount=_amount(chance),
        type=TransactionType.INCOME if is_income else TransactionType.EXPENSE,
        category=chance.choice(_INCOMES if is_income else _EXPENSES),
        date=_day(chance),
        description=_thing(chance) if has_free_words else "",
        account=chance.choice(_ACCOUNTS) if chance.random() < 0.2 else None,
    )


def _amount(chance: Random) -> Money:
    yuan = round(3 * (9_999 / 3) ** chance.random())
    fraction = chance.choices((0, 10 * chance.randint(1, 9), chance.randint(1, 99)), (6, 3, 1))[0]
    return Money(100 * yuan + fraction)


def _day(chance: Random) -> date:
    return _NOW.date() - timedelta(days=chance.choice((0, 0, 0, 0, 1, 2, 5, 20)))


def _thing(chance: Random) -> str:
    if chance.random() < 0.5:
        return chance.choice(_FAMILY) + chance.choice(_CALLED) + chance.choice(_SERVICES)
    return chance.choice(_PLACES) + chance.choice(_SHOPS)


def _batch(rows: Sequence[ParseResult]) -> DraftBatch:
    return DraftBatch.of(rows, batch_id="read-back", created_at=_NOW)


def _read_back() -> ReadBack:
    return ReadBack(_NOW, LedgerMemory())
