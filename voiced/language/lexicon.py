"""The closed vocabulary of commands: every word that may stand in one, by the part it plays.

A command is made of these words and nothing else. That keeps 对联 from being 对, and 取消订单退款五十 from being 取消: one
unknown word, and an utterance is no command. Words are cores; particles (吧, 了, 请, 帮我) are words of their own that may
stand anywhere, so no variant with them is listed. Where two words begin at the same place the longer one counts.

The words stand in `words/*.toml`; `words/README.md` explains the form, which this module reads.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from itertools import product

import msgspec
from msgspec import Struct

from voiced.language.kinds import Kind
from voiced.packaged import packaged_names, packaged_text

_LISTS = "lists.toml"
_NOT_WORDS = frozenset({"examples"})
_LIST_NAME = re.compile(r"<(\w+)>")


class _Part(Struct, frozen=True, forbid_unknown_fields=True):
    """The words of one kind, as a file lists them.

    Attributes:
        words: separated by spaces; `<name>` stands for all words of that list of `lists.toml`.
        combine: on each line, lists with `+` between them; each word of one is joined to each word of the next.
        by_sound: words that are also known by their sound alone: 却认 is heard as 确认.
    """

    words: str = ""
    combine: str = ""
    by_sound: str = ""


def _tables(name: str) -> dict[str, object]:
    return tomllib.loads(packaged_text("voiced.language", f"words/{name}"))


def _parts() -> tuple[tuple[Kind, _Part], ...]:
    tables = [
        item
        for name in packaged_names("voiced.language", "words")
        if name.endswith(".toml") and name != _LISTS
        for item in _tables(name).items()
        if item[0] not in _NOT_WORDS
    ]
    return tuple((Kind[kind], msgspec.convert(table, _Part)) for kind, table in tables)


_SHARED = msgspec.convert(_tables(_LISTS), dict[str, str])
_PARTS = _parts()


def listed_words() -> Iterator[tuple[str, Kind]]:
    """Each word of the files with the part it plays, as often as it is listed."""
    for kind, part in _PARTS:
        for line in (part.words.replace("\n", " "), *part.combine.strip().splitlines()):
            for words in product(*(_spelled_out(words).split() for words in line.split("+"))):
                yield "".join(words), kind


def _spelled_out(words: str) -> str:
    return _LIST_NAME.sub(lambda name: _SHARED[name[1]], words)


WORDS: Mapping[str, Kind] = dict(listed_words())
"""To each word, the part it plays."""

KNOWN_BY_SOUND = tuple(word for _, part in _PARTS for word in part.by_sound.split())
"""Words that are also known by their sound alone (却认, 曲消, 该成). All have two syllables or more, and none sounds like
another word that is said to a bookkeeper: 可以 is not here (可疑), nor 不要 (补药), 结束 (借书) or 继续 (积蓄)."""
