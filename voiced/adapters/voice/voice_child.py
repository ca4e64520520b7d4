"""What every child process of a voice does: one JSON object a line in, one a line out.

The first line sets the voice (`VoiceRequest`) and is answered with `{"ready": true}`. Every further line is a sentence
and the WAV file it goes to (`SentenceRequest`), answered with `{"done": true}`. What goes wrong is `{"error": "…"}`. The
end of the input ends the process, and so does the end of its parent.

Speech engines print to standard output, keep errors to themselves, take hundreds of megabytes and are stuck for good
when their native half is. All of that stays in here, where it can be killed.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from typing import Any, Protocol, TextIO, TypedDict

from voiced.adapters.machine.parent_death import end_with_parent


class VoiceRequest(TypedDict):
    """How to speak: the voice's name, words a minute, loudness from 0 to 1, and where a model is, if it takes one."""

    voice: str
    rate: int
    volume: float
    model: str


class SentenceRequest(TypedDict):
    """What to say, and the WAV file to write it to."""

    text: str
    path: str


class Unusable(Exception):  # noqa: N818 - named by what it is, as in voiced.errors
    """The engine cannot do what is asked; the message goes to the parent."""


class Speaker(Protocol):
    """The engine."""

    def prepare(self, request: VoiceRequest) -> None:
        """Set the voice, and make sure that it reads Mandarin as Mandarin.

        Raises:
            Unusable: it is not there, or does not.
        """
        ...

    def speak(self, request: SentenceRequest) -> None:
        """Write a sentence's sound.

        Raises:
            Unusable: there is none.
        """
        ...


def serve(speaker: Speaker) -> None:
    """Serve the parent until its end of the pipe is closed."""
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
    """Standard output for the answers alone: what libraries print goes where errors go."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return answers


def _lines(stream: TextIO) -> Iterator[str]:
    # Not `for line in stream`: that reads ahead and would keep a request waiting.
    while line := stream.readline():
        yield line
