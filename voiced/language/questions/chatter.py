"""Words of a question that tell nothing, by the value that a model gave the question.

Which words tell something is all that a model may decide; it may drop no word that is surely a name, a denial or a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from voiced.domain.question import Subject
from voiced.domain.transaction import TransactionType
from voiced.language.questions.subjects import KnownSubject
from voiced.language.questions.tokens import ASKS, NAMES, Token, TokenKind
from voiced.language.text.expression import expression


class ToldWords(Struct, frozen=True):
    """The words that tell something.

    Attributes:
        times: words that sound like a time, which no rule reads.
    """

    tokens: tuple[Token, ...]
    times: tuple[str, ...] = ()


_IN_A_NAME = frozenset({TokenKind.SUBJECT, TokenKind.UNKNOWN, TokenKind.FILLER, TokenKind.SPENT})
_TURNED = frozenset({TokenKind.EARNED, TokenKind.MOVED})
_LATIN = expression(r"[A-Za-z]")
_PERSON = expression(
    "媳妇|老婆|老公|爱人|对象|男友|女友|[爸妈爷奶姐哥弟妹叔姨舅]|同事|同学|朋友|客户|邻居|室友"
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
_LEADS_TO_A_NAME = tuple("替帮为去到于和")
"""Before words of no list these tell of a place, a person or a means, which narrows the question."""
_BEFORE_A_NAME = frozenset("老小那这个")
_VERB_GOES_ON = tuple("了掉过得进出起")
_LEADS_A_NAME = tuple("在给跟用从")
_BETWEEN = frozenset({TokenKind.FILLER, TokenKind.OF_ROW, TokenKind.SPENT})
_BEGINS = frozenset({TokenKind.PERIOD, TokenKind.LATEST, TokenKind.EARLIEST})
_ACTS = frozenset({TokenKind.SPENT, TokenKind.EARNED, TokenKind.MOVED, TokenKind.RECORDED})
_NO_TIMES = expression("哪[年月天日]|天天|年年|月月")
_TELLS = ASKS | NAMES | {TokenKind.PERIOD, TokenKind.WITHOUT}
"""Behind the last of these people only comment: 我都没印象了."""
_END_OF_A_NAME = 2
_PAIR = 2
_VERBS = frozenset("带陪包囤薅喂整弄搞造")
"""Verbs that stand right before the name of their thing."""


def telling(tokens: Sequence[Token], names: Sequence[str], *, believed: bool = False) -> ToldWords | None:
    """The words without chatter, where the value of a question has these names; None if a name or a denial would be lost.

    Of a believed model's value words of no list may be chatter unless they deny, or stand behind 在, 给, 跟, 用 or 从.
    """
    named = list(tokens)
    for name in sorted(names, key=len, reverse=True):
        named = _with_name(named, name)
    subjects = [token for token in named if token.kind is TokenKind.SUBJECT]
    if len(subjects) > _PAIR and any(token not in tokens for token in subjects):
        return None  # Which of the names are added up, and which narrow the others?
    named = _without_remarks(_without_included(named, names), names)
    if believed:
        named = _with_denials(named)
    reads_times = believed and any(token.kind is TokenKind.PERIOD for token in named)
    kept, times = list[Token](), list[str]()
    goes_on = max((place for place, token in enumerate(named) if token.kind in _TELLS), default=0)
    for place, (token, behind) in enumerate(zip(named, (*named[1:], None), strict=True)):
        is_time = token.kind is TokenKind.UNKNOWN and _TIMES.search(_NO_TIMES.sub("", token.text)) is not None
        if token.kind is not TokenKind.UNKNOWN:
            if not _is_part_of_a_word(token, behind) or token.text in names:
                kept.append(token)
        elif is_time and not reads_times:
            times.append(token.text)
        elif _is_lost(kept, token) or (
            not believed and (_is_name(kept, token, behind) or (place < goes_on and _denies(token)))
        ):
            return None
    return ToldWords(tuple(kept), tuple(times))


def _without_remarks(tokens: list[Token], names: Sequence[str]) -> list[Token]:
    """The tokens without things in remarks before the period or behind the words that ask."""
    ends = max((place for place, token in enumerate(tokens) if token.kind in ASKS), default=len(tokens))
    begins = next((place for place, token in enumerate(tokens) if token.kind in _BEGINS), 0)
    if any(_is_stated(token, names) for token in tokens[:begins]):
        begins = 0
    remarks = (*_remark(tokens[:begins], names), *_remark(tokens[ends + 1 :], names))
    return [token for token in tokens if not any(token is one for one in remarks)]


def _is_stated(token: Token, names: Sequence[str]) -> bool:
    """Whether the token may be one of the names of a value."""
    if not isinstance(known := token.meaning, KnownSubject):
        return token.kind is TokenKind.ACCOUNT
    words = (token.text, known.subject.label, *known.subject.words, *known.subject.categories)
    return any(name in word or word in name for name in names for word in words)


def _remark(tokens: Sequence[Token], names: Sequence[str]) -> Iterator[Token]:
    """The words of a remark before or behind the question: things that the value lacks, with what is said of them (钱包都落灰了)."""
    unknown = [place for place, token in enumerate(tokens) if token.kind is TokenKind.UNKNOWN]
    if not unknown or tokens[-1].text == "的":
        return
    for place, token in enumerate(tokens):
        is_told = token.kind is TokenKind.SUBJECT and place < unknown[-1] and not _is_stated(token, names)
        if is_told or token.kind in _ACTS:
            yield token


def _without_included(tokens: Sequence[Token], names: Sequence[str]) -> list[Token]:
    """The tokens without what is named as included: 母亲节那回也算上."""
    at = next(
        (
            at
            for at, token in enumerate(tokens)
            if token.text.startswith("算") and at and tokens[at - 1].text == "也"
        ),
        None,
    )
    if at is None:
        return [*tokens]
    start = max((place for place, token in enumerate(tokens[:at]) if token.kind in ASKS), default=at) + 1
    return [
        token for place, token in enumerate(tokens) if not start <= place <= at or _is_stated(token, names)
    ]


def _with_denials(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with words of no list that deny the name beside them as a denial, and without an account that is denied."""
    told = list[Token]()
    for place, token in enumerate(tokens):
        if token.kind is not TokenKind.UNKNOWN or not _denies(token):
            told.append(token)
            continue
        before = next((one for one in reversed(told) if one.kind not in _BETWEEN), None)
        behind = next((one for one in tokens[place + 1 :] if one.kind not in _BETWEEN), None)
        if before is not None and before.kind is TokenKind.ACCOUNT:
            told.remove(before)
        elif any(one is not None and one.kind is TokenKind.SUBJECT for one in (before, behind)):
            told.append(Token(TokenKind.WITHOUT, token.text))
        else:
            told.append(token)
    return told


