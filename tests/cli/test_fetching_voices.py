"""`voiced models fetch voice-bank`: many small files with pinned digests, built into the voice that speaks from then on."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.support.recorded_units import SYLLABLES
from voiced.adapters.recognition.model_manifest import manifest_file, read_manifest
from voiced.app.build_voice import engine_of
from voiced.cli.main import main
from voiced.config import load_settings


@dataclass
class Shop:
    """A folder that is served, and the names that were asked for."""

    folder: Path
    asked: list[str] = field(default_factory=list[str])

    @contextmanager
    def open(self) -> Generator[str]:
        shop = self

        class Handler(SimpleHTTPRequestHandler):
            def __init__(self, *args: Any) -> None:
                super().__init__(*args, directory=str(shop.folder))

            def do_GET(self) -> None:
                shop.asked.append(self.path)
                super().do_GET()

            def log_message(self, format: str, *args: object) -> None:
                """The test's output is no access log."""

        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler))
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()
            server.server_close()


def shipped_lines() -> list[str]:
    """The lines of the shipped list for the recordings that the tests have."""
    here = {path.name for path in SYLLABLES.glob("*.mp3")}
    lines = (manifest_file().parent / "voice-bank.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.rpartition(" ")[2] in here]


def register_of(folder: Path, url: str) -> Path:
    """A register with the shipped entry, whose files come from this address."""
    (folder / "voice-bank.txt").write_text("\n".join(shipped_lines()), encoding="utf-8")
    path = folder / "manifest.toml"
    path.write_text(
        f"""
        [[model]]
        name = "voice-bank"
        engine = "bank"
        language = "zh"
        licence = "CC-BY-SA-3.0"
        origin = ""
        about = "Recorded syllables."
        credits = ["Chen Wang (voice)"]
        note = "Name her where you publish it."
        [model.listed]
        name = "voice-bank.txt"
        url = "{url}"
        """,
        encoding="utf-8",
    )
    return path


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty models folder, and no other one."""
    folder = tmp_path / "models"
    for variable in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(variable, str(tmp_path))
    monkeypatch.setenv("VOICED_ASR__MODELS_DIR", str(folder))
    return folder


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    folder = tmp_path / "shop"
    shutil.copytree(SYLLABLES, folder)
    return Shop(folder)


def test_fetched_syllables_are_the_voice_from_then_on(
    models: Path, shop: Shop, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert engine_of(load_settings()) == "pyttsx3"
    with shop.open() as url:
        assert main(["models", "fetch", "voice-bank", "--manifest", str(register_of(tmp_path, url))]) == 0
    told = capsys.readouterr().err
    assert "voice-bank: CC-BY-SA-3.0, by Chen Wang (voice)\nName her where you publish it.\n" in told
    assert f"the voice has {len(shipped_lines())} units; try it with: voiced voice try" in told
    assert engine_of(load_settings()) == "bank"
    assert main(["voice", "try", "记好了，还有吗？", "--wav", str(tmp_path / "said.wav")]) == 0
    assert "ji4" in capsys.readouterr().out
    assert (models / "voice-bank" / "LICENCE").read_text(
        encoding="utf-8"
    ) == "CC-BY-SA-3.0\nChen Wang (voice)\n"
    assert main(["models", "verify", "--manifest", str(tmp_path / "manifest.toml")]) == 0


def test_a_recording_that_is_not_the_pinned_one_stops_it_and_the_rest_is_kept(
    models: Path, shop: Shop, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoilt = shop.folder / "cmn-zhi1.mp3"
    right = spoilt.read_bytes()
    spoilt.write_bytes(right[::-1])
    with shop.open() as url:
        fetch = ["models", "fetch", "voice-bank", "--manifest", str(register_of(tmp_path, url))]
        assert main(fetch) == 1
        assert "cmn-zhi1.mp3 was not fetched" in capsys.readouterr().err
        assert not (models / "voice-bank").exists()
        spoilt.write_bytes(right)
        shop.asked.clear()
        assert main(fetch) == 0
    assert [name for name in shop.asked if name < "/cmn-zhi1.mp3"] == []


def test_the_shipped_register_pins_every_recording() -> None:
    """Each address names a commit, and the recordings of the tests are among those that are listed."""
    banks = {model.name: model for model in read_manifest(manifest_file()) if model.engine == "bank"}
    assert {name: len(model.file) for name, model in banks.items()} == {
        "voice-bank": 1346,
        "voice-bank-words": 2474,
    }
    for model in banks.values():
        assert all("/ff9ed3d0c631195bd2c06f39450f3264c7124040/" in file.url for file in model.file)
        assert model.credits
    assert len(shipped_lines()) == len(list(SYLLABLES.glob("*.mp3")))
