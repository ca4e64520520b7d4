"""The clauses of a sentence, each with the silence that follows it."""

from __future__ import annotations

import re

from msgspec import Struct

from voiced.language.text.expression import expression

_PAUSES_SECONDS = {
    **dict.fromkeys("、", 0.16),
    **dict.fromkeys("，,—…（(）)「」《》“”", 0.24),
    **dict.fromkeys("：:；;", 0.34),
    **dict.fromkeys("。.！!？?\n", 0.42),
}
_CLAUSE = expression(rf"[^{re.escape(''.join(_PAUSES_SECONDS))}]+")


class Clause(Struct, frozen=True):
    """Words that are said in one breath.

    Attributes:
        text: the words, without the punctuation around them.
        pause_seconds: the silence after them; 0 at the end of the sentence.
    """

    text: str
    pause_seconds: float


def clauses(sentence: str) -> tuple[Clause, ...]:
    """The clauses of a sentence. Where several marks stand between two clauses, the longest pause counts."""
    found = [match for match in _CLAUSE.finditer(sentence) if match[0].strip()]
    ends = [match.end() for match in found]
    starts = [match.start() for match in found[1:]]
    pauses = [_pause(sentence[end:start]) for end, start in zip(ends, starts, strict=False)]
    return tuple(Clause(match[0].strip(), pause) for match, pause in zip(found, (*pauses, 0.0), strict=False))


def _pause(between: str) -> float:
    return max((_PAUSES_SECONDS.get(mark, 0.0) for mark in between), default=0.0)
