"""`voiced voice record`: records a household's own voice, prompt by prompt, and builds it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from voiced.adapters.ledger.sql_books import SqlBooks
from voiced.adapters.machine.installed_parts import FETCHED_BANK, FETCHED_WORDS
from voiced.adapters.machine.paths import model_folders
from voiced.adapters.sound.portaudio_microphone import PortAudioMicrophone
from voiced.adapters.voice.cached_voice import fixed_sentences
from voiced.adapters.voice.recorded_takes import RecordedTakes
from voiced.app.build_ears import recognizer_loader, voice_activity_of
from voiced.app.build_ledger import LedgerPlace, ledger_of, open_database
from voiced.cli.command import CommandParser
from voiced.cli.options import (
    RecogniserOptions,
    add_recogniser_options,
    settings_to_listen,
)
from voiced.cli.voice_build import OWN_BANK, build_and_tell
from voiced.config import Settings
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.errors import WrongInput
from voiced.runtime import voice_recorder
from voiced.runtime.recognizer import RecognizerThread
from voiced.speaking.prompts import prompts

_FETCH = "fetch some with: voiced models fetch voice-bank"
_RECORDINGS = "voice-own-recordings"
_DESCRIPTION = """\
Records your own voice, one prompt after the other, in a quarter of an hour, and builds the voice of the daemon from it.

Read each prompt aloud; the next one is shown at once. Stay at one distance from the microphone, in a quiet room. What you said is
checked meanwhile, and a prompt that is not understood is asked again, three times at most. Ctrl-C ends the session; the next one goes on where it ended. The words include
the shops and things that your ledger names most often. The recordings stay on this machine.
"""
_EPILOG = """\
examples:
  voiced models fetch voice-bank    first: syllables of another voice for the words that you do not record
  voiced voice record
  voiced voice record --only 20     a first try with 20 prompts
"""


def define(command: CommandParser) -> None:
    """Define the action."""
    command.explain(_DESCRIPTION, _EPILOG)
    command.add_argument(
        "--folder", type=Path, metavar="D", help="folder of the recordings (default: in the models folder)"
    )
    command.add_argument("--only", type=int, metavar="N", help="ask for the first N prompts alone")
    command.add_argument(
        "--db", type=Path, metavar="F", help="ledger with your own words (default: as configured)"
    )
    add_recogniser_options(command)
    command.add_config_option()
    # Recording asks no language model.
    command.set_defaults(llm=None, offline=True)
    command.run_with(_record, RecogniserOptions)


async def _record(
    options: RecogniserOptions, *, folder: Path | None, db: Path | None, only: int | None
) -> int:
    if only is not None and only < 1:
        raise WrongInput(f"--only {only}: at least one prompt has to be asked")
    settings = settings_to_listen(options)
    models = model_folders(settings.asr.models_dir)[0]
    folder = (folder or models / _RECORDINGS).expanduser()
    takes = RecordedTakes(folder)
    asked = (await _prompts(db or ledger_of(settings)))[:only]
    missing = await _session(settings, takes, asked)
    print(f"{folder}: {len(asked) - len(missing)} of {len(asked)} prompts are recorded")
    if missing:
        print(f"missing: {'、'.join(missing)}\nto go on: voiced voice record")
    if takes.recorded:
        _build(folder, models)
    return 1 if missing else 0


def _build(folder: Path, models: Path) -> None:
    """Build the voice, unless it would be dumb for every word that was not recorded."""
    fetched = [path for path in (models / FETCHED_WORDS, models / FETCHED_BANK) if path.is_dir()]
    if not fetched:
        print(
            f"no voice is built yet: other words need syllables\n{_FETCH}\nthen: voiced voice build {folder} {models / FETCHED_BANK}"
        )
        return
    build_and_tell([folder, *fetched], models / OWN_BANK)


async def _session(settings: Settings, takes: RecordedTakes, asked: Sequence[str]) -> Sequence[str]:
    recognizer = RecognizerThread(recognizer_loader(settings))
    microphone = PortAudioMicrophone(device=settings.audio.input_device)
    try:
        await recognizer.load()
        recorder = voice_recorder.VoiceRecorder(
            microphone, voice_activity_of(settings), recognizer, takes, _show
        )
        return await recorder.record(asked)
    finally:
        await microphone.close()
        await recognizer.close()


async def _prompts(place: LedgerPlace) -> Sequence[str]:
    """The prompts, with the names and words of the ledger if there is one."""
    vocabulary, own = DEFAULT_VOCABULARY, Counter[str]()
    if not isinstance(place, Path) or place.exists():
        books = SqlBooks(await open_database(place))
        try:
            vocabulary = await books.vocabulary()
            async for row in books.rows():
                own[row.description] += 1
        finally:
            await books.close()
    names = [*(one.name for one in vocabulary.categories), *(one.name for one in vocabulary.accounts)]
    return prompts(fixed_sentences(), names, [word for word, _ in own.most_common()])


def _show(report: voice_recorder.RecordingReport) -> None:
    match report:
        case voice_recorder.PromptShown(prompt, done, total):
            print(f"[{done + 1}/{total}]  {prompt}", flush=True)
        case voice_recorder.TakeKept(_, is_checked):
            if not is_checked:
                print("        没能核对，先这样留着", flush=True)
        case voice_recorder.TakeRefused(prompt, fault, heard, is_last_try):
            understood = f"听成了「{heard}」" if heard else "没听清"
            why = understood if fault is None else fault.value
            print(f"        「{prompt}」{why}，{'先跳过' if is_last_try else '请再说一次'}", flush=True)
        case voice_recorder.LevelChanged(decibels):
            more = "响" if decibels > 0 else "轻"
            print(f"        声音比开头{more}了{abs(decibels):.0f}分贝，请保持同样的距离", flush=True)
        case voice_recorder.NothingSaid():
            print("        没听到声音", flush=True)
