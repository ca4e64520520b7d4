"""The microphone by PortAudio, in a child process that can be killed.

After a stall the child is killed and another one started, which finds the devices anew.
"""

from __future__ import annotations

import asyncio
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import suppress

from voiced.adapters.machine import child_process
from voiced.adapters.sound.frame_ring import FrameRing
from voiced.adapters.sound.portaudio_capture import HEAD, HURRY, NAP_SECONDS, RELAX, CaptureRecord
from voiced.domain.doubling import Doubling
from voiced.errors import MicrophoneFailure
from voiced.hearing.frame import AudioFrame, samples, seconds

STALL_SECONDS = 1.0
"""Without any samples for so long the microphone is gone. Silence has samples as well."""
OPEN_SECONDS = 5.0
"""The first limit from the start of the child process to its first sound. On a slow memory card Python alone takes 1 s."""
LONGEST_OPEN_SECONDS = 60.0
"""The limit after several attempts that took too long."""
_OPENING = Doubling(OPEN_SECONDS, LONGEST_OPEN_SECONDS)
_ON_ITS_WAY_SECONDS = 2 * NAP_SECONDS
"""The most sound between a working device and this process."""
_REAP_SECONDS = 1.0
"""The wait for a killed process. It ends within milliseconds, unless a driver holds it."""
_CHILD = (sys.executable, "-m", "voiced.adapters.sound.portaudio_capture")


class _Inlet(asyncio.SubprocessProtocol):
    """Takes the child's records from its pipe, as they come."""

    def __init__(self, sound: Callable[[bytes, float, bool], None], ended: Callable[[str], None]) -> None:
        self._sound = sound
        self._ended = ended
        self._bytes = bytearray()
        self._is_closed = False
        self.exited = asyncio.Event()
        self._reason = "the capture process ended"

    def close(self) -> None:
        """Ignore everything from this child from now on, its end included: the next child has an inlet of its own."""
        self._is_closed = True

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        del fd
        self._bytes += data
        while not self._is_closed and len(self._bytes) >= HEAD.size:
            kind, length, at = HEAD.unpack_from(self._bytes)
            end = HEAD.size + length
            if len(self._bytes) < end:
                return
            content = bytes(self._bytes[HEAD.size : end])
            del self._bytes[:end]
            self._record(CaptureRecord(kind), content, at)

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self._tell_end()

    def process_exited(self) -> None:
        self.exited.set()
        self._tell_end()

    def _tell_end(self) -> None:
        if not self._is_closed:
            self._ended(self._reason)

    def _record(self, kind: CaptureRecord, content: bytes, at: float) -> None:
        match kind:
            case CaptureRecord.SOUND | CaptureRecord.SOUND_AFTER_LOSS:
                self._sound(content, at, kind is CaptureRecord.SOUND_AFTER_LOSS)
            case CaptureRecord.REFUSED:
                self._reason = content.decode(errors="replace")
            case CaptureRecord.OPENED:
                pass


