"""The record of the benchmarks holds a figure for every budget, as the catalogue reads it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.catalogue import BENCHMARKS, Benchmark, Figure

RECORD = json.loads(
    (Path(__file__).parents[2] / "benchmarks" / "results" / "budgets.json").read_text(encoding="utf-8")
)
FIGURES = [(benchmark, figure) for benchmark in BENCHMARKS for figure in benchmark.figures]


@pytest.mark.parametrize(("benchmark_", "figure"), FIGURES, ids=[figure.what for _, figure in FIGURES])
def test_the_record_has_it(benchmark_: Benchmark, figure: Figure):
    (recorded,) = [one for one in RECORD["figures"] if one["what"] == figure.what]
    assert recorded["budget"] == figure.budget
    assert recorded["measured"] is not None
    assert recorded["measured"] == figure.read(RECORD["outputs"][benchmark_.name])
    assert recorded["met"] == figure.is_met(recorded["measured"])
