"""The category of words: by the words as written, or else by their sound."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from voiced.domain.transaction import Transaction, TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY, OTHER, CategoriesKey, Category, Vocabulary
from voiced.language.names.nouns import NounList, Telling, nouns_of
from voiced.language.sounds.pinyin import closeness, repair, sounds

PLAINLY_NAMED = 70
"""A name counts from this closeness on, if the speaker says that it is the name of a category."""


class KeywordMatch(Struct, frozen=True):
    """A word of a category in a text: `text[start:end]`, and how much it tells.

    Attributes:
        is_own: whether the user gave the word to this category.
    """

    start: int
    end: int
    category: Category
    telling: Telling
    is_own: bool = False


def match_category(words: str, of_type: TransactionType, vocabulary: Vocabulary) -> str | None:
    """The category of normalised words; None if they neither hold a word of a category nor sound like one.

    Of several words one of the user's own categories counts first, then the one that tells most, then the longest, then one
    whose category was used recently, then the one said last.
    """
    keywords = keywords_of(of_type, vocabulary)
    best = best_keyword(find_names(words, of_type, vocabulary), vocabulary)
    if best is None and (repaired := repair(words, keywords, nouns_of(of_type).words)) != words:
        best = best_keyword(find_names(repaired, of_type, vocabulary), vocabulary)
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
    """The category whose field a speaker names (「分类改成X」), with its type. A category of `of_type` is preferred."""
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
        for word, category, sound in _words_and_sounds(CategoriesKey(vocabulary), of_type)
        if not heard.isdisjoint(sound)  # words that share no syllable are never close enough
    )
    score, _, best, of_type = max(candidates, default=(0.0, 0, "", types[0]))
    return (best, of_type) if score >= PLAINLY_NAMED else None


def best_keyword(words: Sequence[KeywordMatch], vocabulary: Vocabulary) -> KeywordMatch | None:
    """The word that tells best to which category an entry belongs."""
    if len(words) < 2:
        return words[0] if words else None
    recent = {name: -at for at, name in enumerate(vocabulary.recent)}

    def fitness(match: KeywordMatch) -> tuple[bool, Telling, int, int, int]:
        latest = recent.get(match.category.name, -len(recent) - 1)
        return (match.category.is_custom, match.telling, match.end - match.start, latest, match.end)

    return max(words, key=fitness)


def find_keywords(words: str, of_type: TransactionType, vocabulary: Vocabulary) -> tuple[KeywordMatch, ...]:
    """All words of the categories of one type in a normalised text, from left to right; of words that overlap the longest."""
    return _find_keywords(words, of_type, CategoriesKey(vocabulary))


# Several readers ask for the words of the same few texts of a sentence.
@lru_cache(maxsize=64)
def _find_keywords(words: str, of_type: TransactionType, key: CategoriesKey) -> tuple[KeywordMatch, ...]:
    index = _index(key, of_type)
    folded = words.lower()
    candidates = sorted(index.candidates(folded), key=_rank)
    found: list[KeywordMatch] = []
    for match in candidates:
        if all(match.end <= other.start or other.end <= match.start for other in found):
            found.append(match)
    found.sort(key=lambda match: match.start)
    return tuple(_weighed(folded, found))


def find_names(words: str, of_type: TransactionType, vocabulary: Vocabulary) -> tuple[KeywordMatch, ...]:
    """The words that name a category by themselves: no ending of an unknown word, and no verb of one character (买, 吃)."""
    found = find_keywords(words, of_type, vocabulary)
    return tuple(match for match in found if match.end - match.start > 1 or match.telling >= Telling.THING)


def meaning_of(row: Transaction, vocabulary: Vocabulary) -> str:
    """The category that the words of a row name; empty where they name none."""
    best = best_keyword(find_names(row.description, row.type, vocabulary), vocabulary)
    return best.category.name if best else ""


def _rank(match: KeywordMatch) -> tuple[bool, int, int]:
    """The order in which words that overlap are chosen: the user's own, then the longest, then the one said last."""
    return (not match.category.is_custom, match.start - match.end, -match.start)


def keywords_of(of_type: TransactionType, vocabulary: Vocabulary) -> frozenset[str]:
    """The names and words of all categories of one type."""
    return _index(CategoriesKey(vocabulary), of_type).words


def all_keywords(vocabulary: Vocabulary) -> frozenset[str]:
    """The names and words of all categories."""
    return _all_words(CategoriesKey(vocabulary))


# A single character tells the category at the end of a word: 「烟三十」 and 「买了包烟」, but not 烟台.
_AFTER_A_WORD = frozenset("的了打减原花用共，。、；？ 一二两三四五六七八九十百千0123456789￥")
_BEFORE_A_WORD = frozenset("买喝吃抽交换修看条包双盒本杯斤瓶点了的，。、；？ ")
_BEFORE_A_PLACE = frozenset("在去到从往跟和替")
_GIVING = frozenset("买带送寄订挑捎提拎选")
_BEFORE_AN_OWNER = frozenset("给帮替为陪带送")


