"""A service manager that acts towards a service as systemd does.

It reads a unit file, starts the service with a notify socket, waits for READY, kills a service without a sign of life,
restarts one that failed, and obeys its own `systemctl`.
"""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import signal
import socket
import sys
from asyncio import StreamReader, StreamWriter
from asyncio.subprocess import DEVNULL, Process
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from tests.support.unit_file import Unit

_MICROSECONDS = 1_000_000
_PATIENCE_SECONDS = 90.0
"""Seconds, enough for a busy machine. Tests of speed measure for themselves."""


class NotifySocket:
    """The messages of services, one line for each field, in order."""

    def __init__(self, path: Path) -> None:
        """Listen at `path`; the path of a socket is at most 107 bytes long."""
        self.path = path
        self.said: list[str] = []
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))
        self._socket.setblocking(False)

    async def next(self) -> list[str]:
        """The fields of the next message."""
        message = await asyncio.get_running_loop().sock_recv(self._socket, 4096)
        lines = message.decode().splitlines()
        self.said += lines
        return lines

    def read(self) -> list[str]:
        """The fields since the last call."""
        before = len(self.said)
        while True:
            try:
                self.said += self._socket.recv(4096).decode().splitlines()
            except BlockingIOError:
                return self.said[before:]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._socket.close()
        self.path.unlink(missing_ok=True)


