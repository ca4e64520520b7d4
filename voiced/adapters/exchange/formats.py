"""The forms in which a ledger goes out to other programs and comes in from them."""

from __future__ import annotations

from enum import StrEnum


class FileFormat(StrEnum):
    """Whose form a file has: ours, a bill of 钱迹 or 随手记, or beancount's."""

    JSONL = "jsonl"
    CSV = "csv"
    QIANJI = "qianji"
    SUISHOUJI = "suishouji"
    BEANCOUNT = "beancount"
