"""Days as people say them."""

from __future__ import annotations

from datetime import date, timedelta

from voiced.language.days.day_rules import WEEKDAYS


def day_words(when: date, today: date) -> str:
    """A day as people say it: 昨天, 上周三, 11月3日, 2025年11月3日; empty for today."""
    monday = today - timedelta(days=today.weekday())
    weekday = WEEKDAYS[when.weekday()]
    match (today - when).days:
        case 0:
            return ""
        case 1:
            return "昨天"
        case 2:
            return "前天"
        case -1:
            return "明天"
        case _ if monday <= when < today:
            return f"周{weekday}"
        case _ if monday - timedelta(days=7) <= when < monday:
            return f"上周{weekday}"
        case _ if when.year == today.year:
            return f"{when.month}月{when.day}日"
        case _:
            return f"{when.year}年{when.month}月{when.day}日"
