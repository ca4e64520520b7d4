"""The category of a row by weights, and its clues: the listed words that it holds, and the characters that it is written with.

A clue is a kind and a value, as in `clues.py`. Words that no list holds have the clues of their characters, which the weights
know from the listed words: the 车 of an unknown car, the 粉 of an unknown soup.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from voiced.domain.money import Money
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import Vocabulary
from voiced.language.names.categories import KeywordMatch, best_keyword, find_keywords
from voiced.language.names.nouns import Telling
from voiced.language.readings.weights import AllWeights, Weights, chances
from voiced.language.text.expression import expression

NAMED = "k"
"""The kind of the clue for the listed word that tells most."""

_CLAUSE = expression("[^，。、；？ ]+")


class RowWords(Struct, frozen=True):
    """The words of a row that tell its category.

    Attributes:
        content: what the row is about, with commas in place of amounts, days and accounts.
        lead: a clause before it that may say more; empty without one.
        context: all words that bear on the row.
    """

    content: str
    lead: str
    context: str


def category_clues(
    words: RowWords, of_type: TransactionType, amount: Money | None, vocabulary: Vocabulary
) -> tuple[str, ...]:
    """The clues for the category of a row."""
    found = find_keywords(words.content, of_type, vocabulary)
    clues = {*_of_listed(words, found, of_type, vocabulary), *written_clues(words.content), "b:"}
    if amount is not None:
        clues.add(f"m:{max(amount.yuan.adjusted(), 0)}")
    return tuple(sorted(clues))


def written_clues(words: str) -> Iterator[str]:
    """The clues of the characters, alone and with those beside them."""
    for clause in _clauses(words):
        for at in range(1, len(clause) - 1):
            yield f"1:{clause[at]}"
            yield f"2:{clause[at : at + 2]}"
            yield f"3:{clause[at - 1 : at + 2]}"
        yield f"2:{clause[:2]}"


def _clauses(words: str) -> Iterator[str]:
    return (f"^{clause}$" for clause in _CLAUSE.findall(words))


def _of_listed(
    words: RowWords, found: Sequence[KeywordMatch], of_type: TransactionType, vocabulary: Vocabulary
) -> Iterator[str]:
    """The listed words: the one that tells most, the place where it stands, and all words of the content."""
    best = best_keyword(found, vocabulary)
    ahead = _best(words.lead, of_type, vocabulary)
    place, named = ("c", best)
    if ahead and (best is None or ahead.telling > best.telling):
        place, named = "l", ahead
    if named is None:
        place, named = "x", _best(words.context, of_type, vocabulary)
    if named is None:
        yield f"{NAMED}:"
        return
    yield f"{NAMED}:{listed_clue(named.category.name, named.telling)}"
    yield f"K:{named.category.name}"
    yield f"S:{place}{named.telling.value}"
    if place != "c":
        yield f"h:{place}{named.category.name}"
    if ahead:
        yield f"a:{listed_clue(ahead.category.name, ahead.telling)}"
    yield from _of_content(words.content, found)


def _of_content(content: str, found: Sequence[KeywordMatch]) -> Iterator[str]:
    for match in found:
        yield f"f:{listed_clue(match.category.name, match.telling)}"
        yield f"w:{content[match.start : match.end]}"
    if found:
        yield f"e:{listed_clue(found[-1].category.name, found[-1].telling)}"
    if len(found) > 1:
        yield f"s:{listed_clue(found[0].category.name, found[0].telling)}"
        yield f"p:{found[-2].category.name}{found[-1].category.name}"


def _best(words: str, of_type: TransactionType, vocabulary: Vocabulary) -> KeywordMatch | None:
    return best_keyword(find_keywords(words, of_type, vocabulary), vocabulary) if words else None


def listed_clue(category: str, telling: Telling) -> str:
    """A category, and how much the word tells that names it, as the value of a clue."""
    return f"{category}{telling.value}"


class WeighedCategory(Struct, frozen=True):
    """The most likely category, by its name in a new ledger, and how likely it is."""

    name: str
    chance: float


def weigh_category(clues: Iterable[str], of_type: TransactionType, weights: AllWeights) -> WeighedCategory:
    """The most likely category of a row with these clues."""
    known = _weights_of(weights)[of_type]
    likely = chances(known.scores(clues))
    chance = max(likely)
    return WeighedCategory(known.outcomes[likely.index(chance)], chance)


def _weights_of(weights: AllWeights) -> Mapping[TransactionType, Weights]:
    return {
        TransactionType.EXPENSE: weights.expenses,
        TransactionType.INCOME: weights.incomes,
        TransactionType.TRANSFER: weights.transfers,
    }
