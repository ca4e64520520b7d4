"""What all tests share: the record of which scenario of the requirements each test proves."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.support.postgres_rig import PostgresRig, postgres_rig
from voiced.adapters.ledger import outbox_delivery

# A machine that is busy with something else is slow, and no example is wrong for it.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")

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


@pytest.fixture(scope="session")
def postgres() -> Generator[PostgresRig]:
    """A PostgreSQL of our own; each test makes itself a database."""
    with postgres_rig() as rig:
        yield rig


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that is slow because the machine is busy does not count as away."""
    monkeypatch.setattr(outbox_delivery, "GRACE_SECONDS", 20.0)
