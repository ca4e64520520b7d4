"""Rows as beancount's double entry, written and read.

beancount wants account names to begin with a capital letter or a digit, so a Chinese name gets a Latin word in front
(`Expenses:Food-餐饮`). A transfer goes from account to account, and its category is beside it; where a row does not name
the second account, that leg goes to `Equity:Transfers` and is for a person to complete. Each entry carries a link
`^voiced-<id>`, by which an import knows its rows.

An import reads what voiced wrote, and plain entries of two legs that people write. One leg is an account of ours
(`Assets`, `Liabilities`), the other a category (`Expenses`, `Income`); two accounts make a transfer, and an account with
`Equity:Opening-Balances` an opening balance. Everything else in the file is passed over.
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Sequence
from datetime import date

from msgspec import Struct

from voiced.adapters.exchange.beancount_names import account_name, category_name, decoded
from voiced.adapters.exchange.imported_lines import (
    BadLine,
    ImportedEntry,
    ImportedLine,
    ImportedOpening,
    LeftOut,
)
from voiced.adapters.exchange.own_rows import recorded
from voiced.adapters.exchange.tables import UnreadableCell, amount, check_currency, day, day_and_time
from voiced.domain.balances import Opening
from voiced.domain.money import Money
from voiced.domain.transaction import CURRENCY, ParseResult, Transaction, TransactionType

_OPENED = "1900-01-01"
"""An opening date before all rows."""

_BEFORE = "Equity:Opening-Balances"

_TITLE = f'''option "title" "voiced"
option "operating_currency" "{CURRENCY}"
'''

_TEXT = r'"((?:[^"\\]|\\.)*)"'
_HEAD = re.compile(rf"(\d{{4}}-\d\d-\d\d)\s+(?:[*!]|txn)(?:\s+{_TEXT})?(?:\s+{_TEXT})?(.*)")
_META = re.compile(rf"\s+([a-z][\w-]*):\s*(?:{_TEXT})?.*")
_LEG = re.compile(
    r"\s+(?:[*!]\s+)?((?:Assets|Liabilities|Equity|Income|Expenses)[^\s;]*)(?:\s+([^;]*?))?\s*(?:;.*)?"
)
_AMOUNT = re.compile(r"([-+]?[\d,]*\.?\d+)\s*([A-Z][A-Z0-9'._-]*)")
_OURS = re.compile(r"\^voiced-(\S+)")
_ESCAPED = re.compile(r"\\(.)")
_PLAIN = {"n": "\n", "r": "\r", "t": "\t"}
_PLACES = ("Assets", "Liabilities")
_TRANSFER = "转账"
"""The category of a transfer between two accounts that names none."""


async def write(rows: AsyncIterator[Transaction], openings: Sequence[Opening] = ()) -> AsyncGenerator[str]:
    """Rows as a ledger that beancount loads without errors. Each account is opened before its first row."""
    yield _TITLE
    opened = {account_name(one.account) for one in openings}
    if openings:
        yield "".join(f"\n{_OPENED} open {name}\n" for name in (_BEFORE, *sorted(opened)))
    for one in openings:
        yield _opening(one)
    async for row in rows:
        for name in (_other_name(row), account_name(row.account)):
            if name not in opened:
                opened.add(name)
                yield f"\n{_OPENED} open {name}\n"
        yield _written(row)


def _opening(one: Opening) -> str:
    """What was in an account before the rows of a day, as people write it in beancount."""
    amount, other = f"{one.amount.yuan:.2f} {CURRENCY}", f"{-one.amount.yuan:.2f} {CURRENCY}"
    head = f'{one.day.isoformat()} * "期初余额" ^voiced-opening'
    return f"\n{head}\n  {account_name(one.account)}  {amount}\n  {_BEFORE}  {other}\n"


def _other_name(row: Transaction) -> str:
    """The leg beside our account: the category, or the account that a transfer goes to."""
    if row.to_account is not None:
        return account_name(row.to_account)
    return category_name(row.type, row.category)


def _written(row: Transaction) -> str:
    amount = f"{row.amount.yuan:.2f}"
    received, paid = f"{amount} {row.currency}", f"-{amount} {row.currency}"
    ours, other = (received, paid) if row.type is TransactionType.INCOME else (paid, received)
    category = "" if row.to_account is None else f"  category: {_quoted(row.category)}\n"
    return (
        f"\n{row.date.isoformat()} * {_quoted(row.description or row.category)} ^voiced-{_link(row.id)}\n"
        f"  batch: {_quoted(row.batch_id)}\n"
        f"  recorded: {_quoted(row.created_at.isoformat())}\n"
        f"{category}"
        f"  {_other_name(row)}  {other}\n"
        f"  {account_name(row.account)}  {ours}\n"
    )


def _link(id_: str) -> str:
    return re.sub(r"[^A-Za-z0-9_/.-]", "-", id_)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\r", "\\r").replace("\n", "\\n")
    return f'"{escaped}"'


class _Leg(Struct, frozen=True):
    account: str
    fen: int | None

    @property
    def root(self) -> str:
        return self.account.split(":", 1)[0]


def read(text: str) -> Iterator[ImportedLine]:
    """The entries of a file."""
    # Not every character that Unicode takes for the end of a line ends one here.
    lines = text.replace("\r\n", "\n").split("\n")
    for at, line in enumerate(lines):
        if head := _HEAD.fullmatch(line.rstrip()):
            try:
                yield _entry(at + 1, head, _below(lines, at))
            except UnreadableCell as problem:
                yield BadLine(at + 1, str(problem), problem.problem)
        elif re.match(r"\d{4}-\d\d-\d\d\s+(?:[*!]|txn)\s", line):
            yield BadLine(
                at + 1,
                "is not a readable entry: a text spans several lines, or its quotation mark is missing",
            )
        elif line.startswith("include "):
            yield LeftOut(at + 1, "voiced does not follow an include; import that file by itself")


def _below(lines: Sequence[str], at: int) -> Sequence[str]:
    """The lines that belong to an entry: all that are indented."""
    end = at + 1
    while end < len(lines) and lines[end][:1] in (" ", "\t") and lines[end].strip():
        end += 1
    return lines[at + 1 : end]


def _entry(number: int, head: re.Match[str], below: Sequence[str]) -> ImportedLine:
    day_written, first, second, rest = head.groups()
    narration = _unescaped(first if second is None else second)
    payee = _unescaped(first) if second is not None else ""
    meta = {found[1]: _unescaped(found[2]) for line in below if (found := _META.fullmatch(line))}
    ours = _OURS.search(rest)
    legs = _legs(below)
    if any(leg.account == _BEFORE for leg in legs):
        return _read_opening(number, day(day_written), legs, is_ours=ours is not None)
    type_, category, account, cost, other = _meaning(legs)
    if ours:
        account, other = decoded(account), decoded(other) if other else ""
        category = meta.get("category", _TRANSFER) if other else decoded(category)
        description = narration if narration != category else ""
    else:
        description = " ".join(part for part in (payee, narration) if part)
    values = ParseResult(
        cost, type_, category, day(day_written), description, account, to_account=other or None
    )
    return ImportedEntry(
        number,
        values,
        recorded(meta["recorded"]) if "recorded" in meta else day_and_time(day_written),
        id=ours[1] if ours else None,
        batch_id=meta.get("batch") if ours else None,
    )


def _read_opening(number: int, day: date, legs: list[_Leg], *, is_ours: bool) -> ImportedOpening:
    """What was in an account: the leg of the account tells it, or the other one the opposite."""
    before, place = sorted(legs, key=lambda leg: leg.account != _BEFORE)
    fen = place.fen if place.fen is not None else -(before.fen or 0)
    if place.root not in _PLACES:
        raise UnreadableCell(f"voiced keeps no opening balance of {place.account}")
    if before.fen not in {None, -fen} or before.fen is place.fen is None:
        raise UnreadableCell("its legs do not add up to zero")
    name = decoded(_last(place)) if is_ours else _last(place)
    return ImportedOpening(number, Opening(name, Money(fen), day), is_ours)


def _legs(below: Sequence[str]) -> list[_Leg]:
    legs = [_leg(found[1], found[2] or "") for line in below if (found := _LEG.fullmatch(line))]
    if len(legs) != 2:
        raise UnreadableCell(f"it has {len(legs)} legs; only entries of two can be imported")
    return legs


def _leg(account: str, written: str) -> _Leg:
    if not written:
        return _Leg(account, None)
    found = _AMOUNT.fullmatch(written.strip())
    if found is None:
        raise UnreadableCell(f"{written!r} is not a plain amount; prices and costs cannot be imported")
    check_currency(found[2] or CURRENCY)
    sign = -1 if found[1].startswith("-") else 1
    return _Leg(account, sign * amount(found[1].lstrip("+-")).fen)


def _meaning(legs: list[_Leg]) -> tuple[TransactionType, str, str, Money, str]:
    first, second = legs
    fen = first.fen if first.fen is not None else -(second.fen or 0)
    if not fen or (second.fen is not None and second.fen != -fen):
        raise UnreadableCell("its legs do not add up to zero")
    into, out_of = (first, second) if fen > 0 else (second, first)
    money = Money(abs(fen))
    match into.root, out_of.root:
        case "Expenses", place if place in _PLACES:
            return TransactionType.EXPENSE, _last(into), _last(out_of), money, ""
        case place, "Income" if place in _PLACES:
            return TransactionType.INCOME, _last(out_of), _last(into), money, ""
        case "Equity", place if place in _PLACES and into.account.startswith("Equity:Transfers:"):
            return TransactionType.TRANSFER, _last(into), _last(out_of), money, ""
        case to, place if to in _PLACES and place in _PLACES:
            return TransactionType.TRANSFER, _TRANSFER, _last(out_of), money, _last(into)
        case _:
            raise UnreadableCell(f"voiced cannot record money from {out_of.account} to {into.account}")


def _last(leg: _Leg) -> str:
    return leg.account.rsplit(":", 1)[-1]


def _unescaped(text: str | None) -> str:
    return _ESCAPED.sub(lambda found: _PLAIN.get(found[1], found[1]), text or "")
