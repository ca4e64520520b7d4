"""The description of the daemon's services for Wyoming clients."""

from __future__ import annotations

from typing import TypedDict

from wyoming.event import Event
from wyoming.info import (
    AsrModel,
    AsrProgram,
    Attribution,
    HandleModel,
    HandleProgram,
    Info,
    TtsProgram,
    TtsVoice,
)

_LANGUAGES = ["zh", "zh-CN"]
_BOOKKEEPING = (
    "语音记账：说买了什么、多少钱，念给你听，你定了才记。 · "
    "Voice bookkeeping in Mandarin: it reads each entry back and writes what you confirm."
)
_HEARING = "听记账的话，转成文字。 · Speech recognition for bookkeeping in Mandarin."
_SPEAKING = "记账的声音。 · The voice of the bookkeeping, in Mandarin."


class _Artifact(TypedDict):
    name: str
    attribution: Attribution
    installed: bool
    description: str
    version: str


def description(version: str, *, hears: bool, speaks: bool) -> Event:
    """The services, as Home Assistant lists them.

    Args:
        version: that of the daemon.
        hears: whether it has a recogniser.
        speaks: whether it has a voice.
    """
    book, ear, mouth = (_artifact(text, version) for text in (_BOOKKEEPING, _HEARING, _SPEAKING))
    return Info(
        handle=[HandleProgram(**book, models=[HandleModel(**book, languages=_LANGUAGES)])],
        asr=[AsrProgram(**ear, models=[AsrModel(**ear, languages=_LANGUAGES)])] if hears else [],
        tts=[TtsProgram(**mouth, voices=[TtsVoice(**mouth, languages=_LANGUAGES)])] if speaks else [],
    ).event()


def _artifact(text: str, version: str) -> _Artifact:
    return _Artifact(
        name="voiced",
        attribution=Attribution(name="voiced", url=""),
        installed=True,
        description=text,
        version=version,
    )
