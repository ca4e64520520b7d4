"""The configuration: one TOML file, read once. An environment variable can override each key (`VOICED_LLM__BASE_URL`).

`config/voiced.toml` explains every key and holds the defaults. All wrong keys and values come as one error with a line for
each: the key, its place and the allowed values.
"""

from __future__ import annotations

import logging
import os
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, Literal, cast

import msgspec
from msgspec import Meta, Struct
from msgspec.inspect import BoolType, FloatType, IntType, LiteralType, StrType, type_info

from voiced.dialogue.values.policy import Policy
from voiced.domain.profile import profile_in
from voiced.errors import ConfigWrong

log = logging.getLogger(__name__)

SYSTEM_FILE = Path("/etc/voiced/voiced.toml")
"""The file of the machine, for a user without one."""

SECRETS = frozenset({"llm.api_key", "llm.upstream_key", "ledger.url", "ledger.password", "card.password"})
"""Keys with secret values."""

_BEHAVIOUR = Policy()
"""The dialogue's own defaults, which are those of its settings."""

_PREFIX, _BETWEEN = "VOICED_", "__"
_URL = r"^(https?://[^\s/@?#][^\s@?#]*)?\Z"
_API_KEY = r"^[!-~]*\Z"
_WYOMING = r"^tcp://[^\s/]+:[0-9]{1,5}$"
_POSTGRES = r"^(postgres(ql)?://\S+)?$"

Seconds = Annotated[float, Meta(gt=0, le=3600)]
Silence = Annotated[float, Meta(ge=0.2, le=5)]
Deadline = Annotated[float, Meta(gt=0, le=60)]
GatewayUrl = Annotated[str, Meta(pattern=_URL)]
ApiKey = Annotated[str, Meta(pattern=_API_KEY)]
WyomingUri = Annotated[str, Meta(pattern=_WYOMING)]
_WAKE_PHRASE = "^[\u4e00-\u9fff]{2,8}$"


class Session(msgspec.Struct, frozen=True):
    """How a session begins and ends."""

    start: Literal["wake", "at_once"] = "wake"
    wake_phrase: Annotated[str, Meta(pattern=_WAKE_PHRASE)] = "小记小记"
    inactivity_seconds: Seconds = _BEHAVIOUR.inactivity_seconds


class DialogueSettings(msgspec.Struct, frozen=True):
    """The behaviour of the conversation."""

    protocol: Literal["structured", "history"] = "structured"
    questions: bool = _BEHAVIOUR.answer_questions
    draft_offer_max_age_minutes: Annotated[float, Meta(ge=0, le=10_080)] = _BEHAVIOUR.draft_offer_seconds / 60


class Audio(msgspec.Struct, frozen=True):
    """Microphone and speaker."""

    input_device: str = ""
    output_device: str = ""
    echo_cancelled: bool = False


class Vad(msgspec.Struct, frozen=True):
    """Voice activity detection."""

    engine: Literal["cascade", "webrtc"] = "cascade"
    mode: Annotated[int, Meta(ge=0, le=3)] = 2


class EndpointSettings(msgspec.Struct, frozen=True):
    """Where an utterance begins and ends."""

    dictating_silence_seconds: Silence = 1.0
    confirming_silence_seconds: Silence = 0.5
    start_speech_seconds: Annotated[float, Meta(ge=0.02, le=1)] = 0.1
    preroll_seconds: Annotated[float, Meta(ge=0, le=2)] = 0.4
    max_utterance_seconds: Annotated[float, Meta(ge=2, le=120)] = 30.0
    no_speech_seconds: Annotated[float, Meta(ge=1, le=300)] = 10.0


class Asr(msgspec.Struct, frozen=True):
    """Speech recognition."""

    engine: Literal["auto", "vosk", "whisper", "wyoming"] = "auto"
    model_dir: str = ""
    models_dir: Annotated[str, Meta(min_length=1)] = "~/.local/share/voiced/models"
    models_mirror: GatewayUrl = ""
    models_manifest: str = ""
    decoding: Literal["auto", "full", "light"] = "auto"
    beam_size: Annotated[int, Meta(ge=1, le=10)] = 1
    cpu_threads: Annotated[int, Meta(ge=0, le=64)] = 0
    server: WyomingUri = "tcp://127.0.0.1:10300"


class VoiceSettings(msgspec.Struct, frozen=True):
    """The voice that answers."""

    engine: Literal["pyttsx3", "neural", "wyoming", "none"] = "pyttsx3"
    voice: str = ""
    model_dir: str = ""
    rate_words_per_minute: Annotated[int, Meta(ge=80, le=450)] = 180
    volume: Annotated[float, Meta(ge=0, le=1)] = 1.0
    deadline_seconds: Deadline = 5.0
    server: WyomingUri = "tcp://127.0.0.1:10200"
    earcons: bool = True


