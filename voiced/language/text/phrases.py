"""The phrases that rules look for, as the files of `phrases/` list them.

A phrase is a regular expression. A file gives it a name and breaks it into lines, most with words that need just this line.
`phrases/README.md` explains the form.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec
from msgspec import Struct

from voiced.language.text.expression import Expression, expression
from voiced.packaged import packaged_words

_PIECE = re.compile(r"\{([A-Z][A-Z_]*)\}")
_LINE_END = re.compile(r"(?:  # [^\n]*)?(?:\n *(?P<or>\| )?|$)")


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    """The texts of a file: its `phrases` and the `pieces` that they use, each by name."""

    phrases: dict[str, str]
    pieces: dict[str, str] = {}


class Phrases:
    """The phrases of one file by name: `phrases("reckoning")["less_before"]`.

    Attributes:
        file: the name of the file.
        pieces: the text of each piece by its name.
    """

    def __init__(self, file: str, pieces: Mapping[str, str], listed: Mapping[str, str]) -> None:
        self.file = file
        self.pieces = pieces
        self._listed = listed

    def __getitem__(self, name: str) -> Expression:
        """The phrase with this name. Raises `KeyError` if the file has no such phrase."""
        return expression(filled_in(self._listed[name], self.pieces))


def phrases(file: str, **pieces: str) -> Phrases:
    """The phrases of `phrases/<file>.toml`, which may use the given pieces beside the pieces of the file."""
    listed = msgspec.convert(packaged_words("voiced.language", f"phrases/{file}.toml"), _File)
    known = dict(pieces)
    for name, text in listed.pieces.items():
        known[name] = filled_in(text, known)
    return Phrases(file, known, listed.phrases)


def filled_in(text: str, pieces: Mapping[str, str]) -> str:
    """The expression of a text of lines, with the pieces in the places of their names."""
    joined = _LINE_END.sub(lambda end: "|" if end["or"] else "", text)
    return _PIECE.sub(lambda place: pieces[place[1]], joined)
