"""Words about what the household always does: 「老样子」, 「和昨天一样的早饭」, and 「别这样记」."""

from __future__ import annotations

from voiced.language.commands import command as cmd
from voiced.language.commands.wording import Wording
from voiced.language.numbers.amounts import holds_amount
from voiced.language.text.phrases import phrases

_PHRASES = phrases("habitual")
_NOT_SO, _ALL_NOT_SO, _THAT_NOT_SO = (_PHRASES[name] for name in ("not_so", "all_not_so", "that_not_so"))
_LIKE = tuple(_PHRASES[name] for name in ("usual", "usual_thing", "like_that_day", "thing_like_that_day"))
_THIS_TIME = _PHRASES["this_time"]
_DAYS_AGO = {"昨天": 1, "昨晚": 1, "前天": 2}
_MAY_BE = ("样", "上次", "么记")
"""One of these stands in all such words; the search for it takes less time than that for a phrase."""


def habitual_command(wording: Wording) -> cmd.CopySaved | cmd.UnlearnHabit | None:
    """The command in words about a habit or a row like an earlier one; None for other words, or words with an amount."""
    said = wording.text
    if not any(word in said for word in _MAY_BE):
        return None
    if not_so := _unlearning(wording):
        return not_so
    match = next((match for phrase in _LIKE if (match := phrase.fullmatch(said))), None)
    if match is None or holds_amount(said):
        return None
    found = match.groupdict()
    return cmd.CopySaved(found["thing"] or "", _DAYS_AGO.get(found.get("day") or "", 0))


def is_of_this_time(said: str) -> bool:
    """Whether the words hold for this time alone, so that they teach nothing: 这次算人情."""
    return _THIS_TIME.search(said) is not None


def _unlearning(wording: Wording) -> cmd.UnlearnHabit | None:
    """The wish to forget a habit, with the rows that it names."""
    said = wording.text
    if len(wording.mentions) == 1:
        row = wording.mentions[0]
        rest = f"{said[: row.start]}{said[row.end :]}".strip("，、")
        return cmd.UnlearnHabit(cmd.Rows(row.numbers)) if _NOT_SO.fullmatch(rest) else None
    if _NOT_SO.fullmatch(said):
        return cmd.UnlearnHabit()
    if _ALL_NOT_SO.fullmatch(said):
        return cmd.UnlearnHabit(cmd.OtherRows())
    named = _THAT_NOT_SO.fullmatch(said)
    return cmd.UnlearnHabit(cmd.DescribedRow(named["thing"])) if named else None
