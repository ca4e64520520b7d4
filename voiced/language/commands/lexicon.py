"""The closed vocabulary of commands: every word that may stand in a command, with the part it plays.

A command consists of these words alone. So 对联 is not read as 对, nor 取消订单退款五十 as 取消: an utterance with one
unknown word is not a command. Particles (吧, 了, 请, 帮我) are words of their own that may stand anywhere, so words are
listed without them. If two words begin at the same place, the longer one counts.

The words are in `words/*.toml`; `words/README.md` explains the form of these files.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from itertools import product

import msgspec
from msgspec import Struct

from voiced.language.commands.kinds import Kind
from voiced.packaged import packaged_text

FILES = (
    "cancel",
    "change",
    "continue",
    "doubt",
    "entries",
    "exit",
    "fillers",
    "no",
    "questions",
    "restart",
    "rows",
    "wait",
    "yes",
)
"""The files of `words/` that list words by their part; `lists.toml` is read beside them."""

_EXAMPLES = "\n[examples"
"""The beginning of the last part of a file, which only tests read. Leaving that part out halves the time of reading."""


class _Part(Struct, frozen=True, forbid_unknown_fields=True):
    """The words of one kind, as a file lists them.

    Attributes:
        words: words separated by spaces; `<name>` stands for all words of that list of `lists.toml`.
        combine: on each line, lists with `+` between them; each word of one list is joined to each word of the next.
        by_sound: words that are also recognised by their sound alone: 却认 counts as 确认.
    """

    words: str = ""
    combine: str = ""
    by_sound: str = ""


def _tables(file: str) -> dict[str, object]:
    words, _, _ = packaged_text("voiced.language", f"words/{file}.toml").partition(_EXAMPLES)
    return tomllib.loads(words)


_LISTS = {
    f"<{name}>": words.split() for name, words in msgspec.convert(_tables("lists"), dict[str, str]).items()
}
_PARTS = tuple(
    (Kind[kind], msgspec.convert(table, _Part)) for file in FILES for kind, table in _tables(file).items()
)


def listed_words() -> Iterator[tuple[str, Kind]]:
    """Each word of the files with the part it plays; a word that is listed twice comes twice."""
    for kind, part in _PARTS:
        yield from ((word, kind) for word in _spelled_out(part.words))
        for line in part.combine.strip().splitlines():
            for words in product(*map(_spelled_out, line.split("+"))):
                yield "".join(words), kind


def _spelled_out(words: str) -> list[str]:
    return [each for word in words.split() for each in _LISTS.get(word, (word,))]


WORDS: Mapping[str, Kind] = dict(listed_words())
"""The part that each word plays."""

KNOWN_BY_SOUND = tuple(word for _, part in _PARTS for word in part.by_sound.split())
"""Words that are also recognised by their sound alone (却认, 曲消, 该成). Each has two syllables or more and sounds unlike
any other word that people say to a bookkeeper: 可以 (可疑), 不要 (补药), 结束 (借书) and 继续 (积蓄) are left out."""
