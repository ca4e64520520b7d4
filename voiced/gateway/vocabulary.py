"""The vocabulary of a request: the default categories, and the user's own categories that the request names."""

from __future__ import annotations

from functools import lru_cache

from voiced.dialogue.values.requests import RequestContext
from voiced.domain.taxonomy import DEFAULT_CATEGORIES, DEFAULT_VOCABULARY
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import Category, Vocabulary

_KNOWN = frozenset(category.name for category in DEFAULT_CATEGORIES)


def vocabulary_of(context: RequestContext) -> Vocabulary:
    """The vocabulary for understanding a request."""
    if not context.custom_categories and not context.recent_categories:
        return DEFAULT_VOCABULARY
    return _vocabulary(context.custom_categories, context.recent_categories)


# The index of a vocabulary is cached by identity, so the same request has to give the same object.
@lru_cache(maxsize=64)
def _vocabulary(custom: tuple[str, ...], recent: tuple[str, ...]) -> Vocabulary:
    """The vocabulary. A request names the user's categories without their type, so each counts as expense and income."""
    own = tuple(
        Category(name, of_type, is_custom=True)
        for name in dict.fromkeys(custom)
        if name.strip() and name not in _KNOWN
        for of_type in (TransactionType.EXPENSE, TransactionType.INCOME)
    )
    return Vocabulary((*own, *DEFAULT_CATEGORIES), DEFAULT_VOCABULARY.accounts, recent)
