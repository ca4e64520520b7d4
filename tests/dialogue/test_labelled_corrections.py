"""Every labelled correction in the daemon without a model: a change of what becomes of one is a difference in a file."""

from __future__ import annotations

from tests.dialogue.labelled_corrections import PLAYED, lines


def test_the_file_tells_what_becomes_of_every_correction() -> None:
    told = PLAYED.read_text(encoding="utf-8").splitlines()
    assert list(lines()) == told, (
        "read the difference that python -m tests.dialogue.labelled_corrections makes"
    )
