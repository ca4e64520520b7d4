"""Mandarin in the phonemes that Kokoro was taught."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from voiced.adapters.voice.kokoro_phonemes import phonemes


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("记好了，还有吗？", "ʨi↘ xau↓ lɤ, xai↗ jou↓ ma?"),
        ("支出三十五块五。", "ꭧɨ→ ꭧʰu→ sa→n ʂɨ↗ u↓ kʰwai↘ u↓."),
        ("银行（中国）", "i↗nxa↗ŋ (ꭧʊ→ŋkwo↗)"),
        ("不对", "pu↗twei↘"),  # 不 changes its tone before a fourth
        ("iPhone", "iPhone"),
        ("", ""),
    ],
)
def test_words_tones_and_punctuation(text: str, said: str) -> None:
    assert phonemes(text) == said


def test_the_model_knows_every_sound_of_common_characters(models: Path) -> None:
    known = json.loads((models / "kokoro" / "vocab.json").read_text(encoding="utf-8"))["vocab"]
    # GB 2312 holds what is written every day, in order of sound.
    common = "".join(chr(code) for code in range(0x4E00, 0xA000) if _is_common(chr(code)))
    assert len(common) == 6_763
    assert set(phonemes(common)) <= known.keys()


def _is_common(character: str) -> bool:
    try:
        return bool(character.encode("gb2312"))
    except UnicodeEncodeError:
        return False
