"""`voiced stats`: the times of turns, stage by stage."""

from __future__ import annotations

from pathlib import Path

import msgspec

from voiced.adapters.machine.paths import default_turn_file
from voiced.adapters.machine.turn_file import kept_turns
from voiced.app.model_trust import trust_in_words, trust_of
from voiced.cli.command import CommandParser
from voiced.cli.terminal import print_json
from voiced.config import load_settings
from voiced.turn_times import TurnSummary, summary_of

_MEANINGS = {
    "speech": "first sample to last word",
    "endpoint": "last word to end of utterance",
    "recognition": "to final text",
    "decision": "to first sentence of the answer",
    "voice": "to its first sample",
    "answer": "last word to first sample in all",
    "cpu": "processor time, from end of utterance",
}

_MOST_SOURCES = 20
"""Sources of sent words that are shown."""

_EPILOG = """\
A turn is an utterance and the answer to it. `voiced run` keeps the times of the newest turns in a file, also those of
voice satellites and scripts, each with the name of its source.

examples:
  voiced stats
  voiced stats --json     for a script
"""


def define(command: CommandParser) -> None:
    """Define the command."""
    command.explain(
        "Shows percentiles of each stage over the newest turns of `voiced run`. The file holds times and names of sources, and no words.",
        _EPILOG,
    )
    command.add_argument("--file", type=Path, metavar="F", help="kept turns (default: those of `voiced run`)")
    command.add_argument("--json", action="store_true", help="one JSON object")
    command.add_config_option()
    command.run_with(_show)


def _show(*, file: Path | None, json: bool, config: Path | None) -> None:
    file = file or default_turn_file()
    summary = summary_of(list(kept_turns(file)))
    trust = trust_of(load_settings(config))
    standing = None if trust is None else trust.standing()
    if json:
        print_json({**msgspec.to_builtins(summary), "model": standing})
        return
    if summary.turns or summary.sent:
        print(_table(summary))
    else:
        print(f"{file}: holds no turns; talk to `voiced run` first")
    if standing is not None:
        print(f"language model: {trust_in_words(standing)}")


def _table(summary: TurnSummary) -> str:
    endings = ", ".join(f"{count} {ending}" for ending, count in summary.endings.items())
    lost = f"{summary.without_words} without words; {summary.dropped_frames} frames lost"
    lines = [
        f"{summary.turns} turns: {endings}; {lost}",
        "",
        f"{'seconds':<12}{'turns':>6}{'p50':>8}{'p90':>8}{'p99':>8}",
    ]
    for stage, times in summary.stages.items():
        lines.append(
            f"{stage:<12}{times.count:>6}{times.p50:>8.3f}{times.p90:>8.3f}{times.p99:>8.3f}  {_MEANINGS[stage]}"
        )
    if summary.sent:
        lines += ["", "words that were sent as text, to first sentence of the answer"]
    busiest = sorted(summary.sent.items(), key=lambda sent: -sent[1].count)
    for source, times in busiest[:_MOST_SOURCES]:
        name = source if source.isprintable() else repr(source)
        lines.append(f"{times.count:>18}{times.p50:>8.3f}{times.p90:>8.3f}{times.p99:>8.3f}  {name}")
    return "\n".join(lines)
