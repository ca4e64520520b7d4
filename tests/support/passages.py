"""Passages of a script (see `script`) that many tests share: one line for each, in place of several.

A test whose subject is the passage writes out all its lines. The expanded script is compared line by line.
"""

from __future__ import annotations

import re

_MARKED_ROW = re.compile(r"(?P<mark>[✓✗])\d+ (?P<entry>.+)")
_SAID_WITH_ROWS = re.compile(r"(?P<words>.+?) (?P<rows>\[.*\])")


def expanded(script: str) -> list[str]:
    """The lines of a script with its passages written out, and without comments and blank lines."""
    lines = [line for line in map(str.strip, script.splitlines()) if line and not line.startswith("#")]
    return [part for line in lines for part in _expanded_line(line)]


def _expanded_line(line: str) -> list[str]:
    name, _, what = line.partition(": ")
    match name:
        case "记完":
            return _saved(what)
        case "你改":
            return _correction(what)
        case _:
            return [line]


def _saved(card: str) -> list[str]:
    """The last row of a card was decided, and its confirmed rows are written."""
    rows = [_MARKED_ROW.fullmatch(row) for row in card.split(" | ")]
    assert all(rows), f"every row of 记完 has ✓ or ✗ before its number: {card}"
    confirmed = [row["entry"] for row in rows if row is not None and row["mark"] == "✓"]
    written = " | ".join(confirmed)
    answer = "记好了，还有吗？" if len(confirmed) == 1 else f"已保存{len(confirmed)}笔交易。"
    return [f"卡: {card}", f"写: {written}", f"账: {written}", "态: LISTENING", "卡: 空", f"它: {answer}"]


def _correction(what: str) -> list[str]:
    """The user says a correction, and the model is asked for it with the rows that stand behind it."""
    said = _SAID_WITH_ROWS.fullmatch(what)
    assert said is not None, (
        f"你改 takes what is said and, in brackets, the rows the model is asked about: {what}"
    )
    return [f"你: {said['words']}", "它: 好的，正在修改...", f"问: 修改「{said['words']}」{said['rows']}"]
