"""Regular expressions that are compiled when they are first needed.

The rules hold some 150 of them. Compiling them all takes a tenth of a second on a server and half of one on a Raspberry
Pi, which whoever starts the daemon, or asks for one sentence, need not wait for: `compile_all` does it while nobody speaks.
"""

from __future__ import annotations

import re
from typing import cast

_METHODS = ("findall", "finditer", "fullmatch", "match", "search", "split", "sub")


class _Expression:
    """Has no methods until one is asked for; from then on it has those of the compiled pattern, at no further cost."""

    __slots__ = ("pattern", *_METHODS)

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern

    def __getattr__(self, name: str) -> object:
        compiled = re.compile(self.pattern)
        for method in _METHODS:
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


_EXPRESSIONS: list[_Expression] = []
"""All of them; complete when the rules are imported."""


def expression(pattern: str) -> re.Pattern[str]:
    """A pattern to keep at the head of a module. A mistake in it is an error (`re.error`) where it is first used."""
    made = _Expression(pattern)
    _EXPRESSIONS.append(made)
    return cast("re.Pattern[str]", made)


def compile_all() -> None:
    """Compile what was not needed yet, so that the first sentence does not wait for it."""
    for one in _EXPRESSIONS:
        getattr(one, "search")  # noqa: B009 - asking is what compiles it
