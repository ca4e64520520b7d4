"""Row numbers as people say them: 第二笔, 第一笔和第三笔, 前两笔, 最后一笔, 倒数第二笔."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct

from voiced.language.numbers.numerals import spoken, value_of
from voiced.language.text.expression import expression


class OrdinalMention(Struct, frozen=True):
    """Rows named by number in `text[start:end]`.

    Attributes:
        numbers: the row numbers in the order said, each once. They count from 1, or from the end as -1, -2 ….
    """

    start: int
    end: int
    numbers: tuple[int, ...]


_NUMERAL = r"(?:[一二两三四五六七八九十]{1,4}|\d{1,2})"
_SEVERAL = r"(?:[二两三四五六七八九十]|[2-9])"
_FEW = "[俩仨](?!天|个?(?:月|钟|星期|礼拜)|周|年|小时|次|回|人|孩|娃)"
# Recognisers write 比, 币 and the like for 笔, and 地 for 第. 个 also stands in 第一个月, which names no row.
_ROW = (
    r"(?:(?:[笔比币毕逼彼必壁条项单](?!赛|较|如|价)|行(?![李程业])|个(?!月|人|星期|礼拜|小时|钟头|季|学期|疗程|孩子|女儿|儿子))"
    r"(?:账(?!户|号)|交易|记录)?)"
)
_NTH = "[第地弟递帝]"
_AND = r"(?:和|跟|与|、|及|以及|还有|加上)?"
# 「第一」 without 笔 is a row only if another row or a verdict follows: 第一和第二笔, 第二不要, but not 第一次.
_VERDICT = r"$|都|不要|不对|取消|删|去掉|作废|确认|保存|没问题|没错|改成|改为"
# 「一和三确认」: bare numerals are rows if the utterance begins with several of them and a verdict follows.
_ROW_NUMERAL = "(?:[一二三四五六七八九十]|10|[1-9])"
_PLAINLY_JUDGED = r"(?:都|也|先|就)*(?:不要|不对|不记|不存|取消|删|去掉|作废|确认|保存|存[了吧]|记[了吧]|没有?问题|没错|可以|好了|对|行)"
# 「二号」 may be a day and 「前一个」 the row before; they are the second and the first row if the row is to go.
_DROPPED = "(?=(?:都|也|就|给我)?(?:不要(?!钱)|不存|不记|不留|别记|别存|删|划掉|取消|去掉|作废|拿掉))"

# 「周末了」 and 「月末」 speak of a day.
_AT_THE_END = "(?:最后[面边头]?|最末尾?|末尾|(?<![周月年])末了儿?|最[底下][下面边头]?)"
_AT_THE_TOP = "(?:最前[面边头]|开头|打头|最开始|最上[面边头])"
# 「二号保存」 names a row if nothing but the verdict follows; 「日期二号没错」 speaks of a day.
_NUMBERED = f"(?:{_ROW_NUMERAL}号)"
_NUMBER_JUDGED = r"(?:都|也|先|就)*(?:不要|不记|不存|取消|删[除掉]?|去掉|划掉|作废|确认|保存|没有?问题|没毛病|没错|就?这[样么][记存])[了吧啊嘛的]*(?:$|[，。；])"

_MENTION = expression(
    rf"(?:^|(?<=[，。、；？把]))(?P<plain>{_ROW_NUMERAL}(?:[和跟与、]{_ROW_NUMERAL})+)(?={_PLAINLY_JUDGED})|"
    rf"(?<![月\d一二三四五六七八九十])(?P<numbered>{_ROW_NUMERAL})号(?:的?[那这]一?{_ROW})?{_DROPPED}|"
    rf"(?:^|(?<=[，。、；？把]))(?P<judged>{_NUMBERED}(?:[和跟与、]?{_NUMBERED})*)(?:的?[那这]一?{_ROW})?(?={_NUMBER_JUDGED})|"
    # The look-ahead spares a try of all alternatives at each place.
    r"(?=[第地弟递帝倒最末后前开打头首])(?:"
    rf"倒数{_NTH}(?P<from_end>{_NUMERAL})[那这]?{_ROW}"
    rf"|(?:{_AT_THE_END}|倒数)(?:的?[那这])?(?P<last>{_NUMERAL}?){_ROW}"
    rf"|后[面边头]?(?:(?P<latter>{_SEVERAL}){_ROW}|(?P<latter_few>{_FEW}))"
    rf"|后[面边头]?(?:的?那)?(?P<hindmost>一){_ROW}{_DROPPED}"
    rf"|前[面边头]?(?:的?那)?一{_ROW}{_DROPPED}"
    rf"|(?:最?前[面边头]?|开?头|最上[面边头])(?:(?P<first>{_SEVERAL}){_ROW}|(?P<first_few>{_FEW}))"
    rf"|(?:{_AT_THE_TOP}|头)(?:的?那)?一{_ROW}|{_AT_THE_TOP}的?[那这]{_ROW}|首[笔条单]"
    rf"|{_NTH}(?P<since>{_NUMERAL}){_ROW}?[到至]{_NTH}?(?P<until>{_NUMERAL}){_ROW}"
    # 「结了第二笔五千」 tells of a payment.
    rf"|(?<![结付交还收打给]了){_NTH}(?P<nth>{_NUMERAL}(?:[、和跟]{_NUMERAL})*)[那这]?{_ROW}"
    rf"|第(?P<bare>{_NUMERAL})(?={_VERDICT}|{_AND}第{_NUMERAL}(?:{_ROW}|{_VERDICT})))"
)
_JOINT = expression(_AND)
_ONE_NUMERAL = expression(r"\d+|[一二两三四五六七八九]?十[一二三四五六七八九]?|[一二两三四五六七八九]")
_MANY_ROWS = 99  # far beyond any batch; 「第一到第九十九笔」 needs no list of its own


def find_ordinals(text: str) -> tuple[OrdinalMention, ...]:
    """The row numbers in normalised text. Names that follow each other directly or after 和 are one mention.

    第二杯, 第一个月, 前两天 and a plain 两笔 name no row.
    """
    mentions: list[OrdinalMention] = []
    for match in _MENTION.finditer(text):
        start, numbers = match.start(), _numbers(match)
        if mentions and _JOINT.fullmatch(text, mentions[-1].end, start):
            before = mentions.pop()
            start, numbers = before.start, tuple(dict.fromkeys((*before.numbers, *numbers)))
        mentions.append(OrdinalMention(start, match.end(), numbers))
    return tuple(mentions)


def rewrite_ordinals(text: str, places: Mapping[int, int]) -> str:
    """The text with each row number replaced by that row's place in a list that holds only some of the rows.

    Args:
        text: normalised text.
        places: row number (as in `OrdinalMention.numbers`) to place, both from 1.

    The other words stay: 第三笔 becomes 第二笔. A group (前两笔, 第一二三笔) keeps the rows that have a place. A number, or a
    group, of which no row has a place stays as it was said.
    """

    def replaced(match: re.Match[str]) -> str:
        said, numbers = match.group(), _numbers(match)
        known = [number for number in numbers if number in places]
        if not known or all(places.get(number) == number for number in numbers):
            return said
        if match.lastgroup in {"nth", "bare"} and len(numbers) == 1:
            place = places[numbers[0]]
            return _ONE_NUMERAL.sub(lambda numeral: _alike(numeral.group(), place), said, count=1)
        return "和".join(f"第{spoken(places[number])}笔" for number in known)

    return _MENTION.sub(replaced, text)


def _numbers(match: re.Match[str]) -> tuple[int, ...]:
    said = match[match.lastgroup] if match.lastgroup else ""
    match match.lastgroup:
        case "from_end":
            return (-_number(said),)
        case "hindmost":
            return (-1,)
        case "last" | "latter" | "latter_few":
            return tuple(range(-_number(said or "一"), 0))
        case "first" | "first_few":
            return tuple(range(1, _number(said) + 1))
        case "until":
            return tuple(range(_number(match["since"]), _number(said) + 1))
        case "nth" | "bare" | "plain" | "judged" | "numbered":
            numerals: list[str] = _ONE_NUMERAL.findall(said)
            return tuple(dict.fromkeys(_number(numeral) for numeral in numerals))
        case _:  # 首笔 and 头一笔 hold no number
            return (1,)


_SHORT = {numeral: number for number, numeral in enumerate("一二三四五六七八九十", start=1)} | {
    "两": 2,
    "俩": 2,
    "仨": 3,
}


def _number(numeral: str) -> int:
    if numeral in _SHORT:
        return _SHORT[numeral]
    value = value_of(numeral)
    return _MANY_ROWS if value is None else min(int(value), _MANY_ROWS)


def _alike(said: str, number: int) -> str:
    return str(number) if said.isascii() else spoken(number)
