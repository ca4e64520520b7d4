"""`voiced ledger list` and `search`: the rows that fit, in a table or as JSON."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from datetime import date
from functools import partial
from shutil import get_terminal_size

from msgspec.structs import replace

from voiced.adapters.ledger.sql_books import SqlBooks
from voiced.cli.colours import Colour, Palette
from voiced.cli.command import CommandParser
from voiced.cli.options import act_on, check_text, month_called
from voiced.cli.tables import Cell, below, fitted, table
from voiced.cli.terminal import accounts_of, in_columns, print_json
from voiced.domain.books import FoundRows, RowSearch
from voiced.domain.money import Money
from voiced.domain.month import Month
from voiced.domain.row_texts import texts_of
from voiced.domain.transaction import TYPE_NAMES, Transaction, TransactionType
from voiced.errors import WrongInput

_LIST_EPILOG = """\
examples:
  voiced ledger list                                    the latest 20 rows
  voiced ledger list --month 2026-10 --type income
  voiced ledger list --from 2026-10-01 --to 2026-10-07 --category 餐饮
  voiced ledger list --min 500 --limit 100 --json       for a script
"""
_SEARCH_EPILOG = """\
examples:
  voiced ledger search 咖啡                              in descriptions, categories and accounts
  voiced ledger search 咖啡 --month 2026-10 --account 微信
  voiced ledger search 房租 --json
