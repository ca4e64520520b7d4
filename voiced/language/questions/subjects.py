"""The subjects of questions: categories by the names that people use, and things by the words of descriptions.

A word narrower than a category (燃气费, 瑞幸) is looked for in the descriptions: the sum of its whole category would be too much.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

import msgspec
from msgspec import Struct

from voiced.domain.question import Subject
from voiced.domain.transaction import TYPE_NAMES, TransactionType
from voiced.domain.vocabulary import OTHER, CategoriesKey, Vocabulary
from voiced.language.names.nouns import Telling, nouns_of
from voiced.language.text.expression import expression
from voiced.packaged import packaged_text


class KnownSubject(Struct, frozen=True):
    """A subject by one of its names.

    Attributes:
        type: the type of its rows; None if it may be expenses as well as income, or if the words do not tell.
        is_category: whether it stands for whole categories.
        is_owner: whether it is a person or an animal that things are for.
    """

    subject: Subject
    type: TransactionType | None = None
    is_category: bool = False
    is_owner: bool = False


class _Listed(Struct, frozen=True, forbid_unknown_fields=True):
    names: str
    categories: str = ""
    words: str = ""
    type: TransactionType | None = None
    is_owner: bool = False


class _Table(Struct, frozen=True, forbid_unknown_fields=True):
    subject: tuple[_Listed, ...]


class SubjectNames(Struct, frozen=True):
    """The names of subjects for a search: `sizes` are the lengths of the names that begin with a character."""

    known: dict[str, KnownSubject]
    sizes: dict[str, tuple[int, ...]]

    def longest_at(self, text: str, start: int) -> tuple[int, KnownSubject] | None:
        """The end of the longest name at a place of the text, and its subject."""
        for size in self.sizes.get(text[start], ()):
            known = self.known.get(text[start : start + size]) if start + size <= len(text) else None
            if known is not None:
                return start + size, known
        return None


_TRANSFERS = TYPE_NAMES[TransactionType.TRANSFER]
"""A category of income as well; in a question it is the type."""
_NO_SUBJECT = expression(
    r".*了|.|给.|.{1,2}给|给.{1,2}买|收到|转账|剁手|收款|汇款|余额|账单|一点点|收入|支出|其他收入|充值|消费|现钱|利息|年费|到手|收益|.*打钱|零碎|零零碎碎|淘宝买"
)
"""Words of the lists that say nothing in a question, or mean something else there."""
_GUESSED = "写着{}的"
_VERB = expression(r"(?:买|交|缴|充|吃|喝|看|坐|点|还|发|送|打|租|收|领)(?P<noun>..+)")
_UNKNOWN = expression(
    r"(?!.*(?:[不没别再比每平均第几最哪谁咋]|怎么|什么|多少|以[上下内外前后]|之[前后间]|除|上次|^还[了掉过]|时候|以后|为什么|如果|应该|可以|能|会|要|想|该|[一二两三四五六七八九十几][天年月周个]|[年月][初底末中]))"
    r"[\u4e00-\u9fffA-Za-z]{2,8}"
)
"""A word of no list that may be a word of a description: a name, a shop."""


def subject_names(vocabulary: Vocabulary) -> SubjectNames:
    """All names of subjects that a ledger with this vocabulary knows."""
    return _subject_names(CategoriesKey(vocabulary))


def is_guess(subject: Subject) -> bool:
    """Whether words of no list are taken for a name: 「快说」 in 「付了多少快说」 may be one, or tell nothing."""
    return subject.label == _GUESSED.format(*subject.words[:1] or ("",))


def unknown_subject(words: str) -> Subject | None:
    """The subject of words that are in no list, by the words of descriptions; None if they cannot be a name."""
    if not _UNKNOWN.fullmatch(words):
        return None
    verb = _VERB.fullmatch(words)
    noun = verb["noun"] if verb else words
    return Subject(_GUESSED.format(noun), (), (noun,))


@lru_cache(maxsize=8)
def _subject_names(key: CategoriesKey) -> SubjectNames:
    vocabulary = key.vocabulary
    known: dict[str, KnownSubject] = {}
    for names in (_listed(vocabulary), _categories(vocabulary), _things(vocabulary, known)):
        for name, subject in names:
            known.setdefault(name, subject)
    sizes: dict[str, set[int]] = {}
    for name in known:
        sizes.setdefault(name[0], set()).add(len(name))
    return SubjectNames(
        known, {first: tuple(sorted(lengths, reverse=True)) for first, lengths in sizes.items()}
    )


def _things(vocabulary: Vocabulary, named: Mapping[str, KnownSubject]) -> Iterator[tuple[str, KnownSubject]]:
    """The everyday words of categories: each one stands for the rows that have it in the description."""
    words: dict[str, set[TransactionType]] = {}
    for of_type in (TransactionType.EXPENSE, TransactionType.INCOME):
        keywords = (word for category in vocabulary.categories_of(of_type) for word in category.keywords)
        for word in (*keywords, *nouns_of(of_type).words):
            words.setdefault(word, set()).add(of_type)
    for word, types in words.items():
        if not _NO_SUBJECT.fullmatch(word):
            verb = _VERB.fullmatch(word)
            noun = verb["noun"] if verb and (verb["noun"] in words or verb["noun"] in named) else word
            of_type = next(iter(types)) if len(types) == 1 else None
            telling = {nouns_of(one).words[word].telling for one in types if word in nouns_of(one).words}
            is_owner = Telling.OWNER in telling
            yield (
                word,
                named.get(noun) or KnownSubject(Subject(noun, (), (noun,)), of_type, is_owner=is_owner),
            )


def _listed(vocabulary: Vocabulary) -> Iterator[tuple[str, KnownSubject]]:
    types: dict[str, set[TransactionType]] = {}
    for category in vocabulary.categories:
        types.setdefault(category.name, set()).add(category.type)
    for listed in _table().subject:
        names = listed.names.split()
        categories = tuple(name for name in listed.categories.split() if name in types)
        words = tuple(listed.words.split())
        if categories or words:
            of_types = set[TransactionType]().union(*(types[name] for name in categories))
            of_type = listed.type or (next(iter(of_types)) if len(of_types) == 1 else None)
            if not of_types and listed.type is None and not listed.is_owner:
                of_type = TransactionType.EXPENSE
            label = categories[0] if len(categories) == 1 and not words else names[0]
            subject = KnownSubject(
                Subject(label, categories, words), of_type, bool(categories), listed.is_owner
            )
            yield from ((name, subject) for name in names)


def _categories(vocabulary: Vocabulary) -> Iterator[tuple[str, KnownSubject]]:
    """The categories by name, and the words that the user gave to a category of his own."""
    types: dict[str, set[TransactionType]] = {}
    for category in vocabulary.categories:
        types.setdefault(category.name, set()).add(category.type)
    for category in vocabulary.categories:
        if category.type is TransactionType.TRANSFER or category.name in (OTHER, _TRANSFERS):
            continue
        of_types = types[category.name]
        of_type = category.type if len(of_types) == 1 else None
        subject = KnownSubject(Subject(category.name, (category.name,)), of_type, is_category=True)
        yield category.name, subject
        for ending in ("费", "类", "费用", "钱"):
            yield f"{category.name}{ending}", subject
        if category.is_custom:
            yield from ((word, subject) for word in category.keywords)


@lru_cache(maxsize=1)
def _table() -> _Table:
    return msgspec.toml.decode(packaged_text("voiced.language", "tables/asked.toml"), type=_Table)
