"""The things of a question that are added up: 水果和零食 are one sum, and in 给爸爸配眼镜加看牙 it is one of his."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from voiced.domain.question import Subject
from voiced.language.questions.named import united
from voiced.language.questions.subjects import KnownSubject
from voiced.language.questions.tokens import Token, TokenKind

_TELLS_NOTHING = frozenset({TokenKind.FILLER, TokenKind.LEAD, TokenKind.PAUSE})
_PAIR_IN_ONE = frozenset({TokenKind.SPENT, TokenKind.FILLER})
_NARROWS = frozenset({TokenKind.WITHIN, TokenKind.THAT_TIME})
_ADDS = ("加", "合", "搁", "凑", "放")
_PAIR = 2


def is_union(tokens: Sequence[Token]) -> bool:
    """Whether several subjects are added up: joined by 和 or 加, or said with 加起来."""
    return any(len(run) > 1 for run in _runs(tokens)) or _is_summed(tokens)


def sums(tokens: Sequence[Token], named: Sequence[KnownSubject]) -> tuple[Subject, ...] | None:
    """The subjects of a union, which narrow each other; empty without a union, None if the words leave open what is added.

    What 和 joins directly is one of them, and so are the things and the owners of 加起来: 小宝的奶粉加起来 is for 小宝.
    """
    if not is_union(tokens):
        return ()
    runs = [run for run in _runs(tokens) if len(run) > 1]
    joined = {known for run in runs for known in run}
    alone = [known for known in named if known not in joined]
    if not runs or (_is_summed(tokens) and not any(known.is_owner for known in (*joined, *alone))):
        owners = [known for known in named if known.is_owner]
        return _united(owners, [known for known in named if not known.is_owner])
    is_mixed = any(len({known.is_owner for known in run}) > 1 for run in runs)
    kinds = {token.kind for token in tokens}
    may_narrow = any(known.is_owner for known in (*joined, *alone)) or kinds & _NARROWS
    if alone and (is_mixed or not may_narrow):
        return None
    return _united(*([known] for known in alone), *runs)


def is_act_of_another(tokens: Sequence[Token]) -> bool:
    """Whether two names with a verb between them narrow each other: 跟同学吃火锅, 给妈妈买礼物."""
    places = [place for place, token in enumerate(tokens) if token.kind is TokenKind.SUBJECT]
    if len(places) != _PAIR:
        return False
    between = {token.kind for token in tokens[places[0] + 1 : places[1]]}
    return TokenKind.SPENT in between and between <= _PAIR_IN_ONE


def _united(*sets: Iterable[KnownSubject]) -> tuple[Subject, ...]:
    return tuple(united(known.subject for known in one) for one in map(list, sets) if one)


def _is_summed(tokens: Sequence[Token]) -> bool:
    return any(token.kind is TokenKind.IN_ALL and token.text.startswith(_ADDS) for token in tokens)


def _is_listed(tokens: Sequence[Token], token: Token) -> bool:
    """Whether the thing is one of three or more of a kind that stand side by side: 看牙洗牙种牙."""
    at = next(place for place, one in enumerate(tokens) if one is token)
    start = at
    while start and tokens[start - 1].kind is TokenKind.SUBJECT:
        start -= 1
    end = at
    while end < len(tokens) and tokens[end].kind is TokenKind.SUBJECT:
        end += 1
    listed = [one.meaning for one in tokens[start:end] if isinstance(one.meaning, KnownSubject)]
    is_alike = bool(set[str].intersection(*({*known.subject.label} for known in listed))) if listed else False
    is_thing = not any(known.is_owner or known.is_category for known in listed)
    return at > start and len(listed) > _PAIR and is_alike and is_thing


def _runs(tokens: Sequence[Token]) -> list[list[KnownSubject]]:
    """The subjects in order; those that 和 or 加 joins are one run."""
    runs: list[list[KnownSubject]] = []
    is_joined = False
    before: Token | None = None
    for token in (one for one in tokens if one.kind not in _TELLS_NOTHING):
        if isinstance(token.meaning, KnownSubject):
            if runs and (is_joined or _is_listed(tokens, token)):
                runs[-1].append(token.meaning)
            else:
                runs.append([token.meaning])
        joins = token.kind is TokenKind.AND or token.text == "加"
        is_joined = joins and before is not None and before.kind is TokenKind.SUBJECT
        before = token
    return runs
