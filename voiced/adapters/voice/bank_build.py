"""Builds a bank of units from recordings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from voiced.adapters.machine.installed_parts import LICENCE_FILE
from voiced.adapters.voice.bank_file import Origin, UnitSamples, write_bank
from voiced.adapters.voice.bank_recordings import Recording, recordings_in
from voiced.adapters.voice.unit_sound import SAMPLE_RATE, forms
from voiced.errors import AudioWrong

UnitsDone = Callable[[int, int], None]
"""Gets the number of units that are done, and of all units."""
_ADAPTED = "The recordings were trimmed, brought to one loudness and one pace, and are joined into sentences."


def build_bank(
    folders: Sequence[Path], place: Path, progress: UnitsDone, wanted: Iterable[str] | None = None
) -> int:
    """Build a bank; an earlier one in `place` is replaced when the new one is whole.

    Args:
        folders: the recordings; where two hold the same unit, the folder that is named first counts.
        place: the folder of the bank.
        progress: is told after each unit.
        wanted: the words to take beside all syllables; None for every word.

    Returns:
        The number of units.

    Raises:
        AudioWrong: the recordings are missing or cannot be read; nothing was replaced.
    """
    recordings = recordings_in(folders, wanted)
    try:
        write_bank(place, SAMPLE_RATE, _origin(folders), _units(recordings, progress))
    except OSError as error:
        raise AudioWrong(f"{place}: the bank cannot be written: {error.strerror}") from error
    return len(recordings)


def _units(
    recordings: Sequence[Recording], progress: UnitsDone
) -> Iterator[tuple[str, UnitSamples, UnitSamples]]:
    for number, recording in enumerate(recordings, 1):
        yield (recording.unit, *forms(recording))
        progress(number, len(recordings))


def _origin(folders: Sequence[Path]) -> Origin:
    """The terms of all recordings, as the files beside them say."""
    terms: list[str] = []
    people: list[str] = []
    for folder in folders:
        path = folder / LICENCE_FILE
        lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
        if lines:
            terms.append(lines[0])
            people += filter(None, lines[1:])
    return Origin(
        " and ".join(dict.fromkeys(terms)), (*dict.fromkeys(people), *((_ADAPTED,) if terms else ()))
    )
