"""The rows of a model's value: each name, amount and day of it is found in the words, or in the question before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from msgspec import Struct

from voiced.domain.money import Money
from voiced.domain.question import AskedRows, LedgerQuestion, Measure, Period, Subject
from voiced.domain.question_value import RowsValue
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import Vocabulary
from voiced.language.names.categories import match_category
from voiced.language.numbers.amounts import find_amounts, parse_amount
from voiced.language.questions.bounds import Bounds
from voiced.language.questions.chatter import core, sounds_like_a_time
from voiced.language.questions.comparisons import same_span
from voiced.language.questions.directions import EXPENSE, INCOME
from voiced.language.questions.follow_ups import seen_from
from voiced.language.questions.named import united
from voiced.language.questions.parts import ONE_ROW, Parts
from voiced.language.questions.period_rules import month_of
from voiced.language.questions.periods import whole_ledger
from voiced.language.questions.rows_asked import narrowest, period_of
from voiced.language.questions.said_days import days_named, said_period
from voiced.language.questions.subjects import KnownSubject, subject_names, unknown_subject
from voiced.language.questions.tokens import Token, TokenKind
from voiced.language.questions.unions import is_act_of_another, is_union
from voiced.language.text.expression import expression
from voiced.language.text.spelling import normalise

_OF_ANY_TYPE = frozenset({Measure.COUNT, Measure.LISTED, Measure.LATEST, Measure.EARLIEST, Measure.WHETHER})
_MOVES = expression("[转还取提充存借]")
_ADDS = expression("算上|[都也]算|[啥什]么?的|那些|之类|加|一起|一块|连|拢")
_AROUND = "买吃喝坐打交缴付的费钱"
"""Around a name these tell no narrower thing: 买衣服, 停车费."""
_LATELY = expression("最?近")
_TELLS_CATEGORY = frozenset({TokenKind.EARNED, TokenKind.MOVED, TokenKind.UNKNOWN})
_MOST_OWNERS = 2
_SIDES = 2
_COUNTED = 5
_TO = expression("[到至]")


class SaidWords(Struct, frozen=True):
    """The words of a question, and what the question before was about.

    Attributes:
        tokens: with each name of the value as one.
        believed: whether a time that no rule reads may be talk beside a period that rules read.
    """

    said: str
    tokens: Sequence[Token]
    vocabulary: Vocabulary
    today: date
    before: LedgerQuestion | None
    believed: bool

    @property
    def question(self) -> Sequence[Token]:
        """The words of the question itself, without remarks if the model is believed."""
        return core(self.tokens) if self.believed else self.tokens

    @property
    def kinds(self) -> frozenset[TokenKind]:
        """The kinds of the words."""
        return frozenset(token.kind for token in self.tokens)

    @property
    def periods(self) -> list[Period]:
        """The periods that rules read, without those in remarks of a believed model's question."""
        return [token.meaning for token in self.question if isinstance(token.meaning, Period)]

    @property
    def bounds(self) -> list[Bounds]:
        """The bounds of amounts that rules read."""
        return [token.meaning for token in self.tokens if isinstance(token.meaning, Bounds)]

    @property
    def rows_before(self) -> list[AskedRows]:
        """The rows of the question before, and those that it compared with."""
        if self.before is None:
            return []
        return [self.before.rows, *([] if self.before.against is None else [self.before.against])]


class NamedRows(Struct, frozen=True):
    """The subjects that a value names; `together` are those that each row has to fit."""

    subjects: tuple[KnownSubject, ...]
    together: tuple[Subject, ...]
    without: Subject | None
    accounts: tuple[str, ...]


def named_rows(value: RowsValue, words: SaidWords) -> NamedRows | None:
    """The names of a value; None if one was not said, or if a name both counts and does not."""
    categories = _subjects(value.categories, words)
    things = _subjects([name for name in value.words if not _account(name, words)], words)
    without = _subjects(value.without, words)
    accounts = [_account(name, words) for name in value.accounts]
    accounts += [account for name in value.words if (account := _account(name, words))]
    if categories is None or things is None or without is None:
        return None
    subjects = tuple(dict.fromkeys((*categories, *things)))
    together = _together(categories, things, words)
    left_out = united(known.subject for known in without) if without else None
    if together is None or left_out in together or not all(accounts):
        return None
    return NamedRows(subjects, together, left_out, tuple(dict.fromkeys(one for one in accounts if one)))


def _subjects(names: Iterable[str], words: SaidWords) -> list[KnownSubject] | None:
    found = [_subject(normalise(name), words) for name in names]
    return None if None in found else list(dict.fromkeys(one for one in found if one))


