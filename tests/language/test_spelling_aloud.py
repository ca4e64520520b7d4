"""The syllables of a phrase, as a keyword spotter's model spells them."""

from __future__ import annotations

import pytest

from voiced.language.sounds.pinyin import SYLLABLES
from voiced.language.sounds.spelling_aloud import parts

FINALS = frozenset(
    ["a", "ai", "an", "ang", "ao", "e", "ei", "en", "eng", "er", "i", "ia", "ian", "iang", "iao", "ie", "in", "ing", "iong", "iu", "o", "ong", "ou", "u", "ua", "uai", "uan", "uang", "ue", "ui", "un", "uo", "ü", "üe", "n", "m", "ng"]
)  # fmt: skip
PLAIN = str.maketrans(
    "āáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜ", "".join(vowel * 4 for vowel in "aeiouü")
)  # fmt: skip


@pytest.mark.parametrize(
    ("phrase", "spelt"),
    [
        ("小记小记", "x iǎo j ì x iǎo j ì"),
        ("账本管家", "zh àng b ěn g uǎn j iā"),
        ("绿水", "l ǜ sh uǐ"),
        ("二流球", "èr l iú q iú"),
        ("月亮吧", "y uè l iàng b a"),
        ("狗屋", "g ǒu w ū"),
    ],
)
def test_a_phrase(phrase: str, spelt: str) -> None:
    assert " ".join(part for character in phrase for part in parts(character)) == spelt


def test_what_is_no_simplified_character_has_no_parts() -> None:
    assert parts("A") == parts("，") == ()


def test_every_character_has_an_initial_and_a_final_that_exist() -> None:
    strange = {character for character in SYLLABLES if parts(character)[-1].translate(PLAIN) not in FINALS}
    assert {SYLLABLES[character] for character in strange} <= {"ê", "hm", "hng"}
