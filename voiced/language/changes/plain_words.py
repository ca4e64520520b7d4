"""A correction in plain words: names of open rows as they are written, dialect as Mandarin, without words that change nothing.

「呀膏是十二」 beside a row 牙膏 is 「牙膏是十二」, and 「房租是昨天交的，别的不动」 only says 「房租是昨天交的」.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from voiced.domain.batch import DraftTransaction
from voiced.domain.vocabulary import Vocabulary
from voiced.language.names.categories import all_keywords, find_names
from voiced.language.numbers.amounts import find_amounts
from voiced.language.numbers.ordinals import find_ordinals
from voiced.language.rows import find_rows, name_in
from voiced.language.sounds.pinyin import repair
from voiced.language.text.expression import Expression, expression
from voiced.language.text.phrases import phrases
from voiced.language.text.spelling import clauses

_PHRASES = phrases("plain_words")
_NUMERALS = _PHRASES.pieces["NUMERALS"]
_SOURCE = "(?:小票|账单|单子|收据|手机|付款记录|聊天记录|订单)"
_PERSON = "(?:老婆|老公|媳妇|妈妈?|爸爸?|孩子|儿子|女儿|对象|朋友|同事|老板)"
_PLAIN_FORMS: tuple[tuple[Expression, str], ...] = (
    (expression("[俺咱偶](?!们)"), "我"),
    (expression("(?:^|(?<=，))[介](?=[不是个笔])"), "这"),
    (expression("(?<![应不])该是"), "应该是"),
    (expression(f"(?:计数|总数)?系(?=[{_NUMERALS}])"), "是"),
    (expression("搁(?:到|在)?(?=[^，]{1,4}(?:里|那|$))"), "放"),
    (expression("咋个?(?=[就给又]*[成记算变])"), "怎么"),
    (expression("抹了?(?:个|掉)?零头(?=，|$)"), "抹零"),
    (expression("抹了?(?:个|掉)?零头"), "抹零，"),
    (
        expression(
            f"(?:刚才?|我|又)*(?:[看查翻]了?一?[下眼]?)?{_SOURCE}(?:上|里|上面)?(?:写|显示|记)?(?:着|的)?(?=是)"
        ),
        "",
    ),
    (expression(f"(?:我|家)*{_PERSON}(?:跟我)?说(?=是)"), ""),
    (expression(f"^(?:不[是对]?|不不+|错了?)[的啊呀吧]*，(?=[^，]*[{_NUMERALS}]{{2}})"), ""),
    (expression("(?:^|(?<=，))(?:所以|那么|结果)(?=一?共?[是有])"), ""),
    (expression(f"^不{{2,}}(?=是[{_NUMERALS}])|^没有?[啊呀]?，?(?=我说的)"), ""),
    (
        expression(
            f"(?:扣完|扣了|减去|刨去|扣掉)(?:税|社保|五险一金|公积金|手续费|佣金)?(?:以?后|之后)?(?=是[{_NUMERALS}])"
        ),
        "",
    ),
    (
        expression(
            "^(?:我|刚才?)*(?:嘴瓢|口误|嘴快|嘴秃噜|说秃噜嘴?|看花眼|[说念看听记打]岔|[说念看听记]串)了?[啊吧哈]*，?"
            f"(?=.*[{_NUMERALS}]{{2}})"
        ),
        "",
    ),
    (expression(f"^(?:实际|其实)?[充交付给买花收卖打转]的(?:就|其实)?(?=是[{_NUMERALS}])"), ""),
    (expression("头里(?=[那的这])"), "前面"),
    (expression("(?<=[^，])还有(?=[^，]+都)"), "和"),
    (expression("(?<=[^，])那一?类(?:里头?|里面)?去?(?=[的嘛吧了]*$)"), ""),
    (expression("^押[一二两]付[一二三四六]，?"), ""),
    (expression("^(?:还有|另外|再就是|对了)，?(?=[^，]+改)"), ""),
    (expression("^(?:没有?|哪有?|不用|要不了)(?:那么|这么)多[的啊呢]*，"), ""),
    (expression(f"[记改挪移放算]到(?=[{_NUMERALS}]{{1,3}}[号日])"), "改成"),
)
_FORMER, _LATTER = expression("^前者"), expression("^后者")
_TWO = 2
_OF_ONE_ROW = _PHRASES["of_one_row"]
_ALSO = _PHRASES["also"]
_ADDED_LAST = _PHRASES["added_last"]
_RIGHT = _PHRASES.pieces["RIGHT"]
_OTHERS = _PHRASES.pieces["OTHERS"]
_BARE = _PHRASES.pieces["BARE"]
_KEPT = _PHRASES["kept"]
_DOUBTS = _PHRASES["doubts"]
_OTHERS_KEPT_LAST = _PHRASES["others_kept_last"]
_BARE_KEPT = _PHRASES["bare_kept"]
_BARE_ROW = _PHRASES["bare_row"]
_BARGAINS = _PHRASES["bargains"]
_REPAIRED = _PHRASES["repaired"]
_ROW_BEHIND = _PHRASES["row_behind"]


def in_plain_words(said: str, items: Sequence[DraftTransaction], vocabulary: Vocabulary) -> str:
    """Normalised words in their plain form, about the pending ones among these rows."""
    pending = [item for item in items if item.is_pending]
    names = frozenset(_names(pending, vocabulary))
    if names and not any(name in said for name in names):
        said = repair(said, names, all_keywords(vocabulary))
    for words, plain in _PLAIN_FORMS:
        said = words.sub(plain, said)
    said = _ROW_BEHIND.sub(_row_before, _without_repaired(said, pending))
    if len(pending) == _TWO:
        said = _FORMER.sub("第一笔", _LATTER.sub("最后一笔", said))
    said = _ALSO.sub("", said) if names and _OF_ONE_ROW.match(said) else said
    return _without_kept(_ADDED_LAST.sub("", said), pending)


def _names(items: Sequence[DraftTransaction], vocabulary: Vocabulary) -> Iterator[str]:
    """The names of rows, and the words of categories in them: 房贷 of 还房贷."""
    for item in items:
        name = item.result.description
        yield from (
            name[keyword.start : keyword.end] for keyword in find_names(name, item.result.type, vocabulary)
        )
        yield name


def _row_before(change: re.Match[str]) -> str:
    """The row before its new amount: 第二笔改成六十五 for 「改成六十五，第二笔」."""
    return f"{change['row']}{change['cue'] or '改成'}{change['amount']}"


def _without_repaired(said: str, items: Sequence[DraftTransaction]) -> str:
    """The words without an amount that is taken back at once, unless a row has it: then it tells which row is meant."""
    kept = {item.result.amount for item in items}

    def repaired(taken_back: re.Match[str]) -> str:
        amounts = {mention.amount for mention in find_amounts(taken_back["wrong"])}
        return taken_back.group() if amounts & kept else ""

    return _REPAIRED.sub(repaired, said)


def keeps_some(said: str, items: Sequence[DraftTransaction]) -> bool:
    """Whether a clause says that rows stay as they are, beside others that say more: 打车三十五，其他的都对."""
    kept = [_changes_nothing(part, items) for part in clauses(said)]
    return any(kept) and not all(kept)


def _without_kept(said: str, items: Sequence[DraftTransaction]) -> str:
    """The words without those that only say that rows stay as they are; unchanged if nothing else would be left."""
    for item in items:
        name = name_in(said, item)
        said = re.sub(f"(?<=[{_NUMERALS}块元]){re.escape(name)}{_RIGHT}$", "", said) if name else said
    if bare := _BARE_KEPT.match(said):
        said = said[bare.end() :] or said
        said = _BARE_ROW.sub(lambda row: f"第{row.group()}笔", said)
    said = _OTHERS_KEPT_LAST.sub("", said)
    parts = clauses(said)
    left = [part for part in parts if not _changes_nothing(part, items)]
    return "，".join(left) if 0 < len(left) < len(parts) else said


def only_keeps(said: str, items: Sequence[DraftTransaction]) -> bool:
    """Whether each clause of the words only says that rows stay as they are: 咖啡没动, 三碗都要记，没重复."""
    parts = clauses(said)
    return bool(parts) and all(_changes_nothing(part, items) for part in parts)


def _changes_nothing(clause: str, items: Sequence[DraftTransaction]) -> bool:
    """Whether a clause calls rows right, or speaks of bargaining alone: 网费没错, 别的不动, 别给我抹零, 人家还了价."""
    if _BARGAINS.fullmatch(clause):
        return True
    kept = _KEPT.fullmatch(clause)
    if kept is None:
        return False
    rows = kept["rows"]
    if _DOUBTS.search(rows):
        return False
    return bool(re.fullmatch(f"{_OTHERS}|{_BARE}", rows) or find_ordinals(rows) or find_rows(rows, items))