def _subject(name: str, words: SaidWords) -> KnownSubject | None:
    """The subject of a name, as rules read the words that name it."""
    known = subject_names(words.vocabulary).known.get(name)
    said = [(token.text, token.meaning) for token in words.tokens if isinstance(token.meaning, KnownSubject)]
    for text, one in said:
        if name in (text, one.subject.label):
            return one
    before = [
        KnownSubject(subject, rows.type, bool(subject.categories))
        for rows in words.rows_before
        for subject in (*rows.subjects, *([] if rows.without is None else [rows.without]))
    ]
    for one in before:
        if name in (one.subject.label, *one.subject.categories):
            return one
    for one in (*(one for _, one in said), *before):
        if _names(name, one.subject, words.vocabulary):
            return one
    if known is not None and known.is_category and {*name} <= {*words.said}:
        return known  # 给家里寄了多少 for 寄家里.
    if known is not None and known.is_category and _is_told_by_a_verb(name, words):
        return known
    if not _is_split(name, words.said):
        return None
    of_one_character = Subject(f"写着{name}的", (), (name,)) if words.believed and len(name) == 1 else None
    unknown = unknown_subject(name) or of_one_character
    return known or (unknown and KnownSubject(unknown))


def _is_told_by_a_verb(name: str, words: SaidWords) -> bool:
    """Whether a word that is no name tells the category: 退款 in 「淘宝给我退了多少」."""
    told = (token.text for token in words.tokens if token.kind in _TELLS_CATEGORY)
    return any(
        match_category(text, of_type, words.vocabulary) == name
        for text in told
        for of_type in (EXPENSE, INCOME)
    )


def _is_split(name: str, said: str) -> bool:
    """Whether the words hold the name, perhaps with a number between its verb and its noun: 游了几次泳."""
    if name in said:
        return True
    verb, noun = name[:1], name[1:]
    ends = (
        (at + 1, said.find(noun, at + 1)) for at, character in enumerate(said) if character == verb and noun
    )
    return any(0 < end - start <= _COUNTED and set("几多") & {*said[start:end]} for start, end in ends)


def _names(name: str, subject: Subject, vocabulary: Vocabulary) -> bool:
    words = (subject.label, *subject.words)
    if name in subject.categories or any(name in word or name.strip(_AROUND) == word for word in words):
        return True
    known = subject_names(vocabulary).known.get(name)
    if known is not None and {*known.subject.categories} & {*subject.categories}:
        return True
    return any(
        match_category(word, of_type, vocabulary) == name for word in words for of_type in (EXPENSE, INCOME)
    )


def _account(name: str, words: SaidWords) -> str | None:
    """The account of a name that was said."""
    said = [(token.text, str(token.meaning)) for token in words.tokens if token.kind is TokenKind.ACCOUNT]
    said += [(account, account) for rows in words.rows_before for account in rows.accounts]
    return next((account for text, account in said if name in (text, account)), None)


def _together(
    categories: Sequence[KnownSubject], things: Sequence[KnownSubject], words: SaidWords
) -> tuple[Subject, ...] | None:
    """The subjects that narrow each other, unless the words add them up; None if that is open."""
    every = tuple(dict.fromkeys((*categories, *things)))
    stated = [
        token for token in words.tokens if token.kind is not TokenKind.SUBJECT or token.meaning in every
    ]
    are_added = is_union(stated) or _ADDS.search(words.said) is not None
    if are_added and not is_act_of_another(stated):
        many = len(things) + bool(categories) > _MOST_OWNERS
        is_of_another = many and any(known.is_owner for known in things)
        return None if is_of_another else tuple([united(known.subject for known in every)] if every else [])
    groups = [categories, *([known] for known in things)]
    return tuple(dict.fromkeys(united(known.subject for known in group) for group in groups if group))


def type_said(
    stated: TransactionType | None, named: NamedRows, measure: Measure, words: SaidWords
) -> TransactionType | bool | None:
    """The type of the rows; False if the words tell another direction."""
    kinds, types = words.kinds, {known.type for known in named.subjects}
    before = {rows.type for rows in words.rows_before}
    earns = TokenKind.EARNED in kinds
    spends = TokenKind.SPENT in kinds
    names_spending = any(known.is_category for known in named.subjects)
    # 「淘宝的呢」 behind what was given back.
    keeps_income = before == {INCOME} and not (spends or names_spending)
    match stated:
        case TransactionType.INCOME:
            return stated if earns or types - {EXPENSE} or stated in before else False
        case TransactionType.EXPENSE:
            is_open = keeps_income or (not words.believed and types == {None} and not spends)
            is_other = (earns and not spends and EXPENSE not in types) or types == {INCOME} or is_open
            return False if is_other else stated
        case TransactionType.TRANSFER:
            return stated if stated in before or _MOVES.search(words.said) else False
        case None:
            is_bare = not (earns or spends or named.subjects)
            is_any = (earns and spends) or (TokenKind.RECORDED in kinds and not named.subjects)
            if (measure in _OF_ANY_TYPE and is_any) or (measure in ONE_ROW and is_bare):
                return None
            if words.before is not None and is_bare:
                return words.before.rows.type
            return INCOME if earns or types == {INCOME} or keeps_income else EXPENSE