class PortAudioMicrophone:
    """The microphone with a matching name. When it is reopened, the sample numbers jump by the time that took."""

    def __init__(
        self,
        *,
        device: str = "",
        ring: FrameRing | None = None,
        child: Sequence[str] = _CHILD,
        opening: Doubling = _OPENING,
    ) -> None:
        """Prepare; the device is opened by `open`, or else by `frames`.

        Args:
            device: part of the device's name; empty for PipeWire, PulseAudio or the default.
            ring: where frames wait to be taken.
            child: the command of the capture process without the device's name.
            opening: the limit for the first sound.
        """
        self._device = device
        self._ring = FrameRing() if ring is None else ring
        self._child = child
        self._opening = opening
        self._is_opening = False
        self._last_sound_at: float | None = None
        self._last_sound_before: float | None = None
        self._is_reopened = False
        self._ended: str | None = None
        self._waiting: asyncio.Timeout | None = None
        self._transport: asyncio.SubprocessTransport | None = None
        self._inlet: _Inlet | None = None
        self._is_relaxed = False

    @property
    def position(self) -> int:
        """Samples captured so far, the waiting and the lost ones included."""
        if self._last_sound_at is None:
            return self._ring.position
        on_its_way = min(time.monotonic() - self._last_sound_at, _ON_ITS_WAY_SECONDS)
        return self._ring.position + samples(on_its_way)

    @property
    def has_frames(self) -> bool:
        """Whether a captured frame waits to be taken."""
        return bool(self._ring)

    @property
    def is_opening(self) -> bool:
        """Whether the microphone waits for its first sound. The wait has a limit."""
        return self._is_opening

    @property
    def dropped(self) -> int:
        """Frames that were dropped because they were not taken in time."""
        return self._ring.dropped

    def captured_at(self, sample: int) -> float:
        """When a sample was captured, in seconds of the monotonic clock."""
        return (self._last_sound_at or 0.0) - seconds(self._ring.position - sample)

    async def open(self) -> None:
        """Begin to capture before `frames` is called, which then gives all frames since.

        Raises:
            MicrophoneFailure: the capture process cannot be started. If it cannot open the device, `frames` raises.
        """
        if self._transport is not None:
            return
        self._ended = None
        self._is_reopened = self._last_sound_at is not None
        self._last_sound_before = self._last_sound_at
        self._is_relaxed = False
        self._transport, self._inlet = await self._start()

    async def close(self) -> None:
        """Stop capturing."""
        transport, inlet = self._transport, self._inlet
        if transport is None or inlet is None:
            return
        self._transport = self._inlet = None
        inlet.close()
        if not inlet.exited.is_set():
            child_process.kill(transport.get_pid())
        # Wait for the child here, with a limit: a driver may hold it for ever.
        with suppress(TimeoutError):
            async with asyncio.timeout(_REAP_SECONDS):
                await inlet.exited.wait()
        transport.close()

    async def frames(self) -> AsyncGenerator[AudioFrame]:
        """Open the device if needed and give its frames in order. A jump of the sample numbers is a gap in the sound.

        Raises:
            MicrophoneFailure: the device cannot be opened, or delivered no sound for `STALL_SECONDS`.
        """
        await self.open()
        try:
            while True:
                while self._ring:
                    yield self._ring.take()
                if self._last_sound_at == self._last_sound_before:
                    await self._wait_for_first()
                else:
                    await self._wait(STALL_SECONDS)
        finally:
            await self.close()

    def hurry(self) -> None:
        """Give each frame as soon as possible, since it is needed at once."""
        self._want(HURRY, is_relaxed=False)

    def relax(self) -> None:
        """Give fifteen frames at once, up to 0.3 s late. That wakes the processor eight times less often."""
        self._want(RELAX, is_relaxed=True)

    def _want(self, pace: bytes, *, is_relaxed: bool) -> None:
        if self._transport is None or is_relaxed is self._is_relaxed:
            return
        self._is_relaxed = is_relaxed
        pipe = self._transport.get_pipe_transport(0)
        if isinstance(pipe, asyncio.WriteTransport):
            pipe.write(pace)

    async def _start(self) -> tuple[asyncio.SubprocessTransport, _Inlet]:
        try:
            return await asyncio.get_running_loop().subprocess_exec(
                lambda: _Inlet(self._put, self._end),
                *self._child,
                self._device,
                stdin=PIPE,
                stdout=PIPE,
                # PortAudio and ALSA write pages of messages there; ours is one line.
                stderr=DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            raise MicrophoneFailure(f"{self._name}: the capture process does not start: {error}") from error

    async def _wait_for_first(self) -> None:
        self._is_opening = True
        try:
            await self._wait(self._opening.seconds)
        except MicrophoneFailure:
            # A device that refused did not take too long.
            if self._ended is None:
                self._opening = self._opening.after_failure()
            raise
        finally:
            self._is_opening = False
        self._opening = self._opening.after_success()

    async def _wait(self, patience_seconds: float) -> None:
        try:
            async with asyncio.timeout(0.0 if self._ended else patience_seconds) as self._waiting:
                await self._ring.filled()
        except TimeoutError:
            reason = self._ended or f"no sound for {patience_seconds:g} s"
            raise MicrophoneFailure(f"{self._name}: {reason}; look for it with: voiced devices") from None

    @property
    def _name(self) -> str:
        return f"microphone (audio.input_device = {self._device!r})"

    def _put(self, pcm: bytes, at: float, after_loss: bool) -> None:  # noqa: FBT001 - a record's own mark
        if self._is_reopened and self._last_sound_at is not None:
            self._ring.skip(at - self._last_sound_at)
        elif after_loss:
            self._ring.skip(0.0)
        self._is_reopened = False
        self._last_sound_at = at
        self._ring.put(pcm)

    def _end(self, reason: str) -> None:
        self._ended = self._ended or reason
        if self._waiting is not None and not self._waiting.expired():
            # No more sound will come, so the wait ends now.
            with suppress(RuntimeError):
                self._waiting.reschedule(asyncio.get_running_loop().time())
