"""The sources of the settings: one TOML file, read once, what was chosen on the card, and variables (`VOICED_LLM__BASE_URL`).

Each of them overrides those before it.

All wrong keys and values come as one error with a line for each: the key, its place and the allowed values.
"""

from __future__ import annotations

import logging
import os
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import cast

import msgspec
from msgspec import Struct
from msgspec.inspect import VarTupleType, type_info

from voiced.config.settings import SECRETS, SECTIONS, Settings, allowed
from voiced.domain.profile import profile_in
from voiced.errors import ConfigWrong

log = logging.getLogger(__name__)

SYSTEM_FILE = Path("/etc/voiced/voiced.toml")
"""The file of the machine, for a user without one."""

_PREFIX, _BETWEEN = "VOICED_", "__"

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


class ChosenValues(Struct, frozen=True):
    """Values that people chose on the card, by their dotted keys, and the file that keeps them."""

    values: Mapping[str, object]
    origin: str


NOTHING_CHOSEN = ChosenValues({}, "")


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


def load(
    file: Path | None = None,
    environment: Mapping[str, str] = os.environ,
    chosen: ChosenValues = NOTHING_CHOSEN,
) -> Configuration:
    """Read the configuration. The environment overrides what was chosen, that the file, and the file the defaults.

    Args:
        file: the file to read; by default `$XDG_CONFIG_HOME/voiced/voiced.toml`, else `SYSTEM_FILE` if it exists. With a
            profile, `profiles/NAME.toml` beside each of them is preferred.
        environment: the variables; those named `VOICED_SECTION__KEY` and the profile's are used.
        chosen: what was chosen on the card. A value that is not valid is passed over with a warning in the log, so that the
            card starts, where another can be chosen.

    Raises:
        ConfigWrong: keys or values are wrong, a line of the message for each, or the file cannot be read.
    """
    candidates = _candidates(environment) if file is None else (file,)
    found, text = _first_of(candidates, required=file is not None)
    mistakes: list[str] = []
    given: dict[str, _Given] = {}
    for one in chain(_in_file(found, text) if found else (), _valid_in(chosen), _in_environment(environment)):
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


def _valid_in(chosen: ChosenValues) -> Iterator[_Given]:
    """The chosen values that are valid."""
    for key, value in chosen.values.items():
        one = _Given(key, value, chosen.origin)
        try:
            _converted(one)
        except ConfigWrong as error:
            log.warning("%s; it is passed over", error)
        else:
            yield one


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
        return msgspec.convert(
            _as_list(_in_todays_words(given), type_, given), type_, strict=not given.is_text
        )
    except (msgspec.ValidationError, UnicodeEncodeError) as error:
        # The part before an @ or after a ? in an address may be a password.
        is_told = given.key not in SECRETS and not {"@", "?"} & set(str(given.value))
        shown = repr(given.value) if is_told else "this value"
        raise ConfigWrong(
            f"{given.origin}: {given.key}: {shown} is not valid; use {allowed(type_)}"
        ) from error


def _as_list(value: object, type_: object, given: _Given) -> object:
    """The value; a text of the environment is split at its commas where the key holds a list."""
    if not (given.is_text and isinstance(type_info(type_), VarTupleType)):
        return value
    return [part.strip() for part in str(value).split(",") if part.strip()]


def _in_todays_words(given: _Given) -> object:
    """The value, or its new name, with a warning in the log."""
    now = _FORMER.get(given.key, {}).get(str(given.value).lower())
    if now is None:
        return given.value
    log.warning('%s: %s: %s is now written "%s"', given.origin, given.key, str(given.value).lower(), now)
    return now
