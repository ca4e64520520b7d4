"""A service that is started before there is a model: it waits, and begins by itself when one is fetched."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.support.pulse_rig import pulse_rig
from tests.support.service_manager import service_manager
from voiced.adapters.recognition.model_install import sha256_of

pytestmark = [pytest.mark.speech, pytest.mark.timeout(180)]

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "systemd/user/voiced.service"
NAME = "vosk-model-small-cn-0.0"
# Nothing is said to the daemon; that these weights are of another language does not matter.
WEIGHTS = ROOT / ".cache/models/vosk-ko"


class Quiet(SimpleHTTPRequestHandler):
    """Files of a folder, and no word about who fetched them."""

    def log_message(self, format: str, *args: object) -> None:
        del format, args


@contextmanager
def mirror(folder: Path) -> Generator[str]:
    """A server with the model, and its address."""
    (folder / NAME).symlink_to(WEIGHTS)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def manifest(folder: Path) -> Path:
    """A register with the one model."""
    lines = ["[[model]]", f'name = "{NAME}"', 'engine = "vosk"', 'language = "zh"']
    lines += ['licence = "Apache-2.0"', 'origin = ""', 'about = "For tests."']
    for file in sorted(path for path in WEIGHTS.rglob("*") if path.is_file()):
        lines += ["[[model.file]]", 'url = "http://127.0.0.1:9/"', f'path = "{file.relative_to(WEIGHTS)}"']
        lines += [f"size = {file.stat().st_size}", f'sha256 = "{sha256_of(file)}"']
    register = folder / "manifest.toml"
    register.write_text("\n".join(lines))
    return register


async def output_of(command: Path, *arguments: str, environment: dict[str, str]) -> str:
    process = await asyncio.create_subprocess_exec(
        command, *arguments, env=environment, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    output, _ = await process.communicate()
    assert process.returncode == 0, output.decode()
    return output.decode()


async def test_a_service_without_a_model_begins_when_one_is_fetched() -> None:
    # Not pytest's own folder: the path of a socket is short.
    with tempfile.TemporaryDirectory(prefix="pc-") as name:
        folder = Path(name)
        for part in ("rig", "systemd", "mirror"):
            (folder / part).mkdir()
        async with pulse_rig(folder / "rig") as rig:
            home = Path(rig.environment["HOME"])
            voiced = home / ".local/bin/voiced"
            voiced.parent.mkdir(parents=True)
            voiced.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -m voiced "$@"\n')
            voiced.chmod(0o755)
            environment = {**rig.environment, "PATH": os.environ["PATH"], "VOICED_ASR__ENGINE": "vosk"}
            async with service_manager(folder / "systemd", environment, lambda: [UNIT]) as manager:
                await manager.start()
                await manager.until(lambda: any("waits for a model" in line for line in manager.said))
                assert "holds no model of vosk; fetch one with: voiced models fetch" in manager.journal
                with mirror(folder / "mirror") as url:
                    fetch = ("models", "fetch", NAME, "--mirror", url, "--manifest", str(manifest(folder)))
                    # A variable of the shell's profile: the service manager never heard of it.
                    of_shell = {**environment, "XDG_DATA_HOME": str(home / "data")}
                    told = await output_of(voiced, *fetch, environment=of_shell)
                assert f"{NAME}: ready in {home}/.local/share/voiced/models/{NAME}" in told
                assert "the service that waits for a model finds it within seconds" in told
                await manager.until(lambda: "STATUS=waits to be woken" in manager.said)
                before = len(manager.said)
                await output_of(voiced, "wake", environment=environment)
                await manager.until(lambda: "STATUS=listens" in manager.said[before:])
                assert manager.starts == 1
