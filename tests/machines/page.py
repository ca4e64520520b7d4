"""The lines of docs/install.md as they are typed, by heading."""

from __future__ import annotations

import re

from tests.machines.debian import ROOT
from tests.machines.weights import MODEL

_INSTALLING = "For "
PAGE = ROOT / "docs" / "install.md"


def lines(heading: str, mirror: str) -> list[str]:
    """The commands below a heading.

    The model named is the one whose weights can be had without its makers' server, and what needs it is installed with it;
    that is said by options which everybody has.
    """
    text = PAGE.read_text(encoding="utf-8")
    section = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if section is None:
        raise RuntimeError(f"{PAGE}: there is no heading {heading!r}")
    typed = re.findall(r"^\$ (.*)$", section.group(1), re.MULTILINE)
    return [_with_options(line, mirror) if heading.startswith(_INSTALLING) else line for line in typed]


def _with_options(line: str, mirror: str) -> str:
    if "voiced models fetch" in line:
        return line.replace("models fetch", f"models fetch {MODEL} --mirror {mirror}")
    if re.search(r"(scripts/install|voiced service install) --(user|system)$", line):
        return f"{line} --with whisper"
    return line
