"""The weights are made of the corpus that lies beside them, and the same corpus gives the same weights."""

from __future__ import annotations

import pytest

from training.corpus import UnreadableLine, corpus_hash, corpus_lines, read_line
from training.regression import Example, Settings, trained
from training.training import SETTINGS, as_text, examples_of, tables_of
from voiced.language.readings.role import SentenceKind, Way
from voiced.language.readings.weights import FILES, chances, packed, read_weights, shipped_weights
from voiced.packaged import packaged_text

MOST_BYTES = 2_000_000


@pytest.mark.parametrize("name", FILES)
def test_the_weights_are_of_this_corpus(name: str) -> None:
    text = packaged_text("voiced.language", f"weights/{name}.txt")
    assert f"# corpus: {corpus_hash()}" in text.splitlines(), "run scripts/train and commit the weights"


def test_the_weights_are_small_sorted_and_whole_numbers() -> None:
    texts = [packaged_text("voiced.language", f"weights/{name}.txt") for name in FILES]
    assert sum(len(text.encode()) for text in texts) <= MOST_BYTES
    for text in texts:
        clues = [line.partition("\t")[0] for line in text.splitlines()[3:]]
        assert clues == sorted(clues)


def test_training_twice_on_a_part_gives_the_same_text() -> None:
    lines = corpus_lines()[::60]
    made = [
        {name: as_text(name, table, "") for name, table in tables_of(examples_of(lines)).items()}
        for _ in range(2)
    ]
    assert made[0] == made[1]
    assert set(made[0]) == set(FILES) == set(SETTINGS)


def test_a_clue_that_decides_gets_the_larger_weight() -> None:
    examples = [Example(("b:", "w:给"), "-"), Example(("b:", "w:收"), "+")] * 6
    weights = trained(examples, Settings(("-", "+"), rounds=60))
    assert weights["w:给"][0] > 0 > weights["w:给"][1]
    assert weights["w:收"][1] > 0 > weights["w:收"][0]


def test_packed_weights_add_up_below_zero_as_well() -> None:
    weights = read_weights("# made by a test\na\tb\tc\nx\t-3 2 -700\ny\t5 -9 1\n")
    assert weights.scores(["x", "y", "unknown"]) == (2, -7, -699)
    assert weights.packed["x"] == packed([-3, 2, -700])


def test_chances_are_of_all_outcomes() -> None:
    assert sum(chances((0, 256, -512))) == pytest.approx(1)


def test_the_shipped_weights_answer_three_questions() -> None:
    weights = shipped_weights()
    assert weights.ways.outcomes == tuple(Way)
    assert weights.tellings.outcomes == tuple(SentenceKind)


def test_a_line_tells_its_rows() -> None:
    line = read_line("hand", SentenceKind.ENTRY, "[q四张][t门票]每张[u四十]\t娱乐\t=160")
    assert (line.said, line.categories) == ("四张门票每张四十", ("娱乐",))
    assert [str(amount) for amount in line.worked_out] == ["160"]


def test_an_open_bracket_is_refused() -> None:
    with pytest.raises(UnreadableLine, match="bracket"):
        read_line("hand", SentenceKind.ENTRY, "[t门票四十")


def test_at_most_a_quarter_is_of_templates() -> None:
    lines = corpus_lines()
    assert sum(line.is_template for line in lines) <= len(lines) / 4 + 100
