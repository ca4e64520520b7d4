"""The one state of the device, out of all that happens."""

from __future__ import annotations

from voiced.dialogue.values import effects as fx
from voiced.dialogue.values.state import Phase
from voiced.ports import MicrophoneBack, MicrophoneLost
from voiced.runtime.device_state import DeviceState, StateWatch


def watched() -> tuple[StateWatch, list[DeviceState]]:
    told: list[DeviceState] = []
    watch = StateWatch(told.append)
    watch.begin()
    return watch, told


def test_it_begins_idle_and_follows_the_phase() -> None:
    watch, told = watched()
    for phase in (Phase.LISTENING, Phase.CONFIRMING, Phase.CONFIRMING, Phase.IDLE):
        watch.tell(fx.ChangeState(phase))
    assert told == ["idle", "listening", "confirming", "idle"]


def test_our_voice_goes_before_the_phase_and_gives_it_back() -> None:
    watch, told = watched()
    watch.tell(fx.ChangeState(Phase.LISTENING))
    watch.speaking()
    watch.tell(fx.ChangeState(Phase.CONFIRMING))
    watch.silent()
    assert told == ["idle", "listening", "speaking", "confirming"]


def test_a_lost_microphone_goes_before_everything() -> None:
    watch, told = watched()
    watch.tell(MicrophoneLost("unplugged"))
    watch.speaking()
    watch.tell(fx.ChangeState(Phase.LISTENING))
    watch.silent()
    watch.tell(MicrophoneBack())
    assert told == ["idle", "microphone_lost", "listening"]


def test_moments_are_followed_by_what_holds() -> None:
    watch, told = watched()
    watch.tell(fx.ChangeState(Phase.LISTENING))
    watch.tell(fx.TellSaved("b1", ()))
    watch.tell(fx.TellError("the disk is full"))
    assert told == ["idle", "listening", "saved", "listening", "error", "listening"]


def test_everybody_is_told() -> None:
    one: list[str] = []
    other: list[str] = []
    StateWatch(one.append, other.append).begin()
    assert one == other == ["idle"]
