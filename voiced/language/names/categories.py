"""The category of words: by the words as written, or else by their sound."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import OTHER, Category, Vocabulary
from voiced.language.sounds.pinyin import closeness, repair, sounds

PLAINLY_NAMED = 70
"""A name counts from this closeness on, if the speaker says that it is the name of a category."""


class KeywordMatch(Struct, frozen=True):
    """A word of a category in a text: `text[start:end]`.

    Attributes:
        is_aside: whether it names a place (在超市), a person (给孩子) or an action (赚了). A word for the thing itself goes
            before it.
    """

    start: int
    end: int
    category: Category
    is_aside: bool


def match_category(words: str, of_type: TransactionType, vocabulary: Vocabulary) -> str | None:
    """The category of normalised words; None if they neither hold a word of a category nor sound like one.

    Of several words one of the user's own categories counts first, then one that names the thing itself, then the longest,
    then one whose category was used recently, then the one said last.
    """
    keywords = keywords_of(of_type, vocabulary)
    best = best_keyword(find_keywords(words, of_type, vocabulary), vocabulary)
    if best is None and (repaired := repair(words, keywords)) != words:
        best = best_keyword(find_keywords(repaired, of_type, vocabulary), vocabulary)
    return best.category.name if best else None


def file_under(name: str, of_type: TransactionType, vocabulary: Vocabulary) -> str:
    """The ledger's category for a name that a model or a speaker gave; the category of last resort if no other fits."""
    categories = vocabulary.categories_of(of_type)
    if any(category.name == name for category in categories):
        return name
    if matched := match_category(name, of_type, vocabulary):
        return matched
    best = max(categories, key=lambda category: closeness(name, category.name), default=None)
    if best and closeness(name, best.name) >= PLAINLY_NAMED:
        return best.name
    # A type without a category of last resort (transfers) falls back to its first.
    return OTHER if not best or any(category.name == OTHER for category in categories) else categories[0].name


def named_category(
    words: str, of_type: TransactionType | None, vocabulary: Vocabulary
) -> tuple[str, TransactionType] | None:
    """The category that a speaker names as such (「分类改成X」), with its type. A category of `of_type` is preferred."""
    name = words
    for ending in ("类别", "分类", "类"):
        name = name.removesuffix(ending) or name
    types = sorted(TransactionType, key=lambda candidate: candidate is not of_type)
    for candidate in types:
        if any(category.name == name for category in vocabulary.categories_of(candidate)):
            return name, candidate
    for candidate in types:
        if matched := match_category(name, candidate, vocabulary):
            return matched, candidate
    return _nearest(name, types, vocabulary)


def _nearest(
    name: str, types: list[TransactionType], vocabulary: Vocabulary
) -> tuple[str, TransactionType] | None:
    heard = sounds(name)
    candidates = (
        (closeness(name, word), -at, category.name, of_type)
        for at, of_type in enumerate(types)
        for word, category, sound in _words_and_sounds(_ById(vocabulary), of_type)
        if not heard.isdisjoint(sound)  # words that share no syllable are never close enough
    )
    score, _, best, of_type = max(candidates, default=(0.0, 0, "", types[0]))
    return (best, of_type) if score >= PLAINLY_NAMED else None


def best_keyword(words: Sequence[KeywordMatch], vocabulary: Vocabulary) -> KeywordMatch | None:
    """The word that tells best to which category an entry belongs."""
    if len(words) < 2:
        return words[0] if words else None
    recent = {name: -at for at, name in enumerate(vocabulary.recent)}

    def fitness(match: KeywordMatch) -> tuple[bool, bool, int, int, int]:
        latest = recent.get(match.category.name, -len(recent) - 1)
        return (match.category.is_custom, not match.is_aside, match.end - match.start, latest, match.end)

    return max(words, key=fitness)


def find_keywords(words: str, of_type: TransactionType, vocabulary: Vocabulary) -> tuple[KeywordMatch, ...]:
    """All words of the categories of one type in a normalised text, from left to right; of nested words the longest."""
    index = _index(_ById(vocabulary), of_type)
    folded = words.lower()
    found: list[KeywordMatch] = []
    for start, first in enumerate(folded):
        for size in index.sizes.get(first, ()):
            end = start + size
            category = index.categories.get(folded[start:end])
            if category and end <= len(folded) and _stands_alone(folded, start, end):
                if found and found[-1].end >= end:
                    break
                if found and found[-1].start == start:
                    found.pop()
                found.append(KeywordMatch(start, end, category, _is_aside(folded, start, end, category)))
    return tuple(found)


