"""Every type that docs/glossary.md names exists in voiced/, and every public class name exists only once."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
TERMS = sorted(set(re.findall(r"`([A-Z]\w+)`", GLOSSARY)))


def type_names(module: ast.Module) -> list[str]:
    """The public classes and unions that a module defines."""
    names: list[str] = []
    for node in module.body:
        match node:
            case ast.ClassDef(name=name) | ast.Assign(targets=[ast.Name(id=name)]) if name[0].isupper():
                names.append(name)
            case _:
                pass
    return [name for name in names if not name.isupper()]


DEFINED = Counter(
    name
    for path in sorted((ROOT / "voiced").rglob("*.py"))
    for name in type_names(ast.parse(path.read_text(encoding="utf-8")))
)


@pytest.mark.parametrize("term", TERMS)
def test_a_type_of_the_glossary_exists(term: str) -> None:
    assert term in DEFINED


def test_a_public_class_has_a_name_of_its_own() -> None:
    assert [name for name, count in DEFINED.items() if count > 1] == []
