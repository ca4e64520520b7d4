"""Which of PortAudio's devices is taken, and what is told where none is."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from voiced.adapters.sound.portaudio import chosen, why_none

if TYPE_CHECKING:
    from sounddevice import DeviceInfo


def devices(*names: str) -> list[DeviceInfo]:
    return [cast("DeviceInfo", {"name": name}) for name in names]


def test_a_device_that_shares_and_follows_is_preferred_to_bare_hardware() -> None:
    found = devices("HDA Intel (hw:0,0)", "default", "pulse")
    assert chosen(found, "") is found[2]
    assert chosen(found, "hda") is found[0]
    assert chosen(found[:1], "") is found[0]


def test_a_name_that_nothing_has_is_told_beside_those_there_are() -> None:
    found = devices("pulse", "default")
    assert chosen(found, "Kitchen") is None
    assert why_none(found, "microphone") == "no microphone has such a name; found: pulse, default"


def test_a_machine_without_sound_is_told_so_and_what_to_do() -> None:
    assert chosen([], "") is None
    told, _, remedy = why_none([], "loudspeaker").partition("; ")
    assert told == "no loudspeaker was found"
    assert remedy.startswith("plug one in")
