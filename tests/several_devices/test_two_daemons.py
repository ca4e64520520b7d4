"""Two daemons with one ledger on a PostgreSQL: what is confirmed at one is in the books of both."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx
import pytest

from tests.card_server.houses import a_house_over
from tests.conversations.playing import Told
from tests.support.conversing import say, wake
from tests.support.ledger_files import rows_of
from tests.support.now import NOW
from tests.support.postgres_rig import PostgresRig
from voiced.adapters.machine.clocks import SampleClock
from voiced.app.build_card import open_card
from voiced.app.build_conversation import Surroundings, open_conversation, open_conversations
from voiced.app.build_ledger import LedgerPlace, ledger_of, open_ledger
from voiced.app.doctor import CheckResult, books
from voiced.card.card import Card
from voiced.cli.main import main
from voiced.config import CardSettings, LedgerSettings, Settings, VoiceSettings, load_settings
from voiced.domain.transaction import Transaction
from voiced.errors import ConfigWrong, LedgerUnusable
from voiced.runtime.conversation import Conversation
from voiced.runtime.watchers import Watchers

pytestmark = pytest.mark.usefixtures("patient")

MONTH = "这个月花了多少"


@pytest.fixture
def url(postgres: PostgresRig) -> str:
    return postgres.empty_ledger()


def settings_of(url: str, folder: Path) -> Settings:
    """The configuration of a device whose files are in `folder`."""
    ledger = LedgerSettings(path=str(folder / "ledger.db"), url=url)
    return Settings(ledger=ledger, voice=VoiceSettings(engine="none"), card=CardSettings(port=0))


class Device:
    """A daemon that is typed to, and what it said."""

    def __init__(self, conversation: Conversation, told: Told) -> None:
        self._conversation = conversation
        self._told = told

    async def says(self, *texts: str) -> str:
        """What it answers the last of these."""
        await say(self._conversation, *texts[:-1])
        self._told.lines.clear()
        await say(self._conversation, texts[-1])
        return "\n".join(self._told.lines)


@asynccontextmanager
async def a_daemon(url: str, folder: Path) -> AsyncGenerator[Device]:
    settings, told = settings_of(url, folder), Told()
    around = Surroundings(ledger_of(settings), SampleClock(NOW), told)
    async with open_conversation(settings, around) as conversation:
        await wake(conversation)
        yield Device(conversation, told)
        await conversation.stop()


async def rows_at(place: LedgerPlace) -> list[Transaction]:
    async with open_ledger(place) as ledger:
        return await rows_of(ledger)


@pytest.fixture
async def daemons(url: str, tmp_path: Path) -> AsyncGenerator[tuple[Device, Device]]:
    async with AsyncExitStack() as stack:
        kitchen, study = [
            await stack.enter_async_context(a_daemon(url, tmp_path / name)) for name in ("kitchen", "study")
        ]
        yield kitchen, study


async def test_rows_of_both_are_there_and_totals_agree(
    daemons: tuple[Device, Device], url: str, tmp_path: Path
):
    kitchen, study = daemons
    await kitchen.says("午饭35块", "确认")
    await study.says("打车18块", "确认")
    await asyncio.gather(kitchen.says("奶茶15块", "确认"), study.says("买菜42块5", "确认"))
    rows = await rows_at(ledger_of(settings_of(url, tmp_path / "third")))
    assert sorted(f"{row.amount} {row.description}" for row in rows) == [
        "15 奶茶",
        "18 打车",
        "35 午饭",
        "42.5 买菜",
    ]
    said = await kitchen.says(MONTH)
    assert "110.5元" in said
    assert "110.5元" in await study.says(MONTH)


async def test_each_takes_back_its_own_last_entry(daemons: tuple[Device, Device], url: str, tmp_path: Path):
    kitchen, study = daemons
    await kitchen.says("午饭35块", "确认")
    await study.says("打车18块", "确认")
    await kitchen.says("撤销刚才那笔", "确认")
    rows = await rows_at(ledger_of(settings_of(url, tmp_path / "third")))
    assert [row.description for row in rows] == ["打车"]


async def test_goes_on_while_the_server_is_away_and_says_so(
    daemons: tuple[Device, Device], url: str, tmp_path: Path, postgres: PostgresRig
):
    kitchen, study = daemons
    await kitchen.says("午饭35块", "确认")
    postgres.stop()
    try:
        assert "记好了" in await study.says("打车18块", "确认")
        assert "账本暂时连不上" in await study.says(MONTH)
    finally:
        postgres.start()
    assert "53元" in await study.says(MONTH)
    assert "53元" in await kitchen.says(MONTH)


async def test_a_change_while_the_server_is_away_is_not_promised(
    daemons: tuple[Device, Device], postgres: PostgresRig
):
    kitchen, _ = daemons
    await kitchen.says("午饭35块", "确认")
    postgres.stop()
    try:
        assert "改动可能没有生效" in await kitchen.says("撤销刚才那笔", "确认")
    finally:
        postgres.start()
    assert "35元" in await kitchen.says(MONTH)


async def test_starts_while_the_server_is_away(url: str, tmp_path: Path, postgres: PostgresRig):
    postgres.stop()
    try:
        async with a_daemon(url, tmp_path) as daemon:
            assert "记好了" in await daemon.says("午饭35块", "确认")
    finally:
        postgres.start()
    assert [row.description for row in await rows_at(ledger_of(settings_of(url, tmp_path)))] == ["午饭"]


async def test_the_card_looks_through_the_same_books(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    settings, card, told = settings_of(url, tmp_path), Card(), Told()
    around = Surroundings(ledger_of(settings), SampleClock(NOW), Watchers(told, card))
    async with (
        open_conversation(settings, around) as conversation,
        open_conversations(settings, conversation, around) as conversations,
        open_card(settings, conversations, card, around) as served,
        httpx.AsyncClient(follow_redirects=True) as browser,
    ):
        await wake(conversation)
        await say(conversation, "午饭35块", "确认")
        origin = served.place.address.partition("/?")[0]
        await browser.get(served.place.address)
        found = (await browser.get(f"{origin}/api/transactions", params={"words": "午"})).json()
        report = (await browser.get(f"{origin}/api/report", params={"month": f"{NOW:%Y-%m}"})).json()
        await conversation.stop()
    assert [row["description"] for row in found["rows"]] == ["午饭"]
    assert "35" in json.dumps(report)


async def test_a_waiting_row_is_undone_in_the_outbox(url: str, tmp_path: Path, postgres: PostgresRig):
    postgres.stop()
    try:
        async with a_daemon(url, tmp_path / "kitchen") as kitchen:
            await kitchen.says("午饭35块", "确认")
            assert "改动可能没有生效" not in await kitchen.says("撤销刚才那笔", "确认")
            await kitchen.says("打车18块", "确认")
    finally:
        postgres.start()
    rows = await rows_at(ledger_of(settings_of(url, tmp_path / "kitchen")))
    assert [row.description for row in rows] == ["打车"]


async def test_a_waiting_row_is_undone_on_the_card(
    url: str, tmp_path: Path, postgres: PostgresRig, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    place = ledger_of(settings_of(url, tmp_path))
    async with a_house_over(place, settings_of(url, tmp_path)) as house, house.browser() as browser:
        await house.wake()
        postgres.stop()
        try:
            await house.says("午饭35块", "确认")
            saved = house.card.state.saved
            assert saved
            batch = f"/api/batches/{saved[0].batch_id}"
            undone = await browser.post(f"{batch}/undo", json={})
            assert [row["description"] for row in undone.json()["rows"]] == ["午饭"]
            assert (await browser.get(batch)).json()["rows"] == []
            assert not house.card.state.saved, "it can be taken back no more"
        finally:
            postgres.start()
    assert await rows_at(place) == []


class TestTheCommands:
    @pytest.fixture(autouse=True)
    def _configured(self, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("VOICED_LEDGER__URL", url)
        monkeypatch.setenv("VOICED_LEDGER__PATH", str(tmp_path / "ledger.db"))
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "none"))

    async def test_export_what_is_on_the_server_and_what_waits(
        self, url: str, tmp_path: Path, postgres: PostgresRig, capsys: pytest.CaptureFixture[str]
    ):
        async with a_daemon(url, tmp_path) as daemon:
            await daemon.says("午饭35块", "确认")
            postgres.stop()
            try:
                await daemon.says("打车18块", "确认")
            finally:
                postgres.start()
        assert await asyncio.to_thread(main, ["ledger", "export", "--format", "jsonl"]) == 0
        exported = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert [row["description"] for row in exported] == ["午饭", "打车"]

    def test_arrange_the_names_there(self, capsys: pytest.CaptureFixture[str]):
        assert main(["categories", "add", "露营", "--words", "帐篷"]) == 0
        try:
            assert main(["categories", "list"]) == 0
            assert "露营\t0\t帐篷" in capsys.readouterr().out
            assert main(["categories", "rename", "露营", "野营"]) == 0
        finally:
            assert main(["categories", "remove", "野营"]) == 0

    def test_that_are_for_a_file_say_so(self, capsys: pytest.CaptureFixture[str]):
        assert main(["ledger", "backup"]) == 2
        assert "the ledger is on a server (ledger.url)" in capsys.readouterr().err


async def test_a_check_up_tells_whether_the_server_is_there(url: str, tmp_path: Path, postgres: PostgresRig):
    place = ledger_of(settings_of(url, tmp_path))
    assert not isinstance(place, Path)
    there = await books.server(place)
    postgres.stop()
    try:
        away = await books.server(place)
    finally:
        postgres.start()
    assert (there.verdict, away.verdict) == (CheckResult.GOOD, CheckResult.DOUBTFUL)
    assert "entries that wait for it: 0" in there.told
    assert "look after the server" in away.remedy


async def test_a_check_up_tells_what_the_server_refuses_each_time(
    url: str, tmp_path: Path, postgres: PostgresRig
):
    place = ledger_of(settings_of(url, tmp_path))
    assert not isinstance(place, Path)
    postgres.stop()
    try:
        async with a_daemon(url, tmp_path) as kitchen:
            await kitchen.says("午饭35块", "确认")
    finally:
        postgres.start()
    postgres.sql(url, "UPDATE categories SET name = '吃喝' WHERE name = '餐饮'")
    try:
        async with open_ledger(place) as ledger:
            assert [row async for row in ledger.rows()] == []
        found = [await books.server(place) for _ in range(2)]
    finally:
        postgres.sql(url, "UPDATE categories SET name = '餐饮' WHERE name = '吃喝'")
    assert [one.verdict for one in found] == [CheckResult.DOUBTFUL] * 2
    assert all("it refuses 1 of them" in one.told and "餐饮" in one.told for one in found)


class TestALedgerThatIsNamedNoMore:
    """What was confirmed for it while it was away is kept for it, and somebody says so."""

    AWAY = "postgresql://me@/household?host=/nowhere-at-all"

    @pytest.fixture
    async def folder(self, tmp_path: Path) -> Path:
        async with a_daemon(self.AWAY, tmp_path) as kitchen:
            await kitchen.says("午饭35块", "确认")
        return tmp_path

    async def test_is_told_where_a_file_took_its_place(self, folder: Path, caplog: pytest.LogCaptureFixture):
        place = ledger_of(settings_of("", folder))
        assert isinstance(place, Path)
        assert await rows_at(place) == []
        assert "1 confirmed entries wait beside" in caplog.text
        found = await books.ledger(place)
        assert found.verdict is CheckResult.DOUBTFUL
        assert "ledger.url" in found.remedy

    async def test_gets_what_waits_and_no_other_ledger_does(self, folder: Path, url: str):
        place = ledger_of(settings_of(url, folder))
        with pytest.raises(
            LedgerUnusable, match=r"1 confirmed entries wait for the ledger .*/nowhere-at-all/"
        ):
            await rows_at(place)
        assert not isinstance(place, Path)
        assert (await books.server(place)).verdict is CheckResult.BAD
        assert await rows_at(ledger_of(settings_of(url, folder / "third"))) == []

    async def test_leaves_nothing_of_what_was_known_of_it(
        self, url: str, tmp_path: Path, postgres: PostgresRig
    ):
        postgres.sql(url, "INSERT INTO categories (name, type, position) VALUES ('猫', 'EXPENSE', 0)")
        try:
            async with open_ledger(ledger_of(settings_of(url, tmp_path))) as ledger:
                assert "猫" in [one.name for one in (await ledger.vocabulary()).categories]
        finally:
            postgres.sql(url, "DELETE FROM categories WHERE name = '猫'")
        async with open_ledger(ledger_of(settings_of(self.AWAY, tmp_path))) as ledger:
            assert "猫" not in [one.name for one in (await ledger.vocabulary()).categories]


def test_a_password_is_shown_by_nobody(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setenv("VOICED_LEDGER__URL", "postgresql://me:secret@nowhere/db")
    monkeypatch.setenv("VOICED_LEDGER__PASSWORD", "hidden")
    assert main(["config", "show"]) == 0
    shown = capsys.readouterr().out
    assert "secret" not in shown
    assert "hidden" not in shown
    place = ledger_of(load_settings())
    assert "secret" not in repr(place)
    assert "hidden" not in repr(place)


@pytest.mark.parametrize("url", ["mysql://me:secret@host/db", "host/db"])
def test_another_kind_of_address_is_wrong_and_is_not_repeated(url: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("VOICED_LEDGER__URL", url)
    with pytest.raises(ConfigWrong, match=r'ledger\.url: this value is not valid; use "" or a URL') as wrong:
        load_settings()
    assert url not in str(wrong.value)


def test_without_the_driver_says_what_to_install(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    place = ledger_of(settings_of(url, tmp_path))
    monkeypatch.delitem(sys.modules, "voiced.adapters.ledger.postgres_server", raising=False)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(LedgerUnusable, match=r"scripts/install --with postgres"):
        asyncio.run(rows_at(place))


def test_a_password_comes_from_a_credential(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    (tmp_path / "ledger.password").write_text("hidden\n")
    place = ledger_of(Settings(ledger=LedgerSettings(url="postgresql://me@nowhere/db")))
    assert not isinstance(place, Path)
    assert place.password == "hidden"  # noqa: S105 - what the file holds
