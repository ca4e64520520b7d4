"""Which recorded units a sentence is joined from: as few as possible, and with joins where they are heard least.

A unit is a recorded word (`记录`, `四十六元`) or a recorded syllable (`ji4`). Each has two forms: one for the middle of a
clause, and a longer one for its end.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from enum import Enum

from msgspec import Struct

from voiced.speaking.clauses import clauses
from voiced.speaking.readings import readings


class Form(Enum):
    """The two forms of a unit."""

    INNER = "inner"
    FINAL = "final"


class Repertoire(Struct, frozen=True):
    """The units that a bank can say.

    Attributes:
        units: the names of its units: words, and syllables such as `ji4`.
        longest_word: the number of characters of its longest word.
    """

    units: Container[str]
    longest_word: int


class Piece(Struct, frozen=True):
    """A unit in its place.

    Attributes:
        unit: its name; empty if the bank has no unit for these characters.
        said: the characters that it says.
        form: the form in which it is played.
        pause_seconds: the silence after it.
    """

    unit: str
    said: str
    form: Form = Form.INNER
    pause_seconds: float = 0.0


class _Way(Struct, frozen=True):
    """The cheapest way to say the first characters of a clause."""

    cost: float
    pieces: tuple[Piece, ...]


_UNIT_COST = 1.0
_SYLLABLE_COST = 1.3
"""A syllable beside a word of one more character: words are preferred where both need as many units."""
_INSIDE_NUMBER = 1.0
_BEFORE_PLACE = 3.0
"""A join before 十, 百, 千 or 万: 四|十六 would be heard as four and sixteen."""
_MISSING_COST = 100.0
_DIGITS = frozenset("零〇一二两三四五六七八九")
_PLACES = frozenset("十百千万亿")
_NUMERALS = _DIGITS | _PLACES | frozenset("点")
_OTHER_TONES = {"1": "4253", "2": "3145", "3": "2415", "4": "1523", "5": "1432"}
"""For a syllable that was not recorded with a tone: the tones to take instead, the most similar first."""


def plan(sentence: str, repertoire: Repertoire) -> tuple[Piece, ...]:
    """The units of a sentence whose figures are words already, in order."""
    return tuple(
        piece
        for clause in clauses(sentence)
        for piece in _ended(_pieces(clause.text, repertoire), clause.pause_seconds)
    )


def _ended(pieces: Sequence[Piece], pause_seconds: float) -> Iterator[Piece]:
    """The pieces of a clause, the last one in its final form and with the pause."""
    for number, piece in enumerate(pieces, 1):
        if number < len(pieces):
            yield piece
        else:
            yield Piece(piece.unit, piece.said, Form.FINAL, pause_seconds)


def _pieces(clause: str, repertoire: Repertoire) -> tuple[Piece, ...]:
    """The cheapest way through a clause: a shortest path over its characters."""
    syllables = readings(clause)
    ways = [_Way(0.0, ())]
    for end in range(1, len(clause) + 1):
        reached = [_one_character(clause[end - 1], syllables[end - 1], ways[end - 1], repertoire)]
        for start in range(max(0, end - repertoire.longest_word), end - 1):
            word = clause[start:end]
            if word in repertoire.units:
                way = ways[start]
                reached.append(_Way(way.cost + _UNIT_COST, (*way.pieces, Piece(word, word))))
        best = min(reached, key=lambda way: way.cost)
        ways.append(_Way(best.cost + _join_cost(clause, end), best.pieces))
    return ways[-1].pieces


def _one_character(character: str, syllables: Sequence[str], before: _Way, repertoire: Repertoire) -> _Way:
    """The way on by the syllables of one character."""
    units = [_recorded(syllable, repertoire) for syllable in syllables]
    missing = units.count("")
    cost = before.cost + len(units) * _SYLLABLE_COST + missing * _MISSING_COST
    return _Way(cost, (*before.pieces, *(Piece(unit, character) for unit in units)))


def _recorded(syllable: str, repertoire: Repertoire) -> str:
    """The recorded syllable that is most similar; empty if it was recorded with no tone."""
    sound, tone = syllable[:-1], syllable[-1]
    tones = (tone, *_OTHER_TONES[tone])
    return next((sound + other for other in tones if sound + other in repertoire.units), "")


def _join_cost(clause: str, at: int) -> float:
    """The cost of a join before the character at this place, beside the units themselves."""
    before, after = clause[at - 1], clause[at : at + 1]
    if before not in _NUMERALS or after not in _NUMERALS:
        return 0.0
    return _BEFORE_PLACE if after in _PLACES else _INSIDE_NUMBER
