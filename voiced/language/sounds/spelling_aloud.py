"""Characters in pinyin with marks of tone, as keyword spotters spell them: 小 is x iǎo."""

from __future__ import annotations

from collections.abc import Mapping

from voiced.packaged import packaged_lines

_TONED: Mapping[str, str] = {
    character: syllable
    for syllable, characters in map(str.split, packaged_lines("voiced.language", "tables/syllables.txt"))
    for character in characters
}
_INITIALS = ("zh", "ch", "sh", *"bpmfdtnlgkhjqxrzcsyw")
_MARKED = {
    "a": "āáǎà", "e": "ēéěè", "i": "īíǐì", "o": "ōóǒò", "u": "ūúǔù", "v": "ǖǘǚǜ",
}  # fmt: skip
_NEUTRAL = 5


def parts(character: str) -> tuple[str, ...]:
    """The initial, if there is one, and the final with its mark; empty for what is no simplified character."""
    syllable = _TONED.get(character)
    if syllable is None:
        return ()
    plain, tone = syllable[:-1], int(syllable[-1])
    initial = next((each for each in _INITIALS if plain.startswith(each) and plain != each), "")
    final = _with_mark(plain.removeprefix(initial), tone)
    return (initial, final) if initial else (final,)


def _with_mark(final: str, tone: int) -> str:
    """A final with its mark: on a or e, on the o of ou, else on the last vowel."""
    place = next((final.index(each) for each in ("a", "e", "ou") if each in final), None)
    if place is None:
        place = max((at for at, letter in enumerate(final) if letter in _MARKED), default=None)
    if tone == _NEUTRAL or place is None:
        return final.replace("v", "ü")
    marked = _MARKED[final[place]][tone - 1]
    return f"{final[:place]}{marked}{final[place + 1 :]}".replace("v", "ü")
