"""Sounds without speech to the daemon, made with fixed seeds. Each lasts `seconds` and ends with half a second of silence."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from tests.support.recordings import recordings
from voiced.hearing.frame import SAMPLE_RATE

Sound = npt.NDArray[np.float64]
Noise = Callable[[np.random.Generator, int], Sound]


def silence(random: np.random.Generator, length: int) -> Sound:
    return random.normal(size=length) * 1e-9


def hiss(random: np.random.Generator, length: int) -> Sound:
    return random.normal(size=length)


def fan(random: np.random.Generator, length: int) -> Sound:
    """Noise below 200 Hz, as air moves."""
    return _shaped(random, length, lambda hertz: 1 / (1 + (hertz / 200) ** 2))


def rain(random: np.random.Generator, length: int) -> Sound:
    """Pink noise."""
    return _shaped(random, length, lambda hertz: 1 / np.sqrt(np.maximum(hertz, 20)))


def breath(random: np.random.Generator, length: int) -> Sound:
    """Breath: noise of a vocal tract without a voice, in and out."""
    air = _shaped(random, length, lambda hertz: np.exp(-(((hertz - 1500) / 1200) ** 2)))
    swell = np.clip(np.sin(2 * np.pi * 0.45 * _time(length) + random.uniform(0, 6)), 0.05, 1)
    return air * swell


def hum(random: np.random.Generator, length: int) -> Sound:
    """Mains hum: 50 Hz and its harmonics."""
    time = _time(length)
    harmonics = (np.sin(2 * np.pi * 50 * k * time + random.uniform(0, 6)) / k for k in (1, 2, 3, 5))
    return np.sum(list(harmonics), axis=0) + 0.05 * random.normal(size=length)


def key_clicks(random: np.random.Generator, length: int) -> Sound:
    def click() -> Sound:
        return random.normal(size=800) * np.exp(-np.arange(800) / random.uniform(40, 160))

    return _scattered(random, length, (0.08, 0.3), click)


def knocks(random: np.random.Generator, length: int) -> Sound:
    """A table that rings at a pitch."""

    def knock() -> Sound:
        time = np.arange(3000)
        ring = np.sin(2 * np.pi * random.uniform(120, 600) * time / SAMPLE_RATE)
        return ring * np.exp(-time / random.uniform(200, 700))

    return _scattered(random, length, (0.2, 0.6), knock)


def melody(random: np.random.Generator, length: int) -> Sound:
    """Plucked notes with harmonics: periodic as a voice is."""

    def note() -> Sound:
        time = np.arange(6400) / SAMPLE_RATE
        pitch = 220 * 2 ** (int(random.integers(0, 24)) / 12)
        harmonics = (np.sin(2 * np.pi * pitch * k * time) / k for k in (1, 2, 3, 4))
        return np.sum(list(harmonics), axis=0) * np.exp(-time * 5)

    return _scattered(random, length, (0.2, 0.3), note)


def siren(random: np.random.Generator, length: int) -> Sound:
    pitch = 700 + 400 * np.sin(2 * np.pi * 0.5 * _time(length) + random.uniform(0, 6))
    return np.sin(2 * np.pi * np.cumsum(pitch) / SAMPLE_RATE)


def babble(random: np.random.Generator, length: int) -> Sound:
    """A party next door: eight voices over each other, backwards."""
    everybody = [np.frombuffer(recording.pcm, dtype="<i2").astype(np.float64) for recording in recordings()]
    mixed = np.zeros(length)
    for _ in range(8):
        order = random.permutation(len(everybody))
        voice = np.concatenate([_level(everybody[int(one)][::-1], 1.0) for one in order[:10]])
        start = int(random.integers(0, len(voice) - length))
        mixed += voice[start : start + length]
    return mixed


def crowd(random: np.random.Generator, length: int) -> Sound:
    """Eight people over each other, forwards and without a pause, who say only commands and entries."""
    everybody = [np.frombuffer(recording.pcm, dtype="<i2").astype(np.float64) for recording in recordings()]
    voices = [_level(np.trim_zeros(one), 1.0) for one in everybody]
    mixed = np.zeros(length)
    for _ in range(8):
        at = -int(random.integers(SAMPLE_RATE))
        while at < length:
            voice = voices[int(random.integers(len(voices)))]
            begin, end = max(0, at), max(0, min(length, at + len(voice)))
            mixed[begin:end] += voice[begin - at :][: end - begin]
            at += len(voice)
    return mixed


STATIONARY: dict[str, Noise] = {"silence": silence, "hiss": hiss, "fan": fan, "rain": rain, "hum": hum}
SUDDEN: dict[str, Noise] = {"breath": breath, "key clicks": key_clicks, "knocks": knocks}
PITCHED: dict[str, Noise] = {"melody": melody, "siren": siren}


def sound_of(noise: Noise, *, seed: int, level: float, seconds: float) -> bytes:
    """A noise as little-endian 16-bit samples.

    Args:
        level: root mean square of the samples.
    """
    random = np.random.default_rng(seed)
    length = int(seconds * SAMPLE_RATE)
    samples = random.normal(size=length + SAMPLE_RATE // 2) * 2
    samples[:length] += _level(noise(random, length), level) if noise is not silence else 0
    return np.rint(samples).clip(-32_768, 32_767).astype("<i2").tobytes()


def _level(sound: Sound, level: float) -> Sound:
    return sound / np.sqrt((sound**2).mean() + 1e-12) * level


def _time(length: int) -> Sound:
    return np.arange(length) / SAMPLE_RATE


def _shaped(random: np.random.Generator, length: int, gain: Callable[[Sound], Sound]) -> Sound:
    spectrum = np.fft.rfft(random.normal(size=length))
    return np.fft.irfft(spectrum * gain(np.arange(len(spectrum)) * SAMPLE_RATE / length), length)


def _scattered(
    random: np.random.Generator, length: int, apart_seconds: tuple[float, float], make: Callable[[], Sound]
) -> Sound:
    sound = 0.003 * random.normal(size=length)
    at = int(random.uniform(0, apart_seconds[1]) * SAMPLE_RATE)
    while at < length:
        one = make()[: length - at]
        sound[at : at + len(one)] += one * random.uniform(0.4, 1)
        at += int(random.uniform(*apart_seconds) * SAMPLE_RATE)
    return sound
