"""Spoken money: the places of amounts in a sentence and their values, exact to the fen.

The grammar is that of spoken Mandarin (三十五块五, 一百二, 三块八毛五, 12块5, 两毛, 半块). A vague amount (几十块, 三四十,
百八十) is a mention without a value. A count (三斤, 301路, 第二笔) is not an amount.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from voiced.domain.money import FEN_PER_YUAN, MAX_FEN, Money
from voiced.language.numbers.numerals import (
    DIGITS,
    FOR_ONE,
    LOOKALIKE,
    MULTIPLIERS,
    NUMERAL_NAME,
    SECTIONS,
    is_measure,
    value_of,
)
from voiced.language.text.expression import expression
from voiced.language.text.spelling import normalise


class AmountMention(Struct, frozen=True):
    """An amount in a text: `text[start:end]`, which includes the words 钱 and 左右 that belong to it.

    Attributes:
        amount: None if the words are a range, are vague, are finer than a fen, or exceed every row.
        is_explicit: whether a unit of money was said, so that the number must be money.
        is_too_large: whether the number is larger than the amount of any row.
    """

    start: int
    end: int
    amount: Money | None
    is_explicit: bool
    is_too_large: bool = False


_DIGIT = "一二两三四五六七八九1-9"
_CHINESE = "零〇一二两三四五六七八九十百千万亿几"
_FIGURES = r"\d+(?:\.\d+)?(?:[kKwW](?![A-Za-z电显屏高]))?"
_CLOSE = r"(?=$|[，。、；？的了吧呢吗])"
_FIRST = expression(rf"[\d{_CHINESE}点俩仨半￥RrCc人第周星礼初年双正腊冬]")
_MENTION = expression(
    r"(?P<sign>￥|(?i:RMB|CNY)|人民币)?"
    rf"(?P<run>(?<![早糕茶甜面])点(?=[{_DIGIT}]+[块元圆])[{_DIGIT}]+|(?:{_FIGURES}|[{_CHINESE}])+(?:点[零〇{_DIGIT}0]+(?![十百千万]))?|[俩仨半])"
    r"(?:(?P<hedge>多|来|余|把|好几)(?P<scale>[万千百])?)?"
    r"(?P<unit>(?P<yuan>(?i:rmb)|块(?!儿(?!钱))|元(?![旦宵])|圆|快(?![递餐手车乐捷速充照艇线点来])|筷(?!子)|[园员源](?=钱|$|[，。、；？]))"
    rf"|(?P<jiao>毛(?![衣巾线笔豆肚毯利裤病血])|角(?=钱|[{_DIGIT}](?!块)|{_CLOSE}))|(?P<fen>分(?=钱|{_CLOSE})))?"
)
_TRAILER = expression(r"(?:儿?钱|前(?=$|[，。、；？])|整(?!理)|左右|上下|出头|多|人民币)+")
# Below 块, with units (五毛, 八毛五, 零五分), and without (五, 八五, 零五).
_HALF = expression(r"半(?![个天年月斤小箱价袋杯只瓶])")
_JIAO = expression(rf"[零〇0]?([{_DIGIT}])[毛角]([{_DIGIT}]?)(分?)")
_FEN = expression(rf"[零〇0]?([{_DIGIT}])分(?![钟之])")
_DIGITS_ONLY = expression(rf"([零〇0]?)([{_DIGIT}])([{_DIGIT}0]?)(?!\d)(分?)")
_NUMBER_GOES_ON = frozenset("0123456789十百千万点元块快")
_TWO_DIGITS = "[一两二三四五六七八九]{2}"
_VAGUE = expression(rf"几[十百千万]|[十百千万]几|^[百千]八|{_TWO_DIGITS}[十百千万]|[十百千万]{_TWO_DIGITS}")
_SINGLE = frozenset("零〇一二两三四五六七八九几半俩仨")
_NO_NUMBERS = frozenset({"", *"百千万亿"})
_CLOSING = frozenset({"", *"，。、；？的了吧呢吗"})
_NOT_BEFORE_ONE = frozenset("王李张老小阿块毛米尺统唯专")
_TO_A_PLACE = frozenset("去到在回")
_LONGEST_BARE = 9
_FEN_DIGITS = frozenset("一二两三四五六七八九123456789")
_BETWEEN = frozenset({"到", "至", "-", "~", "—", "或", "或者", "还是"})
# 「从五十砍到三十」 states one price, the last one.
_HAGGLED = expression("(?:砍|降|减|讲|还|杀|谈|涨|打折|砍价|还价|讲价)到")
_CLAUSE_EDGE = frozenset({"", *"，。、；？"})
# The words before an amount tell its role: the sum that was paid, a payment, or an amount beside the price.
_LOOK_BACK = 10
_SUM = expression(
    r"(?:AA(?:下来)?(?:每人|人均|一人|每个人)?|一共|总共|合计|总计|共|加起来|实付|实际|折后?|优惠后|券后|减完|我出|我付|最后|到手|只要|只)(?:是|花了?|付了?|用了?|要|才|只|也就)*$"
)
_PAID = expression(r"(?:[花用付交卖赚收退给][了掉费]|收到|到账|才|要|是)$")
_BESIDE = expression(
    r"(?:送|赠|优惠|减|立减|省|便宜|抵|抵扣|返|找|找零|找回|满|原价|原来|定价|标价|本来|余额|剩|剩下|单价|人均|每.|一[个斤杯瓶份人位])(?:了|给|我|是|要|花了?)*$"
)
_FOR_ONE = expression(FOR_ONE)


def parse_amount(text: str) -> Money | None:
    """The amount of an expression (一百二, 12块5, ￥35.50); None if it states no exact amount."""
    text = normalise(text)
    chosen = choose_amount(text, find_amounts(text))
    return chosen.amount if chosen else None


def choose_amount(text: str, mentions: Sequence[AmountMention]) -> AmountMention | None:
    """Choose the amount of an entry among its mentions; None for an empty series.

    It is the last of the first group that is not empty: sums (一共, 实付), amounts with a unit, amounts behind a verb of
    paying, all. An amount that was given or saved, or is the price of one piece, counts only as a sum or if no other is left.
    """
    if len(mentions) < 2:
        return mentions[0] if mentions else None
    before = {mention: text[max(mention.start - _LOOK_BACK, 0) : mention.start] for mention in mentions}
    left = [m for m in mentions if not (_BESIDE.search(before[m]) or _FOR_ONE.match(text, m.end))]
    best = (
        [mention for mention in mentions if _SUM.search(before[mention])]
        or [mention for mention in left if mention.is_explicit]
        or [mention for mention in left if _PAID.search(before[mention])]
        or left
        or mentions
    )
    return best[-1]


# Both readers ask for the amounts of the same few texts of a sentence.
@lru_cache(maxsize=64)
def find_amounts(text: str) -> tuple[AmountMention, ...]:
    """All amounts that normalised text mentions, in order."""
    mentions: list[AmountMention] = []
    at = 0
    while first := _FIRST.search(text, at):
        start = first.start()
        if other := LOOKALIKE.match(text, start):
            at = other.end()
        elif match := _MENTION.match(text, start):
            has_unit = match["sign"] or match["unit"]
            mention = _read_explicit(text, match) if has_unit else _read_bare(text, match)
            at = mention.end if mention else match.end("run")
            if mention:
                _join(text, mentions, mention)
        else:
            at = start + 1
    return tuple(mentions)


def holds_amount(said: str) -> bool:
    """Whether the words hold an amount. It may be vague."""
    return bool(find_amounts(said))


def exceeds_every_row(said: str) -> bool:
    """Whether the words hold an amount that is larger than a row may have: 买岛花了三千亿."""
    return any(mention.is_too_large for mention in find_amounts(said))


def _join(text: str, mentions: list[AmountMention], mention: AmountMention) -> None:
    """Append a mention, or join it with the one before it: as the ends of a range, or as an old and a new price."""
    if mentions and _HAGGLED.fullmatch(text, mentions[-1].end, mention.start):
        mention = replace(mention, start=mentions.pop().start)
    elif mentions and text[mentions[-1].end : mention.start] in _BETWEEN:
        lower = mentions.pop()
        is_explicit = lower.is_explicit or mention.is_explicit
        mention = AmountMention(lower.start, mention.end, None, is_explicit)
    mentions.append(mention)


def _read_explicit(text: str, match: re.Match[str]) -> AmountMention:
    end = match.end()
    # 「块八毛」 is vague, whatever precedes it; 「鱼块八块」 is not. 「汤点五块」 may be an order (点) or half a yuan.
    before = text[max(match.start() - 1, 0) : match.start()]
    is_part = before == "块" and not match["yuan"]
    is_cut_off = is_part or (match["run"][0] == "点" and before not in _CLAUSE_EDGE)
    number = None if is_cut_off else _number(match["run"], match["hedge"], match["scale"])
    if number is not None:
        if match["yuan"]:
            below, end = _below_yuan(text, end)
            number += below
        elif match["jiao"]:
            fen, after = text[end : end + 1], end + 1
            number /= 10
            if fen in _FEN_DIGITS and (text[after : after + 1] == "分" or _ends(text, after)):
                number, end = number + _digit(fen) / 100, after + (text[after : after + 1] == "分")
        elif match["fen"]:
            number /= 100
    return _mention(text, match.start(), end, number, is_explicit=True)


def _below_yuan(text: str, at: int) -> tuple[Decimal, int]:
    """The part behind 块 that belongs to the amount (五, 五毛, 八毛五, 零五分, 半, 钱五毛), in yuan, and its end."""
    if text[at : at + 1] == "钱" and (_JIAO.match(text, at + 1) or _FEN.match(text, at + 1)):
        at += 1
    if half := _HALF.match(text, at):
        return Decimal("0.5"), half.end()
    if jiao := _JIAO.match(text, at):
        if jiao[2] and (jiao[3] or _ends(text, jiao.end())):
            return _digit(jiao[1]) / 10 + _digit(jiao[2]) / 100, jiao.end()
        return _digit(jiao[1]) / 10, jiao.start(2)
    if fen := _FEN.match(text, at):
        return _digit(fen[1]) / 100, fen.end()
    return _bare_below_yuan(text, at)


def _bare_below_yuan(text: str, at: int) -> tuple[Decimal, int]:
    """The part behind 块 without a unit: 「三块五」, 「九块95」, 「一块零五」; 0 for 「十块三个」 and 「五块三十」."""
    found = _DIGITS_ONLY.match(text, at)
    if found is None or NUMERAL_NAME.match(text, at):
        return Decimal(0), at
    zero, first, second, fen = found.groups()
    if text.startswith("一笔", at):
        return Decimal(0), at  # 「一笔奶茶十块一笔打车二十」
    if second and NUMERAL_NAME.match(text, found.start(3)):
        return _digit(first) / 10, found.end(2)  # 「姜两块五八角四块」
    if zero or second:
        if fen or _ends(text, found.end()):
            digits = (Decimal(0), _digit(first)) if zero else (_digit(first), _digit(second))
            return digits[0] / 10 + digits[1] / 100, found.end()
        if zero or (second.isdigit() and second.isascii()):
            return Decimal(0), at
    end = found.end(2)
    return (_digit(first) / 10, end) if _ends(text, end) else (Decimal(0), at)


def _ends(text: str, at: int) -> bool:
    """Whether the digits end here, so that neither a longer number, a count nor a name (2B铅笔) follows."""
    behind = text[at : at + 1]
    is_name = behind.isascii() and behind.isalpha() and text[at - 1].isascii()
    return behind not in _NUMBER_GOES_ON and not is_name and not is_measure(text, at)


def _read_bare(text: str, match: re.Match[str]) -> AmountMention | None:
    start, end = match.span("run")
    run = match["run"]
    if NUMERAL_NAME.match(text, end - 1):
        run, end = run[:-1], end - 1
    elif is_measure(text, match.end()):
        if not (run[-1] in "一两" and _follows_a_noun(text, start)):
            return None
        run, end = run[:-1], end - 1
    else:
        end = match.end()
    if not _may_be_bare(text, start, end, run):
        return None
    number = _number(run, match["hedge"], match["scale"])
    if number is None and match["hedge"] != "好几" and not _VAGUE.search(run):
        return None
    return _mention(text, match.start(), end, number, is_explicit=False)


def _follows_a_noun(text: str, at: int) -> bool:
    """Whether a noun probably precedes: true for 「打车二十一杯奶茶」, where 二十 is a price; false for 「买了二十一个鸡蛋」."""
    return at > 0 and text[at - 1] not in "了买要点吃喝订装有共，。、；？"


def _may_be_bare(text: str, start: int, end: int, run: str) -> bool:
    """Whether a numeral without a unit may be money at this place."""
    before, after = text[max(start - 1, 0) : start], text[end : end + 1]
    if run.isascii():
        is_code = before.isascii() and before.isalpha() and not text[max(start - 2, 0) : start].isupper()
        is_place = before in _TO_A_PLACE and after not in _CLOSING
        return not (is_code or is_place or (after.isascii() and after.isalpha())) and len(run) < _LONGEST_BARE
    if all(character in _SINGLE for character in run):
        # 五 alone is an amount only as the last word of a clause; 三五 and 幺二零 are never amounts.
        return len(run) == 1 and run in DIGITS and after in _CLOSING and before not in _NOT_BEFORE_ONE
    return run not in _NO_NUMBERS


def _number(run: str, hedge: str | None, scale: str | None) -> Decimal | None:
    if run == "半":
        return Decimal("0.5")
    number = value_of(run)
    if number is None or hedge == "好几":
        return None
    return number * (MULTIPLIERS.get(scale) or SECTIONS[scale]) if scale else number


def _mention(text: str, start: int, end: int, number: Decimal | None, *, is_explicit: bool) -> AmountMention:
    trailer = _TRAILER.match(text, end)
    amount = None if number is None else Money.from_yuan(number)
    is_too_large = number is not None and number * FEN_PER_YUAN > MAX_FEN
    return AmountMention(start, trailer.end() if trailer else end, amount, is_explicit, is_too_large)


def _digit(character: str) -> Decimal:
    return Decimal(DIGITS[character] if character in DIGITS else int(character))
