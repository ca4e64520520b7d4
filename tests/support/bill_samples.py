"""The bills of invented households, what they had said, and which belong together; tests/data/bills/README.md has their form."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from functools import cached_property
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from voiced.adapters.bills.files import read_content
from voiced.domain.money import Money
from voiced.domain.transaction import Transaction, TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY, Account, Vocabulary
from voiced.errors import WrongInput

SAMPLE_BILLS = Path(__file__).parents[1] / "data" / "bills"
OTHER_HOUSEHOLDS = ("household-a", "household-b", "household-c")
_One = TypeVar("_One")


class _Said(msgspec.Struct, frozen=True):
    id: str
    batch: str
    said_at: datetime
    date: date
    amount_fen: int
    type: TransactionType
    category: str
    account: str
    account_said: bool
    description: str
    to_account: str | None = None

    @property
    def row(self) -> Transaction:
        return Transaction(
            id=self.id,
            batch_id=self.batch,
            amount=Money(self.amount_fen),
            type=self.type,
            category=self.category,
            account=self.account,
            said_account=self.account if self.account_said else None,
            description=self.description,
            date=self.date,
            created_at=self.said_at,
            to_account=self.to_account,
        )


class Decision(msgspec.Struct, frozen=True):
    """Which lines and rows belong together, in the writer's eyes.

    Attributes:
        decision: `link`, `ask`, `new` or `leave`.
        truth: of an `ask`, the rows that the lines belong to.
        either: equal lines; the rows belong to any of them.
    """

    decision: str
    kind: str
    billed: tuple[str, ...]
    said: tuple[str, ...]
    truth: tuple[tuple[str, ...], ...] = ()
    either: tuple[str, ...] = ()

    @property
    def rows(self) -> frozenset[str]:
        """The rows that its lines truly belong to; none for a payment that was never said."""
        if self.decision == "link":
            return frozenset(self.said)
        return frozenset(row for rows in self.truth for row in rows)

    @property
    def alike(self) -> tuple[str, ...]:
        """The lines that may truly be those of its rows."""
        return self.either or self.billed


class _Accounts(msgspec.Struct, frozen=True):
    of_method: Mapping[str, str]
    default: str


class Household:
    """A folder of what a household said, its bills, and the truth about them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def name(self) -> str:
        """The folder's name."""
        return self.folder.name

    @cached_property
    def said(self) -> list[Transaction]:
        """The rows, in the order of saying."""
        return [one.row for one in self._objects("said.jsonl", _Said)]

    @cached_property
    def decisions(self) -> list[Decision]:
        """The truth."""
        return self._objects("matched.jsonl", Decision)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The ledger's names: an account is known by the methods that mean it."""
        content = (self.folder / "accounts.json").read_bytes()
        accounts = msgspec.json.decode(content, type=_Accounts)
        words: dict[str, list[str]] = {accounts.default: []}
        for method, account in accounts.of_method.items():
            named = f"尾号{method}" if method.isdigit() else method
            words.setdefault(account, []).extend([] if method in ("/", account) else [named])
        for row in self.said:
            words.setdefault(row.account, [])
        return replace(
            DEFAULT_VOCABULARY,
            accounts=tuple(Account(name, tuple(known)) for name, known in words.items()),
            default_account=accounts.default,
        )

    @cached_property
    def bills(self) -> list[Path]:
        """The files of bills that can be taken."""
        files = sorted(file for file in self.folder.iterdir() if file.suffix in (".csv", ".xlsx"))
        return [file for file in files if self._is_taken(file)]

    def _is_taken(self, file: Path) -> bool:
        try:
            read_content(file.read_bytes(), self.vocabulary, None)
        except WrongInput as refused:
            print(f"not taken: {file}: {refused}")
            return False
        return True

    def _objects(self, name: str, of_type: type[_One]) -> list[_One]:
        decoder = msgspec.json.Decoder(of_type)
        return [decoder.decode(one) for one in (self.folder / name).read_text("utf-8").splitlines()]


def said_in_october() -> list[Transaction]:
    """The rows that the household of October 2026 had said, in the order of saying."""
    return Household(SAMPLE_BILLS).said
