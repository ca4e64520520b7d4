"""The rule for names of categories and accounts, and for the words that mean them: people must be able to say them."""

from __future__ import annotations

import re

MOST_CHARACTERS = 20
"""The longest name that people say and the daemon reads out."""

_SAID = re.compile(r"[^\s\x00-\x1f\x7f]+")


def why_no_name(name: str) -> str | None:
    """The reason why a text cannot be a name, or None if it can."""
    if not name:
        return "the name is empty"
    if len(name) > MOST_CHARACTERS:
        return f"{name!r} has {len(name)} characters; a name has at most {MOST_CHARACTERS}"
    if not _SAID.fullmatch(name) or name.startswith("-"):
        return f"{name!r} has a space or a character that cannot be spoken; write it as one word"
    return None
