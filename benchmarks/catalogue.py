"""The benchmarks of the budgets: how each is run, and where its figures are in its output."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of the budgets.

    Attributes:
        what: its name in the budgets.
        unit: the unit of the figure and its limit.
        limit: the budget.
        pattern: finds the figure, its only group.
        at_least: whether more is better.
    """

    what: str
    unit: str
    limit: float
    pattern: str
    at_least: bool = False

    def read(self, output: str) -> float | None:
        """The figure in the benchmark's output, 0 for one below the resolution; None if it is missing."""
        found = re.search(self.pattern, output)
        return None if found is None else float((found[1] or "0").replace(",", ""))

    def is_met(self, measured: float) -> bool:
        """Whether the budget is kept."""
        return measured >= self.limit if self.at_least else measured <= self.limit

    @property
    def budget(self) -> str:
        """The limit in words."""
        return f"{'at least' if self.at_least else 'at most'} {self.limit:g} {self.unit}"


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A benchmark, Python's arguments to run it, and its figures."""

    name: str
    arguments: Sequence[str]
    figures: Sequence[Figure]


def _row(label: str, column: int) -> str:
    """A figure in a column of a Markdown table, counted from 1 behind the label."""
    skipped = r"[^|\n]*\|" * (column - 1)
    return rf"\| {re.escape(label)} \|{skipped} *([\d.,]+)"


BENCHMARKS = (
    Benchmark(
        "language",
        ("benchmarks/language.py", "--rounds", "20"),
        (
            Figure("Layer 1 classification, p50", "µs", 20, r"intent p50: ([\d.]+)"),
            # The budget of 20 µs is of a machine on which hassil takes 137.
            Figure(
                "hassil's p50 for the same",
                "× ours",
                6.85,
                r"intent +hassil(?: +[\d.]+){5} +([\d.]+)",
                at_least=True,
            ),
            Figure("Layer 1 classification, p99", "µs", 100, r"intent p99: ([\d.]+)"),
            Figure("local parse of one sentence, p50", "µs", 200, r"entry p50: ([\d.]+)"),
        ),
    ),
    Benchmark(
        "recognition",
        ("-m", "benchmarks.recognition_peers", "--every", "4"),
        (
            Figure("end of speech → final text, p50", "s", 0.8, r"text p50: ([\d.]+) s"),
            Figure("CPU per utterance", "s", 1.2, r"processor time an utterance: ([\d.]+) s"),
        ),
    ),
    Benchmark(
        "answer",
        ("-m", "benchmarks.rig_latency", "8"),
        (
            Figure(
                "of our own before the answer to a local command",
                "ms",
                30,
                r"answer comes (?:(\d+) ms later|\d+ ms sooner)",
            ),
            Figure(
                "decision → first sample, p50", "ms", 50, _row("… from the decision to the first sample", 2)
            ),
        ),
    ),
    Benchmark(
        "idle",
        ("-m", "benchmarks.idle_cpu", "--rounds", "3"),
        (
            Figure(
                "idle CPU, silence", "% of a core", 0.5, _row("silence | all of the daemon (budget 0.5)", 2)
            ),
            Figure(
                "idle CPU, fan noise", "% of a core", 1.0, _row("fan | all of the daemon (budget 1.0)", 2)
            ),
        ),
    ),
    Benchmark(
        "resources",
        ("-m", "benchmarks.resources"),
        (
            Figure(
                "everything but recognition, while listening",
                "% of a core",
                2,
                _row("listening but recognition, % of a core", 1),
            ),
            Figure(
                "replay without recognition",
                "× real time",
                100,
                _row("replay without recognition, times real time", 1),
                at_least=True,
            ),
            Figure("resident without a recognition model", "MB", 90, _row("resident without a model, MB", 1)),
            Figure("resident with Whisper base int8", "MB", 260, _row("resident with Whisper base, MB", 1)),
            Figure("voiced --version", "ms", 120, _row("voiced --version, least ms", 1)),
            Figure(
                "to listening, without model load",
                "ms",
                600,
                _row("to listening without a model, least ms", 1),
            ),
        ),
    ),
    Benchmark(
        "commit",
        ("-m", "benchmarks.ledger_commit"),
        (
            Figure(
                "commit of a batch of ten, WAL + FULL", "× raw sqlite3", 2.5, r"ratio of the medians ([\d.]+)"
            ),
        ),
    ),
    Benchmark(
        "month",
        ("-m", "benchmarks.month_report"),
        (Figure("month report at 1,000,000 rows", "ms", 3, r"1,000,000 rows  spent +p50 +([\d.]+) ms"),),
    ),
    Benchmark(
        "bills",
        ("-m", "benchmarks.bill_import"),
        (
            Figure(
                "import of a bill of 5,000 lines against 100,000 rows", "s", 5, r"by the clock ([\d.]+) s"
            ),
            Figure("its peak memory", "MB", 150, r"peak memory (\d+) MB"),
        ),
    ),
    Benchmark(
        "questions",
        ("-m", "benchmarks.questions"),
        (
            Figure("reading a question, p50", "µs", 300, r"reading   p50 +([\d.]+) µs"),
            Figure(
                "an answer at 100,000 rows, p95",
                "ms",
                20,
                r" 100,000 rows   p50 +[\d.]+ ms   p95 +([\d.]+) ms",
            ),
            Figure(
                "an answer at 1,000,000 rows, p95",
                "ms",
                200,
                r"1,000,000 rows   p50 +[\d.]+ ms   p95 +([\d.]+) ms",
            ),
        ),
    ),
    Benchmark(
        "gateway",
        ("-m", "benchmarks.gateway_overhead"),
        (
            Figure(
                "gateway, p50 added",
                "× a bare httpx hop",
                1.4,
                r"\| p50 added \| at most 1.4 \| ([\d.]+)",
            ),
            Figure(
                "gateway, requests a second of a core",
                "× a bare httpx hop",
                0.7,
                r"\| requests a second of a core \| at least 0.7 \| ([\d.]+)",
                at_least=True,
            ),
        ),
    ),
    Benchmark(
        "household",
        ("-m", "benchmarks.household_year", "--seeds", "2"),
        (
            Figure(
                "corrections that memory saves in a year, least", "%", 50, r"\(least (\d+)%\)", at_least=True
            ),
            Figure("rows that memory changed unasked", "rows", 0, r"corrections? before: (\d+)"),
            Figure("reading a sentence with memory, added", "µs", 50, r"and (-?[\d.]+) µs more with it"),
        ),
    ),
)
