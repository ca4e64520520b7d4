"""Another name for a row: 不是早教课，是游泳课."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from voiced.domain.batch import DraftTransaction
from voiced.domain.transaction import FieldChange
from voiced.domain.vocabulary import Vocabulary
from voiced.language.changes.values import change_of, is_old_value
from voiced.language.numbers.amounts import find_amounts
from voiced.language.numbers.ordinals import find_ordinals
from voiced.language.rows import NoSuchRow, find_rows, numbered
from voiced.language.text.expression import expression

_ANY_NAME = "[^，。、；？是不没的\\d]{2,8}?"
_TAIL = "(?:来着|听错了?|说错了?|记错了?|好[些了]?|才对|[了吧嘛啊呀])*"
_ASKS = expression("什么|啥|谁|哪|吗|怎么")
_RENAMED = (
    expression(
        f"(?P<row>[^不没，]*?)(?:不是|不叫|不该是)(?P<old>{_ANY_NAME})，?(?:而|应该)?[是叫](?P<new>{_ANY_NAME}){_TAIL}"
    ),
    expression(f"(?P<row>)(?P<new>{_ANY_NAME})，?不是(?P<old>{_ANY_NAME}){_TAIL}"),
    expression(f"(?P<row>)(?:把|这个|应该是)?(?P<new>{_ANY_NAME})[记写听弄]成了?(?P<old>{_ANY_NAME}){_TAIL}"),
    expression(f"(?P<row>[^不没，]*?)(?P<old>)(?:[改写换记]成|改为|应该是|是)(?P<new>{_ANY_NAME}){_TAIL}"),
)


class Renamed(Struct, frozen=True):
    """A row with a new name, and the change that the name makes."""

    index: int
    change: FieldChange


def renamed(
    said: str, items: Sequence[DraftTransaction], vocabulary: Vocabulary, now: datetime
) -> Renamed | None:
    """The row that the words give another name: 不是早教课，是游泳课. None if they give no name, or several rows fit."""
    for words in _RENAMED:
        match = words.fullmatch(said)
        if (
            match is None
            or _ASKS.search(match["new"])
            or find_amounts(match["new"])
            or is_old_value(match["new"], vocabulary)
        ):
            continue
        rows = _rows_renamed(match, items)
        if len(rows) != 1 or find_rows(match["new"], items) not in ((), rows):
            continue
        row = items[rows[0]].result
        if match["old"] and match["old"] not in row.description + row.category:
            continue
        if not match["old"] and not _is_alike(match["new"], row.description):
            continue
        change = change_of(match["new"], None, row, vocabulary, now)
        return Renamed(rows[0], change or FieldChange(description=match["new"]))
    return None


def _rows_renamed(renaming: re.Match[str], items: Sequence[DraftTransaction]) -> tuple[int, ...]:
    """The rows whose number or old name stands before the new name; all rows without either."""
    if mentions := find_ordinals(renaming["row"]):
        chosen = numbered(mentions[0].numbers, items)
        return () if isinstance(chosen, NoSuchRow) else tuple(item.index for item in chosen)
    old = renaming["old"] or renaming["row"].removeprefix("把")
    return find_rows(old, items) if old else tuple(item.index for item in items)


def _is_alike(new: str, name: str) -> bool:
    """Whether half of a name's characters stay."""
    return bool(name) and new != name and 2 * len(set(new) & set(name)) >= len(set(name))
