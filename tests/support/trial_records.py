"""The committed records of the trials with other programs."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

_RECORDS = Path(__file__).parents[2] / "benchmarks/results"
_LINE = re.compile(r"^\| (\S.*?) \| (.*) \| (ok|FAIL.*|not run.*) \| +\d+ \|$", re.MULTILINE)


def checked_in(name: str) -> tuple[dict[str, dict[str, str]], str]:
    """The verdict on each check by its system, and the text of a record."""
    text = (_RECORDS / f"{name}.md").read_text(encoding="utf-8")
    verdicts: dict[str, dict[str, str]] = defaultdict(dict)
    for system, check, verdict in _LINE.findall(text):
        verdicts[system][check] = verdict
    return verdicts, text
