"""Remarks around a question: reasons, sighs, an address, and what the speaker says about the asking.

「养娃真费钱，今年小宝补习班交了多少钱了」 asks what stands behind the pause. A remark is left out where it surely is one: it holds words
of no list, sounds like a sentence, changes nothing of the question, and what it names the question names by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from voiced.language.questions.tokens import ASKS, NAMES, Token, TokenKind
from voiced.language.text.expression import expression

_ASKING = ASKS | {
    TokenKind.BUDGET,
    TokenKind.BALANCE,
    TokenKind.COMPARE,
    TokenKind.DIFFER,
    TokenKind.AVERAGE,
    TokenKind.MORE,
}
_ENDS = _ASKING - {TokenKind.MORE, TokenKind.COMPARE}
_OF_A_QUESTION = frozenset(
    {
        TokenKind.BUDGET, TokenKind.BALANCE, TokenKind.DIFFER, TokenKind.AVERAGE, TokenKind.SHARE, TokenKind.BOUNDS, TokenKind.WITHOUT,
    }
)  # fmt: skip
_CHOOSES = frozenset({TokenKind.WHICH_ONE, TokenKind.OR, TokenKind.COMPARE})
"""With these 多 asks; alone it tells that something is dear."""
_BEGINS = frozenset({TokenKind.PERIOD, TokenKind.LATEST, TokenKind.EARLIEST, TokenKind.LEAD})
_SENTENCE = expression(
    r"[我你您他她咱俺谁]|真|太|感觉|觉|天天|老是|净|怎么|咋|咯噔|[哎唉嘿哟哦]|快|赶紧|急|催|着呢|占着|等|问|填|对个账|不清|不起来|不了|不住|不到|忘|怕|敢|得很|死|没底|没数|发愁|心里"
    r"|难怪|反正|毕竟|说|涨|费|贵|疼|痛|累|可不|就行|得了|来你|一辈子|一天到|[了过]吧$|[了呢嘛呀啊哦噻]$"
)
"""Words of whole sentences, which no name of a thing has."""
_LONGER_THAN_A_NAME = 4
_IN_NO_NAME = expression("[又着没不想咋怎愁烧懒忙找记该刚正才就还都起念抄堆转蹿断笑哭饿馋]")
_CHANGES = expression(
    r"[别不没甭冇](?:要)?(?:算|计|加|含|包括|带)|[除扣减刨抠撇抛剔]|以外|之外|也算|算上|包括|连同|光[是算看]|只[是算看要]|单[是算看]|整[的一]?|不是|不对|我说的是|我讲的是"
    r"|写着|叫|[俩两个]字|备注|名字|(?:的|那些|这些|[那这].)$|其中|里头|里面|加[上在]|一起|合|以[上下内]|往[上下]|按|从.+到|开始|平均|[他她]自己|没(?:跟|和|告诉)我"
)
"""Words that change the question, or say what it is about."""
_INTERJECTION = expression(r"[啊呢嘛哟呀哦嘞哈吧噻喔哎唉来着啦呗]+")
_LIMITS = ASKS | {TokenKind.BOUNDS, TokenKind.WITHOUT, TokenKind.AVERAGE, TokenKind.DIFFER}
_TOLD_BY = expression(
    r"^(?:我|俺|咱)们?(?:要|得|好|想|还要)|^(?:我|他|她)?(?:老公|老婆|媳妇儿?|爱人|老伴儿?|朋友|同事|婆婆|公公|[爸妈])(?:他|她)?(?:非|老|总|硬|一直|还)?[说讲]"
)
"""What another person says is no part of the question, whatever it ends with."""
_TOLD = expression("(?:了|的账)$")
_OURS = expression("[我俺咱]们?家?的?[^，的]{1,3}")
"""A thing of ours before the days is what is asked about, though no list has it: 俺家猫今年…."""
_OPENS = expression(r"[我你您咱他她快赶唉哎感反难怪]|对个账|说来|别|让")


def corrected(tokens: Sequence[Token]) -> Sequence[Token]:
    """The tokens without what the speaker took back: 去年，不对，今年 is this year. Without such a pair they stay."""
    at = next((at for at, token in enumerate(tokens) if token.kind is TokenKind.REPAIR), None)
    if at is None:
        return tokens
    before, behind = (
        _trimmed(tokens[:at]),
        [token for token in tokens[at:] if token.kind is not TokenKind.REPAIR],
    )
    said = next((token for token in behind if token.kind not in _BESIDE), None)
    wrong = [place for place, token in enumerate(before) if said is not None and token.kind is said.kind]
    if said is None or said.kind not in _CORRECTED or not wrong:
        return tokens
    return _trimmed([*before[: wrong[-1]], *before[wrong[-1] + 1 :], *behind])


_CORRECTED = NAMES | {TokenKind.PERIOD}
_BESIDE = frozenset({TokenKind.PAUSE, TokenKind.FILLER})


def without_tellings(tokens: Sequence[Token]) -> Sequence[Token]:
    """The tokens without clauses that tell of other days than the question names: 礼拜天了，这周花了多少."""
    clauses: list[list[Token]] = [[]]
    for token in tokens:
        if token.kind is TokenKind.PAUSE:
            clauses.append([])
        clauses[-1].append(token)
    names_days = [clause for clause in clauses if any(token.kind is TokenKind.PERIOD for token in clause)]
    if not any(_asks(clause, ASKS) for clause in names_days):
        return tokens
    told = [
        clause
        for clause in names_days
        if _TOLD.search("".join(token.text for token in clause)) and not _asks(clause, ASKS)
    ]
    return _trimmed([token for clause in clauses if clause not in told for token in clause])


def without_remarks(tokens: Sequence[Token], *, is_open: bool = False) -> Sequence[Token]:
    """The tokens without remarks. Of a question whose words are all known nothing is left out.

    `is_open`: the question itself may hold a word of no list.
    """
    if not any(token.kind is TokenKind.UNKNOWN for token in tokens) and not _goes_on_about_us(tokens):
        return tokens
    pieces = [[*piece] for piece in _pieces(tokens)]
    asking = [at for at in reversed(range(len(pieces))) if _asks(pieces[at], _ASKING)]
    clean = [at for at in asking if all(token.kind is not TokenKind.UNKNOWN for token in pieces[at])]
    cores = clean or (asking if is_open else [])
    # 「停个车比吃碗面还贵」 compares as well, but it asks nothing.
    at = next((at for at in cores if _asks(pieces[at], ASKS)), next(iter(cores), None))
    if at is None:
        return tokens
    core = pieces[at]
    kept = [
        token
        for place, piece in enumerate(pieces)
        if place == at or not is_remark(piece, core, is_behind=place > at)
        for token in piece
    ]
    return _trimmed(kept)


def _goes_on_about_us(tokens: Sequence[Token]) -> bool:
    """Whether the words behind the question begin with the speaker: 哪个花得多，我跟老公打赌呢."""
    asked = next((at for at in reversed(range(len(tokens))) if tokens[at].kind in _ENDS), len(tokens))
    if {token.kind for token in tokens[:asked]} & _CHOOSES:
        asked = next((at for at in reversed(range(len(tokens))) if tokens[at].kind in _ASKING), len(tokens))
    return any(token.text in ("我", "咱") for token in tokens[asked + 1 : asked + 3])


def is_remark(piece: Sequence[Token], core: Sequence[Token], *, is_behind: bool = False) -> bool:
    """Whether a piece is a remark beside the core of a question; `is_behind` it, a thing may do something: 快递堆到门口."""
    kinds = {token.kind for token in piece}
    if TokenKind.PAUSE in kinds and len(piece) == 1:
        return False
    own = {token.kind for token in core}
    text = "".join(token.text for token in piece)
    is_ours = not is_behind and piece[-1].kind is TokenKind.UNKNOWN and _OURS.fullmatch(text) is not None
    if not is_ours and _only_tells(piece, text, own, is_behind=is_behind):
        return True
    if (
        is_ours
        or not (_SENTENCE.search(text) or _tells(piece, text))
        or _CHANGES.search(text)
        or kinds & _OF_A_QUESTION
    ):
        return False
    if TokenKind.PERIOD in kinds and TokenKind.PERIOD not in own:
        return False
    if kinds & NAMES and not (own & NAMES or (is_behind and _tells_of(piece, text))):
        return False
    if kinds & ASKS and not own & (NAMES | {TokenKind.PERIOD}):
        return False
    return TokenKind.UNKNOWN in kinds or _OPENS.match(text) is not None


def _only_tells(piece: Sequence[Token], text: str, own: set[TokenKind], *, is_behind: bool) -> bool:
    """Whether somebody says or wants something that changes nothing: 我要抄在本子上. 我想看微信的 names what the core (`own`) lacks."""
    told = _TOLD_BY.match(text)
    if told is None:
        return False
    starts = accumulate((len(token.text) for token in piece), initial=0)
    kinds = {token.kind for start, token in zip(starts, piece, strict=False) if start >= told.end()}
    names = kinds & NAMES - own and (not is_behind or _IS_MEANT.search(text))
    return not (kinds & _LIMITS or names or TokenKind.PERIOD in kinds - own)


_IS_MEANT = expression("[看查问]|知道|的$")


def _tells_of(piece: Sequence[Token], text: str) -> bool:
    """Whether the words tell what a thing or a person does: 老婆等着查我呢."""
    words = [token for token in piece if token.kind is not TokenKind.PAUSE]
    does = words[1:2] and words[1].text not in _OF_A_NAME and words[1].kind is not TokenKind.OF_KIND
    return bool(does) and words[0].kind in NAMES and _IN_NO_NAME.search(text) is not None


_OF_A_NAME = ("的", "那", "这", "那个", "这个", "和", "跟")


def _tells(piece: Sequence[Token], text: str) -> bool:
    """Whether the words sound like a sentence of their own: longer than a name, with a word that names seldom hold."""
    return len(text) >= _LONGER_THAN_A_NAME and len(piece) > 1 and _IN_NO_NAME.search(text) is not None


def _asks(piece: Sequence[Token], kinds: frozenset[TokenKind]) -> bool:
    return any(token.kind in kinds for token in piece)


def _pieces(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """The tokens in pieces: at pauses, before the words that begin a question behind words of no list, and behind its end."""
    start = 0
    cuts = {0, len(tokens)}
    has_unknown = has_asked = chooses = False
    for place, token in enumerate(tokens):
        if token.kind is TokenKind.PAUSE:
            cuts |= {place, place + 1}
            has_unknown = has_asked = False
        elif has_unknown and not has_asked and token.kind in _BEGINS:
            cuts.add(place)
            has_unknown = False
        elif (
            has_asked
            and not _is_counted(tokens[place - 1], token)
            and (
                token.kind is TokenKind.UNKNOWN
                or _OPENS.match(token.text)
                or _INTERJECTION.fullmatch(token.text)
            )
        ):
            cuts.add(place)
            has_asked = False
        has_unknown |= token.kind is TokenKind.UNKNOWN
        has_asked |= token.kind in (_ENDS | {TokenKind.MORE} if chooses else _ENDS)
        chooses |= token.kind in _CHOOSES
    for end in sorted(cuts):
        if start < end:
            yield tokens[start:end]
        start = end


def _is_counted(before: Token, token: Token) -> bool:
    """Whether a word of no list is what was counted: 泳 in 游了几次泳."""
    return before.kind is TokenKind.COUNT and token.kind is TokenKind.UNKNOWN


def _trimmed(tokens: Sequence[Token]) -> Sequence[Token]:
    """The tokens without pauses at their ends."""
    places = [place for place, token in enumerate(tokens) if token.kind is not TokenKind.PAUSE]
    return tokens[places[0] : places[-1] + 1] if places else tokens
