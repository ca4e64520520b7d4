"""Every file and name that CONTRIBUTING.md and the architecture page give exists, and each recipe that the table names."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NAMED = re.compile(r"(?<![\w`])`([\w./*…-]+(?:/[\w.*…-]*|\.(?:py|js|ts|css|toml|md|tsv|txt)))`")
RECIPES = ROOT / "CONTRIBUTING.md"
TEXT = RECIPES.read_text(encoding="utf-8")
MOST_WORDS = 3000
"""The longest guide that a newcomer reads to the end."""
NAME = re.compile(r"(?<![\w`])`(\[?[A-Za-z_][\w.]*\]?)`")
NAME_IN_FILE = re.compile(r"`([A-Za-z_]\w*)`[^`|;:.]{0,12}\b(?:in|of)\s+`([\w./]+\.(?:py|toml|js|ts))`")
ARCHITECTURE = ROOT / "docs/architecture.md"
CARD = ROOT / "docs/card.md"
TEST = re.compile(r"def (test_\w+)\(")
PLACEHOLDER = re.compile(r"[A-Z]{3,}(?=[/_.]|$)|…")
"""NAME in `tests/cli/test_NAME.py` stands for a name, and … in `build_….py` for the rest of one."""


def named_in(page: Path) -> Iterator[str]:
    """The paths in a page, as patterns."""
    for path in NAMED.findall(page.read_text(encoding="utf-8")):
        yield path if path.endswith("README.md") else PLACEHOLDER.sub("*", path)


def words_in(file: Path) -> set[str]:
    return set(re.findall(r"\w+", file.read_text(encoding="utf-8")))


@cache
def words_of_the_code() -> set[str]:
    """Each word of the program and its tests."""
    files = (
        file
        for folder in ("voiced", "tests", "config", "scripts")
        for file in (ROOT / folder).rglob("*")
        if file.suffix in {".py", ".toml", ".js", ".ts", ".md", ""} and file.is_file()
    )
    return {word for file in files for word in words_in(file)}


def anchor_of(heading: str) -> str:
    """The address of a heading, as GitHub makes it."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def exists(path: str, *folders: str) -> bool:
    return any(any((ROOT / folder).glob(path.rstrip("/"))) for folder in folders)


@pytest.mark.parametrize("path", sorted(set(named_in(RECIPES))))
def test_recipes_name_files_that_exist(path: str) -> None:
    assert exists(path, ".", "voiced")


@pytest.mark.parametrize("name", sorted(set(NAME.findall(TEXT))))
def test_recipes_give_names_that_the_code_has(name: str) -> None:
    written = words_of_the_code()
    assert [part for part in re.findall(r"\w+", name) if part not in written] == []


@pytest.mark.parametrize(("name", "path"), sorted(set(NAME_IN_FILE.findall(TEXT))))
def test_recipes_give_names_in_the_file_that_has_them(name: str, path: str) -> None:
    file = next(ROOT / folder / path for folder in (".", "voiced") if (ROOT / folder / path).is_file())
    assert name in words_in(file)


def test_the_table_names_recipes_that_exist() -> None:
    headings = {anchor_of(heading) for heading in re.findall(r"^#+ (.+)$", TEXT, re.MULTILINE)}
    assert set(re.findall(r"\]\(#([^)]+)\)", TEXT)) - headings == set()


def test_each_recipe_is_in_the_table() -> None:
    recipes = {anchor_of(heading) for heading in re.findall(r"^### (.+)$", TEXT, re.MULTILINE)}
    assert recipes - set(re.findall(r"\]\(#([^)]+)\)", TEXT)) == set()


def test_the_recipes_are_short() -> None:
    assert len(TEXT.split()) <= MOST_WORDS


@pytest.mark.parametrize("path", sorted(set(named_in(ARCHITECTURE))))
def test_the_architecture_names_files_of_the_program(path: str) -> None:
    assert exists(path, ".", "voiced", "voiced/dialogue")


@pytest.mark.parametrize(
    "folder",
    sorted(
        str(package.parent.relative_to(ROOT / "voiced"))
        for pattern in ("*/__init__.py", "*/*/__init__.py")
        for package in (ROOT / "voiced").glob(pattern)
        if package.parent.parent.name != "language"  # The rooms of the language have a table of their own.
    ),
)
def test_the_architecture_names_each_folder(folder: str) -> None:
    assert f"`{folder}`" in ARCHITECTURE.read_text(encoding="utf-8")


def test_the_layers_of_the_architecture_are_those_that_are_checked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = next(
        contract["layers"]
        for contract in project["tool"]["importlinter"]["contracts"]
        if contract["name"] == "Layers point inwards"
    )
    assert " → ".join(layers) in ARCHITECTURE.read_text(encoding="utf-8")


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
