"""What a bank of recorded units costs in a process of its own: prints one JSON object. Run by benchmarks/voices.py."""

from __future__ import annotations

import argparse
import json
import os
import time
from pathlib import Path
from statistics import median, quantiles

from benchmarks.processes import memory_megabytes
from benchmarks.read_backs import read_backs
from voiced.adapters.machine.this_process import give_back_memory
from voiced.adapters.voice.bank_voice import BankVoice


def main() -> int:
    """Say the sentences once each and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bank", type=Path)
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int)
    options = parser.parse_args()
    texts = [read_back.text for read_back in read_backs(options.count, options.seed)]
    # Without the file's pages, which the kernel takes back when it needs them.
    before = memory_megabytes(os.getpid(), "Private_Dirty")
    voice = BankVoice(options.bank)
    voice.plan("好")
    seconds: list[float] = []
    sound_seconds, cpu = 0.0, time.process_time()
    for text in texts:
        began = time.perf_counter()
        sound_seconds += voice.said(text).seconds
        seconds.append(time.perf_counter() - began)
    # The daemon does the same after each utterance.
    give_back_memory()
    print(
        json.dumps(
            {
                "cpu": (time.process_time() - cpu) / sound_seconds,
                "p50_ms": 1000 * median(seconds),
                "p95_ms": 1000 * quantiles(seconds, n=20)[-1],
                "megabytes": memory_megabytes(os.getpid(), "Private_Dirty") - before,
            }
        )
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
