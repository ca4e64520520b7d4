"""Recognises recordings with voiced in a process of its own, as for its peers: ears, voice activity detection, recognition.

    python -m benchmarks.voiced_clips WEIGHTS < NAMES

NAMES are recordings of tests/audio, one per line; the answer to each is one line of JSON with the utterances found in it.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import msgspec

from benchmarks.endpointing import hear
from tests.support.recordings import recordings
from voiced.adapters.machine.this_process import keep_one_heap
from voiced.adapters.recognition.whisper_recognizer import WhisperRecognizer
from voiced.runtime.recognizer import DEADLINE_SECONDS, RecognizerThread


class Heard(msgspec.Struct, frozen=True):
    """An utterance: its text, and the seconds of `benchmarks.endpointing.Result`."""

    text: str
    end_of_speech: float
    waited: float
    processor: float
    bare: float
    bare_processor: float


async def main(weights: Path) -> None:
    """Recognise the recordings that standard input names."""
    by_name = {recording.name: recording for recording in recordings()}
    recognizer = RecognizerThread(lambda: WhisperRecognizer(weights))
    await recognizer.load()
    for line in sys.stdin:
        heard = [
            Heard(one.text, one.end_of_speech, one.waited, one.processor, one.bare, one.bare_processor)
            for one in await hear(by_name[line.strip()], recognizer)
        ]
        print(msgspec.json.encode(heard).decode(), flush=True)
    await recognizer.close(DEADLINE_SECONDS)


if __name__ == "__main__":
    keep_one_heap()
    asyncio.run(main(Path(sys.argv[1])))
