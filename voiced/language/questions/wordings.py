"""The text of a question, put so that the search for its words finds them: 打了几次车 as 打车几次, 不把房租算进去 as 不算房租."""

from __future__ import annotations

import re

from voiced.language.questions.dialects import in_standard_words
from voiced.language.questions.subjects import SubjectNames
from voiced.language.text.expression import expression

_SPLIT_VERB = expression(
    r"(?P<verb>[加打理看洗剪做坐吃喝点去买交还补换修叫])(?:了|过)?(?P<count>(?:几|多少|一)(?:次|回|趟|杯|顿|场|笔|包))(?P<noun>[\u4e00-\u9fff]{1,4}?)(?=$|平均|要|大概|[，。；？了呢啊呀得])"
)
_VERB_BEHIND = expression(
    r"(?P<noun>[\u4e00-\u9fff]{1,4})(?P<count>是?(?:什么时候|啥时候|啥时|几号))(?P<verb>[加理换修打交充])的?"
)
"""油是啥时候加的."""
_DRAWN = expression(r"(?P<verb>取)(?:了|过)?(?P<count>多少|几[次回趟笔])(?P<noun>现金|钱)")
_ECHO = expression(
    r"(?P<noun>[\u4e00-\u9fff]{1,3})(?P<between>.{1,12}(?:多少|好多|几多)钱?)的(?P=noun)(?=[了啊呀呢？]*$)"
)
"""加油这个月加了多少钱的油."""
_REPAID = expression(
    r"(?:还信用卡|信用卡)(?P<between>(?:(?!多少)[^还])*)还(?=[了过掉]*(?:多少|好多|几|[吗没么])|的[啊呀呢？]*$)"
)
"""信用卡这两个月还掉多少."""
_DONE_WHEN = expression(r"(?P<done>打(?!的).*(?:哪[天年月]|什么时候|啥时候?|几[号月]))打的(?=[^，]?$)")
"""打针是哪天打的: no taxi."""
_SAID_AGAIN = expression(r"(?P<words>[\u4e00-\u9fff]{2,})，(?=(?P=words))")
"""大于，大于八百的."""
_WEEK_AND_BOUND = expression(
    r"(?P<week>(?:这|本|上+)一?个?(?:周|星期|礼拜))(?=[一二三四五六七八九两]?[十百千](?!一?到)[^，]{0,3}(?:块|元|以[上下内]|往[上下]|开外|朝上))"
)
"""这周三十块以上的: the number is no day of the week."""
_AVERAGE_OF_ONE = expression(
    r"(?P<average>平均(?:下来|起来)?[^，一每]{1,10})一(?P<unit>个?(?:月|周|星期|礼拜)|天)"
)
"""平均下来我今年一个月花多少."""
_DAYS_OFF = expression(
    r"(?:(?:工作日|平时|平日|上班日)(?P<one>.{0,4}?(?:还是|和|跟|与|、).{0,1})周末|周末(?P<other>.{0,4}?(?:还是|和|跟|与|、).{0,1})(?:工作日|平时|平日|上班日))"
)
"""The days of all weeks; 周末 alone is one weekend."""
_NOT_COUNTED = expression(r"[不别莫没]把(?P<thing>[^，]{1,8}?)(?:算|加|计)(?:进去|进来|在内|上|进)?")
"""不把房租算进去."""
_ON_BODY = expression(r"(?<=[身路手]上)(?=上个?[月周星礼])")
"""小宝身上上个月: the month before this one."""
_SUM_AGAIN = expression(r"(?<=[少好多几钱])，[^，减]{1,6}减[^，减]{1,6}$")
"""差多少，今年减去年."""
_SUM = r"整?[一二两三四五六七八九十百千\d]+(?:块|元)?钱?整?的?"
_ALSO_COUNTED = expression(
    rf"，?(?:就是)?(?:(?:包?含|包括|连){_SUM}(?:[和跟、]?{_SUM})?|(?<=[，笔些次件]){_SUM}(?:[和跟、]?{_SUM})?(?:也|都)(?:算|含)(?:上|进去|在内|数)?|两头(?:也|都)?[算含]?)"
    r"(?=$|的|，|列|账|支)"
)
"""Bounds are included anyhow: 十块以下，十块也算."""
_NO_AMOUNT = expression(r"加一块儿?|[这那]一?块儿?(?!钱)")
_NO_AMOUNTS = {"加": "加起来", "这": "这个", "那": "那个"}
"""Words that sound like one yuan, and others that mean the same."""
_EATEN = expression("吃的(?:那[个种])?(?=[\u4e00-\u9fff]{2})")
_FOOD = "吃的那个"


_OF_COUNTING = frozenset("含包连算头减把")
"""One of these is in all words about what counts."""


def in_known_order(text: str, names: SubjectNames) -> str:
    """The text with the verbs, things and periods as the forms of words expect them."""
    text = in_standard_words(text)
    if not _OF_COUNTING.isdisjoint(text):
        text = _NOT_COUNTED.sub(r"不算\g<thing>，", text)
        text = _ALSO_COUNTED.sub("", _SUM_AGAIN.sub("", text))
    text = _ON_BODY.sub("，", text)
    text = _WEEK_AND_BOUND.sub(r"\g<week>，", _SAID_AGAIN.sub("", text))
    text = _DAYS_OFF.sub("上班休息", text)
    text = without_false_amounts(_AVERAGE_OF_ONE.sub(r"\g<average>每\g<unit>", text))
    for split_verb in (_SPLIT_VERB, _VERB_BEHIND, _DRAWN):
        text = split_verb.sub(
            lambda split: _rejoined(split["verb"], split["count"], split["noun"], names), text
        )
    text = _DONE_WHEN.sub(r"\g<done>", _ECHO.sub(r"\g<noun>\g<between>", text))
    text = _EATEN.sub(lambda told: _as_food(told, names), text)
    return _REPAID.sub(r"\g<between>还信用卡", text)


def without_false_amounts(text: str) -> str:
    """The text with other words for those that sound like one yuan: 打车这一块."""
    return _NO_AMOUNT.sub(lambda told: _NO_AMOUNTS[told.group()[0]], text)


def _as_food(told: re.Match[str], names: SubjectNames) -> str:
    """吃的 before a thing as the name of all food: 吃的苹果, and no phone."""
    thing = names.longest_at(told.string, told.end())
    return _FOOD if thing and not thing[1].is_category and not thing[1].is_owner else told.group()


def _rejoined(verb: str, count: str, noun: str, names: SubjectNames) -> str:
    """「打了几次车」 as 「打车几次」, 「喝了几杯咖啡」 as 「咖啡几杯」."""
    thing = f"{verb}{noun}"
    return f"{thing if thing in names.known or noun not in names.known else noun}，{count}"
