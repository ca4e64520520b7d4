"""What a check found, how bad it is, and what to do about it."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from msgspec import Struct


class CheckResult(StrEnum):
    """GOOD works, DOUBTFUL works but not as it could, BAD does not."""

    GOOD = "good"
    DOUBTFUL = "doubtful"
    BAD = "bad"


class Finding(Struct, frozen=True):
    """One line of a check-up.

    Attributes:
        subject: what was looked at: `microphone`, `ledger`.
        told: what was found, with figures.
        remedy: what to do; empty where there is nothing to do.
    """

    subject: str
    verdict: CheckResult
    told: str
    remedy: str = ""


def good(subject: str, told: str) -> Finding:
    """It works."""
    return Finding(subject, CheckResult.GOOD, told)


def doubtful(subject: str, told: str, remedy: str) -> Finding:
    """It works, but not as it could."""
    return Finding(subject, CheckResult.DOUBTFUL, told, remedy)


def bad(subject: str, told: str, remedy: str) -> Finding:
    """It does not work."""
    return Finding(subject, CheckResult.BAD, told, remedy)


def failed(subject: str, error: Exception) -> Finding:
    """It does not work; our own messages say what is wrong, and behind a semicolon what to do."""
    told, _, remedy = str(error).partition("; ")
    return bad(subject, told, remedy)


def unreachable(subject: str, place: Path, error: OSError) -> Finding:
    """It cannot be looked at by this user, or not at all."""
    return bad(subject, f"{place}: {error.strerror}", "name another place, or open this one for this user")
