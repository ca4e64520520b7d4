"""The lists of everyday words and their categories: `voiced/language/nouns/*.toml`."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from unicodedata import east_asian_width

import pytest

import voiced.language
from tests.language.word_examples import evaluation_sentences
from tests.support.sentences import said
from voiced.domain.vocabulary import DEFAULT_CATEGORIES, DEFAULT_VOCABULARY
from voiced.language.entries.sentence import parse_sentence
from voiced.language.names.nouns import FILES, NounFile, Telling, noun_file, nouns_of
from voiced.language.text.spelling import normalise

NOW = datetime(2026, 11, 21, 10, 30, tzinfo=UTC)
FOLDER = Path(voiced.language.__file__).parent / "nouns"
LISTS = {name: noun_file(name) for name in FILES}


def examples() -> Iterator[tuple[str, str]]:
    for name, listed in LISTS.items():
        text = (FOLDER / f"{name}.toml").read_text(encoding="utf-8")
        for sentence in said(tomllib.loads(text)["examples"]["belongs"]):
            yield sentence, listed.category


def grouped(listed: NounFile) -> Iterator[str]:
    for groups in (listed.occasions, listed.words, listed.weak):
        for text in groups.values():
            yield from text.split()


def test_every_file_is_read() -> None:
    assert sorted(FILES) == sorted(file.stem for file in FOLDER.glob("*.toml"))


@pytest.mark.parametrize(("sentence", "category"), list(examples()))
def test_an_example_belongs_to_the_category_of_its_file(sentence: str, category: str) -> None:
    (result,) = parse_sentence(normalise(sentence), DEFAULT_VOCABULARY, NOW).results
    assert result.category == category


def test_no_example_measures_the_rules() -> None:
    assert not {sentence for sentence, _ in examples()} & set(evaluation_sentences())


@pytest.mark.parametrize("name", FILES)
def test_a_file_lists_words_for_a_category_of_a_new_ledger(name: str) -> None:
    listed = LISTS[name]
    assert (listed.category, listed.type) in {(one.name, one.type) for one in DEFAULT_CATEGORIES}


@pytest.mark.parametrize("name", FILES)
def test_a_word_has_two_characters_and_an_ending_one(name: str) -> None:
    listed = LISTS[name]
    assert [word for word in grouped(listed) if len(word) < 2] == []
    assert [ending for ending in listed.endings.split() if len(ending) > 1] == []


@pytest.mark.parametrize("of_type", {listed.type for listed in LISTS.values()})
def test_no_word_stands_twice(of_type: str) -> None:
    words = [word.lower() for one in LISTS.values() if one.type is of_type for _, word in one.listed()]
    assert [word for word, count in Counter(words).items() if count > 1] == []
    endings = [ending for one in LISTS.values() if one.type is of_type for ending in one.endings.split()]
    assert len(endings) == len(set(endings))


@pytest.mark.parametrize("name", FILES)
def test_a_thing_is_no_word_of_a_new_ledger(name: str) -> None:
    listed = LISTS[name]
    known = {word.lower() for one in DEFAULT_CATEGORIES if one.type is listed.type for word in one.keywords}
    things = [word for telling, word in listed.listed() if telling is Telling.THING]
    assert [word for word in things if word.lower() in known] == []


@pytest.mark.parametrize("name", FILES)
def test_the_lines_of_a_file_fit_a_page(name: str) -> None:
    lines = (FOLDER / f"{name}.toml").read_text(encoding="utf-8").splitlines()
    widths = [sum(1 + (east_asian_width(character) in "WF") for character in line) for line in lines]
    assert max(widths) <= 130


def test_a_list_says_how_much_a_word_tells() -> None:
    assert nouns_of(LISTS["meals"].type).words["热干面"].telling is Telling.THING
    assert nouns_of(LISTS["meals"].type).words["吃"].telling is Telling.VERB
    assert nouns_of(LISTS["meals"].type).endings["饭"].telling is Telling.ENDING
