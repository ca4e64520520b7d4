"""The rows of a draft that words name: by number, by description, by their count, or as the rest.

`select` finds the rows of a selector, `numbered` those of row numbers, and `find_rows` those of a description: 红包那笔,
洗角那笔 (洗脚, misheard), 三十那笔, 这笔.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from voiced.domain.batch import DraftStatus, DraftTransaction
from voiced.domain.money import Money
from voiced.domain.transaction import TYPE_CALLED, ParseResult
from voiced.language.commands import command as cmd
from voiced.language.numbers.amounts import find_amounts
from voiced.language.sounds.pinyin import closeness
from voiced.language.text.expression import Expression, expression
from voiced.language.text.spelling import normalise

SOUNDS_ALIKE = 90
"""A described row counts from this closeness on: the same syllables, or syllables that differ only as z and zh do."""

_POINTING = expression(r"(?:[这那]一?(?:[笔条个项单比币必]|笔账)|它)")
_AROUND = expression(r"^(?:[把将给那这的]|那个|这个)+(?=.{2})|的$")
_JOINT = expression("(?<=.)(?:和|跟|与|以及|还有|、)(?=.)")
_SAYS_ANOTHER = expression("还有|还|另外|再|又|也|加|补|多了|第二[杯次趟顿]")

_EXTREMES: tuple[tuple[Expression, Callable[[Iterable[Money]], Money]], ...] = (
    (expression("(?:金额|数额|价格)?最(?:[贵大高]|花钱)的?"), max),
    (expression("(?:金额|数额|价格)?最(?:便宜|[小少低])的?"), min),
)
"""最贵的, 最小的: the words for the row with the largest or the smallest amount."""
_MIDDLE = expression("(?:正|最)?中间的?")
_UPPER = expression("(?:前|上)[面头边]的?")
_LOWER = expression("(?:后|下)[面头边]的?")


class WhichRow(Struct, frozen=True):
    """The words may mean several rows, or no row is certain."""


class NoSuchRow(Struct, frozen=True):
    """The draft has no row with this number. A negative number counts from the end."""

    number: int


Chosen = tuple[DraftTransaction, ...]


def select(selector: cmd.RowSelector, items: Sequence[DraftTransaction]) -> Chosen | WhichRow | NoSuchRow:
    """The rows that a selector means, among all rows of a draft. Rows named by number may be confirmed or cancelled.

    A description or a count is compared with the pending rows first. If it does not fit them, confirmed rows count as
    well: they may be taken back until they are written.
    """
    pending = tuple(item for item in items if item.is_pending)
    remaining = tuple(item for item in items if item.status is not DraftStatus.CANCELLED)
    match selector:
        case cmd.Rows(numbers):
            return numbered(numbers, items)
        case cmd.OtherRows():
            return pending
        case cmd.AllRowsBut(numbers):
            excepted = numbered(numbers, items)
            if isinstance(excepted, NoSuchRow):
                return excepted
            return tuple(item for item in pending if item not in excepted)
        case cmd.DescribedRow(words):
            fitting = find_rows(words, pending) or find_rows(words, remaining)
            return tuple(item for item in items if item.index in fitting) if len(fitting) == 1 else WhichRow()
        case cmd.CountedRows(count):
            fitting_count = (rows for rows in (pending, remaining) if len(rows) == count)
            return next(fitting_count, WhichRow())


def numbered(numbers: Iterable[int], items: Sequence[DraftTransaction]) -> Chosen | NoSuchRow:
    """The rows with these numbers, in the order said, each once. Numbers count from 1, or from the end as -1, -2 …."""
    chosen: dict[int, DraftTransaction] = {}
    for number in numbers:
        place = number - 1 if number > 0 else len(items) + number
        if number == 0 or not 0 <= place < len(items):
            return NoSuchRow(number)
        chosen[place] = items[place]
    return tuple(chosen.values())


def find_rows(words: str, items: Sequence[DraftTransaction]) -> tuple[int, ...]:
    """The indices of the rows that a description may mean, in order; empty if it fits no row.

    If the words name several things (红包和工资), each has to fit a row, and the result holds the rows of all. An amount
    in the words must be the amount of the row. The other words are compared with descriptions, then with categories,
    then with types, and last by sound. 「这笔」 fits every row.
    """
    said = normalise(words)
    if points_at_row(said):
        return tuple(item.index for item in items)
    named = [_one_thing(part, items) for part in joined_parts(said)]
    if len(named) > 1 and all(named):
        return tuple(item.index for item in items if any(item.index in rows for rows in named))
    return _extreme(said, items) or _placed(said, items) or _one_thing(said, items)


def row_of_same_name(entry: ParseResult, items: Sequence[DraftTransaction]) -> DraftTransaction | None:
    """The only pending row with the description, type and day of an entry; None if there is no such row or several."""
    called = [
        item
        for item in items
        if item.is_pending
        and entry.description
        and (item.result.description, item.result.type, item.result.date)
        == (entry.description, entry.type, entry.date)
    ]
    return called[0] if len(called) == 1 else None


def name_in(said: str, item: DraftTransaction) -> str:
    """The longest part of a row's description, of two characters or more, that the words hold; empty without one."""
    name = item.result.description
    parts = (
        name[start : start + size]
        for size in range(len(name), 1, -1)
        for start in range(len(name) - size + 1)
    )
    return next((part for part in parts if part in said), "")


