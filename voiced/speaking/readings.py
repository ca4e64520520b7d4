"""The syllables of a clause with their tones, as they are spoken one after the other.

A syllable is written in pinyin with its tone as a figure: `ji4`, `lv3`, and 5 for the neutral tone. A character has one
reading, but for the words in `words.txt` (银行, 还款). Tones change beside others: 一 and 不 by the tone that follows, and a
third tone before another one becomes a second tone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from voiced.packaged import packaged_lines

TONED: Mapping[str, str] = {
    character: syllable
    for syllable, characters in map(str.split, packaged_lines("voiced.language", "tables/syllables.txt"))
    for character in characters
}
"""The syllable of a character with its tone: `TONED["饭"]` is `fan4`."""
_WORDS: Mapping[str, tuple[str, ...]] = {
    word: tuple(syllables)
    for word, *syllables in map(str.split, packaged_lines("voiced.speaking", "words.txt"))
}
_READ_OTHERWISE = frozenset(
    character
    for word, spoken in _WORDS.items()
    for character, syllable in zip(word, spoken, strict=True)
    if TONED.get(character) != syllable
)
_LONGEST_WORD = max(map(len, _WORDS))
_LETTERS: Mapping[str, tuple[str, ...]] = {
    "a": ("ei1",),
    "b": ("bi4",),
    "c": ("xi1",),
    "d": ("di4",),
    "e": ("yi4",),
    "f": ("ai2", "fu5"),
    "g": ("ji4",),
    "h": ("ei1", "chi5"),
    "i": ("ai4",),
    "j": ("zhei4",),
    "k": ("kai4",),
    "l": ("ai2", "lou5"),
    "m": ("ai2", "mu5"),
    "n": ("en1",),
    "o": ("ou1",),
    "p": ("pi1",),
    "q": ("kiu1",),
    "r": ("a1", "er5"),
    "s": ("ai2", "si5"),
    "t": ("ti4",),
    "u": ("you1",),
    "v": ("wei1",),
    "w": ("da2", "bu5", "liu5"),
    "x": ("ai2", "ke5", "si5"),
    "y": ("wai4",),
    "z": ("zei4",),
}
"""Latin letters as Mandarin syllables, the way people in China spell KTV."""
_ORDINAL_BEFORE = frozenset("第十零〇点周期拜一二三四五六七八九两初")
"""Characters after which 一 keeps its tone: it is an ordinal, a weekday, or a digit among others."""
_ORDINAL_AFTER = frozenset("一二三四五六七八九零〇月号日")
_PLACES = frozenset("百千万亿")
_TENS = "十"


def spoken_syllables() -> frozenset[str]:
    """Every syllable that `readings` may give."""
    read = frozenset(
        (*TONED.values(), *chain(*_WORDS.values()), *chain(*_LETTERS.values()), "yi2", "yi4", "bu2")
    )
    return read | {f"{syllable[:-1]}2" for syllable in read if syllable.endswith("3")}


def has_one_reading(character: str) -> bool:
    """Whether no listed word reads this character otherwise than it is read alone."""
    return character not in _READ_OTHERWISE


def readings(clause: str) -> tuple[tuple[str, ...], ...]:
    """For each character of a clause, its syllables; none for a character that has no sound (a space, a dash)."""
    plain = tuple(_plain(clause))
    beside = [
        _beside(clause, at, syllables, following)
        for at, (syllables, following) in enumerate(zip(plain, (*plain[1:], ()), strict=False))
    ]
    return tuple(_with_third_tones(beside))


def _plain(clause: str) -> Iterator[tuple[str, ...]]:
    """The syllables of each character, before tones change beside others."""
    at = 0
    while at < len(clause):
        sizes = range(min(_LONGEST_WORD, len(clause) - at), 1, -1)
        word = next((clause[at : at + size] for size in sizes if clause[at : at + size] in _WORDS), None)
        if word is not None:
            yield from ((syllable,) for syllable in _WORDS[word])
            at += len(word)
        else:
            character = clause[at].lower()
            yield (TONED[character],) if character in TONED else _LETTERS.get(character, ())
            at += 1


def _beside(clause: str, at: int, syllables: tuple[str, ...], following: tuple[str, ...]) -> tuple[str, ...]:
    """The syllables of a character before those of the next one: 一 and 不 change, every other one stays."""
    tone = following[0][-1] if following else ""
    match clause[at]:
        case "不" if tone == "4":
            return ("bu2",)
        case "一" if tone and not _is_ordinal(clause, at):
            return ("yi2",) if tone in "45" else ("yi4",)
        case _:
            return syllables


def _is_ordinal(clause: str, at: int) -> bool:
    before, after = clause[max(0, at - 1) : at], clause[at + 1]
    if after in _PLACES:
        return False
    if before in _PLACES and after == _TENS:
        return True
    return before in _ORDINAL_BEFORE or after in _ORDINAL_AFTER


def _with_third_tones(plain: Sequence[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """The syllables, where each third tone before another third tone is a second one."""
    for syllables, following in zip(plain, (*plain[1:], ()), strict=True):
        match syllables, following:
            case (one,), (next_one,) if one.endswith("3") and next_one.endswith("3"):
                yield (f"{one[:-1]}2",)
            case _:
                yield syllables
