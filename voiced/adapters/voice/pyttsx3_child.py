"""The child process of `voice_engines.pyttsx3`: eSpeak NG by pyttsx3, which writes each sentence to a file; see `child_protocol`."""

from __future__ import annotations

import ctypes
from types import SimpleNamespace
from typing import TYPE_CHECKING

from voiced.adapters.voice.child_protocol import NotPrepared, SentenceRequest, Unusable, VoiceRequest, serve

if TYPE_CHECKING:
    from pyttsx3 import _Engine as Engine  # pyright: ignore[reportPrivateUsage] - the stub's name for it

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
_UTF8 = 1
"""espeakCHARS_UTF8 of eSpeak's speak_lib.h."""


class Pyttsx3Speaker:
    """The engine, once a voice is set."""

    def __init__(self) -> None:
        self._engine: Engine | None = None
        self._complaints: list[BaseException] = []

    def prepare(self, request: VoiceRequest) -> None:
        """Load the engine and set the voice.

        Raises:
            Unusable: the engine is missing, or the voice does not read Mandarin.
        """
        try:
            import pyttsx3  # noqa: PLC0415 - that loading failed is told to the parent
            from pyttsx3.drivers import _espeak  # noqa: PLC0415 - loads the library

            _espeak.AUDIO_OUTPUT_RETRIEVAL = _espeak.AUDIO_OUTPUT_SYNCHRONOUS
            engine = pyttsx3.init("espeak")
            _tell_the_end_of_each_sentence(engine)
        except (ImportError, OSError, RuntimeError) as error:
            raise Unusable(f"the speech engine cannot be loaded ({error})") from error
        # pyttsx3 accepts an unknown voice and then speaks English.
        if not reads_mandarin(_phonemes(PROBE, request["voice"])):
            raise Unusable(refusal(request["voice"]))
        engine.connect("error", self._note)
        engine.setProperty("voice", request["voice"])
        engine.setProperty("rate", request["rate"])
        engine.setProperty("volume", request["volume"])
        self._engine = engine

    def speak(self, request: SentenceRequest) -> None:
        """Write a sentence's sound.

        Raises:
            Unusable: no voice is set, or the engine reported an error.
        """
        if self._engine is None:
            raise NotPrepared
        self._engine.save_to_file(request["text"], request["path"])
        self._engine.runAndWait()
        if self._complaints:
            raise Unusable(f"the speech engine failed ({self._complaints.pop(0)})")

    def _note(self, exception: BaseException, **_about: object) -> None:
        self._complaints.append(exception)


def _phonemes(text: str, voice: str) -> str:
    """The phonemes in which eSpeak reads a text with a voice; empty if it has no such voice.

    pyttsx3 sets a voice only with the next sentence and cannot give phonemes, so eSpeak is called directly.
    """
    from pyttsx3.drivers import _espeak  # noqa: PLC0415 - loaded in prepare

    if _espeak.SetVoiceByName(voice.encode()) != 0:
        return ""
    phonemes = _espeak.dll.espeak_TextToPhonemes
    phonemes.argtypes = [ctypes.POINTER(ctypes.c_char_p), ctypes.c_int, ctypes.c_int]
    phonemes.restype = ctypes.c_char_p
    said: bytes | None = phonemes(ctypes.byref(ctypes.c_char_p(text.encode())), _UTF8, 0)
    return (said or b"").decode(errors="replace")


def _tell_the_end_of_each_sentence(engine: Engine) -> None:
    """Make pyttsx3 wait for the end of each sentence.

    By default eSpeak works on a thread of its own, and pyttsx3 does not wait long enough: on a busy machine one sentence
    in thirty was lost, and as many had the wrong rate. In synchronous mode eSpeak does not send the event after which
    pyttsx3 writes the file, so it is sent here.
    """
    from pyttsx3.drivers import _espeak  # noqa: PLC0415 - loaded in prepare

    speak = _espeak.Synth
    end = SimpleNamespace(type=_espeak.EVENT_MSG_TERMINATED)

    def speak_and_tell(text: bytes, flags: int) -> int:
        result = speak(text, flags=flags)
        # pyttsx3 has no public way to send it.
        engine.proxy._driver._onSynth(None, 0, [end])  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
        return result

    _espeak.Synth = speak_and_tell


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


if __name__ == "__main__":
    serve(Pyttsx3Speaker())
