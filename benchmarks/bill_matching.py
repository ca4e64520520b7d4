"""How well bills are settled beside what was said, by households whose writer knows the truth.

    python -m benchmarks.bill_matching FOLDER… [--orders N] [--show]

A folder has the form that `tests/data/bills/README.md` tells. Its bills are imported three times, in several orders, each into a new
ledger that holds what the household said. Then these are counted:

right links: of the lines that were linked without asking, those whose rows are the true ones.
found: of the links that exist, those that were made. `of all` counts as existing also what the writer would ask about.
asked: lines that the import asks about, beside all lines that become rows.
counted twice: rows beyond the true ones. A payment that was said and booked anew, and a bank's sight of a booked payment.

`--show` tells each link that is wrong or missing, each question, and each row too many.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import tempfile
from collections import Counter, defaultdict
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import date, datetime
from itertools import groupby, permutations
from operator import attrgetter
from pathlib import Path
from random import Random

import msgspec
from msgspec.structs import replace

from tests.support.bill_samples import Decision, Household
from voiced.adapters.bills.files import read_content
from voiced.adapters.ledger.sql_bills import SqlBills
from voiced.adapters.ledger.sql_names import SqlNames
from voiced.adapters.ledger.sqlite_database import SqliteDatabase
from voiced.adapters.ledger.sqlite_ledger import SqliteLedger
from voiced.adapters.machine.clocks import SystemClock
from voiced.domain.bills.billed import CHINA
from voiced.domain.bills.kept import KeptLine
from voiced.domain.bills.settled import LineOutcome
from voiced.domain.transaction import Transaction
from voiced.domain.vocabulary import Vocabulary
from voiced.runtime.bill_import import BillImport

RIGHT, FOUND, ASKED = 0.995, 0.90, 0.08
_IMPORTS = 3
_WALLETS = ("alipay", "wechat")


class Outcome(msgspec.Struct, frozen=True):
    """A ledger after its imports.

    Attributes:
        lines: all lines of the bills by the names that the truth gives them.
        rows: the rows that count.
        is_stable: whether the imports after the first one of each bill changed nothing.
    """

    lines: Mapping[str, KeptLine]
    rows: Sequence[Transaction]
    is_stable: bool

    def rows_of(self, ref: str) -> frozenset[str]:
        """The said rows that a line was linked with."""
        line = self.lines.get(ref)
        return frozenset(line.settled.rows if line and line.outcome is LineOutcome.LINKED else ())

    def made_by(self, ref: str) -> int:
        """How many rows a line made, but for that of its fee."""
        there = {row.id for row in self.rows}
        links = self.lines[ref].links[:1] if ref in self.lines else ()
        return sum(link.said is None and link.billed.id in there for link in links)


async def imported(household: Household, order: Sequence[Path]) -> Outcome:
    """What a new ledger holds after the bills were imported three times, the second time in the other order."""
    names: dict[str, str] = {}
    async with a_ledger(household) as (ledger, bills):
        desk = a_desk(household, bills)
        rows: list[Transaction] = []
        after_one: list[Transaction] = []
        for number in range(_IMPORTS):
            for file in reversed(order) if number == 1 else order:
                view = await desk.take(file.read_bytes(), is_mine=True)
                names |= {line.ref: _name(file, line) for line in view.lines}
            rows = [row async for row in ledger.rows()]
            after_one = after_one or rows
        kept = await bills.lines(date.min, date.max)
        return Outcome({names[line.ref]: line for line in kept}, rows, rows == after_one)


def _name(file: Path, line: KeptLine) -> str:
    """The name that the truth gives a line."""
    billed = line.settled.line
    return billed.ref if billed.source in _WALLETS else f"{file.name}#{billed.line}"


def a_desk(household: Household, bills: SqlBills) -> BillImport:
    """The import of bills of a household."""

    async def names() -> Vocabulary:
        return household.vocabulary

    return BillImport(bills, names, read_content, SystemClock())


@asynccontextmanager
async def a_ledger(household: Household) -> AsyncGenerator[tuple[SqliteLedger, SqlBills]]:
    """A new ledger with what the household said."""
    with tempfile.TemporaryDirectory() as directory:
        database = await SqliteDatabase.open(Path(directory) / "ledger.db")
        ledger, names = SqliteLedger(database), SqlNames(database)
        there = {account.name for account in (await ledger.vocabulary()).accounts}
        for account in household.vocabulary.accounts:
            if account.name not in there:
                await names.add_account(account.name, ())
        for batch, rows in groupby(household.said, attrgetter("batch_id")):
            await ledger.save_batch(batch, list(rows))
        yield ledger, SqlBills(database)
        await ledger.close()


class Score(msgspec.Struct, frozen=True):
    """The figures of a household, or of several.

    Attributes:
        lines: that become rows. `linked` were linked, `right` of them with the true rows.
        links: that exist in the writer's eyes; `found` of them were made. `all_links` and `all_found` hold the true ones among
            the questions as well.
        asked: lines that the import asks about.
        twice: rows too many. `unstable`: orders in which a second import changed something, or the outcome was another one.
    """

    lines: int = 0
    linked: int = 0
    right: int = 0
    links: int = 0
    found: int = 0
    all_links: int = 0
    all_found: int = 0
    asked: int = 0
    twice: int = 0
    unstable: int = 0

    def __add__(self, other: Score) -> Score:
        return Score(*(getattr(self, name) + getattr(other, name) for name in self.__struct_fields__))

    @property
    def shares(self) -> tuple[float, float, float, float]:
        """Right links, found ones, found ones of all that exist, and lines that are asked about."""
        return (
            _share(self.right, self.linked),
            _share(self.found, self.links),
            _share(self.all_found, self.all_links),
            _share(self.asked, self.lines),
        )

    @property
    def is_good(self) -> bool:
        """Whether the goals are reached."""
        right, found, _, asked = self.shares
        return right >= RIGHT and found >= FOUND and asked <= ASKED and not self.twice and not self.unstable


def _share(some: int, of: int) -> float:
    return some / of if of else math.nan


class Judge:
    """An outcome beside the truth."""

    def __init__(self, household: Household, outcome: Outcome) -> None:
        self._decisions = household.decisions
        self._outcome = outcome
        self._true: defaultdict[str, set[frozenset[str]]] = defaultdict(set)
        for one in self._decisions:
            for ref in one.alike:
                self._true[ref].add(one.rows)

    def score(self) -> Score:
        """The figures, but for the orders."""
        linked = [ref for ref in self._outcome.lines if self._outcome.rows_of(ref)]
        links = [one for one in self._decisions if one.decision == "link" and one.billed]
        asked = [one for one in self._decisions if one.decision == "ask" and one.billed and one.rows]
        return Score(
            lines=len({ref for one in self._decisions for ref in one.billed}),
            linked=len(linked),
            right=sum(map(self._is_right, linked)),
            links=len(links),
            found=sum(map(self._is_found, links)),
            all_links=len(links) + len(asked),
            all_found=sum(map(self._is_found, (*links, *asked))),
            asked=sum(line.outcome is LineOutcome.ASK for line in self._outcome.lines.values()),
            twice=sum(self._twice().values()),
        )

    def told(self) -> Iterator[str]:
        """Each thing that is wrong, and each question."""
        for ref in self._outcome.lines:
            if self._outcome.rows_of(ref) and not self._is_right(ref):
                true = [sorted(rows) for rows in self._true.get(ref, ())]
                yield f"wrong: {ref} is linked with {sorted(self._outcome.rows_of(ref))}, truly {true}"
        for one in self._decisions:
            if one.billed and one.rows and not self._is_found(one):
                became = {ref: self._outcome.lines[ref].outcome.value for ref in one.billed}
                yield f"not found: {one.decision} {one.kind} {became} of {sorted(one.rows)}"
        kinds = {ref: one for one in self._decisions for ref in one.billed}
        for ref, line in self._outcome.lines.items():
            if line.outcome is LineOutcome.ASK:
                one = kinds.get(ref)
                wanted = f"{one.decision} {one.kind} {sorted(one.rows)}" if one else "no row"
                yield f"asked: {ref} {line.settled.options}, truly {wanted} ({line.settled.reason})"
        for ref, count in self._twice().items():
            yield f"twice: {ref} made {count} rows too many"

    def _is_right(self, ref: str) -> bool:
        return self._outcome.rows_of(ref) in self._true.get(ref, ())

    def _is_found(self, one: Decision) -> bool:
        """Whether as many lines as it has were linked with its rows."""
        return sum(self._belongs(ref, one) for ref in one.alike) == len(one.billed)

    def _belongs(self, ref: str, one: Decision) -> bool:
        """Whether a line was linked with the rows of a decision, or is a refund of a line that was."""
        paid = self._outcome.lines[ref].settled.refunds
        return self._outcome.rows_of(ref) == one.rows or (
            paid in one.billed and self._outcome.rows_of(paid) == one.rows
        )

    def _twice(self) -> Counter[str]:
        """The rows too many by the line that made them, or by the first of equal lines."""
        allowed: Counter[str] = Counter()
        group_of = {ref: one.either[0] for one in self._decisions for ref in one.either}
        for one in self._decisions:
            for ref in one.billed:
                is_refund = self._outcome.lines[ref].settled.refunds in one.billed
                allowed[group_of.get(ref, ref)] += not one.rows or is_refund
        made: Counter[str] = Counter()
        for ref in self._outcome.lines:
            made[group_of.get(ref, ref)] += self._outcome.made_by(ref)
        return Counter({ref: count - allowed[ref] for ref, count in made.items() if count > allowed[ref]})


async def score_of(household: Household, orders: int, *, show: bool = False) -> Score:
    """Import in so many orders; the figures are those of the files by their names."""
    every = list(permutations(household.bills)) if len(household.bills) < 6 else []
    others = every[1:] or [Random(n).sample(household.bills, len(household.bills)) for n in range(orders)]  # noqa: S311
    first = await imported(household, household.bills)
    judge = Judge(household, first)
    if show:
        print(*judge.told(), sep="\n")
    score = judge.score()
    unstable = int(not first.is_stable)
    for order in others[: orders - 1]:
        other = await imported(household, order)
        score = replace(score, twice=max(score.twice, Judge(household, other).score().twice))
        differs = _as_told(other) ^ _as_told(first)
        if show and differs:
            print(f"order {[file.name for file in order]}:", *differs, sep="\n")
        unstable += bool(differs) or not other.is_stable
    return replace(score, unstable=unstable)


def _as_told(outcome: Outcome) -> set[Transaction]:
    """The rows. Of one that a bill made its import may differ, and its category: that is a guess by what was learnt until then."""
    said = {link.said.id for line in outcome.lines.values() for link in line.links if link.said}
    moment = datetime.fromtimestamp(0, CHINA)
    return {
        row if row.id in said else replace(row, batch_id="", created_at=moment, category="")
        for row in outcome.rows
    }


def main() -> int:
    """Score and print; returns 1 if a goal is missed."""
    parser = argparse.ArgumentParser(description="Score the settling of bills.")
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--orders", type=int, default=6, help="orders of the files (default: %(default)s)")
    parser.add_argument("--show", action="store_true", help="tell each thing that is wrong")
    options = parser.parse_args()
    households = [Household(folder) for folder in options.folders]
    scores = {one.name: asyncio.run(score_of(one, options.orders, show=options.show)) for one in households}
    total = sum(scores.values(), Score())
    print("| household | lines | right links | found | of all | asked | counted twice | orders that differ |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|")
    for name, one in (*scores.items(), ("all", total)):
        right, found, of_all, asked = (f"{share:.1%}" for share in one.shares)
        print(
            f"| {name} | {one.lines} | {one.right}/{one.linked} {right} | {one.found}/{one.links} {found} "
            f"| {one.all_found}/{one.all_links} {of_all} | {one.asked} {asked} | {one.twice} | {one.unstable} |"
        )
    return 0 if total.is_good else 1


if __name__ == "__main__":
    raise SystemExit(main())
