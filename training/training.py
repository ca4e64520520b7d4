"""The training of all weights on the corpus, and their form as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from training.corpus import Line
from training.examples import drawn, role_examples, telling_example, way_examples
from training.regression import Example, Settings, trained
from voiced.language.readings.role import NumberRole, SentenceKind, Way
from voiced.language.readings.weights import AllWeights, Weights, packed

SETTINGS = {
    "roles": Settings(tuple(NumberRole)),
    "ways": Settings(tuple(Way)),
    "tellings": Settings(tuple(SentenceKind)),
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
    return found


def tables_of(examples: Mapping[str, Sequence[Sequence[Example]]]) -> Mapping[str, Table]:
    """The weights of each file, trained on these examples."""
    return {
        name: trained([example for of_line in lines for example in of_line], SETTINGS[name])
        for name, lines in examples.items()
    }


def weights_of(tables: Mapping[str, Table]) -> AllWeights:
    """The weights as the program uses them."""
    return AllWeights(
        **{
            name: Weights(SETTINGS[name].outcomes, {clue: packed(weights) for clue, weights in table.items()})
            for name, table in tables.items()
        }
    )


def as_text(name: str, table: Table, corpus_hash: str) -> str:
    """A file of weights: comments, the outcomes, and a line for each clue in order."""
    head = [
        f"# The weights of clues for {name}, made by scripts/train; never written by hand.",
        f"# corpus: {corpus_hash}",
        "\t".join(SETTINGS[name].outcomes),
    ]
    rows = [f"{clue}\t{' '.join(map(str, weights))}" for clue, weights in sorted(table.items())]
    return "\n".join([*head, *rows]) + "\n"
