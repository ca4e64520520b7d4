"""`voiced voice record` at a microphone into which a household speaks, to a voice that says what it recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.household import record_voice
from tests.support.pulse_rig import PulseRig
from tests.support.recorded_units import bank_in
from voiced.adapters.voice.bank_file import Bank
from voiced.adapters.voice.recorded_takes import RecordedTakes
from voiced.app.build_voice import bank_voice
from voiced.config import VoiceSettings
from voiced.speaking.prompts import FIRST_AND_LAST

pytestmark = [pytest.mark.speech, pytest.mark.timeout(240)]


async def test_prompts_are_recorded_in_two_sessions_and_become_a_voice(rig: PulseRig, tmp_path: Path) -> None:
    household = bank_voice(bank_in(tmp_path / "household"), VoiceSettings())
    first = await record_voice(rig, tmp_path, household.synthesize, "--only", "2")
    takes = RecordedTakes(tmp_path / "models" / "voice-own-recordings")
    earlier = takes.recorded
    assert FIRST_AND_LAST in earlier, first.lines
    second = await record_voice(rig, tmp_path, household.synthesize, "--only", "4")
    assert not (earlier - {FIRST_AND_LAST}) & set(second.asked), "a recorded prompt is asked no more"
    takes = RecordedTakes(tmp_path / "models" / "voice-own-recordings")
    assert earlier < takes.recorded, second.lines
    assert set(Bank(tmp_path / "models" / "voice-own").index.units) == takes.recorded
    assert second.status == (0 if len(takes.recorded) == 4 else 1)
