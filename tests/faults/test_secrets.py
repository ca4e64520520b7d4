"""Keys and passwords are seen by nobody who looks at logs, events, traces, the card or the configuration as shown."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from tests.card_server.houses import SETTINGS, a_house, hears
from tests.support.scripted_llm import Answer, json_answer, run_in_thread
from voiced.cli.main import main
from voiced.config import SECRETS

ROOT = Path(__file__).parents[2]
CANARY = "canary-7f3a9c"


def variable(key: str) -> str:
    return "VOICED_" + key.upper().replace(".", "__")


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Every secret is a canary, and the configuration is nobody's."""
    home = {"XDG_CONFIG_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path)}
    secrets = {variable(key): CANARY for key in SECRETS if not key.endswith("url")}
    return {**os.environ, **home, **secrets}


def shown(environment: dict[str, str], *arguments: str) -> str:
    """Everything that a command prints, at its most talkative."""
    ran = subprocess.run(
        [sys.executable, "-m", "voiced", "-v", *arguments],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return ran.stdout


TURNS = ("text:吃饭花了60，打车30", "text:第一笔改成61", "text:全部确认")


def test_a_gateway_that_repeats_its_key_is_not_repeated(environment: dict[str, str], tmp_path: Path):
    """Both in an answer of use and in one of none; the key did go out."""
    answers = iter([json_answer({"error": f"bad key {CANARY}"}, 401), Answer(f"<{CANARY}>".encode())] * 3)
    with run_in_thread(lambda path, body: next(answers)) as server:
        output = shown(environment, "replay", "--json", "--llm", server.url, *TURNS)
        assert server.requests[0].headers["authorization"] == f"Bearer {CANARY}"
    assert "HTTP status 401" in output
    assert '"saved"' in output
    assert CANARY not in output
    assert not [
        path for path in tmp_path.rglob("*") if path.is_file() and CANARY.encode() in path.read_bytes()
    ]


def test_a_model_that_repeats_its_key_is_not_repeated(environment: dict[str, str]):
    with run_in_thread(lambda path, body: json_answer({"error": CANARY}, 403)) as server:
        environment |= {"VOICED_LLM__UPSTREAM_URL": server.url, "VOICED_LLM__UPSTREAM_MODEL": "stand-in"}
        output = shown(environment, "replay", "--json", *TURNS)
        assert server.requests[0].headers["authorization"] == f"Bearer {CANARY}"
    assert "403" in output
    assert CANARY not in output


def test_the_doctor_does_not_tell_them(environment: dict[str, str]):
    url = f"postgresql://me:{CANARY}@/household?host=/nowhere-at-all"
    told = shown(environment | {"VOICED_LEDGER__URL": url}, "doctor", "--json")
    assert "nowhere-at-all" in told
    assert CANARY not in told


class TestTheConfiguration:
    @pytest.fixture(autouse=True)
    def secrets(self, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch):
        for name, value in environment.items():
            monkeypatch.setenv(name, value)

    def test_is_shown_without_them(self, capsys: pytest.CaptureFixture[str]):
        assert main(["config", "show"]) == 0
        assert CANARY not in capsys.readouterr().out

    @pytest.mark.parametrize("key", sorted(SECRETS))
    def test_names_one_that_is_wrong_and_does_not_repeat_it(
        self, key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ):
        section, name = key.split(".")
        file = tmp_path / "voiced.toml"
        file.write_text(f'[{section}]\n{name} = ["{CANARY}"]\n', encoding="utf-8")
        monkeypatch.delenv(variable(key), raising=False)
        assert main(["config", "check", "--config", str(file)]) == 2
        complaint = capsys.readouterr().err
        assert key in complaint
        assert CANARY not in complaint


async def test_the_card_does_not_tell_its_password(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    caplog.set_level("DEBUG")
    settings = msgspec.structs.replace(SETTINGS, card=msgspec.structs.replace(SETTINGS.card, password=CANARY))
    async with a_house(tmp_path, settings) as house, house.page() as page:
        told = json.dumps(await hears(page))
        async with house.browser() as browser:
            pages = [(await browser.get(path)).text for path in ("/", "/api/vocabulary", "/api/nothing")]
    assert CANARY not in "".join((told, *pages, caplog.text))
