"""The lines of the corpus: sentences with marked spans, in the form of corpus/README.md."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from decimal import Decimal
from difflib import SequenceMatcher
from functools import cached_property
from pathlib import Path

from msgspec import Struct

from voiced.language.entries.content import entry_words
from voiced.language.readings.numbers import Number, NumberRole, SentenceKind, Way
from voiced.language.text.spelling import normalise

ROOT = Path(__file__).resolve().parent.parent
CORPUS = ROOT / "corpus"
TEMPLATES = "templates"
FOLDS = 5

_SPAN = re.compile(r"\[(.)([^\]]*)\]")
_ROLES = {
    "a": NumberRole.PAID,
    "i": NumberRole.PAID,
    "m": NumberRole.PAID,
    **{role.value: role for role in NumberRole},
}
_WAYS = {"a": Way.OUT, "i": Way.IN, "m": Way.BETWEEN}


class UnreadableLine(Exception):  # noqa: N818 - the message says the place
    """A line of the corpus has not the form that corpus/README.md tells."""


class Span(Struct, frozen=True):
    """A marked span of the sentence: `said[start:end]`, with its letter."""

    start: int
    end: int
    mark: str


class Line(Struct, frozen=True, dict=True):
    """A sentence of the corpus.

    Attributes:
        source: the file without its ending.
        said: the sentence as it is spoken, without marks.
        categories: of the rows; empty where the line names none.
        worked_out: the amounts that have to be worked out; empty where all are said.
    """

    source: str
    telling: SentenceKind
    said: str
    spans: tuple[Span, ...]
    categories: tuple[str, ...] = ()
    worked_out: tuple[Decimal, ...] = ()

    @property
    def is_template(self) -> bool:
        """Whether it was made of a template."""
        return self.source == TEMPLATES

    @cached_property
    def fold(self) -> int:
        """The fold in which it is tested, by a hash of the sentence."""
        return hashlib.sha256(self.said.encode()).digest()[0] % FOLDS

    @cached_property
    def text(self) -> str:
        """The normalised sentence without the request to record it, as the readers see it."""
        return entry_words(normalise(self.said))

    @cached_property
    def marks(self) -> str:
        """The letter of the span over each character of `text`; a space where there is none."""
        over = [" "] * len(self.said)
        for span in self.spans:
            over[span.start : span.end] = span.mark * (span.end - span.start)
        if self.text == self.said:
            return "".join(over)
        found = [" "] * len(self.text)
        matcher = SequenceMatcher(None, self.said, self.text, autojunk=False)
        for kind, start, end, new_start, new_end in matcher.get_opcodes():
            if kind == "equal":
                found[new_start:new_end] = over[start:end]
            elif kind == "replace":
                mark = next((mark for mark in over[start:end] if mark != " "), " ")
                found[new_start:new_end] = mark * (new_end - new_start)
        return "".join(found)

    def mark_of(self, number: Number) -> str:
        """The letter of the span that a number lies in; `n` for a number outside the marked numbers."""
        marks = [mark for mark in self.marks[number.start : number.end] if mark in "aimuxswqn"]
        paid = next((mark for mark in reversed(marks) if mark in _WAYS), None)
        return paid or (max(marks, key=marks.count) if marks else "n")

    def role_of(self, number: Number) -> NumberRole:
        """The role that a number of the text was marked with."""
        return _ROLES[self.mark_of(number)]

    def way_of(self, number: Number) -> Way:
        """The way of the money of a paid number."""
        return _WAYS[self.mark_of(number)]

    @property
    def paid(self) -> tuple[Span, ...]:
        """The spans of the amounts of its rows."""
        return tuple(span for span in self.spans if span.mark in _WAYS)


def corpus_files(folder: Path = CORPUS) -> tuple[Path, ...]:
    """The files of the corpus, by name."""
    return tuple(sorted(folder.glob("*.txt")))


def corpus_hash(folder: Path = CORPUS) -> str:
    """The SHA-256 of the corpus: of its files, one after the other."""
    digest = hashlib.sha256()
    for path in corpus_files(folder):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def corpus_lines(folder: Path = CORPUS) -> tuple[Line, ...]:
    """All lines of the corpus, each sentence once.

    Raises:
        UnreadableLine: a line has another form.
    """
    lines: dict[str, Line] = {}
    for path in corpus_files(folder):
        for line in _lines_of(path):
            lines.setdefault(line.said, line)
    return tuple(lines.values())


def _lines_of(path: Path) -> Iterator[Line]:
    telling: SentenceKind | None = None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if line.startswith("## "):
            telling = SentenceKind(line[3:].strip())
        elif line and not line.startswith("#"):
            if telling is None:
                raise UnreadableLine(f"{path.name}:{number}: begin a section first (## E, T, P or Q)")
            try:
                yield read_line(path.stem, telling, line)
            except UnreadableLine as error:
                raise UnreadableLine(f"{path.name}:{number}: {error}") from error


def read_line(source: str, telling: SentenceKind, line: str) -> Line:
    """A line of a file, as one sentence.

    Raises:
        UnreadableLine: it has another form.
    """
    sentence, *columns = line.split("\t")
    said, spans, at = "", list[Span](), 0
    for match in _SPAN.finditer(sentence):
        said += sentence[at : match.start()]
        spans.append(Span(len(said), len(said) + len(match[2]), match[1]))
        said, at = said + match[2], match.end()
    said += sentence[at:]
    if "[" in said or "]" in said:
        raise UnreadableLine(f"{sentence}: a bracket is open")
    categories = tuple(columns[0].split(";")) if columns and columns[0] else ()
    worked_out = columns[1].removeprefix("=").split(";") if len(columns) > 1 and columns[1] else ()
    return Line(source, telling, said, tuple(spans), categories, tuple(map(Decimal, worked_out)))
