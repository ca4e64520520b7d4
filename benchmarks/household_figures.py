"""The figures of a year of a household."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

CAUSES = "exception, 这次", "exception", "change, thing", "change, words", "other"


@dataclass
class Figures:
    """What happened in a year.

    Attributes:
        rows: all rows, and those of the last quarter.
        corrected: the rows that needed a correction, or were not understood.
        questions: what the daemon asked about a row, beside whether it is right.
        taken: the questions among them that suggested what the household wants.
        wrong: values that memory filled in and the household wants otherwise, by cause.
        offered: rows that were read back after the offer of an entry that comes again, from the second month on.
        offered_right: those that were right in amount, category and account.
        offered_changed: those that were wrong, and the first after a change.
        awaited: due days, from the second month on, before which the entry was not told.
        made: those of them on which it was offered.
        again: offers of an entry that was told within three days before its day.
        lost: rows that were given up.
        differing: confirmed rows that are not as the household wants them.
        seconds: how long the year took by the clock.
        remarks: the sentences behind these figures.
    """

    rows: Counter[str] = field(default_factory=Counter[str])
    corrected: Counter[str] = field(default_factory=Counter[str])
    questions: int = 0
    taken: int = 0
    wrong: Counter[str] = field(default_factory=Counter[str])
    offered: int = 0
    offered_right: int = 0
    offered_changed: int = 0
    awaited: int = 0
    made: int = 0
    again: int = 0
    lost: int = 0
    differing: int = 0
    seconds: float = 0.0
    remarks: list[str] = field(default_factory=list[str])

    def of_a_hundred(self, part: str) -> float:
        """The corrected rows of a hundred in the year or in its last quarter."""
        return 100 * self.corrected[part] / max(1, self.rows[part])


def report(name: str, without: Figures, figures: Figures) -> str:
    """The lines about a year without and with memory."""
    fewer = 1 - figures.corrected["year"] / without.corrected["year"]
    lines = [f"{name}: {figures.rows['year']} rows, {figures.rows['last quarter']} in the last quarter"]
    for part in ("year", "last quarter"):
        before, now = without.of_a_hundred(part), figures.of_a_hundred(part)
        lines.append(f"corrected rows of a hundred, {part}: {before:.1f} without memory, {now:.1f} with it")
    offered = f"{figures.offered_right} of {figures.offered} ({figures.offered_changed} wrong at a change)"
    given_up = f"{without.lost} without memory, {figures.lost} with it"
    lines += [
        f"corrected rows fall by {fewer:.0%}",
        f"wrong fills: {'; '.join(f'{cause} {figures.wrong[cause]}' for cause in CAUSES)}",
        f"questions: {without.questions} without memory, {figures.questions} with it, {figures.taken} of them a suggestion taken",
        f"entries that come again, right from the second month on: {offered}",
        f"offers of what was not told: {figures.made} of {figures.awaited}",
        f"offers of what was told within three days: {figures.again}",
        f"confirmed rows that differ from the wish: {figures.differing}; given up: {given_up}",
        f"seconds: {figures.seconds:.0f}",
    ]
    return "\n  ".join(lines)
