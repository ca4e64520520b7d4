"""The settings of a user whose home is the test's folder."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The configured place of the ledger; nothing is there yet."""
    path = tmp_path / "ledger.db"
    monkeypatch.setenv("VOICED_LEDGER__PATH", str(path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return path
