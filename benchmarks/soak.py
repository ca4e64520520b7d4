"""Whether memory stays flat over a day of audio, recognition scripted, at replay speed.

python -m benchmarks.soak [HOURS]      prints a table with a row per hour; 24 hours by default
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from tests.runtime.soaking import soak


def main() -> None:
    """Print the table."""
    hours = float(sys.argv[1]) if len(sys.argv) > 1 else 24.0
    began = time.monotonic()
    print("| hour | resident MB | utterances | rows saved | times real time |")
    print("|---:|---:|---:|---:|---:|")

    def tell(minute: int, kilobytes: int, utterances: int, rows: int) -> None:
        if minute == 5 or not minute % 60:
            speed = minute * 60 / (time.monotonic() - began)
            hour = "0:05" if minute == 5 else f"{minute // 60}:00"
            print(f"| {hour} | {kilobytes / 1000:.1f} | {utterances} | {rows} | {speed:.0f} |", flush=True)

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(soak(Path(folder) / "ledger.db", round(hours * 60), tell))


if __name__ == "__main__":
    main()
