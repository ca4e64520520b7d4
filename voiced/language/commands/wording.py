"""An utterance as a series of words of the closed vocabulary, each with the part it plays."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from msgspec import Struct

from voiced.domain.vocabulary import DEFAULT_CATEGORIES
from voiced.language.commands.lexicon import KNOWN_BY_SOUND, WORDS, Kind
from voiced.language.numbers.ordinals import OrdinalMention, find_ordinals
from voiced.language.sounds.pinyin import SYLLABLES
from voiced.language.text.expression import Expression, expression


class Wording(Struct, frozen=True):
    """The words of a normalised text, in order.

    Attributes:
        text: the normalised text.
        shape: one letter per word, a value of `Kind`; adjacent unknown characters are one word.
        spans: the place of each word in the text.
        mentions: the row numbers, in the order of the `Kind.ROWS` letters of the shape.
    """

    text: str
    shape: str
    spans: tuple[tuple[int, int], ...]
    mentions: tuple[OrdinalMention, ...]

    @property
    def core(self) -> str:
        """The shape without particles, pauses and words such as 和."""
        return self.shape.translate(_WITHOUT_IDLE)

    def word(self, place: int) -> str:
        """The word that a letter of the shape stands for."""
        start, end = self.spans[place]
        return self.text[start:end]

    def words(self, *kinds: str) -> tuple[str, ...]:
        """The words of these kinds, in order."""
        return tuple(self.word(place) for place, kind in enumerate(self.shape) if kind in kinds)

    @property
    def has_unknown_word(self) -> bool:
        """Whether an unknown word has at least two characters; a single one is often a misheard particle."""
        return any(len(word) > 1 for word in self.words(Kind.UNKNOWN))


class _Words(Struct, frozen=True):
    """Words in which the longest one at a place is found. A tree of their characters would take five times the memory.

    Attributes:
        meanings: of each word.
        lengths: of the words that begin with the same two characters, the longest first.
    """

    meanings: Mapping[str, str]
    lengths: Mapping[str, tuple[int, ...]]

    def longest(self, text: str, at: int) -> tuple[str | None, int]:
        """The meaning and the end of the longest word at this place of the text."""
        for length in self.lengths.get(text[at : at + 2], ()):
            word = text[at : at + length]
            if meaning := self.meanings.get(word):
                return meaning, at + len(word)
        meaning = self.meanings.get(text[at])
        return meaning, at + 1 if meaning else at


def pattern(shape: str) -> Expression:
    """Compile a pattern over kinds: each name stands for its letter; spaces are dropped.

    `pattern("[ASSENT IS]* CANCEL+")` matches the shape of 好取消.
    """
    letters = re.sub("[A-Z]+", lambda name: re.escape(Kind[name.group()]), shape)
    return expression(letters.replace(" ", ""))


_LONGEST_MISHEARD = 16
"""Characters. A longer utterance is a sentence, which the repair of single words cannot turn into a command."""

_MENDABLE = pattern("[UNKNOWN ASK]")
_ROWS, _UNKNOWN = Kind.ROWS.value, Kind.UNKNOWN.value
_SOME, _AMOUNT = Kind.COUNT.value, Kind.NUMBER.value
_WITHOUT_IDLE = str.maketrans("", "", f"{Kind.PARTICLE}{Kind.AND}{Kind.PAUSE}")
_NUMERALS = frozenset("0123456789零〇一二两俩仨三四五六七八九十百千万亿半￥$")
_NUMBER = expression(
    r"[￥$]?(?:\d+(?:\.\d+)?|[零〇一二两俩仨三四五六七八九十百千万亿半点]+)"
    r"(?:[kKwW](?![a-zA-Z])|块|元|圆|毛|角|分(?![类成开期摊钟])|钱|整|左右|[零〇一二两三四五六七八九十百千万亿点\d半])*"
)
_COUNT = expression(r"[一两俩仨二三四五六七八九十1-9](?:[笔条比币](?!账)|个(?=都|全))")
_MAY_NAME_ROWS = expression("[第地弟递帝首头前后倒末最和跟与、号]")


def _words(meanings: Mapping[str, str]) -> _Words:
    lengths: dict[str, set[int]] = {}
    for word in meanings:
        if len(word) > 1:
            lengths.setdefault(word[:2], set()).add(len(word))
    # Many beginnings have the same lengths, which then are one value in memory.
    alike: dict[tuple[int, ...], tuple[int, ...]] = {}
    descending = {begin: tuple(sorted(several, reverse=True)) for begin, several in lengths.items()}
    return _Words(meanings, {begin: alike.setdefault(one, one) for begin, one in descending.items()})


@cache
def _vocabulary() -> _Words:
    # A word of a category is one word, also if it holds a command: 快递, 请客, 退款, 旅行.
    content = [
        word.lower() for category in DEFAULT_CATEGORIES for word in (category.name, *category.keywords)
    ]
    commands = {word: kind.value for word, kind in WORDS.items()}
    return _words(dict.fromkeys(content, _UNKNOWN) | commands)


def read_words(text: str) -> Wording:
    """The words of a normalised text as they are written. If two begin at the same place, the longer one counts."""
    mentions = find_ordinals(text) if _MAY_NAME_ROWS.search(text) else ()
    row_ends = {mention.start: mention.end for mention in mentions}
    lowered, longest = text.lower(), _vocabulary().longest
    shape = before = ""
    spans: list[tuple[int, int]] = []
    at, length = 0, len(text)
    while at < length:
        if at in row_ends:
            kind, end = _ROWS, row_ends[at]
        else:
            kind, end = longest(lowered, at)
            if kind is None:
                kind, end = _open_word(text, at)
        if kind == before == _UNKNOWN:
            spans[-1] = (spans[-1][0], end)
        else:
            shape += kind
            spans.append((at, end))
        at, before = end, kind
    return Wording(text, shape, tuple(spans), mentions)


def hear_words(wording: Wording) -> Wording:
    """The same utterance with misheard words repaired: 却认 is read as 确认, 奶茶该成十八 as 奶茶改成十八.

    Only words of `KNOWN_BY_SOUND` are put in, if they sound exactly alike and are longer than the word written there.
    The repaired reading counts if it has no unknown word, or shows a further change. Long utterances stay as they are.
    """
    text = wording.text
    if len(text) > _LONGEST_MISHEARD or not _MENDABLE.search(wording.shape):
        return wording
    mended = _mend(text, {mention.start: mention.end for mention in wording.mentions})
    if mended == text:
        return wording
    heard = read_words(mended)
    shows_change = _changes(heard) > _changes(wording)
    return heard if shows_change or not _MENDABLE.search(heard.shape) else wording


def _changes(wording: Wording) -> int:
    return wording.shape.count(Kind.CHANGE) + wording.shape.count(Kind.WRONG)


def _mend(text: str, row_ends: Mapping[int, int]) -> str:
    sounds, words, written = text.translate(_alike()), _words_by_sound(), _vocabulary()
    mended = ""
    at = 0
    while at < len(text):
        end = row_ends.get(at) or max(written.longest(text, at)[1], at + 1)
        heard, heard_end = words.longest(sounds, at)
        if heard and heard_end > end:
            mended, at = mended + heard, heard_end
        else:
            mended, at = mended + text[at:end], end
    return mended


def _open_word(text: str, at: int) -> tuple[str, int]:
    if text[at] in _NUMERALS:
        if count := _COUNT.match(text, at):
            return _SOME, count.end()
        if number := _NUMBER.match(text, at):
            return _AMOUNT, number.end()
    return _UNKNOWN, at + 1


@cache
def _words_by_sound() -> _Words:
    return _words({word.translate(_alike()): word for word in KNOWN_BY_SOUND})


@cache
def _alike() -> dict[int, str]:
    """One character in place of all that share its syllable, as a table for `str.translate`.

    It holds only the syllables of `KNOWN_BY_SOUND`.
    """
    standing: dict[str, str] = {}
    for character in "".join(KNOWN_BY_SOUND):
        standing.setdefault(SYLLABLES[character], character)
    return {ord(c): standing[syllable] for c, syllable in SYLLABLES.items() if syllable in standing}
