"""The configuration: what is read from where, and what a person is told about a mistake."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path

import msgspec
import pytest

from voiced.app.build_conversation import policy_of
from voiced.config import SECTIONS, Settings, load, load_settings, sources
from voiced.dialogue.values.policy import Policy
from voiced.errors import ConfigWrong

EXAMPLE = Path(__file__).parent.parent / "config" / "voiced.toml"
KEYS = [f"{section}.{name}" for section, names in SECTIONS.items() for name in names]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A configuration directory of its own; what this machine has in /etc is not looked at."""
    monkeypatch.setattr(sources, "SYSTEM_FILE", tmp_path / "etc" / "voiced.toml")
    return tmp_path / "config"


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def wrong(file: Path | None, environment: dict[str, str]) -> str:
    with pytest.raises(ConfigWrong) as raised:
        load(file, environment)
    message = str(raised.value)
    assert "\n" not in message
    return message


def test_the_example_holds_every_key_with_its_default():
    document = tomllib.loads(EXAMPLE.read_text(encoding="utf-8"))
    assert [f"{section}.{name}" for section, table in document.items() for name in table] == KEYS
    assert document == msgspec.json.decode(msgspec.json.encode(Settings()))
    assert load_settings(EXAMPLE, {}) == Settings()


@pytest.mark.parametrize("key", KEYS)
def test_the_example_explains_every_key(key: str):
    """A comment stands above each key, or above the keys right before it that it explains together."""
    section, name = key.split(".")
    _, _, rest = EXAMPLE.read_text(encoding="utf-8").partition(f"[{section}]\n")
    before, _, _ = rest.partition(f"\n{name} =")
    paragraph = before.rsplit("\n\n", maxsplit=1)[-1]
    assert re.match(r"\n*# \w", paragraph), f"no comment above {key}"


def test_without_a_file_the_defaults_hold(home: Path):
    read = load(None, {"XDG_CONFIG_HOME": str(home)})
    assert (read.settings, read.file, dict(read.origins)) == (Settings(), None, {})


def test_the_users_file_goes_before_the_systems(home: Path):
    environment = {"XDG_CONFIG_HOME": str(home)}
    system = written(sources.SYSTEM_FILE, "[vad]\nmode = 1")
    assert load(None, environment).file == system
    own = written(home / "voiced" / "voiced.toml", "[vad]\nmode = 3")
    read = load(None, environment)
    assert (read.file, read.settings.vad.mode) == (own, 3)


def test_a_named_file_goes_before_both(home: Path, tmp_path: Path):
    written(home / "voiced" / "voiced.toml", "[vad]\nmode = 3")
    named = written(tmp_path / "mine.toml", "[session]\ninactivity_seconds = 5")
    settings = load_settings(named, {"XDG_CONFIG_HOME": str(home)})
    assert (settings.session.inactivity_seconds, settings.vad.mode) == (5.0, Settings().vad.mode)


def test_a_profile_reads_its_own_file_first_and_else_that_of_everybody(home: Path):
    environment = {"XDG_CONFIG_HOME": str(home), "VOICED_PROFILE": "anna"}
    shared = written(home / "voiced" / "voiced.toml", "[vad]\nmode = 3")
    assert load(None, environment).file == shared
    own = written(home / "voiced" / "profiles" / "anna.toml", "[vad]\nmode = 1")
    assert load(None, environment).file == own
    assert load(None, {**environment, "VOICED_PROFILE": "ben"}).file == shared
    assert load(shared, environment).file == shared


