"""What capture costs while nothing is said: processor time and memory of the daemon's side and of the child process.

Run on a PulseAudio of its own, without a sound card: `.venv/bin/python -m benchmarks.capture_idle [SECONDS]`.
"""

from __future__ import annotations

import asyncio
import os
import resource
import sys
import tempfile
import time
from contextlib import aclosing
from pathlib import Path

from tests.support.pulse_rig import pulse_rig
from voiced.adapters.portaudio_microphone import PortAudioMicrophone

WARM_UP_FRAMES = 100


def _child_memory_kilobytes() -> int:
    """Resident memory of the capture process, the one child whose command names it."""
    for line in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if b"portaudio_capture" in line.read_bytes() and f"\nPPid:\t{os.getpid()}\n" in (
                status := (line.parent / "status").read_text()
            ):
                return int(status.split("VmRSS:")[1].split()[0])
        except OSError:
            continue
    return 0


async def main(seconds: float) -> None:
    """Listen to silence and print what it cost."""
    with tempfile.TemporaryDirectory(prefix="rig-") as folder:
        async with pulse_rig(Path(folder)) as rig:
            os.environ.update(rig.environment)
            microphone = PortAudioMicrophone()
            before = began = 0.0
            frames, memory = 0, 0
            async with aclosing(microphone.frames()) as sound:
                async for _ in sound:
                    frames += 1
                    if frames == WARM_UP_FRAMES:
                        before, began = time.process_time(), time.monotonic()
                        memory = _child_memory_kilobytes()
                    if frames > WARM_UP_FRAMES and time.monotonic() - began >= seconds:
                        break
            ours, took = time.process_time() - before, time.monotonic() - began
            await asyncio.sleep(0.2)  # the child is reaped
            child = resource.getrusage(resource.RUSAGE_CHILDREN)
            print(f"{took:.0f} s of silence, {frames - WARM_UP_FRAMES} frames, {microphone.dropped} dropped")
            print(f"daemon's side: {100 * ours / took:.2f} % of a core")
            print(
                f"children, start-up included: {child.ru_utime + child.ru_stime:.2f} s; child: {memory / 1024:.0f} MB"
            )


if __name__ == "__main__":
    asyncio.run(main(float(sys.argv[1]) if len(sys.argv) > 1 else 60.0))
