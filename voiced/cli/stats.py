"""`voiced stats`: how long turns took, stage by stage."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from voiced.hearing.turn_summary import TurnSummary

_MEANINGS = {
    "speech": "first sample to last word",
    "endpoint": "last word to end of utterance",
    "recognition": "to final text",
    "decision": "to first sentence of the answer",
    "voice": "to its first sample",
    "answer": "last word to first sample in all",
    "cpu": "processor time, from end of utterance",
}


_EPILOG = """\
A turn is what you say and the answer to it. The file is kept by `voiced run`; the newest turns are read.

examples:
  voiced stats
  voiced stats --json     for a script
"""


class _Options(Protocol):
    file: Path | None
    json: bool


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:  # pyright: ignore[reportPrivateUsage]
    """Add the command."""
    command = commands.add_parser(
        "stats",
        help="how long answers took",
        description="Shows percentiles of each stage over the kept turns of `voiced run`. No words are kept of them.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("--file", type=Path, metavar="F", help="kept turns (default: those of `voiced run`)")
    command.add_argument("--json", action="store_true", help="one JSON object")
    command.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    import msgspec

    from voiced.adapters.machine.paths import default_turn_file
    from voiced.adapters.machine.turn_file import kept_turns
    from voiced.hearing.turn_summary import summary_of

    chosen = cast("_Options", options)
    file = chosen.file or default_turn_file()
    summary = summary_of(list(kept_turns(file)))
    if chosen.json:
        print(msgspec.json.encode(summary).decode())
    elif summary.turns:
        print(_table(summary))
    else:
        print(f"{file}: no turns are kept; talk to `voiced run` first")
    return 0


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
    return "\n".join(lines)
