"""Every file that CONTRIBUTING.md and the architecture page name exists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NAMED = re.compile(r"(?<![\w`])`([\w./*…-]+(?:/[\w.*…-]*|\.(?:py|js|ts|css|toml|md|tsv|txt)))`")
RECIPES = ROOT / "CONTRIBUTING.md"
ARCHITECTURE = ROOT / "docs/architecture.md"
CARD = ROOT / "docs/card.md"
TEST = re.compile(r"def (test_\w+)\(")
PLACEHOLDER = re.compile(r"[A-Z]{3,}(?=[/_.]|$)|…")
"""NAME in `tests/cli/test_NAME.py` stands for a name, and … in `build_….py` for the rest of one."""


def named_in(page: Path) -> Iterator[str]:
    """The paths in a page, as patterns."""
    for path in NAMED.findall(page.read_text(encoding="utf-8")):
        yield path if path.endswith("README.md") else PLACEHOLDER.sub("*", path)


def exists(path: str, *folders: str) -> bool:
    return any(any((ROOT / folder).glob(path.rstrip("/"))) for folder in folders)


@pytest.mark.parametrize("path", sorted(set(named_in(RECIPES))))
def test_recipes_name_files_from_the_root(path: str) -> None:
    assert exists(path, ".")


@pytest.mark.parametrize("path", sorted(set(named_in(ARCHITECTURE))))
def test_the_architecture_names_files_of_the_program(path: str) -> None:
    assert exists(path, ".", "voiced", "voiced/dialogue")


def test_the_promises_of_the_page_name_tests_that_exist() -> None:
    promised = set(re.findall(r"`(test_\w+)`", CARD.read_text(encoding="utf-8")))
    written = {
        name for file in (ROOT / "tests").rglob("test_*.py") for name in TEST.findall(file.read_text("utf-8"))
    }
    assert promised
    assert promised <= written


def test_a_file_that_is_missing_is_found() -> None:
    assert not exists("voiced/dialogue/no_such_module.py", ".")
    assert sum(1 for _ in named_in(RECIPES)) > 100
