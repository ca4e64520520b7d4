"""Words of the household, for and against: what is found by preferring them, and what is pulled in without being said.

    python -m benchmarks.hotwords [--seeds N]      4 by default; some minutes

The small transducer of the tests hears things with their amounts, joined from recorded syllables in louder and louder noise. *For*: the
things are in the list. *Against*: the same list, and other things, commands or two syllables of no meaning are said,
or a fan, key clicks and people who talk are heard. A listed word in the text is then one that was pulled in.

The model knows 53 syllables. The figures prove the path and show which way the boost works; they say nothing of a real model.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from collections.abc import Iterable, Iterator

from tests.support.noises import babble, crowd, fan, key_clicks, sound_of
from tests.support.recordings import hear
from tests.support.syllable_speech import TEST_EARS, spoken
from voiced.adapters.recognition.sherpa_models import model_in
from voiced.adapters.recognition.sherpa_recognizer import SherpaRecognizer, load
from voiced.ports.sound import ListeningFor

LISTED = ("早餐", "晚饭", "房租", "水电", "工资", "红包", "交通", "买菜")
AMOUNTS = ("三十块", "一百二", "十八块五", "六块")
OTHERS = ("打车", "收入", "第二笔", "取消", "水房", "包电", "资早", "租菜")
"""Said against the list: other things, commands, and syllables of listed words in another order."""
NOISES = (0.0003, 0.002, 0.03, 0.06)
"""Deviation of the room's noise, of ±1; a syllable has 0.08."""
BOOSTS = (0.0, 1.5, 3.0, 5.0)
"""`asr.hotwords_boost`: off, as it is, twice as much, the most that is allowed."""


def said(things: Iterable[str], noise: float, seeds: int) -> Iterator[tuple[str, str, bytes]]:
    """Each thing with an amount, so many times: the thing, the whole text, its sound."""
    for seed in range(seeds):
        for number, thing in enumerate(things):
            words = f"{thing}{AMOUNTS[(number + seed) % len(AMOUNTS)]}"
            yield thing, words, spoken(words, noise=noise, seed=100 * seed + number)


def without_speech(seeds: int) -> Iterator[bytes]:
    """Noises and talk of three seconds."""
    for seed in range(seeds):
        for noise in (fan, key_clicks, babble, crowd):
            yield sound_of(noise, seed=seed, level=1500, seconds=3.0)


def pulled_in(text: str, words: str = "") -> bool:
    """Whether a listed word is in the text that was not said."""
    return any(each in text and each not in words for each in LISTED)


def measure(ears: SherpaRecognizer, noise: float, seeds: int) -> str:
    """A row of the table."""
    ears.expect(LISTED)
    found = exact = count = others = kept = wrong = 0
    for thing, words, sound in said(LISTED, noise, seeds):
        text = hear(ears, sound, ListeningFor.ENTRIES)
        found, exact, count = found + (thing in text), exact + (text == words), count + 1
    for _, words, sound in said(OTHERS, noise, seeds):
        text = hear(ears, sound, ListeningFor.ENTRIES)
        kept, wrong, others = kept + (text == words), wrong + pulled_in(text, words), others + 1
    return f"{found} of {count} | {exact} of {count} | {kept} of {others} | {wrong} of {others}"


def main() -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", type=int, default=4)
    options = parser.parse_args()
    load_now = os.getloadavg()[0]
    print(
        f"{platform.machine()}, Python {platform.python_version()}, {os.cpu_count()} cores, load {load_now:.1f}\n"
    )
    print(
        "| noise | boost | listed word found | whole text right | other text right | listed word pulled in |"
    )
    print("|---|---|---|---|---|---|")
    model = model_in(TEST_EARS / "zipformer2-transducer")
    for noise in NOISES:
        for boost in BOOSTS:
            print(
                f"| {noise} | {boost:g} | {measure(load(model, boost=boost), noise, options.seeds)} |",
                flush=True,
            )
    print("\n| boost | pulled in by noise and talk |\n|---|---|")
    for boost in BOOSTS:
        ears = load(model, boost=boost)
        ears.expect(LISTED)
        texts = [hear(ears, sound, ListeningFor.ENTRIES) for sound in without_speech(6 * options.seeds)]
        print(f"| {boost:g} | {sum(map(pulled_in, texts))} of {len(texts)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
