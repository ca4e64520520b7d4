"""Runs all benchmarks of the budgets: a table, the figures as JSON, and the scaling curves as a chart.

    python -m benchmarks [NAME ...] [--out DIRECTORY]

It writes budgets.md, budgets.json and scaling.svg. Each benchmark runs in a process of its own with its usual output,
which budgets.json keeps. The exit status is 1 if a budget or a figure is missed. On two busy cores all benchmarks take a
quarter of an hour. It needs requirements/bench.txt; the peers make an environment of their own.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.catalogue import BENCHMARKS, Benchmark, Figure
from benchmarks.chart import svg
from benchmarks.needed import need
from voiced.adapters.machine.clocks import SystemClock

CHECKOUT = Path(__file__).resolve().parent.parent
SCALING = "scaling"


@dataclass(frozen=True, slots=True)
class Measured:
    """A figure, or None if it was not found."""

    benchmark: str
    what: str
    budget: str
    unit: str
    measured: float | None
    met: bool


def run(benchmark: Benchmark) -> str:
    """The output of a benchmark."""
    print(f"{benchmark.name}: {' '.join(benchmark.arguments)}", file=sys.stderr, flush=True)
    command = [sys.executable, *benchmark.arguments]
    ran = subprocess.run(
        command, cwd=CHECKOUT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    return ran.stdout


def read(benchmark: Benchmark, figure: Figure, output: str) -> Measured:
    """A figure in the output."""
    value = figure.read(output)
    met = value is not None and figure.is_met(value)
    return Measured(benchmark.name, figure.what, figure.budget, figure.unit, value, met)


def table(figures: list[Measured]) -> str:
    """The budgets, one per line."""
    lines = ["| what | budget | measured | met |", "|---|---:|---:|---|"]
    for one in figures:
        measured = "not found" if one.measured is None else f"{one.measured:g} {one.unit}"
        lines.append(f"| {one.what} | {one.budget} | {measured} | {'yes' if one.met else 'NO'} |")
    return "\n".join(lines)


def scale(folder: Path) -> str:
    """Measure the curves and draw them; returns the output."""
    figures = folder / "scaling.json"
    output = run(Benchmark(SCALING, ("-m", "benchmarks.scaling", "--json", str(figures)), ()))
    curves = json.loads(figures.read_text(encoding="utf-8"))
    by_size = {
        grows: {name: {int(size): value for size, value in curve.items()} for name, curve in lines.items()}
        for grows, lines in curves.items()
    }
    (folder / "scaling.svg").write_text(svg(by_size), encoding="utf-8")
    return output


def main() -> int:
    """Run, write, print."""
    names = [benchmark.name for benchmark in BENCHMARKS] + [SCALING]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(names)}; all by default")
    parser.add_argument("--out", type=Path, default=CHECKOUT / ".cache" / "benchmarks", metavar="DIRECTORY")
    options = parser.parse_args()
    wanted = options.names or names
    if unknown := set(wanted) - set(names):
        parser.error(f"unknown: {', '.join(sorted(unknown))}; there are {', '.join(names)}")
    if "language" in wanted:
        need("requirements/bench.txt", "hassil", "jionlp", "rapidfuzz")
    options.out.mkdir(parents=True, exist_ok=True)
    loads = [os.getloadavg()[0]]
    outputs, figures = dict[str, str](), list[Measured]()
    for benchmark in BENCHMARKS:
        if benchmark.name in wanted:
            outputs[benchmark.name] = run(benchmark)
            figures += [read(benchmark, figure, outputs[benchmark.name]) for figure in benchmark.figures]
            loads.append(os.getloadavg()[0])
    if SCALING in wanted:
        outputs[SCALING] = scale(options.out)
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    when = f"{SystemClock().now():%Y-%m-%d %H:%M %Z}"
    head = f"{when}; {machine}; load of the machine {min(loads):.1f} to {max(loads):.1f}"
    details = "\n\n".join(f"## {name}\n\n```\n{output.strip()}\n```" for name, output in outputs.items())
    report = f"# Budgets\n\n`python -m benchmarks`, {head}.\n\n{table(figures)}\n\n{details}\n"
    (options.out / "budgets.md").write_text(report, encoding="utf-8")
    document = {
        "when": when,
        "machine": machine,
        "loads": loads,
        "figures": [asdict(one) for one in figures],
        "outputs": outputs,
    }
    (options.out / "budgets.json").write_text(
        json.dumps(document, ensure_ascii=False, indent=1), encoding="utf-8"
    )
    print(f"{head}\n\n{table(figures)}\n\nwritten to {options.out}")
    return 0 if all(one.met for one in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
