"""Words with numerals that are not money: counts (三杯, 301路), dates, times, ordinals, fractions, names (百事)."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from voiced.language.text.expression import expression
from voiced.packaged import packaged_text

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
    r"(?:周|星期|礼拜)[一二三四五六日天](?![百千万])|初[一二三四五六七八九十]|(?<![今去前明每])年三十(?![一二三四五六七八九块元])|双(?:十一|十二|一一|11|12)",
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
    r"一(?:[起共定直般些样次]|会儿|卡通|点点)|二(?:手|维码|锅头|胡)|三(?:明治|文鱼|国杀|鲜|星|亚)|四(?:川|喜|季)"
    r"|五(?:花|香|谷|粮液|常|金)|六(?:神|一节)|七(?:喜|匹狼|夕)|八(?:宝|喜|角|爪鱼|仙)|九(?:阳|寨|龙)|千(?:层|张|叶)"
    r"|百(?:事|度|货|合|香果|果园|世|胜)|万(?:达|科|象|圣|宁|家)"
)
"""Words that begin with a numeral: 「午饭二十三明治十五」 holds twenty and a sandwich."""


UNIT = "(?:公斤|小时|[个斤杯瓶份人位张件本只双条盒袋箱次天晚月年米升碗支罐包块节顿趟串桶副套筐回场堂吨亩辆笼屉盘片颗枚卷捆壶间床期宿圈套盆根棵])"
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
