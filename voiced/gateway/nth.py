"""Rows that are counted among their like: 「第二次打车」 is the second row that is a taxi, 「后面那个打车」 the last."""

from __future__ import annotations

import re
from collections.abc import Sequence

from voiced.domain.batch import DraftTransaction
from voiced.language.numerals import spoken, value_of
from voiced.language.rows import find_rows

_COUNTED = re.compile(
    r"(?:第(?P<nth>[一二两三四五六七八九十]|\d{1,2})(?:[次杯个顿趟回份件张瓶]|笔的?)"
    r"|(?P<last>最后(?:面的?)?(?:那|一|那一)[次杯个顿趟回份件张瓶笔]|后[面一](?:那?一?)[次杯个顿趟回份件张瓶笔])"
    r"|(?P<first>最?[前先](?:[面一]|面那|头那)?那?一?[次杯个顿趟回份件张瓶笔]))的?"
)
_THAT_ONE = re.compile(r"(?:的?那[一]?[次杯个顿趟回份件张瓶笔])?的?(?:金额)?")
_LONGEST, _SHORTEST = 6, 2


def with_rows_numbered(said: str, items: Sequence[DraftTransaction]) -> str:
    """Normalised text with such a row by its number on the card; unchanged where the words fit fewer than two rows."""
    for match in _COUNTED.finditer(said):
        for size in range(_LONGEST, _SHORTEST - 1, -1):
            end = match.end() + size
            words = said[match.end() : end]
            fitting = find_rows(words, items) if len(words) == size else ()
            if len(fitting) < 2:
                continue
            place = _place(match, len(fitting))
            if place is None:
                break
            tail = _THAT_ONE.match(said, end)
            after = tail.end() if tail else end
            return f"{said[: match.start()]}第{spoken(fitting[place] + 1)}笔{said[after:]}"
    return said


def _place(match: re.Match[str], count: int) -> int | None:
    if match["last"]:
        return count - 1
    if match["first"]:
        return 0
    number = int(value_of(match["nth"]) or 0)
    return number - 1 if 1 <= number <= count else None
