"""Banks built from recordings of both kinds."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from tests.support.recorded_units import SYLLABLES
from voiced.adapters.sound.wav_files import write_wav
from voiced.adapters.voice.bank_build import build_bank
from voiced.adapters.voice.bank_file import Bank
from voiced.errors import AudioWrong
from voiced.ports.sound import Pcm
from voiced.speaking.unit_plan import Form

RATE = 22_050


def unheard(done: int, of: int) -> None: ...


def tone(seconds: float, level: float, *, silence: float = 0.5) -> Pcm:
    """A hum with silence around it."""
    hum = level * np.sin(np.arange(round(seconds * RATE)) * 2 * np.pi * 220 / RATE)
    edge = np.zeros(round(silence * RATE))
    return Pcm(np.concatenate([edge, hum, edge]).astype("<i2").tobytes(), RATE)


def recordings(folder: Path, **heard: Pcm) -> Path:
    """A folder with a table and its recordings."""
    folder.mkdir()
    for number, sound in enumerate(heard.values()):
        write_wav(folder / f"{number}.wav", sound)
    lines = ["# recorded at home", *(f"{number}.wav\t{words}" for number, words in enumerate(heard))]
    (folder / "recordings.tsv").write_text("\n".join(lines), encoding="utf-8")
    return folder


def seconds(bank: Bank, unit: str, form: Form) -> float:
    return len(bank.sound(unit, form)) / bank.sample_rate


def loudness(bank: Bank, unit: str) -> float:
    return float(np.sqrt(np.mean(bank.sound(unit, Form.FINAL).astype(float) ** 2)))


def test_recordings_get_one_loudness_and_one_pace_without_silence(tmp_path: Path) -> None:
    own = recordings(tmp_path / "own", 四十六元=tone(1.6, 20_000), 好=tone(0.9, 900), 笔记=tone(0.3, 5_000))
    steps: list[tuple[int, int]] = []
    assert build_bank([own], tmp_path / "bank", lambda done, of: steps.append((done, of))) == 3
    assert steps == [(1, 3), (2, 3), (3, 3)]
    bank = Bank(tmp_path / "bank")
    assert set(bank.index.units) == {"四十六元", "hao3", "笔记"}
    assert seconds(bank, "四十六元", Form.INNER) == pytest.approx(4 * 0.27, abs=0.01)
    assert seconds(bank, "四十六元", Form.FINAL) == pytest.approx(3 * 0.27 + 0.36, abs=0.01)
    assert seconds(bank, "hao3", Form.INNER) == pytest.approx(0.27, abs=0.01)
    # What is faster than the pace stays as it was said, with a breath around it.
    assert seconds(bank, "笔记", Form.FINAL) == pytest.approx(0.35, abs=0.03)
    assert loudness(bank, "hao3") == pytest.approx(loudness(bank, "四十六元"), rel=0.2)


def test_files_of_audio_cmn_are_known_by_their_names(tmp_path: Path) -> None:
    build_bank([SYLLABLES], tmp_path / "bank", unheard)
    bank = Bank(tmp_path / "bank")
    assert {"ji4", "lu4", "ju4"} <= set(bank.index.units)
    assert bank.index.licence == "CC-BY-SA-3.0"
    assert "Chen Wang" in bank.index.credits[0]
    assert "trimmed" in bank.index.credits[-1]


def test_the_folder_that_is_named_first_counts(tmp_path: Path) -> None:
    own = recordings(tmp_path / "own", 饭=tone(0.2, 9_000), 饭钱=tone(0.5, 9_000))
    other = recordings(tmp_path / "other", 饭=tone(0.3, 9_000), 水=tone(0.3, 9_000))
    build_bank([own, other], tmp_path / "bank", unheard)
    bank = Bank(tmp_path / "bank")
    assert list(bank.index.units) == ["fan4", "饭钱", "shui3"]
    assert seconds(bank, "fan4", Form.FINAL) < 0.27


def test_a_character_with_one_reading_is_preferred_for_its_syllable(tmp_path: Path) -> None:
    """行 may have been read xing2 or hang2; 型 leaves no doubt."""
    own = recordings(tmp_path / "own", 行=tone(0.2, 9_000), 型=tone(0.34, 9_000))
    build_bank([own], tmp_path / "bank", unheard)
    assert seconds(Bank(tmp_path / "bank"), "xing2", Form.FINAL) > 0.3


def test_the_character_of_the_daemons_sentences_is_preferred_for_its_syllable(tmp_path: Path) -> None:
    own = recordings(tmp_path / "own", 久=tone(0.2, 9_000), 九=tone(0.34, 9_000))
    build_bank([own], tmp_path / "bank", unheard)
    assert seconds(Bank(tmp_path / "bank"), "jiu3", Form.FINAL) > 0.3


def test_letters_and_unwanted_words_are_left_out(tmp_path: Path) -> None:
    own = recordings(tmp_path / "own", KTV=tone(0.5, 9_000), 午饭=tone(0.5, 9_000), 饭钱=tone(0.5, 9_000))
    assert build_bank([own], tmp_path / "bank", unheard, wanted=["午饭"]) == 1


def test_a_new_bank_takes_the_place_of_the_old_one_and_a_failed_one_does_not(tmp_path: Path) -> None:
    good = recordings(tmp_path / "good", 饭=tone(0.3, 9_000), 水=tone(0.3, 9_000))
    other = recordings(tmp_path / "other", 米=tone(0.3, 9_000))
    broken = recordings(tmp_path / "broken", 米=tone(0.3, 9_000), 面=tone(0.3, 9_000))
    (broken / "1.wav").write_bytes(b"no sound")
    place = tmp_path / "bank"
    build_bank([good], place, unheard)
    still_open = Bank(place)
    with pytest.raises(AudioWrong, match=r"1\.wav: cannot be read as sound"):
        build_bank([broken], place, unheard)
    assert set(Bank(place).index.units) == {"fan4", "shui3"}
    build_bank([other], place, unheard)
    assert set(Bank(place).index.units) == {"mi3"}
    assert seconds(still_open, "fan4", Form.INNER) > 0.2, "an open bank keeps its sound"
    assert len(list(place.glob("*.raw"))) == 1


def test_wrong_recordings_are_told(tmp_path: Path) -> None:
    empty, table = tmp_path / "empty", tmp_path / "table"
    empty.mkdir()
    table.mkdir()
    (table / "recordings.tsv").write_text("1.wav 午饭\n", encoding="utf-8")
    for folder, told in (
        (tmp_path / "missing", "there is no such folder"),
        (empty, "holds no recordings; it needs a table"),
        (table, r"recordings\.tsv:1: a line holds a file, a tab and the words"),
    ):
        with pytest.raises(AudioWrong, match=told):
            build_bank([folder], tmp_path / "bank", unheard)


def test_silence_is_no_recording(tmp_path: Path) -> None:
    quiet = recordings(tmp_path / "quiet", 饭=tone(0.3, 0))
    with pytest.raises(AudioWrong, match=r"0\.wav: holds no sound"):
        build_bank([quiet], tmp_path / "bank", unheard)


def hissed() -> Pcm:
    """A hiss that swells for a quarter of a second, then a hum: what s and q are in many recordings."""
    noise = np.random.default_rng(7).normal(size=RATE // 4)
    noise = np.diff(noise, n=3, append=[0, 0, 0])
    swelling = 1_000 * np.linspace(0, 1, len(noise)) * noise
    hum = 9_000 * np.sin(np.arange(RATE // 3) * 2 * np.pi * 220 / RATE)
    edge = np.zeros(RATE // 2)
    return Pcm(
        np.concatenate([edge, swelling, hum, edge]).clip(-32_768, 32_767).astype("<i2").tobytes(), RATE
    )


def hiss_seconds(bank: Bank, unit: str) -> float:
    """The length of what comes before the hum."""
    sound = bank.sound(unit, Form.INNER).astype(float)
    smooth = np.abs(np.convolve(sound, np.full(40, 1 / 40), "same"))
    return int(np.argmax(smooth > 0.4 * smooth.max())) / bank.sample_rate


def test_s_keeps_more_of_its_hiss_than_q_and_q_more_than_j(tmp_path: Path) -> None:
    """A short s would be heard as c, and a short q as j."""
    own = recordings(tmp_path / "own", 四=hissed(), 七=hissed(), 鸡=hissed())
    build_bank([own], tmp_path / "bank", unheard)
    bank = Bank(tmp_path / "bank")
    assert 0.15 < hiss_seconds(bank, "si4") < 0.18
    assert 0.13 < hiss_seconds(bank, "qi1") < 0.16
    assert 0.06 < hiss_seconds(bank, "ji1") < 0.1


def test_the_breath_after_a_word_takes_no_time_from_its_consonant(tmp_path: Path) -> None:
    plain, breathed = hissed(), hissed()
    samples = np.frombuffer(breathed.samples, "<i2")[: -RATE // 2]
    breath = 400 * np.sin(np.arange(RATE // 5) * 2 * np.pi * 3_000 / RATE)
    long = Pcm(np.concatenate([samples, breath.astype("<i2"), np.zeros(RATE // 2, "<i2")]).tobytes(), RATE)
    own = recordings(tmp_path / "own", 四=plain, 死=long)
    build_bank([own], tmp_path / "bank", unheard)
    bank = Bank(tmp_path / "bank")
    assert hiss_seconds(bank, "si3") == pytest.approx(hiss_seconds(bank, "si4"), abs=0.02)


def test_a_third_tone_keeps_its_n(tmp_path: Path) -> None:
    """Inside a clause a third tone loses its rise at the end, but 请 has to stay 请."""
    own = recordings(tmp_path / "own", 请=tone(0.2, 9_000), 起=tone(0.2, 9_000))
    build_bank([own], tmp_path / "bank", unheard)
    bank = Bank(tmp_path / "bank")
    assert seconds(bank, "qi3", Form.INNER) < seconds(bank, "qing3", Form.INNER) < 0.25


def test_the_pitch_stays_when_the_pace_changes(tmp_path: Path) -> None:
    own = recordings(tmp_path / "own", 饭=tone(0.8, 9_000))
    build_bank([own], tmp_path / "bank", unheard)
    sound = Bank(tmp_path / "bank").sound("fan4", Form.INNER)[1_000:4_500].astype(float)
    crossings = [at for at, (one, next_) in enumerate(pairwise(sound)) if one < 0 <= next_]
    assert RATE / np.mean(np.diff(crossings)) == pytest.approx(220, rel=0.03)
