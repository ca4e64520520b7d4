"""Where a long sentence may be cut, so that its beginning is heard while the rest is still being made."""

from __future__ import annotations

from voiced.language.expression import expression

_CLAUSE = expression(r"[^，。！？；：]*[，。！？；：]?")
SHORTEST = 5
"""Characters in a clause: shorter ones are hard to understand on their own, and hardly a beginning."""


def clauses(sentence: str) -> tuple[str, ...]:
    """The sentence in pieces that end at punctuation, none shorter than `SHORTEST` but a sentence that is."""
    pieces: list[str] = []
    for clause in filter(None, _CLAUSE.findall(sentence)):
        if pieces and len(pieces[-1]) < SHORTEST:
            pieces[-1] += clause
        else:
            pieces.append(clause)
    if len(pieces) > 1 and len(pieces[-1]) < SHORTEST:
        pieces[-2:] = ["".join(pieces[-2:])]
    return tuple(pieces)
