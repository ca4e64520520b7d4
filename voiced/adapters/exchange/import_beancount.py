"""Entries of a beancount file: what our export writes, and plain entries of two legs that people write.

One leg is an account of ours (`Assets`, `Liabilities`), the other a category (`Expenses`, `Income`); two accounts
make a transfer. Everything that is no entry is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from voiced.adapters.exchange.import_entries import BadLine, ImportedEntry, ImportedLine, LeftOut
from voiced.adapters.exchange.import_table import UnreadableCell, amount, check_currency, day, day_and_time
from voiced.adapters.exchange.import_voiced import recorded
from voiced.domain.money import Money
from voiced.domain.transaction import CURRENCY, ParseResult, TransactionType

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
_ENCODED = re.compile("-([0-9a-f]+)-")
_PLACES = ("Assets", "Liabilities")
_TRANSFER = "转账"
"""The category of a transfer between two accounts that names none."""


class _Leg(Struct, frozen=True):
    account: str
    fen: int | None

    @property
    def root(self) -> str:
        return self.account.split(":", 1)[0]


def beancount(text: str) -> Iterator[ImportedLine]:
    """The entries of a file."""
    # Not every character that Unicode takes for the end of a line ends one here.
    lines = text.replace("\r\n", "\n").split("\n")
    for at, line in enumerate(lines):
        if head := _HEAD.fullmatch(line.rstrip()):
            try:
                yield _entry(at + 1, head, _below(lines, at))
            except UnreadableCell as problem:
                yield BadLine(at + 1, str(problem))
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


def _entry(number: int, head: re.Match[str], below: Sequence[str]) -> ImportedEntry:
    written, first, second, rest = head.groups()
    narration = _unescaped(first if second is None else second)
    payee = _unescaped(first) if second is not None else ""
    meta = {found[1]: _unescaped(found[2]) for line in below if (found := _META.fullmatch(line))}
    ours = _OURS.search(rest)
    type_, category, account, cost, other = _meaning(_legs(below))
    if ours:
        account, other = _decoded(account), _decoded(other) if other else ""
        category = meta.get("category", _TRANSFER) if other else _decoded(category)
        description = narration if narration != category else ""
    else:
        description = " ".join(part for part in (payee, narration) if part)
    values = ParseResult(cost, type_, category, day(written), description, account, to_account=other or None)
    return ImportedEntry(
        number,
        values,
        recorded(meta["recorded"]) if "recorded" in meta else day_and_time(written),
        id=ours[1] if ours else None,
        batch_id=meta.get("batch") if ours else None,
    )


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


def _decoded(component: str) -> str:
    """The name that our export made an account's last part of: without the Latin word, every character back."""
    try:
        return _ENCODED.sub(lambda found: chr(int(found[1], 16)), component.split("-", 1)[-1])
    except (ValueError, OverflowError) as error:
        raise UnreadableCell(
            f"{component!r} is not a name that voiced wrote; remove the link ^voiced-…"
        ) from error


def _unescaped(text: str | None) -> str:
    return _ESCAPED.sub(lambda found: _PLAIN.get(found[1], found[1]), text or "")
