"""Type, category and description of an entry.

The listed words and the weights read the category together: the weights know from the corpus how much a listed word tells where
it stands, and what the characters of an unknown word tell. Words of the user's own come before both.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import OTHER, Vocabulary
from voiced.language.entries.content import describe, has_content, has_thing
from voiced.language.entries.pieces import Item
from voiced.language.names.categories import (
    KeywordMatch,
    all_keywords,
    best_keyword,
    file_under,
    find_keywords,
)
from voiced.language.names.nouns import Telling, nouns_of
from voiced.language.readings.category import RowWords, category_clues, weigh_category
from voiced.language.readings.direction import Direction, direction_of
from voiced.language.readings.weights import shipped_weights
from voiced.language.sounds.pinyin import repair

_SURE = {TransactionType.EXPENSE: 0.3, TransactionType.INCOME: 0.4, TransactionType.TRANSFER: 0.0}
"""A category that is less likely than this becomes 其他: a wrong one is worse than one that is visibly open."""
_CERTAIN = 0.85
"""From this chance on it is certain: of 686 certain sentences of strangers thirteen had another category (decision 0075)."""


class SpokenFields(Struct, frozen=True):
    """The fields of an entry besides amount and date.

    Attributes:
        is_category_certain: whether the weights are sure of the category, or the user's own words name it.
    """

    type: TransactionType
    category: str
    description: str
    is_category_certain: bool = False


class _Read(Struct, frozen=True):
    """The fields by the listed words.

    Attributes:
        words: those that were read, which may be repaired ones.
        named: the listed word that gave the category; None if no word did.
    """

    spoken: SpokenFields
    words: RowWords
    named: KeywordMatch | None


def spoken_fields(item: Item, vocabulary: Vocabulary) -> SpokenFields:
    """Read type, category and description of an entry."""
    read = _by_words(item, vocabulary)
    spoken, of_type = read.spoken, read.spoken.type
    if read.named and read.named.is_own:
        return replace(spoken, is_category_certain=True)
    clues = category_clues(read.words, of_type, item.amount, vocabulary)
    weighed = weigh_category(clues, of_type, shipped_weights())
    name = weighed.name if weighed.chance >= _SURE[of_type] else OTHER
    if all(category.name != name for category in vocabulary.categories_of(of_type)):
        return spoken  # the ledger has no such category
    return replace(spoken, category=name, is_category_certain=weighed.chance >= _CERTAIN)


def row_words(item: Item) -> RowWords:
    """The words of an entry that tell its category, as they were said."""
    return _row_words(item, item.content, item.lead)


def _row_words(item: Item, content: str, lead: str) -> RowWords:
    if has_content(content):
        return RowWords(content, lead, item.context)
    return RowWords(lead or item.context, "", item.context)


def _by_words(item: Item, vocabulary: Vocabulary) -> _Read:
    """The fields by the words as written, or else by their sound."""
    direction = _direction(item, _telling(item.words, item.content, item.lead))
    if item.type is not None:
        direction = Direction(item.type, is_beyond_doubt=direction.is_beyond_doubt)
    literal = _read(direction, item, item.content, item.lead, vocabulary)
    if literal and literal.named and literal.named.telling is not Telling.VERB:
        return literal
    words, nouns = all_keywords(vocabulary), nouns_of(direction.type).words
    content, lead = repair(item.content, words, nouns), repair(item.lead, words, nouns)
    if (content, lead) != (item.content, item.lead):
        heard = _direction(item, _telling(content, content, lead)) if item.type is None else direction
        if repaired := _read(heard, item, content, lead, vocabulary):
            return repaired
    if literal:
        return literal
    described = item.content if has_thing(item.content) else f"{item.lead}，{item.content}"
    # 「工资卡收到八千」: the name of the account gives the category. 「花了四十，吃面」: so does what follows, and it is the description.
    named, behind = _best(item.words, direction, vocabulary), _best(item.context, direction, vocabulary)
    description = describe(described, None)
    if named is None and behind is not None and not has_content(described):
        description = describe(item.context, (behind.start, behind.end))
    named = named or behind
    category = named.category.name if named else file_under(OTHER, direction.type, vocabulary)
    spoken = SpokenFields(direction.type, category, description)
    return _Read(spoken, row_words(item), named)


def _direction(item: Item, words: str) -> Direction:
    """The direction of the money. Money that goes to an account and is not income is a transfer (微信转支付宝两百)."""
    direction = direction_of(words)
    if item.to_account is None or direction.type is TransactionType.INCOME:
        return direction
    return Direction(TransactionType.TRANSFER, direction.is_beyond_doubt)


def _read(direction: Direction, item: Item, content: str, lead: str, vocabulary: Vocabulary) -> _Read | None:
    """The entry by the words of a category in its content, or in the clause before it if that tells more.

    The words may be repaired ones of the same length. The description is cut from those that were said.
    """
    words = find_keywords(content, direction.type, vocabulary)
    best, ahead = best_keyword(words, vocabulary), _best(lead, direction, vocabulary)
    if best is None or (ahead and ahead.telling > best.telling):
        return _filed_by_lead(direction, ahead, item, _row_words(item, content, lead)) if ahead else None
    spoken = _filed(direction, best, item.content)
    return _Read(spoken, _row_words(item, content, lead), best)


def _best(words: str, direction: Direction, vocabulary: Vocabulary) -> KeywordMatch | None:
    return best_keyword(find_keywords(words, direction.type, vocabulary), vocabulary)


def _filed_by_lead(direction: Direction, ahead: KeywordMatch, item: Item, words: RowWords) -> _Read:
    """The entry by a word of the clause before it. A verb there (今天去玩了，乌拉拉三十) does not describe the entry."""
    if ahead.telling is not Telling.VERB or not has_content(item.content):
        return _Read(_filed(direction, ahead, item.lead), words, ahead)
    spoken = SpokenFields(direction.type, ahead.category.name, describe(item.content, None))
    return _Read(spoken, words, ahead)


def _filed(direction: Direction, best: KeywordMatch, said: str) -> SpokenFields:
    described = describe(said, (best.start, best.end))
    return SpokenFields(direction.type, best.category.name, described)


def _telling(words: str, content: str, lead: str) -> str:
    """The words that tell the direction. The clause before the entry counts only if the entry has no content."""
    return words if has_content(content) or not lead else f"{lead}，{words}"
