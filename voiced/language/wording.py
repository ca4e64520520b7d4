"""An utterance as a row of words of the closed vocabulary, each standing for the part it plays."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from voiced.language.kinds import Kind
from voiced.language.lexicon import HEARD_WRONG, WORDS
from voiced.language.ordinals import OrdinalMention, find_ordinals
from voiced.language.syllables import SYLLABLES


@dataclass(frozen=True, slots=True)
class Wording:
    """The words of a normalised text, in order.

    Attributes:
        shape: one letter per word, a value of `Kind`; unknown characters that follow each other are one word.
        spans: where each word stands in the text.
        mentions: the row numbers, in the order of the `Kind.ROWS` of the shape.
    """

    text: str
    shape: str
    spans: tuple[tuple[int, int], ...]
    mentions: tuple[OrdinalMention, ...]

    @property
    def core(self) -> str:
        """The shape without the words that change nothing."""
        return self.shape.translate(_WITHOUT_IDLE)

    def word(self, place: int) -> str:
        """The word that a letter of the shape stands for."""
        start, end = self.spans[place]
        return self.text[start:end]


class _Node:
    """A place in the tree of words: what a word that ends here is, and the characters it may go on with."""

    __slots__ = ("following", "kind")

    def __init__(self) -> None:
        self.kind: str | None = None
        self.following: dict[str, _Node] = {}


_WITHOUT_IDLE = str.maketrans("", "", f"{Kind.PARTICLE}{Kind.AND}{Kind.PAUSE}")
_NUMERALS = frozenset("0123456789零〇一二两俩仨三四五六七八九十百千万亿半￥$")
_NUMBER = re.compile(
    r"[￥$]?(?:\d+(?:\.\d+)?|[零〇一二两俩仨三四五六七八九十百千万亿半点]+)"
    r"(?:[kKwW](?![a-zA-Z])|块|元|圆|毛|角|分|钱|整|左右|[零〇一二两三四五六七八九十百千万亿点\d半])*"
)
_COUNT = re.compile(r"[两俩仨二三四五六七八九十2-9](?:[笔条比币](?!账)|个(?=都|全))")
_MAY_NAME_ROWS = re.compile("[第地弟递帝首头前后倒末]")


def _tree(kinds: Mapping[str, str]) -> _Node:
    root = _Node()
    for word, kind in kinds.items():
        node = root
        for character in word:
            node = node.following.setdefault(character, _Node())
        node.kind = kind
    return root


_TREE = _tree({word: kind.value for kind, words in WORDS for word in words.split()})


def read_words(text: str) -> Wording:
    """The words of a normalised text as they are written; where two begin at the same place, the longer."""
    return _read(text, _no_sounds)


def hear_words(text: str) -> Wording:
    """The same, where a word may also be one of `HEARD_WRONG` by its sound alone, if that is the longer one."""
    sounds, tree = text.translate(_alike()), _tree_of_sounds()
    return _read(text, lambda at: _longest(sounds, at, tree))


def _read(text: str, sounds_like: Callable[[int], tuple[str | None, int]]) -> Wording:
    mentions = find_ordinals(text) if _MAY_NAME_ROWS.search(text) else ()
    row_ends = {mention.start: mention.end for mention in mentions}
    lowered = text.lower()
    shape = ""
    spans: list[tuple[int, int]] = []
    at, length = 0, len(text)
    while at < length:
        if at in row_ends:
            kind, end = Kind.ROWS.value, row_ends[at]
        else:
            kind, end = _longest(lowered, at, _TREE)
            heard, heard_end = sounds_like(at)
            if heard_end > end:
                kind, end = heard, heard_end
        if kind is None:
            kind, end = _open_word(text, at)
            if kind == Kind.UNKNOWN and shape.endswith(kind):
                spans[-1] = (spans[-1][0], end)
                at = end
                continue
        shape += kind
        spans.extend([(at, end)] * len(kind))
        at = end
    return Wording(text, shape, tuple(spans), mentions)


def _longest(text: str, at: int, node: _Node) -> tuple[str | None, int]:
    kind, end = None, at
    for place in range(at, len(text)):
        following = node.following.get(text[place])
        if following is None:
            break
        node = following
        if node.kind is not None:
            kind, end = node.kind, place + 1
    return kind, end


def _no_sounds(at: int) -> tuple[str | None, int]:
    return None, at


def _open_word(text: str, at: int) -> tuple[str, int]:
    if text[at] in _NUMERALS:
        if count := _COUNT.match(text, at):
            return Kind.COUNT.value, count.end()
        if number := _NUMBER.match(text, at):
            return Kind.NUMBER.value, number.end()
    return Kind.UNKNOWN.value, at + 1


@cache
def _tree_of_sounds() -> _Node:
    return _tree({word.translate(_alike()): read_words(word).shape for word in HEARD_WRONG.split()})


@cache
def _alike() -> dict[int, str]:
    """To a character, the one that stands for all with its syllable; only syllables of commands are listed."""
    standing: dict[str, str] = {}
    for character in "".join(HEARD_WRONG.split()):
        standing.setdefault(SYLLABLES[character], character)
    return {ord(c): standing[syllable] for c, syllable in SYLLABLES.items() if syllable in standing}


def pattern(shape: str) -> re.Pattern[str]:
    """Compile a pattern over kinds: their names stand for their letters, spaces for nothing.

    `pattern("[ASSENT IS]* CANCEL+")` matches the shape of 好取消.
    """
    letters = re.sub("[A-Z]+", lambda name: re.escape(Kind[name.group()]), shape)
    return re.compile(letters.replace(" ", ""))
