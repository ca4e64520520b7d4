"""A PulseAudio server of our own, without a sound card: tests play into its microphone and record its speaker.

Two null sinks take the place of the devices. The monitor of `mic` is the microphone, into which `say` plays; the sound of
`speaker` is recorded. ALSA's pulse plugin leads PortAudio there. All files are in one temporary folder, and the environment
of each client points to it, so the sound of the machine itself is not touched.
"""

from __future__ import annotations

import asyncio
import os
import signal
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import numpy.typing as npt
import pytest

from voiced.hearing.frame import SAMPLE_RATE

Samples = npt.NDArray[np.int16]

MICROPHONE, SPEAKER = "mic.monitor", "speaker"
_MICROPHONE_SINK = MICROPHONE.removesuffix(".monitor")
_CANCELLED, _REFERENCE = "cancelled", "reference"
"""The microphone without the echo, and the speaker whose sound is taken out of it."""
_PROMPTLY, _AT_LEISURE = 20, 200
"""Milliseconds. A source delivers to all listeners as often as the fastest of them asks; on the microphone that shall be
the daemon."""
_FORM = f"format=s16le rate={SAMPLE_RATE} channels=1 channel_map=mono"
_RAW = ("--raw", "--format=s16le", f"--rate={SAMPLE_RATE}", "--channels=1")

_ALSA = """\
pcm.pulse { type pulse }
ctl.pulse { type pulse }
pcm.default { type pulse }
ctl.default { type pulse }
"""


