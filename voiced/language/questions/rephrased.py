"""A question that a model put into plain words: the rules read the plain words, and hold them against what was said.

The model only chooses words. Periods, names, bounds and numbers have to be the speaker's own, so it can neither invent a figure
nor widen the question unseen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date, datetime
from itertools import pairwise

from voiced.domain.money import Money
from voiced.domain.question import LedgerQuestion, Period
from voiced.domain.vocabulary import Vocabulary
from voiced.language.questions.bounds import Bounds
from voiced.language.questions.reading import read_question
from voiced.language.questions.tokens import Token, TokenKind, tokens_of
from voiced.language.text.expression import expression

_NAMING = frozenset({TokenKind.SUBJECT, TokenKind.ACCOUNT})
_TURNING = frozenset({TokenKind.EARNED, TokenKind.MOVED, TokenKind.INTO, TokenKind.WITHOUT})
"""Kinds that turn a question into another one: the way of the money, and what does not count."""
_ASKING = frozenset(
    {
        TokenKind.BUDGET, TokenKind.SHARE, TokenKind.BALANCE, TokenKind.SEVERAL, TokenKind.COMPARE, TokenKind.SAME_SPAN, TokenKind.DIFFER, TokenKind.MORE, TokenKind.LATEST, TokenKind.EARLIEST, TokenKind.MOST,
        TokenKind.LEAST, TokenKind.BY_CATEGORY, TokenKind.BY_ACCOUNT, TokenKind.BY_SHOP, TokenKind.BY_DAY, TokenKind.BY_MONTH, TokenKind.EACH_CATEGORY, TokenKind.EACH_MONTH, TokenKind.EACH_ACCOUNT,
        TokenKind.PER_DAY, TokenKind.PER_WEEK, TokenKind.PER_MONTH, TokenKind.PER_ROW, TokenKind.COUNT,
    }
)  # fmt: skip
"""Kinds that tell which figure is asked for, beside the plain sum. 平均 is left out, since it may be added to 「摊到每个月」."""
_NUMERALS = expression(r"[\d二两三四五六七八九十百千万半几]")
"""一 is no number in 一共 and 一下."""
_LATIN = expression(r"[A-Za-z]+")
_NOT = expression("[没不无别]")
_WHETHER = expression(r"(?P<verb>.)[不没](?P=verb)|不是|差不多|不少")
"""Words of asking and of telling that deny nothing."""
_LEADS_TO_A_NAME = "在给跟替帮为从用去到于和"
"""Before words of no list these tell of a place, a person or a means, which narrows the question."""


def read_rephrased(said: str, plain: str, vocabulary: Vocabulary, now: datetime) -> LedgerQuestion | None:
    """The question of a model's plain words, both texts normalised; None if the rules cannot read it or the words said differ.

    Words of no list may be missing in the plain words, for that is what the model is asked for; but no Latin name, and nothing
    that a place, a person or a means is told by.
    """
    question = read_question(plain, vocabulary, now)
    told, asked = tokens_of(plain, vocabulary, now), tokens_of(said, vocabulary, now)
    if question is None or told is None or asked is None:
        return None
    is_same = (
        _days(told) == _days(asked)
        and _amounts(told) == _amounts(asked)
        and _names(told) <= _names(asked)
        and _names(asked) - _parts_of_words(asked) <= _names(told)
        and _turns(told) == _turns(asked)
        and _asks_alike(told, asked)
        and _denies(plain) == _denies(said)
    )
    if not is_same or not _has_all(_NUMERALS.findall(plain), _NUMERALS.findall(said)):
        return None
    is_added = any(token.kind is TokenKind.UNKNOWN and token.text not in said for token in told)
    return None if is_added or _drops_a_name(said, plain, asked) else question


def _days(tokens: Sequence[Token]) -> set[tuple[date, date]]:
    return {(day.first, day.last) for token in tokens if isinstance(day := token.meaning, Period)}


def _amounts(tokens: Sequence[Token]) -> set[tuple[Money | None, Money | None, bool]]:
    bounds = (token.meaning for token in tokens)
    return {(one.at_least, one.at_most, one.is_threshold) for one in bounds if isinstance(one, Bounds)}


def _names(tokens: Sequence[Token]) -> set[str]:
    return {token.text for token in tokens if token.kind in _NAMING}


def _parts_of_words(tokens: Sequence[Token]) -> set[str]:
    """The names of one character right before a word of no list, whose part they are: 玩 in 玩意儿."""
    return {
        token.text
        for token, behind in pairwise(tokens)
        if len(token.text) == 1 and token.kind in _NAMING and behind.kind is TokenKind.UNKNOWN
    }


def _turns(tokens: Sequence[Token]) -> set[TokenKind]:
    return {token.kind for token in tokens} & _TURNING


def _asks_alike(told: Sequence[Token], asked: Sequence[Token]) -> bool:
    """Whether the plain words ask for every figure that was asked for, and for no other one if a sum was asked for (多少)."""
    plain, said = {token.kind for token in told}, {token.kind for token in asked}
    is_kept, is_added = said & _ASKING <= plain, bool(plain & _ASKING - said)
    return is_kept and not (is_added and TokenKind.HOW_MUCH in said)


def _denies(words: str) -> bool:
    return _NOT.search(_WHETHER.sub("", words)) is not None


def _has_all(few: Sequence[str], many: Sequence[str]) -> bool:
    return not Counter(few) - Counter(many)


def _drops_a_name(said: str, plain: str, asked: Sequence[Token]) -> bool:
    """Whether the plain words lack a Latin name, words behind 在, 给, 跟 and the like, or words that stand before a name."""
    if not _has_all(_LATIN.findall(said), _LATIN.findall(plain)):
        return True
    leads = tuple(_LEADS_TO_A_NAME)
    return any(
        token.text.startswith(leads)
        or (before is not None and before.text.endswith(leads))
        or (behind is not None and behind.kind in _NAMING)
        for before, token, behind in zip((None, *asked), asked, (*asked[1:], None), strict=False)
        if token.kind is TokenKind.UNKNOWN and token.text not in plain
    )
