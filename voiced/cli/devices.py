"""`voiced devices`: microphones and loudspeakers as PortAudio sees them, and which of them would be taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from voiced.adapters.sound.portaudio import chosen
from voiced.cli.command import CommandParser
from voiced.config import load_settings
from voiced.errors import ModelMissing

if TYPE_CHECKING:
    from sounddevice import DeviceInfo

_EPILOG = """\
To take another one, name a part of its name in voiced.toml:
  [audio]
  input_device = "USB"

examples:
  voiced devices
  VOICED_AUDIO__INPUT_DEVICE=USB voiced devices     which one that would take
"""


@dataclass(frozen=True)
class _Options:
    config: Path | None


def define(command: CommandParser) -> None:
    """Define the command."""
    command.explain(
        "Lists microphones and loudspeakers; * marks those that voiced takes as it is configured.", _EPILOG
    )
    command.add_argument("--config", type=Path, metavar="F", help="configuration file")
    command.run_with(_Options, _run)


def _run(options: _Options) -> int:
    audio = load_settings(options.config).audio
    devices = _devices()
    inputs = [device for device in devices if device["max_input_channels"] > 0]
    outputs = [device for device in devices if device["max_output_channels"] > 0]
    _show("microphones", "input_device", inputs, audio.input_device)
    _show("loudspeakers", "output_device", outputs, audio.output_device)
    return 0


def _devices() -> Sequence[DeviceInfo]:
    try:
        import sounddevice  # noqa: PLC0415 - a machine without PortAudio is told what to install
    except OSError as error:
        raise ModelMissing(
            f"PortAudio cannot be loaded ({error}); install it with: apt install libportaudio2"
        ) from error
    return sounddevice.query_devices()


def _show(title: str, key: str, devices: Sequence[DeviceInfo], pattern: str) -> None:
    print(f"{title}:")
    taken = chosen(devices, pattern)
    for device in devices:
        mark = "*" if device is taken else " "
        print(f"  {mark} {device['name']}, {device['default_samplerate']:.0f} Hz")
    if not devices:
        print("    none; is the sound server running, and may this user reach it?")
    elif taken is None:
        print(f"    none of them fits audio.{key} = {pattern!r}; set it to part of a name above")
