"""The loudspeaker by PortAudio, in a child process that can be killed; see `portaudio_playback`.

PortAudio fails when the sound server ends: its thread spins and cannot be stopped. When a loudspeaker takes no more sound,
its process is killed. The next sentence starts another process, which finds the devices anew.
"""

from __future__ import annotations

import asyncio
from asyncio.subprocess import Process
from collections.abc import Callable

from voiced.adapters.machine import child_process
from voiced.adapters.sound.portaudio_playback import HEAD, PlaybackRequest
from voiced.domain.doubling import Doubling
from voiced.errors import VoiceFailure
from voiced.ports.sound import Pcm

_CHILD = "voiced.adapters.sound.portaudio_playback"
_REMEDY = "look for it with: voiced devices"
_STALL_SECONDS = 1.0
"""A loudspeaker that takes no sound for so long is gone. The wait is short, since the daemon is deaf meanwhile."""
_STARTING = Doubling(5.0, 40.0)
"""The limit for the beginning of a first sound, at first and after several that exceeded it. On a slow memory card Python
alone takes a second to start."""
_BEGIN_SECONDS = 1.0
"""The limit for a later sound, which begins within milliseconds or never."""


class PortAudioPlayer:
    """Plays one sound at a time on the device with a matching name. The first sound, even silence, opens the device."""

    def __init__(
        self, *, device: str = "", wake_seconds: float = 0.15, starting: Doubling = _STARTING
    ) -> None:
        """Prepare.

        Args:
            device: part of the device's name; empty for PipeWire, PulseAudio or the default.
            wake_seconds: silence before the first sound of a device just opened. An HDMI sink that sleeps would
                swallow the first syllable.
            starting: the limit for the beginning of a first sound.
        """
        self._device = device
        self._wake_seconds = wake_seconds
        self._starting = starting
        self._child: Process | None = None
        self._number = 0
        self._is_playing = False
        self._is_stopped = False
        self._is_begun = False
        self._one_at_a_time = asyncio.Lock()

    async def play(self, sound: Pcm, audible: Callable[[], None]) -> None:
        """Play; return when the last sample was heard, or at once when stopped.

        Raises:
            VoiceFailure: the device cannot be opened or disappeared; the next sound opens it anew.
        """
        if not sound.samples:
            audible()
            return
        # Silence opens the device, and the first tone may come meanwhile.
        async with self._one_at_a_time:
            self._is_playing, self._is_stopped, self._is_begun = True, False, False
            is_old = self._child is not None
            try:
                await self._play(sound, audible, _BEGIN_SECONDS if is_old else self._starting.seconds)
            except VoiceFailure:
                # The sound server may have been restarted while the device waited for its next sound.
                if not is_old or self._is_begun:
                    raise
                await self._play(sound, audible, self._starting.seconds)
            finally:
                self._is_playing = False

    def stop(self) -> None:
        """Stop the sound that is playing, its buffered part included."""
        if self._is_playing:
            self._is_stopped = True
            if self._child is not None:
                _ask(self._child, PlaybackRequest.HALT, self._number)

    async def close(self) -> None:
        """Release the device."""
        await self._end_child()

    @property
    def _name(self) -> str:
        return f"audio.output_device = {self._device!r}"

    async def _play(self, sound: Pcm, audible: Callable[[], None], begin_seconds: float) -> None:
        """Play a sound with the running child or a new one; end a child that fails."""
        self._number += 1
        try:
            async with asyncio.timeout(begin_seconds) as patience:

                def goes_on() -> None:
                    patience.reschedule(asyncio.get_running_loop().time() + _STALL_SECONDS)
                    if not self._is_begun:
                        self._is_begun = True
                        self._starting = self._starting.after_success()
                        if not self._is_stopped:
                            audible()

                child = await self._living_child()
                if not self._is_stopped:
                    _ask(child, PlaybackRequest.PLAY, self._number, sound)
                    await self._follow(child, goes_on)
                    _ask(child, PlaybackRequest.HALT, self._number)
        except TimeoutError as error:
            if not self._is_begun and begin_seconds >= self._starting.seconds:
                self._starting = self._starting.after_failure()
            await self._end_child()
            raise VoiceFailure(f"{self._name}: the loudspeaker takes no more sound; {_REMEDY}") from error
        except BaseException:
            await self._end_child()
            raise

    async def _follow(self, child: Process, goes_on: Callable[[], None]) -> None:
        """Return at the end of the sound. Until then call `goes_on` when it begins and regularly while it plays."""
        assert child.stdout is not None  # noqa: S101 - it is a pipe
        while line := (await child.stdout.readline()).decode(errors="replace").strip():
            what, _, rest = line.partition(" ")
            if what == "failed":
                raise VoiceFailure(f"{self._name}: {rest}; {_REMEDY}")
            if rest != str(self._number):
                continue
            if what == "over":
                return
            goes_on()
        raise VoiceFailure(f"{self._name}: the loudspeaker disappeared; it is opened anew")

    async def _living_child(self) -> Process:
        if self._child is None:
            self._child = await child_process.start_module(_CHILD, str(self._wake_seconds), self._device)
        return self._child

    async def _end_child(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            await child_process.end(child)


def _ask(child: Process, kind: PlaybackRequest, number: int, sound: Pcm | None = None) -> None:
    assert child.stdin is not None  # noqa: S101 - it is a pipe
    samples, rate = (b"", 0) if sound is None else (sound.samples, sound.sample_rate)
    child.stdin.write(HEAD.pack(kind, number, rate, len(samples)) + samples)
