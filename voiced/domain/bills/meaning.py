"""What was bought, as a line of a bill and a row that was said tell it: words, categories and the time of day."""

from __future__ import annotations

import re
from functools import lru_cache

from voiced.domain.bills.billed import BilledLine, SaidRow
from voiced.domain.transaction import Transaction, TransactionType
from voiced.domain.vocabulary import OTHER

CATEGORY = 1.5
"""Points of a category that both tell."""
_OF_WORDS = {0: 0.0, 1: 1.5, 2: 2.5}
_NAME, _CHARACTER, _WORD_OF_CATEGORY = 3.5, 0.75, 0.5
"""Points of the words in common: of three or more, which are a whole name, and of one character."""
_STRANGE, _KINDRED = -2.5, -1.0
"""Points of two things, and of two things to eat or drink."""
_AT_THAT_TIME, _AT_ANOTHER_TIME = 1.0, -2.5

_ONE_WORD = 2

_NO_WORDS = re.compile(
    r"微信|支付宝|支付|转账|付款|收款方?|二维码|备注|退款|红包|商品|订单|发给|给我?|[Aa]{2}|[^\w]|\d"
    r"|花费|花了|付了|用了|消费|支出|开销|[一二两三四五六七八九十百千块元毛]{2,}"
)
"""What stands beside the words that tell something."""
_COMMON = frozenset("饭买吃喝花去打用交充给的了个店大小上下中一家公司有限服务")
"""Characters that tell nothing alone."""

_FOR_WHOM = frozenset(("孩子", "宠物", "人情"))
"""Categories that tell for whom or why something was bought: anything may be of them."""
_GOODS, _RED_PACKET = "购物", "红包"
"""The category of any goods, and of what is no purchase."""
_FOOD = frozenset(("餐饮", "饮品", "买菜", "零食", "烟酒"))
_NO_GOODS = frozenset(("交通", "汽车", "住房", "水电", "通讯", "保险"))

_TIMES = (
    (re.compile("早饭|早餐|早点|早茶|早上|早晨|上午"), 4, 12),
    (re.compile("午饭|午餐|中饭|中餐|中午"), 10, 15),
    (re.compile("下午"), 12, 19),
    (re.compile("晚饭|晚餐|晚上|今晚"), 16, 24),
    (re.compile("夜宵|宵夜|夜班|半夜|深夜"), 20, 29),
)
"""Words for a time of day, with its first hour and the one that it ends before; 29 is five in the morning."""


def meaning_points(line: BilledLine, said: SaidRow) -> float:
    """Points for what was bought, as both tell it.

    One word that names the category (打车) tells little more than that does, where the amount was rounded.
    """
    words, category = _word_points(line, said.row), CATEGORY * have_one_category(line, said)
    is_exact = line.amount == said.row.amount
    if category and line.category == said.meaning and len(said.row.description) == _ONE_WORD and not is_exact:
        words = min(words, _WORD_OF_CATEGORY)
    alike = words + category or _strangeness(line, said)
    return alike + _points_of_the_hour(line, said.row, are_alike=shared_words(line, said.row) > 0)


def _word_points(line: BilledLine, row: Transaction) -> float:
    shared = shared_words(line, row)
    return _OF_WORDS.get(shared, _NAME) if shared else _CHARACTER * shares_a_character(line, row)


def shared_words(line: BilledLine, row: Transaction) -> int:
    """How many words of the description stand in the bill as well: two characters in a row, or one that stands alone."""
    return len(words_of(row.description) & _words_of_line(line))


def shares_a_character(line: BilledLine, row: Transaction) -> bool:
    """Whether a character that tells something stands in the description and in the bill (买花, 玫瑰花束)."""
    return not characters_of(row.description).isdisjoint(characters_of(f"{line.merchant} {line.item}"))


def have_one_category(line: BilledLine, said: SaidRow) -> bool:
    """Whether both tell one category, the row perhaps by its words (群红包)."""
    if not is_named(line.category):
        return False
    return line.category == said.category or line.category in said.row.description


def is_vague(line: BilledLine, said: SaidRow) -> bool:
    """Whether no word of a row tells that it is this payment, nor that it is another one."""
    is_told = shared_words(line, said.row) > 0 or shares_a_character(line, said.row)
    is_told = is_told or (is_named(line.category) and line.category == said.meaning)
    return not is_told and not times_of(said.row.description) and _strangeness(line, said) > _STRANGE


def _strangeness(line: BilledLine, said: SaidRow) -> float:
    """Points of a payment and a row that both tell what was bought, where it is not the same.

    Bills call all money that came alike. An equal amount with fen speaks for itself.
    """
    row = said.row
    is_told = bool(words_of(row.description)) or is_named(said.category)
    is_plain = line.amount != row.amount or row.amount.fen % 100 == 0
    if not (is_plain and is_told and line.type is TransactionType.EXPENSE and is_named(line.category)):
        return 0.0
    both = {line.category, said.category}
    if both <= _FOOD:
        return _KINDRED
    is_wide = bool(both & _FOR_WHOM) or (_GOODS in both and not both & _NO_GOODS)
    return 0.0 if is_wide and _RED_PACKET not in both else _STRANGE


def _points_of_the_hour(line: BilledLine, row: Transaction, *, are_alike: bool) -> float:
    if not times_of(row.description) or not line.has_time:
        return 0.0
    if is_at_its_time(line, row):
        return _AT_THAT_TIME
    return 0.0 if are_alike else _AT_ANOTHER_TIME


def is_at_its_time(line: BilledLine, row: Transaction) -> bool:
    """Whether a payment is of the time of day that the words of a row name."""
    hour = line.happened.hour
    times = times_of(row.description) if line.has_time else ()
    return any(first <= hour < end or first <= hour + 24 < end for first, end in times)


@lru_cache(maxsize=1 << 12)
def times_of(text: str) -> tuple[tuple[int, int], ...]:
    """The times of day that a text names (午饭), as first hours and those that they end before."""
    return tuple((first, end) for words, first, end in _TIMES if words.search(text))


def is_named(category: str) -> bool:
    """Whether a category tells something."""
    return category not in ("", OTHER)


@lru_cache(maxsize=1 << 15)
def words_of(text: str) -> frozenset[str]:
    """The words of a text that tell something: each two characters in a row, or one that stands alone."""
    return frozenset(
        part[at : at + 2] for part in _NO_WORDS.sub(" ", text).split() for at in range(max(len(part) - 1, 1))
    )


@lru_cache(maxsize=1 << 15)
def characters_of(text: str) -> frozenset[str]:
    """The characters of a text that tell something alone."""
    return frozenset(one for one in _NO_WORDS.sub("", text) if one > "z") - _COMMON


def _words_of_line(line: BilledLine) -> frozenset[str]:
    return words_of(f"{line.merchant} {line.item}")