class Llm(msgspec.Struct, frozen=True):
    """The language model."""

    base_url: GatewayUrl = ""
    api_key: ApiKey = ""
    upstream_url: GatewayUrl = ""
    upstream_model: str = ""
    upstream_key: ApiKey = ""
    upstream_format: Literal["json_schema", "json_object", "text"] = "json_schema"
    parse_deadline_seconds: Deadline = 3.0
    correction_deadline_seconds: Deadline = 3.0
    local_first: bool = _BEHAVIOUR.local_first
    offline: bool = _BEHAVIOUR.offline
    split_locally: Literal["local", "always", "never"] = _BEHAVIOUR.split_locally.value
    failures_before_pause: Annotated[int, Meta(ge=1, le=100)] = _BEHAVIOUR.failures_before_pause
    pause_seconds: Seconds = _BEHAVIOUR.pause_seconds


class LedgerSettings(msgspec.Struct, frozen=True):
    """The database and its backups."""

    path: str = ""
    url: Annotated[str, Meta(pattern=_POSTGRES)] = ""
    password: str = ""
    backup_dir: str = ""
    backup_every_hours: Annotated[float, Meta(ge=0, le=8_760)] = 24.0
    backup_keep: Annotated[int, Meta(ge=1, le=1_000)] = 7


class CardSettings(msgspec.Struct, frozen=True):
    """The page in the browser."""

    enabled: bool = True
    host: Annotated[str, Meta(min_length=1)] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535)] = 8377
    password: str = ""


class LogSettings(msgspec.Struct, frozen=True):
    """The log of `voiced run`."""

    level: Literal["debug", "info", "warning", "error"] = "info"


class Hooks(msgspec.Struct, frozen=True):
    """The user's own commands."""

    on_state: str = ""


class Settings(msgspec.Struct, frozen=True):
    """All settings, by the sections of the file."""

    session: Session = Session()
    dialogue: DialogueSettings = DialogueSettings()
    audio: Audio = Audio()
    vad: Vad = Vad()
    endpoint: EndpointSettings = EndpointSettings()
    asr: Asr = Asr()
    voice: VoiceSettings = VoiceSettings()
    llm: Llm = Llm()
    ledger: LedgerSettings = LedgerSettings()
    card: CardSettings = CardSettings()
    log: LogSettings = LogSettings()
    hooks: Hooks = Hooks()


SECTIONS: Mapping[str, Mapping[str, Any]] = {
    section.name: {key.name: key.type for key in msgspec.structs.fields(section.type)}
    for section in msgspec.structs.fields(Settings)
}
"""Every section with its keys and their types."""


_FORMER: Mapping[str, Mapping[str, str]] = {
    "llm.split_locally": {"true": "always", "false": "never"},
    "voice.engine": {"espeak": "pyttsx3"},
}
"""Values of earlier versions and their new names, so that a daemon starts after an upgrade."""


class Configuration(Struct, frozen=True):
    """The settings and their origins.

    Attributes:
        file: the file that was read, or None.
        origins: for each dotted key (`llm.base_url`) that is set, the file or `$VARIABLE` that sets it.
    """

    settings: Settings
    file: Path | None
    origins: Mapping[str, str]


class _Given(Struct, frozen=True):
    """A value as it was found; `is_text` if it comes from the environment."""

    key: str
    value: object
    origin: str
    is_text: bool = False


