"""`voiced voice try`: says a sentence, and shows of which recordings it is made."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from voiced.adapters.machine.installed_parts import BANK_INDEX, is_bank
from voiced.adapters.sound.portaudio_player import PortAudioPlayer
from voiced.adapters.sound.wav_files import write_wav
from voiced.app.build_voice import bank_folder, bank_voice, engine_of, voice_of
from voiced.app.configured import configuration
from voiced.cli.command import CommandParser
from voiced.config import Settings
from voiced.errors import AudioWrong, ModelMissing, WrongInput
from voiced.language.numbers.spoken import verbalise
from voiced.ports.sound import Pcm
from voiced.speaking.unit_plan import Piece

_EPILOG = """\
examples:
  voiced voice try 识别到2笔交易，共46.5元。
  voiced voice try 记好了，还有吗？ --wav said.wav
"""


def define(command: CommandParser) -> None:
    """Define the action."""
    command.explain(
        "Says a sentence with the configured voice, and shows the recordings it is joined from.", _EPILOG
    )
    command.add_argument("text", metavar="TEXT", help="the sentence; figures are read as words")
    command.add_argument(
        "--wav", type=Path, metavar="F", help="write the sound to a file, in place of playing it"
    )
    command.add_argument(
        "--bank", type=Path, metavar="D", help="the folder of a voice that `voiced voice build` made"
    )
    command.add_config_option()
    command.run_with(_try)


async def _try(*, text: str, wav: Path | None, bank: Path | None, config: Path | None) -> None:
    settings, text = configuration(config).settings, verbalise(text)
    folder = _bank(bank, settings)
    if folder is None:
        voice = voice_of(settings)
    else:
        voice = bank_voice(folder, settings.voice)
        print(shown(voice.plan(text)))
    try:
        await voice.check()
        sound = await voice.synthesize(text)
    finally:
        await voice.close()
    if not sound.samples:
        raise WrongInput(f"{text!r}: holds nothing that the voice can say")
    if wav is None:
        await _play(sound, settings)
    else:
        _write(wav, sound)


def _bank(named: Path | None, settings: Settings) -> Path | None:
    """The folder of the bank that speaks; None if the configured voice is another one."""
    if named is None:
        return bank_folder(settings) if engine_of(settings) == "bank" else None
    if not is_bank(named):
        raise ModelMissing(f"{named}: holds no {BANK_INDEX}; build a voice with: voiced voice build --help")
    return named


async def _play(sound: Pcm, settings: Settings) -> None:
    player = PortAudioPlayer(device=settings.audio.output_device)
    try:
        await player.play(sound, lambda: None)
    finally:
        await player.close()


def _write(wav: Path, sound: Pcm) -> None:
    try:
        write_wav(wav, sound)
    except OSError as error:
        raise AudioWrong(f"{wav}: cannot be written: {error.strerror}; name another file") from error
    print(f"{wav}: {sound.seconds:.1f} s")


def shown(pieces: Iterable[Piece]) -> str:
    """The units of a sentence in a line: `记录 三:san1 ｜ …`, with a bar for a pause and ? for what cannot be said."""
    words: list[str] = []
    for piece in pieces:
        words.append(piece.unit if piece.unit == piece.said else f"{piece.said}:{piece.unit or '?'}")
        if piece.pause_seconds:
            words.append("｜")
    return " ".join(words)
