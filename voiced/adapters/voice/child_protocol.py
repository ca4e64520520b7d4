"""The protocol between the daemon and the child process of a voice: one JSON object per line in each direction.

The first line sets the voice (`VoiceRequest`); the answer is `{"ready": true}`. Each further line is a sentence with the
name of its WAV file (`SentenceRequest`); the answer is `{"done": true}`. An error gives `{"error": "…"}`. The process ends
with its input or its parent.

Speech engines print to standard output, hide errors, take hundreds of megabytes and can hang in native code. In a child
process they can be killed.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from typing import Any, Protocol, TextIO, TypedDict

from voiced.adapters.machine.this_process import end_with_parent


class VoiceRequest(TypedDict):
    """The voice's name, words per minute, loudness from 0 to 1, and the folder of its model, if it needs one."""

    voice: str
    rate: int
    volume: float
    model: str


class SentenceRequest(TypedDict):
    """A sentence, and the WAV file to write."""

    text: str
    path: str


class Unusable(Exception):  # noqa: N818 - named by what it is, as in voiced.errors
    """The engine cannot fulfil a request; the message goes to the parent."""


class NotPrepared(Unusable):
    """A sentence came before the voice was set."""

    def __init__(self) -> None:
        super().__init__("a sentence came before the voice was set")


class Speaker(Protocol):
    """The engine."""

    def prepare(self, request: VoiceRequest) -> None:
        """Set the voice and check that it reads Mandarin.

        Raises:
            Unusable: the voice is missing or does not read Mandarin.
        """
        ...

    def speak(self, request: SentenceRequest) -> None:
        """Write a sentence's sound.

        Raises:
            Unusable: the engine made no sound.
        """
        ...


def serve(speaker: Speaker) -> None:
    """Serve the parent until it closes the pipe."""
    end_with_parent()
    answers = _answers_apart_from_prints()
    is_ready = False
    for line in _lines(sys.stdin):
        try:
            request: Any = json.loads(line)
            if is_ready:
                speaker.speak(request)
                answer: dict[str, object] = {"done": True}
            else:
                speaker.prepare(request)
                answer = {"ready": True}
                is_ready = True
        except Exception as error:  # noqa: BLE001 - whatever it is, the parent has to be told
            answer = {"error": str(error) or type(error).__name__}
        print(json.dumps(answer), file=answers, flush=True)


def _answers_apart_from_prints() -> TextIO:
    """Reserve standard output for the answers: prints of libraries go to standard error."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return answers


def _lines(stream: TextIO) -> Iterator[str]:
    # `for line in stream` would read ahead and delay a request.
    while line := stream.readline():
        yield line
