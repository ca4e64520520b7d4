"""Whether memory stays flat over a day's half of speech, by the sherpa engine with the small models of the tests.

    python -m benchmarks.sherpa_soak [KIND…] [--hours N]      12 hours of sound for each kind; minutes of time

Two rooms speak in turn over one model, as the microphone and a satellite do: sentences, commands, noise, words that the household
renews each quarter of an hour, a sound that is given up in the middle. No VAD is before it, so all of the sound reaches the engine. The
exit status is 1 if the memory after the last hour is more than `MOST_KB` above that after the second.
"""

from __future__ import annotations

import argparse
import platform
import sys
import time
from collections.abc import Iterator

from benchmarks.ears import KINDS
from tests.runtime.soaking import resident_kb
from tests.support.noises import fan, sound_of
from tests.support.recordings import frames
from tests.support.syllable_speech import TEST_EARS, spoken
from voiced.adapters.recognition.sherpa_models import model_in
from voiced.adapters.recognition.sherpa_recognizer import SherpaRecognizer, load
from voiced.hearing.frame import AudioFrame
from voiced.ports.sound import ListeningFor

MOST_KB = 4_000
_WORDS = ("打车", "早餐", "红包", "工资", "房租", "水电", "买菜", "晚饭")


class Room:
    """One of the two that speak over a model."""

    def __init__(self, ears: SherpaRecognizer, heard: list[str]) -> None:
        self._ears = ears
        self._heard = heard

    def say(self, sound: list[AudioFrame], listening_for: ListeningFor) -> Iterator[None]:
        """Say something, a fifth of a second a step."""
        self._ears.start(listening_for)
        for number, frame in enumerate(sound):
            self._ears.accept(frame)
            if number % 10 == 9:
                self._ears.partial()
                yield
        self._heard.append(self._ears.finish())

    def give_up(self, sound: list[AudioFrame]) -> None:
        """Begin an utterance that is never finished."""
        self._ears.start(ListeningFor.ENTRIES)
        for frame in sound[: len(sound) // 2]:
            self._ears.accept(frame)

    def renew(self, words: tuple[str, ...]) -> None:
        """The household has other words now."""
        self._ears.expect(words)


def soak(kind: str, hours: float) -> bool:
    """Speak so long; returns whether the memory stayed flat."""
    ears = load(model_in(TEST_EARS / kind), threads=1)
    heard: list[str] = []
    rooms = Room(ears, heard), Room(ears.beside(), heard)
    noise = sound_of(fan, seed=4, level=3000, seconds=2.0)
    texts = ("打车十八块", "第二笔改成二十五", "确认", "取消")
    sounds = [list(frames(each)) for each in (*map(spoken, texts), noise)]
    began, processor = time.monotonic(), time.process_time()
    passed, turn, kept = 0.0, 0, list[int]()
    while passed < hours * 3600:
        if turn % 200 == 0:
            for room in rooms:
                room.renew((*_WORDS, f"{_WORDS[turn // 200 % 8]}{_WORDS[turn // 1600 % 8]}"))
        both = [room.say(sounds[(turn + at) % 5], _EXPECTED[turn % 2]) for at, room in enumerate(rooms)]
        while both:
            both = [each for each in both if next(each, False) is None]
        passed += sum(len(sounds[(turn + at) % 5]) for at in (0, 1)) * 0.02
        turn += 1
        if turn % 50 == 0:
            rooms[turn // 50 % 2].give_up(sounds[1])
        if passed >= 3600 * (len(kept) + 1):
            kept.append(resident_kb())
    right = sum(text in texts for text in heard)
    growth = kept[-1] - kept[min(1, len(kept) - 1)]
    print(
        f"| {kind} | {passed / 3600:.1f} | {len(heard)} | {right} | {min(kept) / 1000:.1f} | {max(kept) / 1000:.1f} "
        f"| {growth} | {(time.process_time() - processor) / passed:.4f} | {time.monotonic() - began:.0f} |",
        flush=True,
    )
    print(f"hourly MB: {' '.join(f'{each / 1000:.1f}' for each in kept)}\n", flush=True)
    ears.close()
    return growth <= MOST_KB


_EXPECTED = (ListeningFor.ENTRIES, ListeningFor.COMMANDS)


def main() -> int:
    """Soak each kind; returns the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kinds", nargs="*", metavar="KIND")
    parser.add_argument("--hours", type=float, default=12.0)
    options = parser.parse_args()
    print(f"{platform.machine()}, Python {platform.python_version()}\n")
    print(
        "| kind | hours of sound | utterances | of them heard as said | least MB | most MB | growth after the second hour, kB "
        "| processor s a second | seconds |\n|---|---|---|---|---|---|---|---|---|",
        flush=True,
    )
    flat = [soak(kind, options.hours) for kind in options.kinds or KINDS]
    return 0 if all(flat) else 1


if __name__ == "__main__":
    sys.exit(main())
