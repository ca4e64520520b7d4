"""`voiced voice record` at a microphone into which a household speaks, to a voice that says what it recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.household import record_voice
from tests.support.pulse_rig import PulseRig
from tests.support.recorded_units import SYLLABLES, bank_in
from voiced.adapters.voice.bank_file import Bank
from voiced.adapters.voice.recorded_takes import RecordedTakes
from voiced.app.build_voice import bank_voice
from voiced.config import VoiceSettings
from voiced.speaking.prompts import FIRST_AND_LAST
from voiced.speaking.unit_plan import plan

pytestmark = [pytest.mark.speech, pytest.mark.timeout(240)]


async def test_prompts_are_recorded_in_two_sessions_and_become_a_voice(rig: PulseRig, tmp_path: Path) -> None:
    household = bank_voice(bank_in(tmp_path / "household"), VoiceSettings())
    models = tmp_path / "models"
    first = await record_voice(rig, tmp_path, household.synthesize, "--only", "2")
    earlier = RecordedTakes(models / "voice-own-recordings").recorded
    assert "no voice is built yet: other words need syllables" in first.lines
    (models / "voice-bank").symlink_to(SYLLABLES)
    assert FIRST_AND_LAST in earlier, first.lines
    second = await record_voice(rig, tmp_path, household.synthesize, "--only", "4")
    assert not (earlier - {FIRST_AND_LAST}) & set(second.asked), "a recorded prompt is asked no more"
    takes = RecordedTakes(models / "voice-own-recordings")
    assert earlier < takes.recorded, second.lines
    units = Bank(models / "voice-own").repertoire
    said = [piece.unit for piece in plan(f"{FIRST_AND_LAST}。", units)]
    assert said == [FIRST_AND_LAST], "the recorded words are one unit"
    assert all(piece.unit for piece in plan("记好了，还有吗？", units)), "fetched syllables say the rest"
    assert second.status == (0 if len(takes.recorded) == 4 else 1)
