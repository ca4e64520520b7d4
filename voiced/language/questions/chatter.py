"""Words of a question that tell nothing, by the value that a model gave the question.

Which words tell something is all that a model may decide; it may drop no word that is surely a name, a denial or a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from voiced.domain.question import Subject
from voiced.domain.transaction import TransactionType
from voiced.language.questions.subjects import KnownSubject
from voiced.language.questions.tokens import Token, TokenKind
from voiced.language.text.expression import expression


class ToldWords(Struct, frozen=True):
    """The words that tell something.

    Attributes:
        times: words that sound like a time, which no rule reads.
    """

    tokens: tuple[Token, ...]
    times: tuple[str, ...] = ()


NAMING = frozenset({TokenKind.SUBJECT, TokenKind.ACCOUNT})
_IN_A_NAME = frozenset({TokenKind.SUBJECT, TokenKind.UNKNOWN, TokenKind.FILLER, TokenKind.SPENT})
_TURNED = frozenset({TokenKind.EARNED, TokenKind.MOVED})
_LATIN = expression(r"[A-Za-z]")
_PERSON = expression(
    "媳妇|老婆|老公|爱人|对象|男友|女友|[爸妈爷奶姐哥弟妹叔姨舅]|同事|同学|朋友|客户|邻居|室友"
)
_ASKS = frozenset(
    {
        TokenKind.HOW_MUCH,
        TokenKind.COUNT,
        TokenKind.WHETHER,
        TokenKind.DONE_OR_NOT,
        TokenKind.LIST,
        TokenKind.WHEN,
    }
)
_TIMES = expression(
    r"[周号季旬]|月(?!饼|嫂|子|卡|票)|星期|礼拜|半(?!价|成)|年(?!货|糕|费|夜|会)|节(?!省|约|目|制)|[今昨明前后当每几\d一二两三四五六七八九十]天|[今昨明\d]日|天[前后]|头[一二两三四五六七八九十\d]|[初底末]$|[春夏秋冬阵期假晚夜]|时候"
)
_DENIES = expression("[没不无别甭未非除减扣刨抠抛撇剔]|以外|之外")
_LEAVES_OUT = expression("[别不没甭][算加含带包计要管数]|[除减扣刨抠抛撇剔]|以外|之外")
_DENIES_NOTHING = expression(
    r"(?P<verb>.)[不没](?P=verb)|不是|差不多|不少|不知道|不晓得|不清楚|[记搞弄说闹]不[得清明]|不记得|[管收忍]不住|受不了|不得了|不好意思|没忍住|没管住|没数|没底|不小心|停不下来|没完没了|别提|特别|区别|无语|无所谓|非常|除非|不敢"
)
"""Words of asking and of telling that deny nothing."""
_LEADS_TO_A_NAME = tuple("在给跟替帮为从用去到于和")
"""Before words of no list these tell of a place, a person or a means, which narrows the question."""
_BEFORE_A_NAME = frozenset("老小那这个")
_VERB_GOES_ON = tuple("了掉过得进出起")
_END_OF_A_NAME = 2
_PAIR = 2
_VERBS = frozenset("带陪包囤薅喂整弄搞造")
"""Verbs that stand right before the name of their thing."""


def telling(tokens: Sequence[Token], names: Iterable[str]) -> ToldWords | None:
    """The words without chatter, where the value of a question has these names; None if a name or a denial would be lost."""
    named = list(tokens)
    names = tuple(names)
    for name in sorted(names, key=len, reverse=True):
        named = _with_name(named, name)
    subjects = [token for token in named if token.kind is TokenKind.SUBJECT]
    if len(subjects) > _PAIR and any(token not in tokens for token in subjects):
        return None  # Which of the names are added up, and which narrow the others?
    ends = _end_of_asking(named)
    kept, times = list[Token](), list[str]()
    for place, (token, behind) in enumerate(zip(named, (*named[1:], None), strict=True)):
        if token.kind is not TokenKind.UNKNOWN:
            if not _is_part_of_a_word(token, behind) or token.text in names:
                kept.append(token)
        elif _TIMES.search(token.text):
            times.append(token.text)
        elif _is_name(kept, token, behind) or _is_denial(token, ends=place > ends):
            return None
    return ToldWords(tuple(kept), tuple(times))


def _with_name(tokens: list[Token], name: str) -> list[Token]:
    """The tokens with a name that is made of words of no list, or of several names, as one: 兰州拉面."""
    at = "".join(token.text for token in tokens).find(name)
    if len(name) < _END_OF_A_NAME or at < 0:
        return tokens
    starts = [sum(len(token.text) for token in tokens[:place]) for place in range(len(tokens) + 1)]
    first = max(place for place, start in enumerate(starts) if start <= at)
    end = min(place for place, start in enumerate(starts) if start >= at + len(name))
    run = tokens[first:end]
    kinds = {token.kind for token in run}
    is_new = TokenKind.UNKNOWN in kinds or (kinds == {TokenKind.SUBJECT} and len(run) > 1)
    head, tail = (
        run[0].text[: at - starts[first]],
        run[-1].text[len(run[-1].text) - starts[end] + at + len(name) :],
    )
    cuts = (head and run[0].kind is not TokenKind.UNKNOWN) or (tail and run[-1].kind is not TokenKind.UNKNOWN)
    if not is_new or cuts or kinds - _IN_A_NAME:
        return tokens
    is_turned = any(token.kind in _TURNED for token in tokens)
    of_type = None if is_turned else TransactionType.EXPENSE
    known = KnownSubject(Subject(f"写着{name}的", (), (name,)), of_type, is_owner=True)
    pieces = (
        Token(TokenKind.UNKNOWN, head),
        Token(TokenKind.SUBJECT, name, known),
        Token(TokenKind.UNKNOWN, tail),
    )
    return [*tokens[:first], *(piece for piece in pieces if piece.text), *tokens[end:]]


def _end_of_asking(tokens: Sequence[Token]) -> int:
    """The place of the last word that asks or names anything; behind it people only comment: 我都没印象了."""
    tell = _ASKS | NAMING | {TokenKind.PERIOD, TokenKind.WITHOUT}
    places = [place for place, token in enumerate(tokens) if token.kind in tell]
    return places[-1] if places and tokens[places[-1]].kind in _ASKS else len(tokens)


def _is_denial(token: Token, *, ends: bool) -> bool:
    denies = _LEAVES_OUT if ends else _DENIES
    return denies.search(_DENIES_NOTHING.sub("", token.text)) is not None


def _is_part_of_a_word(token: Token, behind: Token | None) -> bool:
    """Whether a name of one character is part of a word of no list: 玩 in 玩意儿."""
    is_short = token.kind in NAMING and len(token.text) == 1
    return is_short and behind is not None and behind.kind is TokenKind.UNKNOWN


def _is_name(told: Sequence[Token], token: Token, behind: Token | None) -> bool:
    """Whether words of no list narrow the question: a Latin name, words behind 在, 给 or 跟, and words beside a name.

    Args:
        told: the tokens before, without chatter.
        token: words of no list.
        behind: the token behind.
    """
    before = next(reversed(told), None)
    led_by = next((one for one in reversed(told) if one.text not in _BEFORE_A_NAME), None)
    if led_by is not None and led_by.text.endswith(_LEADS_TO_A_NAME):
        return True
    if _LATIN.search(token.text) or _PERSON.search(token.text) or token.text.startswith(_LEADS_TO_A_NAME):
        return True
    if behind is not None and behind.kind in NAMING and token.text not in _VERBS:
        return True
    ends_a_name = before is not None and before.kind in NAMING and len(token.text) <= _END_OF_A_NAME
    return ends_a_name and not (behind is not None and behind.text.startswith(_VERB_GOES_ON))
