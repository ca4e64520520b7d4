"""Questions to the ledger in SQL, the same for SQLite and PostgreSQL.

The text of a statement is put together from constants. Names, words and amounts are parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta

from msgspec.structs import replace

from voiced.adapters.ledger.sql_database import Database
from voiced.adapters.ledger.sql_months import read_month_budgets
from voiced.adapters.ledger.sql_rows import ENTRY, from_entry
from voiced.domain.money import ZERO, Money
from voiced.domain.month import Month
from voiced.domain.question import (
    AskedRows,
    Grouping,
    GroupSum,
    LedgerAnswer,
    LedgerQuestion,
    Measure,
    RowsBehind,
    Subject,
)
from voiced.domain.transaction import TransactionType

_DOING = "answering a question"
_PAGE = 50
"""Rows that come with an answer: more than a person reads on a card."""

_SUM = "count(*) AS count, CAST(coalesce(sum(amount_fen), 0) AS BIGINT) AS fen"
# The total is read from the index `transactions_by_day` alone where no word is looked for; only the rows shown are looked up.
# Unless told to materialize them, SQLite looks up every row of the ledger.
_TOTAL_AND_ROWS = f"""
WITH total AS MATERIALIZED (SELECT {_SUM} FROM transactions WHERE {{asked}}),
against AS MATERIALIZED ({{against}}),
page AS MATERIALIZED (
  SELECT {ENTRY} FROM entries
  WHERE seq IN (SELECT seq FROM transactions WHERE {{asked}} ORDER BY date DESC, seq DESC LIMIT :page)
)
SELECT total.count, total.fen, against.count, against.fen, page.*
FROM total CROSS JOIN against LEFT JOIN page ON true
ORDER BY page.date DESC, page.seq DESC
"""  # noqa: S608 - put together from constants
# A search for words reads every description; the rows that it finds are few.
_FOUND_ROWS = f"""
WITH found AS MATERIALIZED (SELECT seq, amount_fen, date FROM transactions WHERE {{asked}}),
total AS MATERIALIZED (SELECT {_SUM} FROM found),
against AS MATERIALIZED ({{against}}),
page AS MATERIALIZED (
  SELECT {ENTRY} FROM entries WHERE seq IN (SELECT seq FROM found ORDER BY date DESC, seq DESC LIMIT :page)
)
SELECT total.count, total.fen, against.count, against.fen, page.*
FROM total CROSS JOIN against LEFT JOIN page ON true
ORDER BY page.date DESC, page.seq DESC
"""  # noqa: S608 - put together from constants
_UNTIMED = "SELECT count(*) FROM transactions WHERE {asked} AND paid_at IS NULL"
_NOTHING = "SELECT 0 AS count, CAST(0 AS BIGINT) AS fen"
_FEW_ROWS = f"""
SELECT {ENTRY} FROM entries
WHERE seq IN ({{chosen}}) ORDER BY {{order}} LIMIT :limit OFFSET :skip
"""  # noqa: S608 - put together from constants
# The index has the types first: within one type the latest row is found at once, among several all rows would be sorted.
_OF_ONE_TYPE = (
    "SELECT seq FROM (SELECT seq FROM transactions WHERE {asked} ORDER BY {order} LIMIT :of_type) AS of_type"
)
_ORDERS = {
    Measure.LARGEST: "amount_fen DESC, date DESC, seq DESC",
    Measure.SMALLEST: "amount_fen, date DESC, seq DESC",
    Measure.LATEST: "date DESC, seq DESC",
    Measure.EARLIEST: "date, seq",
}
_GROUPS = "SELECT {name}, {sum} FROM transactions WHERE {asked} GROUP BY {name}"
_NAMED_GROUPS = """
WITH sums AS MATERIALIZED (SELECT {name} AS id, {sum} FROM transactions WHERE {asked} GROUP BY {name})
SELECT named.name, CAST(sum(sums.count) AS BIGINT), CAST(sum(sums.fen) AS BIGINT)
FROM sums JOIN {table} AS named ON named.id = sums.id GROUP BY named.name
"""
_GROUPED_BY = {
    Grouping.CATEGORY: _NAMED_GROUPS.format(
        name="category_id", table="categories", sum=_SUM, asked="{asked}"
    ),
    Grouping.ACCOUNT: _NAMED_GROUPS.format(name="account_id", table="accounts", sum=_SUM, asked="{asked}"),
    Grouping.DESCRIPTION: _GROUPS.format(name="description", sum=_SUM, asked="{asked}"),
    Grouping.DAY: _GROUPS.format(name="CAST(date AS TEXT)", sum=_SUM, asked="{asked}"),
    Grouping.MONTH: _GROUPS.format(name="substr(CAST(date AS TEXT), 1, 7)", sum=_SUM, asked="{asked}"),
}
_DAYS_OFF = (5, 6)
"""Days of a week. The two databases do not find them alike, so the sums of days are put together here."""


def _monday(day: date) -> str:
    return (day - timedelta(days=day.weekday())).isoformat()


def _day_off(day: date) -> str:
    return "周末" if day.weekday() in _DAYS_OFF else "工作日"


_BY_DAY: dict[Grouping, Callable[[date], str]] = {Grouping.WEEK: _monday, Grouping.DAYS_OFF: _day_off}
Values = dict[str, str | int | None]


async def answer_question(database: Database, question: LedgerQuestion) -> LedgerAnswer:
    """The answer from the rows that are not undone.

    Raises:
        LedgerFailure: the database could not be read.
    """
    match question.measure:
        case Measure.LARGEST | Measure.SMALLEST | Measure.LATEST | Measure.EARLIEST:
            return await _few_rows(database, question)
        case Measure.MOST | Measure.LEAST | Measure.EACH if question.series:
            return await _by_series(database, question)
        case Measure.MOST | Measure.LEAST | Measure.EACH:
            return await _groups(database, question)
        case Measure.BUDGET:
            return await _budgets(database, question)
        case Measure.TOTAL | Measure.COUNT | Measure.AVERAGE | Measure.LISTED | Measure.WHETHER:
            return await _total_and_rows(database, question)
        case Measure.SHARE | Measure.DIFFERENCE | Measure.BALANCE:
            return await _total_and_rows(database, question)


async def _total_and_rows(database: Database, question: LedgerQuestion) -> LedgerAnswer:
    asked, values = _conditions(question.rows, "asked")
    against = _NOTHING
    if question.against is not None:
        others, more = _conditions(question.against, "against")
        against = f"SELECT {_SUM} FROM transactions WHERE {others}"  # noqa: S608 - put together from constants
        values |= more
    searches = any(subject.words for subject in question.rows.subjects)
    statement = (_FOUND_ROWS if searches else _TOTAL_AND_ROWS).format(asked=asked, against=against)
    found = await database.run(_DOING, statement, {**values, "page": _PAGE})
    count, fen, other_count, other_fen, *_ = found[0]
    # Without a match, the only line holds the totals and no row.
    rows = tuple(from_entry(entry) for _, _, _, _, *entry in found if count)
    compared = GroupSum("", Money(other_fen), other_count) if question.against is not None else None
    untimed = 0 if question.rows.period.hours is None else await _untimed(database, question.rows)
    return LedgerAnswer(question, Money(fen), count, rows, compared, untimed=untimed)


async def _untimed(database: Database, rows: AskedRows) -> int:
    """How many rows of the days have no time."""
    asked, values = _conditions(replace(rows, period=replace(rows.period, hours=None)), "asked")
    ((count,),) = await database.run(_DOING, _UNTIMED.format(asked=asked), values)
    return int(count)


async def _few_rows(database: Database, question: LedgerQuestion) -> LedgerAnswer:
    order, chosen, values = _ORDERS[question.measure], list[str](), Values()
    for of_type in _types(question.rows):
        asked, more = _conditions(question.rows, of_type.value.lower(), (of_type,))
        chosen.append(_OF_ONE_TYPE.format(asked=asked, order=order))
        values |= more
    cut = {"of_type": question.limit + question.skip, "limit": question.limit, "skip": question.skip}
    statement = _FEW_ROWS.format(chosen=" UNION ALL ".join(chosen), order=order)
    found = await database.run(_DOING, statement, {**values, **cut})
    rows = tuple(from_entry(row) for row in found)
    return LedgerAnswer(question, sum((row.amount for row in rows), ZERO), len(rows), rows)


async def _groups(database: Database, question: LedgerQuestion) -> LedgerAnswer:
    found = await _sums_by_group(database, question, question.rows)
    if question.figure is not Measure.BALANCE:
        return _grouped(question, found)
    sides = (
        replace(question.rows, type=TransactionType.INCOME),
        replace(question.rows, type=TransactionType.EXPENSE),
    )
    earned, spent = [
        {one.name: one for one in await _sums_by_group(database, question, side)} for side in sides
    ]
    names = sorted({*earned, *spent})
    return _grouped(question, (_balance(name, earned.get(name), spent.get(name)) for name in names))


def _balance(name: str, earned: GroupSum | None, spent: GroupSum | None) -> GroupSum:
    """Income less expenses of a group."""
    income, expense = (side or GroupSum(name, ZERO, 0) for side in (earned, spent))
    return GroupSum(name, Money(income.amount.fen - expense.amount.fen), income.count + expense.count)


async def _sums_by_group(database: Database, question: LedgerQuestion, rows: AskedRows) -> list[GroupSum]:
    asked, values = _conditions(rows, "asked")
    grouping = question.grouping or Grouping.CATEGORY
    statement = _GROUPED_BY[Grouping.DAY if grouping in _BY_DAY else grouping].format(asked=asked)
    found = await database.run(_DOING, statement, values)
    groups = [GroupSum(name, Money(fen), count) for name, count, fen in found]
    return _of_days(groups, _BY_DAY[grouping]) if grouping in _BY_DAY else groups


def _of_days(days: Iterable[GroupSum], name_of: Callable[[date], str]) -> list[GroupSum]:
    """The sums of days as those of their weeks, or of the days off and the others."""
    sums = dict[str, GroupSum]()
    for one in days:
        name = name_of(date.fromisoformat(one.name))
        before = sums.get(name, GroupSum(name, ZERO, 0))
        sums[name] = GroupSum(name, before.amount + one.amount, before.count + one.count)
    return list(sums.values())


async def _by_series(database: Database, question: LedgerQuestion) -> LedgerAnswer:
    groups = list[GroupSum]()
    for series in question.series:
        asked, values = _conditions(series.rows, "asked")
        statement = f"SELECT {_SUM} FROM transactions WHERE {asked}"  # noqa: S608 - put together from constants
        ((count, fen),) = await database.run(_DOING, statement, values)
        groups.append(GroupSum(series.label, Money(fen), count))
    return _grouped(question, groups)


def _grouped(question: LedgerQuestion, found: Iterable[GroupSum]) -> LedgerAnswer:
    groups = sorted(found, key=lambda group: (-group.amount.fen, group.name))
    total = sum((group.amount for group in groups), ZERO)
    return LedgerAnswer(question, total, sum(group.count for group in groups), groups=tuple(groups))


async def _budgets(database: Database, question: LedgerQuestion) -> LedgerAnswer:
    first = question.rows.period.first
    wanted = {name for subject in question.rows.subjects for name in subject.categories}
    budgets = tuple(
        one
        for one in await read_month_budgets(database, Month(first.year, first.month))
        if not question.rows.subjects or one.budget.category in wanted
    )
    total = sum((one.spent for one in budgets), ZERO)
    return LedgerAnswer(question, total, len(budgets), budgets=budgets)


_IN_GROUP = {
    Grouping.CATEGORY: "category_id IN (SELECT id FROM categories WHERE name = :group)",
    Grouping.ACCOUNT: "account_id IN (SELECT id FROM accounts WHERE name = :group)",
    Grouping.DESCRIPTION: "description = :group",
    Grouping.DAY: "CAST(date AS TEXT) = :group",
    Grouping.MONTH: "substr(CAST(date AS TEXT), 1, 7) = :group",
}


def conditions_behind(figure: RowsBehind) -> tuple[str, Values]:
    """The conditions of a WHERE for the rows behind a figure, and their parameters."""
    asked, values = _conditions(figure.rows, "behind")
    conditions = [asked]
    if figure.group is not None:
        grouping, values["group"] = figure.group
        conditions.append(_IN_GROUP[grouping])
    if figure.ids:
        conditions.append(f"id IN ({_listed(figure.ids, 'behind_id', values)})")
    return " AND ".join(conditions), values


def _conditions(rows: AskedRows, side: str, types: Sequence[TransactionType] = ()) -> tuple[str, Values]:
    """The conditions of a WHERE for these types, by default all asked for; the names of their parameters begin with `side`."""
    values: Values = {
        f"{side}_first": rows.period.first.isoformat(),
        f"{side}_last": rows.period.last.isoformat(),
    }
    conditions = [
        "undone_at IS NULL",
        f"type IN ({_listed(types or _types(rows), f'{side}_type', values)})",
        f"date BETWEEN :{side}_first AND :{side}_last",
        *(_about(subject, f"{side}_{at}", values) for at, subject in enumerate(rows.subjects)),
    ]
    if rows.without is not None:
        conditions.append(f"NOT ({_about(rows.without, f'{side}_without', values)})")
    if rows.accounts:
        names = _listed(rows.accounts, f"{side}_account", values)
        named = f"(SELECT id FROM accounts WHERE name IN ({names}))"  # noqa: S608 - put together from constants
        either = f"account_id IN {named} OR to_account_id IN {named}"
        is_transfer = rows.type is TransactionType.TRANSFER
        conditions.append(f"({either})" if is_transfer else f"account_id IN {named}")
    if hours := rows.period.hours:
        values |= {f"{side}_begins": f"{hours.begins:%H:%M}", f"{side}_ends": f"{hours.ends:%H:%M}"}
        # A time is local and in ISO 8601: hours and minutes stand behind the T.
        clock, both = "substr(paid_at, 12, 5)", "AND" if hours.begins < hours.ends else "OR"
        conditions.append(f"({clock} >= :{side}_begins {both} {clock} < :{side}_ends)")
    if rows.at_least is not None:
        values[f"{side}_at_least"] = rows.at_least.fen
        conditions.append(f"amount_fen >= :{side}_at_least")
    if rows.at_most is not None:
        values[f"{side}_at_most"] = rows.at_most.fen
        conditions.append(f"amount_fen <= :{side}_at_most")
    return " AND ".join(conditions), values


def _types(rows: AskedRows) -> Sequence[TransactionType]:
    return tuple(TransactionType) if rows.type is None else (rows.type,)


def _about(subject: Subject, prefix: str, values: Values) -> str:
    """The condition that a row is about the subject; its parameters are added to `values`."""
    either = list[str]()
    if subject.categories:
        names = _listed(subject.categories, f"{prefix}_category", values)
        either.append(f"category_id IN (SELECT id FROM categories WHERE name IN ({names}))")  # noqa: S608 - put together from constants
    for at, word in enumerate(subject.words):
        values[f"{prefix}_word_{at}"] = f"%{literal(word.lower())}%"
        # To put each description into small letters takes as long as the search itself.
        text = "lower(description)" if word.lower() != word.upper() else "description"
        either.append(f"{text} LIKE :{prefix}_word_{at} ESCAPE '\\'")
    return f"({' OR '.join(either) or 'false'})"


def _listed(names: Iterable[str], prefix: str, values: Values) -> str:
    numbered = {f"{prefix}_{at}": name for at, name in enumerate(names)}
    values |= numbered
    return ", ".join(f":{key}" for key in numbered)


def literal(words: str) -> str:
    """Words as a pattern of LIKE, with its wildcards escaped."""
    return words.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
