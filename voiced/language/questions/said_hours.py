"""The part of the day that a question asks about: 昨天晚上, 今早, 这个月中午."""

from __future__ import annotations

from datetime import time

from msgspec import Struct
from msgspec.structs import replace

from voiced.domain.hours import Hours
from voiced.domain.question import Period
from voiced.language.text.expression import expression

_NAMED = expression(
    r"(?P<day>[今昨]|(?<!天)前)(?P<short>[早晚])上?(?![饭餐])|(?P<part>早上|清晨|早晨|上午|中午(?!饭)|午后|下午(?!茶)|傍晚|晚上|凌晨)"
)
_CLOCK = expression(r"[零一二两三四五六七八九十\d]+点")
_LONG = {"早": "早上", "晚": "晚上"}
_MORNING = Hours(time(5), time(11))
_AFTERNOON = Hours(time(12), time(18))
_HOURS = {
    "早上": _MORNING,
    "清晨": _MORNING,
    "早晨": _MORNING,
    "上午": Hours(time(5), time(12)),
    "中午": Hours(time(11), time(14)),
    "午后": _AFTERNOON,
    "下午": _AFTERNOON,
    "傍晚": Hours(time(17), time(20)),
    "晚上": Hours(time(18), time(0)),
    "凌晨": Hours(time(0), time(5)),
}
"""Nights are missing: they are of two days."""


class SaidHours(Struct, frozen=True):
    """A part of the day in words.

    Attributes:
        rest: the words without it.
        name: what an answer calls it.
    """

    rest: str
    name: str
    hours: Hours

    def of(self, period: Period) -> Period:
        """This part of the days of a period."""
        return replace(period, label=f"{period.label}{self.name}", hours=self.hours)


def said_hours(said: str) -> SaidHours | None:
    """The part of the day that normalised words name; None unless it is exactly one, without an hour by the clock.

    「早上六点出门，上个月花了多少」 asks about whole days; voiced has no hours by the clock.
    """
    found = list(_NAMED.finditer(said))
    if len(found) != 1 or _CLOCK.match(said, found[0].end()):
        return None
    (match,) = found
    name = match["part"] or _LONG[match["short"]]
    day = f"{match['day']}天" if match["day"] else ""
    return SaidHours(f"{said[: match.start()]}{day}{said[match.end() :]}", name, _HOURS[name])


def hours_of(period: Period) -> SaidHours | None:
    """The part of the day in the label of a period, with the label of its days as the rest; None for whole days."""
    if period.hours is None:
        return None
    name = next(name for name in _HOURS if period.label.endswith(name))
    return SaidHours(period.label.removesuffix(name), name, period.hours)
