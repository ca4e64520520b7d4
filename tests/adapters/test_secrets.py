"""The card's secret over restarts, and on a disk that is full."""

from __future__ import annotations

import errno
import logging
import os
from pathlib import Path

import pytest

from voiced.adapters.machine.secrets import kept_token


def test_it_is_the_same_after_a_restart(tmp_path: Path) -> None:
    assert kept_token(tmp_path / "state/token") == kept_token(tmp_path / "state/token")


def test_on_a_full_disk_it_holds_until_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    caplog.set_level(logging.WARNING)
    monkeypatch.setattr(Path, "write_bytes", full)
    assert len(kept_token(tmp_path / "token")) == 43
    assert "No space left on device; the token in it changes with the next start" in caplog.text
