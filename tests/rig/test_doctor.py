"""`voiced doctor` at a microphone into which somebody speaks."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.support.pulse_rig import PulseRig
from voiced.app.doctor import CheckResult, Finding, loop
from voiced.config import Settings
from voiced.config.settings import Asr

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


async def test_a_sentence_that_comes_back_is_measured_and_an_echo_canceller_is_offered(rig: PulseRig) -> None:
    settings = Settings(asr=Asr(engine="whisper", model_dir=str(WHISPER)))
    await rig.leak(decibels=-12)
    (offer,) = [finding async for finding in loop.echo_canceller(settings)]
    (heard,) = [finding async for finding in loop.read_back(settings)]
    assert heard.verdict is CheckResult.GOOD, heard
    level, above = map(int, re.findall(r"(-?\d+) dB", heard.told)[:2])
    assert -60 < level < -20
    assert above > 15
    shell = await asyncio.create_subprocess_shell(offer.remedy.replace("\n", " && "), stdout=PIPE)
    await shell.communicate()
    assert shell.returncode == 0, offer.remedy
    (found,) = [finding async for finding in loop.echo_canceller(settings)]
    assert found.verdict is CheckResult.DOUBTFUL
    assert "audio.echo_cancelled = true" in found.remedy
    cancelled = replace(settings, audio=replace(settings.audio, echo_cancelled=True))
    (used,) = [finding async for finding in loop.echo_canceller(cancelled)]
    assert used == Finding(
        "echo canceller", CheckResult.GOOD, "voiced_microphone takes the loudspeaker out of the microphone"
    )


async def test_a_loudspeaker_that_the_microphone_does_not_hear_is_told(rig: PulseRig) -> None:
    (heard,) = [finding async for finding in loop.read_back(Settings())]
    assert heard.verdict is CheckResult.DOUBTFUL, heard
    assert heard.told == "the microphone heard nothing of what was played"


async def _talk(rig: PulseRig) -> None:
    while True:
        await rig.say(RECORDING)
