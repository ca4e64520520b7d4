"""Facts about eSpeak NG's voices. This module must stay quick to import, since a child process waits for it."""

from __future__ import annotations

MANDARIN = "cmn-latn-pinyin"
"""The voice that reads characters as Mandarin. eSpeak NG 1.51 reads pinyin as English with `cmn`."""
SAMPLE_RATE = 22_050
"""Samples per second of eSpeak's sound. A file states its own rate; an empty sentence has this one."""
REMEDY = "install eSpeak NG with: apt install espeak-ng"
PROBE = "三块"
"""The text that a voice is tested with."""
_PROBE_BEGINS = "sa55n"
_ENGLISH = "(en)"
"""eSpeak's mark for a change to English, where it spells text that it cannot read."""


def reads_mandarin(phonemes: str) -> bool:
    """Whether these are phonemes of `PROBE` in Mandarin: not 「san one」, not 「Chinese letter」, not Cantonese.

    Args:
        phonemes: as eSpeak names them, with marks of stress.
    """
    plain = phonemes.replace("'", "").replace(",", "")
    return _ENGLISH not in plain and plain.startswith(_PROBE_BEGINS)


def refusal(voice: str) -> str:
    """Why a voice is refused, for the operator."""
    return (
        f"voice.voice = {voice!r}: eSpeak NG has no such voice or does not read Mandarin with it;"
        f' use {MANDARIN!r}, or "" for the same'
    )
