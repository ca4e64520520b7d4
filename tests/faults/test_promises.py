"""What docs/reliability.md promises names tests that exist, and records that are there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
TESTS = sorted(set(re.findall(r"`(tests/[^`]+)`", PAGE)))
RECORDS = sorted(set(re.findall(r"\]\(\.\./([^)]+)\)", PAGE)))
COMMANDS = sorted(set(re.findall(r"`(scripts/[\w-]+)", PAGE)))


def test_it_names_tests_records_and_commands():
    assert len(TESTS) > 20
    assert RECORDS
    assert COMMANDS


@pytest.mark.parametrize("name", TESTS)
def test_each_test_exists(name: str):
    file, *names = name.split("::")
    body = ast.parse((ROOT / file).read_text(encoding="utf-8")).body
    for wanted in names:
        found = [
            node
            for node in body
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.name == wanted
        ]
        assert found, f"{file} has no {wanted}"
        body = found[0].body
    assert names


@pytest.mark.parametrize("path", [*RECORDS, *COMMANDS])
def test_each_record_and_command_exists(path: str):
    assert (ROOT / path).exists()
