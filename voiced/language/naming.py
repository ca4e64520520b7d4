"""Categories that are named by exactly one of their words, and by nothing more."""

from __future__ import annotations

from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import Vocabulary
from voiced.language.categories import keywords_of, named_category
from voiced.language.pinyin import repair


def is_category_word(words: str, vocabulary: Vocabulary) -> bool:
    """Whether the words are the name or a word of a category, all of them."""
    return any(words.lower() in keywords_of(of_type, vocabulary) for of_type in TransactionType)


def exactly_named(
    words: str, of_type: TransactionType | None, vocabulary: Vocabulary
) -> tuple[str, TransactionType] | None:
    """The category that one word names, misheard or not, with its type; None where more is said than its word.

    「餐饮」 and 「吃饭」 name 餐饮, 「和小王吃饭」 does not. `of_type` is preferred, not demanded.
    """
    name = words.removesuffix("类") or words
    if not is_category_word(name, vocabulary):
        name = repair(name, [word for kind in TransactionType for word in keywords_of(kind, vocabulary)])
    types = [kind for kind in TransactionType if name.lower() in keywords_of(kind, vocabulary)]
    if not types:
        return None
    return named_category(name, of_type if of_type in types else types[0], vocabulary)
