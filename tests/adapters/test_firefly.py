"""Rows reach Firefly III once each, whatever breaks on the way. Against a stand-in, not a live server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from tests.support.firefly_server import TOKEN, FireflyServer, firefly_server
from tests.support.ledger_rows import a_row, batch_of
from voiced.adapters.exchange.firefly import Firefly, Outcome, open_firefly
from voiced.adapters.ledger.sqlite_ledger import SqliteLedger
from voiced.cli.main import main
from voiced.domain.transaction import TransactionType
from voiced.errors import ConfigWrong, PushFailure

LUNCH, PAY, MOVED = batch_of(
    "b",
    a_row(),
    a_row("9000", "工资", TransactionType.INCOME, account="银行卡", description=""),
    a_row("500", "还款", TransactionType.TRANSFER, account="银行卡", description="还信用卡"),
)


@pytest.fixture
async def server() -> AsyncGenerator[FireflyServer]:
    async with firefly_server() as running:
        yield running


@pytest.fixture
async def firefly(server: FireflyServer) -> AsyncGenerator[Firefly]:
    async with open_firefly(server.url, TOKEN, None) as opened:
        yield opened


async def test_a_row_is_stored_as_the_api_wants_it(server: FireflyServer, firefly: Firefly):
    assert await firefly.deliver(LUNCH) is Outcome.STORED
    assert server.stored == [
        {
            "type": "withdrawal",
            "date": "2026-11-21",
            "amount": "35.50",
            "currency_code": "CNY",
            "description": "午饭",
            "source_name": "现金",
            "destination_name": "餐饮",
            "category_name": "餐饮",
            "external_id": "b/0",
            "tags": ["voiced"],
        }
    ]


async def test_an_income_comes_from_its_category(server: FireflyServer, firefly: Firefly):
    await firefly.deliver(PAY)
    (stored,) = server.stored
    assert (stored["type"], stored["source_name"], stored["destination_name"]) == (
        "deposit",
        "工资",
        "银行卡",
    )
    assert stored["description"] == "工资"


async def test_a_transfer_needs_its_second_account(server: FireflyServer, firefly: Firefly):
    assert await firefly.deliver(MOVED) is Outcome.LEFT_OUT
    assert server.requests == []
    async with open_firefly(server.url, TOKEN, "信用卡") as other:
        assert await other.deliver(MOVED) is Outcome.STORED
    (stored,) = server.stored
    assert (stored["type"], stored["source_name"], stored["destination_name"]) == (
        "transfer",
        "银行卡",
        "信用卡",
    )


async def test_what_is_there_is_not_sent_again(server: FireflyServer, firefly: Firefly):
    await firefly.deliver(LUNCH)
    server.finds_too_much = True
    assert await firefly.deliver(LUNCH) is Outcome.KNOWN
    assert await firefly.deliver(PAY) is Outcome.STORED
    assert [split["external_id"] for split in server.stored] == ["b/0", "b/1"]
    assert server.requests.count("POST /api/v1/transactions") == 2


async def test_an_answer_that_was_lost_does_not_make_a_second_one(server: FireflyServer, firefly: Firefly):
    server.lost_answers = 1
    with pytest.raises(PushFailure, match="cannot be reached"):
        await firefly.deliver(LUNCH)
    assert await firefly.deliver(LUNCH) is Outcome.KNOWN
    assert len(server.stored) == 1


async def test_two_pushes_at_once_store_one(server: FireflyServer, firefly: Firefly):
    await firefly.deliver(LUNCH)
    server.blind = True
    assert await firefly.deliver(LUNCH) is Outcome.KNOWN
    assert len(server.stored) == 1


async def test_a_refusal_is_told_with_the_row_and_the_reason(server: FireflyServer, firefly: Firefly):
    server.accounts = frozenset({"银行卡"})
    with pytest.raises(PushFailure, match=r"the row of 2026-11-21, 35\.5 餐饮 .*valid source account.*现金"):
        await firefly.deliver(LUNCH)


async def test_a_wrong_token_is_wrong_input(server: FireflyServer):
    async with open_firefly(server.url, "another", None) as opened:
        with pytest.raises(ConfigWrong, match="refuses the token"):
            await opened.deliver(LUNCH)


@pytest.mark.parametrize(
    ("status", "error"), [(404, ConfigWrong), (302, ConfigWrong), (500, PushFailure), (429, PushFailure)]
)
async def test_other_answers_are_failures(
    status: int, error: type[Exception], server: FireflyServer, firefly: Firefly
):
    server.status = status
    with pytest.raises(error, match=str(status)):
        await firefly.deliver(LUNCH)


async def test_nobody_there_is_a_failure():
    async with open_firefly("http://127.0.0.1:1", TOKEN, None) as opened:
        with pytest.raises(PushFailure, match=r"cannot be reached at http://127\.0\.0\.1:1"):
            await opened.deliver(LUNCH)


@pytest.fixture
async def pushing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "ledger.db"
    ledger = await SqliteLedger.open(path)
    await ledger.save_batch("b", [LUNCH, PAY, MOVED])
    await ledger.close()
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("VOICED_LEDGER__PATH", str(path))
    monkeypatch.setenv("VOICED_FIREFLY_TOKEN", TOKEN)
    return path


async def push(*options: str) -> int:
    return await asyncio.to_thread(main, ["ledger", "push", "firefly", *options])


async def test_a_push_that_broke_off_goes_on_where_it_was(
    pushing: Path, server: FireflyServer, capsys: pytest.CaptureFixture[str]
):
    server.lost_answers = 1
    assert await push("--url", server.url) == 1
    assert (
        "0 rows are new there, 0 were there; run it again, it goes on from there" in capsys.readouterr().err
    )
    assert await push("--url", server.url) == 0
    assert (
        capsys.readouterr().out
        == "1 rows are new there, 1 were there, 1 transfers were left out (--transfers-to)\n"
    )
    assert await push("--url", server.url, "--since", "2026-11-22") == 0
    assert [split["external_id"] for split in server.stored] == ["b/0", "b/1"]


async def test_the_token_comes_from_a_credential_first(
    pushing: Path, server: FireflyServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "my.token").write_text(TOKEN + "\n")
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    monkeypatch.setenv("VOICED_FIREFLY_TOKEN", "another")
    assert await push("--url", server.url, "--token-credential", "my.token") == 0
    assert await push("--url", server.url) == 2


@pytest.mark.parametrize(
    "url", ["firefly.example.org", "ftp://x", "https://user:secret@host", "https://host/?a=b"]
)
async def test_a_wrong_address_is_wrong_input(url: str, pushing: Path, capsys: pytest.CaptureFixture[str]):
    assert await push("--url", url) == 2
    assert "write it as https://firefly.example.org" in capsys.readouterr().err


async def test_without_a_token_nothing_is_asked(
    pushing: Path, server: FireflyServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.delenv("VOICED_FIREFLY_TOKEN")
    assert await push("--url", server.url) == 2
    assert "there is no token: set $VOICED_FIREFLY_TOKEN" in capsys.readouterr().err
    assert server.requests == []
