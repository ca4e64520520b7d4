"""A reload compares the content of each file that the settings name, and the tokens that the daemon keeps."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from voiced.adapters.machine.paths import card_token_file, metrics_token_file
from voiced.app.secret_files import fingerprints
from voiced.config import SECTIONS, CardSettings, MqttSettings, Settings

TOKENS: dict[str, Callable[[], Path]] = {
    "the card's token": card_token_file,
    "the metrics token": metrics_token_file,
}


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    named = {f"mqtt.{key}": tmp_path / key for key in SECTIONS["mqtt"] if key.endswith("_file")}
    files = named | {name: place() for name, place in TOKENS.items()}
    for file in files.values():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("before")
    return files


def settings_of(files: dict[str, Path]) -> Settings:
    authority, password = str(files["mqtt.ca_file"]), str(files["mqtt.password_file"])
    mqtt = MqttSettings(host="broker", tls=True, ca_file=authority, password_file=password)
    return Settings(card=CardSettings(metrics=True), mqtt=mqtt)


def test_each_file_is_compared_by_its_content(files: dict[str, Path]) -> None:
    settings = settings_of(files)
    for name, file in files.items():
        before = fingerprints(settings)
        file.write_text("after")
        after = fingerprints(settings)
        assert [each for each in after if after[each] != before[each]] == [name]
        file.unlink()
        assert fingerprints(settings)[name] == "", "a deleted file is another change"


def test_only_the_section_of_the_broker_names_files(files: dict[str, Path]) -> None:
    """A key for a file in another section has to be compared as well."""
    keys = [f"{section}.{key}" for section, names in SECTIONS.items() for key in names]
    assert [key for key in keys if key.endswith("_file")] == [name for name in files if name not in TOKENS]
