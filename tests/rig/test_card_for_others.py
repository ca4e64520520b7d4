"""`voiced run` with a card that others in the house reach says its addresses, and so does `voiced card`."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.rig.test_two_daemons import QUICK, of_user
from tests.support.processes import free_port
from tests.support.pulse_rig import PulseRig
from tests.support.spoken_daemon import spoken_daemon

pytestmark = [pytest.mark.speech, pytest.mark.timeout(180)]


async def test_addresses_for_others_are_told_at_the_start_and_again(rig: PulseRig, tmp_path: Path) -> None:
    port = free_port()
    settings = {
        **of_user(tmp_path / "user", port),
        "VOICED_CARD__HOST": "0.0.0.0",  # noqa: S104 - with a password
        "VOICED_CARD__PASSWORD": "sesame",
    }
    async with spoken_daemon(rig, tmp_path / "ledger.db", *QUICK, settings=settings) as daemon:
        await daemon.listens()
        await daemon.logs("card: http://127.0.0.1:")
        printed = [
            line.removeprefix("card: ") for line in daemon.log.splitlines() if line.startswith("card: ")
        ]
        asked = await asyncio.to_thread(
            subprocess.run,
            [sys.executable, "-m", "voiced", "card"],
            env={**os.environ, **settings},
            capture_output=True,
            text=True,
            check=True,
        )
        async with httpx.AsyncClient(follow_redirects=True) as browser:
            for address in printed:
                if ".local:" not in address:  # no multicast DNS here
                    assert (await browser.get(address)).status_code == 200, "the login"
        assert await daemon.stop() == 0
    assert f"http://127.0.0.1:{port}/" in printed
    assert len(printed) > 1
    assert "token" not in "".join(printed)
    for address in printed:
        assert address in asked.stdout
