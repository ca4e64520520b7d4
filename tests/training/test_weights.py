"""The weights are made of the corpus that lies beside them, and the same corpus gives the same weights."""

from __future__ import annotations

import pytest

from training.category_examples import category_examples, nouns_hash
from training.corpus import UnreadableLine, corpus_hash, corpus_lines, read_line
from training.regression import Example, Settings, trained
from training.training import CATEGORIES, SETTINGS, as_text, clues_line, examples_of, tables_of
from voiced.domain.transaction import TransactionType
from voiced.language.readings import weights as weights_module
from voiced.language.readings.numbers import SentenceKind, Way
from voiced.language.readings.weights import FILES, chances, read_weights, shipped_weights
from voiced.packaged import packaged_text

MOST_BYTES = 2_000_000


@pytest.mark.parametrize("name", FILES)
def test_the_weights_are_of_this_corpus(name: str) -> None:
    text = packaged_text("voiced.language", f"weights/{name}.txt")
    assert f"# corpus: {corpus_hash()}" in text.splitlines(), "run scripts/train and commit the weights"


@pytest.mark.parametrize("name", CATEGORIES)
def test_the_weights_of_categories_are_of_these_nouns(name: str) -> None:
    text = packaged_text("voiced.language", f"weights/{name}.txt")
    assert f"# nouns: {nouns_hash()}" in text.splitlines(), "run scripts/train and commit the weights"


@pytest.mark.parametrize("name", FILES)
def test_the_weights_tell_the_clues_that_scripts_check_compares(name: str) -> None:
    text = packaged_text("voiced.language", f"weights/{name}.txt")
    assert any(line.startswith("# clues: ") for line in text.splitlines())


def test_another_clue_outcome_or_weight_gives_another_hash() -> None:
    examples = [
        Example(("w:给",), "-"),
        Example(("w:收",), "-"),
        Example(("w:给",), "+"),
        Example(("w:给",), "-", 3),
    ]
    assert len({clues_line([[example]]) for example in examples}) == len(examples)


def test_the_weights_are_small_sorted_and_whole_numbers() -> None:
    texts = [packaged_text("voiced.language", f"weights/{name}.txt") for name in FILES]
    assert sum(len(text.encode()) for text in texts) <= MOST_BYTES
    for text in texts:
        lines = [line for line in text.splitlines() if not line.startswith("# ")]
        clues = [line.partition("\t")[0] for line in lines[1:]]
        assert clues == sorted(clues)


@pytest.mark.no_cover  # it trains for a quarter of a minute
def test_training_twice_on_a_part_gives_the_same_text() -> None:
    lines = corpus_lines()[::60]
    made = [
        {name: as_text(name, table, "", "# clues: ") for name, table in tables_of(examples_of(lines)).items()}
        for _ in range(2)
    ]
    assert made[0] == made[1]
    assert set(made[0]) == set(FILES) == set(SETTINGS)


def test_a_clue_that_decides_gets_the_larger_weight() -> None:
    examples = [Example(("b:", "w:给"), "-"), Example(("b:", "w:收"), "+")] * 6
    weights = trained(examples, Settings(("-", "+"), rounds=60))
    assert weights["w:给"][0] > 0 > weights["w:给"][1]
    assert weights["w:收"][1] > 0 > weights["w:收"][0]


def test_a_weight_that_is_expected_holds_until_examples_speak_against_it() -> None:
    examples = [Example(("b:",), "-"), Example(("b:", "k:seen"), "-")] * 20
    expected = {("k:seen", "+"): 500, ("k:unseen", "+"): 500}
    weights = trained(examples, Settings(("-", "+"), smoothing=1), expected)
    assert weights["k:unseen"] == (0, 500)
    assert 0 < weights["k:seen"][1] < 500


def test_weights_near_zero_can_be_left_out() -> None:
    examples = [Example(("b:", "w:给"), "-"), Example(("b:", "w:收"), "+")] * 6
    small = max(
        abs(weight) for weights in trained(examples, Settings(("-", "+"))).values() for weight in weights
    )
    assert trained(examples, Settings(("-", "+"), least_weight=small + 1)) == {}


def test_weights_of_many_outcomes_are_written_as_pairs() -> None:
    text = as_text("expenses", {"w:茶": (0, 45, *(0 for _ in range(24)), -7)}, "", "# clues: ")
    assert text.splitlines()[-1] == "w:茶\t1:45 26:-7"
    scores = read_weights(text).scores(["w:茶"])
    assert (scores[0], scores[1], scores[26]) == (0, 45, -7)


def test_a_line_gives_an_example_for_each_row_that_names_its_category() -> None:
    line = read_line("hand", SentenceKind.ENTRY, "[t打车][a二十][|，][t奶茶][a十五]\t交通;饮品")
    assert [one.outcome for one in category_examples(line, TransactionType.EXPENSE)] == ["交通", "饮品"]
    assert list(category_examples(line, TransactionType.INCOME)) == []


def test_a_row_that_the_rules_cut_in_another_way_is_cut_as_it_is_marked() -> None:
    line = read_line("hand", SentenceKind.ENTRY, "[t帽子]标[x九十][a四十]拿走\t服饰")
    (example,) = category_examples(line, TransactionType.EXPENSE)
    assert {"1:帽", "w:帽子"} <= set(example.clues)


def test_packed_weights_add_up_below_zero_as_well() -> None:
    weights = read_weights("# made by a test\na\tb\tc\nx\t-3 2 -700\ny\t5 -9 1\n")
    assert weights.scores(["x", "y", "unknown", "z"]) == (2, -7, -699)


def test_every_clue_of_a_file_is_found_and_no_other_one(monkeypatch: pytest.MonkeyPatch) -> None:
    # Twice over the bound, so that most clues are forgotten and found again.
    monkeypatch.setattr(weights_module, "_MOST_KNOWN", 100)
    text = packaged_text("voiced.language", "weights/transfers.txt")
    lines = [line for line in text.splitlines() if not line.startswith("# ")][1:]
    weights = read_weights(text)
    for clue, _, numbers in (line.partition("\t") for line in lines * 2):
        pairs = dict(pair.split(":") for pair in numbers.split(" "))
        assert weights.scores([clue]) == tuple(int(pairs.get(str(at), 0)) for at in range(2))
        assert weights.scores([clue[:-1], f"{clue}\t", f"{clue}!"]) == weights.scores([clue[:-1]])
    assert len(weights.packed) <= 100


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