@pytest.mark.parametrize("relative", ["", "somewhere/else"])
def test_a_relative_config_home_is_ignored(relative: str, home: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOME", str(home))
    own = written(home / ".config" / "voiced" / "voiced.toml", "[vad]\nmode = 0")
    assert load(None, {"XDG_CONFIG_HOME": relative}).file == own


def test_the_environment_goes_before_the_file(tmp_path: Path):
    file = written(tmp_path / "voiced.toml", '[llm]\nbase_url = "http://file"\npause_seconds = 5\n')
    environment = {
        "VOICED_LLM__BASE_URL": "http://environment",
        "VOICED_VAD__MODE": "3",
        "VOICED_AUDIO__ECHO_CANCELLED": "true",
        "VOICED_ENDPOINT__PREROLL_SECONDS": "0.25",
        "VOICED_VERSION": "none of ours: it names no section",
    }
    read = load(file, environment)
    assert read.settings.llm.base_url == "http://environment"
    assert read.settings.llm.pause_seconds == 5.0
    assert read.settings.vad.mode == 3
    assert read.settings.audio.echo_cancelled is True
    assert read.settings.endpoint.preroll_seconds == 0.25
    assert read.origins == {
        "llm.base_url": "$VOICED_LLM__BASE_URL",
        "llm.pause_seconds": str(file),
        "vad.mode": "$VOICED_VAD__MODE",
        "audio.echo_cancelled": "$VOICED_AUDIO__ECHO_CANCELLED",
        "endpoint.preroll_seconds": "$VOICED_ENDPOINT__PREROLL_SECONDS",
    }


def test_the_processs_own_environment_is_read_by_default(home: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home))
    monkeypatch.setenv("VOICED_LEDGER__PATH", "~/books.db")
    assert load_settings().ledger.path == "~/books.db"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[sesion]", "unknown section sesion; known are session, dialogue, notices, audio"),
        ("mode = 2", "unknown section mode; known are session"),
        ("vad = 2", "vad is a section; write [vad] and its keys below it"),
        ("[llm]\nurl = 'x'", "unknown key llm.url; [llm] knows base_url, "),
        (
            "[session]\nstart = 'later'",
            """session.start: 'later' is not valid; use one of "at_once", "wake\"""",
        ),
        ("[vad]\nmode = 4", "vad.mode: 4 is not valid; use a whole number from 0 to 3"),
        ("[vad]\nmode = 2.5", "vad.mode: 2.5 is not valid; use a whole number from 0 to 3"),
        ("[vad]\nmode = true", "vad.mode: True is not valid; use a whole number from 0 to 3"),
        ("[vad]\nmode = '2'", "vad.mode: '2' is not valid; use a whole number from 0 to 3"),
        (
            "[llm]\npause_seconds = 0",
            "llm.pause_seconds: 0 is not valid; use a number above 0, at most 3600",
        ),
        ("[llm]\npause_seconds = nan", "llm.pause_seconds: nan is not valid"),
        ("[voice]\nvolume = 1.5", "voice.volume: 1.5 is not valid; use a number from 0 to 1"),
        ("[dialogue]\nquestions = 1", "dialogue.questions: 1 is not valid; use true or false"),
        ("[ledger]\npath = 1", "ledger.path: 1 is not valid; use a text in quotation marks"),
        ("[asr]\nmodels_dir = ''", "asr.models_dir: '' is not valid; use a text that is not empty"),
        (
            "[llm]\nbase_url = '127.0.0.1:80'",
            """llm.base_url: '127.0.0.1:80' is not valid; use "" or a URL that begins with http:// or https://""",
        ),
        ("[llm\n", "is not valid TOML: Expected ']'"),
    ],
)
def test_a_mistake_in_a_file_is_named(tmp_path: Path, text: str, told: str):
    file = written(tmp_path / "voiced.toml", text)
    assert wrong(file, {}).startswith(f"{file}: {told}")


@pytest.mark.parametrize(
    ("variable", "value", "told"),
    [
        ("VOICED_LLM__URL", "x", "unknown key llm.url; [llm] knows base_url"),
        ("VOICED_LLN__BASE_URL", "x", "unknown section lln; known are session"),
        ("VOICED_VAD__MODE", "loud", "vad.mode: 'loud' is not valid; use a whole number from 0 to 3"),
        ("VOICED_VAD__MODE", "", "vad.mode: '' is not valid"),
        (
            "VOICED_AUDIO__ECHO_CANCELLED",
            "yes",
            "audio.echo_cancelled: 'yes' is not valid; use true or false",
        ),
    ],
)
def test_a_mistake_in_the_environment_is_named(home: Path, variable: str, value: str, told: str):
    environment = {"XDG_CONFIG_HOME": str(home), variable: value}
    assert wrong(None, environment).startswith(f"${variable}: {told}")


def test_one_underscore_instead_of_two_is_a_mistake(home: Path):
    environment = {"XDG_CONFIG_HOME": str(home), "VOICED_LLM_BASE_URL": "http://host"}
    assert wrong(None, environment) == "$VOICED_LLM_BASE_URL: write it as VOICED_LLM__BASE_URL"


def test_variables_that_name_no_key_are_others_business(home: Path):
    environment = {
        "XDG_CONFIG_HOME": str(home),
        "VOICED_HOUSEHOLD_TOKEN": "x",
        "VOICED_LLM": "x",
        "LLM_API_KEY": "x",
    }
    assert load_settings(None, environment) == Settings()


def test_a_secret_is_not_shown_even_when_it_is_wrong(tmp_path: Path):
    file = written(tmp_path / "voiced.toml", "[llm]\napi_key = 123456")
    assert "123456" not in wrong(file, {})


