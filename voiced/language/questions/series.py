"""Several figures of one question: 六月七月八月分别花了多少, 话费网费各多少, 打车地铁公交哪个花得多."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from voiced.domain.question import AskedRows, Period, Series
from voiced.domain.transaction import TYPE_NAMES
from voiced.language.questions.parts import Parts

Together = tuple[AskedRows, tuple[Series, ...]]
"""The filters that all series have, and the series."""


def hull(periods: Sequence[Period]) -> Period | None:
    """The days from the first to the last of several periods; None if some of them are in two."""
    in_order = sorted(periods, key=lambda period: period.first)
    if any(one.last >= other.first for one, other in pairwise(in_order)):
        return None
    return Period("", in_order[0].first, in_order[-1].last)


def series_of(parts: Parts, rows: AskedRows) -> Together | None:
    """The series that words name, by their times, things or accounts; None if they name no two of one kind, or of two kinds."""
    several = [len(named) > 1 for named in (parts.periods, parts.subjects, parts.accounts)]
    if several.count(True) != 1:
        return None
    match several:
        case [True, _, _]:
            return in_series([replace(rows, period=period) for period in parts.periods])
        case [_, True, _]:
            of_type = [
                known.type if parts.type is None and known.type else rows.type for known in parts.subjects
            ]
            return in_series(
                [
                    replace(rows, type=one, subjects=(known.subject,))
                    for one, known in zip(of_type, parts.subjects, strict=True)
                ]
            )
        case _:
            return in_series([replace(rows, accounts=(account,)) for account in parts.accounts])


def in_series(each: Sequence[AskedRows]) -> Together | None:
    """The rows as series that are called by what they differ in; None if two are called the same."""
    labels = [_label(rows, each) for rows in each]
    days = hull([rows.period for rows in each]) if len({rows.period for rows in each}) > 1 else each[0].period
    if days is None or len({*labels}) < len(each):
        return None
    shared = {
        name: getattr(each[0], name)
        for name in AskedRows.__struct_fields__
        if len({getattr(rows, name) for rows in each}) == 1
    }
    common = replace(AskedRows(None, days), **shared)
    return common, tuple(Series(label, rows) for label, rows in zip(labels, each, strict=True))


def _label(rows: AskedRows, each: Sequence[AskedRows]) -> str:
    told = list[str]()
    if len({one.period for one in each}) > 1:
        told.append(rows.period.label)
    if len({one.accounts for one in each}) > 1:
        told.append("和".join(rows.accounts))
    if len({one.subjects for one in each}) > 1:
        told.append("、".join(subject.label for subject in rows.subjects))
    if not told:
        told.append("" if rows.type is None else TYPE_NAMES[rows.type])
    return "".join(told)
