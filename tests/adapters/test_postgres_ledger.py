"""What is PostgreSQL's own about the ledger: several devices at once, a server that goes, and whose schema it is."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack

import psycopg
import pytest

from tests.support.ledger_files import rows_of
from tests.support.ledger_rows import a_row, batch_of
from tests.support.postgres_rig import PostgresRig
from voiced.adapters.ledger.postgres_ledger import PostgresLedger
from voiced.adapters.ledger.postgres_server import PostgresServer
from voiced.domain.money import Money
from voiced.domain.transaction import FieldChange
from voiced.errors import ConfigWrong, LedgerAway, LedgerFailure, LedgerRefusal, LedgerUnusable

Open = Callable[[], Awaitable[PostgresLedger]]


@pytest.fixture
def url(postgres: PostgresRig) -> str:
    return postgres.empty_ledger()


@pytest.fixture
async def another_device(url: str) -> AsyncGenerator[Open]:
    """Opens the ledger as one more device, and closes it in the end."""
    async with AsyncExitStack() as stack:

        async def opened() -> PostgresLedger:
            ledger = PostgresLedger(PostgresServer.at(url))
            stack.push_async_callback(ledger.close)
            await ledger.prepare()
            return ledger

        yield opened


@pytest.fixture
async def ledger(another_device: Open) -> PostgresLedger:
    return await another_device()


async def _somebody_waits(connection: psycopg.AsyncConnection) -> None:
    """Return when another connection waits for what this one has changed."""
    waiting = "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted)"
    async with asyncio.timeout(10):
        # Another connection does it; there is no event to wait for.
        while await (await connection.execute(waiting)).fetchone() != (True,):  # noqa: ASYNC110
            await asyncio.sleep(0)


class TestSeveralDevices:
    @pytest.mark.parametrize("attempt", range(5))
    async def test_that_save_the_same_batch_at_once_write_it_once(self, another_device: Open, attempt: int):
        ledgers = [await another_device() for _ in range(4)]
        batch = batch_of("b1", *(a_row(str(attempt + 1)) for _ in range(10)))
        saved = await asyncio.gather(*(ledger.save_batch("b1", batch) for ledger in ledgers))
        assert saved == [tuple(batch)] * 4
        assert await rows_of(ledgers[0]) == batch

    async def test_that_take_back_a_batch_at_once_take_it_back_once(
        self, another_device: Open, url: str, postgres: PostgresRig
    ):
        ledgers = [await another_device() for _ in range(4)]
        batch = batch_of("b1", a_row(), a_row())
        await ledgers[0].save_batch("b1", batch)
        undone = await asyncio.gather(*(ledger.undo_batch("b1") for ledger in ledgers))
        assert sorted(len(changed.undone) for changed in undone) == [0, 0, 0, 2]
        assert postgres.sql(url, "SELECT count(*) FROM revisions") == [(2,)]

    async def test_that_change_one_row_at_once_change_only_what_each_of_them_said(
        self, another_device: Open, url: str
    ):
        mine, theirs = await another_device(), await another_device()
        await mine.save_batch("b1", batch_of("b1", a_row("60", category="餐饮")))
        options = "-c search_path=voiced"
        async with (
            asyncio.TaskGroup() as tasks,
            await psycopg.AsyncConnection.connect(url, options=options) as first,
        ):
            await first.execute("UPDATE entries SET amount_fen = 5000, category = '饮品'")
            tasks.create_task(theirs.amend("b1/0", FieldChange(account="微信")))
            await _somebody_waits(first)
        (row,) = await rows_of(mine)
        assert (row.amount, row.category, row.account) == (Money(5000), "饮品", "微信")

    async def test_that_change_the_same_field_at_once_overwrite_nothing_that_they_have_not_seen(
        self, another_device: Open, url: str
    ):
        mine, theirs = await another_device(), await another_device()
        await mine.save_batch("b1", batch_of("b1", a_row("60", category="餐饮")))
        options = "-c search_path=voiced"
        seen, change = FieldChange(category="餐饮"), FieldChange(category="购物")
        async with (
            asyncio.TaskGroup() as tasks,
            await psycopg.AsyncConnection.connect(url, options=options) as first,
        ):
            await first.execute("UPDATE entries SET category = '饮品'")
            late = tasks.create_task(theirs.amend_as_seen("b1/0", seen, change))
            await _somebody_waits(first)
        assert late.result() == ()
        assert [row.category for row in await rows_of(mine)] == ["饮品"]

    async def test_see_what_the_others_wrote(self, another_device: Open):
        mine, theirs = await another_device(), await another_device()
        await mine.save_batch("b1", batch_of("b1", a_row()))
        assert (await theirs.memory()).recent == (await mine.memory()).recent
        await theirs.amend("b1/0", FieldChange(amount=Money(1)))
        assert [row.amount for row in await rows_of(mine)] == [Money(1)]


async def test_an_amendment_keeps_the_old_row(ledger: PostgresLedger, url: str, postgres: PostgresRig):
    (row,) = await ledger.save_batch("b1", batch_of("b1", a_row("60")))
    await ledger.amend(row.id, FieldChange(amount=Money(5000), category="饮品"))
    await ledger.undo_batch("b1")
    kept = postgres.sql(
        url, "SELECT transaction_id, why, changed_at LIKE '20%Z', old_row FROM revisions ORDER BY id"
    )
    assert [one[:3] for one in kept] == [(row.id, "amended", True), (row.id, "undone", True)]
    amended, undone = (json.loads(str(one[3])) for one in kept)
    assert (amended["amount_fen"], amended["category"], amended["account"]) == (6000, "餐饮", "现金")
    assert (undone["amount_fen"], undone["category"], undone["undone_at"]) == (5000, "饮品", None)
    assert postgres.sql(url, "SELECT count(*), count(undone_at) FROM transactions") == [(1, 1)]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE transactions SET amount_fen = 0",
        "UPDATE transactions SET amount_fen = 100000000001",
        "UPDATE transactions SET type = 'GIFT'",
        "UPDATE transactions SET category_id = NULL",
        "UPDATE transactions SET date = '2026-02-30'",
        "INSERT INTO budgets VALUES ('2026-1', '餐饮', 1)",
    ],
)
async def test_the_tables_refuse_what_makes_no_sense(
    ledger: PostgresLedger, url: str, postgres: PostgresRig, statement: str
):
    await ledger.save_batch("b1", batch_of("b1", a_row()))
    with pytest.raises((psycopg.IntegrityError, psycopg.DataError)):
        postgres.sql(url, statement)


async def test_a_row_that_fails_in_the_middle_takes_the_others_with_it(
    ledger: PostgresLedger, url: str, postgres: PostgresRig
):
    postgres.sql(
        url,
        """CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
           BEGIN RAISE EXCEPTION 'not this one'; END $$;
           CREATE TRIGGER refuse BEFORE INSERT ON transactions FOR EACH ROW WHEN (NEW.position = 2)
           EXECUTE FUNCTION refuse()""",
    )
    try:
        with pytest.raises(LedgerRefusal, match=r"saving the batch failed.*not this one"):
            await ledger.save_batch("b1", batch_of("b1", *(a_row() for _ in range(4))))
    finally:
        postgres.sql(url, "DROP FUNCTION refuse CASCADE")
    counted = "SELECT (SELECT count(*) FROM batches), (SELECT count(*) FROM transactions)"
    assert postgres.sql(url, counted) == [(0, 0)]


class TestAServerThatGoes:
    async def test_fails_what_is_asked_and_is_used_again_when_it_is_back(
        self, ledger: PostgresLedger, postgres: PostgresRig
    ):
        batch = batch_of("b1", a_row())
        await ledger.save_batch("b1", batch)
        postgres.stop()
        try:
            for _ in range(2):
                with pytest.raises(LedgerAway, match="saving the batch failed: postgresql://"):
                    await ledger.save_batch("b2", batch_of("b2", a_row()))
            with pytest.raises(LedgerAway, match="reading the rows failed"):
                await rows_of(ledger)
        finally:
            postgres.start()
        assert await rows_of(ledger) == batch

    async def test_and_comes_back_unnoticed_is_used_as_before(
        self, ledger: PostgresLedger, postgres: PostgresRig
    ):
        postgres.stop()
        postgres.start()
        batch = batch_of("b1", a_row())
        assert await ledger.save_batch("b1", batch) == tuple(batch)

    async def test_may_be_away_when_the_ledger_is_opened(self, url: str, postgres: PostgresRig):
        postgres.stop()
        try:
            ledger = PostgresLedger(PostgresServer.at(url))
            with pytest.raises(LedgerAway, match="opening the ledger failed"):
                await ledger.prepare()
        finally:
            postgres.start()
        assert (await ledger.vocabulary()).categories
        await ledger.close()

    async def test_because_another_program_holds_the_row_too_long_is_not_away(
        self, ledger: PostgresLedger, url: str, postgres: PostgresRig
    ):
        await ledger.save_batch("b1", batch_of("b1", a_row()))
        impatient = PostgresLedger(PostgresServer.at(f"{url}&options=-c%20lock_timeout%3D20ms"))
        with psycopg.connect(url) as other:
            other.execute("LOCK TABLE voiced.transactions")
            with pytest.raises(LedgerFailure, match=r"lock timeout") as failure:
                await impatient.undo_batch("b1")
        assert not isinstance(failure.value, LedgerAway)
        await impatient.close()


class TestTheSchema:
    @pytest.fixture
    def url(self, postgres: PostgresRig) -> str:
        """A database that nobody has used yet."""
        return postgres.new_database()

    async def test_is_made_once_by_devices_that_start_at_once(self, another_device: Open):
        ledgers = await asyncio.gather(*(another_device() for _ in range(4)))
        for number, ledger in enumerate(ledgers):
            await ledger.save_batch(f"b{number}", batch_of(f"b{number}", a_row()))
        assert [row.batch_id for row in await rows_of(ledgers[0])] == ["b0", "b1", "b2", "b3"]

    @pytest.mark.parametrize(
        ("done", "told"),
        [
            ("UPDATE version SET number = 99", "was written by a newer voiced"),
            ("UPDATE version SET number = 8", r"an earlier voiced .* docs/several-devices\.md says how"),
            ("DROP TABLE version", "its schema voiced is of another program"),
        ],
    )
    async def test_of_others_is_left_alone(
        self, ledger: PostgresLedger, url: str, postgres: PostgresRig, done: str, told: str
    ):
        await ledger.close()
        postgres.sql(url, done)
        with pytest.raises(LedgerUnusable, match=told):
            await PostgresLedger(PostgresServer.at(url)).prepare()

    async def test_that_became_newer_meanwhile_is_written_to_no_more(
        self, ledger: PostgresLedger, url: str, postgres: PostgresRig
    ):
        postgres.sql(url, "UPDATE version SET number = 99")
        postgres.stop()
        postgres.start()
        with pytest.raises(LedgerFailure, match="was written by a newer voiced"):
            await ledger.save_batch("b1", batch_of("b1", a_row()))

    async def test_leaves_other_tables_of_the_database_alone(self, url: str, postgres: PostgresRig):
        postgres.sql(url, "CREATE TABLE public.transactions (theirs text)")
        ledger = PostgresLedger(PostgresServer.at(url))
        await ledger.save_batch("b1", batch_of("b1", a_row()))
        await ledger.close()
        assert postgres.sql(url, "SELECT count(*) FROM public.transactions") == [(0,)]

    async def test_needs_a_database_that_knows_chinese(self, postgres: PostgresRig):
        postgres.sql("postgres", "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0")
        with pytest.raises(LedgerUnusable, match=r"keeps text as LATIN1.*createdb --encoding UTF8"):
            await PostgresLedger(PostgresServer.at(postgres.url("latin"))).prepare()


class TestTheAddress:
    @pytest.mark.parametrize("url", ["postgresql://u:secret@[broken", "postgresql://u:secret@h/d?nothing=1"])
    def test_that_is_none_is_not_repeated(self, url: str):
        with pytest.raises(ConfigWrong, match="is no address of a database") as refused:
            PostgresServer.at(url)
        assert "secret" not in str(refused.value)

    async def test_lets_in_with_the_password_that_is_given_beside_it_and_no_other(
        self, postgres: PostgresRig
    ):
        postgres.guard("guarded", "right")
        url = postgres.empty_ledger().replace("voiced@", "guarded:wrong@")
        with pytest.raises(LedgerAway, match="password authentication failed") as refused:
            await PostgresLedger(PostgresServer.at(url)).prepare()
        assert "wrong" not in str(refused.value)
        ledger = PostgresLedger(PostgresServer.at(url, password="right"))  # noqa: S106 - the rig's
        await ledger.prepare()
        await ledger.close()

    async def test_is_shown_without_user_and_password(
        self, postgres: PostgresRig, tmp_path_factory: pytest.TempPathFactory
    ):
        nowhere = tmp_path_factory.mktemp("nowhere")
        url = f"postgresql://me:secret@/db?host={nowhere}"
        server = PostgresServer.at(url, password="hidden")  # noqa: S106 - looked for below
        ledger = PostgresLedger(server)
        with pytest.raises(LedgerAway) as failure:
            await ledger.vocabulary()
        for text in (str(failure.value), repr(server), server.where):
            assert "secret" not in text
            assert "hidden" not in text
