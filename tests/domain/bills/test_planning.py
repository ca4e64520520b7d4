"""Imports over a ledger in memory: the order of files does not matter, twice is once, and an undoing restores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.domain.bills.households import a_line, a_row, at
from voiced.domain.bills.billed import UNREADABLE, Bill, BilledLine, LineKind
from voiced.domain.bills.booking import Booking
from voiced.domain.bills.deciding import BillDecision, CannotDecide, Verdict, decide
from voiced.domain.bills.kept import BillWrite, KeptLine, LineChange, RowsOfDays
from voiced.domain.bills.planning import Known, batch_of, new_lines, plan_import, with_accounts
from voiced.domain.bills.rewriting import restored, withdrawn
from voiced.domain.bills.settled import LineOutcome
from voiced.domain.money import Money
from voiced.domain.transaction import Transaction, TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY

NOW = datetime.fromisoformat("2026-11-02T09:00:00+08:00")


@dataclass
class Books:
    """A ledger in memory."""

    valid: dict[str, Transaction] = field(default_factory=dict[str, Transaction])
    undone: dict[str, Transaction] = field(default_factory=dict[str, Transaction])
    lines: dict[str, KeptLine] = field(default_factory=dict[str, KeptLine])
    changes: dict[str, tuple[LineChange, ...]] = field(default_factory=dict[str, tuple[LineChange, ...]])

    @property
    def known(self) -> Known:
        return Known(list(self.lines.values()), RowsOfDays(dict(self.valid), dict(self.undone)), "现金")

    def take(self, *lines: BilledLine) -> str:
        """Import a bill; returns its batch."""
        bill = Bill("x", lines, min(line.day for line in lines), max(line.day for line in lines))
        new = new_lines(bill, self.known, NOW.date())
        batch = batch_of(new, self.known)
        self.write(plan_import(bill, new, self.known, Booking(batch, NOW, DEFAULT_VOCABULARY)))
        return batch

    def decide(self, batch: str, *decisions: BillDecision) -> None:
        self.write(decide(decisions, self.known, Booking(batch, NOW, DEFAULT_VOCABULARY)))

    def undo(self, batch: str) -> None:
        known = self.known
        self.write(withdrawn(batch, known.lines, self.changes.get(batch, ()), known.rows))

    def restore(self, batch: str) -> None:
        known = self.known
        self.write(restored(batch, known.lines, self.changes.get(batch, ()), known.rows))

    def write(self, write: BillWrite) -> None:
        for row in write.new:
            assert row.id not in self.valid
            assert row.id not in self.undone
            self.valid[row.id] = row
        for change in write.changed:
            assert change.row.id in self.valid or change.row.id in self.undone
            self.valid.pop(change.row.id, None)
            self.undone.pop(change.row.id, None)
            (self.undone if change.is_undone else self.valid)[change.row.id] = change.row
        self.lines |= {line.ref: line for line in write.lines}
        if write.batch is not None:
            self.changes[write.batch[0]] = write.changes

    @property
    def told(self) -> dict[str, Transaction]:
        """The rows that count, whichever import made them."""
        return {id_: replace(row, batch_id="") for id_, row in self.valid.items()}

    def check(self) -> None:
        """No payment is counted twice: each row that a bill made is of one line, and none beside a row that was said."""
        holders = [id_ for line in self.known.standing for id_ in set(line.rows)]
        groups = {ref for line in self.known.standing for ref in line.settled.beside}
        for line in self.known.standing:
            for id_ in line.rows:
                assert id_ in self.valid
                assert holders.count(id_) == 1 or line.ref in groups


AMOUNTS = st.sampled_from([850, 1200, 1800, 3980, 4000])
DAYS = st.integers(5, 12)
ACCOUNTS = st.sampled_from([None, "支付宝", "微信", "现金"])
SAID = st.lists(st.tuples(AMOUNTS, DAYS, ACCOUNTS), max_size=8)
BILLED = st.lists(st.tuples(AMOUNTS, DAYS), min_size=1, max_size=6)


def a_household(said: Sequence[tuple[int, int, str | None]]) -> Books:
    rows = [a_row(f"s{n}", fen, day, account=account) for n, (fen, day, account) in enumerate(said)]
    return Books({one.row.id: replace(one.row, said_account=one.account) for one in rows})


def of_alipay(billed: Sequence[tuple[int, int]]) -> list[BilledLine]:
    return [a_line(f"a{n}", fen, day, f"{8 + n}:00") for n, (fen, day) in enumerate(billed)]


def of_wechat(billed: Sequence[tuple[int, int]]) -> list[BilledLine]:
    return [
        a_line(f"wechat:{n}", fen, day, f"{9 + n}:30", account="微信", wallet="微信")
        for n, (fen, day) in enumerate(billed)
    ]


@settings(deadline=None)
@given(SAID, BILLED, BILLED)
def test_the_order_of_files_does_not_matter(
    said: list[tuple[int, int, str | None]], one: list[tuple[int, int]], other: list[tuple[int, int]]
) -> None:
    first, second = a_household(said), a_household(said)
    first.take(*of_alipay(one))
    first.take(*of_wechat(other))
    second.take(*of_wechat(other))
    second.take(*of_alipay(one))
    assert first.told == second.told
    assert {ref: line.settled for ref, line in first.lines.items()} == {
        ref: line.settled for ref, line in second.lines.items()
    }
    first.check()


@settings(deadline=None)
@given(SAID, BILLED, BILLED)
def test_imports_again_change_nothing_and_an_undoing_restores(
    said: list[tuple[int, int, str | None]], one: list[tuple[int, int]], other: list[tuple[int, int]]
) -> None:
    books = a_household(said)
    before = dict(books.valid)
    first = books.take(*of_alipay(one))
    after_one = dict(books.valid)
    books.take(*of_alipay(one))
    assert books.valid == after_one
    second = books.take(*of_wechat(other))
    after_both = dict(books.valid)
    books.take(*of_alipay(one))
    books.take(*of_wechat(other))
    assert books.valid == after_both
    books.undo(second)
    assert books.valid == after_one
    books.restore(second)
    assert books.valid == after_both
    books.undo(second)
    books.undo(first)
    assert books.valid == before


class TestOneLineAndSeveralRows:
    def test_a_sum_that_was_rounded_is_given_to_the_largest_row(self) -> None:
        books = Books(
            {id_: a_row(id_, fen, 8, batch_id="b").row for id_, fen in (("s1", 6000), ("s2", 3000))}
        )
        books.take(a_line("1", 9060, 8))
        assert books.lines["alipay:1"].outcome is LineOutcome.ASK
        books.decide("d", BillDecision("alipay:1", Verdict.SAME, ("s1", "s2")))
        assert [row.amount.fen for row in books.valid.values()] == [6060, 3000]
        books.undo("d")
        assert [row.amount.fen for row in books.valid.values()] == [6000, 3000]

    def test_an_answer_about_one_of_two_lines_does_for_both(self) -> None:
        books = a_household([(15600, 4, None)])
        books.take(a_line("1", 12030, 4, merchant="球馆"), a_line("2", 3640, 4, merchant="球馆"))
        books.decide("d", BillDecision("alipay:1", Verdict.SAME, ("s0",)))
        assert [row.amount.fen for row in books.valid.values()] == [15670]
        assert {line.outcome for line in books.lines.values()} == {LineOutcome.LINKED}

    def test_rows_keep_their_amounts_where_the_line_is_less_than_one_of_them(self) -> None:
        rows = [a_row(id_, fen, 8).row for id_, fen in (("s1", 6000), ("s2", 3000))]
        links = Booking("b", NOW, DEFAULT_VOCABULARY).linked([a_line("1", 2000, 8)], rows)
        assert [link.billed.amount.fen for link in links] == [6000, 3000]


class TestAnAnswer:
    def test_no_to_one_of_two_rows_leaves_the_other(self) -> None:
        books = a_household([(1800, 9, "现金"), (1800, 9, "微信")])
        books.take(a_line("1", 1800, 9))
        books.decide("d", BillDecision("alipay:1", Verdict.OTHER, ("s0",)))
        assert books.lines["alipay:1"].settled.options == (("s1",),)

    def test_books_no_line_without_an_amount_or_a_day(self) -> None:
        books = Books()
        unsure = a_line("1", 0, 9, kind=LineKind.UNSURE)
        books.take(unsure, replace(unsure, ref="alipay:2", amount=Money(100), happened=UNREADABLE))
        for ref in ("alipay:1", "alipay:2"):
            with pytest.raises(CannotDecide, match="leave it out"):
                books.decide("d", BillDecision(ref, Verdict.NEW))

    def test_books_a_row_anew_that_was_taken_back(self) -> None:
        books = Books()
        books.take(a_line("1", 1800, 9, category="餐饮"))
        ((id_, row),) = books.valid.items()
        books.valid, books.undone = {}, {id_: row}
        books.decide("d", BillDecision("alipay:1", Verdict.NEW, category="日用"))
        assert [row.category for row in books.valid.values()] == ["日用"]


def test_a_row_that_was_corrected_comes_back_as_it_was_corrected() -> None:
    books = Books()
    batch = books.take(a_line("1", 1800, 9, category="餐饮"))
    ((id_, row),) = books.valid.items()
    books.valid[id_] = corrected = replace(row, category="人情")
    books.undo(batch)
    books.restore(batch)
    assert books.valid == {id_: corrected}


def test_a_said_row_that_was_taken_back_stays_away_when_the_import_comes_back() -> None:
    books = a_household([(1800, 9, None)])
    batch = books.take(a_line("1", 1800, 9))
    books.undo(batch)
    books.undone = books.valid
    books.valid = {}
    books.restore(batch)
    assert books.valid == {}


def test_a_restored_import_leaves_a_row_that_another_line_has_by_now() -> None:
    books = a_household([(3500, 9, None)])
    batch = books.take(a_line("1", 3500, 9))
    books.undo(batch)
    books.take(a_line("wechat:1", 3500, 9, account="微信", wallet="微信"))
    books.restore(batch)
    assert [row.account for row in books.valid.values()] == ["微信"]


def test_a_line_far_away_that_waits_stays_as_it_is() -> None:
    books = a_household([(1800, 9, "现金")])
    books.take(a_line("1", 1800, 9))
    books.take(replace(a_line("2", 900, 9), happened=at(30, "12:00")))
    assert books.lines["alipay:1"].outcome is LineOutcome.ASK


class TestTheAccountOfAMethod:
    """That the names of the accounts do not tell."""

    def lines(self, books: Books, *kept: BilledLine) -> list[str | None]:
        """The accounts of lines of the next bill, after a person moved the row of the first to another account."""
        books.take(*kept)
        id_ = books.lines[kept[0].ref].rows[0]
        books.valid[id_] = replace(books.valid[id_], account="银行卡")
        unknown = a_line("9", 900, 12, account=None, method="农业银行(7730)")
        others = replace(unknown, method="建设银行(1)"), replace(unknown, account="微信")
        moved = replace(unknown, kind=LineKind.OWN)
        bill = Bill("x", (unknown, *others, moved), date(2026, 10, 12), date(2026, 10, 12))
        return [line.account for line in with_accounts(bill, books.known, DEFAULT_VOCABULARY).lines]

    def test_is_that_of_a_row_that_was_corrected(self) -> None:
        line = a_line("1", 1800, 9, account=None, method="农业银行(7730)")
        assert self.lines(Books(), line) == ["银行卡", None, "微信", None]

    def test_is_no_guess_from_lines_whose_account_is_known(self) -> None:
        assert self.lines(Books(), a_line("1", 1800, 9, method="农业银行(7730)")) == [
            None,
            None,
            "微信",
            None,
        ]

    def test_is_not_where_the_row_was_booked_without_it(self) -> None:
        line = a_line("1", 1800, 9, account=None, method="农业银行(7730)")
        second = replace(line, ref="alipay:2", amount=Money(2000), happened=at(10, "12:00"))
        assert self.lines(Books(), line, second) == ["银行卡", None, "微信", None]


class TestALineOfAnotherTypeThanItsRow:
    """The person says what it was, the bill which accounts the money moved between."""

    def accounts(self, line: BilledLine, of_type: TransactionType, to: str | None) -> tuple[str, str | None]:
        row = a_row("s1", 1800, 9, type=of_type, to_account=to).row
        (link,) = Booking("b", NOW, DEFAULT_VOCABULARY).linked([line], [row])
        return link.billed.account, link.billed.to_account

    def test_gives_it_the_accounts_of_the_bill(self) -> None:
        out = a_line("1", 1800, 9)
        came = replace(out, type=TransactionType.INCOME)
        moved = replace(out, type=TransactionType.TRANSFER, kind=LineKind.OWN, to_account="微信")
        assert self.accounts(out, TransactionType.TRANSFER, "微信") == ("支付宝", "微信")
        assert self.accounts(came, TransactionType.TRANSFER, None) == ("现金", "支付宝")
        assert self.accounts(moved, TransactionType.INCOME, None) == ("微信", None)
        assert self.accounts(moved, TransactionType.EXPENSE, None) == ("支付宝", None)


@pytest.mark.parametrize("category", ["其他", "餐饮"])
def test_a_guess_fills_in_only_the_category_of_last_resort(category: str) -> None:
    books = Books({"s1": a_row("s1", 1800, 9, category=category).row})
    books.take(a_line("1", 1800, 9, category="日用"))
    assert books.valid["s1"].category == ("日用" if category == "其他" else "餐饮")
