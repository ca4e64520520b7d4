"""The open draft as text, for the journal that a crash must not lose."""

from __future__ import annotations

import msgspec

from voiced.domain.batch import DraftBatch

VERSION = 1
"""The form of the text; to be raised when the fields of a draft change their meaning."""


def encode(draft: DraftBatch) -> str:
    """The draft as JSON."""
    return msgspec.json.encode(draft).decode()


def decode(version: int, text: str) -> DraftBatch | None:
    """The draft that `text` holds; None if it is of another version or cannot be read."""
    if version != VERSION:
        return None
    try:
        return msgspec.json.decode(text, type=DraftBatch)
    except (msgspec.DecodeError, RecursionError):
        return None
