"""The words of a question by their kinds, found from left to right.

Words of no kind and of no list are left over. A question with left-over words that cannot be a name is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from enum import Enum, auto

import msgspec
from msgspec import Struct

from voiced.domain.question import Period, Subject
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import Vocabulary
from voiced.language.questions.bounds import Bounds, find_bounds
from voiced.language.questions.dialects import in_standard_words
from voiced.language.questions.periods import find_periods
from voiced.language.questions.subjects import KnownSubject, SubjectNames, subject_names
from voiced.language.text.expression import expression
from voiced.packaged import packaged_text


class TokenKind(Enum):
    """The part that words play in a question."""

    PERIOD = auto()
    SUBJECT = auto()
    ACCOUNT = auto()
    BOUNDS = auto()
    UNKNOWN = auto()
    LEAD = auto()
    FILLER = auto()
    PAUSE = auto()
    BUDGET = auto()
    SHARE = auto()
    BALANCE = auto()
    SEVERAL = auto()
    COMPARE = auto()
    SAME_SPAN = auto()
    DIFFER = auto()
    MORE = auto()
    WHICH_ONE = auto()
    LATEST = auto()
    EARLIEST = auto()
    WHEN = auto()
    MOST = auto()
    LEAST = auto()
    OF_ROW = auto()
    BY_CATEGORY = auto()
    BY_ACCOUNT = auto()
    BY_SHOP = auto()
    BY_DAY = auto()
    BY_MONTH = auto()
    BY_WEEK = auto()
    DAYS_OFF = auto()
    EACH_WEEK = auto()
    EACH_DAY = auto()
    EACH_CATEGORY = auto()
    EACH_MONTH = auto()
    EACH_ACCOUNT = auto()
    WHERE_TO = auto()
    AVERAGE = auto()
    PER_DAY = auto()
    PER_WEEK = auto()
    PER_MONTH = auto()
    PER_ROW = auto()
    DONE_OR_NOT = auto()
    WHETHER = auto()
    COUNT = auto()
    LIST = auto()
    HOW_MUCH = auto()
    IN_ALL = auto()
    SPENT = auto()
    EARNED = auto()
    MOVED = auto()
    INTO = auto()
    RECORDED = auto()
    AND = auto()
    OR = auto()
    EVER = auto()
    THAT_TIME = auto()
    WITHOUT = auto()
    WITHIN = auto()
    OF_KIND = auto()
    APART = auto()
    REPAIR = auto()
    PAYEE = auto()
    REST = auto()


NAMES = frozenset({TokenKind.SUBJECT, TokenKind.ACCOUNT})
ASKS = frozenset(
    {
        TokenKind.HOW_MUCH, TokenKind.COUNT, TokenKind.WHETHER, TokenKind.DONE_OR_NOT, TokenKind.LIST, TokenKind.WHEN, TokenKind.SHARE, TokenKind.MOST, TokenKind.LEAST, TokenKind.WHERE_TO,
        TokenKind.BY_CATEGORY, TokenKind.BY_ACCOUNT, TokenKind.BY_SHOP, TokenKind.BY_DAY, TokenKind.BY_MONTH, TokenKind.BY_WEEK, TokenKind.DAYS_OFF,
    }
)  # fmt: skip
"""Kinds that ask: words behind the last of them are an afterthought."""


class Token(Struct, frozen=True):
    """Words of one kind, with what they stand for."""

    kind: TokenKind
    text: str
    meaning: Period | KnownSubject | Bounds | str | None = None


class _Forms(Struct, frozen=True, forbid_unknown_fields=True):
    """The file of forms: an expression a line for each kind."""

    VERB: str
    MUCH: str
    ROW: str
    forms: dict[str, str]


def _expression_of(forms: _Forms) -> str:
    """One expression with a group for each kind."""
    shared = {f"<{name}>": getattr(forms, name) for name in ("VERB", "MUCH", "ROW")}
    groups = list[str]()
    for kind, lines in forms.forms.items():
        form = "|".join(lines.split())
        for name, words in shared.items():
            form = form.replace(name, words)
        groups.append(f"(?P<{TokenKind[kind].name}>{form})")
    return "|".join(groups)


_TOKENS = expression(
    _expression_of(
        msgspec.toml.decode(packaged_text("voiced.language", "tables/asked_forms.toml"), type=_Forms)
    )
)
_KINDS = {kind.name: kind for kind in TokenKind}
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
"""信用卡上个月还了多少."""
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
_WEEKENDS_ALONE = expression(r"[只光就单](?:算|看|要|数|记)?(?:了|的)?(?=周末|工作日|平时|平日)")
"""Of a longer period the rows of some days of each week, which no period is."""
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


def tokens_of(text: str, vocabulary: Vocabulary, now: datetime) -> tuple[Token, ...] | None:
    """The words of normalised text by kind; None if an amount in it bounds nothing, or if it asks for the weekends of a period."""
    text = _NOT_COUNTED.sub(r"不算\g<thing>，", in_standard_words(text))
    text = _SUM_AGAIN.sub("", text)
    text = _ALSO_COUNTED.sub("", _ON_BODY.sub("，", text))
    if _WEEKENDS_ALONE.search(text):
        return None
    names = subject_names(vocabulary)
    text = _WEEK_AND_BOUND.sub(r"\g<week>，", _SAID_AGAIN.sub("", text))
    text = _DAYS_OFF.sub("上班休息", text)
    text = without_false_amounts(_AVERAGE_OF_ONE.sub(r"\g<average>每\g<unit>", text))
    for split_verb in (_SPLIT_VERB, _VERB_BEHIND, _DRAWN):
        text = split_verb.sub(
            lambda split: _rejoined(split["verb"], split["count"], split["noun"], names), text
        )
    text = _DONE_WHEN.sub(r"\g<done>", _ECHO.sub(r"\g<noun>\g<between>", text))
    text = _EATEN.sub(lambda told: _as_food(told, names), text)
    text = _REPAID.sub(r"\g<between>还信用卡", text)
    written = tuple(_WRITTEN.finditer(text))
    bounds = find_bounds(text)
    if bounds is None:
        bounds = find_bounds(_COUNTED_ROWS.sub(_as_pauses, _without_days(text, now)))
    if bounds is None:
        return None
    days = text
    for one in bounds:
        days = f"{days[: one.start]}{'，' * (one.end - one.start)}{days[one.end :]}"
    fixed: list[tuple[int, int, TokenKind, Period | Bounds | KnownSubject]] = [
        *((one.start, one.end, TokenKind.PERIOD, one.period) for one in find_periods(days, now)),
        *((one.start, one.end, TokenKind.BOUNDS, one) for one in bounds),
        *(
            (one.start(), one.end(), TokenKind.SUBJECT, _as_written(one["name"] or one["other"]))
            for one in written
        ),
    ]
    return tuple(_scanned(text, sorted(fixed, key=lambda one: one[:2]), names, _accounts(vocabulary)))


_WRITTEN = expression(
    r"(?:(?:账[上里]头?|描述里?|备注里?|名字里?|凡是?)+)?(?:(?:写|标|备注)(?:着|了|有)?|带着?|叫)(?P<name>[\u4e00-\u9fff]{2,6}?)(?:[两俩三四几]个?字样?儿?|字样)的?(?:那些|这些)?"
    r"|(?:(?:账[上里]头?|描述里?|备注里?|名字里?|凡是?)+)?写(?:着|了)(?P<other>[\u4e00-\u9fff]{2,4})的(?:那些|这些)?"
)


def _as_written(name: str) -> KnownSubject:
    """The rows with these very words in the description: 账上写着青岛两个字的."""
    return KnownSubject(Subject(name, (), (name,)), TransactionType.EXPENSE, is_owner=True)


def without_false_amounts(text: str) -> str:
    """The text with other words for those that sound like one yuan: 打车这一块."""
    return _NO_AMOUNT.sub(lambda told: _NO_AMOUNTS[told.group()[0]], text)


def _without_days(text: str, now: datetime) -> str:
    """The text with pauses for its periods, whose numbers are no amounts: 二十一到二十七号."""
    for one in find_periods(text, now):
        if _CALENDAR.search(text, one.start, one.end):
            text = f"{text[: one.start]}{'，' * (one.end - one.start)}{text[one.end :]}"
    return text


_EATEN = expression("吃的(?:那[个种])?(?=[\u4e00-\u9fff]{2})")
_FOOD = "吃的那个"


def _as_food(told: re.Match[str], names: SubjectNames) -> str:
    """吃的 before a thing as the name of all food: 吃的苹果, and no phone."""
    thing = names.longest_at(told.string, told.end())
    return _FOOD if thing and not thing[1].is_category and not thing[1].is_owner else told.group()


def _as_pauses(words: re.Match[str]) -> str:
    return "，" * len(words.group())


_COUNTED_ROWS = expression(
    r"(?<=[近后新的前大贵])[一二两三四五六七八九十\d]+(?=[笔条次回])|(?<=前)[二两三四五六七八九十\d]+(?=$|[，个名大])"
)
"""最近十笔 are ten rows, not ten yuan."""
_CALENDAR = expression("[号日月]")


def _rejoined(verb: str, count: str, noun: str, names: SubjectNames) -> str:
    """「打了几次车」 as 「打车几次」, 「喝了几杯咖啡」 as 「咖啡几杯」."""
    thing = f"{verb}{noun}"
    return f"{thing if thing in names.known or noun not in names.known else noun}，{count}"


def _scanned(
    text: str,
    fixed: Sequence[tuple[int, int, TokenKind, Period | Bounds | KnownSubject]],
    names: SubjectNames,
    accounts: dict[str, str],
) -> list[Token]:
    tokens: list[Token] = []
    waiting = list(fixed)
    at = unknown = 0

    def flush(end: int) -> None:
        if unknown < end:
            tokens.append(Token(TokenKind.UNKNOWN, text[unknown:end]))

    while at < len(text):
        while waiting and waiting[0][0] < at:
            waiting.pop(0)
        if waiting and waiting[0][0] == at:
            flush(at)
            _, end, kind, meaning = waiting.pop(0)
            tokens.append(Token(kind, text[at:end], meaning))
            at = unknown = end
            continue
        limit = waiting[0][0] if waiting else len(text)
        end, token = _next(text, at, limit, names, accounts)
        if token is None:
            at += 1
        else:
            flush(at)
            tokens.append(token)
            at = unknown = end
    flush(len(text))
    return tokens


def _next(
    text: str, at: int, limit: int, names: SubjectNames, accounts: dict[str, str]
) -> tuple[int, Token | None]:
    """The token at a place, which ends before `limit`: of a name and other words, the longer one."""
    form = _TOKENS.match(text, at, limit)
    named = names.longest_at(text, at)
    if (
        named
        and (later := names.longest_at(text, at + 1) if at + 1 < len(text) else None)
        and named[0] < later[0] <= limit
        and not _spends(text, named[0])
    ):
        named = None
    account = next(
        (name for name in accounts if text.startswith(name, at) and not _is_cut(text, at, name, accounts)),
        None,
    )
    ends = (
        form.end() if form else 0,
        at + len(account) if account else 0,
        named[0] if named and named[0] <= limit else 0,
    )
    best = max(ends)
    if not best:
        return at, None
    if account and ends[1] == best:
        return best, Token(TokenKind.ACCOUNT, account, accounts[account])
    if named and ends[2] == best and not (form and ends[0] == best and form.lastgroup in _BEFORE_NAMES):
        return best, Token(TokenKind.SUBJECT, text[at:best], named[1])
    kind = (
        next(
            name for name in (form.lastgroup, *form.groupdict()) if name in _KINDS and form[name] is not None
        )
        if form
        else ""
    )
    return best, Token(_KINDS[kind], text[at:best])


def _spends(text: str, at: int) -> bool:
    """Whether a verb of spending stands there: 「奶茶花了多少」 asks for 奶茶, and not for 茶花."""
    form = _TOKENS.match(text, at)
    return form is not None and form.lastgroup == TokenKind.SPENT.name


def _is_cut(text: str, at: int, name: str, accounts: dict[str, str]) -> bool:
    """Whether the end of a name is the beginning of the next one: 微信支付 in 微信支付宝."""
    return any(
        text.startswith(other, at + start)
        for other in accounts
        for start in range(1, len(name))
        if start + len(other) > len(name)
    )


_BEFORE_NAMES = frozenset({"FILLER", "BUDGET", "BALANCE", "COUNT", "LIST"})
"""Kinds whose words are no names even where a list has them."""


def _accounts(vocabulary: Vocabulary) -> dict[str, str]:
    """The names of accounts, longest first, and what the ledger calls them."""
    names = {
        word: account.name for account in vocabulary.accounts for word in (account.name, *account.keywords)
    }
    return {word: names[word] for word in sorted(names, key=len, reverse=True)}
