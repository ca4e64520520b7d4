"""Thirteen kinds of spoken conversations, three takes each, through the whole daemon with Whisper base: what ends in the ledger.

    python -m benchmarks.spoken_kinds [--replay] [--only KIND…] [--takes TAKE…] [--json FILE]

The takes of a conversation are the recording, the same faster and softer, and the same in rain that is 15 dB softer than the voice.
By default they are played into the microphone of the rig, in real time, and the daemon answers at its loudspeaker; with
`--replay` they are played on the clock of the samples, where a busy machine changes nothing. The person does what people do where
the daemon asks, and correct what it reads back otherwise than it was said (`spoken_person.py`). The daemon has no model: local rules understand it alone, several entries in a sentence too.

A conversation ends right if the ledger holds its rows and no other one. A turn is met by silence if no sentence follows it; a third one in
a row without words is counted apart, since decision 0080 leaves it unanswered.
The exit status is 1 for less than 36 of 39, for a wrong row, or for a silence.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import cache, partial
from pathlib import Path

import numpy as np
import soxr

from benchmarks.spoken_kind import Conversation, Sound, in_time, pcm_of, samples_of
from benchmarks.spoken_kinds_rig import play_on_rig
from benchmarks.spoken_person import DROP_ALL, IN_FULL, PLAIN, Person
from tests.conversations.conversation import RECORDINGS, RecordedConversation, recorded_conversations
from tests.conversations.playing import SATURDAY
from tests.support.ledger_files import rows_in
from tests.support.noises import rain
from tests.support.recorded_units import bank_in
from voiced.adapters.machine.clocks import SampleClock
from voiced.adapters.recognition.whisper_recognizer import WhisperRecognizer
from voiced.adapters.sound.wav_files import read_wav
from voiced.adapters.voice.bank_voice import BankVoice
from voiced.app import build_ears
from voiced.app.build_conversation import Surroundings, open_conversation
from voiced.app.build_ears import open_ears
from voiced.config import load_settings
from voiced.dialogue.values import effects as fx
from voiced.hearing.frame import SAMPLE_RATE
from voiced.ports.conversation import Report
from voiced.ports.sound import Recognizer
from voiced.runtime.recognizer import RecognizerThread
from voiced.runtime.recognizer_shelf import RecognizerShelf
from voiced.runtime.replaying import Replay, SpokenTurn

WEIGHTS = Path(".cache/models/whisper-base").resolve()
RECORDED = {PLAIN: "cancel_one_item/3.wav", IN_FULL: "append_item/3.wav", DROP_ALL: "cancel_all/2.wav"}
"""Words that a person says where a conversation goes another way; all others are joined from syllables."""
NO_KINDS = ("far_single", "noisy_single", "query_month")
"""Recorded as well, but the first two differ in their sound alone, and the third leaves no row."""
LEAST_RIGHT = 36
PATIENT_SECONDS = 600.0
_FASTER, _SOFTER = 0.9, 0.6
_RAIN_DB = 15
_LOUDEST = 9_000
"""The loudest sample of joined syllables, as in the recordings."""
_VOICE = 300
"""A louder sample belongs to the voice."""


class Listener:
    """Notes what the daemon heard and said in a conversation."""

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation

    def tell(self, report: Report) -> None:
        """Note it."""
        match report:
            case fx.TellFinalText(text):
                self._conversation.heard.append(text)
            case fx.Speak(_, text):
                self._conversation.said.append(text)
            case _:
                pass


def _faster(sound: Sound) -> Sound:
    return pcm_of(samples_of(in_time(sound, _FASTER)) * _SOFTER)


def _in_rain(sound: Sound) -> Sound:
    samples = samples_of(sound)
    noise = rain(np.random.default_rng(len(samples)), len(samples))
    voice = samples[np.abs(samples) > _VOICE]
    level = np.sqrt((voice**2).mean()) * 10 ** (-_RAIN_DB / 20)
    return pcm_of(samples + noise / np.sqrt((noise**2).mean()) * level)


TAKES: dict[str, Callable[[Sound], Sound]] = {
    "as recorded": lambda sound: sound,
    "faster, softer": _faster,
    "in rain": _in_rain,
}


def conversations(only: Sequence[str], takes: Sequence[str]) -> list[Conversation]:
    """These takes of these kinds."""
    kinds = [each for each in recorded_conversations() if each.name not in NO_KINDS]
    wanted = [each for each in kinds if not only or each.name in only]
    # The one that ends the session comes last: on the rig a daemon goes on with the next one.
    wanted.sort(key=lambda each: each.name == "exit_session")
    return [_take(each, name) for name in takes for each in wanted]


def _take(recorded: RecordedConversation, name: str) -> Conversation:
    sounds = tuple(read_wav(path) for path in recorded.recordings)
    rows = tuple(row.rsplit(" ", 1)[0] for row in recorded.rows)
    return Conversation(recorded.name, name, rows, recorded.words, sounds, _other, TAKES[name])


def _other(words: str) -> Sound:
    return read_wav(RECORDINGS / RECORDED[words]) if words in RECORDED else _from_syllables(words)


@cache
def _from_syllables(words: str) -> Sound:
    """Words that no recording has, joined from the recorded syllables of another speaker."""
    with tempfile.TemporaryDirectory() as folder:
        said = BankVoice(bank_in(Path(folder))).said(words)
    samples = soxr.resample(samples_of(said.samples), said.sample_rate, SAMPLE_RATE)
    silence = np.zeros(SAMPLE_RATE // 2, np.float32)
    return pcm_of(np.concatenate([silence, samples * (_LOUDEST / np.abs(samples).max()), silence]))


async def replayed(conversation: Conversation, load: Callable[[], Recognizer], folder: Path) -> None:
    """Play a conversation on the clock of the samples."""
    database, clock = folder / f"{conversation.kind}-{conversation.take}.db", SampleClock(SATURDAY)
    settings = load_settings(environment={"VOICED_LLM__SPLIT_LOCALLY": "always"})
    turns = (SpokenTurn(sound) for sound in Person(conversation).turns())
    async with (
        open_conversation(settings, Surroundings(database, clock, Listener(conversation))) as running,
        open_ears(settings, running, load) as ears,
    ):
        await Replay(running, ears, clock.advance).play(turns)
        await running.stop()
    conversation.rows = tuple(f"{row.amount} {row.type}" for row in await rows_in(database))


async def replay_all(chosen: Sequence[Conversation], told: Callable[[Conversation], None]) -> None:
    """Play all on the clock of the samples. A recognition may take as long as a busy machine needs."""
    build_ears.RecognizerThread = partial(RecognizerThread, deadline_seconds=PATIENT_SECONDS)
    shelf = RecognizerShelf()
    load = shelf.loader(WEIGHTS, lambda: WhisperRecognizer(WEIGHTS))
    with tempfile.TemporaryDirectory() as folder:
        for conversation in chosen:
            await replayed(conversation, load, Path(folder))
            told(conversation)
    shelf.close()


def tell(conversation: Conversation) -> None:
    """Print what came of a conversation."""
    mark = "right" if conversation.is_right else "WRONG"
    silent = conversation.silences + conversation.by_rule
    more = f", silences {silent} ({conversation.by_rule} by decision 0080)" if silent else ""
    mended = f", mended {conversation.mended} ({conversation.by_sum} by sum)" if conversation.mended else ""
    print(
        f"{mark} | {conversation.kind} | {conversation.take} | repeats {conversation.repeats}{mended}{more}",
        flush=True,
    )
    if not conversation.is_right or conversation.mended or silent:
        print(f"    heard: {' / '.join(conversation.heard)}", flush=True)
        print(f"    said: {' / '.join(conversation.said)}", flush=True)
        print(
            f"    rows: {', '.join(conversation.rows)}; meant: {', '.join(conversation.expected)}", flush=True
        )


def main() -> int:
    """Play all; returns the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--replay", action="store_true")
    parser.add_argument("--only", nargs="*", default=())
    parser.add_argument("--takes", nargs="*", choices=TAKES, default=list(TAKES))
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    chosen = conversations(options.only, options.takes)
    asyncio.run(replay_all(chosen, tell) if options.replay else play_on_rig(chosen, tell))
    right = sum(each.is_right for each in chosen)
    counted = ("wrong_rows", "silences", "by_rule")
    wrong, silent, by_rule = (sum(getattr(each, name) for each in chosen) for name in counted)
    at_once = sum(each.is_right and not each.repeats and not each.mended for each in chosen)
    mended, by_sum = (sum(bool(getattr(each, name)) for each in chosen) for name in ("mended", "by_sum"))
    print(
        f"\n{right} of {len(chosen)} end right, {at_once} of them with each turn said once, {mended} after a read-back was "
        f"corrected ({by_sum} by its sums alone); {wrong} wrong rows, {silent} silences beside {by_rule} by decision 0080; load {os.getloadavg()[0]:.1f}"
    )
    if options.json:
        kept = [
            {key: value for key, value in asdict(each).items() if key not in ("sounds", "other", "vary")}
            for each in chosen
        ]
        options.json.write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    least = LEAST_RIGHT * len(chosen) // 39
    return 0 if right >= least and not wrong and not silent else 1


if __name__ == "__main__":
    sys.exit(main())
