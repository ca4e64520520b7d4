"""The training of all weights on the corpus, and their form as text."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence

from training.category_examples import category_examples, expected_weights, noun_examples, nouns_hash
from training.corpus import Line
from training.examples import drawn, role_examples, telling_example, way_examples
from training.regression import Example, Settings, trained
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.readings.numbers import NumberRole, SentenceKind, Way
from voiced.language.readings.weights import AllWeights, read_weights

CATEGORIES = {
    "expenses": TransactionType.EXPENSE,
    "incomes": TransactionType.INCOME,
    "transfers": TransactionType.TRANSFER,
}
"""The type whose categories each of these files of weights tells apart."""


def _of_categories(of_type: TransactionType) -> Settings:
    names = tuple(category.name for category in DEFAULT_VOCABULARY.categories_of(of_type))
    # The words of expenses are many and lives differ, so that no single row may weigh much.
    smoothing = 24 if of_type is TransactionType.EXPENSE else 4
    return Settings(names, smoothing=smoothing, rounds=60, least_weight=24)


_LEAST_WEIGHT = 6
"""A weight below this makes an outcome less than 2.5 % likelier."""

SETTINGS = {
    "roles": Settings(tuple(NumberRole), least_weight=_LEAST_WEIGHT),
    "ways": Settings(tuple(Way), least_weight=_LEAST_WEIGHT),
    "tellings": Settings(tuple(SentenceKind), smoothing=16, least_weight=_LEAST_WEIGHT),
    **{name: _of_categories(of_type) for name, of_type in CATEGORIES.items()},
}
"""How each file of weights is trained."""

Table = Mapping[str, tuple[int, ...]]


def examples_of(lines: Iterable[Line]) -> Mapping[str, list[list[Example]]]:
    """The examples of each line for each file of weights."""
    found: dict[str, list[list[Example]]] = {name: [] for name in SETTINGS}
    for line in lines:
        sketch = drawn(line)
        found["roles"].append(list(role_examples(line, sketch)))
        found["ways"].append(list(way_examples(line, sketch)))
        found["tellings"].append([telling_example(line, sketch)])
        for name, of_type in CATEGORIES.items():
            found[name].append(list(category_examples(line, of_type)))
    return found


def tables_of(examples: Mapping[str, Sequence[Sequence[Example]]]) -> Mapping[str, Table]:
    """The weights of each file, trained on these examples."""
    return {
        name: _table_of(name, [example for of_line in lines for example in of_line])
        for name, lines in examples.items()
    }


def _table_of(name: str, examples: Sequence[Example]) -> Table:
    if name not in CATEGORIES:
        return trained(examples, SETTINGS[name])
    of_type = CATEGORIES[name]
    return trained([*noun_examples(of_type), *examples], SETTINGS[name], expected_weights(of_type))


def weights_of(tables: Mapping[str, Table]) -> AllWeights:
    """The weights as the program uses them."""
    return AllWeights(
        **{name: read_weights(as_text(name, table, "", "# ")) for name, table in tables.items()}
    )


def clues_line(lines: Iterable[Iterable[Example]]) -> str:
    """The comment of a file of weights that tells the clues that it was made of, by the SHA-256 of the examples of all lines.

    Code and phrases find the clues, so that another hash shows weights that are stale though the corpus is the same.
    """
    digest = hashlib.sha256()
    for example in (example for of_line in lines for example in of_line):
        digest.update(f"{example.outcome} {example.weight} {' '.join(example.clues)}\n".encode())
    return f"# clues: {digest.hexdigest()}"


def as_text(name: str, table: Table, corpus_hash: str, clues: str) -> str:
    """A file of weights: comments (`clues` is the `clues_line`), the outcomes, and a line for each clue in order.

    Of many outcomes most have no weight, so that a file of categories has pairs of a place and a number.
    """
    head = [
        f"# The weights of clues for {name}, made by scripts/train; never written by hand.",
        f"# corpus: {corpus_hash}",
        clues,
        *([f"# nouns: {nouns_hash()}"] if name in CATEGORIES else ()),
        "\t".join(SETTINGS[name].outcomes),
    ]
    as_row = _pairs if name in CATEGORIES else _all
    rows = [f"{clue}\t{as_row(weights)}" for clue, weights in sorted(table.items())]
    return "\n".join([*head, *rows]) + "\n"


def _all(weights: Sequence[int]) -> str:
    return " ".join(map(str, weights))


def _pairs(weights: Sequence[int]) -> str:
    return " ".join(f"{place}:{weight}" for place, weight in enumerate(weights) if weight)
