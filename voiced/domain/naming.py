"""What may be a category's or an account's name, or a word for one: something that people say."""

from __future__ import annotations

import re

MOST_CHARACTERS = 20
"""Longer names are neither said nor read out."""

_SAID = re.compile(r"[^\s\x00-\x1f\x7f]+")


def why_no_name(name: str) -> str | None:
    """Why a text cannot be a name; None where it can."""
    if not name:
        return "a name is not empty"
    if len(name) > MOST_CHARACTERS:
        return f"{name!r} has {len(name)} characters; a name that is said has at most {MOST_CHARACTERS}"
    if not _SAID.fullmatch(name) or name.startswith("-"):
        return f"{name!r} has a space or a character that is never said; write it as one word"
    return None
