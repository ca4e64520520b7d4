"""Half a question after an answer (那上个月呢, 其中打车呢, 都是什么): the question before it, with the named parts changed."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from msgspec import structs

from voiced.domain.question import LedgerQuestion, Measure
from voiced.domain.vocabulary import Vocabulary
from voiced.language.numbers.amounts import holds_amount
from voiced.language.questions.bounds import Bounds
from voiced.language.questions.reading import Parts, parts_of, question_of
from voiced.language.questions.subjects import KnownSubject
from voiced.language.questions.tokens import Kind
from voiced.language.text.expression import expression

_ASKS = expression(
    r"呢|怎么样|？|多少|几|什么|啥|哪|最|一共|总共|加起来|加一起|平均|占|比|明细|清单|吗|没$|^其中"
)
_OF_A_ROW = expression(r"第[一二三四五六七八九十\d]|[这那]笔|改|删|撤|刚才")
_LED_IN = expression(r"^(?:那么?|然后|还有|所以)，?")


def follow_up(
    text: str, before: LedgerQuestion, vocabulary: Vocabulary, now: datetime
) -> LedgerQuestion | None:
    """The question that 「昨天呢」, 「其中打车呢」 or 「都是什么」 asks after another one; None if the words are no such half."""
    if _OF_A_ROW.search(text) or holds_amount(text):
        return None
    parts = parts_of(_LED_IN.sub("", text), vocabulary, now)
    if parts is None or parts.has_unknown:
        return None
    is_period_alone = parts.kinds == frozenset({Kind.PERIOD})
    if not is_period_alone and (not _ASKS.search(text) or not _tells(parts)):
        return None
    question = question_of(_completed(parts, before), now)
    if question is not None and before.rows.type is None and not (parts.type or parts.subjects):
        return replace(question, rows=replace(question.rows, type=None))
    return question


def _tells(parts: Parts) -> bool:
    """Whether the words change anything."""
    names = parts.periods or parts.subjects or parts.accounts or parts.without
    return bool(names or parts.measure or parts.type or Kind.IN_ALL in parts.kinds)


def _completed(parts: Parts, before: LedgerQuestion) -> Parts:
    """The parts of half a question; what it leaves out is as in the question before."""
    rows = before.rows
    names = bool(parts.periods or parts.subjects or parts.accounts)
    sums = Kind.IN_ALL in parts.kinds or (parts.type is not None and not names)
    measure = parts.measure or (Measure.TOTAL if sums else before.measure)
    periods = parts.periods or (rows.period,)
    if measure is Measure.DIFFERENCE and len(periods) == 1 and parts.periods:
        periods = (rows.period, *periods)
    is_other_type = parts.type is not None and parts.type is not rows.type and not parts.subjects
    kept = () if is_other_type else tuple(KnownSubject(subject, rows.type) for subject in rows.subjects)
    adds = Kind.WITHIN in parts.kinds
    return structs.replace(
        parts,
        measure=measure,
        kinds=parts.kinds | {Kind.SPENT, Kind.COMPARE}
        if measure is Measure.DIFFERENCE
        else parts.kinds | {Kind.SPENT},
        periods=periods,
        subjects=(*kept, *parts.subjects) if adds else parts.subjects or kept,
        accounts=parts.accounts or ((rows.account,) if rows.account else ()),
        bounds=_bounds(before),
        type=parts.type or (None if parts.subjects else rows.type),
        grouping=parts.grouping or before.grouping,
        unit=parts.unit if parts.measure else before.unit,
        without=parts.without or rows.without,
    )


def _bounds(before: LedgerQuestion) -> tuple[Bounds, ...]:
    least, most = before.rows.at_least, before.rows.at_most
    return () if least is None and most is None else (Bounds(0, 0, least, most),)
