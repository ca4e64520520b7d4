"""The clues that decided how the weights read a sentence, in words for the person who operates the program."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from msgspec import Struct

from voiced.domain.vocabulary import Vocabulary
from voiced.language.days.dates import find_days
from voiced.language.readings.clues import number_clues, role_clues
from voiced.language.readings.direction import way_clues
from voiced.language.readings.numbers import NumberRole, SentenceKind, Way, find_numbers
from voiced.language.readings.occurrence import telling_clues
from voiced.language.readings.outline import outline
from voiced.language.readings.reading import role_readings, row_edges, rows_of
from voiced.language.readings.weights import AllWeights, Weights, chances

_MOST = 5
"""Clues that are named for a decision."""


class Influence(Struct, frozen=True):
    """A clue, and its share in what speaks for the answer against the second best one, from 0 to 1."""

    clue: str
    share: float


class ClueDecision(Struct, frozen=True):
    """An answer of the weights.

    Attributes:
        about: the words that it is about.
        answer: the answer, in lower case: paid, unit_price, talk, out.
        chance: how likely it is, from 0 to 1.
        because: the clues with the largest shares.
    """

    about: str
    answer: str
    chance: float
    because: tuple[Influence, ...]


class Explanation(Struct, frozen=True):
    """The reading of a sentence by the weights.

    Attributes:
        sentence: what the sentence does: entry, talk, plan, question.
        numbers: what each number is.
        ways: for each number that gives a row its amount, the way of its money: out, in, between.
    """

    sentence: ClueDecision
    numbers: tuple[ClueDecision, ...]
    ways: tuple[ClueDecision, ...]


def explain(text: str, vocabulary: Vocabulary, now: datetime, weights: AllWeights) -> Explanation:
    """Explain how the weights read normalised text."""
    days = find_days(text, now)
    sketch = outline(text, find_numbers(text, days), days, vocabulary)
    roles = role_readings(sketch, weights.roles)[0].roles
    told = telling_clues(sketch)
    sentence = _decision(text, told, weights.tellings, _KINDS, _OF_SENTENCE)
    numbers = [
        _decision(
            sketch.said[which],
            (*clues, *role_clues(sketch, which, roles[:which])),
            weights.roles,
            _ROLES,
            _OF_NUMBER,
            roles[which],
        )
        for which, clues in enumerate(number_clues(sketch))
    ]
    places = tuple(rows_of(sketch, roles))
    ways = [
        _decision(
            sketch.said[which],
            way_clues(sketch, which, *row_edges(sketch, places, at)),
            weights.ways,
            _WAYS,
            _OF_WAY,
        )
        for at, which in enumerate(places)
    ]
    return Explanation(sentence, tuple(numbers), tuple(ways))


def _decision(
    about: str,
    clues: Iterable[str],
    weights: Weights,
    names: Mapping[str, str],
    words: Mapping[str, str],
    outcome: str | None = None,
) -> ClueDecision:
    """The decision for an outcome, or for the best one, with the clues that speak for it."""
    known = [clue for clue in clues if weights.packed[clue]]
    scores = weights.scores(known)
    likely = chances(scores)
    best = (
        max(range(len(likely)), key=likely.__getitem__)
        if outcome is None
        else weights.outcomes.index(outcome)
    )
    rival = max((at for at in range(len(likely)) if at != best), key=likely.__getitem__)
    gains = {clue: _gain(weights, clue, best, rival) for clue in known}
    whole = sum(gain for gain in gains.values() if gain > 0) or 1
    most = sorted(gains, key=lambda clue: (-gains[clue], clue))[:_MOST]
    because = [
        Influence(_in_words(clue, words), round(gains[clue] / whole, 2)) for clue in most if gains[clue] > 0
    ]
    return ClueDecision(about, names[weights.outcomes[best]], round(likely[best], 3), tuple(because))


def _gain(weights: Weights, clue: str, best: int, rival: int) -> int:
    of_clue: Sequence[int] = weights.unpacked(weights.packed[clue])
    return of_clue[best] - of_clue[rival]


def _in_words(clue: str, words: Mapping[str, str]) -> str:
    kind, _, value = clue.partition(":")
    return f"{words[kind]} {_shown(value)}".rstrip()


def _shown(value: str) -> str:
    return (
        value.replace("#", "〈number〉")
        .replace("@", "〈day〉")
        .replace("^", "〈begin〉")
        .replace("$", "〈end〉")
    )


_KINDS = {kind.value: kind.name.lower() for kind in SentenceKind}
_ROLES = {role.value: role.name.lower() for role in NumberRole}
_WAYS = {way.value: way.name.lower() for way in Way}

_OF_NUMBER = {
    "-1": "the character before is",
    "-2": "the second character before is",
    "-3": "the third character before is",
    "+1": "the character behind is",
    "+2": "the second character behind is",
    "+3": "the third character behind is",
    "-21": "before it stands",
    "-32": "further before it stands",
    "+12": "behind it stands",
    "+23": "further behind it stands",
    "-+": "the characters around it are",
    "-321": "before it stands",
    "+123": "behind it stands",
    "b": "how often numbers are so",
    "k": "its form is",
    "k#": "its form and the count of numbers are",
    "f": "its place from the left is",
    "e": "its place from the right is",
    "fe": "its places from left and right are",
    "m": "its size is 10 to the power of",
    "km": "its form and size are",
    "w": "it holds",
    "c": "a measure word follows",
    "z": "a clause ends behind it",
    "z-1": "a clause ends behind it, before it is",
    "a": "a clause begins with it",
    "x": "a unit of money has",
    "y": "money may be",
    "t": "words of categories are near",
    "tt": "things of the numbers",
    "ta": "each number has a thing",
    "pk": "the forms of the number before and of this one are",
    "pd": "compared with this one, the number before is",
    "pb": "a break and the distance to the number before are",
    "nk": "the forms of this number and the next are",
    "nd": "compared with the next one, this number is",
    "nb": "a break and the distance to the next number are",
    "l": "its clause holds before it",
    "r": "its clause holds behind it",
    "L": "a clause before holds",
    "R": "a clause behind holds",
    "s": "since the number before stands",
    "=": "the numbers make it a",
    "p": "the number before is",
    "pp": "the two numbers before are",
    "p-1": "the number before and the character before are",
    "p+1": "the number before and the character behind are",
    "pq": "the number before, both forms and sizes are",
    "pt": "the number before, a break and a thing between are",
    "pw": "the number before and the words between are",
    "pa": "the count of amounts paid before, and the form are",
    "v-": "before it stand words of a price of the kinds",
    "v+": "behind it stand words of a price of the kinds",
    "v": "around it stand words of a price of the kinds",
    "vv": "its place and the words of prices beside all numbers are",
    "v1": "before it stands a word of a price of the kind",
    "v2": "behind it stands a word of a price of the kind",
    "v3": "further before stands a word of a price of the kind",
    "v4": "further behind stands a word of a price of the kind",
    "pe": "the number before and the place from the right are",
}
_OF_SENTENCE = {
    "g": "the rules see a sign of",
    "G": "the rules call it",
    "1": "it holds",
    "2": "it holds",
    "3": "it holds",
    "b": "how often sentences are so",
    "n": "the count of numbers is",
    "n$": "the count of numbers that may be money is",
    "t": "the count of words of categories is",
    "^": "it begins with",
    "$": "it ends with",
    "z": "its length in fives of characters is",
    "+": "behind the last number stands",
    "-": "before the last number stands",
    "k": "a number of the form and size",
}
_OF_WAY = {
    "g": "the rules see a sign of",
    "G": "the rules call it",
    "gg": "the rules see the signs",
    "h": "elsewhere the rules see a sign of",
    "l1": "before the amount stands",
    "r1": "behind the amount stands",
    "l": "before the amount stands",
    "r": "behind the amount stands",
    "l3": "before the amount stands",
    "r3": "behind the amount stands",
    "o": "another row holds",
    "b": "how often money goes so",
    "-1": "the character before the amount is",
    "-21": "before the amount stands",
    "+1": "the character behind the amount is",
    "+12": "behind the amount stands",
    "^": "the words about it begin with",
    "m": "its size is 10 to the power of",
    "t": "it holds a word of",
    "s": "people and verbs of money up to the amount are",
    "ss": "all people and verbs of money up to the amount are",
    "S": "people and verbs of money from the amount on are",
    "SS": "all people and verbs of money behind the amount are",
}

CLUE_WORDS: Mapping[str, Mapping[str, str]] = {"roles": _OF_NUMBER, "tellings": _OF_SENTENCE, "ways": _OF_WAY}
"""The meaning of the sign in front of a clue, for each file of weights."""
