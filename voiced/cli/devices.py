"""`voiced devices`: lists the microphones and loudspeakers of PortAudio, and marks the chosen ones."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from voiced.adapters.sound.portaudio import chosen, not_loaded
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
  VOICED_AUDIO__INPUT_DEVICE=USB voiced devices     the choice with this setting
"""


def define(command: CommandParser) -> None:
    """Define the command."""
    command.explain(
        "Lists microphones and loudspeakers; * marks the ones that voiced uses with the present settings.\n"
        "Exit status 1 reports that there is no microphone, or no loudspeaker.",
        _EPILOG,
    )
    command.add_config_option()
    command.run_with(_run)


def _run(*, config: Path | None) -> int:
    audio = load_settings(config).audio
    devices = _devices()
    inputs = [device for device in devices if device["max_input_channels"] > 0]
    outputs = [device for device in devices if device["max_output_channels"] > 0]
    _show("microphone", "input_device", inputs, audio.input_device)
    _show("loudspeaker", "output_device", outputs, audio.output_device)
    return 0 if inputs and outputs else 1


def _devices() -> Sequence[DeviceInfo]:
    try:
        import sounddevice  # noqa: PLC0415 - a message tells how to install a missing PortAudio
    except OSError as error:
        raise ModelMissing(not_loaded(error)) from error
    return sounddevice.query_devices()


def _show(kind: str, key: str, devices: Sequence[DeviceInfo], pattern: str) -> None:
    print(f"{kind}s:")
    taken = chosen(devices, pattern)
    for device in devices:
        mark = "*" if device is taken else " "
        print(f"  {mark} {device['name']}, {device['default_samplerate']:.0f} Hz")
    if not devices:
        print(f"    there is no {kind}; is the sound server running, and may this user use it?")
    elif taken is None:
        print(f"    not one of them fits audio.{key} = {pattern!r}; set it to part of a name above")