def _weighed(text: str, found: Sequence[KeywordMatch]) -> Iterator[KeywordMatch]:
    """The words with what they tell where they stand: of a compound (苹果手机壳) only its last word names the thing."""
    for match, behind in zip(found, (*found[1:], None), strict=False):
        before = text[match.start - 1] if match.start else ""
        names_a_thing = behind is not None and behind.telling in (Telling.ENDING, Telling.THING)
        joint = text[match.end : behind.start] if behind and names_a_thing else None
        match match.telling:
            case Telling.OWNER if before not in _BEFORE_AN_OWNER and joint not in ("", "的"):
                yield replace(match, telling=Telling.WEAK)
            case Telling.RECEIVER if before == "给" and text[match.end : match.end + 1] not in _GIVING:
                yield replace(match, telling=Telling.WEAK)
            case Telling.RECEIVER if before not in ("给", "送"):
                pass
            case Telling.THING if before in _BEFORE_A_PLACE or joint == "":
                yield replace(match, telling=Telling.WEAK)
            case (
                Telling.VERB
                | Telling.WEAK
                | Telling.ENDING
                | Telling.THING
                | Telling.OWNER
                | Telling.RECEIVER
                | Telling.OCCASION
            ):
                yield match


class _Index(Struct, frozen=True):
    """The words of the categories of one type, ready for a search."""

    categories: dict[str, Category]
    words: frozenset[str]
    own: frozenset[str]
    nouns: NounList
    by_name: dict[str, Category]
    sizes: dict[str, tuple[int, ...]]  # of the words that begin with a character

    def candidates(self, text: str) -> Iterator[KeywordMatch]:
        """All words in the text, those that overlap included."""
        categories, nouns = self.categories, self.nouns.words
        for start, first in enumerate(text):
            for size in self.sizes.get(first, ()):
                word = text[start : start + size]
                is_word = size == 1 or word in nouns or word in categories
                if is_word and (known := self._known(text, start, start + size)):
                    yield KeywordMatch(start, start + size, *known, word in self.own)

    def _known(self, text: str, start: int, end: int) -> tuple[Category, Telling] | None:
        word = text[start:end]
        if len(word) < end - start:
            return None
        category, noun = self.categories.get(word), self.nouns.words.get(word)
        if end - start == 1 and (end == len(text) or text[end] in _AFTER_A_WORD):
            noun = noun or self.nouns.endings.get(word)
            if start and text[start - 1] not in _BEFORE_A_WORD:
                category = None
        elif end - start == 1:
            category = None
        is_whole = category is not None and noun is not None and noun.telling is Telling.ENDING
        if noun and not is_whole and (category is None or category.name == noun.category):
            named = self.by_name.get(noun.category)
            return (named, noun.telling) if named else None
        return (category, Telling.THING) if category else None


@lru_cache(maxsize=16)
def _index(key: CategoriesKey, of_type: TransactionType) -> _Index:
    categories: dict[str, Category] = {}
    for category in key.vocabulary.categories_of(of_type):
        for word in (category.name, *category.keywords):
            categories.setdefault(word.lower(), category)
    by_name = {category.name: category for category in key.vocabulary.categories_of(of_type)}
    nouns = nouns_of(of_type)
    own = frozenset(
        word for word, category in categories.items() if _first_categories(of_type).get(word) != category.name
    )
    return _Index(categories, frozenset(categories), own, nouns, by_name, _sizes(categories, nouns))


@lru_cache
def _first_categories(of_type: TransactionType) -> dict[str, str]:
    """The words of a new ledger, with the names of their categories."""
    found: dict[str, str] = {}
    for category in DEFAULT_VOCABULARY.categories_of(of_type):
        for word in (category.name, *category.keywords):
            found.setdefault(word.lower(), category.name)
    return found


def _sizes(categories: Iterable[str], nouns: NounList) -> dict[str, tuple[int, ...]]:
    found: dict[str, set[int]] = {}
    for word in chain(categories, nouns.words, nouns.endings):
        found.setdefault(word[0], set()).add(len(word))
    # One tuple for the many characters with words of the same sizes.
    shared: dict[tuple[int, ...], tuple[int, ...]] = {}
    return {first: shared.setdefault(each, each) for first, each in ((c, tuple(s)) for c, s in found.items())}


@lru_cache(maxsize=16)
def _all_words(key: CategoriesKey) -> frozenset[str]:
    return frozenset[str]().union(*(_index(key, of_type).words for of_type in TransactionType))


@lru_cache(maxsize=16)
def _words_and_sounds(
    key: CategoriesKey, of_type: TransactionType
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
