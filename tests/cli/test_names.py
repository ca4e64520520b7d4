"""`voiced categories` and `voiced accounts`, and what the daemon makes of a change while it runs."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.cli.terminal import Terminal
from tests.support.conversing import ASKING, OFFLINE, say, wake, world
from tests.support.fakes import RecordingWatcher
from tests.support.ledger_files import open_ledger, rows_of
from tests.support.ledger_rows import a_row, batch_of
from tests.support.now import NOW
from voiced.adapters.ledger.sql_books import SqlBooks
from voiced.adapters.ledger.sql_names import SqlNames
from voiced.adapters.ledger.sqlite_database import SqliteDatabase
from voiced.adapters.ledger.sqlite_ledger import SqliteLedger
from voiced.cli.main import main
from voiced.cli.tables import columns_of
from voiced.dialogue.values.requests import (
    CorrectionRequest,
    Entries,
    Interpretation,
    ParseRequest,
    QuestionRequest,
    RequestContext,
    Unclear,
)
from voiced.domain.budget import Budget
from voiced.domain.money import Money
from voiced.domain.month import Month
from voiced.domain.question_value import QuestionValue
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import DEFAULT_CATEGORIES
from voiced.errors import InterpreterFailure
from voiced.runtime.conversation import running_conversation

EXPENSE = TransactionType.EXPENSE
NOVEMBER = Month(2026, 11)


@pytest.fixture
async def used(database: Path) -> Path:
    """A ledger with two rows under 餐饮, one of them taken back, and a budget for it."""
    books = SqlBooks(await SqliteDatabase.open(database))
    await books.close()
    ledger = await SqliteLedger.open(database)
    await ledger.save_batch("b", batch_of("b", a_row()))
    await ledger.save_batch("c", batch_of("c", a_row()))
    await ledger.undo_batch("c")
    await ledger.close()
    books = SqlBooks(await SqliteDatabase.open(database))
    await books.set_budget(Budget("餐饮", NOVEMBER, Money(100)))
    await books.close()
    return database


def said(capsys: pytest.CaptureFixture[str]) -> str:
    captured = capsys.readouterr()
    return captured.out + captured.err


def listed(command: str, capsys: pytest.CaptureFixture[str], *options: str) -> list[list[str]]:
    capsys.readouterr()
    assert main([command, "list", *options]) == 0
    return [line.split("\t") for line in capsys.readouterr().out.splitlines()]


def test_a_category_is_added_with_words_and_listed_first(database: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["categories", "add", "露营", "--words", "帐篷", "天幕"]) == 0
    assert listed("categories", capsys, "--type", "expense")[0] == ["expense", "露营", "0", "帐篷 天幕"]
    assert len(listed("categories", capsys)) == len(DEFAULT_CATEGORIES) + 1


def test_an_account_is_added_last_so_that_the_default_stays(
    database: Path, capsys: pytest.CaptureFixture[str]
):
    assert main(["accounts", "add", "招商银行", "--words", "招行"]) == 0
    names = [name for name, *_ in listed("accounts", capsys)]
    assert (names[0], names[-1]) == ("现金", "招商银行")


async def test_rows_and_budgets_go_along_with_a_new_name_and_the_old_one_is_still_heard(
    used: Path, capsys: pytest.CaptureFixture[str]
):
    await _in_thread("categories", "rename", "餐饮", "吃喝")
    books = SqlBooks(await SqliteDatabase.open(used))
    assert [row.category async for row in books.rows()] == ["吃喝"]
    (budget,) = (await books.report(NOVEMBER)).budgets
    assert budget.budget == Budget("吃喝", NOVEMBER, Money(100))
    (renamed,) = (one for one in (await books.vocabulary()).categories if one.name == "吃喝")
    assert "餐饮" in renamed.keywords
    await books.close()
    assert "also in 2 rows" in said(capsys)


async def test_a_category_in_use_goes_only_where_its_rows_are_taken_in(
    used: Path, capsys: pytest.CaptureFixture[str]
):
    assert await _in_thread("categories", "remove", "餐饮") == 2
    assert "2 rows are filed under 餐饮; say where they go with --into NAME" in said(capsys)
    assert await _in_thread("categories", "remove", "餐饮", "--into", "饮品") == 0
    books = SqlBooks(await SqliteDatabase.open(used))
    assert [row.category async for row in books.rows()] == ["饮品"]
    assert [(one.why, one.before.category) for one in await books.revisions("b/0")] == [("amended", "餐饮")]
    assert (await books.report(NOVEMBER)).budgets == ()
    await books.close()


async def test_rows_of_a_removed_account_go_to_another(used: Path, capsys: pytest.CaptureFixture[str]):
    assert await _in_thread("accounts", "remove", "现金", "--into", "微信") == 0
    assert "2 rows belong to 微信 now" in said(capsys)
    async with open_ledger(used) as ledger:
        assert [row.account for row in await rows_of(ledger)] == ["微信"]
        assert (await ledger.vocabulary()).default_account == "微信"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ("categories add 餐饮", "there is a 餐饮 already"),
        ("categories rename 宠物 餐饮", "there is a 餐饮 already"),
        ("categories remove 露营", "there is no category 露营; there are"),
        ("categories remove 餐饮 --into 露营", "there is no category 露营"),
        ("categories remove 餐饮 --into 工资", "there is no category 工资"),
        ("categories remove 餐饮 --into 餐饮", "cannot take its own rows"),
        ("categories remove 其他 --type expense", "keeps its name and its place"),
        ("categories rename 其他 零碎 --type income", "keeps its name and its place"),
        ("categories rename 转账 转", "say which with --type (income, transfer)"),
        ("accounts rename 现金 微信", "there is a 微信 already"),
        ("accounts add " + "长" * 21, "has 21 characters"),
        ("accounts add 甲 --words \x07", "cannot be spoken"),
        (
            "categories add 确认",
            "'确认' would be understood as a command, a number or a day, at least in part, and never as a category",
        ),
        (
            "categories add 露营 --words 帐篷 三十",
            "'三十' would be understood as a command, a number or a day",
        ),
        ("categories rename 宠物 昨天", "'昨天' would be understood as a command, a number or a day"),
        (
            "accounts add 取消",
            "'取消' would be understood as a command, a number or a day, at least in part, and never as an account",
        ),
        ("accounts rename 微信 第一笔", "'第一笔' would be understood as a command, a number or a day"),
    ],
)
def test_wrong_input_is_one_line_and_changes_nothing(
    arguments: str, reason: str, database: Path, capsys: pytest.CaptureFixture[str]
):
    before = listed("categories", capsys), listed("accounts", capsys)
    assert main(arguments.split(" ")) == 2
    complaint = capsys.readouterr().err
    assert reason in complaint
    assert complaint.count("\n") == 1
    assert (listed("categories", capsys), listed("accounts", capsys)) == before


def test_the_last_account_stays(database: Path, capsys: pytest.CaptureFixture[str]):
    for name in ("微信", "支付宝", "银行卡", "信用卡"):
        assert main(["accounts", "remove", name]) == 0
    assert main(["accounts", "remove", "现金"]) == 2
    assert "each row needs one" in said(capsys)


async def test_a_running_daemon_hears_a_new_category_from_the_next_session_on(database: Path):
    ledger = await SqliteLedger.open(database)
    async with running_conversation(OFFLINE, world(ledger, RecordingWatcher())) as conversation:
        await wake(conversation)
        await say(conversation, "退出")
        await _in_thread("categories", "add", "露营", "--words", "帐篷")
        await _in_thread("accounts", "add", "招商银行", "--words", "招行")
        await wake(conversation)
        await say(conversation, "用招行买帐篷三百块", "确认", "退出")
    assert [(row.category, row.account) async for row in ledger.rows()] == [("露营", "招商银行")]
    await ledger.close()


class Listening:
    """A model that keeps what it is told of the user."""

    def __init__(self) -> None:
        self.told: list[RequestContext] = []

    async def parse(self, request: ParseRequest) -> Entries:
        self.told.append(request.context)
        raise InterpreterFailure("enough")

    async def correct(self, request: CorrectionRequest) -> Interpretation:
        return Interpretation(Unclear())

    async def read_question(self, request: QuestionRequest) -> QuestionValue | None:
        return None

    async def close(self) -> None:
        pass


async def test_the_model_is_told_of_the_users_own_categories_but_not_of_more_than_it_takes(database: Path):
    mine = [f"类{first}{second}" for first in "abcdef" for second in "abcdefghij"]
    for name in mine:
        await _in_thread("categories", "add", name)
    ledger, model = await SqliteLedger.open(database), Listening()
    around = world(ledger, RecordingWatcher(), interpreter=model)
    async with running_conversation(ASKING, around) as conversation:
        await wake(conversation)
        await say(conversation, "午饭三十", "退出")
    await ledger.close()
    (context,) = model.told
    assert context.now == NOW
    assert context.custom_categories == tuple(mine[:50])


async def _in_thread(*arguments: str) -> int:
    """Run a command as another process would: with an event loop of its own."""
    return await asyncio.to_thread(main, list(arguments))


def test_a_terminal_gets_one_line_for_each_name(database: Path) -> None:
    assert not database.exists()
    terminal = Terminal("categories", "list", settings={"COLUMNS": "60", "TERM": "xterm"})
    try:
        lines = terminal.ends().splitlines()
    finally:
        terminal.close()
    assert any(line.startswith("expense   餐饮") for line in lines)
    assert all(columns_of(line) <= 60 for line in lines)


async def test_a_name_that_the_page_hid_is_marked(used: Path, capsys: pytest.CaptureFixture[str]):
    names = SqlNames(await SqliteDatabase.open(used))
    (drinks,) = [one for one in await names.categories() if one.name == "饮品"]
    await names.hide_category(drinks)
    await names.close()

    await asyncio.to_thread(main, ["categories", "list", "--db", str(used)])
    assert [line.split("\t")[1] for line in said(capsys).splitlines() if line.endswith("\thidden")] == [
        "饮品"
    ]
