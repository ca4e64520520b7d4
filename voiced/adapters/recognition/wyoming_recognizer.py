"""Speech recognition by a Wyoming server, such as wyoming-faster-whisper: whole utterances, one connection for each."""

from __future__ import annotations

import socket
from collections.abc import Iterator, Sequence
from copy import copy
from typing import Final

from wyoming.asr import Transcribe, Transcript
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.error import Error
from wyoming.event import Event, read_event, write_event
from wyoming.info import Describe, Info

from voiced.adapters.machine.wyoming_servers import TROUBLES, WyomingServer
from voiced.errors import RecognizerFailure
from voiced.hearing.frame import BYTES_PER_SAMPLE, SAMPLE_RATE, AudioFrame
from voiced.hearing.speech_guard import LEAST_VOICE_SECONDS, can_have_been_said, voiced_seconds, without_loop
from voiced.language.text.spelling import join_words
from voiced.ports.sound import ListeningFor

DEADLINE_SECONDS: Final = 10.0
"""For each answer of the server; the daemon abandons a recogniser after 15 s."""
_DESCRIBE_SECONDS = 5.0
_LANGUAGE = "zh"
_FORM = (SAMPLE_RATE, BYTES_PER_SAMPLE, 1)
"""Rate, width and channels of the sound that is sent."""


class WyomingRecognizer:
    """A recogniser at a server. Sound without a voice is not sent."""

    def __init__(self, uri: str, *, deadline_seconds: float = DEADLINE_SECONDS) -> None:
        """Check that the server answers.

        Args:
            uri: `tcp://host:port`.
            deadline_seconds: for each answer.

        Raises:
            ConfigWrong: `uri` is not such an address.
            RecognizerFailure: no server answers; it may start later.
            ModelMissing: the server there cannot recognise speech.
        """
        self._server = WyomingServer.at(uri)
        self._deadline_seconds = deadline_seconds
        self._heard: list[bytes] = []
        self._check()

    @property
    def streams(self) -> bool:
        """Always False: whole utterances are sent."""
        return False

    def expect(self, words: Sequence[str]) -> None:
        """Do nothing: the protocol cannot carry words."""

    def start(self, listening_for: ListeningFor) -> None:
        """Begin an utterance; the protocol cannot express an expectation."""
        del listening_for
        self._heard = []

    def accept(self, frame: AudioFrame) -> None:
        """Keep the frame until the utterance is sent."""
        self._heard.append(frame.pcm)

    def partial(self) -> str:
        """An empty text: whole utterances are sent."""
        return ""

    def attempt(self) -> str:
        """The text if the utterance ended here.

        Raises:
            RecognizerFailure: the server gave no useful answer.
        """
        pcm = b"".join(self._heard)
        voice_seconds = voiced_seconds(pcm)
        if voice_seconds < LEAST_VOICE_SECONDS:
            return ""
        text = without_loop(self._transcribe(pcm), voice_seconds)
        return text if can_have_been_said(text, voice_seconds) else ""

    def finish(self) -> str:
        """The text of the utterance; empty for a noise.

        Raises:
            RecognizerFailure: the server gave no useful answer.
        """
        text = self.attempt()
        self._heard = []
        return text

    def closest(self, words: Sequence[str]) -> str:
        """An empty text: the protocol has no scores."""
        self._heard = []
        return ""

    def beside(self) -> WyomingRecognizer:
        """Another one at the same server."""
        other = copy(self)
        other.start(ListeningFor.ENTRIES)
        return other

    def close(self) -> None:
        """Do nothing: each utterance closes its connection."""

    def _check(self) -> None:
        task = "speech recognition"
        try:
            for event in self._answers([Describe().event()], _DESCRIBE_SECONDS):
                if Info.is_type(event.type):
                    if Info.from_event(event).asr:
                        return
                    raise self._server.missing(task, "it does something else")
        except (OSError, EOFError) as error:
            raise RecognizerFailure(self._server.silence(task, error or type(error).__name__)) from error
        except TROUBLES as error:
            raise self._server.missing(task, error) from error
        raise RecognizerFailure(self._server.silence(task, "it closed the connection"))

    def _transcribe(self, pcm: bytes) -> str:
        rate, width, channels = _FORM
        question = [
            Transcribe(language=_LANGUAGE).event(),
            AudioStart(rate, width, channels).event(),
            AudioChunk(rate, width, channels, pcm).event(),
            AudioStop().event(),
        ]
        try:
            for event in self._answers(question, self._deadline_seconds):
                if Transcript.is_type(event.type):
                    return join_words(Transcript.from_event(event).text)
                if Error.is_type(event.type):
                    raise RecognizerFailure(f"{self._server}: {Error.from_event(event).text}")
        except TROUBLES as error:
            raise RecognizerFailure(f"{self._server}: {error or type(error).__name__}") from error
        raise RecognizerFailure(f"{self._server}: closed the connection without a text")

    def _answers(self, question: Sequence[Event], seconds: float) -> Iterator[Event]:
        """The server's answers to a request, until it closes the connection."""
        address = (self._server.host, self._server.port)
        with (
            socket.create_connection(address, timeout=seconds) as connection,
            connection.makefile("wb") as sending,
            connection.makefile("rb") as receiving,
        ):
            for event in question:
                write_event(event, sending)
            while (answer := read_event(receiving)) is not None:
                yield answer
