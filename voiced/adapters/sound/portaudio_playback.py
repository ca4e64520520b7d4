"""The child process of `portaudio_player`: opens the loudspeaker and plays sound from standard input.

`python -m voiced.adapters.sound.portaudio_playback WAKE_SECONDS [PART OF A DEVICE'S NAME]`. A request is a head (`HEAD`)
and so many bytes of 16-bit mono sound. Answers are lines: `begun N` at the first sample, `goes N` while the device takes
more, `over N` after the last one or when halted, `failed WHY`, after which the process ends.

The stream stays open between sentences but does not run: a sentence begins within milliseconds, and silence takes no
processor time. The stream is never drained, since ALSA's pulse plugin would then drop its buffer. Instead it gets silence
after the last sample, as much as the device buffers, and is then aborted.
"""

from __future__ import annotations

import os
import struct
import sys
import time
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from voiced.adapters.machine.this_process import end_with_parent
from voiced.adapters.sound.portaudio import chosen, not_loaded, why_none

if TYPE_CHECKING:
    import sounddevice

HEAD = struct.Struct("<IIII")
"""The kind of request, the number of the sound, samples per second, and the length of the sound in bytes."""

_SAMPLE_BYTES = 2
_BLOCKS_PER_SECOND = 100
_LATENCY_SECONDS = 0.1
"""The device's buffer. A shorter one runs dry under PulseAudio; this one delays neither the first sample nor a stop."""
_SIGNS_PER_SECOND = 4
_ROOM_SECONDS = 0.05
"""A sound server may take samples faster than they sound. So a sound is over at the earliest after its length and this."""


class PlaybackRequest(IntEnum):
    """The kind of request."""

    PLAY = 0
    HALT = 1
    """Silence; the stream stops running. Also sent after the end of a sound."""


class _Refused(Exception):  # noqa: N818 - named by what it is, as in voiced.errors
    """Playing is impossible; the message goes to the parent."""


def main() -> None:
    """Play until the end of the input."""
    end_with_parent()
    try:
        import sounddevice  # noqa: PLC0415 - loading it looks at every device and fails without PortAudio
    except OSError as error:
        _answer(f"failed {not_loaded(error)}")
        return
    loudspeaker = _Loudspeaker(sounddevice, float(sys.argv[1]), sys.argv[2])
    try:
        while len(head := sys.stdin.buffer.read(HEAD.size)) == HEAD.size:
            kind, number, rate, length = HEAD.unpack(head)
            sound = sys.stdin.buffer.read(length)
            if kind == PlaybackRequest.PLAY:
                loudspeaker.play(number, sound, rate)
            else:
                loudspeaker.halt()
    except (sounddevice.PortAudioError, _Refused) as error:
        _answer(f"failed {error}")


class _Loudspeaker:
    """The device and the sound on its way out. `_fill` runs on PortAudio's thread while the stream runs."""

    def __init__(self, library: Any, wake_seconds: float, pattern: str) -> None:
        self._library = library
        self._wake_seconds = wake_seconds
        self._pattern = pattern
        self._stream: sounddevice.RawOutputStream | None = None
        self._rate = 0
        self._number = 0
        self._sound = b""
        self._position = self._begins_at = self._over_at = self._sign_at = 0
        self._over_time = 0.0
        self._is_begun = self._is_over = True

    def play(self, number: int, sound: bytes, rate: int) -> None:
        """Begin to play."""
        wake = 0
        if self._stream is None:
            self._stream = self._open(rate)
            wake = round(self._wake_seconds * self._rate) * _SAMPLE_BYTES
        sound = sound if rate == self._rate else _resampled(sound, rate, self._rate)
        self._number, self._position, self._begins_at = number, 0, wake
        self._sound = bytes(wake) + sound
        self._over_at = len(self._sound) + round(self._stream.latency * self._rate) * _SAMPLE_BYTES
        self._sign_at = wake
        self._is_begun = self._is_over = False
        self._stream.start()

    def halt(self) -> None:
        """Fall silent at once; the device's buffer is dropped."""
        if self._stream is not None:
            self._stream.abort()
        if not self._is_over:
            self._is_over = True
            _answer(f"over {self._number}")

    def _open(self, rate: int) -> sounddevice.RawOutputStream:
        outputs = [one for one in self._library.query_devices() if one["max_output_channels"] > 0]
        device = chosen(outputs, self._pattern)
        if device is None:
            raise _Refused(why_none(outputs, "loudspeaker"))
        self._rate = rate
        try:
            self._library.check_output_settings(device["index"], 1, "int16", samplerate=rate)
        except self._library.PortAudioError:
            self._rate = int(device["default_samplerate"])
        return self._library.RawOutputStream(
            samplerate=self._rate,
            blocksize=self._rate // _BLOCKS_PER_SECOND,
            device=device["index"],
            channels=1,
            dtype="int16",
            latency=_LATENCY_SECONDS,
            callback=self._fill,
        )

    def _fill(self, out: Any, _frames: int, _at: object, _status: sounddevice.CallbackFlags) -> None:
        size = len(out)
        out[:] = self._sound[self._position : self._position + size].ljust(size, b"\0")
        self._position += size
        if not self._is_begun and self._position > self._begins_at:
            self._is_begun = True
            seconds = (len(self._sound) - self._begins_at) / _SAMPLE_BYTES / self._rate
            self._over_time = time.monotonic() + seconds + _ROOM_SECONDS
            _answer(f"begun {self._number}")
        if not self._is_over and self._position > self._sign_at:
            self._sign_at = self._position + self._rate // _SIGNS_PER_SECOND * _SAMPLE_BYTES
            _answer(f"goes {self._number}")
        if not self._is_over and self._position >= self._over_at and time.monotonic() >= self._over_time:
            self._is_over = True
            _answer(f"over {self._number}")


def _resampled(sound: bytes, rate: int, to_rate: int) -> bytes:
    # The imports take 20 MB, and few devices need them.
    import numpy as np  # noqa: PLC0415

    from voiced.adapters.sound.resampling import resampled  # noqa: PLC0415

    return resampled(np.frombuffer(sound, "<i2").astype(np.float32), rate, to_rate)


def _answer(line: str) -> None:
    os.write(1, f"{line}\n".encode())


if __name__ == "__main__":
    main()
