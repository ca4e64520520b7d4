"""The recordings that a bank is built from: a folder with a table, or with files that are named as in audio-cmn.

- The table `recordings.tsv` has a line for each recording: the file's name, a tab, and the words that are heard in it.
- In audio-cmn a file is named `cmn-ji4.mp3` or `cmn-记录.mp3`. Subfolders are searched as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from voiced.errors import AudioWrong
from voiced.speaking.readings import has_one_reading, readings

TABLE = "recordings.tsv"
_NAMED = "cmn-*.*"
_SYLLABLE = re.compile(r"[a-z]{1,6}[1-5]")
_UMLAUT_WITHOUT_DOTS = re.compile("^([jqxy])v")
"""After these letters ü is written u; one file of audio-cmn writes v all the same."""
_WORDS = re.compile("[\u4e00-\u9fff]+")
_CHARACTER = 1
_USUAL = frozenset("零一二两三四五六七八九十百千万元块毛分第笔共已将请或待为余到别识数字吗吧")
"""Of the characters with one sound these are taken first, since the daemon's sentences hold them most often."""


class Recording(Struct, frozen=True):
    """A recorded unit.

    Attributes:
        unit: its name in the bank: a word, or a syllable such as `ji4`.
        syllables: how many syllables are heard.
        path: the file.
    """

    unit: str
    syllables: int
    path: Path


def recordings_in(folders: Sequence[Path], wanted: Iterable[str] | None = None) -> tuple[Recording, ...]:
    """The recordings in these folders, one for each unit; the folder that is named first counts.

    Args:
        folders: the folders.
        wanted: the words to take, beside all single syllables; None for every word.

    Raises:
        AudioWrong: a folder is missing or holds no recordings, or its table is wrong.
    """
    words = None if wanted is None else frozenset(wanted)
    found: dict[str, Recording] = {}
    for folder in folders:
        here = sorted(_heard_in(folder), key=lambda heard: _preference(heard[0]))
        if not here:
            raise AudioWrong(
                f"{folder}: holds no recordings; it needs a table {TABLE}, or files such as cmn-ji4.mp3"
            )
        for heard, path in here:
            recording = _recording(heard, path)
            if recording is None or (words is not None and recording.syllables > 1 and heard not in words):
                continue
            found.setdefault(recording.unit, recording)
    return tuple(found.values())


def _recording(heard: str, path: Path) -> Recording | None:
    """The recording of words or of a syllable; None for a neutral tone, which is never said alone, and for letters."""
    if _SYLLABLE.fullmatch(heard):
        unit = _UMLAUT_WITHOUT_DOTS.sub(r"\1u", heard)
        return None if unit.endswith("5") else Recording(unit, 1, path)
    if not _WORDS.fullmatch(heard):
        return None
    spoken = [syllable for syllables in readings(heard) for syllable in syllables]
    if len(spoken) != len(heard):
        return None
    unit = spoken[0] if len(heard) == _CHARACTER else heard
    return Recording(unit, len(heard), path)


def _preference(heard: str) -> tuple[bool, bool, str]:
    """The order in which recordings of one unit are taken: the lowest comes first."""
    return not _is_sure(heard), heard not in _USUAL, heard


def _is_sure(heard: str) -> bool:
    """Whether the words leave no doubt how they were read: a character with several readings may be any of them."""
    return len(heard) != _CHARACTER or has_one_reading(heard)


def _heard_in(folder: Path) -> Iterator[tuple[str, Path]]:
    if not folder.is_dir():
        raise AudioWrong(f"{folder}: there is no such folder of recordings")
    table = folder / TABLE
    if table.is_file():
        yield from _listed(table)
    else:
        for path in folder.rglob(_NAMED):
            yield path.stem.removeprefix("cmn-"), path


def _listed(table: Path) -> Iterator[tuple[str, Path]]:
    try:
        lines = table.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise AudioWrong(f"{table}: cannot be read: {error}") from error
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        name, tab, heard = line.partition("\t")
        if not tab or not heard.strip():
            raise AudioWrong(
                f"{table}:{number}: a line holds a file, a tab and the words that are heard in it"
            )
        yield heard.strip(), table.parent / name
