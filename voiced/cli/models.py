"""`voiced models`: lists, fetches and checks speech models."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from voiced.adapters.machine.installed_parts import FETCHED_BANK, FETCHED_WORDS
from voiced.adapters.machine.paths import expanded, model_folders
from voiced.adapters.machine.pid_file import is_waited_for
from voiced.adapters.recognition.model_choice import choice_for, this_machine
from voiced.adapters.recognition.model_install import faults, fetch
from voiced.adapters.recognition.model_manifest import DEFAULT_MODEL, Model, manifest_file, read_manifest
from voiced.adapters.voice.bank_build import build_bank
from voiced.cli.command import CommandParser
from voiced.cli.terminal import counted, rewriting
from voiced.config import Asr, load_settings
from voiced.errors import ConfigWrong, ModelMissing

_MEGABYTE = 1_000_000
_EPILOG = """\
examples:
  voiced models suggest                     the engine and the model for this machine
  voiced models fetch                       the small Mandarin model of Vosk
  voiced models fetch faster-whisper-base   larger and more exact; shows words only after a sentence
  voiced models fetch voice-bank            a voice of recorded syllables, easier to understand than eSpeak NG
"""


@dataclass(frozen=True)
class _Options:
    config: Path | None
    models_dir: Path | None
    manifest: Path | None


def define(command: CommandParser) -> None:
    """Define the command."""
    command.explain(
        "Speech models turn speech into text on this machine. The daemon needs one. Recordings give it a voice.",
        _EPILOG,
    )
    listing = command.add_action("list", "list the known models, and mark the installed ones")
    listing.run_with(_list, _Options)
    fetching = command.add_action("fetch", "fetch a model; a download that was cut off is resumed")
    fetching.add_argument(
        "names",
        metavar="NAME",
        nargs="*",
        help="a name from the list (default: the small Mandarin Vosk model)",
    )
    fetching.add_argument(
        "--mirror",
        metavar="URL",
        help="a server to try before the origin, with files at URL/NAME/FILE (default: as configured)",
    )
    fetching.add_argument(
        "--expect",
        metavar="SHA256",
        help="take an archive with this digest in place of the listed one, if you know a better source of it",
    )
    fetching.run_with(_fetch, _Options)
    suggesting = command.add_action("suggest", "name the engine and the model that suit this machine")
    suggesting.run_with(_suggest, _Options)
    verifying = command.add_action("verify", "check the installed models for damage")
    verifying.run_with(_verify, _Options)
    for action in (listing, fetching, suggesting, verifying):
        action.add_config_option()
        action.add_argument(
            "--models-dir", type=Path, metavar="D", help="folder of the models (default: as configured)"
        )
        action.add_argument(
            "--manifest", type=Path, metavar="F", help="another list of models (default: as configured)"
        )


def _list(options: _Options) -> None:
    folder = _models_dir(options)
    for model in _known(options):
        there = "here" if (folder / model.name).is_dir() else "    "
        print(
            f"{there}  {model.name:<26} {model.size / _MEGABYTE:5.0f} MB  {model.licence:<11} {model.about}"
        )
        if model.errors:
            print(f"      wrong characters: {model.errors}; for {model.suits}")
    print(f"(in {folder})")


def _fetch(options: _Options, *, names: list[str], mirror: str | None, expect: str | None) -> None:
    known = {model.name: model for model in _known(options)}
    models = [_named(known, name) for name in names or [DEFAULT_MODEL]]
    if expect is not None:
        models = [_expected(models, expect)]
    mirror = _asr(options).models_mirror if mirror is None else mirror
    is_awaited = is_waited_for()
    for model in models:
        _tell_terms(model)
        place = fetch(model, _models_dir(options), _bar(model), mirror)
        print(f"\r{model.name}: ready in {place}", file=sys.stderr)
    if any(model.engine == "bank" for model in models):
        _build_bank(_models_dir(options))
    if is_awaited or is_waited_for():
        print(
            "the service that waits for a model finds it within seconds, and begins",
            file=sys.stderr,
        )


def _expected(models: list[Model], digest: str) -> Model:
    """The model with another digest of its archive.

    Raises:
        ConfigWrong: it is no digest, or more than one file is meant.
    """
    if not re.fullmatch(r"[0-9a-f]{64}", digest):
        raise ConfigWrong(f"--expect {digest}: not a SHA-256, which has 64 digits of 0-9 and a-f")
    if len(models) != 1 or len(models[0].file) != 1:
        raise ConfigWrong("--expect goes with the name of one model that is one archive")
    file = replace(models[0].file[0], sha256=digest)
    return replace(models[0], file=(file,))


def _suggest(options: _Options) -> None:
    machine = this_machine()
    choice = choice_for(machine)
    known = {model.name: model for model in _known(options)}
    print(f"this machine: {machine}")
    print(f"engine {choice.engine} with {choice.model}: {choice.reason}")
    if choice.model in known:
        print(f"wrong characters: {known[choice.model].errors}")
    if choice.engine == "sherpa":
        print("1. scripts/install --with sherpa")
        print(f"2. voiced models fetch {choice.model}")
    else:
        print(f"voiced models fetch {choice.model}")


def _tell_terms(model: Model) -> None:
    """Show the licence and the people of a model that asks for it, and what to know of it."""
    if model.credits:
        print(f"{model.name}: {model.licence}, by {'; '.join(model.credits)}", file=sys.stderr)
    if model.note:
        print(model.note, file=sys.stderr)


def _build_bank(models_dir: Path) -> None:
    """Build the voice from the fetched recordings; a word counts before the syllables that it is made of."""
    folders = [models_dir / name for name in (FETCHED_WORDS, FETCHED_BANK) if (models_dir / name).is_dir()]
    units = build_bank(folders, models_dir / FETCHED_BANK, rewriting(counted))
    print(
        f"{FETCHED_BANK}: the voice has {units} units; try it with: voiced voice try 记好了，还有吗？",
        file=sys.stderr,
    )


def _verify(options: _Options) -> int:
    folder = _models_dir(options)
    there = [model for model in _known(options) if (folder / model.name).is_dir()]
    wrong = 0
    for model in there:
        found = faults(folder / model.name)
        wrong += bool(found)
        for fault in found:
            print(f"{model.name}: {fault}; fetch it again with: voiced models fetch {model.name}")
        if not found:
            print(f"{model.name}: ok")
    if not there:
        print(f"{folder}: no listed model is here; fetch one with: voiced models fetch")
    return int(wrong > 0)


def _known(options: _Options) -> tuple[Model, ...]:
    configured = _asr(options).models_manifest
    return read_manifest(
        options.manifest or (expanded(configured, "asr.models_manifest") if configured else manifest_file())
    )


def _named(known: dict[str, Model], name: str) -> Model:
    if name not in known:
        raise ModelMissing(f"{name}: no model of this name is known; there are {', '.join(known)}")
    return known[name]


def _models_dir(options: _Options) -> Path:
    if options.models_dir is not None:
        return options.models_dir.expanduser()
    return model_folders(_asr(options).models_dir)[0]


def _asr(options: _Options) -> Asr:
    return load_settings(options.config).asr


def _bar(model: Model) -> Callable[[int], None]:
    """A function that shows progress in percent."""
    size = f"{model.size / _MEGABYTE:.0f} MB"
    return rewriting(lambda have: f"{model.name}: {have * 100 // model.size:3d} % of {size} ")
