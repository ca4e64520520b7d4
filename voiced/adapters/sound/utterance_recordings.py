"""Utterances kept as WAV files, so that what went wrong in the field can be replayed and becomes a test.

They are somebody's voice: nothing is kept unless a folder is named (`--debug-recording-dir`), and then for its owner alone.
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
from voiced.dialogue.phase import Phase
from voiced.errors import AudioWrong
from voiced.hearing.frame import SAMPLE_RATE
from voiced.hearing.utterance import Utterance
from voiced.ports import Pcm

log = logging.getLogger(__name__)

MOST_KEPT = 500
"""Utterances: at 3 s each some 50 MB."""
MOST_WAITING = 8
"""Utterances not written yet. A disk that is slower than speech loses the newest instead of filling the memory."""


class UtteranceRecordings:
    """Writes each utterance as `20261121T103000.123-ended.wav` and what was made of it as `.json` beside it.

    Written on a thread of its own. Failures are logged once and end nothing.
    """

    def __init__(self, folder: Path, now: Callable[[], datetime], most_kept: int = MOST_KEPT) -> None:
        """Make the folder if it is not there. Only files named so are ever deleted in it.

        Raises:
            AudioWrong: it cannot be made.
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

    def keep(self, utterance: Utterance, phase: Phase) -> None:
        """Write an utterance soon; `phase` is what the dialogue was in. Called on the event loop, never waits."""
        if not self._room.acquire(blocking=False):
            self._tell_failure("the disk is too slow")
            return
        moment = f"{self._now():%Y%m%dT%H%M%S.%f}"[:-3]
        name = f"{moment}-{utterance.ending.value.replace(' ', '-')}"
        self._thread.submit(self._write, name, utterance, phase)

    def close(self) -> None:
        """Write what is waiting."""
        self._thread.shutdown()

    def _write(self, name: str, utterance: Utterance, phase: Phase) -> None:
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
        # The names begin with the time, so that they sort by age.
        kept = sorted(self._folder.glob("[0-9]*T[0-9]*.[0-9]*-*.wav"))
        for wav in kept[: -self._most_kept]:
            wav.unlink()
            wav.with_suffix(".json").unlink(missing_ok=True)

    def _tell_failure(self, reason: str) -> None:
        if not self._is_failing:
            log.warning("%s: utterances are not kept: %s", self._folder, reason)
        self._is_failing = True


def _described(utterance: Utterance, phase: Phase) -> bytes:
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
