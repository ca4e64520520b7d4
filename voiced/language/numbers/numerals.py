"""Chinese and mixed numerals (一百二, 1万2, 3.5k): read, written, and found where they count something else than money.

Counts (三杯, 301路), dates, times, ordinals, fractions and names (百事) are such other places.
"""

from __future__ import annotations

from decimal import Decimal

import msgspec
from msgspec import Struct

from voiced.language.text.expression import expression
from voiced.packaged import packaged_text

SPOKEN_DIGITS = "零一二三四五六七八九"
"""The digits from 0 to 9, as they are read aloud."""

DIGITS = {
    **{character: value for value, character in enumerate(SPOKEN_DIGITS)},
    "〇": 0,
    "两": 2,
    "俩": 2,
    "仨": 3,
}
MULTIPLIERS = {"十": 10, "百": 100, "千": 1000, "k": 1000, "K": 1000}
SECTIONS = {"万": 10_000, "w": 10_000, "W": 10_000, "亿": 100_000_000}

_POINTS = "点"
_TOKEN = expression(r"\d+(?:\.\d+)?|[零〇一二两俩仨三四五六七八九十百千万亿kKwW]")
_PLACES = ("", "十", "百", "千")


def value_of(numeral: str) -> Decimal | None:
    """The exact number of a numeral; None if it is vague (几十, 三四十, 百八十) or not a numeral.

    A last digit without a place counts in the place below the one before it: 一百二 is 120, 一万二 is 12000,
    but 一百零二 is 102. Figures and Chinese places mix: 1万2, 3千5百, 1.2万, 1w5. 点五 is 0.5.
    """
    whole, point, decimals = numeral.partition(_POINTS)
    if point:
        return _with_decimals(whole or "零", decimals)
    figures = numeral.replace(".", "", 1)
    if figures.isascii() and figures.isdigit():
        return Decimal(numeral)
    if len(numeral) > 1 and all(character in DIGITS for character in numeral):
        return _digit_by_digit(numeral)
    return _placed(numeral)


def spoken(number: int) -> str:
    """The numeral for a whole number from 0 to below 10^12: 1280 is 一千二百八十, 2 is 二, 12 is 十二."""
    if number < 10_000:
        words = _spoken_section(number) or "零"
        return words.removeprefix("一") if 10 <= number < 20 else words
    size, name = (100_000_000, "亿") if number >= 100_000_000 else (10_000, "万")
    high, low = divmod(number, size)
    gap = "零" if 0 < low < size // 10 else ""
    return spoken(high) + name + gap + (spoken(low) if low else "")


def _spoken_section(number: int) -> str:
    words = ""
    for place in reversed(range(4)):
        digit = number // 10**place % 10
        if digit:
            words += SPOKEN_DIGITS[digit] + _PLACES[place]
        elif words and number % 10**place and not words.endswith("零"):
            words += "零"
    return words


def _with_decimals(whole: str, decimals: str) -> Decimal | None:
    number = value_of(whole)
    digits = "".join(str(DIGITS[c]) if c in DIGITS else c for c in decimals)
    if number is None or not (digits.isascii() and digits.isdigit()):
        return None
    return number + Decimal(f"0.{digits}")


def _digit_by_digit(numeral: str) -> Decimal | None:
    """The number of digits in a row: 二零零 is 200. Two neighbouring digits (三四, also 三五) are vague, so None."""
    if len(numeral) == 2 and _is_guess(DIGITS[numeral[0]], DIGITS[numeral[1]]):
        return None
    return Decimal("".join(str(DIGITS[character]) for character in numeral))


def _is_guess(first: int, second: int) -> bool:
    return second - first == 1 or (first, second) == (3, 5)


