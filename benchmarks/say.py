"""Random sentences and blunders over HTTP, thousands of them: unconfirmed rows and server errors.

    python -m benchmarks.say [--calls N] [--phones N] [--seed N]

Each phone has a token and its own connections to a card that is really served, over a real ledger. A row in the ledger must
have stood in the draft that its phone was shown before it sent words that may save. The exit status is 1 if a row did not, or if
an answer had a status of 500 or more.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path

from msgspec.structs import replace

from tests.card_server.fuzzed_sayings import Outcome, fuzz
from tests.card_server.houses import SETTINGS, a_house
from voiced.config import SaySettings

FASTEST = SaySettings(per_minute=6000)
_SERVER_ERROR = 500


async def measured(folder: Path, calls: int, phones: int, seed: int) -> tuple[Outcome, int]:
    """What came of the calls, and how many rows are in the ledger."""
    async with a_house(folder, replace(SETTINGS, say=FASTEST)) as house:
        tokens = [house.phone(f"phone {number}").token for number in range(phones)]
        outcome = await fuzz(house.origin, tokens, folder / "ledger.db", calls, seed)
        return outcome, len(await house.written())


def main() -> int:
    """Send the calls and print the record."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--calls", type=int, default=10_000)
    parser.add_argument("--phones", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_STATE_HOME"] = folder
        outcome, rows = asyncio.run(measured(Path(folder), options.calls, options.phones, options.seed))
    seconds = time.perf_counter() - begun
    broken = sum(count for status, count in outcome.statuses.items() if status >= _SERVER_ERROR)
    print(f"{options.calls} calls of {options.phones} phones with seed {options.seed} in {seconds:.0f} s\n")
    print("| status | answers |\n|---:|---:|")
    for status, count in sorted(outcome.statuses.items()):
        print(f"| {status} | {count} |")
    print(f"\n{outcome.confirmations} sentences might save; {rows} rows are in the ledger, ", end="")
    print(f"{len(outcome.faults)} faults, {broken} server errors, {outcome.late} late answers, ", end="")
    print(f"{outcome.cut_off} connections that ended before an answer")
    for fault in outcome.faults[:20]:
        print(f"- {fault}")
    return 1 if outcome.faults or broken else 0


if __name__ == "__main__":
    sys.exit(main())
