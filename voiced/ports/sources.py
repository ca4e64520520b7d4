"""The names of the places that words come from."""

from __future__ import annotations

import re

from voiced.ports.ledger import SATELLITE

_ID = re.compile("[0-9A-Z]{26}|[0-9a-f-]{32,36}")
"""The id of a conversation or of a connection, which tells a reader nothing."""
_ENTITY = "assist_satellite."
"""The domain in which Home Assistant names its satellites."""
CONVERSATION = "对话"
"""What a conversation without the name of a satellite is called."""


def satellite_in(source: str) -> str | None:
    """The name of the satellite that the words came from; None for a conversation that only an id names."""
    _, _, name = source.removeprefix(SATELLITE).partition("/")
    return None if _ID.fullmatch(name) else name.removeprefix(_ENTITY)


def counted(source: str) -> str:
    """The source by which turns are counted: all conversations without a name, at one address, are one."""
    if not source.startswith(SATELLITE) or satellite_in(source) is not None:
        return source
    return f"{source.rpartition('/')[0]}/{CONVERSATION}"
