"""A command line that cannot be read is told in one line, with exit status 2."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from voiced.cli.main import main


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("", "voiced: the following arguments are required: COMMAND; see voiced --help\n"),
        ("run --louder", "voiced: unrecognized arguments: --louder; see voiced --help\n"),
        ("replay", "voiced replay: the following arguments are required: TURN; see voiced replay --help\n"),
        (
            "ledger undo",
            "voiced ledger undo: the following arguments are required: BATCH; see voiced ledger undo --help\n",
        ),
    ],
)
def test_a_mistake_is_one_line(typed: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as raised:
        main(typed.split())
    assert raised.value.code == 2
    assert capsys.readouterr().err == told


def test_a_place_that_is_shut_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def looked_at(_: Path) -> bool:
        # For root, as tests may run, no folder is shut.
        raise PermissionError(errno.EACCES, "Permission denied", "/shut/ledger.db")

    monkeypatch.setattr(Path, "exists", looked_at)
    assert (
        main(["ledger", "export", "--format", "csv", "--db", "/shut/ledger.db", "--config", "/dev/null"]) == 2
    )
    told = "voiced: /shut/ledger.db: Permission denied; name another place, or open this one\n"
    assert capsys.readouterr().err == told
