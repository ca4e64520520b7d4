"""The voice of recorded units, with the real syllables of tests/audio."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.support.recorded_units import bank_in
from voiced.adapters.recognition.model_manifest import manifest_file, read_manifest
from voiced.adapters.voice.bank_file import Bank, Origin, write_bank
from voiced.adapters.voice.bank_voice import BankVoice
from voiced.adapters.voice.cached_voice import fixed_sentences
from voiced.errors import ModelMissing, NoModelYet, VoiceFailure
from voiced.ports.sound import Pcm
from voiced.speaking.unit_plan import Form, Repertoire, plan

SENTENCE = "识别到两笔交易：第一笔，支出四十六元，餐饮；第二笔，支出三十块五，交通。请确认或修改。"


@pytest.fixture(scope="session")
def bank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return bank_in(tmp_path_factory.mktemp("voice-bank"))


def samples(sound: Pcm) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.frombuffer(sound.samples, "<i2").astype(float)


def longest_silence_seconds(sound: Pcm) -> float:
    quiet, longest = 0, 0
    for level in np.abs(samples(sound)):
        quiet = quiet + 1 if level < 50 else 0
        longest = max(longest, quiet)
    return longest / sound.sample_rate


async def test_a_sentence_is_said_at_an_even_pace_with_its_pauses(bank: Path) -> None:
    voice = BankVoice(bank)
    await voice.check()
    together, apart = await asyncio.gather(
        voice.synthesize("支出四十六元餐饮"), voice.synthesize("支出四十六元，餐饮")
    )
    await voice.close()
    assert 8 * 0.2 < together.seconds < 8 * 0.3
    assert 0.2 < apart.seconds - together.seconds < 0.5
    assert longest_silence_seconds(together) < 0.1
    assert longest_silence_seconds(apart) > 0.2


def test_the_fetched_syllables_say_every_sentence_that_never_changes() -> None:
    (listed,) = (model.file for model in read_manifest(manifest_file()) if model.name == "voice-bank")
    fetched = Repertoire({Path(file.path).stem.removeprefix("cmn-") for file in listed}, 0)
    missing = {piece.said for text in fixed_sentences() for piece in plan(text, fetched) if not piece.unit}
    assert missing == set()


async def test_it_is_as_loud_and_as_fast_as_configured(bank: Path) -> None:
    usual, other = BankVoice(bank), BankVoice(bank, rate_words_per_minute=270, volume=0.3)
    slow, fast = await usual.synthesize(SENTENCE), await other.synthesize(SENTENCE)
    assert fast.seconds == pytest.approx(slow.seconds / 1.5, rel=0.02)
    assert np.abs(samples(fast)).max() < 0.5 * np.abs(samples(slow)).max()


async def test_every_unit_is_equally_loud(bank: Path) -> None:
    opened = Bank(bank)
    levels = [
        np.sqrt(np.mean(opened.sound(unit, Form.FINAL).astype(float) ** 2)) for unit in opened.index.units
    ]
    assert max(levels) < 3 * min(levels)


async def test_what_has_no_unit_is_left_out(bank: Path) -> None:
    voice = BankVoice(bank)
    assert (await voice.synthesize("饕餮")).samples == b""
    assert await voice.synthesize("支饕出") == await voice.synthesize("支出")


async def test_a_bank_that_lacks_common_syllables_is_refused(tmp_path: Path) -> None:
    sound = np.ones(100, np.int16)
    write_bank(tmp_path, 22_050, Origin("CC0", ()), [("zhi1", sound, sound)])
    with pytest.raises(ModelMissing, match=r"cannot say 记录出.*voiced voice build"):
        await BankVoice(tmp_path).check()


def forget_the_index(folder: Path) -> None:
    (folder / "units.json").unlink()


def write_another_index(folder: Path) -> None:
    (folder / "units.json").write_bytes(b"{}")


def write_a_later_version(folder: Path) -> None:
    path = folder / "units.json"
    path.write_bytes(path.read_bytes().replace(b'"version":1', b'"version":2'))


def forget_the_sound(folder: Path) -> None:
    next(folder.glob("*.raw")).unlink()


def empty_the_sound(folder: Path) -> None:
    next(folder.glob("*.raw")).write_bytes(b"")


def cut_off_the_sound(folder: Path) -> None:
    next(folder.glob("*.raw")).write_bytes(b"\0\0")


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (forget_the_index, "cannot be read"),
        (write_another_index, "is no index"),
        (write_a_later_version, "has version 2"),
        (forget_the_sound, "cannot be read"),
        (empty_the_sound, "is empty"),
        (cut_off_the_sound, "is shorter"),
    ],
)
async def test_a_damaged_bank_is_told_with_its_remedy(
    tmp_path: Path, spoil: Callable[[Path], object], told: str
) -> None:
    sound = np.ones(100, np.int16)
    write_bank(tmp_path, 22_050, Origin("CC0", ()), [("zhi1", sound, sound)])
    spoil(tmp_path)
    with pytest.raises(NoModelYet, match=rf"{told}.*voiced models fetch voice-bank"):
        await BankVoice(tmp_path).check()
    with pytest.raises(VoiceFailure, match=told):
        await BankVoice(tmp_path).synthesize("支出")
