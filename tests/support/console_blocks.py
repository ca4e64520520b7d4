"""The commands and scripts in a document."""

from __future__ import annotations

import re
from pathlib import Path


def blocks(document: Path, language: str) -> list[str]:
    """The blocks that are marked as written in a language."""
    pattern = re.compile(rf"^```{language}\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    return pattern.findall(document.read_text(encoding="utf-8"))


def commands(document: Path) -> list[str]:
    """The lines of `console` blocks that are typed, in order: those that begin with `$`."""
    lines = "".join(blocks(document, "console")).splitlines()
    return [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]
