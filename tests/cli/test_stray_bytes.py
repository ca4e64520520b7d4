"""Bytes that are no UTF-8 reach a typed turn through a pipe or an argument; no ledger takes what they become."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from voiced.cli.main import main


def test_chat_saves_what_was_typed_around_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = "午饭".encode() + b"\xff35\n" + "确认\n".encode()
    # As the standard input is where no locale is set, as in a unit of systemd.
    stdin = io.TextIOWrapper(io.BytesIO(typed), encoding="utf-8", errors="surrogateescape")
    monkeypatch.setattr(sys, "stdin", stdin)
    assert main(["chat", "--offline", "--db", str(tmp_path / "ledger.db")]) == 0
    assert "记好了，还有吗？" in capsys.readouterr().out


def test_replay_refuses_them_before_anything_is_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "text:午饭35", "text:\udcff3", "--offline"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == "voiced: 'text:\\udcff3': is not UTF-8 text; type it anew\n"
