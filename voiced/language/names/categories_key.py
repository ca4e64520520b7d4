"""The categories of a vocabulary as the key of what is derived from them."""

from __future__ import annotations

from voiced.domain.vocabulary import Vocabulary


class CategoriesKey:
    """Categories never change, so the same object is the same categories. To compare and to hash them takes no time.

    A ledger gives equal categories as one object, so that what is derived from them outlives each save.
    """

    __slots__ = ("vocabulary",)

    def __init__(self, vocabulary: Vocabulary) -> None:
        """`vocabulary` is one that has these categories."""
        self.vocabulary = vocabulary

    def __hash__(self) -> int:
        return id(self.vocabulary.categories)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CategoriesKey) and other.vocabulary.categories is self.vocabulary.categories
