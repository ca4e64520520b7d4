"""A batch in brief, for a question before it is undone."""

from __future__ import annotations

from datetime import timedelta

from tests.support.ledger_rows import TODAY, a_row
from voiced.domain.books import ROWS_IN_BRIEF, WrittenTogether


def test_a_whole_batch_in_brief_has_its_count_its_days_and_its_first_rows() -> None:
    rows = [a_row(day=TODAY - timedelta(days=day)) for day in range(ROWS_IN_BRIEF + 1)]
    brief = WrittenTogether.of(rows)
    assert (brief.count, brief.first, brief.last) == (len(rows), rows[-1].date, TODAY)
    assert brief.rows == tuple(rows[:ROWS_IN_BRIEF])


def test_a_batch_without_rows_has_no_days() -> None:
    assert WrittenTogether.of(()) == WrittenTogether(0, None, None, ())
