"""The three states of a conversation."""

from __future__ import annotations

from enum import StrEnum


class Phase(StrEnum):
    """IDLE: no session. LISTENING: for entries. CONFIRMING: a draft is open."""

    IDLE = "IDLE"
    LISTENING = "LISTENING"
    CONFIRMING = "CONFIRMING"
