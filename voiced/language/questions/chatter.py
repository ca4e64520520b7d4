"""Words of a question that tell nothing, by the value that a model gave the question.

A believed model may take words of no list for talk, and things beside the question and beside a name of the value. Of another
model's question no word may be lost that may be a name or a denial.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from voiced.domain.question import Measure, Subject
from voiced.domain.transaction import TransactionType
from voiced.language.questions.subjects import KnownSubject
from voiced.language.questions.tokens import ASKS, NAMES, Token, TokenKind
from voiced.language.text.expression import expression

_IN_A_NAME = frozenset({TokenKind.SUBJECT, TokenKind.UNKNOWN, TokenKind.FILLER, TokenKind.SPENT})
_TURNED = frozenset({TokenKind.EARNED, TokenKind.MOVED})
_LATIN = expression(r"[A-Za-z]")
_PERSON = expression(
    "媳妇|老婆|老公|爱人|对象|男友|女友|[爸妈爷奶姐哥弟妹叔姨舅]|同事|同学|朋友|客户|邻居|室友"
)
_TIMES = expression(
    r"[周号季旬]|月(?!饼|嫂|子|卡|票)|星期|礼拜|半(?!价|成)|年(?!货|糕|费|夜|会)|节(?!省|约|目|制)|[今昨明前后当每几\d一二两三四五六七八九十]天|[今昨明\d]日|天[前后]|头[一二两三四五六七八九十\d]|[初底末]$|[春夏秋冬阵期假晚夜]|时候"
)
_NO_TIMES = expression("哪[年月天日]|天天|年年|月月")
_DENIES = expression("[没不无别甭未非除减扣刨抠抛撇剔]|以外|之外")
_LEAVES_OUT = expression("[别不没甭][算加含带包计]|[去拿丢]掉|[除减扣刨抠抛撇剔]|以外|之外")
_DENIES_NOTHING = expression(
    r"(?P<verb>.)[不没](?P=verb)|不是|差不多|不少|不知道|不晓得|不清楚|[记搞弄说闹]不[得清明]|不记得|[管收忍]不住|受不了|不得了|不好意思|没忍住|没管住|没数|没底|不小心|停不下来|没完没了|别提|特别|区别|无语|无所谓|非常|除非|不敢"
)
"""Words of asking and of telling that deny nothing."""
_CHOICE = expression(r"(?P<verb>.)[不没](?P=verb)")
_LEADS_A_NAME = tuple("在给跟用从")
_BEFORE_A_NAME = frozenset("老小那这个")
_BETWEEN = frozenset({TokenKind.FILLER, TokenKind.OF_ROW, TokenKind.SPENT})
_BEGINS = frozenset({TokenKind.PERIOD, TokenKind.LATEST, TokenKind.EARLIEST})
_END_OF_A_NAME = 2


def with_names(tokens: Sequence[Token], names: Sequence[str]) -> list[Token]:
    """The words with each name that is made of words of no list, or of several names, as one: 兰州拉面."""
    named = list(tokens)
    for name in sorted(names, key=len, reverse=True):
        named = _with_name(named, name)
    return named


def sounds_like_a_time(tokens: Sequence[Token]) -> bool:
    """Whether words of no list tell a time that no rule reads."""
    return any(
        token.kind is TokenKind.UNKNOWN and _TIMES.search(_NO_TIMES.sub("", token.text)) for token in tokens
    )


def leaves_out(tokens: Sequence[Token]) -> bool:
    """Whether the words leave something out, or deny the thing beside them: 没造的奶茶."""
    question = core(tokens)
    return any(map(_leaves_out, tokens)) or any(
        token.kind is TokenKind.UNKNOWN and _denies(token) and _is_beside_a_thing(question, place)
        for place, token in enumerate(question)
    )


def leaves_out_a_name(tokens: Sequence[Token], measure: Measure, *, goes_on: bool) -> bool:
    """Whether a clause leaves out a thing or an account that it names: 工资不算. A balance takes away what was spent (减掉).

    Half a question (`goes_on`) may leave out a row by any word: 「机场那笔刨出去呢」.
    """
    if measure is Measure.BALANCE:
        tokens = [token for token in tokens if not token.text.startswith("减")]
    return any(
        any(map(_leaves_out, clause)) and (goes_on or any(token.kind in NAMES for token in clause))
        for clause in _clauses(tokens)
    )


def _leaves_out(token: Token) -> bool:
    may = token.kind is TokenKind.UNKNOWN and _LEAVES_OUT.search(_DENIES_NOTHING.sub("", token.text))
    return token.kind is TokenKind.WITHOUT or bool(may)


def _clauses(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """The words between pauses."""
    clause: list[Token] = []
    for token in tokens:
        if token.text.startswith("，"):
            yield clause
            clause = []
        clause.append(token)
    yield clause


def denies(said: str) -> bool:
    """Whether any word may deny; 是不是 does not."""
    return _DENIES.search(_CHOICE.sub("", said)) is not None


def is_stated(token: Token, names: Sequence[str]) -> bool:
    """Whether the token is one of the names of a value."""
    if not isinstance(known := token.meaning, KnownSubject):
        return any(name in (token.text, token.meaning) for name in names)
    words = (token.text, known.subject.label, *known.subject.words, *known.subject.categories)
    return any(name in word or word in name for name in names for word in words)


def loses_words(tokens: Sequence[Token], names: Sequence[str]) -> bool:
    """Whether a value with these names loses a name, or words of no list that may be one or deny one."""
    for place, token in enumerate(tokens):
        beside = [*tokens[max(0, place - 1) : place], *tokens[place + 1 : place + 2]]
        if token.kind is TokenKind.UNKNOWN:
            may_narrow = any(one.kind in NAMES for one in beside) or _PERSON.search(token.text)
            if may_narrow or _denies(token) or _is_led(tokens[:place], token):
                return True
        elif token.kind in NAMES and not is_stated(token, names):
            return True
    return False


def loses_the_thing(tokens: Sequence[Token], names: Sequence[str], *, compares: bool = False) -> bool:
    """Whether a believed model's value with these names loses what the question is surely about.

    What stands beside a name of the value may be talk (小宝那奶粉), and so may a clause that asks nothing. What is joined to such a
    name, an account, and each side of a comparison may not. Without any name no word may be lost that is led in by 在, 给, 跟, 用 or 从.
    """
    is_named = any(token.kind in NAMES and is_stated(token, names) for token in tokens)
    asking = [clause for clause in _clauses(core(tokens)) if any(token.kind in ASKS for token in clause)]
    has_account = any(token.kind is TokenKind.ACCOUNT and is_stated(token, names) for token in tokens)
    certain = NAMES if compares or not is_named else frozenset({TokenKind.ACCOUNT})
    if has_account:
        certain -= {TokenKind.ACCOUNT}
    return any(_loses_in(clause, names, certain, is_named=is_named) for clause in asking)


def _loses_in(
    clause: Sequence[Token], names: Sequence[str], certain: Collection[TokenKind], *, is_named: bool
) -> bool:
    for place, token in enumerate(clause):
        if token.kind is TokenKind.UNKNOWN:
            is_lost = not is_named and _is_led(clause[:place], token) and not _is_part(token, names)
        else:
            is_name = token.kind in NAMES and len(token.text) > 1 and not is_stated(token, names)
            is_lost = is_name and (token.kind in certain or _is_joined(clause, place))
        if is_lost:
            return True
    return False


def _is_part(token: Token, names: Sequence[str]) -> bool:
    """Whether the name of a value is made of these words, in any order: 给家里寄钱 for 寄家里."""
    return any(token.text in name for name in names)


def core(tokens: Sequence[Token]) -> Sequence[Token]:
    """The words of the question itself, without the talk before the period and behind the words that ask."""
    begins = next((place for place, token in enumerate(tokens) if token.kind in _BEGINS), 0)
    ends = max((place for place, token in enumerate(tokens) if token.kind in ASKS), default=len(tokens)) + 1
    if begins >= ends or not _is_talk(tokens[:begins]):
        begins = 0
    return tokens[begins : ends if _is_talk(tokens[ends:]) and tokens[-1].text != "的" else len(tokens)]


def _is_talk(tokens: Sequence[Token]) -> bool:
    return any(token.kind is TokenKind.UNKNOWN for token in tokens)


def _is_joined(tokens: Sequence[Token], place: int) -> bool:
    """Whether the thing is one of several that are joined by 和."""
    sides = (tokens[place + 1 : place + 3], tuple(reversed(tokens[max(0, place - 2) : place])))
    return any([one.kind for one in side] == [TokenKind.AND, TokenKind.SUBJECT] for side in sides)


def _is_beside_a_thing(tokens: Sequence[Token], place: int) -> bool:
    before = next((one for one in reversed(tokens[:place]) if one.kind not in _BETWEEN), None)
    behind = next((one for one in tokens[place + 1 :] if one.kind not in _BETWEEN), None)
    return any(one is not None and one.kind is TokenKind.SUBJECT for one in (before, behind))


def _denies(token: Token) -> bool:
    return _DENIES.search(_DENIES_NOTHING.sub("", token.text)) is not None


def _is_led(told: Sequence[Token], token: Token) -> bool:
    """Whether words of no list are surely a name: led in by such a word, or in Latin letters."""
    led_by = next((one.text for one in reversed(told) if one.text not in _BEFORE_A_NAME), "")
    is_led = token.text.startswith(_LEADS_A_NAME) or led_by.endswith(_LEADS_A_NAME)
    return is_led or _LATIN.search(token.text) is not None


def _with_name(tokens: list[Token], name: str) -> list[Token]:
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
