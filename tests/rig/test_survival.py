"""`voiced run` while its sound comes and goes: the session lives, the draft is kept, the conversation goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.ledger_files import rows_in
from tests.support.pulse_rig import PulseRig
from tests.support.recordings import CONVERSATIONS
from tests.support.spoken_daemon import spoken_daemon
from voiced.runtime.tasks import Tasks

pytestmark = [pytest.mark.speech, pytest.mark.timeout(180)]

LUNCH, YES = CONVERSATIONS / "single_type_correction/1.wav", CONVERSATIONS / "offline_single/4.wav"
LONG = CONVERSATIONS / "append_item/1.wav"
BRISK = {"VOICED_VOICE__RATE_WORDS_PER_MINUTE": "400", "VOICED_VOICE__EARCONS": "false"}
"""Answers need not be understood here; and who kills a server under a tone is not heard for as long as it hangs."""


async def amounts_in(database: Path) -> list[str]:
    return [str(row.amount) for row in await rows_in(database)]


async def test_the_sound_server_is_killed_three_times_in_a_session(rig: PulseRig, tmp_path: Path) -> None:
    database = tmp_path / "ledger.db"
    async with spoken_daemon(rig, database, settings=BRISK) as daemon:
        await daemon.listens()
        await daemon.hears(LUNCH)
        for kill in (1, 2, 3):
            await rig.restart()
            await daemon.logs("the microphone is back", kill)
            await rig.listener()
        await daemon.hears(YES)
        assert await daemon.stop() == 0
    assert await amounts_in(database) == ["60"]


async def test_the_microphone_is_unplugged_and_plugged_in_again(rig: PulseRig, tmp_path: Path) -> None:
    database = tmp_path / "ledger.db"
    async with spoken_daemon(rig, database, settings=BRISK) as daemon:
        await daemon.listens()
        await daemon.hears(LUNCH)
        await rig.unplug_microphone()
        await rig.plug_in_microphone()
        await rig.listener()
        await daemon.hears(YES)
        assert await daemon.stop() == 0
    assert await amounts_in(database) == ["60"]


async def test_a_download_that_breaks_off_is_resumed(rig: PulseRig, tmp_path: Path) -> None:
    async with spoken_daemon(rig, tmp_path / "ledger.db", settings=BRISK) as daemon, Tasks() as tasks:
        await daemon.listens()
        speaking = tasks.start(rig.say(LONG))
        await daemon.until(lambda event: event["event"] == "speech_detected")
        await rig.stall_microphone()
        await daemon.says("没听清，请再说一次。")
        await rig.mend_microphone()
        await speaking
        assert not daemon.told("final_text")


async def test_sound_from_the_loudspeaker_is_no_answer(rig: PulseRig, tmp_path: Path) -> None:
    database = tmp_path / "ledger.db"
    await rig.leak()
    async with spoken_daemon(rig, database) as daemon:
        await daemon.listens()
        for recording in (LUNCH, YES):
            await daemon.hears(recording)
        assert await daemon.stop() == 0
    assert len(daemon.told("speech_detected")) == len(daemon.told("final_text")) == 2
    assert await amounts_in(database) == ["60"]
