"""The way of the money that a question is about: out, in, between accounts, or what came in less what went out."""

from __future__ import annotations

from collections.abc import Sequence

from voiced.domain.transaction import TransactionType
from voiced.language.questions.subjects import KnownSubject
from voiced.language.questions.tokens import NAMES, Token, TokenKind

EXPENSE, INCOME, TRANSFER = TransactionType


def gives_back(tokens: Sequence[Token]) -> bool:
    """Whether a shop gave money back, so that its rows are income: 淘宝退给我们多少."""
    return any(token.kind is TokenKind.EARNED and token.text.startswith("退") for token in tokens)


def asks_twice(tokens: Sequence[Token]) -> bool:
    """Whether what came in and what went out are asked for: 进了多少出了多少."""
    return sum(token.kind is TokenKind.HOW_MUCH for token in tokens) > 1


def direction(tokens: Sequence[Token]) -> TransactionType | None:
    """The direction that the words tell; None if they tell none, or any."""
    kinds = {token.kind for token in tokens}
    if _is_given_to_a_child(tokens):
        return INCOME
    if {TokenKind.EARNED, TokenKind.RECORDED} <= kinds and (TokenKind.MOVED in kinds or _goes_out(tokens)):
        return None  # 进的出的都算
    if TokenKind.MOVED in kinds:
        return TRANSFER
    if TokenKind.EARNED in kinds:
        return INCOME
    return EXPENSE if TokenKind.SPENT in kinds else None


_OF_THE_HOUSE = ("小宝", "娃", "娃儿", "孩子", "大宝", "二宝", "宝宝", "儿子", "女儿", "闺女")


_GIFTS = ("红包", "压岁", "包")


def _is_given_to_a_child(tokens: Sequence[Token]) -> bool:
    """Whether a person gives the household's child a gift of money: 外婆给小宝包了多少红包. 爸爸给女儿花了多少 is an expense."""
    if not any(token.text.startswith(_GIFTS) for token in tokens):
        return False
    words = [token for token in tokens if token.kind is not TokenKind.PERIOD]
    return any(
        isinstance(giver := one.meaning, KnownSubject)
        and giver.is_owner
        and one.text not in _OF_THE_HOUSE
        and given.text == "给"
        and child.text in _OF_THE_HOUSE
        for one, given, child in zip(words, words[1:], words[2:], strict=False)
    )


def _goes_out(tokens: Sequence[Token]) -> bool:
    """Whether 出 stands beside what came in: 进的出的."""
    return any(token.text == "出" for token in tokens)


OF_A_BALANCE = frozenset({TokenKind.EARNED, TokenKind.SPENT, TokenKind.WITHOUT, TokenKind.BALANCE})


def subtracts(tokens: Sequence[Token]) -> bool:
    """Whether what went out is taken from what came in: 收进来的减掉花出去的."""
    at = next(at for at, token in enumerate(tokens) if token.kind is TokenKind.WITHOUT)
    before = {token.kind for token in tokens[:at]}
    behind = next((token.kind for token in tokens[at + 1 :] if token.kind in _OF_A_SIDE | NAMES), None)
    return TokenKind.EARNED in before and TokenKind.SPENT not in before and behind is TokenKind.SPENT


_OF_A_SIDE = frozenset({TokenKind.EARNED, TokenKind.SPENT, TokenKind.PERIOD})


def compares_directions(tokens: Sequence[Token]) -> bool:
    """Whether what came in is compared with what went out, at one time: 收进来的红包比发出去的红包多多少."""
    at = next((at for at, token in enumerate(tokens) if token.kind is TokenKind.COMPARE), None)
    if at is None:
        return False
    before = next((token.kind for token in reversed(tokens[:at]) if token.kind in _OF_A_SIDE), None)
    behind = next((token.kind for token in tokens[at:] if token.kind in _OF_A_SIDE), None)
    return {before, behind} == {TokenKind.EARNED, TokenKind.SPENT}
