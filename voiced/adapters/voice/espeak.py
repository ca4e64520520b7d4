"""What eSpeak NG's voices are like, whichever way it is asked. Light to import: a child process waits for it."""

from __future__ import annotations

MANDARIN = "cmn-latn-pinyin"
"""The voice that reads characters as Mandarin. eSpeak NG 1.51 reads pinyin as English with `cmn`."""
SAMPLE_RATE = 22_050
"""Of all it says; every file tells its rate, and silence has this one."""
REMEDY = "install eSpeak NG with: apt install espeak-ng"
PROBE = "三块"
"""What a voice is tried with."""
_PROBE_BEGINS = "sa55n"
_ENGLISH = "(en)"
"""Stands in eSpeak's phonemes where it changes to English, for the letters of what it cannot read."""


def reads_mandarin(phonemes: str) -> bool:
    """Whether these are phonemes of `PROBE` in Mandarin: not 「san one」, not 「Chinese letter」, not Cantonese.

    Args:
        phonemes: as eSpeak names them, with marks of stress.
    """
    plain = phonemes.replace("'", "").replace(",", "")
    return _ENGLISH not in plain and plain.startswith(_PROBE_BEGINS)


def refusal(voice: str) -> str:
    """Why a voice will not do, for whoever configured it."""
    return (
        f"voice.voice = {voice!r}: eSpeak NG has no such voice or does not read Mandarin with it;"
        f' use {MANDARIN!r}, or "" for the same'
    )
