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
from voiced.language.questions.periods import find_periods
from voiced.language.questions.subjects import KnownSubject, SubjectNames, subject_names
from voiced.language.questions.wordings import in_known_order
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
_WEEKENDS_ALONE = expression(r"[只光就单](?:算|看|要|数|记)?(?:了|的)?(?=周末|工作日|平时|平日)")
"""Of a longer period the rows of some days of each week, which no period is."""


def tokens_of(text: str, vocabulary: Vocabulary, now: datetime) -> tuple[Token, ...] | None:
    """The words of normalised text by kind; None if an amount in it bounds nothing, or if it asks for the weekends of a period."""
    if _WEEKENDS_ALONE.search(text):
        return None
    names = subject_names(vocabulary)
    text = in_known_order(text, names)
    written = () if _OF_WRITING.isdisjoint(text) else tuple(_WRITTEN.finditer(text))
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


_OF_WRITING = frozenset("写标备带叫")
_WRITTEN = expression(
    r"(?:(?:账[上里]头?|描述里?|备注里?|名字里?|凡是?)+)?(?:(?:写|标|备注)(?:着|了|有)?|带着?|叫)(?P<name>[\u4e00-\u9fff]{2,6}?)(?:[两俩三四几]个?字样?儿?|字样)的?(?:那些|这些)?"
    r"|(?:(?:账[上里]头?|描述里?|备注里?|名字里?|凡是?)+)?写(?:着|了)(?P<other>[\u4e00-\u9fff]{2,4})的(?:那些|这些)?"
)


def _as_written(name: str) -> KnownSubject:
    """The rows with these very words in the description: 账上写着青岛两个字的."""
    return KnownSubject(Subject(name, (), (name,)), TransactionType.EXPENSE, is_owner=True)


def _without_days(text: str, now: datetime) -> str:
    """The text with pauses for its periods, whose numbers are no amounts: 二十一到二十七号."""
    for one in find_periods(text, now):
        if _CALENDAR.search(text, one.start, one.end):
            text = f"{text[: one.start]}{'，' * (one.end - one.start)}{text[one.end :]}"
    return text


def _as_pauses(words: re.Match[str]) -> str:
    return "，" * len(words.group())


_COUNTED_ROWS = expression(
    r"(?<=[近后新的前大贵])[一二两三四五六七八九十\d]+(?=[笔条次回])|(?<=前)[二两三四五六七八九十\d]+(?=$|[，个名大])"
)
"""最近十笔 are ten rows, not ten yuan."""
_CALENDAR = expression("[号日月]")


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
        waiting = [one for one in waiting if one[0] >= at]
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
