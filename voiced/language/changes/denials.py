"""Denials: words that deny the value, the row or the amount right behind them (不是60, 不是打车那笔, 不算收入)."""

from __future__ import annotations

from voiced.language.readings.occurrence import DENIED_ENTRY
from voiced.language.text.expression import expression

_DENIES = expression(
    "[又可并]?(?:不是|并非|不该是|不要|别|别[记写动]|不动|不算|不该算|不能算|不归|不属于|没用|不用|不走)(?:[是算用归放记叫]|我|他)?$"
)
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
