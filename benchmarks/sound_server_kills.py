"""Whether a session outlives the sound server: PulseAudio is killed many times under `voiced run` on the rig.

    python -m benchmarks.sound_server_kills [KILLS]      20 by default; in real time, 5 s a kill

One draft is open from the first word to the last. An entry is added after every fifth kill, and the draft is confirmed at
the end: all entries must be in the ledger, in one batch. The exit status is 1 if they are not, or if the session ended.
"""

from __future__ import annotations

import asyncio
import os
import platform
import statistics
import sys
import tempfile
import time
from pathlib import Path

from tests.support.ledger_files import rows_in
from tests.support.pulse_rig import pulse_rig
from tests.support.recordings import CONVERSATIONS
from tests.support.spoken_daemon import spoken_daemon

FIRST, MORE, YES = (CONVERSATIONS / "append_item" / f"{turn}.wav" for turn in (1, 2, 3))
MORE_EVERY = 5
SETTINGS = {"VOICED_VOICE__RATE_WORDS_PER_MINUTE": "400", "VOICED_VOICE__EARCONS": "false"}


async def outlive(kills: int, folder: Path) -> bool:
    """Kill the server so many times and print the result; returns whether the session and all entries survived."""
    back: list[float] = []
    database = folder / "ledger.db"
    async with pulse_rig(folder) as rig, spoken_daemon(rig, database, settings=SETTINGS) as daemon:
        await daemon.listens()
        await daemon.hears(FIRST)
        for kill in range(1, kills + 1):
            await rig.restart()
            began = time.monotonic()
            await daemon.logs("the microphone is back", kill)
            await rig.listener()
            back.append(time.monotonic() - began)
            if not kill % MORE_EVERY:
                await daemon.hears(MORE)
        await daemon.hears(YES)
        states = [event["state"] for event in daemon.told("state")]
        losses = len(daemon.told("error"))
        unheard = daemon.log.count("was not heard")
        await daemon.stop()
    amounts = [str(row.amount) for row in await rows_in(database)]
    wanted = ["60", *["15"] * (kills // MORE_EVERY)]
    print(f"kills: {kills}; losses told: {losses}; answers that were not heard: {unheard}")
    print(f"states: {' → '.join(states)}")
    print(
        f"seconds until the microphone was heard again: p50 {statistics.median(back):.2f}, most {max(back):.2f}"
    )
    print(f"rows in the ledger: {', '.join(amounts)}; said: {', '.join(wanted)}")
    return "IDLE" not in states and amounts == wanted


def main() -> None:
    """Print the result of the session."""
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    print(f"{platform.machine()}, Python {platform.python_version()}", end="; ")
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    # Not the default folder for such things: the path of a socket is short.
    with tempfile.TemporaryDirectory(prefix="rig-") as folder:
        sys.exit(0 if asyncio.run(outlive(kills, Path(folder))) else 1)


if __name__ == "__main__":
    main()
