"""The direction of money: the words that tell income and transfers from expenses, and the clues for the weights.

The words of moving money become a row of signs: 「俺儿给俺打回来两千」 is P给M打<#. People are `P`, the speaker is `M`, words of
coming in are `<` and of going out `>`, and verbs of money stand for themselves. So one clue holds for all people.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from msgspec import Struct

from voiced.domain.transaction import TransactionType
from voiced.language.readings.outline import BREAKS, Outline, magnitude
from voiced.language.text.phrases import phrases

_PHRASES = phrases("direction")
SOMEONE = _PHRASES.pieces["SOMEONE"]

_GIVEN = _PHRASES["given"]
_SPENT = _PHRASES["spent"]
_TRANSFER = _PHRASES["transfer"]
_EARNED = _PHRASES["earned"]
_EARNED_SURELY = _PHRASES["earned_surely"]
_SIGNS = (("spent", _SPENT), ("moved", _TRANSFER), ("earned", _EARNED), ("surely", _EARNED_SURELY))


class Direction(Struct, frozen=True):
    """The type of an entry. `is_beyond_doubt` is false if the words fit several types."""

    type: TransactionType
    is_beyond_doubt: bool


def direction_of(words: str) -> Direction:
    """The direction of the money in normalised words; an expense if no word tells another."""
    return direction_by(direction_signs(words))


def direction_by(signs: Collection[str]) -> Direction:
    """The direction that the kinds of words tell by rule."""
    spent, moved, earned = "spent" in signs, "moved" in signs, "earned" in signs
    is_beyond_doubt = spent + moved + earned <= 1
    if "given" in signs:
        return Direction(TransactionType.INCOME, is_beyond_doubt)
    if spent:
        return Direction(TransactionType.EXPENSE, is_beyond_doubt)
    if moved and "surely" not in signs:
        return Direction(TransactionType.TRANSFER, is_beyond_doubt)
    return Direction(TransactionType.INCOME if earned else TransactionType.EXPENSE, is_beyond_doubt)


# Both readers ask for the same few texts of a sentence.
@lru_cache(maxsize=64)
def direction_signs(words: str) -> tuple[str, ...]:
    """The kinds of words about the direction of money that normalised words hold, each a clue for the weights."""
    signs = [name for name, pattern in _SIGNS if pattern.search(words)]
    return (*signs, "given") if _is_given(words) else tuple(signs)


def _is_given(words: str) -> bool:
    given = _GIVEN.search(words)
    return given is not None and given["to"] is None


_MOVE = _PHRASES["move"]
_SIGNS_OF_MOVES = {"in": "<", "out": ">", "me": "M", "someone": "P", "number": "#"}


def moves_of(characters: str) -> str:
    """The signs of a part of an outline, in order."""
    return "".join(
        _SIGNS_OF_MOVES.get(found.lastgroup or "") or found.group() for found in _MOVE.finditer(characters)
    )


def way_clues(drawn: Outline, which: int, left: int, right: int) -> tuple[str, ...]:
    """The clues for the way of the money of a number, whose row lies between two places of the outline."""
    characters, place = drawn.characters, drawn.places[which]
    before = characters[left:place]
    if before[:1] in BREAKS:
        before = f"^{before[1:]}"
    behind = characters[place + 1 : right] + "$"
    words = drawn.words(left, right)
    here = direction_signs(words)
    signs = [*(f"g:{sign}" for sign in here), f"G:{direction_by(here).type.name}", f"gg:{' '.join(here)}"]
    if len(words) < len(drawn.text):
        signs += [*(f"h:{sign}" for sign in direction_signs(drawn.text))]
    clues = set(signs)
    clues |= {f"l1:{sign}" for sign in before} | {f"r1:{sign}" for sign in behind}
    clues |= {f"l:{before[at : at + 2]}" for at in range(len(before) - 1)}
    clues |= {f"r:{behind[at : at + 2]}" for at in range(len(behind) - 1)}
    clues |= {f"l3:{before[at : at + 3]}" for at in range(len(before) - 2)}
    clues |= {f"r3:{behind[at : at + 3]}" for at in range(len(behind) - 2)}
    clues |= {f"o:{characters[at : at + 2]}" for at in range(left)}
    clues |= {f"t:{thing}" for at, thing in drawn.things.items() if left < at <= right}
    moves = moves_of(characters[left : place + 1])
    moves_behind = moves_of(characters[place:right])
    clues |= {f"s:{moves[at : at + 2]}" for at in range(len(moves) - 1)}
    clues |= {f"s:{moves[at : at + 3]}" for at in range(len(moves) - 2)}
    clues |= {f"S:{moves_behind[at : at + 2]}" for at in range(len(moves_behind) - 1)}
    clues |= {
        f"ss:{moves[:-1]}",
        f"SS:{moves_behind[1:]}",
        "b:",
        f"-1:{characters[place - 1]}",
        f"-21:{characters[max(place - 2, 0) : place]}",
        f"+1:{characters[place + 1]}",
        f"+12:{characters[place + 1 : place + 3]}",
        f"^:{before[:2]}",
        f"m:{magnitude(drawn.numbers[which].value)}",
    }
    return tuple(sorted(clues))
