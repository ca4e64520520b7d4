"""Random questions on random ledgers: SQLite, PostgreSQL and plain Python give the same answer."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.support.ledger_rows import TODAY, a_row, batch_of
from tests.support.postgres_rig import PostgresRig, device
from voiced.adapters.ledger.sqlite_ledger import SqliteLedger
from voiced.domain.money import ZERO, Money
from voiced.domain.question import (
    AskedRows,
    Grouping,
    GroupSum,
    LedgerQuestion,
    Measure,
    Period,
    Series,
    Subject,
)
from voiced.domain.transaction import Transaction, TransactionType
from voiced.ports.ledger import Ledger

EXPENSE, INCOME, TRANSFER = TransactionType
CATEGORIES = {EXPENSE: ("餐饮", "交通", "红包"), INCOME: ("工资", "红包"), TRANSFER: ("转账",)}
WORDS = ("打车", "早饭", "100%", "a_b", "KFC", "咖啡")
ACCOUNTS = ("现金", "微信")
ONE_ROW = (Measure.LARGEST, Measure.SMALLEST, Measure.LATEST, Measure.EARLIEST)
GROUPED = (Measure.MOST, Measure.LEAST, Measure.EACH)

days = st.integers(0, 6).map(lambda back: TODAY - timedelta(days=10 * back))
cents = st.sampled_from(("0.05", "9.9", "10", "35.5", "100", "100.01"))


@st.composite
def transactions(draw: st.DrawFn) -> Transaction:
    of_type = draw(st.sampled_from(TransactionType))
    said = draw(st.lists(st.sampled_from(WORDS), max_size=2))
    return a_row(
        draw(cents),
        draw(st.sampled_from(CATEGORIES[of_type])),
        of_type,
        day=draw(days),
        account=draw(st.sampled_from(ACCOUNTS)),
        description="".join(said),
        to_account="微信" if of_type is TRANSFER else None,
    )


names = st.sampled_from(("餐饮", "红包", "工资", "没有的"))
subjects = st.builds(
    Subject,
    st.just(""),
    st.lists(names, max_size=2).map(tuple),
    st.lists(st.sampled_from((*WORDS, "%", "kfc")), max_size=2).map(tuple),
)
amounts = st.none() | cents.map(Money.from_text)


def between(one: date, other: date) -> Period:
    return Period("", min(one, other), max(one, other))


periods = st.builds(between, days, days)
asked_rows = st.builds(
    AskedRows,
    st.none() | st.sampled_from(TransactionType),
    periods,
    st.lists(subjects, max_size=2).map(tuple),
    st.none() | subjects,
    st.lists(st.sampled_from(ACCOUNTS), max_size=2, unique=True).map(tuple),
    amounts,
    amounts,
)


def labelled(each: Sequence[AskedRows]) -> tuple[Series, ...]:
    return tuple(Series(str(place), rows) for place, rows in enumerate(each))


measures = st.sampled_from([measure for measure in Measure if measure is not Measure.BUDGET])
random_questions = st.builds(
    LedgerQuestion,
    measures,
    asked_rows,
    st.sampled_from([one for one in Grouping if one is not Grouping.SERIES]),
    st.none() | asked_rows,
    limit=st.integers(1, 3),
    skip=st.integers(0, 2),
    series=st.just(()) | st.lists(asked_rows, min_size=2, max_size=3).map(labelled),
    figure=st.sampled_from((Measure.TOTAL, Measure.COUNT, Measure.BALANCE)),
)


def about(row: Transaction, subject: Subject) -> bool:
    return row.category in subject.categories or any(
        word.lower() in row.description.lower() for word in subject.words
    )


def fits(row: Transaction, asked: AskedRows) -> bool:
    accounts = {row.account, row.to_account} if asked.type is TRANSFER else {row.account}
    return (
        asked.type in (None, row.type)
        and asked.period.first <= row.date <= asked.period.last
        and all(about(row, subject) for subject in asked.subjects)
        and not (asked.without and about(row, asked.without))
        and (not asked.accounts or bool(accounts & {*asked.accounts}))
        and (asked.at_least is None or row.amount >= asked.at_least)
        and (asked.at_most is None or row.amount <= asked.at_most)
    )


def name_of(row: Transaction, grouping: Grouping | None) -> str:
    match grouping:
        case Grouping.ACCOUNT:
            return row.account
        case Grouping.DESCRIPTION:
            return row.description
        case Grouping.DAY:
            return row.date.isoformat()
        case Grouping.MONTH:
            return row.date.isoformat()[:7]
        case Grouping.WEEK:
            return (row.date - timedelta(days=row.date.weekday())).isoformat()
        case Grouping.DAYS_OFF:
            return "周末" if row.date.weekday() in (5, 6) else "工作日"
        case _:
            return row.category


def grouped(rows: Sequence[Transaction], grouping: Grouping | None) -> tuple[GroupSum, ...]:
    groups = defaultdict[str, list[Transaction]](list)
    for row in rows:
        groups[name_of(row, grouping)].append(row)
    sums = (GroupSum(name, total(own), len(own)) for name, own in groups.items())
    return tuple(sorted(sums, key=lambda group: (-group.amount.fen, group.name)))


def total(rows: Sequence[Transaction]) -> Money:
    return sum((row.amount for row in rows), ZERO)


def by_series(rows: Sequence[Transaction], each: Sequence[Series]) -> tuple[GroupSum, ...]:
    sums = list[GroupSum]()
    for series in each:
        own = [row for row in rows if fits(row, series.rows)]
        sums.append(GroupSum(series.label, total(own), len(own)))
    return tuple(sorted(sums, key=lambda group: (-group.amount.fen, group.name)))


def balances(rows: Sequence[Transaction], question: LedgerQuestion) -> tuple[GroupSum, ...]:
    """Income less expenses of each group."""
    sums = defaultdict[str, int](int)
    counts = defaultdict[str, int](int)
    for sign, of_type in ((1, INCOME), (-1, EXPENSE)):
        for row in (row for row in rows if fits(row, replace(question.rows, type=of_type))):
            sums[name_of(row, question.grouping)] += sign * row.amount.fen
            counts[name_of(row, question.grouping)] += 1
    found = (GroupSum(name, Money(fen), counts[name]) for name, fen in sums.items())
    return tuple(sorted(found, key=lambda group: (-group.amount.fen, group.name)))


def few_rows(rows: Sequence[Transaction], question: LedgerQuestion) -> list[Transaction]:
    place = {row.id: at for at, row in enumerate(rows)}

    def order(row: Transaction) -> tuple[int, date, int]:
        match question.measure:
            case Measure.LARGEST:
                return (row.amount.fen, row.date, place[row.id])
            case Measure.SMALLEST:
                return (-row.amount.fen, row.date, place[row.id])
            case _:
                return (0, row.date, place[row.id])

    in_order = sorted(rows, key=order, reverse=question.measure is not Measure.EARLIEST)
    return in_order[question.skip : question.skip + question.limit]


async def check(ledger: Ledger, rows: Sequence[Transaction], question: LedgerQuestion) -> None:
    answer = await ledger.answer(question)
    fitting = [row for row in rows if fits(row, question.rows)]
    if question.measure in ONE_ROW:
        assert list(answer.rows) == few_rows(fitting, question)
        return
    if question.measure in GROUPED and question.series:
        assert answer.groups == by_series(rows, question.series)
        return
    if question.measure in GROUPED and question.figure is Measure.BALANCE:
        assert answer.groups == balances(rows, question)
        return
    assert (answer.total, answer.count) == (total(fitting), len(fitting))
    if question.measure in GROUPED:
        assert answer.groups == grouped(fitting, question.grouping)
        return
    latest_first = sorted(fitting, key=lambda row: (row.date, rows.index(row)), reverse=True)
    assert list(answer.rows) == latest_first[:50]
    against = [row for row in rows if question.against and fits(row, question.against)]
    assert (answer.against is None) == (question.against is None)
    if answer.against:
        assert (answer.against.amount, answer.against.count) == (total(against), len(against))


async def check_both(
    local: Path, server: PostgresRig, rows: Sequence[Transaction], asked: Sequence[LedgerQuestion]
) -> None:
    sqlite = await SqliteLedger.open(local / "ledger.db")
    async with device(server.empty_ledger(), local / "outbox.db") as remote:
        for ledger in (sqlite, remote):
            if rows:
                await ledger.save_batch("b1", rows)
            for question in asked:
                await check(ledger, rows, question)
    await sqlite.close()


@pytest.mark.usefixtures("patient")
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=st.lists(transactions(), max_size=12), asked=st.lists(random_questions, min_size=10, max_size=10))
def test_both_ledgers_and_plain_python_agree(
    postgres: PostgresRig, rows: list[Transaction], asked: list[LedgerQuestion]
) -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(check_both(Path(folder), postgres, batch_of("b1", *rows), asked))
