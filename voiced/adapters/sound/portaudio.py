"""What the one that listens and the one that speaks both ask of PortAudio's devices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sounddevice import DeviceInfo

PREFERRED = ("pipewire", "pulse", "default")
"""Devices that share, resample and follow what is plugged in; a bare `hw:` device does none of it."""


def chosen(devices: Sequence[DeviceInfo], pattern: str) -> DeviceInfo | None:
    """The device whose name holds `pattern`, upper or lower case; with an empty pattern the one that is preferred.

    Args:
        devices: those of the right direction, as `sounddevice` lists them.
        pattern: part of a name.
    """
    wanted = (pattern,) if pattern else PREFERRED
    for name in wanted:
        for device in devices:
            if name.casefold() in device["name"].casefold():
                return device
    return devices[0] if devices and not pattern else None


def why_none(devices: Sequence[DeviceInfo], what: str) -> str:
    """Why none of the devices is taken, and what to do.

    Args:
        devices: those of the right direction.
        what: what such a device is called.
    """
    if not devices:
        return f"there is no {what} at all; plug one in, and see that the sound server runs and this user may reach it"
    names = ", ".join(device["name"] for device in devices)
    return f"no such {what}; there are: {names}"
