"""The one state of the device, out of all that happens."""

from __future__ import annotations

from voiced.dialogue.values import effects as fx
from voiced.dialogue.values.state import Phase
from voiced.ports.conversation import MicrophoneBack, MicrophoneLost
from voiced.runtime.device_state import DeviceState, StateWatcher


def watched() -> tuple[StateWatcher, list[DeviceState]]:
    told: list[DeviceState] = []
    watcher = StateWatcher(told.append)
    watcher.begin()
    return watcher, told


def test_it_begins_idle_and_follows_the_phase() -> None:
    watcher, told = watched()
    for phase in (Phase.LISTENING, Phase.CONFIRMING, Phase.CONFIRMING, Phase.IDLE):
        watcher.tell(fx.ChangeState(phase))
    assert told == ["idle", "listening", "confirming", "idle"]


def test_our_voice_goes_before_the_phase_and_gives_it_back() -> None:
    watcher, told = watched()
    watcher.tell(fx.ChangeState(Phase.LISTENING))
    watcher.speaking()
    watcher.tell(fx.ChangeState(Phase.CONFIRMING))
    watcher.silent()
    assert told == ["idle", "listening", "speaking", "confirming"]


def test_a_lost_microphone_goes_before_everything() -> None:
    watcher, told = watched()
    watcher.tell(MicrophoneLost("unplugged"))
    watcher.speaking()
    watcher.tell(fx.ChangeState(Phase.LISTENING))
    watcher.silent()
    watcher.tell(MicrophoneBack())
    assert told == ["idle", "microphone_lost", "listening"]


def test_moments_are_followed_by_what_holds() -> None:
    watcher, told = watched()
    watcher.tell(fx.ChangeState(Phase.LISTENING))
    watcher.tell(fx.TellSaved("b1", ()))
    watcher.tell(fx.TellError("the disk is full"))
    assert told == ["idle", "listening", "saved", "listening", "error", "listening"]


def test_everybody_is_told() -> None:
    one: list[str] = []
    other: list[str] = []
    StateWatcher(one.append, other.append).begin()
    assert one == other == ["idle"]
