"""Words of a question that tell nothing of the rows: function words, echoes of a thing, and words that only point at things.

「加油今年加了几趟」 says 加 once more, and 这三家 behind three names is those three. A word of no list that is neither stays unknown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from voiced.language.questions.tokens import NAMES, Token, TokenKind
from voiced.language.text.expression import expression

_FUNCTION_WORDS = expression(
    r"(?:自己|俺们|人们|们|屋企|屋|额|恁|侬|崽|伢子?|妮儿?|宝贝|祖宗"
    r"|如果|要是|以后|之后|然后|最后|一共|全部|在内|之内|左右|上下|反正|究竟|一直|对|嗯|呃|喂|哎|呦|噢|噶|啵|哈子"
    r"|次|顿|台|束|部|款|件|日|项|样|碗|瓶|张|双|金额|钞票|银子|零碎|小钱"
    r"|一?[说讲念报列排看问瞅查算听](?:一?[说讲念报列排看问瞅查听遍哈]|一)?|中间|期间|列一遍|过日子|打工人?|请|计|早|着|来|起|过|身|处|头|拿|系|真)+"
)
"""A closed list: what is in it neither names nor denies."""
_CHILD = expression("[崽伢妮]|宝贝|祖宗")
"""Beside a thing it tells nothing; alone it is what the question is about: 今年妮儿花了多少."""
_TOGETHER = expression(
    r"(?:这|那)?(?:俩|仨|[两三四五六二])(?:个|家|样|类|项|种|者|处|边)?(?:店|人|的|里|里头)?"
)
_MAY = ("能", "可以", "够", "该")
_OF_WHAT_IS_LEFT = frozenset({TokenKind.BUDGET, TokenKind.BALANCE})
"""Beside these 能 tells nothing; 「有多少钱能花」 asks for the money at hand."""
_UNTIL_NOW = frozenset({TokenKind.PERIOD, TokenKind.EVER})
_MANY = 2
_BETWEEN_NAMES = frozenset({TokenKind.AND, TokenKind.PAUSE, TokenKind.FILLER})
_POINTS = frozenset({TokenKind.UNKNOWN, TokenKind.BY_CATEGORY, TokenKind.FILLER})
_REWORDED = _POINTS | {TokenKind.BY_SHOP, TokenKind.BY_ACCOUNT, TokenKind.BY_DAY}
_VERBS = expression("[了过的着完得掉起来去]")


def without_idle_words(tokens: Sequence[Token]) -> Sequence[Token]:
    """The tokens, of which those that tell nothing of the rows are fillers."""
    if not any(token.kind in _REWORDED for token in tokens):
        return tokens
    return tuple(_told(tokens))


def _told(tokens: Sequence[Token]) -> Iterator[Token]:
    kinds = {token.kind for token in tokens}
    things = "".join(token.text for token in tokens if token.kind is TokenKind.SUBJECT)
    for place, token in enumerate(tokens):
        is_idle = (
            token.kind in _POINTS and _TOGETHER.fullmatch(token.text) and _is_behind_many(tokens[:place])
        )
        if token.kind is TokenKind.UNKNOWN:
            is_idle = is_idle or _is_echo(token.text, things) or _FUNCTION_WORDS.fullmatch(token.text)
            is_idle = is_idle or (token.text in _MAY and bool(kinds & _OF_WHAT_IS_LEFT))
            is_idle = is_idle or (token.text == "到现在" and bool(kinds & _UNTIL_NOW))
            is_idle = is_idle and not _ends_afterthought(tokens, place)
            is_idle = is_idle and (bool(things) or not _CHILD.search(token.text))
        yield Token(TokenKind.FILLER, token.text) if is_idle else _chosen(tokens, place)


def _chosen(tokens: Sequence[Token], place: int) -> Token:
    """The token; words that choose among groups choose among the names where several were said: 瑞幸和星巴克哪家多.

    哪天 with a verb asks when something was done: 房租是哪天交的.
    """
    token, kinds = tokens[place], {token.kind for token in tokens}
    if token.kind is TokenKind.BY_DAY and not kinds & _OF_SEVERAL_DAYS and _is_done(tokens[place + 1 :]):
        return Token(TokenKind.WHEN, token.text)
    if token.kind not in _AMONG_NAMES or kinds & _OF_ONE_NAME:
        return token
    kind = TokenKind.ACCOUNT if token.kind is TokenKind.BY_ACCOUNT else TokenKind.SUBJECT
    is_list = token.kind is not TokenKind.BY_CATEGORY or _RANKS.match(token.text) is not None
    told = tokens if token.kind is TokenKind.BY_CATEGORY else tokens[:place]
    names = {one.meaning for one in told if one.kind is kind or one.kind is TokenKind.ACCOUNT}
    return Token(TokenKind.WHICH_ONE, token.text) if is_list and len(names) >= _MANY else token


def _is_done(behind: Sequence[Token]) -> bool:
    """Whether a verb and 的 follow: 交的, 到账的."""
    text = "".join(token.text for token in behind[:2])
    return bool(behind) and (behind[0].kind in _DONE or behind[0].text == "到") and "的" in text


_DONE = frozenset({TokenKind.SPENT, TokenKind.EARNED})
_RANKS = expression("[排从按列]|哪一?(?:样|类|项|种)$")
_AMONG_NAMES = frozenset({TokenKind.BY_CATEGORY, TokenKind.BY_SHOP, TokenKind.BY_ACCOUNT})
_OF_ONE_NAME = frozenset({TokenKind.LATEST, TokenKind.EARLIEST, TokenKind.WITHOUT, TokenKind.BUDGET})
_OF_SEVERAL_DAYS = frozenset(
    {TokenKind.MOST, TokenKind.LEAST, TokenKind.MORE, TokenKind.HOW_MUCH, TokenKind.COUNT, TokenKind.LATEST, TokenKind.EARLIEST}
)  # fmt: skip


def without_afterthoughts(tokens: Sequence[Token]) -> Sequence[Token]:
    """The tokens without what counts anyhow: 早餐也算 behind 早饭, 母亲节那回也算上. Another thing stays, and is refused."""
    at = next((at for at in range(len(tokens)) if _ends_afterthought(tokens, at)), None)
    if at is None:
        return tokens
    start = at
    while start and tokens[start - 1].kind in _COUNTED:
        start -= 1
    said = [token.meaning for token in tokens[start:at] if token.kind in NAMES]
    days = [token.meaning for token in tokens[start:at] if token.kind is TokenKind.PERIOD]
    others = [token.meaning for token in (*tokens[:start], *tokens[at:])]
    behind = next((place for place in range(at, len(tokens)) if tokens[place].kind in _ENDS), len(tokens))
    if not any(others) or any(one not in others for one in said) or any(one in others for one in days):
        return tokens
    return [*tokens[:start], *tokens[behind:]]


def _ends_afterthought(tokens: Sequence[Token], at: int) -> bool:
    also = tokens[at - 1].text if at else ""
    return tokens[at].text.startswith("算") and also in ("也", "都", "全") and tokens[at].kind in _POINTS


_COUNTED = NAMES | {
    TokenKind.PERIOD, TokenKind.THAT_TIME, TokenKind.OF_ROW, TokenKind.OF_KIND, TokenKind.FILLER, TokenKind.AND,
}  # fmt: skip
_ENDS = frozenset({TokenKind.PAUSE, TokenKind.IN_ALL, TokenKind.SPENT, TokenKind.HOW_MUCH})


def _is_echo(text: str, things: str) -> bool:
    """Whether the words only say once more what a thing says: 加 behind 加油."""
    said = _VERBS.sub("", text)
    return bool(said) and all(character in things for character in said)


def _is_behind_many(tokens: Sequence[Token]) -> bool:
    """Whether several names stand right before: 水果零食饮品这三样."""
    names = 0
    for token in reversed(tokens):
        if token.kind in NAMES:
            names += 1
        elif token.kind not in _BETWEEN_NAMES:
            break
    return names >= _MANY


def with_denied(tokens: Sequence[Token]) -> Sequence[Token]:
    """The tokens; 不是 before a thing at the end of its words leaves that thing out: 苹果，不是手机."""
    for at in range(len(tokens) - 2):
        if not (_NO.fullmatch(tokens[at].text) and tokens[at + 1].text == "是"):
            continue
        places = [place for place in range(at + 2, len(tokens)) if tokens[place].text not in ("那个", "那")]
        thing = next(iter(places), None)
        if thing is None or tokens[thing].kind is not TokenKind.SUBJECT:
            continue
        behind = next(iter(tokens[thing + 1 :]), None)
        if behind is None or behind.kind is not TokenKind.SUBJECT:
            denial = Token(TokenKind.WITHOUT, "不算")
            return [*tokens[:at], Token(TokenKind.PAUSE, "，"), denial, *tokens[thing:]]
    return tokens


_NO = expression("可?不")
