"""Each extra, installed over the product: what it is for works with it, and without it the user is told how to get it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.installed import ROOT, Installed, installed
from tests.support.mosquitto_rig import mosquitto
from tests.support.postgres_rig import PostgresRig
from tests.support.syllable_speech import TEST_EARS
from tests.support.wyoming_rig import faster_whisper

pytestmark = [pytest.mark.speech, pytest.mark.timeout(300)]

WEIGHTS = ROOT / ".cache/models"
WHISPER = WEIGHTS / "whisper-base"
RECORDING = ROOT / "tests/audio/conversations/offline_single/1.wav"
SPOKEN = ("replay", str(RECORDING), "--offline")
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]


@dataclass(frozen=True)
class Use:
    """What somebody does who wants the extra.

    Attributes:
        command: the words after `voiced`.
        variables: the settings for it.
        tells: what stands in the output where it works.
    """

    command: Sequence[str]
    variables: Mapping[str, str]
    tells: str


Uses = Callable[[Path, PostgresRig], AbstractContextManager[Use]]


@contextmanager
def whisper(folder: Path, postgres: PostgresRig) -> Generator[Use]:
    yield Use((*SPOKEN, "--asr", "whisper", "--model", str(WHISPER)), {}, "28.5元")


@contextmanager
def sherpa(folder: Path, postgres: PostgresRig) -> Generator[Use]:
    """The test model knows 53 syllables, so that a line of what it heard is all that a recording shows."""
    yield Use((*SPOKEN, "--asr", "sherpa", "--model", str(TEST_EARS / "zipformer2-ctc")), {}, "你：")


@contextmanager
def wyoming(folder: Path, postgres: PostgresRig) -> Generator[Use]:
    with faster_whisper(WHISPER, folder) as server:
        yield Use((*SPOKEN, "--asr", "wyoming"), {"VOICED_ASR__SERVER": server.uri}, "28.5元")


@contextmanager
def on_postgres(folder: Path, postgres: PostgresRig) -> Generator[Use]:
    yield Use(("categories", "list"), {"VOICED_LEDGER__URL": postgres.new_database()}, "餐饮")


@contextmanager
def neural_voice(folder: Path, postgres: PostgresRig) -> Generator[Use]:
    settings = {"VOICED_VOICE__ENGINE": "neural", "VOICED_VOICE__MODEL_DIR": str(WEIGHTS / "kokoro")}
    yield Use(("doctor", "--offline"), settings, "s of speech made")


@contextmanager
def local_llm(folder: Path, postgres: PostgresRig) -> Generator[Use]:
    """No weights for a test: that the engine itself refuses the file shows that it was asked."""
    (folder / "cut-off.gguf").write_bytes(b"GGUF\x03\x00\x00\x00" + b"\xff" * 64)
    yield Use(("gateway", "--gguf", "cut-off.gguf"), {}, "the engine cannot load")


@contextmanager
def mqtt(folder: Path, postgres: PostgresRig) -> Generator[Use]:
    with mosquitto(folder) as broker:
        settings = {"VOICED_MQTT__HOST": "127.0.0.1", "VOICED_MQTT__PORT": str(broker.port)}
        yield Use(("doctor", "--offline"), settings, f"mqtt://127.0.0.1:{broker.port} takes")


@contextmanager
def bills(folder: Path, postgres: PostgresRig) -> Generator[Use]:
    """The password is the first line of standard input, which is empty here: the library is reached, and refuses it."""
    locked = Path(__file__).parents[1] / "data" / "bills" / "locked.zip"
    yield Use(("ledger", "import", str(locked), "--password-stdin", "--dry-run"), {}, "Bad password")


USES: Mapping[str, Uses] = {
    "whisper": whisper,
    "sherpa": sherpa,
    "wyoming": wyoming,
    "postgres": on_postgres,
    "neural-voice": neural_voice,
    "local-llm": local_llm,
    "mqtt": mqtt,
    "bills": bills,
}


def tried(use: Use, product: Installed, home: Path) -> str:
    """All that it prints."""
    done = product.run(*use.command, home=home, **use.variables)
    return done.stdout + done.stderr


def test_no_extra_is_left_out() -> None:
    assert set(USES) == set(EXTRAS)


@pytest.mark.parametrize("extra", USES)
def test_an_extra_does_what_it_is_there_for(
    extra: str, product: Installed, tmp_path: Path, postgres: PostgresRig
) -> None:
    with USES[extra](tmp_path, postgres) as use:
        without = tried(use, product, tmp_path)
        assert f"scripts/install --with {extra}" in without
        done = tried(use, installed(extra), tmp_path)
        assert use.tells in done
    for output in (without, done):
        assert "Traceback" not in output
    assert use.tells not in without
