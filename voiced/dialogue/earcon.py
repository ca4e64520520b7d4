"""What a short tone tells where no words do."""

from __future__ import annotations

from enum import Enum


class Earcon(Enum):
    """The moments that have a tone of their own."""

    LISTENING = "listening"
    HEARD = "heard"
    SAVED = "saved"
    ERROR = "error"
