"""Regular expressions that are compiled when they are first needed.

The rules hold about 300 expressions. Compiling them takes a tenth of a second of processor time on a server and half a
second on a Raspberry Pi. A start, or a command that reads one sentence, need not wait for that: `compile_all` compiles
the rest while the room is silent.
"""

from __future__ import annotations

import re
from functools import cached_property


class Expression:
    """A regular expression with the methods of `re.Pattern`.

    The first use of a method compiles the expression. Later calls go straight to the method of the compiled pattern.
    """

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The compiled pattern. The first use raises `re.error` for a faulty expression."""
        return re.compile(self.pattern)

    @cached_property
    def search(self):
        """`re.Pattern.search`."""
        return self.compiled.search

    @cached_property
    def match(self):
        """`re.Pattern.match`."""
        return self.compiled.match

    @cached_property
    def fullmatch(self):
        """`re.Pattern.fullmatch`."""
        return self.compiled.fullmatch

    @cached_property
    def finditer(self):
        """`re.Pattern.finditer`."""
        return self.compiled.finditer

    @cached_property
    def findall(self):
        """`re.Pattern.findall`."""
        return self.compiled.findall

    @cached_property
    def split(self):
        """`re.Pattern.split`."""
        return self.compiled.split

    @cached_property
    def sub(self):
        """`re.Pattern.sub`."""
        return self.compiled.sub


_EXPRESSIONS: list[Expression] = []
"""Every expression of the rules. The list is complete when all rules are imported."""


def expression(pattern: str) -> Expression:
    """An expression for the head of a module; `compile_all` compiles it."""
    made = Expression(pattern)
    _EXPRESSIONS.append(made)
    return made


def compile_all() -> None:
    """Compile the expressions that are still unused, to save the first sentence from waiting."""
    for one in _EXPRESSIONS:
        _ = one.compiled
