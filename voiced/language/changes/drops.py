"""The rows that an utterance drops: for a reason (烟那笔别记，回头要报销), or beside a change (第一笔不要，第二笔改成25).

A reason is passed over, if it holds no value, no command and no name of another row: then it asks for nothing else. A dropped
row can be restored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from voiced.domain.batch import DraftTransaction
from voiced.domain.vocabulary import Vocabulary
from voiced.language.changes.plain_words import in_plain_words
from voiced.language.commands import command as cmd
from voiced.language.commands.guards import only_tells, row_numbers
from voiced.language.commands.lexicon import Kind
from voiced.language.commands.refusals import denied_category
from voiced.language.commands.row_clauses import is_left_out
from voiced.language.commands.row_commands import row_command
from voiced.language.commands.wording import Wording, pattern, read_words
from voiced.language.numbers.ordinals import find_ordinals
from voiced.language.rows import name_in, select
from voiced.language.text.phrases import phrases
from voiced.language.text.spelling import clauses

_MAY_DROP = pattern("[CANCEL HOLD]")
_DROP_LAST = pattern("(CANCEL [CANCEL PARTICLE]* | HOLD) PARTICLE*$")
_DROP_FIRST = pattern("[PARTICLE ASSENT LEAD]* ROWS PARTICLE* CANCEL [CANCEL PARTICLE]*")
_DROP_NAMED_FIRST = pattern("[PARTICLE ASSENT LEAD]* UNKNOWN [PARTICLE THIS]* CANCEL [CANCEL PARTICLE]*")
_PHRASES = phrases("drops")
_FOR_CERTAIN = _PHRASES["for_certain"]
_NO_NUMERALS = str.maketrans("一二三四五六七八九十两", "甲乙丙丁戊己庚辛壬癸双")
_TELLS_AGAIN = _PHRASES["tells_again"]
_REPEATED = pattern("[PARTICLE ASSENT]* UNKNOWN [PARTICLE THIS]* CHANGE PARTICLE*")
_TWICE = _PHRASES["twice"]
_WITHOUT_ROW = pattern("[PARTICLE ASSENT LEAD]*")
_KEPT = _PHRASES["kept"]
_OF_THE_RECORD = _PHRASES["of_the_record"]
_BEFORE_NAME = _PHRASES["before_name"]
_LONGEST_NAME, _SHORTEST_NAME = 8, 2


class _Part(Struct, frozen=True):
    """A part of the words: the rows that it names (by index), and its word of dropping, if any."""

    rows: frozenset[int]
    drop: str = ""


def rows_dropped_for_reason(
    wording: Wording, items: Sequence[DraftTransaction], vocabulary: Vocabulary
) -> tuple[int, ...]:
    """The numbers of the rows that the words drop, beside words that only say why; empty if they may say more."""
    if not _MAY_DROP.search(wording.shape) or _denies_a_category(wording, vocabulary):
        return ()
    said, items = _without_numerals(in_plain_words(wording.text, items, vocabulary), items)
    wording = read_words(_TELLS_AGAIN.sub("", said))
    parts = [part for clause in clauses(wording.text) for part in _parts(clause, items, vocabulary)]
    known = [part for part in parts if part is not None]
    drops = [part for part in known if part.drop]
    if len(known) < len(parts) or not drops:
        return ()
    named = frozenset[int]().union(*(part.rows for part in drops))
    others = frozenset[int]().union(*(part.rows for part in known))
    if (not named and len(others) > 1) or (named and others > named):
        return ()
    return tuple(sorted(row + 1 for row in named or others or _only_row(drops, items)))


def _denies_a_category(wording: Wording, vocabulary: Vocabulary) -> bool:
    """Whether a clause denies the category of a row and not the row: 「午饭是公司聚餐，不算餐饮」."""
    return any(denied_category(read_words(clause), vocabulary) for clause in clauses(wording.text))


def _without_numerals(said: str, items: Sequence[DraftTransaction]) -> tuple[str, Sequence[DraftTransaction]]:
    """The words and rows with other characters for the numerals in names, which are no values: 老三早教."""
    renamed: list[DraftTransaction] = []
    for item in items:
        name = item.result.description
        part = name_in(said, item)
        said = said.replace(part, part.translate(_NO_NUMERALS)) if part else said
        result = replace(item.result, description=name.translate(_NO_NUMERALS))
        renamed.append(replace(item, result=result))
    return said, renamed


def _only_row(drops: Sequence[_Part], items: Sequence[DraftTransaction]) -> frozenset[int]:
    """The only open row, if the words speak of the record: 票退了，不记. 算了 may be said to anybody."""
    pending = [item.index for item in items if item.is_pending]
    is_meant = len(pending) == 1 and all(_OF_THE_RECORD.search(part.drop) for part in drops)
    return frozenset(pending if is_meant else ())


def _parts(clause: str, items: Sequence[DraftTransaction], vocabulary: Vocabulary) -> Iterator[_Part | None]:
    """The parts of a clause, each a drop of rows or a reason; None for a part that may say more."""
    if _keeps_rows(clause, items):
        yield _Part(frozenset())
        return
    wording = read_words(clause)
    command = row_command(wording, vocabulary) if _MAY_DROP.search(wording.shape) else None
    first, last = _DROP_FIRST.match(wording.shape), _DROP_LAST.search(wording.shape)
    named, end = _DROP_NAMED_FIRST.match(wording.shape), len(wording.shape)
    if isinstance(command, cmd.CancelRows) and isinstance(command.rows, cmd.Rows | cmd.DescribedRow):
        yield _dropped(command.rows, items)
    elif command is None and first and first.end() < end:
        yield _dropped(cmd.Rows(wording.mentions[0].numbers), items)
        yield _reason(wording, items, first.end(), end)
    elif command is None and named and named.end() < end:
        yield from _named_drop(wording, items, named.end())
    elif command is None and last:
        yield _drop_behind(wording, items, last.start())
    else:
        yield _reason(wording, items, 0, end)


def _named_drop(wording: Wording, items: Sequence[DraftTransaction], end: int) -> Iterator[_Part | None]:
    """A row that is dropped by its name, and the reason behind it without a pause: 早教不要了那是他外婆出的钱."""
    words = wording.text[: wording.spans[end - 1][1]]
    name = wording.word(wording.shape.index(Kind.UNKNOWN))
    yield _dropped(cmd.DescribedRow(name), items) if _FOR_CERTAIN.search(words) else None
    yield _reason(wording, items, end, len(wording.shape))


def _keeps_rows(clause: str, items: Sequence[DraftTransaction]) -> bool:
    """Whether the clause only says that a row, or the others, stay as they are: 第一笔留着, 其他的不要动."""
    kept = _KEPT.fullmatch(clause)
    if kept is None:
        return False
    row = read_words(kept["row"])
    if row.shape in {Kind.ROWS, Kind.OTHERS}:
        return True
    return only_tells(row) and Kind.DENIAL not in row.shape and bool(_named(kept["row"], items))


def _dropped(rows: cmd.Rows | cmd.DescribedRow, items: Sequence[DraftTransaction]) -> _Part | None:
    chosen = select(rows, items)
    return _Part(frozenset(row.index for row in chosen), "drop") if isinstance(chosen, tuple) else None


def _drop_behind(wording: Wording, items: Sequence[DraftTransaction], place: int) -> _Part | None:
    """A drop with its row, or with the reason, before it: 琴谱先别记, 啤酒不是我喝的去掉; or a bare drop: 去掉."""
    word = wording.word(place)
    if wording.shape[place] == Kind.HOLD and not is_left_out(word):
        return None
    if _WITHOUT_ROW.fullmatch(wording.shape, 0, place):
        return _Part(frozenset(), word) if wording.shape[place] == Kind.CANCEL else None
    before = _reason(wording, items, 0, place)
    return _Part(before.rows, word) if before and before.rows else None


def _reason(wording: Wording, items: Sequence[DraftTransaction], start: int, end: int) -> _Part | None:
    """Words that ask for nothing, with the rows that they name."""
    if not only_tells(wording, start, end) and not _is_repetition(wording, start, end):
        return None
    words = wording.text[wording.spans[start][0] : wording.spans[end - 1][1]]
    numbers = tuple(
        number
        for mention in wording.mentions
        if wording.spans[start][0] <= mention.start < wording.spans[end - 1][1]
        for number in mention.numbers
    )
    named = select(cmd.Rows(numbers), items)
    return _Part(_named(words, items) | {row.index for row in named}) if isinstance(named, tuple) else None


def _is_repetition(wording: Wording, start: int, end: int) -> bool:
    """Whether the words call one thing a repetition: 包子记重了."""
    return _REPEATED.fullmatch(wording.shape, start, end) is not None and bool(_TWICE.search(wording.text))


def _named(words: str, items: Sequence[DraftTransaction]) -> frozenset[int]:
    """The pending rows whose name stands in the words, or whose name or category the words begin with."""
    pending = [item for item in items if item.is_pending]
    begins = _BEFORE_NAME.sub("", words)
    found = {item.index for item in pending if _is_name(item.result.description, words, begins)}
    for size in range(min(_LONGEST_NAME, len(begins)), _SHORTEST_NAME - 1, -1):
        name = begins[:size]
        fitting = {
            item.index for item in pending if name in item.result.description or name == item.result.category
        }
        if fitting:
            return frozenset(found | fitting)
    return frozenset(found)


def _is_name(description: str, words: str, begins: str) -> bool:
    return (
        description in words if len(description) >= _SHORTEST_NAME else begins.startswith(description or "，")
    )


_REFUSES = pattern("[CANCEL HOLD RESTART EXIT]")
_CANCELS = Kind.CANCEL.value
_DROP_AND_REST = 2
"""Clauses at least: one that drops a row, and one about another."""


class DropAndRest(Struct, frozen=True):
    """The commands that drop rows, and the words about other rows."""

    drops: tuple[cmd.CancelRows, ...]
    rest: str


def drop_and_rest(said: str, vocabulary: Vocabulary) -> DropAndRest | None:
    """The dropped rows and the other clauses; None if one of the two is missing, or both concern the same row."""
    drops: list[cmd.CancelRows] = []
    rest: list[str] = []
    parts = clauses(_with_rows_apart(said))
    if len(parts) < _DROP_AND_REST:
        return None
    for clause in parts:
        wording = read_words(clause)
        may_drop = _CANCELS in wording.shape and not denied_category(wording, vocabulary)
        command = row_command(wording, vocabulary) if may_drop else None
        if isinstance(command, cmd.CancelRows):
            drops.append(command)
        else:
            rest.append(clause)
    words = "，".join(rest)
    gone = {number for drop in drops if isinstance(drop.rows, cmd.Rows) for number in drop.rows.numbers}
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
