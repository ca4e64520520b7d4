"""Mandarin, told by phonemes of real eSpeak NG voices."""

from __future__ import annotations

import pytest

from voiced.adapters.voice.pyttsx3_child import reads_mandarin


@pytest.mark.parametrize(
    ("phonemes", "mandarin"),
    [
        ("s'a55n_| kh'uai51_|", True),
        ("(en)sa55nw'055n_| kj,u:55eI55f'o@55(cmn)_|", False),  # `cmn` of 1.51: san one
        ("tS'aIni:zl,Et3 tS'aIni:zl,Et3", False),  # `en`: Chinese letter
        ("saa1mf'aai3_|", False),  # `yue`
        ("", False),
    ],
)
def test_mandarin_is_told_from_other_readings(phonemes: str, mandarin: bool) -> None:
    assert reads_mandarin(phonemes) is mandarin
