"""`voiced devices` on the rig, and where there is no device at all."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE

from tests.support.pulse_rig import PulseRig


async def devices(*, status: int = 0, **environment: str) -> str:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "voiced", "devices"), stdout=PIPE, env={**os.environ, **environment}
    )
    output, _ = await process.communicate()
    assert process.returncode == status
    return output.decode()


async def test_devices_are_listed_and_the_preferred_ones_marked(rig: PulseRig) -> None:
    assert rig
    assert await devices() == (
        "microphones:\n  * pulse, 44100 Hz\n    default, 44100 Hz\n"
        "loudspeakers:\n  * pulse, 44100 Hz\n    default, 44100 Hz\n"
    )


async def test_a_name_that_nothing_has_is_told(rig: PulseRig) -> None:
    assert rig
    listed = await devices(VOICED_AUDIO__INPUT_DEVICE="yeti", VOICED_AUDIO__OUTPUT_DEVICE="DEFAULT")
    assert "not one of them fits audio.input_device = 'yeti'; set it to part of a name above" in listed
    assert listed.endswith("loudspeakers:\n    pulse, 44100 Hz\n  * default, 44100 Hz\n")


async def test_a_machine_without_devices_says_so(rig: PulseRig) -> None:
    await rig.stop()
    assert await devices(status=1) == (
        "microphones:\n    there is no microphone; is the sound server running, and may this user use it?\n"
        "loudspeakers:\n    there is no loudspeaker; is the sound server running, and may this user use it?\n"
    )
