"""Utterances as WAV files, so that a mistake at a user's home can be replayed and become a test.

Voices are private: utterances are kept only in a folder that the user names (`--debug-recording-dir`), readable by its
owner alone.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path

import msgspec

from voiced.adapters.sound.wav_files import write_wav
from voiced.dialogue.values.state import Phase
from voiced.errors import AudioWrong
from voiced.hearing.frame import SAMPLE_RATE
from voiced.hearing.segmenter import SpokenUtterance
from voiced.ports.sound import Pcm

log = logging.getLogger(__name__)

MOST_KEPT = 500
"""Utterances to keep: some 50 MB at 3 s each."""
MOST_WAITING = 8
"""Utterances that may wait to be written. With a disk slower than speech the newest are dropped."""


class UtteranceRecordings:
    """Writes each utterance as `20261121T103000.123-ended.wav` with its text and times in a `.json` beside it.

    It writes on a thread of its own. A failure is logged once, and the conversation goes on.
    """

    def __init__(self, folder: Path, now: Callable[[], datetime], most_kept: int = MOST_KEPT) -> None:
        """Make the folder if it is missing. Only files with such names are ever deleted in it.

        Raises:
            AudioWrong: the folder cannot be made.
        """
        self._folder = folder
        self._now = now
        self._most_kept = most_kept
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="recordings")
        self._room = threading.Semaphore(MOST_WAITING)
        self._is_failing = False
        try:
            self._make_folder()
        except OSError as error:
            raise AudioWrong(
                f"{folder}: cannot keep utterances here: {error.strerror}; name another folder with "
                "--debug-recording-dir"
            ) from error

    def keep(self, utterance: SpokenUtterance, phase: Phase) -> None:
        """Queue an utterance for writing, with the phase of the dialogue. Returns at once."""
        if not self._room.acquire(blocking=False):
            self._tell_failure("the disk is too slow")
            return
        moment = f"{self._now():%Y%m%dT%H%M%S.%f}"[:-3]
        name = f"{moment}-{utterance.ending.value.replace(' ', '-')}"
        self._thread.submit(self._write, name, utterance, phase)

    def close(self) -> None:
        """Write the waiting utterances."""
        self._thread.shutdown()

    def _write(self, name: str, utterance: SpokenUtterance, phase: Phase) -> None:
        try:
            self._make_folder()
            write_wav(self._folder / f"{name}.wav", Pcm(utterance.pcm, SAMPLE_RATE))
            description = self._folder / f"{name}.json"
            description.touch(mode=0o600)
            description.write_bytes(_described(utterance, phase))
            self._drop_oldest()
            self._is_failing = False
        except OSError as error:
            self._tell_failure(error.strerror or "they cannot be written")
        finally:
            self._room.release()

    def _make_folder(self) -> None:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def _drop_oldest(self) -> None:
        # The names begin with the time, so they sort by age.
        kept = sorted(self._folder.glob("[0-9]*T[0-9]*.[0-9]*-*.wav"))
        for wav in kept[: -self._most_kept]:
            wav.unlink()
            wav.with_suffix(".json").unlink(missing_ok=True)

    def _tell_failure(self, reason: str) -> None:
        if not self._is_failing:
            log.warning("%s: utterances are not kept: %s", self._folder, reason)
        self._is_failing = True


def _described(utterance: SpokenUtterance, phase: Phase) -> bytes:
    description = {
        "text": utterance.text,
        "phase": phase.value,
        "ending": utterance.ending.value,
        "attempts": utterance.attempts,
        "start": utterance.start / SAMPLE_RATE,
        "end_of_speech": utterance.end_of_speech / SAMPLE_RATE,
        "end": utterance.end / SAMPLE_RATE,
    }
    return msgspec.json.format(msgspec.json.encode(description), indent=2) + b"\n"
