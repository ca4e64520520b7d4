"""`voiced doctor` at a microphone into which somebody speaks."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest

from tests.support.pulse_rig import PulseRig

pytestmark = [pytest.mark.speech, pytest.mark.timeout(90)]

RECORDING = Path("tests/audio/conversations/offline_single/1.wav")
WHISPER = Path(".cache/models/whisper-base").resolve()


async def test_everything_is_well(rig: PulseRig, tmp_path: Path) -> None:
    environment = os.environ | rig.environment | {"VOICED_ASR__MODEL_DIR": str(WHISPER)}
    doctor = await asyncio.create_subprocess_exec(
        *(
            sys.executable,
            "-m",
            "voiced",
            "doctor",
            "--json",
            "--offline",
            "--db",
            str(tmp_path / "ledger.db"),
        ),
        env=environment,
        stdout=PIPE,
    )
    talking = asyncio.ensure_future(_talk(rig))
    told, _ = await doctor.communicate()
    talking.cancel()
    found = {finding["subject"]: finding for finding in json.loads(told)["findings"]}
    for subject in ("microphone", "loudspeaker", "voice", "recogniser", "ledger", "disk"):
        assert found[subject]["verdict"] != "bad", found[subject]
    spoke = float(found["voice activity"]["told"].split()[2])
    assert spoke > 0.5, found["voice activity"]
    assert doctor.returncode == 0


async def _talk(rig: PulseRig) -> None:
    while True:
        await rig.say(RECORDING)
