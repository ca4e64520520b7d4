"""The choice of a PortAudio device, for capture and playback."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sounddevice import DeviceInfo

PREFERRED = ("pipewire", "pulse", "default")
"""Devices that several programs can share, that resample, and that follow the plugged-in hardware, unlike `hw:` devices."""


def chosen(devices: Sequence[DeviceInfo], pattern: str) -> DeviceInfo | None:
    """The device whose name holds `pattern`, in upper or lower case; the preferred device for an empty pattern.

    Args:
        devices: the devices of the right direction, as `sounddevice` lists them.
        pattern: part of a name.
    """
    wanted = (pattern,) if pattern else PREFERRED
    for name in wanted:
        for device in devices:
            if name.casefold() in device["name"].casefold():
                return device
    return devices[0] if devices and not pattern else None


def not_loaded(error: OSError) -> str:
    """The message for a library that cannot be loaded, with the remedy."""
    return f"PortAudio cannot be loaded ({error}); install it with: apt install libportaudio2"


def why_none(devices: Sequence[DeviceInfo], what: str) -> str:
    """The reason for which no device was chosen, and the remedy.

    Args:
        devices: the devices of the right direction.
        what: the name of such a device in messages.
    """
    if not devices:
        return f"no {what} was found; plug one in, and check that the sound server is running and open to this user"
    names = ", ".join(device["name"] for device in devices)
    return f"no {what} has such a name; found: {names}"
