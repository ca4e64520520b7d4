"""The clauses of an utterance about single rows: the rows of each, and the verb.

A clause is rows with a verb behind them (第一笔没问题) or a verb with its rows behind it (删掉第二笔). If a verb may belong
to the row before it or to the row behind it (确认第二笔取消), the utterance is not read.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto

from msgspec import Struct

from voiced.language.commands import command as cmd
from voiced.language.commands.lexicon import Kind
from voiced.language.commands.wording import Wording, pattern
from voiced.language.numbers.numerals import value_of
from voiced.language.numbers.ordinals import OrdinalMention
from voiced.language.text.expression import expression


class Verb(Enum):
    """The verb of a clause: an action on rows, or the step after them (LEAVE, MOVE_ON)."""

    SAVE = auto()  # an explicit 确认, 保存
    APPROVE = auto()  # 没问题, 对: approves the rows before it
    WANT = auto()  # 要
    DROP = auto()
    LEAVE = auto()
    MOVE_ON = auto()


class RowClause(Struct, frozen=True):
    """A verb and its rows; without rows the verb is about the whole draft."""

    rows: tuple[cmd.RowSelector, ...]
    verb: Verb
    is_verb_first: bool = False


class _Deed(Struct, frozen=True):
    verb: Verb
    is_after_pause: bool


_Part = tuple[cmd.RowSelector, ...] | _Deed

# Constants, since looking up a member of an enum costs more than comparing its letter, which happens for each word.
_PARTICLE, _PAUSE, _CAN, _HOLD = (kind.value for kind in (Kind.PARTICLE, Kind.PAUSE, Kind.CAN, Kind.HOLD))
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
# A description begins at the first unknown word or number and ends at 那笔.
_DESCRIBED = pattern("[UNKNOWN NUMBER] [UNKNOWN NUMBER PARTICLE SPENT ASSENT AND SUBJECT IS]* THIS")
_EXCEPT_ROWS = pattern(
    "(EXCEPT PARTICLE* ROWS | ROWS PARTICLE* EXCEPT) [EXCEPT PARTICLE PAUSE ALL OTHERS SUBJECT]*"
)
_MODAL = pattern("CAN [PARTICLE ALL]* [CONFIRM SURE APPROVE ASSENT CANCEL EXIT]")
_NOT_RECORDED_YET = expression("(?:先|暂|且|别急着|不急着|不要急着|莫忙|莫急着).*(?:记|存|录)")
_IDLE = frozenset({Kind.PARTICLE, Kind.AND, Kind.ALL, Kind.SUBJECT, Kind.IS, Kind.PAUSE, Kind.MORE})


def is_left_out(word: str) -> bool:
    """Whether a word that stops a command, said of one row, leaves the row out: 第二笔先不存. 先别确认 asks for time."""
    return _NOT_RECORDED_YET.fullmatch(word) is not None


def read_row_clauses(wording: Wording, start: int) -> tuple[RowClause, ...] | None:
    """The clauses from letter `start` of the shape on; None if they hold other words or have two readings."""
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
        """The parts; None if there are other words."""
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
            self._add_rows(cmd.AllRowsBut(self.mentions.pop().numbers))
            end = match.end()
        elif letter == _ROWS:
            self._add_rows(cmd.Rows(self.mentions.pop().numbers))
        elif letter == _OTHERS:
            self._add_rows(cmd.OtherRows())
        elif letter == _COUNT:
            self._add_rows(cmd.CountedRows(int(value_of(self.wording.word(self.at)[0]) or 0)))
        elif letter in _DESCRIBES and (match := _DESCRIBED.match(shape, self.at)):
            end = match.end()
            words = self.wording.text[self.wording.spans[self.at][0] : self.wording.spans[end - 1][0]]
            self._add_rows(cmd.DescribedRow(words.rstrip("的")))
        elif letter != _THIS:
            return False
        elif not (self.parts and isinstance(self.parts[-1], tuple)):  # 「第二笔那个」 names its row once
            self._add_rows(cmd.DescribedRow(self.wording.word(self.at)))
        self.at = end
        return True

    def _read_verb(self, letter: str) -> bool:
        if letter == _CAN:
            if not _MODAL.match(self.wording.shape, self.at):
                says_want = self.wording.word(self.at).startswith("要")
                self._add_verb(Verb.WANT if says_want else Verb.APPROVE)
        elif verb := _VERB_OF.get(letter):
            self._add_verb(verb)
        elif letter == _HOLD and self.parts and is_left_out(self.wording.word(self.at)):
            self._add_verb(Verb.DROP)
        else:
            return False
        self.at += 1
        return True

    def _add_rows(self, selector: cmd.RowSelector) -> None:
        """Add rows, joining numbers to numbers and descriptions to descriptions."""
        before = self.parts[-1] if self.parts else None
        joins = isinstance(before, tuple) and isinstance(selector, cmd.Rows | cmd.DescribedRow)
        if isinstance(before, tuple) and joins and type(before[0]) is type(selector):
            self.parts[-1] = (*before, selector)
        else:
            self.parts.append((selector,))

    def _add_verb(self, verb: Verb) -> None:
        """Add a verb. Of several approving verbs (没问题确认) the strongest stays; two alike (不要了删掉) count once."""
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
    """The clauses with the verb that stands alone at the end; None if its meaning is not certain.

    In 「第二笔不要就行了」 the closing 行了 adds no approval. In 「取消第二笔确认」 the closing verb may belong to the row, so it
    counts for the draft only after a pause. A bare 取消 at the end may mean a row or the draft.
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
        case Verb.SAVE | Verb.DROP:
            return None