def _denies(token: Token) -> bool:
    return _DENIES.search(_DENIES_NOTHING.sub("", token.text)) is not None


def _is_lost(told: Sequence[Token], token: Token) -> bool:
    """Whether words of no list are a name that the value lacks, or leave out what no word named."""
    led_by = next((one.text for one in reversed(told) if one.text not in _BEFORE_A_NAME), "")
    is_led = token.text.startswith(_LEADS_A_NAME) or led_by.endswith(_LEADS_A_NAME)
    leaves_out = _LEAVES_OUT.search(_DENIES_NOTHING.sub("", token.text)) is not None
    return is_led or leaves_out or _LATIN.search(token.text) is not None


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


def _is_part_of_a_word(token: Token, behind: Token | None) -> bool:
    """Whether a name of one character is part of a word of no list: 玩 in 玩意儿."""
    is_short = token.kind in NAMES and len(token.text) == 1
    return is_short and behind is not None and behind.kind is TokenKind.UNKNOWN


def _is_name(told: Sequence[Token], token: Token, behind: Token | None) -> bool:
    """Whether words of no list may narrow the question: a person, what another preposition leads in, and words beside a name."""
    before = next(reversed(told), None)
    led_by = next((one.text for one in reversed(told) if one.text not in _BEFORE_A_NAME), "")
    if (
        led_by.endswith(_LEADS_TO_A_NAME)
        or token.text.startswith(_LEADS_TO_A_NAME)
        or _PERSON.search(token.text)
    ):
        return True
    if behind is not None and behind.kind in NAMES and token.text not in _VERBS:
        return True
    ends_a_name = before is not None and before.kind in NAMES and len(token.text) <= _END_OF_A_NAME
    return ends_a_name and not (behind is not None and behind.text.startswith(_VERB_GOES_ON))
