"""The effect of an hour of noise (babble, a crowd, a fan and more) on the whole daemon with real recognition.

    python -m benchmarks.noise_hour WEIGHTS [SHARE]      the whole hour by default; a share of 0.1 plays six minutes

It runs at replay speed, with Whisper base about three times as fast as real time. Each noise is played to a listening
session, and again while a draft is open. The exit status is 1 if a draft was opened or changed, or a row was saved.
"""

from __future__ import annotations

import asyncio
import os
import platform
import sys
import tempfile
import time
from pathlib import Path

from tests.runtime.noisy_room import Endured, NoisyRoom
from tests.support.noises import (
    Noise,
    babble,
    breath,
    crowd,
    fan,
    hiss,
    hum,
    key_clicks,
    knocks,
    melody,
    rain,
    siren,
    sound_of,
)
from voiced.adapters.recognition.whisper_recognizer import WhisperRecognizer
from voiced.dialogue.values.state import Phase
from voiced.hearing.frame import BYTES_PER_SAMPLE, samples, seconds

PEOPLE: list[tuple[Noise, int]] = [(noise, level) for noise in (babble, crowd) for level in (300, 1000, 3000)]
THINGS: list[tuple[Noise, int]] = [
    *((fan, level) for level in (300, 1000, 3000)),
    *((key_clicks, level) for level in (300, 3000)),
    *((noise, 1000) for noise in (hiss, rain, hum, knocks, breath, melody, siren)),
]
PEOPLE_SECONDS, THINGS_SECONDS = 150.0, 75.0
"""The time of each noise, played twice: half an hour of people, half an hour of things."""
PIECE_SECONDS, QUIET_SECONDS = 11.0, 1.5
"""Silence after each piece ends an utterance that noise began, so that it is recognised."""


async def endure(weights: Path, share: float, folder: Path) -> list[Endured]:
    """Play all noises and print a line for each."""
    everything: list[Endured] = []
    room = NoisyRoom(folder / "ledger.db", lambda: WhisperRecognizer(weights))
    for noises, length in ((PEOPLE, PEOPLE_SECONDS), (THINGS, THINGS_SECONDS)):
        for noise, level in noises:
            for phase in (Phase.LISTENING, Phase.CONFIRMING):
                pieces = round(length * share / (PIECE_SECONDS + QUIET_SECONDS)) or 1
                seed = 100 * len(everything)
                pcm = b"".join(piece(noise, seed + number, level) for number in range(pieces))
                endured = await room.noise(pcm, phase)
                everything.append(endured)
                words = "; ".join(endured.understood) or "–"
                print(
                    f"| {noise.__name__.replace('_', ' ')} | {level} | {phase.value.lower()} | {seconds(len(pcm) // BYTES_PER_SAMPLE):.0f} "
                    f"| {endured.utterances} | {words} | {endured.drafts} | {endured.saved} |",
                    flush=True,
                )
    return everything


def piece(noise: Noise, seed: int, level: int) -> bytes:
    """A piece of noise with silence behind it."""
    sound = sound_of(noise, seed=seed, level=level, seconds=PIECE_SECONDS)
    return sound.ljust(samples(PIECE_SECONDS + QUIET_SECONDS) * BYTES_PER_SAMPLE, b"\0")


def main() -> None:
    """Print the table."""
    share = float(sys.argv[2]) if len(sys.argv) > 2 else 1.0
    began = time.monotonic()
    print(f"{platform.machine()}, Python {platform.python_version()}; ", end="")
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n")
    print("| noise | level | the daemon is | s | taken for speech | understood | drafts | saved |")
    print("|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        everything = asyncio.run(endure(Path(sys.argv[1]), share, Path(folder)))
    minutes = 2 * (len(PEOPLE) * PEOPLE_SECONDS + len(THINGS) * THINGS_SECONDS) / 60 * share
    drafts, saved = sum(one.drafts for one in everything), sum(one.saved for one in everything)
    print(f"\n{minutes:.0f} minutes of noise in {(time.monotonic() - began) / 60:.0f}: ", end="")
    print(f"{sum(one.utterances for one in everything)} utterances, of which ", end="")
    print(f"{sum(len(one.understood) for one in everything)} became words; ", end="")
    print(f"drafts opened or changed: {drafts}; saved: {saved}")
    sys.exit(1 if drafts or saved else 0)


if __name__ == "__main__":
    main()
