"""A real bank of units for tests, built from the recordings in tests/audio/syllables."""

from __future__ import annotations

from pathlib import Path

from voiced.adapters.voice.bank_build import build_bank

SYLLABLES = Path(__file__).parents[1] / "audio" / "syllables"


def bank_in(folder: Path) -> Path:
    """The bank, in this folder; 241 syllables: those of numbers, categories and usual sentences."""
    build_bank([SYLLABLES], folder, lambda _done, _of: None)
    return folder
