"""What was checked and how it came out: one line a check."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

_MOST_OF_A_REASON = 2000


class NotRun(Exception):  # noqa: N818 - named by what it is, as in voiced.errors
    """A check could not be made here; the message says why."""


@dataclass(frozen=True, slots=True)
class Line:
    """A check.

    Attributes:
        where: the system.
        sentence: what must hold.
        verdict: "ok", "FAIL" or "not run".
        reason: of one that is not ok.
        seconds: how long it took.
    """

    where: str
    sentence: str
    verdict: str
    reason: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Check:
    """What must hold on a system.

    Attributes:
        sentence: what.
        holds: returns where it does, and raises AssertionError where it does not.
        is_needed: whether every check after it needs it.
    """

    sentence: str
    holds: Callable[[], None]
    is_needed: bool = False


@dataclass(slots=True)
class Record:
    """The checks of a run, printed as they are made."""

    lines: list[Line] = field(default_factory=list[Line])

    @property
    def failed(self) -> int:
        """How many checks failed."""
        return sum(line.verdict == "FAIL" for line in self.lines)

    def go_through(self, where: str, checks: Sequence[Check]) -> None:
        """Make the checks in their order."""
        broken = ""
        for check in checks:
            if broken:
                self._note(Line(where, check.sentence, "not run", f"needs: {broken}", 0))
                continue
            line = self._made(where, check)
            self._note(line)
            if check.is_needed and line.verdict != "ok":
                broken = check.sentence

    def not_run(self, where: str, sentence: str, reason: str) -> None:
        """Note a check that is not made."""
        self._note(Line(where, sentence, "not run", reason, 0))

    def _made(self, where: str, check: Check) -> Line:
        began = time.monotonic()
        verdict, reason = "ok", ""
        try:
            check.holds()
        except NotRun as error:
            verdict, reason = "not run", str(error)
        except Exception as error:  # noqa: BLE001 - whatever it is, the next check is made
            verdict, reason = "FAIL", f"{type(error).__name__}: {error}"[-_MOST_OF_A_REASON:]
        return Line(where, check.sentence, verdict, reason, time.monotonic() - began)

    def _note(self, line: Line) -> None:
        self.lines.append(line)
        reason = f": {line.reason}" if line.reason else ""
        print(
            f"{line.verdict:<8}{line.where:<20} {line.sentence}{reason}  ({line.seconds:.1f} s)", flush=True
        )


def same(found: object, wanted: object) -> None:
    """Hold what was found against what must be there."""
    assert found == wanted, f"{found!r} in place of {wanted!r}"


def as_markdown(lines: Sequence[Line]) -> str:
    """The checks as a table."""
    rows = (
        f"| {line.where} | {line.sentence} | {line.verdict}{_in_a_cell(line.reason)} | {line.seconds:.0f} |"
        for line in lines
    )
    return "\n".join(["| system | check | verdict | seconds |", "|---|---|---|---:|", *rows, ""])


def _in_a_cell(reason: str) -> str:
    return f": {' '.join(reason.split())}".replace("|", "\\|") if reason else ""
