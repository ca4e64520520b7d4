"""The time and the accuracy of the local language rules, beside their peers in one run.

    python benchmarks/language.py [--rounds N] [--data DIRECTORY] [--json FILE]

Every round asks every contender every line once, one contender after the other, so that a busy moment of the machine
affects all of them. No answers are cached. Import, memory and the first answer are measured in fresh processes.
"""

from __future__ import annotations

import argparse
import gc
import json
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date
from importlib.metadata import version
from pathlib import Path
from statistics import median

from language_tasks import LOADERS, Case, Contender, Task, all_tasks, labels_told_apart
from needed import need

DATA = Path(__file__).parents[1] / "tests" / "data" / "eval"
FRESH_PROCESSES = 5
BUDGETS_US = {"intent": (20.0, 100.0), "entry": (200.0, None)}
"""Microseconds, median and 99th percentile, from the budgets of the project."""
PEERS = ("hassil", "jionlp", "rapidfuzz")


@dataclass(slots=True)
class Times:
    """Nanoseconds of a contender's calls, one list per round."""

    rounds: list[list[int]] = field(default_factory=list[list[int]])

    def percentile_us(self, share: float) -> float:
        """Over all lines and rounds, in microseconds."""
        return _percentile([each for one_round in self.rounds for each in one_round], share)

    def best_us(self, share: float) -> float:
        """The same within the round that was least disturbed."""
        return min(_percentile(one_round, share) for one_round in self.rounds)


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table; times in microseconds, ratios to voiced in the same run."""

    task: str
    contender: str
    lines: int
    rounds: int
    p50_us: float
    p99_us: float
    best_p50_us: float
    best_p99_us: float
    p50_ratio: float
    right: int
    critical: int


@dataclass(frozen=True, slots=True)
class Load:
    """The medians of the first answer in a fresh process."""

    contender: str
    import_ms: float
    first_answer_ms: float
    memory_mb: float
    processes: int


def _percentile(times_ns: Sequence[int], share: float) -> float:
    ordered = sorted(times_ns)
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)] / 1000


def measure(task: Task, rounds: int) -> list[Row]:
    """Time all contenders of a task, round by round, and judge their answers."""
    calls = [[contender.prepare(case) for case in task.cases] for contender in task.contenders]
    times = [Times() for _ in task.contenders]
    for prepared in calls:
        _time_round(prepared)  # compiles and builds what the first call builds; its cost stands under "load"
    for turn in range(rounds):
        for at in range(len(calls)):
            at_turn = (at + turn) % len(calls)
            times[at_turn].rounds.append(_time_round(calls[at_turn]))
    ours = times[0].best_us(0.5)
    return [
        _row(task, contender, taken, ours) for contender, taken in zip(task.contenders, times, strict=True)
    ]


def _time_round(calls: Sequence[Callable[[], object]]) -> list[int]:
    clock = time.perf_counter_ns
    taken: list[int] = []
    gc.collect()
    for call in calls:
        start = clock()
        call()
        taken.append(clock() - start)
    return taken


def _row(task: Task, contender: Contender, taken: Times, ours: float) -> Row:
    right, critical = judge(task, contender)
    return Row(
        task=task.name,
        contender=contender.name,
        lines=len(task.cases),
        rounds=len(taken.rounds),
        p50_us=taken.percentile_us(0.5),
        p99_us=taken.percentile_us(0.99),
        best_p50_us=taken.best_us(0.5),
        best_p99_us=taken.best_us(0.99),
        p50_ratio=taken.best_us(0.5) / ours,
        right=right,
        critical=critical,
    )


def judge(task: Task, contender: Contender) -> tuple[int, int]:
    """How many answers are right, and how many are wrong in a way that loses or writes a row."""
    right = critical = 0
    for case in task.cases:
        answer = contender.show(case, contender.prepare(case)())
        if _is_right(case, answer):
            right += 1
        elif task.is_critical(answer):
            critical += 1
    return right, critical


def _is_right(case: Case, answer: str) -> bool:
    """Whether each part of an answer is allowed."""
    parts = answer.split()
    return len(parts) == len(case.expected) and all(
        part in allowed for part, allowed in zip(parts, case.expected, strict=True)
    )


def measure_load(name: str) -> Load:
    """Start fresh processes that load one contender and answer once."""
    told = [
        json.loads(
            subprocess.run(
                [sys.executable, __file__, "--load", name], check=True, capture_output=True
            ).stdout.splitlines()[-1]
        )
        for _ in range(FRESH_PROCESSES)
    ]
    return Load(
        name,
        *(median(each[key] for each in told) for key in ("import_ms", "first_answer_ms", "memory_mb")),
        processes=FRESH_PROCESSES,
    )


def load(name: str) -> None:
    """In a fresh process: load, answer, and print the time and memory above a bare interpreter with this script."""
    memory = _resident_mb()
    start = time.perf_counter()
    answer = LOADERS[name]()
    loaded = time.perf_counter()
    answer()
    done = time.perf_counter()
    told = {
        "import_ms": (loaded - start) * 1000,
        "first_answer_ms": (done - loaded) * 1000,
        "memory_mb": _resident_mb() - memory,
    }
    print(json.dumps(told))


def _resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / 1e6


def print_times(rows: Sequence[Row]) -> None:
    """The table of times and answers."""
    print(
        f"{'task':11} {'contender':18} {'lines':>5} {'p50 µs':>9} {'p99 µs':>9} "
        f"{'best p50':>9} {'best p99':>9} {'× voiced':>9} {'right':>9} {'critical':>8}"
    )
    for row in rows:
        print(
            f"{row.task:11} {row.contender:18} {row.lines:5} {row.p50_us:9.1f} {row.p99_us:9.1f} "
            f"{row.best_p50_us:9.1f} {row.best_p99_us:9.1f} {row.p50_ratio:9.2f} "
            f"{f'{row.right}/{row.lines}':>9} {row.critical:8}"
        )


def print_budgets(rows: Sequence[Row]) -> bool:
    """Print each budget beside the least disturbed round; returns whether all are kept."""
    kept = True
    for row in rows:
        if row.contender != "voiced" or row.task not in BUDGETS_US:
            continue
        measured = (row.best_p50_us, row.best_p99_us)
        for name, budget, value in zip(("p50", "p99"), BUDGETS_US[row.task], measured, strict=True):
            if budget is not None:
                kept &= value <= budget
                print(
                    f"{row.task} {name}: {value:.1f} µs, budget {budget:.0f} µs: {'kept' if value <= budget else 'MISSED'}"
                )
    return kept


def print_loads(loads: Sequence[Load]) -> None:
    """The table of fresh processes."""
    print(f"{'in a fresh process':30} {'load ms':>9} {'first answer ms':>16} {'memory MB':>10}")
    for each in loads:
        print(
            f"{each.contender:30} {each.import_ms:9.1f} {each.first_answer_ms:16.2f} {each.memory_mb:10.1f}"
        )


def main() -> int:
    """Measure and print; returns 1 if a budget is missed."""
    parser = argparse.ArgumentParser(
        description="Time and judge the local language rules beside their peers."
    )
    parser.add_argument("--rounds", type=int, default=40, help="rounds over all lines (default 40)")
    parser.add_argument("--data", type=Path, default=DATA, help="directory of the labelled sentences")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there as well")
    parser.add_argument("--load", choices=sorted(LOADERS), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.load:
        load(options.load)
        return 0
    need("requirements/bench.txt", "hassil", "jionlp", "rapidfuzz")
    about = {
        "date": date.today().isoformat(),  # noqa: DTZ011 - the day this machine shows
        "python": platform.python_version(),
        "versions": {name: version(name) for name in PEERS},
        "rounds": options.rounds,
    }
    print(f"{about['date']}, Python {about['python']}, {about['versions']}, {options.rounds} rounds")
    rows = [row for task in all_tasks(options.data) for row in measure(task, options.rounds)]
    print_times(rows)
    told, lines = labels_told_apart(options.data)
    print(f"voiced tells all labels apart, correction and new_input too: {told}/{lines}\n")
    loads = [measure_load(name) for name in LOADERS]
    print_loads(loads)
    print()
    kept = print_budgets(rows)
    if options.json:
        figures = {**about, "rows": [asdict(row) for row in rows], "loads": [asdict(each) for each in loads]}
        options.json.write_text(json.dumps(figures, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return 0 if kept else 1


if __name__ == "__main__":
    raise SystemExit(main())
