"""The colours of texts on a terminal, chosen by what a text is."""

from __future__ import annotations

import os
from dataclasses import dataclass
from enum import StrEnum
from typing import TextIO

_END = "\033[0m"


class Colour(StrEnum):
    """What a text is, with the escape sequence of its colour."""

    HEADING = "\033[1m"
    ASIDE = "\033[2m"
    ALARM = "\033[31m"
    GAIN = "\033[32m"
    VOICE = "\033[36m"


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours texts, or leaves them as they are."""

    is_coloured: bool

    @classmethod
    def of(cls, stream: TextIO) -> Palette:
        """Colours on a terminal that has them; the variable NO_COLOR turns them off (no-color.org)."""
        has_colours = stream.isatty() and os.environ.get("TERM") != "dumb"
        return cls(has_colours and not os.environ.get("NO_COLOR"))

    def paint(self, text: str, colour: Colour) -> str:
        """The text in this colour."""
        return f"{colour}{text}{_END}" if self.is_coloured else text