def load_settings(file: Path | None = None, environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings alone; see `load`.

    Raises:
        ConfigWrong: a key or a value is wrong, or the file cannot be read.
    """
    return load(file, environment).settings


def load(file: Path | None = None, environment: Mapping[str, str] = os.environ) -> Configuration:
    """Read the configuration. The environment overrides the file, and the file the defaults.

    Args:
        file: the file to read; by default `$XDG_CONFIG_HOME/voiced/voiced.toml`, else `SYSTEM_FILE` if it exists. With a
            profile, `profiles/NAME.toml` beside each of them is preferred.
        environment: the variables; those named `VOICED_SECTION__KEY` and the profile's are used.

    Raises:
        ConfigWrong: keys or values are wrong, a line of the message for each, or the file cannot be read.
    """
    candidates = _candidates(environment) if file is None else (file,)
    found, text = _first_of(candidates, required=file is not None)
    mistakes: list[str] = []
    given: dict[str, _Given] = {}
    for one in chain(_in_file(found, text) if found else (), _in_environment(environment)):
        if isinstance(one, _Given):
            given[one.key] = one
        else:
            mistakes.append(one)
    sections: dict[str, dict[str, object]] = {section: {} for section in SECTIONS}
    for one in given.values():
        section, name = one.key.split(".")
        try:
            sections[section][name] = _converted(one)
        except ConfigWrong as error:
            mistakes.append(str(error))
    if mistakes:
        raise ConfigWrong("\n".join(mistakes))
    origins = {key: one.origin for key, one in given.items()}
    return Configuration(msgspec.convert(sections, Settings), found, origins)


def _candidates(environment: Mapping[str, str]) -> tuple[Path, ...]:
    shared = (_user_file(environment), SYSTEM_FILE)
    profile = profile_in(environment)
    if profile is None:
        return shared
    return (*(file.parent / "profiles" / f"{profile}.toml" for file in shared), *shared)


def _user_file(environment: Mapping[str, str]) -> Path:
    # By the XDG specification a relative path is invalid and must be ignored.
    named = Path(environment.get("XDG_CONFIG_HOME", ""))
    home = named if named.is_absolute() else Path.home() / ".config"
    return home / "voiced" / "voiced.toml"


def _first_of(candidates: Sequence[Path], *, required: bool) -> tuple[Path | None, str]:
    for path in candidates:
        try:
            return path, path.read_text(encoding="utf-8-sig")
        except (FileNotFoundError, NotADirectoryError):
            if required:
                raise ConfigWrong(f"{path}: there is no such file; name another with --config") from None
        except OSError as error:
            raise ConfigWrong(
                f"{path}: {error.strerror}; make it readable or name another with --config"
            ) from error
        except UnicodeDecodeError as error:
            raise ConfigWrong(f"{path}: is not UTF-8 text ({error.reason} at byte {error.start})") from error
    return None, ""


def _in_file(path: Path, text: str) -> Iterator[_Given | str]:
    """The values in a file, and a message for each mistake."""
    try:
        document: Mapping[str, object] = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ConfigWrong(f"{path}: is not valid TOML: {error}") from error
    for section, table in document.items():
        if section not in SECTIONS:
            yield _unknown_section(section, path)
        elif not isinstance(table, dict):
            yield f"{path}: {section} is a section; write [{section}] and its keys below it"
        else:
            for name, value in cast("Mapping[str, object]", table).items():
                yield _unknown(section, name, path) or _Given(f"{section}.{name}", value, str(path))


def _in_environment(environment: Mapping[str, str]) -> Iterator[_Given | str]:
    """The values in the environment, and a message for each mistake."""
    for variable, text in environment.items():
        if not variable.startswith(_PREFIX):
            continue
        section, between, name = variable.removeprefix(_PREFIX).lower().partition(_BETWEEN)
        if between:
            origin = f"${variable}"
            yield _unknown(section, name, origin) or _Given(f"{section}.{name}", text, origin, is_text=True)
        elif is_written_wrong := _underscore_missing(variable):
            yield is_written_wrong


def _underscore_missing(variable: str) -> str | None:
    """The message for a variable that has one underscore too few and would be silently ignored; else None."""
    section, _, name = variable.removeprefix(_PREFIX).partition("_")
    if name.lower() in SECTIONS.get(section.lower(), ()):
        return f"${variable}: write it as {_PREFIX}{section}{_BETWEEN}{name}"
    return None


def _unknown_section(section: str, origin: Path | str) -> str:
    return f"{origin}: unknown section {section}; known are {', '.join(SECTIONS)}"


def _unknown(section: str, name: str, origin: Path | str) -> str | None:
    """The message for an unknown key; None for a known one."""
    if section not in SECTIONS:
        return _unknown_section(section, origin)
    if name not in SECTIONS[section]:
        return f"{origin}: unknown key {section}.{name}; [{section}] knows {', '.join(SECTIONS[section])}"
    return None


def _converted(given: _Given) -> object:
    section, name = given.key.split(".")
    type_ = SECTIONS[section][name]
    try:
        return msgspec.convert(_in_todays_words(given), type_, strict=not given.is_text)
    except (msgspec.ValidationError, UnicodeEncodeError) as error:
        # The part before an @ or after a ? in an address may be a password.
        is_told = given.key not in SECRETS and not {"@", "?"} & set(str(given.value))
        shown = repr(given.value) if is_told else "this value"
        raise ConfigWrong(
            f"{given.origin}: {given.key}: {shown} is not valid; use {_allowed(type_)}"
        ) from error


def _in_todays_words(given: _Given) -> object:
    """The value, or its new name, with a warning in the log."""
    now = _FORMER.get(given.key, {}).get(str(given.value).lower())
    if now is None:
        return given.value
    log.warning('%s: %s: %s is now written "%s"', given.origin, given.key, str(given.value).lower(), now)
    return now


def _allowed(type_: Any) -> str:
    """The allowed values of a key, in words."""
    match type_info(type_):
        case LiteralType(values):
            return "one of " + ", ".join(f'"{value}"' for value in values)
        case IntType(ge=low, le=high):
            return f"a whole number from {low} to {high}"
        case FloatType(gt=None, ge=low, le=high):
            return f"a number from {low} to {high}"
        case FloatType(gt=low, le=high):
            return f"a number above {low}, at most {high}"
        case BoolType():
            return "true or false"
        case StrType(pattern=pattern) if pattern == _URL:
            return '"" or a URL that begins with http:// or https://, without user, query or fragment'
        case StrType(pattern=pattern) if pattern == _API_KEY:
            return "printable ASCII without spaces"
        case StrType(pattern=pattern) if pattern == _WYOMING:
            return "a host and a port as tcp://127.0.0.1:10300"
        case StrType(pattern=pattern) if pattern == _POSTGRES:
            return '"" or a URL that begins with postgresql://'
        case StrType(pattern=pattern) if pattern == _WAKE_PHRASE:
            return "2 to 8 Chinese characters, best 3 to 6"
        case StrType(min_length=1):
            return "a text that is not empty"
        case _:
            return "a text in quotation marks"
