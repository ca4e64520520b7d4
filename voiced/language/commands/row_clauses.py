"""An utterance about single rows, taken apart: which rows, and what is done to them, clause by clause.

A clause is rows with a verb behind them (第一笔没问题) or a verb with its rows behind it (删掉第二笔). Where a verb may belong
to the row before it or to the one behind it (确认第二笔取消), there is no reading.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto

from msgspec import Struct

from voiced.language.commands.command import (
    AllRowsBut,
    CountedRows,
    DescribedRow,
    OtherRows,
    Rows,
    RowSelector,
)
from voiced.language.commands.kinds import Kind
from voiced.language.commands.wording import Wording, pattern
from voiced.language.numbers.numerals import value_of
from voiced.language.numbers.ordinals import OrdinalMention


class Verb(Enum):
    """What is done to rows, or after them."""

    SAVE = auto()  # an explicit 确认, 保存
    APPROVE = auto()  # 没问题, 对: said of the rows before it
    WANT = auto()  # 要
    DROP = auto()
    LEAVE = auto()
    MOVE_ON = auto()


class RowClause(Struct, frozen=True):
    """Some rows, none for the draft as a whole, and what is done to them."""

    rows: tuple[RowSelector, ...]
    verb: Verb
    is_verb_first: bool = False


class _Deed(Struct, frozen=True):
    verb: Verb
    is_after_pause: bool


_Part = tuple[RowSelector, ...] | _Deed

# Looking a member up costs more than comparing its letter, and these are compared for every word.
_PARTICLE, _PAUSE, _CAN = Kind.PARTICLE.value, Kind.PAUSE.value, Kind.CAN.value
_ROWS, _OTHERS, _THIS, _COUNT = (kind.value for kind in (Kind.ROWS, Kind.OTHERS, Kind.THIS, Kind.COUNT))
_EXCEPT_OR_ROWS = frozenset({Kind.EXCEPT.value, Kind.ROWS.value})
_DESCRIBES = (Kind.UNKNOWN.value, Kind.NUMBER.value)
_VERB_OF = {
    Kind.CONFIRM.value: Verb.SAVE,
    Kind.SURE.value: Verb.SAVE,
    Kind.APPROVE.value: Verb.APPROVE,
    Kind.ASSENT.value: Verb.APPROVE,
    Kind.CANCEL.value: Verb.DROP,
    Kind.EXIT.value: Verb.LEAVE,
    Kind.CONTINUE.value: Verb.MOVE_ON,
}
_KEEPING = frozenset({Verb.SAVE, Verb.APPROVE, Verb.WANT})
_BESIDE_ROWS = frozenset({Verb.SAVE, Verb.APPROVE, Verb.WANT, Verb.DROP})
# A description is all from the first unknown word or number up to 那笔.
_DESCRIBED = pattern("[UNKNOWN NUMBER] [UNKNOWN NUMBER PARTICLE SPENT ASSENT AND LEDGER IS]* THIS")
_EXCEPT_ROWS = pattern(
    "(EXCEPT PARTICLE* ROWS | ROWS PARTICLE* EXCEPT) [EXCEPT PARTICLE PAUSE ALL OTHERS LEDGER]*"
)
_MODAL = pattern("CAN [PARTICLE ALL]* [CONFIRM SURE APPROVE ASSENT CANCEL EXIT]")
_IDLE = frozenset({Kind.PARTICLE, Kind.AND, Kind.ALL, Kind.LEDGER, Kind.IS, Kind.PAUSE, Kind.MORE})


def read_row_clauses(wording: Wording, start: int) -> tuple[RowClause, ...] | None:
    """The clauses from letter `start` of the shape on; None where more is said, or it may be read in two ways."""
    parts = _Parts(wording, start).read()
    return None if parts is None else _clauses(parts)


class _Parts:
    """Reads rows and verbs in order."""

    def __init__(self, wording: Wording, start: int) -> None:
        self.wording = wording
        self.mentions: list[OrdinalMention] = list(reversed(wording.mentions))
        self.at = start
        self.is_after_pause = False
        self.parts: list[_Part] = []

    def read(self) -> tuple[_Part, ...] | None:
        """The parts; None where something else is said."""
        shape = self.wording.shape
        while self.at < len(shape):
            letter = shape[self.at]
            if not (self._read_rows(letter) or self._read_verb(letter)):
                if letter not in _IDLE:
                    return None
                self.at += 1
            self.is_after_pause = letter == _PAUSE or (self.is_after_pause and letter == _PARTICLE)
        return tuple(self.parts)

    def _read_rows(self, letter: str) -> bool:
        shape, end = self.wording.shape, self.at + 1
        if letter in _EXCEPT_OR_ROWS and (match := _EXCEPT_ROWS.match(shape, self.at)):
            self._add_rows(AllRowsBut(self.mentions.pop().numbers))
            end = match.end()
        elif letter == _ROWS:
            self._add_rows(Rows(self.mentions.pop().numbers))
        elif letter == _OTHERS:
            self._add_rows(OtherRows())
        elif letter == _COUNT:
            self._add_rows(CountedRows(int(value_of(self.wording.word(self.at)[0]) or 0)))
        elif letter in _DESCRIBES and (match := _DESCRIBED.match(shape, self.at)):
            end = match.end()
            words = self.wording.text[self.wording.spans[self.at][0] : self.wording.spans[end - 1][0]]
            self._add_rows(DescribedRow(words.rstrip("的")))
        elif letter != _THIS:
            return False
        elif not (self.parts and isinstance(self.parts[-1], tuple)):  # 「第二笔那个」 names its row once
            self._add_rows(DescribedRow(self.wording.word(self.at)))
        self.at = end
        return True

    def _read_verb(self, letter: str) -> bool:
        if letter == _CAN:
            if not _MODAL.match(self.wording.shape, self.at):
                says_want = self.wording.word(self.at).startswith("要")
                self._add_verb(Verb.WANT if says_want else Verb.APPROVE)
        elif verb := _VERB_OF.get(letter):
            self._add_verb(verb)
        else:
            return False
        self.at += 1
        return True

    def _add_rows(self, selector: RowSelector) -> None:
        """Add rows, joining numbers to numbers and descriptions to descriptions."""
        before = self.parts[-1] if self.parts else None
        joins = isinstance(before, tuple) and isinstance(selector, Rows | DescribedRow)
        if isinstance(before, tuple) and joins and type(before[0]) is type(selector):
            self.parts[-1] = (*before, selector)
        else:
            self.parts.append((selector,))

    def _add_verb(self, verb: Verb) -> None:
        """Add a verb; of several approving ones (没问题确认) the strongest stays, and 不要了删掉 is one."""
        before = self.parts[-1] if self.parts else None
        if not isinstance(before, _Deed):
            self.parts.append(_Deed(verb, self.is_after_pause))
        elif before.verb in _KEEPING and verb in _KEEPING:
            if verb is Verb.SAVE:
                self.parts[-1] = _Deed(verb, before.is_after_pause)
        elif before.verb is not verb:
            self.parts.append(_Deed(verb, self.is_after_pause))


def _clauses(parts: Sequence[_Part], before: tuple[RowClause, ...] = ()) -> tuple[RowClause, ...] | None:
    match parts:
        case ():
            return before
        case (_Deed() as last,) if before:
            return _closed(before, last)
        case (_Deed(Verb.SAVE | Verb.DROP as verb), tuple() as rows, *rest):
            return _clauses(tuple(rest), (*before, RowClause(rows, verb, is_verb_first=True)))
        case (tuple() as rows, _Deed(verb), *rest) if verb in _BESIDE_ROWS:
            return _clauses(tuple(rest), (*before, RowClause(rows, verb)))
        case _:
            return None


def _closed(before: tuple[RowClause, ...], last: _Deed) -> tuple[RowClause, ...] | None:
    """The clauses with a verb of its own at the end.

    「第二笔不要就行了」 approves nothing. In 「取消第二笔确认」 the verb may belong to the row; only a pause tells. A bare 取消 beside
    rows is too much to guess.
    """
    match last.verb:
        case Verb.LEAVE | Verb.MOVE_ON:
            return (*before, RowClause((), last.verb))
        case Verb.APPROVE | Verb.WANT:
            return before
        case verb if before[-1].verb is verb and not last.is_after_pause:
            return before
        case Verb.SAVE if last.is_after_pause or not before[-1].is_verb_first:
            return (*before, RowClause((), last.verb))
        case _:
            return None
