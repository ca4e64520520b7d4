"""Many sentences in one string, as they are read best: separated by |, on as many lines as needed."""

from __future__ import annotations


def said(block: str) -> list[str]:
    """The sentences of a block."""
    return [sentence for sentence in block.replace("\n", "").split("|") if sentence]
