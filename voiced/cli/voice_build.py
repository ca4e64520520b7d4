"""`voiced voice build`: builds a voice from recordings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from voiced.adapters.machine.paths import model_folders
from voiced.adapters.voice.bank_build import build_bank
from voiced.cli.command import CommandParser
from voiced.cli.terminal import counted, rewriting
from voiced.config import load_settings

OWN_BANK = "voice-own"
_DESCRIPTION = """\
Builds a voice from folders of recordings, and puts it into the models folder, where voice.engine = "auto" finds it.

A folder holds the table recordings.tsv, with a line for each recording: the file, a tab, and the words that are heard in
it. Or its files are named as in audio-cmn: cmn-ji4.mp3 for a syllable, cmn-记录.mp3 for a word. WAV, FLAC, MP3 and Ogg
are read. Where two folders hold the same words, the folder that is named first counts.
"""
_EPILOG = """\
examples:
  voiced voice build ~/my-voice
  voiced voice build ~/my-voice ~/.local/share/voiced/models/voice-bank    with fetched syllables for the rest
"""


def define(command: CommandParser) -> None:
    """Define the action."""
    command.explain(_DESCRIPTION, _EPILOG)
    command.add_argument("folders", metavar="FOLDER", nargs="+", type=Path, help="a folder of recordings")
    command.add_argument(
        "--to",
        type=Path,
        metavar="D",
        help=f"folder of the voice (default: {OWN_BANK} in the models folder)",
    )
    command.add_config_option()
    command.run_with(_build)


def _build(*, folders: list[Path], to: Path | None, config: Path | None) -> None:
    place = to or model_folders(load_settings(config).asr.models_dir)[0] / OWN_BANK
    build_and_tell([folder.expanduser() for folder in folders], place)


def build_and_tell(folders: Sequence[Path], place: Path) -> None:
    """Build a voice of recordings, and print the command that tries it."""
    units = build_bank(folders, place, rewriting(counted))
    print(f"{place}: {units} units; try it with: voiced voice try 记好了，还有吗？ --bank {place}")