"""
_DEFAULT_LIMIT = 20
_HEADINGS = "日期", "类型", "金额", "分类", "说明", "账户"
_SIGNS = {TransactionType.EXPENSE: "-", TransactionType.INCOME: "+", TransactionType.TRANSFER: ""}


def define_list(listing: CommandParser) -> None:
    """Define `list`."""
    listing.explain("Prints rows, the latest day first, and the sums of all rows that fit.", _LIST_EPILOG)
    _define(listing)


def define_search(searching: CommandParser) -> None:
    """Define `search`."""
    searching.explain(
        "Prints the rows that hold the words, as `voiced ledger list` prints all rows.", _SEARCH_EPILOG
    )
    searching.add_argument(
        "words", type=_words, metavar="WORDS", help="a part of a description, a category or an account"
    )
    _define(searching)


def _define(command: CommandParser) -> None:
    command.add_argument(
        "--month", type=partial(month_called, "--month"), metavar="2026-11", help="only this month"
    )
    first, last = partial(_day, "--from"), partial(_day, "--to")
    command.add_argument(
        "--from", dest="first", type=first, metavar="2026-11-01", help="only from this day on"
    )
    command.add_argument("--to", dest="last", type=last, metavar="2026-11-30", help="only until this day")
    types = [one.lower() for one in TransactionType]
    command.add_argument("--type", dest="of_type", choices=types, help="only this type")
    command.add_argument("--category", type=check_text, metavar="NAME", help="only this category")
    command.add_argument("--account", type=check_text, metavar="NAME", help="only this account")
    least, most = partial(_amount, "--min"), partial(_amount, "--max")
    command.add_argument("--min", dest="least", type=least, metavar="YUAN", help="only this amount or more")
    command.add_argument("--max", dest="most", type=most, metavar="YUAN", help="only this amount or less")
    command.add_argument("--undone", action="store_true", help="the rows that were undone instead")
    command.add_argument(
        "--limit",
        type=int,
        default=_DEFAULT_LIMIT,
        metavar="N",
        help=f"print at most so many rows (default: {_DEFAULT_LIMIT})",
    )
    command.add_argument(
        "--json", action="store_true", help="one JSON object; a row has the fields of `voiced ledger export`"
    )
    act_on(command, SqlBooks, _print_found, RowSearch)


def _words(text: str) -> str:
    if not text.strip():
        raise WrongInput(
            "search: the words are empty; write what to look for, as in: voiced ledger search 咖啡"
        )
    return check_text(text)


def _day(option: str, text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise WrongInput(f"{option} {text}: not a day; write it as 2026-11-21") from error


def _amount(option: str, text: str) -> Money:
    amount = Money.from_text(text)
    if amount is None:
        raise WrongInput(f"{option} {text}: not an amount; write it in yuan, as 35 or 35.50")
    return amount


async def _print_found(
    books: SqlBooks, search: RowSearch, *, month: Month | None, of_type: str | None, limit: int, json: bool
) -> None:
    if limit < 1:
        raise WrongInput(f"--limit {limit}: give a number from 1")
    if of_type is not None:
        search = replace(search, type=TransactionType(of_type.upper()))
    if month is not None:
        search = _in_month(search, month)
    found = await _found(books, _checked(search), limit)
    if json:
        print_json(_told(found))
    else:
        print("\n".join(_as_table(found)))


def _in_month(search: RowSearch, month: Month) -> RowSearch:
    if search.first is not None or search.last is not None:
        raise WrongInput("--month does not go together with --from and --to; give one or the other")
    return replace(search, first=month.first, last=month.last)


def _checked(search: RowSearch) -> RowSearch:
    first, last, least, most = search.first, search.last, search.least, search.most
    if first is not None and last is not None and first > last:
        raise WrongInput(f"--from {first} lies after --to {last}; exchange the two")
    if least is not None and most is not None and least > most:
        raise WrongInput(f"--min {least} is more than --max {most}; exchange the two")
    return search


async def _found(books: SqlBooks, search: RowSearch, limit: int) -> FoundRows:
    """The first matching rows, with an account under the name that the ledger has for it."""
    if search.account is not None and (known := (await books.vocabulary()).account_called(search.account)):
        search = replace(search, account=known.name)
    found = await _pages(books, search, limit)
    if not found.count:
        await _check_names(books, search)
    return found


async def _pages(books: SqlBooks, search: RowSearch, limit: int) -> FoundRows:
    """The first matching rows, from as many pages as hold so many."""
    found = await books.search(search)
    rows = list(found.rows)
    while len(rows) < min(limit, found.count):
        search = replace(search, page=search.page + 1)
        rows += (await books.search(search)).rows
    return replace(found, rows=tuple(rows[:limit]))


async def _check_names(books: SqlBooks, search: RowSearch) -> None:
    """Tell a name that the ledger lacks from a name without rows.

    Raises:
        WrongInput: the ledger lacks the category or the account.
    """
    known = await books.vocabulary()
    if reason := known.why_unknown(search.category, (search.account,)):
        raise WrongInput(f"{reason}; see: voiced categories list, voiced accounts list")


def _told(found: FoundRows) -> dict[str, object]:
    return {
        "count": found.count,
        "spent": str(found.spent),
        "earned": str(found.earned),
        "rows": [texts_of(row) for row in found.rows],
    }


def _as_table(found: FoundRows) -> Iterator[str]:
    if not found.count:
        yield "没有符合的记录。"
        return
    palette = Palette.of(sys.stdout)
    yield from _rows_table(found.rows, palette)
    more = "" if len(found.rows) == found.count else f"，这里是最近的{len(found.rows)}笔（--limit N 看更多）"
    sums = (("支出", found.spent), ("收入", found.earned))
    totals = "".join(f"，{name}{in_columns(amount)}" for name, amount in sums if amount.fen)
    yield palette.paint(f"共{found.count}笔{totals}{more}", Colour.ASIDE)


def _rows_table(rows: Sequence[Transaction], palette: Palette) -> Iterator[str]:
    """Rows below their headings. On a terminal, descriptions are shortened so that a row stays on one line."""
    cells = below(_HEADINGS, list(map(_cells, rows)))
    if sys.stdout.isatty():
        cells = fitted(cells, _HEADINGS.index("说明"), get_terminal_size().columns)
    return table(cells, palette)


def _cells(row: Transaction) -> list[Cell]:
    colour = Colour.GAIN if row.type is TransactionType.INCOME else None
    return [
        Cell(str(row.date)),
        Cell(TYPE_NAMES[row.type]),
        Cell(f"{_SIGNS[row.type]}{in_columns(row.amount)}", colour, is_number=True),
        Cell(row.category),
        Cell(row.description),
        Cell(accounts_of(row)),
    ]
