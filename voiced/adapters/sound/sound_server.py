"""The sound server's microphones, asked by `pactl`, which PulseAudio and PipeWire both answer."""

from __future__ import annotations

import asyncio
import shutil
from asyncio.subprocess import DEVNULL, PIPE

from msgspec import Struct

_ASK_SECONDS = 5.0
_CANCELLERS = "echo-cancel", "echo_cancel"
"""Parts of a canceller's name or of its module's."""
_MICROPHONE, _LOUDSPEAKER = "voiced_microphone", "voiced_loudspeaker"


class SoundServer(Struct, frozen=True):
    """A running sound server.

    Attributes:
        name: the name and version that it tells.
        default_source: the microphone that new programs get.
        cancellers: the microphones out of which an echo canceller takes the sound of the loudspeaker.
    """

    name: str
    default_source: str
    cancellers: tuple[str, ...]

    @property
    def is_cancelled(self) -> bool:
        """Whether new programs get such a microphone."""
        return self.default_source in self.cancellers

    @property
    def way_to_cancel(self) -> tuple[str, str]:
        """Two lines for a shell that make an echo canceller, and give it to new programs."""
        module = "pactl load-module module-echo-cancel aec_method=webrtc"
        # PulseAudio's would turn the microphone down to a third; PipeWire's has its gain control off.
        gain = (
            "" if "PipeWire" in self.name else " aec_args='\"analog_gain_control=0 digital_gain_control=0\"'"
        )
        return (
            f"{module} source_name={_MICROPHONE} sink_name={_LOUDSPEAKER}{gain}",
            f"pactl set-default-source {_MICROPHONE} && pactl set-default-sink {_LOUDSPEAKER}",
        )


async def sound_server() -> SoundServer | None:
    """The sound server of this user; None if there is no such server, or no `pactl` to ask it with."""
    told, sources = await _pactl("info"), await _pactl("list", "short", "sources")
    if told is None or sources is None:
        return None
    info = dict(line.split(": ", 1) for line in told.splitlines() if ": " in line)
    columns = [line.split("\t") for line in sources.splitlines()]
    found = [row for row in columns if len(row) > 2 and not row[1].endswith(".monitor")]
    cancellers = (row[1] for row in found if any(part in f"{row[1]} {row[2]}" for part in _CANCELLERS))
    return SoundServer(info.get("Server Name", ""), info.get("Default Source", ""), tuple(cancellers))


async def _pactl(*arguments: str) -> str | None:
    command = shutil.which("pactl")
    if command is None:
        return None
    process = await asyncio.create_subprocess_exec(
        command, *arguments, stdin=DEVNULL, stdout=PIPE, stderr=DEVNULL
    )
    try:
        async with asyncio.timeout(_ASK_SECONDS):
            told, _ = await process.communicate()
    except TimeoutError:
        process.kill()
        await process.wait()
        return None
    return told.decode(errors="replace") if process.returncode == 0 else None
