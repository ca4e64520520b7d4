"""What waiting costs: frames every 20 ms in real time, voice activity detection as configured by default.

The floor is the same loop with nobody listening. Microphone, recogniser and the rest of the daemon are not in it.
"""

from __future__ import annotations

import argparse
import asyncio
import time

from tests.support.noises import fan, silence, sound_of
from tests.support.recordings import frames
from voiced.app import voice_activity_of
from voiced.config import Settings
from voiced.hearing.frame import SAMPLE_RATE, AudioFrame
from voiced.ports import VoiceActivity

FRAME_SECONDS = 0.02
BUDGETS_PERCENT = {"silence": 0.5, "fan": 1.0}
"""Of a core, for the whole daemon; this is a part of it."""


class Nobody:
    """Listens to nothing."""

    def is_speech(self, frame: AudioFrame) -> bool:
        """No."""
        del frame
        return False

    def reset(self) -> None:
        """There is nothing to forget."""


def main() -> int:
    """Measure and print; 1 where detection alone is over the budget of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10, help="of each sound (default 10)")
    seconds: float = parser.parse_args().seconds
    over = 0
    for name, noise in {"silence": silence, "fan": fan}.items():
        pcm = sound_of(noise, seed=6, level=1_000, seconds=seconds)
        heard = list(frames(pcm))
        shares = [asyncio.run(_share(vad, heard)) for vad in (Nobody(), voice_activity_of(Settings()))]
        print(
            f"{name:8} {len(pcm) / 2 / SAMPLE_RATE:5.1f} s: loop {shares[0]:.2f} %, with detection {shares[1]:.2f} % "
            f"of a core (budget of the daemon {BUDGETS_PERCENT[name]} %)"
        )
        over += shares[1] - shares[0] > BUDGETS_PERCENT[name]
    return int(over > 0)


async def _share(vad: VoiceActivity, heard: list[AudioFrame]) -> float:
    """Percent of a core, all threads of the process counted."""
    began, spent = time.perf_counter(), time.process_time()
    for at, frame in enumerate(heard, start=1):
        await asyncio.sleep(max(0.0, began + at * FRAME_SECONDS - time.perf_counter()))
        vad.is_speech(frame)
    return 100 * (time.process_time() - spent) / (time.perf_counter() - began)


if __name__ == "__main__":
    raise SystemExit(main())
