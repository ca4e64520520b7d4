"""The formats for exporting and importing a ledger."""

from __future__ import annotations

from enum import StrEnum


class FileFormat(StrEnum):
    """The format of a file: voiced's own, the bills of 钱迹 or 随手记, or beancount's."""

    JSONL = "jsonl"
    CSV = "csv"
    QIANJI = "qianji"
    SUISHOUJI = "suishouji"
    BEANCOUNT = "beancount"
