"""The files of phrases: each line of a phrase has words that need just this line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import NamedTuple

import pytest

import voiced.language
from voiced.language.text.phrases import Phrases, filled_in

FOLDER = Path(voiced.language.__file__).parent / "phrases"
_START = re.compile(r" *(\| )?")
_WRITTEN = re.compile(r"^(\w+) = (?:'''\n(.*?)\n'''|'([^\n]*)'((?:  # [^\n]*)?))$", re.MULTILINE | re.DOTALL)


def loaded() -> Iterator[Phrases]:
    """The phrases of all modules."""
    for module in walk_packages(voiced.language.__path__, "voiced.language."):
        yield from (each for each in vars(import_module(module.name)).values() if isinstance(each, Phrases))


PHRASES = {phrases.file: phrases for phrases in loaded()}


class Line(NamedTuple):
    """A line of a phrase with its examples; `lines` are all lines of the phrase."""

    name: str
    number: int
    lines: list[str]
    examples: list[str]

    @property
    def others(self) -> list[str]:
        """The lines of the phrase, where nothing is found by this one."""
        start = _START.match(self.lines[self.number])
        nothing = f"{start.group() if start else ''}(?!)"
        return [*self.lines[: self.number], nothing, *self.lines[self.number + 1 :]]


def written(file: str) -> Iterator[Line]:
    """The lines of the pieces and phrases of a file."""
    text = (FOLDER / f"{file}.toml").read_text(encoding="utf-8")
    for name, several, quoted, behind in _WRITTEN.findall(text):
        lines = several.split("\n") if several else [f"{quoted}{behind}"]
        for number, line in enumerate(lines):
            words = line.partition("  # ")[2]
            yield Line(name, number, lines, [each for each in words.split("|") if each])


def found(expression: str, words: str) -> str | None:
    """The part of the words that the expression finds."""
    match = re.search(expression, words)
    return match and match.group()


def test_every_file_is_used():
    assert set(PHRASES) == {path.stem for path in FOLDER.glob("*.toml")}


@pytest.mark.no_cover  # it compiles an expression for each line
@pytest.mark.parametrize("file", sorted(PHRASES))
def test_each_line_is_needed_for_its_examples(file: str):
    pieces = PHRASES[file].pieces
    for line in written(file):
        for example in line.examples:
            place = f"{line.name}: {line.lines[line.number]}"
            with_line = found(filled_in("\n".join(line.lines), pieces), example)
            without = found(filled_in("\n".join(line.others), pieces), example)
            assert with_line != without, (
                f"{place}: in {example!r} the phrase finds {without!r} without this line too"
            )
