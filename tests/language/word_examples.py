"""The examples that stand beside the words of commands (`voiced/language/words/*.toml`), and how a command is written there."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

import voiced.language
from tests.support.sentences import said
from voiced.language.commands import command as cmd

WORD_FILES = sorted((Path(voiced.language.__file__).parent / "words").glob("*.toml"))
_DATA = Path(__file__).parents[1] / "data"
_EVALUATED = _DATA / "language" / "evaluated.toml"


class Examples(Struct, frozen=True, forbid_unknown_fields=True):
    """Sentences by their command, and sentences that neither save, drop nor leave."""

    means: dict[str, str] = {}
    never: str = ""


def examples_of(file: Path) -> Examples:
    """The examples of a file, which may be empty."""
    table = tomllib.loads(file.read_text(encoding="utf-8")).get("examples", {})
    return msgspec.convert(table, Examples)


def meanings() -> Iterator[tuple[str, str]]:
    """Each sentence of all files, and of those that measure the rules, with its command."""
    for examples in (*map(examples_of, WORD_FILES), _evaluated()):
        for meaning, block in examples.means.items():
            yield from ((sentence, meaning) for sentence in said(block))


def undecided() -> Iterator[str]:
    """Each sentence of these files that looks or sounds like a command that saves, drops or leaves, but is not one."""
    for examples in (*map(examples_of, WORD_FILES), _evaluated()):
        yield from said(examples.never)


def evaluation_sentences() -> frozenset[str]:
    """The sentences that measure the rules, without spaces."""
    lines = (_DATA / "eval" / "intents.tsv").read_text(encoding="utf-8").splitlines()
    return frozenset("".join(line.split("\t")[0].split()) for line in lines)


def _evaluated() -> Examples:
    return msgspec.convert(tomllib.loads(_EVALUATED.read_text(encoding="utf-8")), Examples)


def written(command: cmd.Command) -> str:
    """A command as the files write it: `CancelRows 1 3`, `ConfirmRows others`, `CancelRows 2 + Exit`."""
    name = type(command).__name__
    match command:
        case cmd.Compound() as compound:
            return " + ".join(map(written, compound.operations))
        case (
            cmd.ConfirmRows(rows)
            | cmd.CancelRows(rows)
            | cmd.ConfirmOnly(rows)
            | cmd.KeepRows(rows)
            | cmd.ReadOut(rows)
        ) if rows:
            return f"{name} {_written_rows(rows)}"
        case cmd.AmendSaved(words):
            return f"{name} {words}"
        case _:
            return name


def _written_rows(rows: cmd.RowSelector) -> str:
    match rows:
        case cmd.Rows(numbers):
            return " ".join(map(str, numbers))
        case cmd.OtherRows():
            return "others"
        case cmd.AllRowsBut(numbers):
            return "all but " + " ".join(map(str, numbers))
        case cmd.CountedRows(count):
            return f"all {count}"
        case cmd.DescribedRow(words):
            return words


def decides(command: cmd.Command) -> bool:
    """Whether a command saves, drops or leaves, or may do so as an answer."""
    match command:
        case (
            cmd.ConfirmAll()
            | cmd.Assent()
            | cmd.CancelAll()
            | cmd.Restart()
            | cmd.Exit()
            | cmd.ConfirmRows()
            | cmd.CancelRows()
            | cmd.ConfirmOnly()
        ):
            return True
        case cmd.Compound() as compound:
            return any(map(decides, compound.operations))
        case _:
            return False
