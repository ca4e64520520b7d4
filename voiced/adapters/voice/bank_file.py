"""The files of a bank of recorded units: an index, and the sound that the daemon maps into memory.

`units.json` is the index, JSON in UTF-8:

- `version`: 1.
- `sample_rate`: samples per second.
- `sound`: the name of the sound file beside the index.
- `licence`, `credits`: under which terms the recordings may be used, and who made them.
- `units`: for each name (a word in Chinese characters, or a syllable such as `ji4`) three numbers: its first sample, the
  samples of its inner form, and those of its final form, which follow.

The sound file holds little-endian 16-bit mono samples and nothing else. Its name carries a digest of its content, so a new
index never meets an old sound: writing the index is the last step, and replaces the bank at once.
"""

from __future__ import annotations

import hashlib
import mmap
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import BinaryIO

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec import Struct

from voiced.adapters.machine.installed_parts import BANK_INDEX
from voiced.errors import NoModelYet
from voiced.speaking.unit_plan import Form, Repertoire

UnitSamples = npt.NDArray[np.int16]
"""Mono sound."""

_VERSION = 1
_SOUND_PREFIX, _SOUND_SUFFIX = "units-", ".raw"
_BYTES_PER_SAMPLE = 2
_REPAIR = "build the bank again: voiced models fetch voice-bank"


class Origin(Struct, frozen=True):
    """The terms of a bank's recordings, and the people who made them."""

    licence: str
    credits: tuple[str, ...]


class Place(Struct, frozen=True, array_like=True, gc=False):
    """The place of a unit in the sound file, in samples; the final form follows the inner one."""

    start: int
    inner: int
    final: int


class BankIndex(Struct, frozen=True):
    """The content of `units.json`; see the head of this module."""

    version: int
    sample_rate: int
    sound: str
    licence: str
    credits: tuple[str, ...]
    units: dict[str, Place]


class Bank:
    """An open bank."""

    def __init__(self, folder: Path) -> None:
        """Read the index and map the sound.

        Raises:
            NoModelYet: a file is missing, damaged or of another version.
        """
        self.index = _read_index(folder / BANK_INDEX)
        self._sound = _mapped(folder / self.index.sound)
        last = max(
            (place.start + place.inner + place.final for place in self.index.units.values()), default=0
        )
        if last > len(self._sound):
            raise NoModelYet(f"{folder / self.index.sound}: is shorter than its index says; {_REPAIR}")
        self.repertoire = Repertoire(self.index.units, max(map(len, self.index.units), default=0))

    @property
    def sample_rate(self) -> int:
        """UnitSamples per second."""
        return self.index.sample_rate

    def sound(self, unit: str, form: Form) -> UnitSamples:
        """The samples of a unit, as they lie in the file."""
        place = self.index.units[unit]
        if form is Form.INNER:
            return self._sound[place.start : place.start + place.inner]
        return self._sound[place.start + place.inner : place.start + place.inner + place.final]


def write_bank(
    folder: Path, sample_rate: int, origin: Origin, units: Iterable[tuple[str, UnitSamples, UnitSamples]]
) -> Path:
    """Write a bank; an earlier one in this folder is replaced when the new one is whole.

    Args:
        folder: the folder; made if it is missing.
        sample_rate: samples per second of all units.
        origin: the terms and the people.
        units: for each unit its name, its inner and its final form. They are written as they come.

    Returns:
        The path of the index.
    """
    folder.mkdir(parents=True, exist_ok=True)
    earlier = set(folder.glob(f"{_SOUND_PREFIX}*{_SOUND_SUFFIX}"))
    part, index_part = folder / f"{_SOUND_PREFIX}part", folder / f"{BANK_INDEX}.part"
    with part.open("wb") as sound:
        places, digest = _written(sound, units)
    final = folder / f"{_SOUND_PREFIX}{digest}{_SOUND_SUFFIX}"
    part.replace(final)
    index = BankIndex(_VERSION, sample_rate, final.name, origin.licence, origin.credits, dict(places))
    index_part.write_bytes(msgspec.json.encode(index))
    index_part.replace(folder / BANK_INDEX)
    for old in earlier - {final}:
        old.unlink()
    return folder / BANK_INDEX


def _written(
    sound: BinaryIO, units: Iterable[tuple[str, UnitSamples, UnitSamples]]
) -> tuple[Mapping[str, Place], str]:
    """The places of the units, once they are written, and a digest of the file."""
    places: dict[str, Place] = {}
    digest, start = hashlib.sha256(), 0
    for name, inner, final in units:
        content = np.concatenate([inner, final]).astype("<i2").tobytes()
        sound.write(content)
        digest.update(content)
        places[name] = Place(start, len(inner), len(final))
        start += len(inner) + len(final)
    sound.flush()
    os.fsync(sound.fileno())
    return places, digest.hexdigest()[:12]


def _read_index(path: Path) -> BankIndex:
    try:
        index = msgspec.json.decode(path.read_bytes(), type=BankIndex)
    except OSError as error:
        raise NoModelYet(f"{path}: cannot be read: {error.strerror}; {_REPAIR}") from error
    except msgspec.MsgspecError as error:
        raise NoModelYet(f"{path}: is no index of recorded units: {error}; {_REPAIR}") from error
    if index.version != _VERSION:
        raise NoModelYet(f"{path}: has version {index.version}, and this program reads {_VERSION}; {_REPAIR}")
    return index


def _mapped(path: Path) -> UnitSamples:
    try:
        with path.open("rb") as file:
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as error:
        raise NoModelYet(f"{path}: cannot be read: {error.strerror}; {_REPAIR}") from error
    except ValueError as error:
        raise NoModelYet(f"{path}: is empty; {_REPAIR}") from error
    return np.frombuffer(mapped, "<i2", len(mapped) // _BYTES_PER_SAMPLE)
