"""How Chinese characters sound: the toneless syllable of each of the 6763 characters of GB 2312.

A table instead of a library at run time: it is read in about a millisecond, where pypinyin takes a tenth of a second and
45 MB with its phrases.
"""

from __future__ import annotations

from collections.abc import Mapping

from voiced.packaged import packaged_lines

SYLLABLES: Mapping[str, str] = {
    character: syllable
    for syllable, characters in map(str.split, packaged_lines("voiced.language", "tables/syllables.txt"))
    for character in characters
}
"""The syllable of a character, without tone: `SYLLABLES["饭"]` is `fan`."""