def _placed(numeral: str) -> Decimal | None:
    """Digits and places in turn: 一千二百八十, 1万2, 两百五."""
    tokens = _TOKEN.findall(numeral)
    if not tokens or sum(map(len, tokens)) != len(numeral):
        return None
    total: Decimal | int = 0
    section: Decimal | int = 0
    digit: Decimal | int | None = None
    # The place read last, within a section and among sections: each has to be smaller than the one before it.
    place, section_place = 10_000, 10**12
    shorthand = 0
    for sign in tokens:
        if sign in "零〇":
            shorthand = 0
        elif sign in MULTIPLIERS:
            if MULTIPLIERS[sign] >= place or (digit is None and sign != "十"):
                return None
            place = shorthand = MULTIPLIERS[sign]
            section += (1 if digit is None else digit) * place
            digit = None
        elif sign in SECTIONS:
            section += digit or 0
            if SECTIONS[sign] >= section_place or not section:
                return None
            section_place = shorthand = SECTIONS[sign]
            total += section * section_place
            section, digit, place = 0, None, 10_000
        elif digit is not None:
            return None
        else:
            digit = DIGITS[sign] if sign in DIGITS else Decimal(sign)
            shorthand = shorthand if len(sign) == 1 else 0
    if digit is not None:
        section += digit * (shorthand // 10) if shorthand >= 100 else digit
    return Decimal(total + section)


_N = "零〇一二两三四五六七八九十"

_CLOCK = (
    rf"(?:[{_N}]{{1,3}}|\d{{1,2}})点(?:半|钟|整|多|[一三两]刻|[零一二三四五]?十[一二三四五六七八九]?|[{_N}\d]+分|[0-5]\d)"
    r"(?![\d块元毛])"
)
_LOOKALIKES = (
    rf"第[{_N}百\d]+",
    r"(?:19|20)\d\d(?:[-/.]\d{1,2}[-/.]\d{1,2}|年(?:\d{1,2}月)?(?:\d{1,2}[日号])?)",
    r"\d{1,2}:\d{2}|\d{1,2}/\d{1,2}(?!\d)|\d{1,2}月(?:份|\d{1,2}[日号]?)?|(?<=买)[一二两三四五\d]送[一二两三\d]",
    rf"[正腊冬{_N}]{{1,2}}月(?:份|初?[{_N}]{{1,3}}(?=[日号，。、；？]|$))?",
    r"(?:周|星期|礼拜)[一二三四五六日天](?![百千万])|初一[、和]?十五(?![块元毛]|$)|初[一二三四五六七八九十]|(?<![今去前明每])年三十(?![一二三四五六七八九块元])|双(?:十一|十二|一一|11|12)",
    rf"百分之[{_N}百点\d]+|[{_N}\d]+分之[{_N}\d]+|百分百",
    _CLOCK,
    rf"(?<=今年)[{_N}]{{1,3}}(?=[岁了])|(?<=今年)\d{{1,2}}(?=[岁了])",
    r"(?<=楼[上下])[1-9]\d{2,3}(?![\d块元.])",
    rf"(?<=[前后])[{_N}百千\d]+[笔条](?!记)",
    r"万一|千万|一点(?![零〇一二两三四五六七八九\d])|十[分字足全]|(?<=茶)几|九毛九(?=[吃的餐])",
)
LOOKALIKE = expression("|".join(_LOOKALIKES))
"""To be matched at the beginning of a numeral, or of a word that leads to a numeral."""

NUMERAL_NAME = expression(
    r"一(?:[起共定直般些样次并]|道(?=[付交买结])|会儿|卡通|点点)|二(?:手|维码|锅头|胡)|三(?:明治|文鱼|国杀|鲜|星|亚)|四(?:川|喜|季)"
    r"|五(?:花(?=肉|腩|三层|牛|羊|[，。\d一二两三四五六七八九十百]|$)|香|谷|粮液|常|金)|六(?:神|一节)|七(?:喜|匹狼|夕)|八(?:宝|喜|角|爪鱼|仙)|九(?:阳|寨|龙)|千(?:层|张|叶)"
    r"|[二三四五六七八](?:姨|舅|叔|姑|伯|婶|嫂|哥|姐(?!妹))"
    r"|百(?:事|度|货|合|香果|果园|世|胜)|万(?:达|科|象|圣|宁|家)"
)
"""Words that begin with a numeral: 「午饭二十三明治十五」 holds twenty and a sandwich."""


UNIT = "(?:公斤|小时|[个把斤杯瓶份人位张件本只双条盒袋箱次天晚月年米升碗支罐包块节顿趟串桶副套筐回场堂吨亩辆笼屉盘片颗枚卷捆壶间床期宿圈套盆根棵页盏扎束对板沓])"
"""The units that prices are given for: 五块一斤, 每人三十."""
FOR_ONE = rf"[一每/]个?(?P<unit>{UNIT})(?![\d一二两三四五六七八九十百千])"
"""The words behind the price of one of several things: 一斤 in 五块一斤."""


class _Measures(Struct, frozen=True, forbid_unknown_fields=True):
    """The measure words of `tables/measures.toml`, which explains the parts."""

    always: str
    at_the_end: str
    longer: str
    unless_before: dict[str, str]


_MEASURES = msgspec.toml.decode(packaged_text("voiced.language", "tables/measures.toml"), type=_Measures)
_WHOLE = tuple(_MEASURES.longer.split())
_AT_THE_END = frozenset(_MEASURES.at_the_end)
_CANCELLED_BY = {**dict.fromkeys(_MEASURES.always, ""), **_MEASURES.unless_before}


def is_measure(text: str, at: int) -> bool:
    """Whether a measure word begins at `text[at]`.

    The function uses plain look-ups, since a pattern with large classes of Chinese characters is slow to compile.
    """
    measure, following = text[at : at + 1], text[at + 1 : at + 2]
    cancelling = _CANCELLED_BY.get(measure)
    if cancelling is not None and (not following or following not in cancelling):
        return True
    return text.startswith(_WHOLE, at) or (measure in _AT_THE_END and not following and bool(measure))