class PulseRig:
    """A running PulseAudio; see the module."""

    def __init__(self, folder: Path) -> None:
        """Prepare in an empty folder. The path of a socket is at most 107 bytes long."""
        self._folder = folder
        self._recording = folder / "heard.raw"
        self._socket = folder / "pulse.sock"
        self._alsa = folder / "asound.conf"
        self._alsa.write_text(_ALSA)
        for name in ("home", "run"):
            (folder / name).mkdir(mode=0o700)
        self._microphone = MICROPHONE
        self._server: Process | None = None
        self._recorder: Process | None = None
        self._clock: Process | None = None

    @property
    def environment(self) -> dict[str, str]:
        """Variables that pin a client to the rig."""
        return {
            "HOME": str(self._folder / "home"),
            "XDG_RUNTIME_DIR": str(self._folder / "run"),
            "PULSE_RUNTIME_PATH": str(self._folder / "run"),
            "PULSE_SERVER": f"unix:{self._socket}",
            "ALSA_CONFIG_PATH": str(self._alsa),
            "VOICED_CARD__PORT": "0",
        }

    async def start(self) -> None:
        """Start the server with microphone and speaker; return when both can be used."""
        self._socket.unlink(missing_ok=True)
        modules = (
            f"module-native-protocol-unix socket={self._socket} auth-anonymous=1",
            f"module-null-sink sink_name={_MICROPHONE_SINK} {_FORM}",
            f"module-null-sink sink_name={SPEAKER} {_FORM}",
        )
        load = [argument for module in modules for argument in ("-L", module)]
        # The log would complain about choices made here: no D-Bus, no real-time priority, root.
        self._server = await asyncio.create_subprocess_exec(
            # It ends with the tests, however they end.
            *("setpriv", "--pdeathsig=KILL", "--"),
            *(
                "pulseaudio",
                "-n",
                "--system=false",
                "--daemonize=no",
                "--use-pid-file=no",
                "--exit-idle-time=-1",
            ),
            *("--high-priority=no", "--realtime=no", "--log-target=stderr", "--log-level=error", *load),
            env=self._clients,
            stderr=DEVNULL,
        )
        while not await self._is_up():
            if self._server.returncode is not None:
                raise RuntimeError(f"pulseaudio ended with {self._server.returncode} in {self._folder}")
            await asyncio.sleep(0.02)
        # Not by PULSE_SOURCE: as on a desktop, listeners move back to the microphone when it returns.
        await self._pactl("set-default-source", MICROPHONE)
        await self._pactl("set-default-sink", SPEAKER)
        with self._recording.open("ab") as file:
            self._recorder = await self._record(f"{SPEAKER}.monitor", file.fileno(), _PROMPTLY)
        await self._wake(SPEAKER)
        await self._keep_microphone_awake()

    async def stop(self, sign: signal.Signals = signal.SIGTERM) -> None:
        """End the server; its clients are cut off."""
        await self._end(self._server, sign)
        for client in (self._recorder, self._clock):
            if client is not None:
                await client.wait()

    async def stop_abruptly(self) -> None:
        """Kill the server, as a crash does."""
        await self.stop(signal.SIGKILL)

    async def restart(self) -> None:
        """Kill the server and start it again, as after a crash."""
        await self.stop_abruptly()
        await self.start()

    async def say(self, wav: Path) -> None:
        """Speak a recording into the microphone; return when its last sample was played."""
        await self._client("paplay", f"--device={_MICROPHONE_SINK}", str(wav))

    async def play(self, wav: Path) -> None:
        """Play a recording at the speaker."""
        await self._client("paplay", f"--device={SPEAKER}", str(wav))

    async def say_samples(self, pcm: bytes) -> None:
        """Speak 16-bit mono samples at 16 kHz into the microphone."""
        await self._client("pacat", "--playback", *_RAW, f"--device={_MICROPHONE_SINK}", standard_input=pcm)

    def heard(self) -> Samples:
        """The sound of the speaker since the start, at 16 kHz."""
        sound = self._recording.read_bytes()
        return np.frombuffer(sound[: len(sound) // 2 * 2], dtype="<i2")

    async def until_heard(self, enough: Callable[[Samples], bool]) -> Samples:
        """The sound of the speaker since the start, as soon as it is enough."""
        async with asyncio.timeout(10):
            while not enough(heard := self.heard()):  # noqa: ASYNC110 - another process writes it
                await asyncio.sleep(0.02)
        return heard

    async def stall_microphone(self) -> None:
        """Stop the microphone's frames, even those of silence, while all other parts go on."""
        await self._pactl("suspend-sink", _MICROPHONE_SINK, "1")

    async def mend_microphone(self) -> None:
        """Let the microphone give sound again."""
        await self._pactl("suspend-sink", _MICROPHONE_SINK, "0")

    async def unplug_microphone(self) -> None:
        """Take the microphone away; PulseAudio moves its listeners to the monitor of the speaker."""
        modules = (await self._output("pactl", "list", "short", "modules")).splitlines()
        await self._end(self._clock, signal.SIGTERM)
        (number,) = (line.split()[0] for line in modules if f"sink_name={_MICROPHONE_SINK}" in line)
        await self._pactl("unload-module", number)

    async def plug_in_microphone(self) -> None:
        """Bring it back."""
        await self._pactl("load-module", "module-null-sink", f"sink_name={_MICROPHONE_SINK}", *_FORM.split())
        await self._keep_microphone_awake()

    async def listener(self) -> None:
        """Return when another listener than the rig is at the microphone."""
        while True:
            sources = (await self._output("pactl", "list", "short", "sources")).splitlines()
            numbers = [line.split()[0] for line in sources if f"\t{self._microphone}\t" in line]
            listeners = (await self._output("pactl", "list", "short", "source-outputs")).splitlines()
            ours = 1 if self._microphone == MICROPHONE else 0
            if sum(line.split()[1] in numbers for line in listeners) > ours:
                return
            await asyncio.sleep(0.05)

    async def leak(self, latency_milliseconds: int = 20, decibels: int = 0) -> None:
        """Let the microphone hear the speaker, as in every room, so much louder or softer than it plays."""
        path = f"source=speaker.monitor sink=mic latency_msec={latency_milliseconds}"
        before = await self._numbers("sink-inputs")
        await self._pactl("load-module", "module-loopback", *path.split())
        (echo,) = await self._numbers("sink-inputs") - before
        await self._pactl("set-sink-input-volume", echo, f"{decibels}dB")

    async def cancel_echo(self) -> None:
        """Take the sound of the speaker out of the microphone's, by PulseAudio's own canceller, for new clients."""
        names = f"source_name={_CANCELLED} sink_name={_REFERENCE}"
        masters = f"source_master={MICROPHONE} sink_master={SPEAKER}"
        # Its gain control turns the microphone down to a third, and the daemon's detector of speech needs none.
        how = 'aec_method=webrtc aec_args="analog_gain_control=0 digital_gain_control=0"'
        await self._pactl("load-module", "module-echo-cancel", f"{names} {masters} {how}")
        await self._pactl("set-default-source", _CANCELLED)
        await self._pactl("set-default-sink", _REFERENCE)
        self._microphone = _CANCELLED

    @property
    def _clients(self) -> dict[str, str]:
        return {**os.environ, **self.environment}

    async def _keep_microphone_awake(self) -> None:
        """Keep the microphone running: a real one gives sound all the time, also without a listener."""
        self._clock = await self._record(MICROPHONE, DEVNULL, _AT_LEISURE)
        await self._wake(_MICROPHONE_SINK)

    async def _record(self, source: str, target: int, latency_milliseconds: int) -> Process:
        """Record until the server ends; return when that has begun."""
        before = await self._output("pactl", "list", "short", "source-outputs")
        process = await asyncio.create_subprocess_exec(
            *("parec", *_RAW, f"--latency-msec={latency_milliseconds}", f"--device={source}"),
            env=self._clients,
            stdout=target,
            stderr=DEVNULL,
        )
        while before == await self._output("pactl", "list", "short", "source-outputs"):  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        return process

    async def _wake(self, sink: str) -> None:
        # A null sink that nobody heard so far plays blocks of two seconds, and ends the one that it began.
        for state in ("1", "0"):
            await self._pactl("suspend-sink", sink, state)

    async def _end(self, process: Process | None, sign: signal.Signals) -> None:
        if process is not None and process.returncode is None:
            process.send_signal(sign)
            await process.wait()

    async def _is_up(self) -> bool:
        listed = await self._output("pactl", "list", "short", "sinks")
        return "\tmic\t" in listed and "\tspeaker\t" in listed

    async def _pactl(self, *arguments: str) -> None:
        await self._client("pactl", *arguments)

    async def _output(self, *command: str) -> str:
        process = await asyncio.create_subprocess_exec(
            *command, env=self._clients, stdout=PIPE, stderr=DEVNULL
        )
        output, _ = await process.communicate()
        return output.decode()

    async def _numbers(self, kind: str) -> set[str]:
        listed = (await self._output("pactl", "list", "short", kind)).splitlines()
        return {line.split()[0] for line in listed}

    async def _client(self, *command: str, standard_input: bytes = b"") -> None:
        process = await asyncio.create_subprocess_exec(
            *command, env=self._clients, stdin=PIPE, stdout=PIPE, stderr=PIPE
        )
        try:
            _, problems = await process.communicate(standard_input)
        finally:
            # A test that ends while a recording is played leaves no player behind, which a later test would be told of.
            await self._end(process, signal.SIGKILL)
        if process.returncode:
            raise RuntimeError(f"{' '.join(command)}: {problems.decode().strip()}")


@asynccontextmanager
async def rig_of_a_test(monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[PulseRig]:
    """A rig to which this process and its children are pinned."""
    # Not pytest's own folder: the path of a socket is short.
    with TemporaryDirectory(prefix="rig-") as folder:
        async with pulse_rig(Path(folder)) as rig:
            for name, value in rig.environment.items():
                monkeypatch.setenv(name, value)
            yield rig


@asynccontextmanager
async def pulse_rig(folder: Path) -> AsyncGenerator[PulseRig]:
    """A rig that runs for a block."""
    rig = PulseRig(folder)
    try:
        await rig.start()
        yield rig
    finally:
        await rig.stop()
