"""A command line that cannot be read is told in one line, with exit status 2."""

from __future__ import annotations

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


@pytest.mark.parametrize(
    "typed",
    ["ledger export --format csv --db {}", "ledger restore {}", "replay text:午饭35块 --offline --db {}"],
)
def test_a_place_that_cannot_be_is_one_line(typed: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*typed.format("x" * 300).split(), "--config", "/dev/null"]) == 2
    told = capsys.readouterr().err
    assert "xxx" in told
    assert told.endswith(": File name too long; name another place\n")
    assert told.count("\n") == 1
