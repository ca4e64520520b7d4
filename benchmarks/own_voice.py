"""`voiced voice record` from the first prompt to the last, with a synthetic household at the microphone of the rig.

    python -m benchmarks.own_voice [PROMPTS]      all by default; in real time, 4 s a prompt

The household is the voice of the test bank (tests/audio/syllables): recorded syllables of a person, joined. It says what the
screen shows, and says it again where the recogniser did not understand. Two sessions: the second asks what the first left out.
The exit status is 1 if fewer than nine prompts of ten were recorded.
"""

from __future__ import annotations

import asyncio
import platform
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.support.household import Recorded, record_voice
from tests.support.pulse_rig import pulse_rig
from tests.support.recorded_units import SYLLABLES, bank_in
from voiced.adapters.voice.bank_file import Bank
from voiced.app.build_voice import bank_voice
from voiced.config import VoiceSettings
from voiced.speaking.unit_plan import plan

LEAST_SHARE = 0.9
READ_BACK = "记录支出四十六元，餐饮，确认吗？"


async def main(arguments: Sequence[str]) -> int:
    """Record, print what came of it, and return the exit status."""
    only = ("--only", arguments[0]) if arguments else ()
    with tempfile.TemporaryDirectory(prefix="rig-") as folder, tempfile.TemporaryDirectory() as data:
        place = Path(data)
        (place / "models").mkdir()
        (place / "models" / "voice-bank").symlink_to(SYLLABLES)
        household = bank_voice(bank_in(place / "household"), VoiceSettings())
        async with pulse_rig(Path(folder)) as rig:
            sessions: list[tuple[Recorded, float]] = []
            for _ in range(2):
                began = time.monotonic()
                done = await record_voice(rig, place, household.synthesize, *only)
                sessions.append((done, time.monotonic() - began))
                if done.status == 0:
                    break
        units = Bank(place / "models" / "voice-own").repertoire
        print(f"{platform.machine()}, Python {platform.python_version()}")
        result = "0 of 1 prompts"
        print("session | prompts asked | asked again | refused for good | minutes | result")
        for number, (done, seconds) in enumerate(sessions, 1):
            told = (line.partition(": ")[2] for line in done.lines if "prompts are recorded" in line)
            result = next(told, result)
            again = sum(count - 1 for count in done.asked.values())
            skipped = sum("先跳过" in line for line in done.lines)
            print(
                f"{number} | {len(done.asked)} | {again} | {skipped} | {seconds / 60:.1f} | {result}",
                flush=True,
            )
        missing = [line for line in sessions[-1][0].lines if line.startswith("missing")]
        print(*missing)
        print(f"{READ_BACK} is joined from", " ".join(piece.unit or "?" for piece in plan(READ_BACK, units)))
        recorded, asked = map(int, result.split(" prompts")[0].split(" of "))
        return 0 if recorded >= LEAST_SHARE * asked else 1


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main(sys.argv[1:])))
