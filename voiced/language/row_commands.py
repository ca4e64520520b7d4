"""Commands about single rows: 删掉第二笔, 第一笔没问题, 第二笔不要其他的确认.

Each must be read in exactly one way. Where a verb may belong to the row before it or to the one behind it
(确认第二笔取消), nothing is done.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from voiced.domain.vocabulary import Vocabulary
from voiced.language.commands import (
    AllRowsBut,
    CancelRows,
    Compound,
    ConfirmAll,
    ConfirmRows,
    Continue,
    DescribedRow,
    Exit,
    OtherRows,
    Rows,
    RowSelector,
    SimpleCommand,
)
from voiced.language.kinds import Kind
from voiced.language.wording import Wording, pattern


class _Verb(Enum):
    """What is done to rows, or after them."""

    SAVE = auto()  # an explicit 确认, 保存
    APPROVE = auto()  # 没问题, 对: said of the rows before it
    WANT = auto()  # 要
    DROP = auto()
    LEAVE = auto()
    MOVE_ON = auto()


@dataclass(frozen=True, slots=True)
class _Deed:
    verb: _Verb
    is_after_pause: bool


@dataclass(frozen=True, slots=True)
class _Clause:
    """Some rows, none for the draft as a whole, and what is done to them."""

    rows: tuple[RowSelector, ...]
    verb: _Verb
    is_verb_first: bool = False


_Part = tuple[RowSelector, ...] | _Deed
_Clauses = tuple[_Clause, ...]

_VERB_OF = {
    Kind.CONFIRM.value: _Verb.SAVE,
    Kind.SURE.value: _Verb.SAVE,
    Kind.APPROVE.value: _Verb.APPROVE,
    Kind.ASSENT.value: _Verb.APPROVE,
    Kind.CANCEL.value: _Verb.DROP,
    Kind.EXIT.value: _Verb.LEAVE,
    Kind.CONTINUE.value: _Verb.MOVE_ON,
}
_APPROVING = frozenset({_Verb.SAVE, _Verb.APPROVE, _Verb.WANT})
_NAMES_ROWS = pattern("[ROWS OTHERS EXCEPT THIS]")
# A description is all from the first unknown word or number up to 那笔.
_DESCRIBED = pattern("[UNKNOWN NUMBER] [UNKNOWN NUMBER PARTICLE SPENT ASSENT AND LEDGER IS]* THIS")
_UNMARKED = pattern(
    "[PARTICLE ASSENT]* (CANCEL [PARTICLE CANCEL]* UNKNOWN | UNKNOWN PARTICLE* CANCEL) [PARTICLE CANCEL]*"
)
# What may open an utterance about rows: 好, 没问题, 还有, 那. Of these, doubt and hesitation only lead what cancels.
_OPENING = pattern("[PARTICLE PAUSE AND ALL LEDGER ASSENT APPROVE CAN MORE WRONG WAIT LEAD]*")
_OBJECTION = pattern("[WRONG WAIT LEAD]")
_EXCEPT_ROWS = pattern("EXCEPT PARTICLE* ROWS [PARTICLE PAUSE ALL OTHERS LEDGER]*")
_MODAL = pattern("CAN [PARTICLE ALL]* [CONFIRM SURE APPROVE ASSENT CANCEL EXIT]")
_IDLE = pattern("[PARTICLE AND ALL LEDGER IS]")


def row_command(wording: Wording, vocabulary: Vocabulary) -> SimpleCommand | Compound | None:
    """What an utterance asks of single rows; None where it names none, says more, or may be read in two ways."""
    shape = wording.shape
    if _UNMARKED.fullmatch(shape):
        return _cancel_by_word(wording, vocabulary)
    if not _NAMES_ROWS.search(shape):
        return None
    opening = _OPENING.match(shape)
    start = opening.end() if opening else 0
    parts = _parts(wording, start)
    if parts is None:
        return None
    commands = _commands(_clauses(parts) or ())
    if not commands or (
        _OBJECTION.search(shape, 0, start)
        and not all(isinstance(command, CancelRows) for command in commands)
    ):
        return None
    return commands[0] if len(commands) == 1 else Compound(commands)


def _cancel_by_word(wording: Wording, vocabulary: Vocabulary) -> SimpleCommand | None:
    """「奶茶不要了」: without 那笔 the word must be one that entries are known by, so that 发票不要了 cancels nothing."""
    words = wording.word(wording.shape.index(Kind.UNKNOWN))
    known = any(words == category.name or words in category.keywords for category in vocabulary.categories)
    return CancelRows(DescribedRow(words)) if known else None


def _parts(wording: Wording, start: int) -> tuple[_Part, ...] | None:
    """Rows and verbs in order, from one letter of the shape on; None where something else is said."""
    shape = wording.shape
    mentions = iter(wording.mentions)
    parts: list[_Part] = []
    at, is_after_pause = start, False
    while at < len(shape):
        letter, end = shape[at], at + 1
        selector: RowSelector | None = None
        if match := _EXCEPT_ROWS.match(shape, at):
            selector, end = AllRowsBut(next(mentions).numbers), match.end()
        elif letter == Kind.ROWS:
            selector = Rows(next(mentions).numbers)
        elif letter == Kind.OTHERS:
            selector = OtherRows()
        elif match := _DESCRIBED.match(shape, at):
            end = match.end()
            words = wording.text[wording.spans[at][0] : wording.spans[end - 1][0]]
            selector = DescribedRow(words.rstrip("的"))
        elif letter == Kind.THIS:
            # 「第二笔那个」 names its row once.
            selector = None if parts and isinstance(parts[-1], tuple) else DescribedRow(wording.word(at))
        elif letter == Kind.CAN:
            if not _MODAL.match(shape, at):
                verb = _Verb.WANT if wording.word(at).startswith("要") else _Verb.APPROVE
                _add_deed(parts, _Deed(verb, is_after_pause))
        elif letter in _VERB_OF:
            _add_deed(parts, _Deed(_VERB_OF[letter], is_after_pause))
        elif (
            letter != Kind.PAUSE
            and not _IDLE.match(letter)
            and not (letter == Kind.MORE and end < len(shape))
        ):
            return None
        if selector is not None and not _add_rows(parts, selector):
            return None
        is_after_pause = letter == Kind.PAUSE or (is_after_pause and letter == Kind.PARTICLE)
        at = end
    return tuple(parts)


def _add_rows(parts: list[_Part], selector: RowSelector) -> bool:
    """Add rows, joining numbers to numbers and descriptions to descriptions; False where they do not go together."""
    if not parts or isinstance(parts[-1], _Deed):
        parts.append((selector,))
        return True
    before = parts[-1]
    if type(before[0]) is not type(selector) or not isinstance(selector, Rows | DescribedRow):
        return False
    parts[-1] = (*before, selector)
    return True


def _add_deed(parts: list[_Part], deed: _Deed) -> None:
    """Add a verb; of several approving ones in a row (没问题确认) the strongest stays, and 不要了删掉 is one."""
    before = parts[-1] if parts else None
    if not isinstance(before, _Deed):
        parts.append(deed)
    elif before.verb in _APPROVING and deed.verb in _APPROVING:
        if deed.verb is _Verb.SAVE:
            parts[-1] = _Deed(deed.verb, before.is_after_pause)
    elif before.verb is not deed.verb:
        parts.append(deed)


def _clauses(parts: Sequence[_Part], before: _Clauses = ()) -> _Clauses | None:
    """The parts as clauses: rows with the verb behind them, or a verb with its rows behind it; None if not so."""
    match parts:
        case ():
            return before
        case (_Deed() as last,):
            return _closed(before, last)
        case (_Deed(verb), tuple() as rows, *rest) if verb in {_Verb.SAVE, _Verb.DROP}:
            return _clauses(rest, (*before, _Clause(rows, verb, is_verb_first=True)))
        case (tuple() as rows, _Deed(verb), *rest) if verb not in {_Verb.LEAVE, _Verb.MOVE_ON}:
            return _clauses(rest, (*before, _Clause(rows, verb)))
        case _:
            return None


def _closed(before: _Clauses, last: _Deed) -> _Clauses | None:
    """The clauses with a verb of its own at the end.

    「第二笔不要就行了」 approves nothing. In 「取消第二笔确认」 the verb may belong to the row; only a pause tells. A bare 取消 beside
    rows is too much to guess.
    """
    if not before:
        return None
    match last.verb:
        case _Verb.LEAVE | _Verb.MOVE_ON:
            return (*before, _Clause((), last.verb))
        case _Verb.APPROVE | _Verb.WANT:
            return before
        case verb if before[-1].verb is verb and not last.is_after_pause:
            return before
        case _Verb.SAVE if last.is_after_pause or not before[-1].is_verb_first:
            return (*before, _Clause((), last.verb))
        case _:
            return None


def _commands(clauses: _Clauses) -> tuple[SimpleCommand, ...]:
    """The commands in the order that loses nothing; none where the clauses contradict each other.

    Named rows come before 其他的 and these before the whole draft, so that what is meant to go is gone when the rest is
    saved; leaving comes last.
    """
    found: list[SimpleCommand] = []
    for clause in clauses:
        for selector in _joined(clause.rows):
            command = _command(selector, clause.verb)
            if command is None:
                return ()
            found.append(command)
        match clause.verb:
            case _Verb.SAVE if not clause.rows:
                found.append(ConfirmAll())
            case _Verb.LEAVE:
                found.append(Exit())
            case _Verb.MOVE_ON:
                found.append(Continue())
            case _:
                pass
    return () if _contradict(found) else tuple(sorted(_merged(found), key=_rank))


def _joined(rows: tuple[RowSelector, ...]) -> tuple[RowSelector, ...]:
    numbers = [number for selector in rows if isinstance(selector, Rows) for number in selector.numbers]
    return (Rows(tuple(dict.fromkeys(numbers))),) if numbers else rows


def _command(selector: RowSelector, verb: _Verb) -> SimpleCommand | None:
    match selector, verb:
        case _, _Verb.DROP:
            return CancelRows(selector)
        case AllRowsBut(numbers), _Verb.WANT:
            return CancelRows(Rows(numbers))
        case AllRowsBut(), _Verb.APPROVE:
            return None  # 「除了第二笔都对」 says that something is wrong with row 2
        case _:
            return ConfirmRows(selector)


def _contradict(commands: Sequence[SimpleCommand]) -> bool:
    named: list[RowSelector | int] = []
    for command in commands:
        match command:
            case ConfirmRows(Rows(numbers)) | CancelRows(Rows(numbers)):
                named.extend(numbers)
            case ConfirmRows(rows) | CancelRows(rows):
                named.append(rows)
            case _:
                pass
    return len(set(named)) < len(named)


def _merged(commands: Sequence[SimpleCommand]) -> Iterator[SimpleCommand]:
    """The commands, numbered rows with the same verb as one: 第一笔对第三笔也对."""
    confirmed = [
        n for command in commands if isinstance(command, ConfirmRows) for n in _numbers(command.rows)
    ]
    cancelled = [n for command in commands if isinstance(command, CancelRows) for n in _numbers(command.rows)]
    if cancelled:
        yield CancelRows(Rows(tuple(cancelled)))
    if confirmed:
        yield ConfirmRows(Rows(tuple(confirmed)))
    yield from (command for command in commands if not _has_numbers(command))


def _numbers(rows: RowSelector) -> tuple[int, ...]:
    return rows.numbers if isinstance(rows, Rows) else ()


def _has_numbers(command: SimpleCommand) -> bool:
    return isinstance(command, ConfirmRows | CancelRows) and isinstance(command.rows, Rows)


def _rank(command: SimpleCommand) -> int:
    match command:
        case CancelRows(Rows() | DescribedRow()):
            return 0
        case ConfirmRows(Rows() | DescribedRow()):
            return 1
        case CancelRows() | ConfirmRows():
            return 2
        case ConfirmAll():
            return 3
        case _:
            return 4
