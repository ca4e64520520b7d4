"""What `scripts/try-machine` takes from the page and from the checkout is there, and its verdicts are those of its checks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.machines import page
from tests.machines.checkout import Repository
from tests.machines.record import Check, NotRun, Record, as_markdown

HEADINGS = (
    "What it needs", "For you, at a desktop", "For a machine without a desktop", "Upgrade", "Remove",
)  # fmt: skip


@pytest.mark.parametrize("heading", HEADINGS)
def test_the_page_has_lines_to_type_below_each_heading(heading: str) -> None:
    assert page.lines(heading, "http://mirror") != []


def test_options_of_documented_lines_exist() -> None:
    lines = page.lines("For you, at a desktop", "http://mirror")
    assert "scripts/install --user --with whisper" in lines
    assert "voiced models fetch faster-whisper-base --mirror http://mirror" in lines


def test_the_repository_has_an_older_version_to_upgrade_from(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "voiced.git")
    repository.release()
    assert sorted(path.name for path in (tmp_path / "voiced.git/refs/tags").iterdir()) == [
        "v0.0.10",
        "v0.0.9",
    ]


def test_a_check_is_ok_failed_or_not_run_and_what_needs_a_failed_one_is_not_run() -> None:
    def fails() -> None:
        raise AssertionError("two\nlines")

    def cannot() -> None:
        raise NotRun("no clock")

    record = Record()
    checks = [
        Check("a", lambda: None),
        Check("b", cannot),
        Check("c", fails, is_needed=True),
        Check("d", fails),
    ]
    record.go_through("here", checks)
    assert [line.verdict for line in record.lines] == ["ok", "not run", "FAIL", "not run"]
    assert record.failed == 1
    assert "| here | c | FAIL: AssertionError: two lines | 0 |" in as_markdown(record.lines)
    assert record.lines[3].reason == "needs: c"
