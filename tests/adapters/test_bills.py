"""Bills as their makers export them, and what is refused of them; the samples and their answers are in tests/data/bills."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import TypeVar
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec
import pytest
from msgspec.structs import replace

from tests.support.bill_samples import SAMPLE_BILLS, said_in_october
from voiced.adapters.bills import archives, tables
from voiced.adapters.bills.files import is_bill, read_bill
from voiced.domain.bills.bill_format import BillFormat
from voiced.domain.bills.billed import Bill, BillDoubt, BilledLine, LineKind, SaidRow
from voiced.domain.bills.matching import settle
from voiced.domain.bills.settled import LineOutcome, Settled
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY, Account
from voiced.errors import WrongInput

ACCOUNTS = (
    Account("现金"),
    Account("微信", ("零钱", "零钱通")),
    Account("支付宝", ("余额宝",)),
    Account("花呗"),
    Account("招行卡", ("尾号8821", "招商银行")),
    Account("信用卡", ("5678",)),
)
HOUSEHOLD = replace(DEFAULT_VOCABULARY, accounts=ACCOUNTS)
READ = (
    "alipay-2025.csv",
    "wechat-2025.csv",
    "wechat-2025.xlsx",
    "wechat-2026.xlsx",
    "cmb-debit.csv",
    "icbc-credit.csv",
)
KIND_OF = {
    "booked": LineKind.PAID,
    "interest": LineKind.PAID,
    "refund": LineKind.REFUND,
    "transfer": LineKind.OWN,
    "ignored": LineKind.NOTHING,
}


class Answer(msgspec.Struct, frozen=True):
    """How a careful person treats a line."""

    line: int
    ref: str
    amount_fen: int
    treat: str
    type: TransactionType | None = None
    account: str | None = None
    to_account: str | None = None
    fee_fen: int = 0
    duplicate_of: str | None = None


class Decision(msgspec.Struct, frozen=True):
    """Which lines and rows belong together."""

    decision: str
    kind: str
    billed: Sequence[str]
    said: Sequence[str]
    either: Sequence[str] = ()


One = TypeVar("One")


def objects(name: str, of_type: type[One]) -> list[One]:
    decoder = msgspec.json.Decoder(of_type)
    return [decoder.decode(one) for one in (SAMPLE_BILLS / name).read_text("utf-8").splitlines()]


def answers(name: str) -> list[tuple[BilledLine, Answer]]:
    """Each line as it was read, with its answer."""
    found = {line.line: line for line in read_bill(SAMPLE_BILLS / name, HOUSEHOLD).lines}
    expected = objects(f"{name}.expected.jsonl", Answer)
    assert sorted(found) == sorted(one.line for one in expected)
    return [(found[one.line], one) for one in expected]


@pytest.mark.parametrize("name", READ)
def test_each_line_of_a_sample_is_what_a_careful_person_sees(name: str) -> None:
    for line, answer in answers(name):
        assert line.amount.fen + line.fee.fen == answer.amount_fen
        assert line.fee.fen == answer.fee_fen
        if name.startswith(("alipay", "wechat")):
            assert line.ref == answer.ref
        if answer.treat == "duplicate":
            assert answer.duplicate_of is not None
            assert line.through == answer.duplicate_of.partition(":")[0]
            continue
        assert line.kind is KIND_OF[answer.treat], line
        if line.kind is not LineKind.NOTHING:
            assert (line.type, line.account, line.to_account) == (
                answer.type,
                answer.account,
                answer.to_account,
            )


class TestTheHouseholdOfTheSamples:
    """All bills at once beside the 40 rows that it had said."""

    @pytest.fixture
    def settled(self) -> dict[str, Settled]:
        """What becomes of each line, by the name that the answers give it."""
        read = [pair for name in READ for pair in answers(name)]
        names = {line.ref: answer.ref for line, answer in read}
        said = [SaidRow(row, row.said_account) for row in said_in_october()]
        return {names[one.line.ref]: one for one in settle([line for line, _ in read], said)}

    def test_no_link_is_wrong(self, settled: dict[str, Settled]) -> None:
        right = {
            (ref, said)
            for one in objects("matched.jsonl", Decision)
            if one.decision == "link"
            for ref in (*one.billed, *one.either)
            for said in one.said
        }
        linked = [
            (ref, row)
            for ref, one in settled.items()
            if one.outcome is LineOutcome.LINKED
            for row in one.rows
        ]
        assert [pair for pair in linked if pair not in right] == []

    def test_each_row_with_a_line_finds_it(self, settled: dict[str, Settled]) -> None:
        linked = {row for one in settled.values() if one.outcome is LineOutcome.LINKED for row in one.rows}
        expected = {
            row for one in objects("matched.jsonl", Decision) if one.decision == "link" for row in one.said
        }
        assert expected - linked == set()

    def test_a_line_of_a_bank_that_proves_a_wallets_adds_nothing(self, settled: dict[str, Settled]) -> None:
        expected = {
            answer.ref: answer.duplicate_of
            for name in READ
            for _, answer in answers(name)
            if answer.treat == "duplicate"
        }
        assert {ref: settled[ref].outcome for ref in expected} == dict.fromkeys(expected, LineOutcome.IGNORED)


class TestIsRefused:
    def told(self, file: Path, form: BillFormat | None = None) -> str:
        with pytest.raises(WrongInput) as refused:
            read_bill(file, HOUSEHOLD, form)
        assert "\n" not in str(refused.value)
        return str(refused.value)

    def written(self, file: Path, content: str | bytes) -> Path:
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return file

    def test_a_file_whose_numbers_a_spreadsheet_rounded(self) -> None:
        assert "line 26: a spreadsheet rounded 交易订单号" in self.told(SAMPLE_BILLS / "alipay-resaved.csv")

    def test_a_file_that_was_cut(self, tmp_path: Path) -> None:
        lines = (SAMPLE_BILLS / "alipay-2025.csv").read_bytes().splitlines(keepends=True)
        cut = self.written(tmp_path / "cut.csv", b"".join(lines[:-3]))
        assert "says that it has 24 lines, and has 21" in self.told(cut)

    def test_another_form_than_the_named_one(self) -> None:
        assert "is a bill of wechat, not of alipay" in self.told(
            SAMPLE_BILLS / "wechat-2025.csv", BillFormat.ALIPAY
        )

    def test_unknown_columns_and_says_which_it_saw(self, tmp_path: Path) -> None:
        assert "columns are a, b, c, d" in self.told(self.written(tmp_path / "x.csv", "a,b,c,d\n1,2,3,4\n"))
        assert "columns are none" in self.told(self.written(tmp_path / "x.html", "<!doctype html>\n<p>登录"))

    def test_the_cash_book_of_the_same_app(self, tmp_path: Path) -> None:
        assert "记账本" in self.told(self.written(tmp_path / "x.csv", "记录时间,收支类型,金额,备注\n"))

    @pytest.mark.parametrize(
        ("content", "reason"),
        [
            (b"%PDF-1.7", "save it as CSV"),
            (b"\xd0\xcf\x11\xe0", "save it as CSV"),
            (b"a\0b", "neither UTF-8 nor GB 18030"),
            (b"\xff\xff\xff", "neither UTF-8 nor GB 18030"),
            (b"PK\x03\x04 cut", "the archive cannot be opened"),
            (b"x" * 200_000, "is not valid CSV"),
        ],
    )
    def test_what_is_no_table(self, tmp_path: Path, content: bytes, reason: str) -> None:
        assert reason in self.told(self.written(tmp_path / "x", content))

    def test_a_file_that_is_missing(self, tmp_path: Path) -> None:
        assert "name another file" in self.told(tmp_path / "x")

    def test_a_workbook_that_grows(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(tables, "_MOST_UNPACKED", 1000)
        assert "the workbook is too large" in self.told(SAMPLE_BILLS / "wechat-2026.xlsx")

    def test_an_archive_that_grows_or_holds_several_files(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with ZipFile(tmp_path / "x.zip", "w", ZIP_DEFLATED) as packed:
            packed.writestr("bill.csv", "a" * 200_000)
        monkeypatch.setattr(archives, "MOST_BYTES", 100_000)
        assert "holds a file larger than 0 MiB" in self.told(tmp_path / "x.zip")
        with ZipFile(tmp_path / "x.zip", "a") as packed:
            packed.writestr("another.csv", "a")
        assert "with 2 files of CSV or xlsx" in self.told(tmp_path / "x.zip")

    def test_too_much(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        assert "more than 50000 lines" in self.told(self.written(tmp_path / "x", "a\n" * 50_001))
        monkeypatch.setattr(tables, "MOST_BYTES", 1024 * 1024)
        assert "larger than 1 MiB" in self.told(self.written(tmp_path / "y", b"x" * 1024 * 1024 + b"x"))


class TestAnArchive:
    """`locked.zip` is locked with AES, as 支付宝 does it, and `older.zip` in the older way; both hold a bill of 3 lines."""

    def read(self, name: str, password: bytes | None = b"246810") -> int:
        return len(read_bill(SAMPLE_BILLS / name, HOUSEHOLD, password=password).lines)

    def test_gives_the_bill_in_it(self, tmp_path: Path) -> None:
        with ZipFile(tmp_path / "x.zip", "w") as packed:
            packed.write(SAMPLE_BILLS / "wechat-2025.csv", "bill.csv")
            packed.writestr("readme.txt", "hello")
        assert len(read_bill(tmp_path / "x.zip", HOUSEHOLD).lines) == 8
        assert self.read("older.zip") == 3

    def test_that_is_locked_with_aes_gives_the_bill_in_it(self) -> None:
        pytest.importorskip("pyzipper", reason="the extra bills is not installed")
        assert self.read("locked.zip") == 3
        with pytest.raises(WrongInput, match="check its password"):
            self.read("locked.zip", b"1")

    @pytest.mark.parametrize(
        ("name", "password", "reason"),
        [
            ("older.zip", None, "--password-stdin"),
            ("locked.zip", None, "--password-stdin"),
            ("older.zip", b"1", "check its password"),
            ("locked.zip", b"246810", "bills"),
        ],
    )
    def test_that_cannot_be_opened_says_why(
        self, name: str, password: bytes | None, reason: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "pyzipper", None)
        with pytest.raises(WrongInput, match=reason):
            self.read(name, password)


@pytest.mark.parametrize("name", READ)
def test_the_sums_that_a_sample_tells_are_those_of_its_lines(name: str) -> None:
    assert read_bill(SAMPLE_BILLS / name, HOUSEHOLD).remarks == ()


def test_a_bill_whose_sums_differ_says_so(tmp_path: Path) -> None:
    content = (SAMPLE_BILLS / "alipay-2025.csv").read_text("gb18030").replace(",58.00,", ",57.00,")
    (tmp_path / "x.csv").write_text(content, "utf-8")
    assert read_bill(tmp_path / "x.csv", HOUSEHOLD).remarks == (
        "it says 支出 15笔 1143.46元, and its lines have 15笔 1142.46元",
    )


def test_another_currency_is_looked_at(tmp_path: Path) -> None:
    content = (SAMPLE_BILLS / "cmb-debit.csv").read_text("utf-8").replace(",CNY,-186.20", ",USD,-186.20")
    (tmp_path / "x.csv").write_text(content, "utf-8")
    unsure = [line for line in read_bill(tmp_path / "x.csv", HOUSEHOLD).lines if line.kind is LineKind.UNSURE]
    assert [(line.doubt, line.reason) for line in unsure] == [
        (BillDoubt.CURRENCY, "the currency is USD; a ledger holds CNY only")
    ]


def test_what_is_taken_for_a_bill() -> None:
    assert all(is_bill((SAMPLE_BILLS / name).read_bytes()) for name in (*READ, "locked.zip"))
    assert is_bill(b"%PDF-1.7")
    assert not is_bill("时间,分类,金额,备注\n".encode())
    assert not is_bill(b"\xff\xff\xff")


@pytest.mark.parametrize("amount", ["0.00", "-5.00", "USD 5"])
def test_an_odd_line_is_looked_at_and_the_others_are_read(tmp_path: Path, amount: str) -> None:
    content = (SAMPLE_BILLS / "alipay-2025.csv").read_text("gb18030").replace("58.00", amount)
    (tmp_path / "x.csv").write_text(content, "utf-8-sig")
    lines = read_bill(tmp_path / "x.csv", HOUSEHOLD).lines
    assert [line.doubt for line in lines if line.kind is LineKind.UNSURE] == [BillDoubt.AMOUNT]
    assert lines[0].kind is LineKind.UNSURE


@pytest.mark.parametrize(
    "formula", ["=1+1", '"=HYPERLINK(""http://example.com"",""58.00"")"', "=cmd|'/C calc'!A0"]
)
@pytest.mark.parametrize("cell", ["58.00", "老碗会羊肉泡馍"], ids=["in the amount", "in a text"])
def test_a_line_of_csv_with_a_formula_is_looked_at(tmp_path: Path, formula: str, cell: str) -> None:
    name = "alipay-2025.csv"
    content = (SAMPLE_BILLS / name).read_text("gb18030").replace(f",{cell},", f",{formula},", 1)
    (tmp_path / name).write_text(content, "utf-8-sig")
    assert _looked_at(tmp_path / name, but_for=read_bill(SAMPLE_BILLS / name, HOUSEHOLD)) == 1


def test_a_line_of_a_bank_whose_day_is_a_formula_is_looked_at(tmp_path: Path) -> None:
    name = "cmb-debit.csv"
    content = (SAMPLE_BILLS / name).read_text("utf-8-sig")
    (tmp_path / name).write_text(
        re.sub(r"^2026[-\d]+,", "=TODAY(),", content, count=1, flags=re.MULTILINE), "utf-8"
    )
    assert _looked_at(tmp_path / name, but_for=read_bill(SAMPLE_BILLS / name, HOUSEHOLD)) == 1


@pytest.mark.parametrize(
    "formula", ["<f>1+1</f>", '<f t="shared" si="0"/>', '<f>HYPERLINK("http://example.com")</f>']
)
@pytest.mark.parametrize("column", ["C", "F"], ids=["in a text", "in the amount"])
def test_a_line_of_a_workbook_with_a_formula_is_looked_at(tmp_path: Path, formula: str, column: str) -> None:
    name = "wechat-2026.xlsx"
    with ZipFile(SAMPLE_BILLS / name) as packed, ZipFile(tmp_path / name, "w", ZIP_DEFLATED) as altered:
        for part in packed.namelist():
            content = packed.read(part).decode()
            cell = f'<c r="{column}20">{formula}<v>58</v></c>'
            altered.writestr(part, re.sub(rf'<c r="{column}20".*?</c>', cell, content))
    assert _looked_at(tmp_path / name, but_for=read_bill(SAMPLE_BILLS / name, HOUSEHOLD)) == 1


def _looked_at(file: Path, *, but_for: Bill) -> int:
    """How many lines are looked at that were plain without a formula; all others are what they were."""
    lines, plain = read_bill(file, HOUSEHOLD).lines, but_for.lines
    changed = [one for one, before in zip(lines, plain, strict=True) if one != before]
    assert {(one.kind, one.doubt) for one in changed} == {(LineKind.UNSURE, BillDoubt.FORMULA)}
    return len(changed)


def test_a_text_that_begins_like_a_formula_is_a_text(tmp_path: Path) -> None:
    name = "alipay-2025.csv"
    content = (SAMPLE_BILLS / name).read_text("gb18030").replace(",老碗会羊肉泡馍,", ",=_=小馆,", 1)
    (tmp_path / name).write_text(content, "utf-8-sig")
    assert "=_=小馆" in {
        line.merchant for line in read_bill(tmp_path / name, HOUSEHOLD).lines if line.moves_money
    }


def test_what_moves_to_a_wallet_that_the_ledger_lacks_moves_to_no_other_one() -> None:
    accounts = tuple(one for one in ACCOUNTS if one.name != "支付宝")
    lines = read_bill(SAMPLE_BILLS / "cmb-debit.csv", replace(HOUSEHOLD, accounts=accounts)).lines
    moved = [line for line in lines if line.kind is LineKind.OWN and line.through == "alipay"]
    assert [(line.account, line.to_account) for line in moved] == [(None, "招行卡"), ("招行卡", None)]


def test_the_same_lines_in_another_encoding_have_the_same_names(tmp_path: Path) -> None:
    bill = read_bill(SAMPLE_BILLS / "alipay-2025.csv", HOUSEHOLD)
    (tmp_path / "x.csv").write_text((SAMPLE_BILLS / "alipay-2025.csv").read_text("gb18030"), "utf-8")
    assert read_bill(tmp_path / "x.csv", HOUSEHOLD) == bill
    assert (bill.form, bill.first, bill.last) == ("alipay", date(2026, 10, 1), date(2026, 10, 31))
