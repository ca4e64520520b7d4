"""A service that takes longer to start than its manager waits: it is ended, and the next start is given longer."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from pathlib import Path

import pytest
from wyoming.event import async_read_event, async_write_event

from tests.support.pulse_rig import pulse_rig
from tests.support.service_manager import service_manager
from tests.support.wyoming_rig import HEARS, wyoming_server

pytestmark = [pytest.mark.speech, pytest.mark.timeout(180)]

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "systemd/user/voiced.service"
WAITS_SECONDS, TAKES_SECONDS = 3, 4
"""How long the manager waits, and how long the recogniser's server takes to say what it is."""


async def slow(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await async_read_event(reader)
    await asyncio.sleep(TAKES_SECONDS)
    await async_write_event(HEARS, writer)


async def test_a_start_that_was_too_long_is_followed_by_one_that_comes_to_its_end() -> None:
    # Not pytest's own folder: the path of a socket is short.
    with tempfile.TemporaryDirectory(prefix="pc-") as name:
        folder = Path(name)
        for part in ("rig", "systemd"):
            (folder / part).mkdir()
        impatient = folder / "impatient.conf"
        impatient.write_text(f"[Service]\nTimeoutStartSec={WAITS_SECONDS}\n")
        async with pulse_rig(folder / "rig") as rig, wyoming_server(slow) as uri:
            home = Path(rig.environment["HOME"])
            voiced = home / ".local/bin/voiced"
            voiced.parent.mkdir(parents=True)
            voiced.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -m voiced "$@"\n')
            voiced.chmod(0o755)
            environment = {
                **rig.environment,
                "PATH": os.environ["PATH"],
                "VOICED_ASR__ENGINE": "wyoming",
                "VOICED_ASR__SERVER": uri,
            }
            units = [UNIT, impatient]
            async with service_manager(folder / "systemd", environment, lambda: units) as manager:
                await manager.start()
                assert "EXTEND_TIMEOUT_USEC=240000000" in manager.said
                assert (
                    "the last start took too long and was ended; this one may take 240 s" in manager.journal
                )
                assert not (home / ".local/state/voiced/long-starts").exists()
