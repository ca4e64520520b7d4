"""What all tests share: the record of which scenario each test proves, and who may run a real recogniser."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Generator
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import settings

from tests.support.postgres_rig import PostgresRig, postgres_rig
from voiced.adapters.ledger import outbox_delivery

# A machine that is busy with something else is slow, and no example is wrong for it.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")

LOADED_RECOGNISERS = {"whisper", "whisper_loader", "vosk", "guided"}
"""The fixtures that load real weights."""
NO_PROCESSOR = "THIS_TEST_NEEDS_THE_MARKER_SPEECH"
"""CTranslate2 knows no such processor and refuses it by name."""

_RECORD = os.environ.get("VOICED_SCENARIO_RECORD")


class ScenarioRecord:
    """Collects the outcome of every test marked `scenario(id, …)` and writes them as JSON at the end."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._ids: dict[str, tuple[str, ...]] = {}
        self._outcomes: dict[str, str] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            ids = [str(id_) for mark in item.iter_markers("scenario") for id_ in mark.args]
            if ids:
                self._ids[item.nodeid] = tuple(ids)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.nodeid in self._ids and (report.when == "call" or report.outcome != "passed"):
            self._outcomes[report.nodeid] = report.outcome

    def pytest_sessionfinish(self) -> None:
        record = [
            {"test": node, "scenarios": ids, "outcome": self._outcomes.get(node, "not run")}
            for node, ids in self._ids.items()
        ]
        self._path.write_text(json.dumps(record, ensure_ascii=False), encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    """Record scenarios where `scripts/scenarios` asks for it."""
    # looptime asks for the current event loop around every test. Without this, a test that is not async and
    # comes first would get one made, which nobody closes, and the warning hits whatever test runs later.
    asyncio.set_event_loop(None)
    if _RECORD:
        config.pluginmanager.register(ScenarioRecord(Path(_RECORD)), "scenario-record")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test that is given a loaded recogniser carries the marker `speech`."""
    unmarked = [
        item.nodeid
        for item in items
        if isinstance(item, pytest.Function)
        and LOADED_RECOGNISERS.intersection(item.fixturenames)
        and item.get_closest_marker("speech") is None
    ]
    if unmarked:
        raise pytest.UsageError(f"these need the marker speech: {', '.join(unmarked)}")


@pytest.fixture(autouse=True)
def whisper_needs_the_marker(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the marker `speech`, Whisper cannot be loaded in a test, nor in a child process of it.

    So `scripts/test-processors` finds all that depends on how a processor rounds.
    """
    if request.node.get_closest_marker("speech") is not None:
        return
    monkeypatch.setenv("CT2_FORCE_CPU_ISA", NO_PROCESSOR)
    # Where CTranslate2 was used before, it has read the variable already.
    if (engine := sys.modules.get("ctranslate2")) is not None:
        monkeypatch.setattr(engine.models, "Whisper", _refuse)


def _refuse(*_: object, **__: object) -> NoReturn:
    raise RuntimeError(NO_PROCESSOR)


@pytest.fixture(scope="session")
def postgres() -> Generator[PostgresRig]:
    """A PostgreSQL of our own; each test makes itself a database."""
    with postgres_rig() as rig:
        yield rig


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that is slow because the machine is busy does not count as away."""
    monkeypatch.setattr(outbox_delivery, "GRACE_SECONDS", 20.0)
