"""Values and rows that words name without meaning them: a denial before them, or a clause that ties them to another row.

「不是60」 denies 60. In 「饭是昨天吃的，车是今天打的」, 昨天 belongs to the row 吃饭 alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime

from voiced.domain.batch import DraftTransaction
from voiced.domain.money import Money
from voiced.domain.transaction import FieldChange
from voiced.language.days.dates import find_days
from voiced.language.numbers.amounts import find_amounts
from voiced.language.numbers.ordinals import find_ordinals
from voiced.language.readings.occurrence import DENIED_ENTRY
from voiced.language.text.phrases import phrases
from voiced.language.text.spelling import clauses

_PHRASES = phrases("denials")
_DENIES = _PHRASES["denies"]
DENYING = "不是|并非|别动|不动"
"""The words that deny a row described behind them."""


def is_denied(said: str, start: int) -> bool:
    """Whether a denial ends at this place of normalised text."""
    return denial_before(said, start) is not None


def denial_before(said: str, end: int) -> int | None:
    """The start of the denial that ends at this place of normalised text; None if there is no denial."""
    match = _DENIES.search(said, 0, end)
    return None if match is None else match.start()


def is_entry_denied(said: str, start: int, end: int) -> bool:
    """Whether normalised text denies the entry whose amount is at this place: 我没说打车20, 不是打车20."""
    return any(start < denial.end() <= end for denial in DENIED_ENTRY.finditer(said))


_SHARED = _PHRASES["shared"]
_DENIED = _PHRASES["denied"]
_NEW_VALUE = _PHRASES["new_value"]
TELLS_NOTHING = frozenset(
    "的了个是在一二两三四五六七八九十百千块元钱费打买吃喝用付上下大小人家公出加给去来还信生日不子儿们"
)
"""Characters that are too common to identify a row: they stand in many descriptions and in many other words."""


def belongs_to_another_row(
    change: FieldChange, index: int, said: str, items: Sequence[DraftTransaction], now: datetime
) -> bool:
    """Whether the words tie the change's day or amount to another row than the one with `index`.

    A value may belong to any row if the words tie it to several rows, deny it, or share it (打车也是).
    """
    if _SHARED.search(said):
        return False
    tied = tuple(_tied(said, items, now))
    for value in (change.date, change.amount):
        rows = {row for row, one in tied if one == value}
        if rows and index not in rows:
            return True
    return False


def _tied(said: str, items: Sequence[DraftTransaction], now: datetime) -> Iterator[tuple[int, date | Money]]:
    """The days and amounts of clauses that name exactly one row, each with the index of that row."""
    for clause in clauses(said):
        named = [item.index for item in items if _is_named(item, clause, items)]
        if len(named) != 1 or _DENIED.search(clause) or find_ordinals(clause):
            continue
        yield from ((named[0], mention.day) for mention in find_days(clause, now))
        own = items[named[0]].result.amount
        amounts = (mention.amount for mention in find_amounts(clause))
        yield from ((named[0], amount) for amount in amounts if amount is not None and amount != own)


def _is_named(item: DraftTransaction, clause: str, items: Sequence[DraftTransaction]) -> bool:
    """Whether the clause names the row by its amount, or by a character that only its description holds.

    Words of a new value (改成打车) do not name a row.
    """
    if any(mention.amount == item.result.amount for mention in find_amounts(clause)):
        return True
    subject = _NEW_VALUE.split(clause, maxsplit=1)[0]
    name = item.result.description
    others = {character for other in items if other is not item for character in other.result.description}
    telling = set(name) - TELLS_NOTHING - others
    return (bool(name) and name in subject) or any(character in subject for character in telling)
