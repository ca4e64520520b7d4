"""The words of commands and the sentences beside them: `voiced/language/words/*.toml`.

A sentence under `means` is understood as it says there; one under `never` decides nothing. Sentences are separated by `|`;
spaces between words are those that recognisers put there.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.language.word_examples import (
    WORD_FILES,
    decides,
    evaluation_sentences,
    examples_of,
    meanings,
    undecided,
    written,
)
from tests.support.console_blocks import blocks
from tests.support.sentences import said
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.commands.classifier import classify
from voiced.language.commands.command import Command
from voiced.language.commands.lexicon import FILES, KNOWN_BY_SOUND, WORDS, Kind, listed_words
from voiced.language.commands.wording import read_words

NOW = datetime(2026, 11, 21, 10, 30, tzinfo=UTC)

README = WORD_FILES[0].with_name("README.md")

FOUND_BY_RULES = {Kind.ROWS, Kind.COUNT, Kind.NUMBER}


def command_of(text: str) -> Command:
    return classify(text, DEFAULT_VOCABULARY, NOW)


@pytest.mark.parametrize(("text", "meaning"), list(meanings()))
def test_a_sentence_means_what_its_file_says(text: str, meaning: str) -> None:
    assert written(command_of(text)) == meaning


@pytest.mark.parametrize("text", list(undecided()))
def test_a_sentence_that_looks_like_a_command_decides_nothing(text: str) -> None:
    assert not decides(command_of(text))


def test_every_file_is_read() -> None:
    assert [file.stem for file in WORD_FILES] == sorted([*FILES, "lists"])


@pytest.mark.parametrize("file", WORD_FILES, ids=lambda file: file.stem)
def test_examples_stand_behind_the_words(file: Path) -> None:
    """The program stops reading where they begin."""
    assert "examples" not in list(tomllib.loads(file.read_text(encoding="utf-8")))[:-1]


def test_the_file_that_the_readme_explains_is_true(tmp_path: Path) -> None:
    *_, explained = blocks(README, "toml")
    file = tmp_path / "explained.toml"
    file.write_text(explained, encoding="utf-8")
    examples = examples_of(file)
    found = {text: written(command_of(text)) for block in examples.means.values() for text in said(block)}
    assert found == {text: meaning for meaning, block in examples.means.items() for text in said(block)}
    assert [text for text in said(examples.never) if decides(command_of(text))] == []


def test_no_sentence_stands_twice() -> None:
    counted = Counter([*(text for text, _ in meanings()), *undecided()])
    assert [text for text, count in counted.items() if count > 1] == []


def test_no_word_plays_two_parts() -> None:
    parts: dict[str, Kind] = {}
    for word, kind in listed_words():
        assert parts.setdefault(word, kind) is kind, word


def test_every_kind_has_words_or_is_found_by_rules() -> None:
    assert set(WORDS.values()) == set(Kind) - FOUND_BY_RULES


@pytest.mark.parametrize("word", KNOWN_BY_SOUND)
def test_a_word_known_by_its_sound_has_two_syllables_and_is_one_of_commands(word: str) -> None:
    assert len(word) > 1
    assert Kind.UNKNOWN not in read_words(word).shape


@pytest.mark.parametrize("file", WORD_FILES, ids=lambda file: file.stem)
def test_a_file_says_in_its_first_line_what_it_is_about(file: Path) -> None:
    assert file.read_text(encoding="utf-8").startswith("# ")


@pytest.mark.parametrize("file", WORD_FILES, ids=lambda file: file.stem)
def test_no_example_is_a_sentence_that_measures_the_rules(file: Path) -> None:
    examples = examples_of(file)
    sentences = [text for block in (examples.never, *examples.means.values()) for text in said(block)]
    compact = {"".join(text.split()) for text in sentences}
    assert {text for text in compact & evaluation_sentences() if text.lower() not in WORDS} == set()
