"""docs/dialogue.md is the table that the dialogue plays."""

from __future__ import annotations

from tests.dialogue.dialogue_table import PAGE, page


def test_the_page_shows_what_each_event_does() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tests.dialogue.dialogue_table"
