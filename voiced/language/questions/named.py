"""The subjects that the words of a question name: what it is about, and what does not count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import structs

from voiced.domain.question import Subject
from voiced.language.questions.subjects import KnownSubject, unknown_subject
from voiced.language.questions.tokens import Token, TokenKind

Subjects = tuple[tuple[KnownSubject, ...], Subject | None]
"""The subjects of a question, and the one that is left out."""


def named_subjects(tokens: Sequence[Token]) -> Subjects | None:
    """The subjects in order, each once, and what is left out; None if words cannot be a name.

    A word of no list stands beside a subject only where the words join them: 和小王吃饭, 青岛那趟酒店.
    """
    words = tuple(_on_the_way(_compounded(_of_kind(tokens))))
    left_out = _left_out(words)
    kinds = {token.kind for token in words}
    found: dict[Subject, KnownSubject] = {}
    unknown: dict[Subject, None] = {}
    for token in words:
        match token:
            case Token(TokenKind.SUBJECT, _, KnownSubject() as known) if token not in left_out:
                found[known.subject] = known
            case Token(TokenKind.UNKNOWN, text):
                named = unknown_subject(text)
                if named is None:
                    return None
                unknown[named] = None
            case _:
                pass
    is_joined = bool(kinds & {TokenKind.AND, TokenKind.THAT_TIME})
    if (TokenKind.WITHOUT in kinds and not left_out) or len(unknown) > 1:
        return None
    if unknown and (left_out or (found and not is_joined)):
        return None
    without = united(known.subject for known in _known(left_out)) if left_out else None
    return (*found.values(), *(KnownSubject(one) for one in unknown)), without


def united(subjects: Iterable[Subject]) -> Subject:
    """One subject that takes the rows of all."""
    each = tuple(dict.fromkeys(subjects))
    return Subject(
        "和".join(subject.label for subject in each),
        tuple(dict.fromkeys(name for subject in each for name in subject.categories)),
        tuple(dict.fromkeys(word for subject in each for word in subject.words)),
    )


_VERBS_OF_THINGS = "吃喝坐看修点玩养去跑打租穿理随罚补换叫订续加充"
"""Verbs that tell a thing: 「这个月跑了几单」 asks for something that the ledger has no rows of."""


def is_bare_act(tokens: Sequence[Token]) -> bool:
    """Whether the only verb tells a thing by itself: 吃了多少, 跑了几单."""
    verbs = [token.text for token in tokens if token.kind is TokenKind.SPENT]
    return bool(verbs) and all(verb[0] in _VERBS_OF_THINGS for verb in verbs)


def _compounded(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens; a word of no list that stands right before a thing is one name with it: 兰州拉面."""
    waiting: Token | None = None
    for token in tokens:
        if waiting and _is_thing(token):
            yield Token(TokenKind.UNKNOWN, f"{waiting.text}{token.text}")
            waiting = None
            continue
        if waiting:
            yield waiting
        waiting = token if token.kind is TokenKind.UNKNOWN and len(token.text) > 1 else None
        if waiting is None:
            yield token
    if waiting:
        yield waiting


def _on_the_way(tokens: Iterable[Token]) -> Iterator[Token]:
    """The tokens; where one goes narrows the thing before it (打车去医院), for whom narrows any (给爸妈的红包), and so does 我说的是水果."""
    before: Token | None = None
    for token in tokens:
        known = token.meaning
        is_behind = before is not None and before.kind is TokenKind.SUBJECT
        is_meant = before is not None and before.kind is TokenKind.LEAD and before.text.endswith("的是")
        before = token
        if isinstance(known, KnownSubject) and token.text.startswith("去") and is_behind:
            subject = Subject(token.text, (), (token.text[1:],))
            yield structs.replace(token, meaning=KnownSubject(subject, known.type, is_owner=True))
        elif isinstance(known, KnownSubject) and (is_meant or token.text.startswith("给")):
            yield structs.replace(token, meaning=structs.replace(known, is_owner=True))
        else:
            yield token


def _of_kind(tokens: Sequence[Token]) -> Sequence[Token]:
    """The tokens without the examples of a kind: 咖啡奶茶 in 咖啡奶茶这类饮品."""
    at = next((at for at in range(len(tokens)) if _leads_to_kind(tokens, at)), None)
    following = None if at is None else next(iter(tokens[at + 1 : at + 2]), None)
    if at is None or following is None or following.kind is not TokenKind.SUBJECT:
        return tokens
    examples = (TokenKind.SUBJECT, TokenKind.UNKNOWN, TokenKind.AND)
    return [token for place, token in enumerate(tokens) if place > at or token.kind not in examples]


def _leads_to_kind(tokens: Sequence[Token], at: int) -> bool:
    """Whether the words behind are the kind of the things before: 写稿代课这些兼职."""
    if tokens[at].kind is TokenKind.OF_KIND:
        return True
    known = tokens[at + 1].meaning if at + 1 < len(tokens) else None
    return tokens[at].text in ("这些", "那些") and isinstance(known, KnownSubject) and known.is_category


def _is_thing(token: Token) -> bool:
    """Whether the token is a word that is looked for as it stands."""
    known = token.meaning
    return isinstance(known, KnownSubject) and known.subject.words == (token.text,)


def _known(tokens: Iterable[Token]) -> Iterator[KnownSubject]:
    return (token.meaning for token in tokens if isinstance(token.meaning, KnownSubject))


_BETWEEN = frozenset({TokenKind.FILLER, TokenKind.OF_ROW, TokenKind.OF_KIND})
"""Kinds that may stand between a thing and the words that leave it out: 那类也去掉."""
_BEHIND = ("以外", "之外", "除外")
_BEFORE_A_NAME = ("那", "这", "那个", "这个", "了", "是")
_BEFORE = ("除了", "除掉", "除去", "除开", "扣除", "排除", "抛开", "撇开", "不包括")


def _left_out(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The subjects that do not count: those right behind 不算, or else before it, and before 以外, joined by 和 or side by side."""
    at = next((at for at, token in enumerate(tokens) if token.kind is TokenKind.WITHOUT), None)
    if at is None:
        return ()
    before = [token for token in tokens[:at] if token.kind not in _BETWEEN]
    closes = tokens[at].text in _BEHIND or (
        before[-1:] != []
        and before[-1].kind is TokenKind.SUBJECT
        and (tokens[at].text not in _BEFORE or all(one.kind is not TokenKind.SUBJECT for one in tokens[at:]))
        and not _leads_to_a_name(tokens[at + 1 :])
    )
    found: list[Token] = []
    for token in reversed(before) if closes else iter(tokens[at:]):
        if token.kind is TokenKind.SUBJECT:
            found.append(token)
        elif found and token.kind is not TokenKind.AND:
            break
    return tuple(sorted(found, key=tokens.index))


def _leads_to_a_name(tokens: Sequence[Token]) -> bool:
    first = next((token for token in tokens if token.text not in _BEFORE_A_NAME), None)
    return first is not None and first.kind is TokenKind.SUBJECT
