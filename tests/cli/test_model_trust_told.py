"""Doctor, stats and the check of the configuration say whether the language model is believed."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.support.scripted_llm import json_answer, run_in_thread
from tests.support.verdicts import MODEL, a_verdict
from voiced.adapters.machine.clocks import SystemClock
from voiced.adapters.machine.paths import trust_file
from voiced.adapters.machine.trust_file import TrustFile
from voiced.cli.main import main
from voiced.ports.trust import CheckCause

NOW = SystemClock().now()
DAY = f"{NOW:%Y-%m-%d}"


@pytest.fixture(autouse=True)
def _a_home_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"):
        monkeypatch.setenv(name, str(tmp_path / name))
    for name in ("STATE_DIRECTORY", "RUNTIME_DIRECTORY", "CREDENTIALS_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("VOICED_LLM__UPSTREAM_URL", MODEL.address)
    monkeypatch.setenv("VOICED_LLM__UPSTREAM_MODEL", MODEL.model)
    for section in ("ASR", "VOICE"):
        monkeypatch.setenv(f"VOICED_{section}__ENGINE", "none")
    monkeypatch.setenv("VOICED_CARD__PORT", "0")


def _keep(kind: str) -> None:
    file = TrustFile(trust_file())
    match kind:
        case "passed":
            file.keep(a_verdict(at=NOW))
        case "failed":
            file.keep(a_verdict(at=NOW, causes=(CheckCause.SLOW,)))
        case "old":
            file.keep(a_verdict(at=NOW - timedelta(days=100)))
        case "revoked":
            file.revoke(MODEL, NOW)
        case _:
            pass


STANDINGS = {
    "passed": f"believed (checked on {DAY})",
    "unmeasured": "weighed (never measured)",
    "failed": f"weighed (measured on {DAY} and failed: slow)",
    "old": f"weighed (the check of {NOW - timedelta(days=100):%Y-%m-%d} is older than 90 days)",
    "revoked": f"weighed (revoked since {DAY}, because it began to fail)",
}


@pytest.mark.parametrize("kind", STANDINGS)
def test_config_check_and_stats_say_it(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    _keep(kind)
    assert main(["config", "check"]) == 0
    assert capsys.readouterr().out.endswith(f": ok\nlanguage model: {STANDINGS[kind]}\n")
    assert main(["stats"]) == 0
    assert capsys.readouterr().out.endswith(f"first\nlanguage model: {STANDINGS[kind]}\n")


def test_a_script_reads_it_in_the_stats(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _keep("failed")
    assert main(["stats", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["model"]
    assert (told["believes"], told["reason"], told["cause"]) == (False, "failed", "slow")
    monkeypatch.delenv("VOICED_LLM__UPSTREAM_URL")
    assert main(["stats", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["model"] is None


def test_without_a_model_nothing_is_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("VOICED_LLM__UPSTREAM_URL")
    for command in (["config", "check"], ["stats"]):
        assert main(command) == 0
    assert "language model" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("kind", "verdict", "remedy"),
    [
        ("passed", "good", ""),
        ("unmeasured", "doubtful", "voiced llm check measures it; a model that passes is believed"),
        ("failed", "doubtful", "raise llm.parse_deadline_seconds"),
    ],
)
def test_the_doctor_says_it_with_what_helps(
    kind: str,
    verdict: str,
    remedy: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with run_in_thread(lambda path, body: json_answer({})) as model:
        monkeypatch.setenv("VOICED_LLM__UPSTREAM_URL", model.url)
        if kind != "unmeasured":
            causes = (CheckCause.SLOW,) if kind == "failed" else ()
            asked = replace(MODEL, address=model.url)
            TrustFile(trust_file()).keep(a_verdict(model=asked, at=NOW, causes=causes))
        main(["doctor", "--json", "--db", str(tmp_path / "ledger.db")])
    found: dict[str, dict[str, Any]] = {
        one["subject"]: one for one in json.loads(capsys.readouterr().out)["findings"]
    }
    told = found["model trust"]
    assert (told["verdict"], told["told"]) == (verdict, STANDINGS[kind])
    assert told["remedy"].startswith(remedy)
