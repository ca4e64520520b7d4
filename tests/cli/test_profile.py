"""Several people on one device: `voiced --profile NAME`."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx
import pytest

from voiced.adapters.machine.clocks import SystemClock
from voiced.app.build_card import open_card
from voiced.app.build_conversation import Surroundings, open_conversation, open_conversations
from voiced.app.build_ledger import ledger_of
from voiced.card.card import Card
from voiced.cli.main import main
from voiced.config import CardSettings, Settings, VoiceSettings


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path / variable))
    # What `--profile` sets is unset again with it.
    monkeypatch.setenv("VOICED_PROFILE", "")
    return tmp_path


def test_each_person_has_a_ledger(home: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["--profile", "anna", "categories", "add", "溪降"]) == 0
    assert main(["--profile", "ben", "categories", "list"]) == 0
    assert "溪降" not in capsys.readouterr().out.split("next session on")[1]
    found = sorted(str(path.relative_to(home)) for path in home.rglob("*.db"))
    assert found == [f"XDG_DATA_HOME/voiced/profiles/{name}/ledger.db" for name in ("anna", "ben")]


def test_each_person_has_a_memory(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What one taught changes no row of the other, and stays when the other forgets all."""

    def read_back(name: str) -> str:
        capsys.readouterr()
        assert main(["--profile", name, "ledger", "add", "猫砂50", "--yes", "--json"]) == 0
        return json.loads(capsys.readouterr().out)["question"]

    memory = home / "memory.json"
    habit = {"words": "猫砂", "type": "EXPENSE", "field": "category", "value": "日用", "count": 1}
    learnt = {"voiced_memory": 1, "habits": [habit | {"last_used": "2026-11-21T09:00:00+08:00"}]}
    memory.write_text(json.dumps(learnt), encoding="utf-8")
    assert main(["--profile", "anna", "memory", "import", str(memory)]) == 0
    assert read_back("ben") == "记录支出50元，宠物，确认吗？"
    assert "按上次记在日用" in read_back("anna")
    assert main(["--profile", "ben", "memory", "forget", "--all"]) == 0
    assert "按上次记在日用" in read_back("anna")


def test_the_variable_chooses_as_the_option_does(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("VOICED_PROFILE", "anna")
    assert main(["ledger", "check"]) == 2
    assert "voiced/profiles/anna/ledger.db: there is no such ledger" in capsys.readouterr().err


def test_a_profile_that_is_no_name_is_wrong_input(home: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["--profile", "../anna", "config", "check"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


async def test_a_browser_stays_at_the_cards_of_two_people(home: Path, monkeypatch: pytest.MonkeyPatch):
    async with AsyncExitStack() as stack:
        browser = await stack.enter_async_context(httpx.AsyncClient())
        addresses: list[str] = []
        for name in ("anna", "ben"):
            monkeypatch.setenv("VOICED_PROFILE", name)
            addresses.append(await stack.enter_async_context(a_card()))
        for address in addresses:
            assert (await browser.get(address)).status_code == 303
        assert sorted(browser.cookies) == ["voiced-anna", "voiced-ben"]
        for address in addresses:
            assert (await browser.get(address.split("?")[0])).status_code == 200


@asynccontextmanager
async def a_card() -> AsyncGenerator[str]:
    """The address of the card of the profile that is chosen."""
    card = Card()
    settings = Settings(card=CardSettings(port=0), voice=VoiceSettings(engine="none"))
    around = Surroundings(ledger_of(settings), SystemClock(), card)
    async with (
        open_conversation(settings, around) as conversation,
        open_conversations(settings, conversation, around) as conversations,
        open_card(settings, conversations, card, around) as served,
    ):
        yield served.place.address