def bounds_said(value: RowsValue, words: SaidWords) -> tuple[Bounds, ...] | None:
    """The bounds of a value; None if an amount was not said, or if the words bound the rows and the value does not."""
    least, most = value.at_least, value.at_most
    if least is None and most is None:
        return None if words.bounds else ()
    for one in words.bounds:
        if _is_near(least, one.at_least) and _is_near(most, one.at_most):
            return (one,)
    # 「两百以上五百以下」 bounds the rows twice.
    if len(words.bounds) == _SIDES:
        one, other = sorted(words.bounds, key=lambda bound: bound.at_least is None)
        is_split = other.at_least is None and one.at_most is None
        if is_split and _is_near(least, one.at_least) and _is_near(most, other.at_most):
            return (Bounds(0, 0, one.at_least, other.at_most),)
    known = {
        amount
        for mention in find_amounts(words.said)
        for amount in _amounts(words.said[mention.start : mention.end])
    }
    known |= {amount for rows in words.rows_before for amount in (rows.at_least, rows.at_most)}
    return (Bounds(0, 0, least, most),) if {least, most} <= known | {None} and not words.bounds else None


def _amounts(text: str) -> list[Money | None]:
    return [parse_amount(part) for part in _TO.split(text)]


def _is_near(stated: Money | None, bound: Money | None) -> bool:
    """Whether a bound is the stated amount; one that excludes its amount (超过一百) is a fen beside it."""
    if stated is None or bound is None:
        return stated is bound
    return abs(stated.fen - bound.fen) <= 1


def period_said(value: RowsValue, parts: Parts, measure: Measure, words: SaidWords) -> Period | None:
    """The period of a value with the name that was said; None if its days do not follow from the words or the question before."""
    named, today = words.periods, words.today
    is_vague = sounds_like_a_time(words.question)
    before = [rows.period for rows in words.rows_before]
    default = period_of(parts, measure, today)
    if value.first is None or value.last is None:
        is_one_row = measure in ONE_ROW and all(_LATELY.match(one.label) for one in named)
        ever = next((one for one in (*named, *before) if one.first == date.min), None)
        needs_days = is_vague or (before and measure is not Measure.BUDGET)
        if is_one_row and not is_vague:
            return whole_ledger(today)
        return ever if named or needs_days else default
    days = (value.first, value.last)
    if not is_vague or (words.believed and named):
        may_choose = words.believed or not named or measure is Measure.DIFFERENCE
        chosen = named if may_choose else [one for one in named if one == narrowest(named)]
        candidates = [*_periods(chosen, words)]
        if not named:
            candidates += before or ([] if default is None else [default])
        if measure is Measure.DIFFERENCE:
            candidates += [*before, Period("这个月", *month_of(today))]
        found = next((one for one in candidates if is_days_of(days, one, today)), None)
        if found is not None:
            return found
    bases = [*named, *before] or [Period("", *month_of(today))]
    return said_period(words.said, days, bases, today)


def _periods(named: Sequence[Period], words: SaidWords) -> Iterator[Period]:
    """The periods that were said, also as they are meant after the question before, and the same span of an earlier one."""
    yield from named
    if len(named) > 1:
        first, last = min(one.first for one in named), max(one.last for one in named)
        if sum((one.last - one.first).days + 1 for one in named) == (last - first).days + 1:
            yield Period(days_named(first, last, words.today), first, last)
    if words.believed:
        yield from (token.meaning for token in words.tokens if isinstance(token.meaning, Period))
    if words.before is not None:
        yield from (seen_from(one, words.before.rows.period) for one in named)
    if TokenKind.SAME_SPAN in words.kinds:
        this_month = Period("这个月", *month_of(words.today))
        for one in (*named, this_month):
            yield from (period for other in named for period in same_span(one, other, words.today))


def is_days_of(days: tuple[date, date], period: Period, today: date) -> bool:
    """Whether the days are those of a period; of a running one the days to come do not count."""
    cut = max(today, period.first)
    return days[0] == period.first and min(days[1], cut) == min(period.last, cut)