def keywords_of(of_type: TransactionType, vocabulary: Vocabulary) -> frozenset[str]:
    """The names and words of all categories of one type."""
    return _index(_ById(vocabulary), of_type).words


def all_keywords(vocabulary: Vocabulary) -> frozenset[str]:
    """The names and words of all categories."""
    return _all_words(_ById(vocabulary))


# A single character names a category only if it is a word of its own: 买烟 and 「烟三十」, but not 闲鱼 or 书桌.
_BEFORE_A_WORD = frozenset("买喝吃抽交换修看条包双盒本杯斤瓶点了的，。、；？ ")
_AFTER_A_WORD = frozenset("的了花用共，。、；？ 一二两三四五六七八九十百千0123456789￥")
_ASIDE = frozenset("在去到从往给跟和帮替陪带")
# Shops, ways to pay and kinds of fees tell less than the thing that was bought: 「淘宝买衣服」, 「公交卡充值」, 「瑜伽课程」.
_WHERE = frozenset({"购物", OTHER})
_GENERAL = frozenset({"充值", "押金", "维修", "年费", "课程", "会员"})


def _stands_alone(words: str, start: int, end: int) -> bool:
    if end - start > 1:
        return True
    before = start == 0 or words[start - 1] in _BEFORE_A_WORD
    return before and (end == len(words) or words[end] in _AFTER_A_WORD)


def _is_aside(words: str, start: int, end: int, category: Category) -> bool:
    if words[end - 1] == "了" or words[start:end] in _GENERAL or category.name in _WHERE:
        return True
    return start > 0 and words[start - 1] in _ASIDE


class _Index(Struct, frozen=True):
    """The words of the categories of one type, ready for a search."""

    categories: dict[str, Category]
    words: frozenset[str]
    sizes: dict[str, tuple[int, ...]]  # of the words that begin with a character, from short to long


class _ById:
    """A vocabulary as a key: vocabularies never change, so the same object is the same vocabulary."""

    __slots__ = ("vocabulary",)

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    def __hash__(self) -> int:
        return id(self.vocabulary)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ById) and other.vocabulary is self.vocabulary


@lru_cache(maxsize=16)
def _index(key: _ById, of_type: TransactionType) -> _Index:
    categories: dict[str, Category] = {}
    for category in key.vocabulary.categories_of(of_type):
        for word in (category.name, *category.keywords):
            categories.setdefault(word.lower(), category)
    sizes: dict[str, tuple[int, ...]] = {}
    for word in sorted(categories, key=len):
        known = sizes.get(word[0], ())
        sizes[word[0]] = known if len(word) in known else (*known, len(word))
    return _Index(categories, frozenset(categories), sizes)


@lru_cache(maxsize=16)
def _all_words(key: _ById) -> frozenset[str]:
    return frozenset[str]().union(*(_index(key, of_type).words for of_type in TransactionType))


@lru_cache(maxsize=16)
def _words_and_sounds(
    key: _ById, of_type: TransactionType
) -> tuple[tuple[str, Category, frozenset[tuple[str, str]]], ...]:
    categories = _index(key, of_type).categories
    return tuple((word, category, sounds(word)) for word, category in categories.items())


def is_category_word(words: str, vocabulary: Vocabulary) -> bool:
    """Whether the whole text is the name or a word of a category."""
    return any(words.lower() in keywords_of(of_type, vocabulary) for of_type in TransactionType)


def exactly_named(
    words: str, of_type: TransactionType | None, vocabulary: Vocabulary
) -> tuple[str, TransactionType] | None:
    """The category that a single word names, with its type; None if the text holds more than that word.

    「餐饮」 and 「吃饭」 name 餐饮, 「和小王吃饭」 does not. The word may be misheard. A category of `of_type` is preferred.
    """
    name = words.removesuffix("类") or words
    if not is_category_word(name, vocabulary):
        name = repair(name, [word for kind in TransactionType for word in keywords_of(kind, vocabulary)])
    types = [kind for kind in TransactionType if name.lower() in keywords_of(kind, vocabulary)]
    if not types:
        return None
    return named_category(name, of_type if of_type in types else types[0], vocabulary)
