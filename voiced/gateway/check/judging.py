"""Judges an answer: whether it is exact, what is wrong with it, and whether it fell for a trap."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from voiced.dialogue.values import requests as rq
from voiced.domain.question_value import QuestionValue, RowsValue
from voiced.domain.transaction import (
    CONFIDENCE_FLOOR,
    Correction,
    EntryField,
    FieldChange,
    ParseResult,
)
from voiced.gateway.check.cases import NOW, CaseKind, CaseTurn, CheckCase, RowFigures, WantedChange
from voiced.gateway.extraction import ProposedEntries, ProposedTurn
from voiced.language.invariants.reckoning import amounts_borne
from voiced.language.text.spelling import normalise
from voiced.ports.trust import CheckCause

_COMPARED = tuple(EntryField)


class GivenAnswer(Struct, frozen=True):
    """A model's answer in the terms of a case."""

    turn: CaseTurn
    rows: tuple[RowFigures, ...] = ()
    changes: tuple[Correction, ...] = ()
    drop: tuple[int, ...] = ()
    keep: tuple[int, ...] = ()
    question: QuestionValue | None = None

    @property
    def amounts(self) -> frozenset[object]:
        """Every amount in it."""
        changed = (change.fields.amount for change in self.changes)
        return frozenset({row.amount for row in self.rows} | set(changed)) - {None}


UNCLEAR = GivenAnswer("unclear")


def told(rows: Sequence[FieldChange]) -> GivenAnswer:
    """The answer of a model that was asked for entries. An entry without a day is of today."""
    return GivenAnswer("entries", _figures_of(rows))


def told_results(rows: Sequence[ParseResult]) -> GivenAnswer:
    """The answer of a gateway that was asked for entries."""
    return GivenAnswer("entries", _figures(rows))


def done(outcome: rq.Outcome, confidence: float | None) -> GivenAnswer:
    """The answer of a gateway about a draft."""
    if confidence is not None and confidence < CONFIDENCE_FLOOR:
        return UNCLEAR
    match outcome:
        case rq.Appended(results) | rq.Replaced(results):
            return GivenAnswer("append", _figures(results))
        case rq.Corrected(changes, drop, keep, added) if changes or drop or keep:
            return GivenAnswer("changes", _figures(added), changes, drop, keep)
        case rq.Confirmed():
            return GivenAnswer("confirm")
        case rq.Cancelled():
            return GivenAnswer("cancel")
        case _:
            return UNCLEAR


def proposed(turn: ProposedTurn) -> GivenAnswer:
    """The answer of a model about a draft, unchecked. One below the floor of confidence counts as unclear, as in a dialogue."""
    if not isinstance(turn.proposal, ProposedEntries):
        return done(turn.proposal, turn.confidence)
    if turn.confidence is not None and turn.confidence < CONFIDENCE_FLOOR:
        return UNCLEAR
    return GivenAnswer("append", _figures_of([entry.fields for entry in turn.proposal.entries]))


def asked(value: QuestionValue | None) -> GivenAnswer:
    """The answer to a question about the ledger."""
    return GivenAnswer("question", question=value)


def fault_in(case: CheckCase, given: GivenAnswer) -> CheckCause | None:
    """What is wrong with the answer; None if it is exact. A trap is wrong only where the answer fell for it."""
    if case.kind is CaseKind.TRAP:
        is_unsaid = not case.draft and not given.amounts <= amounts_borne(normalise(case.said))
        has_fallen = is_unsaid or given.turn in case.never_turns or given.amounts & set(case.never_amounts)
        return CheckCause.TRAPPED if has_fallen else None
    if case.is_question:
        return None if _asks_the_same(case.question, given.question) else CheckCause.QUESTIONS
    if not case.is_about_draft:
        return _fault_of_rows(case, given.rows)
    return None if _is_done_right(case, given) else CheckCause.CORRECTIONS


def _asks_the_same(wanted: QuestionValue | None, given: QuestionValue | None) -> bool:
    """Whether two values have the same measure, days, bounds, names and denials; a name may be a word or a category."""
    if wanted is None or given is None:
        return wanted is given
    return (wanted.measure, _filters(wanted.rows)) == (given.measure, _filters(given.rows))


def _filters(rows: RowsValue) -> tuple[object, ...]:
    """Every filter but the type, which the measure and the names tell; a name may stand in any of the three lists."""
    without_names = replace(rows, type=None, categories=(), words=(), accounts=(), without=())
    return without_names, frozenset(rows.names), frozenset(rows.without)


def _fault_of_rows(case: CheckCase, rows: tuple[RowFigures, ...]) -> CheckCause | None:
    """The first difference that a listener would notice."""
    if len(rows) != len(case.rows):
        return CheckCause.ROWS if case.rows else CheckCause.TALK
    for cause, name in (
        (CheckCause.AMOUNTS, "amount"),
        (CheckCause.TYPES, "type"),
        (CheckCause.DAYS, "date"),
    ):
        if _values(rows, name) != _values(case.rows, name):
            return cause
    # Each value is there, but not all of them with the right amount.
    return None if _in_order(rows) == _in_order(case.rows) else CheckCause.AMOUNTS


def _values(rows: Sequence[RowFigures], name: str) -> list[str]:
    return sorted(str(getattr(row, name)) for row in rows)


def _in_order(rows: Sequence[RowFigures]) -> list[tuple[str, ...]]:
    return sorted((str(row.amount), str(row.type), str(row.date)) for row in rows)


def _is_done_right(case: CheckCase, given: GivenAnswer) -> bool:
    if given.turn != case.turn or set(given.drop) != set(case.drop) or set(given.keep) != set(case.keep):
        return False
    if case.turn == "append":
        return _in_order(given.rows) == _in_order(case.rows)
    return case.turn != "changes" or (_are_rows_right(case, given.changes) and not given.rows)


def _are_rows_right(case: CheckCase, changes: Sequence[Correction]) -> bool:
    """Whether every row of the draft is afterwards as it should be."""
    after = dict(enumerate(case.draft))
    for change in changes:
        if change.index not in after:
            return False
        after[change.index] = after[change.index].amended(change.fields)
    return all(
        _is_as_wanted(after[index], row, case.changes.get(index)) for index, row in enumerate(case.draft)
    )


def _is_as_wanted(after: ParseResult, before: ParseResult, wanted: WantedChange | None) -> bool:
    if wanted is None:
        return all(getattr(after, name) == getattr(before, name) for name in _COMPARED)
    if wanted.categories and after.category not in wanted.categories:
        return False
    exact = before.amended(wanted.fields)
    names = {EntryField.AMOUNT, EntryField.TYPE, EntryField.DATE, *wanted.fields.names}
    return all(getattr(after, name) == getattr(exact, name) for name in names)


def _figures_of(rows: Sequence[FieldChange]) -> tuple[RowFigures, ...]:
    return tuple(RowFigures(row.amount, row.type, row.date or NOW.date()) for row in rows)


def _figures(rows: Sequence[ParseResult]) -> tuple[RowFigures, ...]:
    return tuple(RowFigures(row.amount, row.type, row.date) for row in rows)
