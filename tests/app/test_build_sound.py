"""Microphone and loudspeaker at the start."""

from __future__ import annotations

import pytest

from tests.support.processes import children
from voiced.adapters.machine.clocks import SystemClock
from voiced.adapters.sound.portaudio_microphone import PortAudioMicrophone
from voiced.app.build_sound import open_sound
from voiced.config import Settings
from voiced.errors import MicrophoneFailure


async def test_the_microphone_is_opened_before_anybody_asks_for_its_frames():
    before = set(children())
    async with open_sound(Settings(), SystemClock()):
        assert set(children()) - before
    assert set(children()) <= before


async def test_a_microphone_that_cannot_be_opened_yet_is_no_reason_not_to_start(
    monkeypatch: pytest.MonkeyPatch,
):
    """Whoever takes its frames looks for it again and again."""

    async def refuse(microphone: PortAudioMicrophone) -> None:
        raise MicrophoneFailure("no process can be started")

    monkeypatch.setattr(PortAudioMicrophone, "open", refuse)
    async with open_sound(Settings(), SystemClock()) as sound:
        assert not sound.microphone.has_frames
