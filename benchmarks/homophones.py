"""How well misheard words are recognised: by spelling, by the letters of their pinyin, and by voiced's syllables.

Words of the default categories are misspelt with characters of the same sound, or of a similar one (zh for z, n for l). A
third list has everyday words without a category. The misspellings are invented: real mishearings are rarer and stranger,
so read the ratios between the contenders.
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from time import perf_counter

from rapidfuzz import fuzz, process

sys.path.insert(0, str(Path(__file__).parents[1]))

from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.names.categories import all_keywords
from voiced.language.sounds.pinyin import SYLLABLES, closeness, repair, syllables

_EVERYDAY = (
    "今天 昨天 朋友 同事 公司 上班 下班 回家 老婆 孩子们 弟弟 妹妹 一起 一共 左右 大概 花费 要点 骑车 东西 地方 时候 周围 附近 楼下 门口 "
    "小区 办公室 会议 出差 开会 休息 睡觉 起床 天气 下雨 太阳 电梯 报纸 剪刀 水泥 影评 夜校 手势 句子 果子 银耳 注册 临时 音频 意愿 经典 "
    "简直 左边 右边 里面 外面 前面 后面 已经 可以"
)
EVERYDAY = frozenset(_EVERYDAY.split())
MERGED = {"z": "zh", "zh": "z", "c": "ch", "ch": "c", "s": "sh", "sh": "s", "n": "l", "l": "n"}
ACCEPTED_FROM = 85


def main() -> None:
    """Print the results of each contender for the three lists."""
    words = sorted(
        word for word in all_keywords(DEFAULT_VOCABULARY) if _is_chinese(word) and len(word) in {2, 3}
    )
    lists = {"same sound": _misheard(words, _same), "nearly same": _misheard(words, _nearly)}
    lists["everyday"] = [(word, word) for word in sorted(EVERYDAY) if word not in words]
    print(f"{len(words)} words; " + ", ".join(f"{len(pairs)} {name}" for name, pairs in lists.items()))
    print(
        f"{'contender':34s} {'right, same':>12s} {'right, nearly':>14s} {'wrong':>6s} {'everyday taken':>15s} {'µs':>7s}"
    )
    for name, guess in _contenders(words).items():
        right, wrong, taken, seconds, count = dict.fromkeys(lists, 0), 0, 0, 0.0, 0
        for kind, pairs in lists.items():
            for heard, meant in pairs:
                before = perf_counter()
                guessed = guess(heard)
                seconds += perf_counter() - before
                count += 1
                right[kind] += guessed == meant
                wrong += guessed is not None and guessed != meant and kind != "everyday"
                taken += guessed is not None and kind == "everyday"
        print(
            f"{name:34s} {right['same sound']:12d} {right['nearly same']:14d} {wrong:6d} {taken:15d}"
            f" {seconds / count * 1e6:7.1f}"
        )


def _contenders(words: list[str]) -> dict[str, Callable[[str], str | None]]:
    letters = {word: "".join(syllables(word)) for word in words}

    def by_characters(heard: str) -> str | None:
        best = process.extractOne(heard, words, scorer=fuzz.ratio, score_cutoff=70)
        return best[0] if best else None

    def by_letters(heard: str) -> str | None:
        best = process.extractOne(
            "".join(syllables(heard)), letters, scorer=fuzz.ratio, score_cutoff=ACCEPTED_FROM
        )
        return best[2] if best else None

    def by_closeness(heard: str) -> str | None:
        best = max(words, key=lambda word: closeness(heard, word))
        return best if closeness(heard, best) >= ACCEPTED_FROM else None

    known = frozenset(words)

    def by_repair(heard: str) -> str | None:
        repaired = repair(heard, known)
        return repaired if repaired != heard else None

    return {
        "characters, rapidfuzz from 70": by_characters,
        "letters of pinyin, rapidfuzz from 85": by_letters,
        "syllables, voiced closeness from 85": by_closeness,
        "voiced repair": by_repair,
    }


def _misheard(words: Iterable[str], sounds_like: Callable[[str], list[str]]) -> list[tuple[str, str]]:
    """Each word with one character exchanged for another of the same sound, if there is one."""
    chance = random.Random(20261121)  # noqa: S311 - the same words on every run
    pairs: list[tuple[str, str]] = []
    known = frozenset(words)
    for word in words:
        at = chance.randrange(len(word))
        others = [c for c in sounds_like(word[at]) if word[:at] + c + word[at + 1 :] not in known]
        if others:
            pairs.append((word[:at] + chance.choice(others) + word[at + 1 :], word))
    return pairs


def _by_syllable() -> dict[str, list[str]]:
    table: dict[str, list[str]] = defaultdict(list)
    for character, syllable in SYLLABLES.items():
        if character.encode("gb2312") < b"\xd8":  # the 3755 common characters
            table[syllable].append(character)
    return table


_SOUNDING = _by_syllable()


def _same(character: str) -> list[str]:
    return [other for other in _SOUNDING[SYLLABLES[character]] if other != character]


def _nearly(character: str) -> list[str]:
    syllable = SYLLABLES[character]
    initial = syllable[:2] if syllable[:2] in MERGED else syllable[:1]
    return _SOUNDING.get(MERGED.get(initial, "-") + syllable[len(initial) :], [])


def _is_chinese(word: str) -> bool:
    return all(character in SYLLABLES for character in word)


if __name__ == "__main__":
    main()