@pytest.mark.parametrize("key", ["llm.base_url", "llm.upstream_url"])
@pytest.mark.parametrize(
    "url", ["http://me:s3cret@host/v1", "https://host?key=s3cret", "http://host/#s3cret"]
)
def test_an_address_that_nothing_could_ask_is_a_mistake(tmp_path: Path, key: str, url: str):
    section, name = key.split(".")
    file = written(tmp_path / "voiced.toml", f"[{section}]\n{name} = '{url}'")
    assert "http:// or https://, without user, query or fragment" in wrong(file, {})


@pytest.mark.parametrize("url", ["http://me:s3cret@host", "https://host?key=s3cret"])
def test_a_password_in_an_address_is_not_repeated(tmp_path: Path, url: str):
    file = written(tmp_path / "voiced.toml", f"[llm]\nbase_url = '{url}'")
    assert "s3cret" not in wrong(file, {})


@pytest.mark.parametrize("name", ["api_key", "upstream_key"])
@pytest.mark.parametrize("key", ["two words", "键", "line\\n"])
def test_a_key_that_no_header_could_carry_is_a_mistake(tmp_path: Path, name: str, key: str):
    file = written(tmp_path / "voiced.toml", f'[llm]\n{name} = "{key}"')
    told = f"{file}: llm.{name}: this value is not valid; use printable ASCII without spaces"
    assert wrong(file, {}) == told


def test_a_missing_named_file_is_a_mistake(tmp_path: Path):
    missing = tmp_path / "none.toml"
    assert wrong(missing, {}) == f"{missing}: there is no such file; name another with --config"


def test_a_file_that_is_no_text_is_a_mistake(tmp_path: Path):
    file = tmp_path / "voiced.toml"
    file.write_bytes(b"\xff\xfe[vad]")
    assert wrong(file, {}).startswith(f"{file}: is not UTF-8 text")


def test_a_mark_that_an_editor_put_before_the_text_is_no_mistake(tmp_path: Path):
    file = tmp_path / "voiced.toml"
    file.write_text("[card]\nport = 8400\n", encoding="utf-8-sig")
    assert load_settings(file).card.port == 8400


def test_a_directory_is_a_mistake(tmp_path: Path):
    assert wrong(tmp_path, {}).startswith(f"{tmp_path}: {os.strerror(21)}")


def test_settings_cannot_be_changed():
    with pytest.raises(AttributeError):
        Settings().vad.mode = 3  # pyright: ignore[reportAttributeAccessIssue] - what is tested


@pytest.mark.parametrize(
    ("former", "now"), [("true", "always"), ("false", "never"), ('"local"', "local"), ('"never"', "never")]
)
def test_an_old_name_of_a_key_is_still_understood(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, former: str, now: str
):
    file = written(tmp_path / "voiced.toml", f"[llm]\nsplit_locally = {former}\n")
    assert load_settings(file, {}).llm.split_locally == now
    is_told = f'llm.split_locally: {former} is now written "{now}"' in caplog.text
    assert is_told == (former in ("true", "false"))


def test_the_engine_that_was_removed_is_replaced_by_pyttsx3_with_a_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    file = written(tmp_path / "voiced.toml", '[voice]\nengine = "espeak"\n')
    assert load_settings(file, {}).voice.engine == "pyttsx3"
    assert f'{file}: voice.engine: espeak is now written "pyttsx3"' in caplog.text


def test_a_former_value_in_the_environment_is_understood_too():
    assert load_settings(None, {"VOICED_LLM__SPLIT_LOCALLY": "True"}).llm.split_locally == "always"


def test_defaults_of_the_dialogue_stand_once_and_reach_it() -> None:
    assert policy_of(Settings()) == Policy()


def test_what_is_known_of_the_model_reaches_the_dialogue() -> None:
    assert policy_of(Settings(), believes=True).believes


def test_a_list_of_addresses_comes_from_the_file_or_from_a_variable(tmp_path: Path):
    file = written(tmp_path / "voiced.toml", "[wyoming]\nallow = ['192.168.1.0/24', '10.0.0.7']")
    assert load_settings(file, {}).wyoming.allow == ("192.168.1.0/24", "10.0.0.7")
    environment = {"VOICED_WYOMING__ALLOW": "fd00::/8, 10.0.0.7"}
    assert load_settings(file, environment).wyoming.allow == ("fd00::/8", "10.0.0.7")
    told = wrong(None, {"VOICED_WYOMING__ALLOW": "kitchen"})
    assert "wyoming.allow: 'kitchen' is not valid; use a list of addresses" in told
