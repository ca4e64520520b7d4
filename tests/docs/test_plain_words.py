"""Documents and docstrings use nouns: no sentence says "nobody", "whoever" or "is none" in place of one."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
IN_PLACE_OF_A_NOUN = re.compile(r"\b(?:nobody|whoever|no one|(?:is|are|has|have) none)\b", re.IGNORECASE)
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *ROOT.glob("docs/*.md"),
    ROOT / "voiced/language/words/README.md",
    ROOT / "config/voiced.toml",
]
MODULES = [path for folder in ("voiced", "benchmarks") for path in (ROOT / folder).rglob("*.py")]


def sentences(path: Path) -> list[str]:
    """The docstrings of a module, or the lines of a document."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return text.splitlines()
    return [
        node.value.value
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    ]


@pytest.mark.parametrize("path", [*DOCUMENTS, *MODULES], ids=lambda path: str(path.relative_to(ROOT)))
def test_sentences_use_nouns(path: Path) -> None:
    assert [sentence for sentence in sentences(path) if IN_PLACE_OF_A_NOUN.search(sentence)] == []
