"""The result of a check: the finding, its severity and the remedy."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from msgspec import Struct


class CheckResult(StrEnum):
    """GOOD: the part works. DOUBTFUL: it works with a problem. BAD: it does not work."""

    GOOD = "good"
    DOUBTFUL = "doubtful"
    BAD = "bad"


class Finding(Struct, frozen=True):
    """One line of a check-up.

    Attributes:
        subject: the checked part: `microphone`, `ledger`.
        told: the finding, with figures.
        remedy: how to repair it; empty if all is well.
    """

    subject: str
    verdict: CheckResult
    told: str
    remedy: str = ""


def good(subject: str, told: str) -> Finding:
    """The part works."""
    return Finding(subject, CheckResult.GOOD, told)


def doubtful(subject: str, told: str, remedy: str) -> Finding:
    """The part works, but with a problem."""
    return Finding(subject, CheckResult.DOUBTFUL, told, remedy)


def bad(subject: str, told: str, remedy: str) -> Finding:
    """The part does not work."""
    return Finding(subject, CheckResult.BAD, told, remedy)


def failed(subject: str, error: Exception) -> Finding:
    """The part does not work. Our error messages give the fault, then a semicolon and the remedy."""
    told, _, remedy = str(error).partition("; ")
    return bad(subject, told, remedy)


def unreachable(subject: str, place: Path, error: OSError) -> Finding:
    """This user cannot read the place."""
    return bad(subject, f"{place}: {error.strerror}", "name another place, or open this one for this user")
