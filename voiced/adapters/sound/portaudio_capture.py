"""The child process of `portaudio_microphone`: opens the microphone and writes its sound to standard output.

`python -m voiced.adapters.sound.portaudio_capture [PART OF A DEVICE'S NAME]`. Each record is a head (`HEAD`) and so many
bytes. Standard input says how soon sound is wanted (`HURRY`, `RELAX`). The process ends with its parent, or when it
cannot capture.

PortAudio over ALSA's pulse plugin fails when the sound server ends: its thread spins, floods standard error and cannot be
stopped. In a child process it can be killed; docs/decisions/0012 tells more.
"""

from __future__ import annotations

import ctypes
import os
import select
import struct
import sys
import time
from contextlib import suppress
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from voiced.adapters.machine.this_process import end_with_parent
from voiced.adapters.sound.portaudio import chosen, not_loaded, why_none

if TYPE_CHECKING:
    import sounddevice

HEAD = struct.Struct("<IId")
"""The kind of record, its length in bytes, and the time of capture in seconds of the monotonic clock."""

SAMPLE_RATE = 16_000
HURRY, RELAX = b"h", b"r"
"""HURRY: write each block at once, as at the beginning. RELAX: gather sound for `NAP_SECONDS` first."""
NAP_SECONDS = 0.3
_BLOCKS_PER_SECOND = 25
_BLOCKS_BUFFERED = 15
"""Two naps: a busy machine wakes late."""


class CaptureRecord(IntEnum):
    """The content of a record."""

    OPENED = 0
    """The name of the device, in UTF-8."""
    SOUND = 1
    """16-bit mono samples at 16 kHz."""
    SOUND_AFTER_LOSS = 2
    """The same, but PortAudio dropped some sound before it."""
    REFUSED = 3
    """The reason why capture is impossible, in UTF-8. It is the last record."""


def main() -> None:
    """Capture until killed."""
    end_with_parent()
    pattern = sys.argv[1] if len(sys.argv) > 1 else ""
    try:
        import sounddevice  # noqa: PLC0415 - loading it looks at every device and fails without PortAudio
    except OSError as error:
        _write(CaptureRecord.REFUSED, not_loaded(error).encode())
        return
    try:
        _capture(sounddevice, pattern)
    except sounddevice.PortAudioError as error:
        _write(CaptureRecord.REFUSED, str(error).encode())


def _capture(sounddevice: Any, pattern: str) -> None:
    inputs: list[sounddevice.DeviceInfo] = [
        device for device in sounddevice.query_devices() if device["max_input_channels"] > 0
    ]
    device = chosen(inputs, pattern)
    if device is None:
        _write(CaptureRecord.REFUSED, why_none(inputs, "microphone").encode())
        return
    rate = _rate(sounddevice, device)
    resample = _resampler(rate)
    block = rate // _BLOCKS_PER_SECOND
    nap_seconds = 0.0
    _set_buffer()
    with sounddevice.RawInputStream(
        samplerate=rate,
        blocksize=block,
        device=device["index"],
        channels=1,
        dtype="int16",
        latency=_BLOCKS_BUFFERED / _BLOCKS_PER_SECOND,
    ) as stream:
        _write(CaptureRecord.OPENED, device["name"].encode())
        longest_nap = min(NAP_SECONDS, stream.latency / 2)
        while True:
            # Reading needs no callback thread, which would cost a wake-up for each block.
            if select.select([0], [], [], nap_seconds)[0]:
                wanted = os.read(0, 64)
                if not wanted:
                    return
                nap_seconds = longest_nap if wanted.endswith(RELAX) else 0.0
            sound, is_after_loss = stream.read(max(block, stream.read_available))
            kind = CaptureRecord.SOUND_AFTER_LOSS if is_after_loss else CaptureRecord.SOUND
            _write(kind, resample(sound), time.monotonic())


def _set_buffer() -> None:
    """Make PortAudio buffer many small blocks over ALSA. By default it makes the blocks larger instead."""
    with suppress(OSError, AttributeError):  # without Linux or ALSA PortAudio's choice stays
        ctypes.CDLL("libportaudio.so.2").PaAlsa_SetNumPeriods(_BLOCKS_BUFFERED + 1)


def _rate(sounddevice: Any, device: sounddevice.DeviceInfo) -> int:
    try:
        sounddevice.check_input_settings(device["index"], 1, "int16", samplerate=SAMPLE_RATE)
    except sounddevice.PortAudioError:
        return int(device["default_samplerate"])
    return SAMPLE_RATE


def _resampler(rate: int) -> Any:
    if rate == SAMPLE_RATE:
        return bytes
    from voiced.adapters.sound.resampling import StreamResampler  # noqa: PLC0415 - 20 MB that most devices do not need

    return StreamResampler(rate).resample


def _write(kind: CaptureRecord, content: bytes, at: float = 0.0) -> None:
    # A blocking pipe takes each record as a whole.
    os.write(1, HEAD.pack(kind, len(content), at) + content)


if __name__ == "__main__":
    main()