def says_another(said: str) -> bool:
    """Whether the words say that an entry comes in addition: 还有一笔, 再来, 又."""
    return _SAYS_ANOTHER.search(said) is not None


def joined_parts(words: str) -> tuple[str, ...]:
    """The parts of 「红包和工资」: 红包, 工资. Words that begin or end with 和 (和小王吃饭) are one part."""
    return tuple(_JOINT.split(words))


def _one_thing(said: str, items: Sequence[DraftTransaction]) -> tuple[int, ...]:
    fitting = list(items)
    for mention in reversed(find_amounts(said)):
        fitting = [item for item in fitting if item.result.amount == mention.amount]
        said = said[: mention.start] + said[mention.end :]
    said = _AROUND.sub("", said)
    if not said:
        return tuple(item.index for item in fitting)
    for fits in (_in_description, _in_category, _in_type, _in_sound):
        if found := tuple(item.index for item in fitting if fits(said, item)):
            return found
    return ()


def _extreme(said: str, items: Sequence[DraftTransaction]) -> tuple[int, ...]:
    """The row that the words call the dearest or the cheapest, if only one is, and each row has an amount."""
    known = {item.index: item.result.amount for item in items if item.result.amount is not None}
    of_words = [extreme for words, extreme in _EXTREMES if words.fullmatch(said)]
    if not of_words or len(known) < len(items):
        return ()
    sought = of_words[0](known.values())
    found = tuple(index for index, amount in known.items() if amount == sought)
    return found if len(found) == 1 else ()


def _placed(said: str, items: Sequence[DraftTransaction]) -> tuple[int, ...]:
    """The row in the middle of an odd number of rows, or the upper or lower one of two."""
    if _MIDDLE.fullmatch(said) and len(items) % 2 and len(items) > 1:
        return (items[len(items) // 2].index,)
    if len(items) == 2 and _UPPER.fullmatch(said):
        return (items[0].index,)
    if len(items) == 2 and _LOWER.fullmatch(said):
        return (items[1].index,)
    return ()


def points_at_row(words: str) -> bool:
    """Whether the words only point at a row and do not describe it: 这笔, 那个."""
    return _POINTING.fullmatch(words) is not None


def _in_description(words: str, item: DraftTransaction) -> bool:
    description = item.result.description
    if len(description) < 2 or len(words) < 2:
        return words == description
    return words in description or description in words


def _in_category(words: str, item: DraftTransaction) -> bool:
    return words.removesuffix("类") == item.result.category


def _in_type(words: str, item: DraftTransaction) -> bool:
    return TYPE_CALLED.get(words) is item.result.type


def _in_sound(words: str, item: DraftTransaction) -> bool:
    return any(_sounds_within(words, name) for name in (item.result.description, item.result.category))


def _sounds_within(words: str, name: str) -> bool:
    """Whether a part of the name that has the length of the words sounds like them. One syllable is too little."""
    size = len(words)
    if size < 2:
        return False
    parts = (name[start : start + size] for start in range(max(len(name) - size, 0) + 1))
    return any(len(part) == size and closeness(words, part) >= SOUNDS_ALIKE for part in parts)
