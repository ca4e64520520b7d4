"""`voiced devices`: microphones and loudspeakers as PortAudio sees them, and which of them would be taken."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from voiced.errors import ModelMissing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sounddevice import DeviceInfo

_EPILOG = """\
To take another one, name a part of its name in voiced.toml:
  [audio]
  input_device = "USB"

examples:
  voiced devices
  VOICED_AUDIO__INPUT_DEVICE=USB voiced devices     which one that would take
"""


class _Options(Protocol):
    config: Path | None


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:  # pyright: ignore[reportPrivateUsage]
    """Add the command."""
    command = commands.add_parser(
        "devices",
        help="list microphones and loudspeakers",
        description="Lists microphones and loudspeakers; * marks those that voiced takes as it is configured.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("--config", type=Path, metavar="F", help="configuration file")
    command.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from voiced.config import load_settings

    audio = load_settings(cast("_Options", options).config).audio
    devices = _devices()
    inputs = [device for device in devices if device["max_input_channels"] > 0]
    outputs = [device for device in devices if device["max_output_channels"] > 0]
    _show("microphones", "input_device", inputs, audio.input_device)
    _show("loudspeakers", "output_device", outputs, audio.output_device)
    return 0


def _devices() -> Sequence[DeviceInfo]:
    try:
        import sounddevice
    except OSError as error:
        raise ModelMissing(
            f"PortAudio cannot be loaded ({error}); install it with: apt install libportaudio2"
        ) from error
    return sounddevice.query_devices()


def _show(title: str, key: str, devices: Sequence[DeviceInfo], pattern: str) -> None:
    from voiced.adapters.sound.portaudio import chosen

    print(f"{title}:")
    taken = chosen(devices, pattern)
    for device in devices:
        mark = "*" if device is taken else " "
        print(f"  {mark} {device['name']}, {device['default_samplerate']:.0f} Hz")
    if not devices:
        print("    none; is the sound server running, and may this user reach it?")
    elif taken is None:
        print(f"    none of them fits audio.{key} = {pattern!r}; set it to part of a name above")
