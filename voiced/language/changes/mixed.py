"""Dropped rows and a change in one utterance: 第一笔不要，第二笔改成25."""

from __future__ import annotations

from msgspec import Struct

from voiced.domain.vocabulary import Vocabulary
from voiced.language.commands.command import CancelRows, Rows
from voiced.language.commands.guards import row_numbers
from voiced.language.commands.kinds import Kind
from voiced.language.commands.row_commands import row_command
from voiced.language.commands.wording import pattern, read_words
from voiced.language.numbers.ordinals import find_ordinals
from voiced.language.text.spelling import clauses

_REFUSES = pattern("[CANCEL HOLD RESTART EXIT]")
_CANCELS = Kind.CANCEL.value
_DROP_AND_REST = 2
"""Clauses at least: one that drops a row, and one about another."""


class DropAndRest(Struct, frozen=True):
    """The commands that drop rows, and the words about other rows."""

    drops: tuple[CancelRows, ...]
    rest: str


def drop_and_rest(said: str, vocabulary: Vocabulary) -> DropAndRest | None:
    """The dropped rows and the other clauses; None if one of the two is missing, or both concern the same row."""
    drops: list[CancelRows] = []
    rest: list[str] = []
    parts = clauses(_with_rows_apart(said))
    if len(parts) < _DROP_AND_REST:
        return None
    for clause in parts:
        wording = read_words(clause)
        command = row_command(wording, vocabulary) if _CANCELS in wording.shape else None
        match command:
            case CancelRows():
                drops.append(command)
            case _:
                rest.append(clause)
    words = "，".join(rest)
    gone = {number for drop in drops if isinstance(drop.rows, Rows) for number in drop.rows.numbers}
    left = read_words(words)
    if not (drops and words) or _REFUSES.search(left.shape) or gone & set(row_numbers(left)):
        return None
    return DropAndRest(tuple(drops), words)


def _with_rows_apart(said: str) -> str:
    """The words with a comma before each named row but the first, if they hold no pause."""
    if len(clauses(said)) > 1:
        return said
    for mention in reversed(find_ordinals(said)[1:]):
        said = f"{said[: mention.start]}，{said[mention.start :]}"
    return said