class ServiceManager:
    """Runs one service by its unit file, for a user whose environment is given.

    Attributes:
        starts: how often the service became ready.
        said: its messages at the notify socket.
    """

    def __init__(
        self, folder: Path, environment: Mapping[str, str], unit_files: Callable[[], Sequence[Path]]
    ) -> None:
        """Prepare.

        Args:
            folder: for sockets and logs; its path is short.
            environment: of the user; `HOME` is `%h` in the unit.
            unit_files: the unit and its drop-ins, looked for at each start.
        """
        self._folder = folder
        self._environment = dict(environment)
        self._unit_files = unit_files
        self._process: Process | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._changed = asyncio.Condition()
        self._sign = asyncio.Event()
        self._given_up = False
        self._enabled = False
        self._start_due = 0.0
        self._is_late = False
        self.starts = 0
        self.said: list[str] = []
        self.control = folder / "systemctl.sock"

    @property
    def main_pid(self) -> int:
        """The process of the service."""
        assert self._process is not None
        return self._process.pid

    @property
    def journal(self) -> str:
        """The output of the service on a stream that its unit connects to the journal."""
        file = self._folder / "journal"
        return file.read_text(encoding="utf-8") if file.exists() else ""

    async def until(self, holds: Callable[[], bool], seconds: float = _PATIENCE_SECONDS) -> None:
        """Return when the condition holds. It is checked at each message of the service and at its end."""
        async with asyncio.timeout(seconds), self._changed:
            await self._changed.wait_for(holds)

    async def start(self) -> None:
        """Start the service; return when it is ready."""
        before, self._given_up = self.starts, False
        self._keeper = asyncio.ensure_future(self._keep())
        await self.until(lambda: self.starts > before or self._given_up)
        assert self.starts > before, self.journal

    async def stop(self) -> float:
        """Stop the service; returns how many seconds it took."""
        loop = asyncio.get_running_loop()
        process, keeper = self._process, self._keeper
        self._keeper = None
        began = loop.time()
        if process is not None and process.returncode is None:
            process.terminate()
            with suppress(TimeoutError):
                async with asyncio.timeout(_PATIENCE_SECONDS):
                    await process.wait()
        took = loop.time() - began
        if keeper is not None:
            await keeper
        return took

    def signal(self, sign: signal.Signals) -> None:
        """Signal the main process."""
        os.kill(self.main_pid, sign)

    async def systemctl(self, arguments: Sequence[str]) -> tuple[int, str]:
        """Obey a command line; exit status and output."""
        match [argument for argument in arguments if argument not in ("--user", "--now")]:
            case ["daemon-reload"]:
                return 0, ""
            case ["show", "--property=UnitPath", "--value"]:
                # As with systemd, the variables of a shell's profile are missing.
                home = self._environment["HOME"]
                return 0, f"{home}/.config/systemd/user {home}/.local/share/systemd/user\n"
            case ["show", "--property=ActiveState", "--value", _]:
                return 0, "active\n" if self._keeper else "inactive\n"
            case ["show", "--property=UnitFileState", "--value", _]:
                return 0, "enabled\n" if self._enabled else "disabled\n"
            case ["enable" | "start" as verb, _]:
                self._enabled = self._enabled or verb == "enable"
                if self._keeper is None:
                    await self.start()
                return 0, ""
            case ["restart" | "try-restart" as verb, _]:
                was_running = self._keeper is not None
                await self.stop()
                if was_running or verb == "restart":
                    await self.start()
                return 0, ""
            case ["disable" | "stop" as verb, _]:
                self._enabled = self._enabled and verb == "stop"
                await self.stop()
                return 0, ""
            case ["reload", _]:
                command = self._unit().last("ExecReload").replace("$MAINPID", str(self.main_pid))
                process = await asyncio.create_subprocess_exec(*shlex.split(command))
                return await process.wait(), ""
            case ["status", _]:
                status = [line for line in self.said if line.startswith("STATUS=")]
                return 0, f"active\n{status[-1]}\n" if status else "active\n"
            case _:
                return 1, f"systemctl: no answer to {arguments}\n"

    async def serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Answer one call of the command `systemctl`."""
        arguments: list[str] = json.loads(await reader.readline())
        try:
            status, output = await self.systemctl(arguments)
        except (AssertionError, TimeoutError) as error:
            status, output = 1, f"systemctl: {error!r}\n{self.journal}\n"
        writer.write(json.dumps([status, output]).encode() + b"\n")
        writer.close()

    def _unit(self) -> Unit:
        return Unit(*self._unit_files())

    async def _keep(self) -> None:
        """Run the service, again and again as its unit says."""
        while True:
            unit = self._unit()
            with NotifySocket(self._folder / "notify") as notify:
                status = await self._run(unit, notify)
            wrong_input = str(status) in unit.all("RestartPreventExitStatus")
            has_failed = self._is_late or (status != 0 and not wrong_input)
            if self._keeper is None or not has_failed or unit.last("Restart") != "on-failure":
                break
            await asyncio.sleep(min(unit.seconds("RestartSec"), 0.2))
        self._given_up = True
        async with self._changed:
            self._changed.notify_all()

    async def _run(self, unit: Unit, notify: NotifySocket) -> int:
        watchdog_seconds = unit.seconds("WatchdogSec")
        runtime = Path(self._environment["XDG_RUNTIME_DIR"], unit.last("RuntimeDirectory"))
        environment = {
            **self._environment,
            **unit.environment(),
            "NOTIFY_SOCKET": str(notify.path),
            "WATCHDOG_USEC": str(int(watchdog_seconds * _MICROSECONDS)),
            "RUNTIME_DIRECTORY": str(runtime),
        }
        runtime.mkdir(exist_ok=True)  # noqa: ASYNC240 - a folder of our own
        command = shlex.split(unit.last("ExecStart").replace("%h", self._environment["HOME"]))
        with ExitStack() as streams:
            output = self._stream(unit.last("StandardOutput", "journal"), streams)
            error = unit.last("StandardError", "inherit")
            process = await asyncio.create_subprocess_exec(
                *command,
                env=environment,
                stdin=DEVNULL,
                stdout=output,
                stderr=output if error == "inherit" else self._stream(error, streams),
                cwd="/",
                start_new_session=True,
            )
        self._process = process
        self._start_due = asyncio.get_running_loop().time() + unit.seconds("TimeoutStartSec")
        listening = asyncio.ensure_future(self._listen(notify))
        starting = asyncio.ensure_future(self._limit_start(process, unit))
        watching = asyncio.ensure_future(self._watch(process, watchdog_seconds))
        status = await process.wait()
        for task in (listening, starting, watching):
            task.cancel()
        await asyncio.wait([listening, starting, watching])
        self.said += notify.read()
        async with self._changed:
            self._changed.notify_all()
        return status

    def _stream(self, target: str, streams: ExitStack) -> int | IO[str]:
        """The target of a stream of the service, by its name in systemd.exec(5)."""
        kind, _, path = target.partition(":")
        match kind:
            case "null":
                return DEVNULL
            case "journal":
                return streams.enter_context((self._folder / "journal").open("a"))
            case "append":
                return streams.enter_context(Path(path).open("a"))
            case _:
                raise ValueError(f"{target}: this manager knows null, journal and append:PATH")

    async def _listen(self, notify: NotifySocket) -> None:
        reloading = False
        while True:
            lines = await notify.next()
            self.said += lines
            if "WATCHDOG=1" in lines or "READY=1" in lines:
                self._sign.set()
            if "READY=1" in lines and not reloading:
                self.starts += 1
            for line in lines:
                name, _, value = line.partition("=")
                if name == "EXTEND_TIMEOUT_USEC":
                    due = asyncio.get_running_loop().time() + int(value) / _MICROSECONDS
                    self._start_due = max(self._start_due, due)
            reloading = "RELOADING=1" in lines or (reloading and "READY=1" not in lines)
            async with self._changed:
                self._changed.notify_all()

    async def _limit_start(self, process: Process, unit: Unit) -> None:
        """End a service that is not ready in time, as systemd does: SIGTERM first, SIGKILL later. It may ask for more time."""
        starts, loop = self.starts, asyncio.get_running_loop()
        self._is_late = False
        while (left := self._start_due - loop.time()) > 0:
            with suppress(TimeoutError):
                await self.until(lambda: self.starts > starts, left)
                return
        self._is_late = True
        process.terminate()
        with suppress(TimeoutError):
            async with asyncio.timeout(unit.seconds("TimeoutStopSec")):
                await process.wait()
        if process.returncode is None:
            process.kill()

    async def _watch(self, process: Process, seconds: float) -> None:
        """Kill a service that was ready and gives no sign of life, as systemd does."""
        starts = self.starts
        await self.until(lambda: self.starts > starts)
        with suppress(TimeoutError):
            while True:
                self._sign.clear()
                async with asyncio.timeout(seconds):
                    await self._sign.wait()
        process.send_signal(signal.SIGABRT)
        process.send_signal(signal.SIGCONT)


_SYSTEMCTL = """\
#!{python}
import json, socket, sys
with socket.socket(socket.AF_UNIX) as manager:
    manager.connect({control!r})
    manager.sendall(json.dumps(sys.argv[1:]).encode() + b"\\n")
    status, output = json.loads(manager.makefile().readline())
print(output, end="")
sys.exit(status)
"""


_JOURNALCTL = """\
#!/bin/sh
# As the real one: with --grep, the entries that match, and a failure where there are none.
while [ $# -gt 0 ]; do
  [ "$1" != --grep ] || exec grep -e "$2" {journal}
  shift
done
cat {journal}
"""


@asynccontextmanager
async def service_manager(
    folder: Path, environment: Mapping[str, str], unit_files: Callable[[], Sequence[Path]]
) -> AsyncGenerator[ServiceManager]:
    """A manager for a block, its `systemctl` and `journalctl` in the subfolder `bin`."""
    manager = ServiceManager(folder, environment, unit_files)
    (folder / "bin").mkdir()
    for name, text in (
        ("systemctl", _SYSTEMCTL.format(python=sys.executable, control=str(manager.control))),
        ("journalctl", _JOURNALCTL.format(journal=folder / "journal")),
    ):
        program = folder / "bin" / name
        program.write_text(text)
        program.chmod(0o755)
    server = await asyncio.start_unix_server(manager.serve, manager.control)
    try:
        yield manager
    finally:
        server.close()
        await server.wait_closed()
        await manager.stop()
