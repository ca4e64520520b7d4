"""A house with a daemon: the real conversation, ledger and card, served on this machine."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from uuid import UUID

from starlette.types import ASGIApp

from tests.support.bill_samples import said_in_october
from tests.support.conversing import world
from tests.support.now import NOW
from voiced.adapters.bills.files import read_content
from voiced.adapters.ledger.sql_bills import SqlBills
from voiced.adapters.ledger.sql_books import SqlBooks
from voiced.adapters.ledger.sql_names import SqlNames
from voiced.adapters.ledger.sqlite_database import SqliteDatabase
from voiced.adapters.ledger.sqlite_import import SqliteImporter
from voiced.adapters.ledger.sqlite_ledger import SqliteLedger
from voiced.adapters.machine.clocks import SampleClock
from voiced.adapters.machine.listening_socket import Served, listen
from voiced.app.build_card import ledger_apis
from voiced.card.access import Access, Allowance
from voiced.card.bills_api import BillsApi
from voiced.card.card import Card, CardMicrophone
from voiced.card.say_api import SayApi
from voiced.card.serving import serving
from voiced.card.socket import Pages
from voiced.card.web_app import create_app
from voiced.dialogue.values.policy import Policy, SplitLocally
from voiced.domain.budget import Budget
from voiced.domain.money import Money
from voiced.domain.month import Month
from voiced.domain.transaction import Transaction, TransactionType
from voiced.ports.conversation import Reply
from voiced.ports.trust import TrustStanding
from voiced.runtime.bill_import import BillImport
from voiced.runtime.conversation import Conversation, running_conversation
from voiced.runtime.tasks import Tasks

WAKE_PHRASE = "小记小记"
_OFFLINE = Policy(offline=True, split_locally=SplitLocally.ALWAYS)


async def _nobody_says(source: str, text: str) -> Reply:
    raise AssertionError(f"no token is given away, and {source} said {text}")


_NO_SCRIPTS = SayApi(lambda _: None, _nobody_says, Allowance(1, 1))

_A_MONTH = (
    # days ago, amount, type, category, description, account
    (0, 3550, TransactionType.EXPENSE, "餐饮", "午饭", "微信"),
    (0, 128000, TransactionType.EXPENSE, "服饰", "羽绒服", "信用卡"),
    (1, 1800, TransactionType.EXPENSE, "饮品", "奶茶", "微信"),
    (1, 3000, TransactionType.EXPENSE, "交通", "打车", "微信"),
    (3, 8640, TransactionType.EXPENSE, "买菜", "盒马", "支付宝"),
    (5, 6600, TransactionType.EXPENSE, "餐饮", "聚餐", "微信"),
    (6, 1200000, TransactionType.INCOME, "工资", "工资", "银行卡"),
    (6, 160000, TransactionType.EXPENSE, "住房", "房租", "银行卡"),
    (8, 50000, TransactionType.TRANSFER, "还款", "还信用卡", "银行卡"),
    (9, 32000, TransactionType.EXPENSE, "娱乐", "音乐会", "微信"),
    (11, 21000, TransactionType.EXPENSE, "餐饮", "火锅", "微信"),
    (13, 12900, TransactionType.EXPENSE, "学习", "买书", "支付宝"),
    (15, 8800, TransactionType.INCOME, "红包", "抢红包", "微信"),
    (18, 46050, TransactionType.EXPENSE, "医疗", "体检", "银行卡"),
)
_ITS_ACCOUNTS = (("花呗", ()), ("招行卡", ("8821", "招商银行")))
_PAYDAYS = ((350, 1200), (350050, 1200000), (3500050, 12000000), (350000050, 100000000000))
"""What goes out and comes in on each of them, in fen: with amounts of three digits and of more."""
_BUDGETS = (("餐饮", 80000), ("服饰", 100000), ("交通", 30000))


@dataclass(slots=True)
class House:
    """A daemon with its card, and the door that the network goes through."""

    conversation: Conversation
    watcher: Card
    ledger: SqliteLedger
    books: SqlBooks
    _database: Path
    _app: ASGIApp
    _token: str
    _at: str
    _port: int = 0
    _door: AsyncExitStack = field(default_factory=AsyncExitStack)

    @property
    def address(self) -> str:
        """Where the card is, with the token that the daemon prints."""
        return f"http://{self._at}:{self._port}/?token={self._token}"

    async def open_the_door(self) -> None:
        """Serve the card, at the same port as before."""
        listening = listen(self._at, self._port, Served("the card", "host", "port"))
        self._port = listening.getsockname()[1]
        tasks = await self._door.enter_async_context(Tasks())
        await self._door.enter_async_context(serving(self._app, listening, tasks.start))

    async def close_the_door(self) -> None:
        """Serve it no more; the daemon behind it goes on."""
        await self._door.aclose()

    async def arrange(self, category: str) -> None:
        """Add a category, as `voiced categories add` does beside the daemon."""
        names = SqlNames(await SqliteDatabase.open(self._database))
        await names.add_category(category, TransactionType.EXPENSE, ())
        await names.close()

    async def import_a_year(self, rows: int) -> None:
        """Add as many rows as a year holds, as one batch."""
        batch = str(UUID(int=365))
        await self.ledger.save_batch(
            batch,
            [
                Transaction(
                    id=str(UUID(int=20_000 + number)),
                    batch_id=batch,
                    amount=Money(100 + number),
                    type=TransactionType.EXPENSE,
                    category="餐饮",
                    account="微信",
                    description="午饭",
                    date=NOW.date() - timedelta(days=number * 365 // rows),
                    created_at=NOW,
                )
                for number in range(rows)
            ],
        )

    async def say_october(self) -> None:
        """Say what the household of the sample bills had said before they came."""
        names = SqlNames(await SqliteDatabase.open(self._database))
        for account, words in _ITS_ACCOUNTS:
            await names.add_account(account, words)
        await names.close()
        for batch, together in groupby(said_in_october(), attrgetter("batch_id")):
            await self.ledger.save_batch(batch, list(together))

    async def say_as_paid_in_cash(self, payments: int) -> bytes:
        """Say this many payments of November as paid in cash, and give a bill that has each of them: so all are asked about."""
        batch = str(UUID(int=37))
        paid = [NOW - timedelta(days=1 + number % 20, minutes=number) for number in range(payments)]
        await self.ledger.save_batch(
            batch,
            [
                Transaction(
                    id=str(UUID(int=40_000 + number)),
                    batch_id=batch,
                    amount=Money(1234 + 100 * number),
                    type=TransactionType.EXPENSE,
                    category="餐饮",
                    account="现金",
                    said_account="现金",
                    description="午饭",
                    date=moment.date(),
                    created_at=moment + timedelta(minutes=5),
                )
                for number, moment in enumerate(paid)
            ],
        )
        lines = [
            f"{moment:%Y-%m-%d %H:%M:%S},商户消费,面馆,午餐,支出,¥{Money(1234 + 100 * number)},零钱,支付成功,42000019{number:018}71,M{number},/"
            for number, moment in enumerate(paid)
        ]
        head = "交易时间,交易类型,交易对方,商品,收/支,金额(元),支付方式,当前状态,交易单号,商户单号,备注"
        return "\n".join(["微信支付账单明细", head, *lines, ""]).encode()

    async def be_paid(self) -> None:
        """Pay the rent and receive the salary on the same day, of small and of large amounts; one day each."""
        batch = str(UUID(int=1201))
        named = ((TransactionType.EXPENSE, "住房", "房租"), (TransactionType.INCOME, "工资", "工资"))
        rows = [
            Transaction(
                id=str(UUID(int=30_000 + 2 * day + place)),
                batch_id=batch,
                amount=Money(fen),
                type=type_,
                category=category,
                account="银行卡",
                description=description,
                date=NOW.date() - timedelta(days=day),
                created_at=NOW,
            )
            for day, paid in enumerate(_PAYDAYS)
            for place, (fen, (type_, category, description)) in enumerate(zip(paid, named, strict=True))
        ]
        await self.ledger.save_batch(batch, rows)

    async def live_a_month(self) -> None:
        """Spend and earn for three weeks, with a budget for three categories."""
        batch = str(UUID(int=4711))
        rows = [
            Transaction(
                id=str(UUID(int=10_000 + number)),
                batch_id=batch,
                amount=Money(fen),
                type=type_,
                category=category,
                account=account,
                description=description,
                date=NOW.date() - timedelta(days=days),
                created_at=NOW - timedelta(days=days),
            )
            for number, (days, fen, type_, category, description, account) in enumerate(_A_MONTH)
        ]
        await self.ledger.save_batch(batch, rows)
        for category, fen in _BUDGETS:
            await self.books.set_budget(Budget(category, Month(NOW.year, NOW.month), Money(fen)))


@asynccontextmanager
async def house(
    *,
    password: str | None = None,
    policy: Policy = _OFFLINE,
    at: str = "127.0.0.1",
    microphone: CardMicrophone = CardMicrophone.OK,
    standing: TrustStanding | None = None,
) -> AsyncGenerator[House]:
    """A daemon that lives in a folder of its own; it is a Saturday morning in November and no time passes.

    Args:
        password: the password of the card.
        policy: the settings of the dialogue.
        microphone: the microphone when the daemon starts.
        standing: whether the language model is believed; None without a model.
        at: the address of the card; a browser takes any but `127.0.0.1` for that of another machine.
    """
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="voiced-card-"))
        database = Path(folder) / "ledger.db"
        ledger = await SqliteLedger.open(database)
        stack.push_async_callback(ledger.close)
        tables = await SqliteDatabase.open(database)
        books = SqlBooks(tables)
        stack.push_async_callback(books.close)
        card, clock = Card(microphone), SampleClock(NOW)
        conversation = await stack.enter_async_context(
            running_conversation(policy, world(ledger, card, clock=clock))
        )
        access = Access("as-printed", clock, password)
        pages = Pages(
            card,
            conversation.vocabulary,
            clock,
            conversation.post,
            WAKE_PHRASE,
            conversation.handled,
            "pi",
            lambda: standing,
        )
        importer = SqliteImporter(database, books.vocabulary)
        apis = ledger_apis(books, SqlNames(tables), importer, conversation, conversation.post, clock)
        desk = BillImport(SqlBills(tables), books.vocabulary, read_content, clock)
        bills = BillsApi(desk, conversation.post)
        app = create_app(access, pages, (_NO_SCRIPTS,), *apis, bills)
        home = House(conversation, card, ledger, books, database, app, access.token, at)
        await home.open_the_door()
        stack.push_async_callback(home.close_the_door)
        yield home
