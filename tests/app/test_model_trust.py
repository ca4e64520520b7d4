"""How far the configured model is believed: the setting, the verdict, its age, and a revocation."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.support.now import NOW
from tests.support.verdicts import DIGEST, MODEL, URL, a_verdict
from voiced.adapters.machine.paths import trust_file
from voiced.adapters.machine.trust_file import TrustFile
from voiced.app.model_trust import (
    ModelTrust,
    asked_model,
    trust_in_words,
    trust_of,
    trust_of_gateway,
    trust_remedy,
)
from voiced.config import Llm, Settings
from voiced.gateway.check.verdict import CheckedModel
from voiced.ports.trust import CheckCause, TrustReason

PASSED, FAILED = (), (CheckCause.AMOUNTS, CheckCause.SLOW)


@dataclass
class Household:
    """A model, what is kept of it, and the time."""

    file: TrustFile
    time: datetime = NOW
    answering: str = ""
    asked: CheckedModel = field(default=MODEL)

    def trust(self, setting: str = "auto") -> ModelTrust:
        return ModelTrust(self.asked, setting, self.file, lambda: self.time, lambda: self.answering)

    def told(self, setting: str = "auto") -> str:
        return trust_in_words(self.trust(setting).standing())


@pytest.fixture
def household(tmp_path: Path) -> Household:
    return Household(TrustFile(tmp_path / "model-trust.json"))


def unmeasured(house: Household) -> None:
    pass


def passed(house: Household) -> None:
    house.file.keep(a_verdict())


def failed(house: Household) -> None:
    house.file.keep(a_verdict(causes=FAILED))


def old(house: Household) -> None:
    house.file.keep(a_verdict(at=NOW - timedelta(days=91)))


def revoked(house: Household) -> None:
    house.file.keep(a_verdict(at=NOW - timedelta(days=2)))
    house.file.revoke(MODEL, NOW - timedelta(days=1))


@pytest.mark.parametrize(
    ("kept", "setting", "told"),
    [
        (unmeasured, "auto", "weighed (never measured)"),
        (unmeasured, "full", "believed (llm.trust says so)"),
        (unmeasured, "weighed", "weighed (llm.trust says so)"),
        (passed, "auto", "believed (checked on 2026-11-21)"),
        (passed, "full", "believed (llm.trust says so)"),
        (passed, "weighed", "weighed (llm.trust says so)"),
        (failed, "auto", "weighed (measured on 2026-11-21 and failed: wrong amounts)"),
        (failed, "full", "believed (llm.trust says so)"),
        (old, "auto", "weighed (the check of 2026-08-22 is older than 90 days)"),
        (old, "full", "believed (llm.trust says so)"),
        (revoked, "auto", "weighed (revoked since 2026-11-20, because it began to fail)"),
        (revoked, "full", "weighed (revoked since 2026-11-20, because it began to fail)"),
        (revoked, "weighed", "weighed (llm.trust says so)"),
    ],
)
def test_setting_and_verdict_decide_together(
    household: Household, kept: Callable[[Household], None], setting: str, told: str
) -> None:
    kept(household)
    assert household.told(setting) == told
    assert household.trust(setting).believes == told.startswith("believed")


def test_a_verdict_holds_for_ninety_days(household: Household) -> None:
    passed(household)
    household.time = NOW + timedelta(days=90)
    assert household.trust().believes
    household.time += timedelta(seconds=1)
    assert not household.trust().believes


@pytest.mark.parametrize(
    ("kept", "told"),
    [
        (unmeasured, "voiced llm check measures it; a model that passes is believed"),
        (passed, ""),
        (failed, "use a larger model; then run voiced llm check"),
        (old, "voiced llm check measures it; a model that passes is believed"),
        (revoked, "voiced llm check measures it; a model that passes is believed"),
    ],
)
def test_the_operator_is_told_what_helps(
    household: Household, kept: Callable[[Household], None], told: str
) -> None:
    kept(household)
    assert trust_remedy(household.trust().standing()) == told


@pytest.mark.parametrize("setting", ["auto", "full"])
def test_a_model_that_begins_to_fail_is_weighed_until_it_passes_again(
    household: Household, setting: str, caplog: pytest.LogCaptureFixture
) -> None:
    passed(household)
    running, other = household.trust(setting), household.trust(setting)
    assert running.believes
    with caplog.at_level(logging.WARNING):
        running.revoke()
    assert "weighed until voiced llm check is passed" in caplog.text
    assert not running.believes
    assert not other.believes
    household.file.keep(a_verdict(causes=FAILED, at=NOW + timedelta(hours=1)))
    assert not running.believes
    household.file.keep(a_verdict(at=NOW + timedelta(hours=2)))
    assert running.believes


def test_a_revocation_that_cannot_be_kept_holds_in_this_process(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "state").write_text("in the way", encoding="utf-8")
    household = Household(TrustFile(tmp_path / "state" / "model-trust.json"))
    running = household.trust("full")
    running.revoke()
    assert running.standing().reason is TrustReason.REVOKED
    assert "the next start believes the model again" in caplog.text


def test_a_gateway_with_another_model_than_the_checked_one_is_unmeasured(household: Household) -> None:
    household.asked = CheckedModel("http://gateway", "", "structured")
    household.file.keep(a_verdict(model=replace(household.asked, model="large")))
    trust = household.trust()
    assert trust.believes
    household.answering = "small"
    assert trust.standing().reason is TrustReason.UNMEASURED
    household.answering = "large"
    assert trust.believes


def test_the_settings_name_the_model_as_the_check_does() -> None:
    assert asked_model(Settings()) is None
    assert trust_of(Settings()) is None
    own = Settings(llm=Llm(upstream_url=f"{URL}/", upstream_model="qwen"))
    assert asked_model(own) == MODEL
    behind = Settings(llm=Llm(base_url="http://gateway/", upstream_url=URL))
    assert asked_model(behind) == CheckedModel("http://gateway", "", "structured")


def test_profiles_share_what_is_known_of_a_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    common = trust_file()
    assert common == tmp_path / "voiced" / "model-trust.json"
    monkeypatch.setenv("VOICED_PROFILE", "anna")
    assert trust_file() == common
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "service"))
    assert trust_file() == tmp_path / "service" / "model-trust.json"


def test_a_gateway_believes_its_own_model_as_a_daemon_would(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    settings = Settings(llm=Llm(upstream_url=URL, upstream_model="qwen"))
    trust = trust_of_gateway(settings, None)
    assert not trust.believes
    TrustFile(trust_file()).keep(replace(a_verdict(), digest=DIGEST, measured_at=datetime.now().astimezone()))  # noqa: TID251 - as old as the clock says
    assert trust.believes
    of_file = trust_of_gateway(settings, Path("model.gguf"))
    assert (of_file.model.model, of_file.believes) == ("model", False)
