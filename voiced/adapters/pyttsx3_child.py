"""The child process of `pyttsx3_voice`: one JSON object a line in, one a line out.

The first line sets the voice: `{"voice", "rate", "volume"}` → `{"ready": true}`. Every further line is a sentence
and the file it goes to: `{"text", "path"}` → `{"done": true}`. What goes wrong is `{"error": "…"}`. The end of the
input ends the process.

pyttsx3 prints to standard output, keeps errors to itself and is stuck for good when its engine is; all of that
stays in here.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import TYPE_CHECKING, TextIO, TypedDict

from voiced.adapters.parent_death import end_with_parent

if TYPE_CHECKING:
    from pyttsx3 import _Engine as Engine  # pyright: ignore[reportPrivateUsage] - the stub's name for it


class VoiceRequest(TypedDict):
    """How to speak: the voice's id, words a minute, and loudness from 0 to 1."""

    voice: str
    rate: int
    volume: float


class SentenceRequest(TypedDict):
    """What to say, and the WAV file to write it to."""

    text: str
    path: str


class Unusable(Exception):  # noqa: N818 - named by what it is, as in voiced.errors
    """The engine cannot do what is asked; the message goes to the parent."""


def main() -> None:
    """Serve the parent until its end of the pipe is closed."""
    end_with_parent()
    answers = _answers_apart_from_prints()
    speaker = Speaker()
    for line in _lines(sys.stdin):
        try:
            answer = speaker.answer(json.loads(line))
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


class Speaker:
    """The engine, once a voice is set."""

    def __init__(self) -> None:
        self._engine: Engine | None = None
        self._complaints: list[BaseException] = []

    def answer(self, request: VoiceRequest | SentenceRequest) -> dict[str, bool]:
        """Do what is asked.

        Raises:
            Unusable: it cannot be done.
        """
        if "voice" in request:
            self._engine = self._with_voice(request)
            return {"ready": True}
        if self._engine is None:
            raise Unusable("a sentence came before the voice was set")
        self._speak(self._engine, request)
        return {"done": True}

    def _with_voice(self, request: VoiceRequest) -> Engine:
        try:
            # Loading can fail, which the parent has to be told.
            import pyttsx3  # noqa: PLC0415
            from pyttsx3.drivers import _espeak  # noqa: PLC0415

            _espeak.AUDIO_OUTPUT_RETRIEVAL = _espeak.AUDIO_OUTPUT_SYNCHRONOUS
            engine = pyttsx3.init("espeak")
            _tell_the_end_of_each_sentence(engine)
        except (ImportError, OSError, RuntimeError) as error:
            raise Unusable(f"the speech engine cannot be loaded ({error})") from error
        # pyttsx3 does not mind a voice that is not there, it goes on in English.
        if request["voice"].lower() not in {voice.id for voice in engine.getProperty("voices")}:
            raise Unusable(f"the speech engine has no voice {request['voice']!r}")
        engine.connect("error", self._note)
        engine.setProperty("voice", request["voice"])
        engine.setProperty("rate", request["rate"])
        engine.setProperty("volume", request["volume"])
        return engine

    def _speak(self, engine: Engine, request: SentenceRequest) -> None:
        engine.save_to_file(request["text"], request["path"])
        engine.runAndWait()
        if self._complaints:
            raise Unusable(f"the speech engine failed ({self._complaints.pop(0)})")

    def _note(self, exception: BaseException, **_about: object) -> None:
        self._complaints.append(exception)


def _tell_the_end_of_each_sentence(engine: Engine) -> None:
    """Have pyttsx3 wait for each sentence until it is done.

    By default eSpeak works on a thread of its own, and pyttsx3 waits for it only almost: on a busy machine one
    sentence in thirty was lost and as many were spoken at another rate. Synchronous, eSpeak does not send the
    event that pyttsx3 writes the file upon; so it is sent here.
    """
    from pyttsx3.drivers import _espeak  # noqa: PLC0415

    speak = _espeak.Synth
    end = SimpleNamespace(type=_espeak.EVENT_MSG_TERMINATED)

    def speak_and_tell(text: bytes, flags: int) -> int:
        result = speak(text, flags=flags)
        engine.proxy._driver._onSynth(None, 0, [end])  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]
        return result

    _espeak.Synth = speak_and_tell


if __name__ == "__main__":
    main()
