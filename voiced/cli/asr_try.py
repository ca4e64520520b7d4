"""`voiced asr try`: records five sentences and shows what each installed recogniser makes of them."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from voiced.adapters.sound.portaudio_microphone import PortAudioMicrophone
from voiced.adapters.sound.wav_files import read_wav, write_wav
from voiced.app.build_ears import RecognizerEngine, recognizer_loader
from voiced.cli.command import CommandParser
from voiced.config import Settings, load_settings
from voiced.errors import ModelMissing, RecognizerFailure, WrongInput
from voiced.hearing.frame import FRAME_BYTES, FRAME_SAMPLES, SAMPLE_RATE, AudioFrame
from voiced.language.numbers.spoken import verbalise
from voiced.language.text.spelling import normalise
from voiced.ports.sound import ListeningFor, Pcm, Recognizer

SENTENCES = ("早餐八块", "打车十八块五，午饭三十五", "第二笔改成二十五", "红包收到两百", "确认")
"""Entries, amounts, a correction and a short command; the last two are about a draft."""
_COMMANDS = ("第二笔改成二十五", "确认")
_ENGINES = (RecognizerEngine.SHERPA, RecognizerEngine.VOSK, RecognizerEngine.WHISPER)
_MARKS = re.compile(r"[\W_]+")
_EPILOG = """\
No sound leaves this machine, and none is kept without --keep.

examples:
  voiced asr try
  voiced asr try --seconds 8 --keep my-sentences
  voiced asr try --sound my-sentences         hear the kept sentences again, with other models
"""


class EngineHearing(Struct, frozen=True):
    """What a recogniser made of a sentence.

    Attributes:
        wrong: wrong, missing and added characters.
        delay_seconds: from the last sample to the text.
        cpu_seconds: of the whole process, for all of the sound.
    """

    said: str
    text: str
    wrong: int
    delay_seconds: float
    cpu_seconds: float


def define(command: CommandParser) -> None:
    """Define the action."""
    command.explain(
        "Records five sentences, and shows what each installed recogniser hears in them.", _EPILOG
    )
    command.add_argument(
        "--seconds", type=int, default=6, metavar="N", help="the length of each recording (default: 6)"
    )
    command.add_argument("--keep", type=Path, metavar="D", help="keep the recordings in this folder")
    command.add_argument(
        "--sound", type=Path, metavar="D", help="take 1.wav to 5.wav of this folder in place of a microphone"
    )
    command.add_config_option()
    command.run_with(_try)


async def _try(*, seconds: int, keep: Path | None, sound: Path | None, config: Path | None) -> int:
    if not 1 <= seconds <= 30:
        raise WrongInput(f"--seconds {seconds}: between 1 and 30")
    settings = load_settings(config)
    engines = _installed(settings)
    if sound is None:
        takes = await _recorded(settings, seconds)
    else:
        takes = [read_wav(sound / f"{number}.wav") for number in range(1, len(SENTENCES) + 1)]
    if keep is not None:
        _keep(keep, takes)
    for name, settings_of_engine in engines.items():
        _show(name, heard_by(settings_of_engine, takes))
    return 0


def _installed(settings: Settings) -> Mapping[str, Settings]:
    """The engines whose model is here, by what each would load; why another one is missing is said.

    Raises:
        ModelMissing: there is no engine with a model.
    """
    found: dict[str, Settings] = {}
    reasons: list[str] = []
    for engine in _ENGINES:
        chosen = replace(settings, asr=replace(settings.asr, engine=engine.value))
        try:
            found[recognizer_loader(chosen).name] = chosen
        except ModelMissing as missing:
            reasons.append(f"{engine}: {missing}")
    if not found:
        raise ModelMissing("no recogniser is installed here; see: voiced models suggest")
    for reason in reasons:
        print(f"not tried: {reason}")
    return found


async def _recorded(settings: Settings, length: int) -> list[bytes]:
    microphone = PortAudioMicrophone(device=settings.audio.input_device)
    takes: list[bytes] = []
    frames = microphone.frames()
    try:
        for number, sentence in enumerate(SENTENCES, 1):
            print(f"[{number}/{len(SENTENCES)}]  {length} s：{sentence}", flush=True)
            take = bytearray()
            while len(take) < length * SAMPLE_RATE * 2:
                take += (await anext(frames)).pcm
            takes.append(bytes(take))
    finally:
        await frames.aclose()
        await microphone.close()
    return takes


def _keep(folder: Path, takes: Sequence[bytes]) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WrongInput(f"--keep {folder}: cannot be made: {error.strerror}") from error
    for number, take in enumerate(takes, 1):
        write_wav(folder / f"{number}.wav", Pcm(take, SAMPLE_RATE))
    print(f"{folder}: {len(takes)} recordings are kept")


def heard_by(settings: Settings, takes: Sequence[bytes]) -> list[EngineHearing]:
    """What the configured recogniser hears in each take, one after the other.

    Raises:
        ModelMissing: its model cannot be loaded.
    """
    recognizer = recognizer_loader(settings)()
    try:
        return [_heard(recognizer, said, take) for said, take in zip(SENTENCES, takes, strict=True)]
    finally:
        recognizer.close()


def _heard(recognizer: Recognizer, said: str, take: bytes) -> EngineHearing:
    before = time.process_time()
    recognizer.start(ListeningFor.COMMANDS if said in _COMMANDS else ListeningFor.ENTRIES)
    for start in range(0, len(take), FRAME_BYTES):
        pcm = take[start : start + FRAME_BYTES].ljust(FRAME_BYTES, b"\0")
        recognizer.accept(AudioFrame(start // FRAME_BYTES * FRAME_SAMPLES, pcm))
    ended = time.monotonic()
    try:
        text = recognizer.finish()
    except RecognizerFailure as failure:
        text = f"({failure})"
    delay = time.monotonic() - ended
    return EngineHearing(said, text, wrong_characters(said, text), delay, time.process_time() - before)


def wrong_characters(said: str, heard: str) -> int:
    """The characters that differ, are missing or were added, without marks and with figures as words."""
    wanted, found = _plain(said), _plain(heard)
    row = list(range(len(found) + 1))
    for number, character in enumerate(wanted, 1):
        diagonal, row[0] = row[0], number
        for at, other in enumerate(found, 1):
            diagonal, row[at] = row[at], min(row[at] + 1, row[at - 1] + 1, diagonal + (character != other))
    return row[-1]


def _plain(text: str) -> str:
    return _MARKS.sub("", verbalise(normalise(text)))


def _show(name: str, results: Sequence[EngineHearing]) -> None:
    print(f"\n{name}")
    for one in results:
        mark = "=" if not one.wrong else f"{one.wrong} wrong"
        print(
            f"  {one.said} → {one.text or '(nothing)'}  {mark}, {one.delay_seconds:.2f} s after the end,"
            f" {one.cpu_seconds:.2f} s of processor time"
        )
    wrong = sum(one.wrong for one in results)
    print(f"  together: {wrong} of {sum(len(_plain(one.said)) for one in results)} characters wrong")
