from __future__ import annotations

import struct
import wave
from pathlib import Path

import numpy as np
import pytest

from voiced.adapters.sound.wav_files import read_wav, write_wav
from voiced.errors import AudioWrong
from voiced.ports.sound import Pcm


def write(path: Path, pcm: bytes, *, rate: int = 16_000, channels: int = 1, width: int = 2) -> Path:
    with wave.open(str(path), "wb") as wav:
        wav.setnchannels(channels)
        wav.setsampwidth(width)
        wav.setframerate(rate)
        wav.writeframes(pcm)
    return path


def tone(seconds: float, rate: int, hertz: float = 440) -> np.ndarray:
    time = np.arange(int(seconds * rate)) / rate
    return np.rint(10_000 * np.sin(2 * np.pi * hertz * time)).astype("<i2")


def test_sound_as_the_recognisers_expect_it_is_read_unchanged(tmp_path: Path) -> None:
    sound = tone(0.5, 16_000).tobytes()
    assert read_wav(write(tmp_path / "a.wav", sound)) == sound


@pytest.mark.parametrize("rate", [8_000, 11_025, 22_050, 44_100, 48_000, 192_000])
def test_any_rate_becomes_16_khz_and_keeps_its_pitch(tmp_path: Path, rate: int) -> None:
    heard = np.frombuffer(read_wav(write(tmp_path / "a.wav", tone(1.0, rate).tobytes(), rate=rate)), "<i2")
    assert abs(len(heard) - 16_000) <= 2
    assert np.abs(np.fft.rfft(heard[:16_000], 16_000)).argmax() == 440


def test_channels_are_mixed(tmp_path: Path) -> None:
    left = tone(0.5, 44_100)
    stereo = np.stack([left, np.zeros_like(left)], axis=1).tobytes()
    heard = np.frombuffer(read_wav(write(tmp_path / "a.wav", stereo, rate=44_100, channels=2)), "<i2")
    assert abs(len(heard) - 8_000) <= 2
    assert 4_800 < np.abs(heard).max() < 5_200


def test_the_loudest_sound_does_not_wrap_around(tmp_path: Path) -> None:
    half = np.full(11_025, 32_767)
    loudest = np.concatenate([half, -half]).astype("<i2").tobytes()
    heard = np.frombuffer(read_wav(write(tmp_path / "a.wav", loudest, rate=22_050)), "<i2").astype(int)
    # Resampling overshoots at the step; samples that do not fit must not come out with the other sign.
    assert heard[:7_990].min() > 0
    assert heard[8_010:].max() < 0


def test_a_file_that_was_cut_off_gives_what_is_there(tmp_path: Path) -> None:
    whole = write(tmp_path / "whole.wav", tone(1.0, 16_000).tobytes()).read_bytes()
    cut = tmp_path / "cut.wav"
    cut.write_bytes(whole[:-16_001])
    assert len(read_wav(cut)) == 15_998


def float_wav() -> bytes:
    data = np.zeros(800, dtype="<f4").tobytes()
    form = struct.pack("<HHIIHH", 3, 1, 16_000, 64_000, 4, 32)
    return (
        b"RIFF"
        + struct.pack("<I", 36 + len(data))
        + b"WAVEfmt "
        + struct.pack("<I", 16)
        + form
        + (b"data" + struct.pack("<I", len(data)) + data)
    )


WRONG_BYTES = {
    "empty file": (b"", "it ends before any sound"),
    "text": ("吃饭花了60\n".encode(), "no WAV file"),
    "header alone": (b"RIFF\x24\x00\x00\x00WAVE", "no WAV file"),
    "cut in the header": (b"RIFF\x24\x00", "it ends before any sound"),
    "float": (float_wav(), "unknown format: 3, not PCM"),
}


@pytest.mark.parametrize("case", WRONG_BYTES)
def test_a_file_that_is_no_wav_gets_one_line(tmp_path: Path, case: str) -> None:
    content, complaint = WRONG_BYTES[case]
    path = tmp_path / "x.wav"
    path.write_bytes(content)
    assert_told(path, complaint)


@pytest.mark.parametrize(
    ("rate", "channels", "width", "complaint"),
    [
        (16_000, 1, 1, "8-bit samples"),
        (16_000, 1, 3, "24-bit samples"),
        (16_000, 1, 4, "32-bit samples"),
        (4_000, 1, 2, "4000 Hz"),
        (384_000, 1, 2, "384000 Hz"),
        (16_000, 9, 2, "9 channels"),
    ],
)
def test_other_forms_are_told(tmp_path: Path, rate: int, channels: int, width: int, complaint: str) -> None:
    pcm = bytes(100 * channels * width)
    assert_told(write(tmp_path / "x.wav", pcm, rate=rate, channels=channels, width=width), complaint)


def test_a_wav_without_sound_is_told(tmp_path: Path) -> None:
    assert_told(write(tmp_path / "x.wav", b""), "it holds no sound")


def test_a_missing_file_and_a_folder_are_told(tmp_path: Path) -> None:
    assert_told(tmp_path / "nowhere.wav", "no such file or directory")
    assert_told(tmp_path, "is a directory")


def assert_told(path: Path, complaint: str) -> None:
    with pytest.raises(AudioWrong) as wrong:
        read_wav(path)
    message = str(wrong.value)
    assert message.startswith(f"{path}: {complaint}")
    assert message.endswith("supported is 16-bit PCM WAV, 8 to 192 kHz, 1 to 8 channels")
    assert "\n" not in message


def test_written_messages_can_be_read(tmp_path: Path) -> None:
    sound = tone(0.25, 16_000).tobytes()
    write_wav(tmp_path / "a.wav", Pcm(sound, 16_000))
    assert read_wav(tmp_path / "a.wav") == sound
