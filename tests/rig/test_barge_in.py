"""Speech over the daemon's own voice, at a microphone from which the sound server takes the echo."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.ledger_files import rows_in
from tests.support.pulse_rig import PulseRig
from tests.support.recordings import CONVERSATIONS
from tests.support.spoken_daemon import spoken_daemon

pytestmark = [pytest.mark.speech, pytest.mark.timeout(180)]

ENTRY, YES = CONVERSATIONS / "targeted_correction/1.wav", CONVERSATIONS / "targeted_correction/3.wav"
SLOWLY = {
    "VOICED_AUDIO__ECHO_CANCELLED": "true",
    "VOICED_LLM__SPLIT_LOCALLY": "always",
    "VOICED_VOICE__RATE_WORDS_PER_MINUTE": "90",
}
"""The read-back takes ten seconds."""


async def test_a_yes_in_the_middle_of_the_read_back_is_understood_and_ends_it(
    rig: PulseRig, tmp_path: Path
) -> None:
    await rig.leak(decibels=-30)
    await rig.cancel_echo()
    database = tmp_path / "ledger.db"
    async with spoken_daemon(rig, database, settings=SLOWLY) as daemon:
        await daemon.listens()
        await rig.say(ENTRY)
        read_back = (await daemon.until(lambda event: event["event"] == "speak"))["text"]
        before = len(rig.heard())
        await rig.until_heard(lambda heard: bool((abs(heard[before:].astype(int)) > 200).any()))
        await rig.say(YES)
        assert (await daemon.until(lambda event: event["event"] == "saved"))["count"] == 2
        assert await daemon.stop() == 0
    assert read_back.startswith("识别到2笔交易")
    assert [event["text"] for event in daemon.told("final_text")][1:] == ["确认"]
    assert [str(row.amount) for row in await rows_in(database)] == ["60", "30"]
