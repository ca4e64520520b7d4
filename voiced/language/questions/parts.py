"""The parts of a question as they were said: its measure, periods, subjects, accounts, bounds, and the way of the money.

Words that are left over, and parts that do not belong to the measure, make the question one that cannot be answered.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from msgspec import Struct, structs

from voiced.domain.question import Grouping, Measure, Period, Subject, Unit
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import Vocabulary
from voiced.language.numbers.numerals import value_of
from voiced.language.questions.bounds import Bounds
from voiced.language.questions.directions import (
    OF_A_BALANCE,
    asks_twice,
    compares_directions,
    direction,
    gives_back,
    subtracts,
)
from voiced.language.questions.idle_words import with_denied, without_afterthoughts, without_idle_words
from voiced.language.questions.named import Subjects, is_bare_act, named_subjects
from voiced.language.questions.remarks import corrected, without_remarks, without_tellings
from voiced.language.questions.shapes import (
    CHOOSES,
    CHOOSES_THINGS,
    EACH,
    GROUPS,
    OF_GROUPS,
    UNITS,
    Shape,
    groupings_of,
    shape_of,
)
from voiced.language.questions.subjects import KnownSubject, is_guess
from voiced.language.questions.tokens import Token, TokenKind, tokens_of
from voiced.language.questions.unions import sums
from voiced.language.text.expression import expression


class Parts(Struct, frozen=True):
    """The parts of a question as they were said, before defaults fill the missing ones.

    Attributes:
        measure: None if the words name none.
        kinds: the kinds of all words.
        periods: two of a comparison.
        subjects: of a SHARE the part before the whole.
        type: None if the words tell no direction.
        sums: the subjects that are added up, in sets that narrow each other: 爸爸, 配眼镜加看牙. Empty if none are.
        without: what does not count.
        has_unknown: whether a subject is a word of no list, which is looked for in the descriptions.
        adds_accounts: whether several accounts are added up.
        limit: so many rows are asked for (最大的三笔), and `skip` before them are not (第三大的).
        figure: of each group.
        is_bare_act: whether a verb tells a thing that nothing names (跑了几单).
    """

    measure: Measure | None
    kinds: frozenset[TokenKind]
    periods: tuple[Period, ...]
    subjects: tuple[KnownSubject, ...]
    accounts: tuple[str, ...]
    bounds: tuple[Bounds, ...]
    type: TransactionType | None
    grouping: Grouping | None = None
    unit: Unit = Unit.ROW
    sums: tuple[Subject, ...] = ()
    without: Subject | None = None
    has_unknown: bool = False
    adds_accounts: bool = False
    limit: int = 1
    is_bare_act: bool = False
    skip: int = 0
    figure: Measure = Measure.TOTAL


_ALWAYS = frozenset(
    {
        TokenKind.PERIOD, TokenKind.SUBJECT, TokenKind.ACCOUNT, TokenKind.BOUNDS, TokenKind.UNKNOWN, TokenKind.FILLER, TokenKind.LEAD, TokenKind.PAUSE,
        TokenKind.SPENT, TokenKind.EARNED, TokenKind.MOVED, TokenKind.INTO, TokenKind.RECORDED, TokenKind.IN_ALL, TokenKind.AND, TokenKind.EVER, TokenKind.THAT_TIME, TokenKind.WITHOUT, TokenKind.PAYEE, TokenKind.OF_KIND, TokenKind.APART, TokenKind.REST,
    }
)  # fmt: skip
"""Kinds that any question may hold."""
_ROW_WORDS = frozenset(
    {
        TokenKind.OF_ROW,
        TokenKind.SEVERAL,
        TokenKind.PER_ROW,
        TokenKind.LIST,
        TokenKind.HOW_MUCH,
        TokenKind.WITHIN,
        TokenKind.WHICH_ONE,
    }
)
# In the order of the search: the kind that tells the measure, and the kinds that it may stand beside.
_MEASURES: tuple[tuple[frozenset[TokenKind], Measure, frozenset[TokenKind]], ...] = (
    (frozenset({TokenKind.BUDGET}), Measure.BUDGET, frozenset({TokenKind.BALANCE, TokenKind.HOW_MUCH, TokenKind.WHETHER, TokenKind.BY_CATEGORY, TokenKind.LIST, TokenKind.SHARE, TokenKind.PER_DAY})),
    (frozenset({TokenKind.SHARE}), Measure.SHARE, frozenset({TokenKind.HOW_MUCH, TokenKind.WITHIN})),
    (
        frozenset({TokenKind.COMPARE, TokenKind.DIFFER}),
        Measure.DIFFERENCE,
        frozenset({TokenKind.MORE, TokenKind.SAME_SPAN, TokenKind.HOW_MUCH, TokenKind.WHETHER, TokenKind.OR, TokenKind.WHICH_ONE, TokenKind.COMPARE, TokenKind.DIFFER}),
    ),
    (
        CHOOSES,
        Measure.DIFFERENCE,
        frozenset({TokenKind.MORE, TokenKind.MOST, TokenKind.LEAST}),
    ),
    (frozenset({TokenKind.DAYS_OFF}), Measure.MOST, frozenset({TokenKind.MORE, TokenKind.MOST, TokenKind.OR, TokenKind.WHICH_ONE, TokenKind.HOW_MUCH})),
    (frozenset({TokenKind.BALANCE}), Measure.BALANCE, frozenset({TokenKind.HOW_MUCH, TokenKind.WHETHER, TokenKind.BALANCE, TokenKind.PER_MONTH, TokenKind.EACH_MONTH})),
    (
        frozenset({TokenKind.LATEST}),
        Measure.LATEST,
        _ROW_WORDS | {TokenKind.WHEN, TokenKind.BY_DAY, TokenKind.WHERE_TO, TokenKind.BY_ACCOUNT},
    ),
    (frozenset({TokenKind.EARLIEST}), Measure.EARLIEST, _ROW_WORDS | {TokenKind.WHEN, TokenKind.BY_DAY}),
    (frozenset({TokenKind.WHEN}), Measure.LATEST, _ROW_WORDS),
    (frozenset({TokenKind.MOST}), Measure.LARGEST, _ROW_WORDS | GROUPS),
    (frozenset({TokenKind.LEAST}), Measure.SMALLEST, _ROW_WORDS | GROUPS),
    (frozenset({TokenKind.SEVERAL}), Measure.LARGEST, _ROW_WORDS | GROUPS),
    (frozenset({TokenKind.WHERE_TO, TokenKind.BY_CATEGORY}), Measure.MOST, frozenset({TokenKind.LIST, TokenKind.BY_CATEGORY, TokenKind.EACH_CATEGORY, TokenKind.HOW_MUCH})),
    (EACH, Measure.EACH, frozenset({TokenKind.HOW_MUCH, TokenKind.LIST, TokenKind.COUNT})),
    (frozenset({TokenKind.AVERAGE, *UNITS}), Measure.AVERAGE, frozenset({TokenKind.HOW_MUCH, TokenKind.COUNT, TokenKind.AVERAGE, TokenKind.OF_ROW, *UNITS})),
    (frozenset({TokenKind.LIST}), Measure.LISTED, frozenset({TokenKind.WITHIN, TokenKind.WHETHER, TokenKind.OF_ROW})),
    (frozenset({TokenKind.COUNT}), Measure.COUNT, frozenset({TokenKind.WITHIN, TokenKind.OF_ROW})),
    (frozenset({TokenKind.WHETHER, TokenKind.DONE_OR_NOT}), Measure.WHETHER, frozenset({TokenKind.OF_ROW, TokenKind.WITHIN})),
    (frozenset({TokenKind.HOW_MUCH}), Measure.TOTAL, frozenset({TokenKind.WITHIN, TokenKind.OF_ROW})),
)  # fmt: skip
ONE_ROW = frozenset({Measure.LATEST, Measure.EARLIEST})
"""Measures of one row, which are about the whole ledger unless a period is named."""


def parts_of(text: str, vocabulary: Vocabulary, now: datetime) -> Parts | None:
    """The parts of a question in normalised text; None if words are left over or do not belong together."""
    tokens = tokens_of(text, vocabulary, now)
    return None if tokens is None else parts_of_tokens(tokens)


def parts_of_tokens(tokens: Sequence[Token]) -> Parts | None:
    """The parts that the words of a question make; None if they do not belong together."""
    tokens = without_idle_words(without_remarks(without_tellings(without_afterthoughts(corrected(tokens)))))
    tokens = _without_address(with_denied(without_remarks(tokens, is_open=True)))
    kinds = frozenset(token.kind for token in tokens)
    measure, may_hold = _measure(tokens, kinds)
    if measure is None and any(_READS.search(token.text) for token in tokens if token.kind in _SAYS):
        measure = Measure.LISTED  # 上个月的打车给我列一遍
    if TokenKind.WITHOUT in kinds and subtracts(tokens):
        tokens = [token for token in tokens if token.kind not in OF_A_BALANCE]
        kinds = frozenset(token.kind for token in tokens)
        measure, may_hold = Measure.BALANCE, frozenset({TokenKind.HOW_MUCH, TokenKind.WHETHER})
    if kinds - _ALWAYS - may_hold or (TokenKind.REST in kinds and TokenKind.WITHOUT not in kinds):
        return None
    if measure is Measure.DIFFERENCE and compares_directions(tokens):
        tokens = [token for token in tokens if token.kind not in (TokenKind.EARNED, TokenKind.SPENT)]
        measure = Measure.BALANCE
    if measure is Measure.TOTAL and TokenKind.EARNED in kinds and asks_twice(tokens):
        measure = Measure.BALANCE
    groupings = () if _means_a_row(tokens) else groupings_of(tokens)
    if groupings and measure in OF_GROUPS:
        measure = OF_GROUPS[measure]
    subjects = named_subjects(tokens)
    if subjects is None or (TokenKind.PAYEE in kinds and not subjects[0]):
        return None
    added = sums(tokens, subjects[0]) if len(subjects[0]) > 1 else ()
    if added is None:
        return None
    units = [UNITS[token.kind] for token in tokens if token.kind in UNITS]
    grouping = groupings[0] if groupings and (measure not in ONE_ROW or groupings == _WITH_WHAT) else None
    named, without = subjects
    if gives_back(tokens):
        named = tuple(known if known.is_category else structs.replace(known, type=None) for known in named)
    shape = shape_of(tokens, Shape(measure, grouping), named, _periods(tokens))
    if shape is None or (shape.grouping is Grouping.SERIES and _has_a_name_beside(tokens)):
        return None
    measure, grouping = shape.measure, shape.grouping
    if measure is Measure.SHARE and len(named) > 1:
        whole = _whole(tokens)
        if whole is None or len(named) > _PART_AND_WHOLE:
            return None
        named = tuple(sorted(named, key=lambda known: known.subject == whole))
    parts = _assembled(tokens, measure, grouping, units[0] if units else Unit.ROW, (named, without))
    return structs.replace(parts, sums=added, figure=shape.figure)


def _means_a_row(tokens: Sequence[Token]) -> bool:
    """Whether the dearest is asked for, which is one row: 最贵的是哪样, 最贵的那顿是哪天吃的. 哪天最贵的 is a day."""
    told = next((token for token in tokens if token.kind is TokenKind.MOST or token.kind in GROUPS), None)
    return told is not None and told.text == "最贵的"


def _has_a_name_beside(tokens: Sequence[Token]) -> bool:
    """Whether a thing stands beside things that are joined by 和: the gifts in 「外婆和公公谁给的红包多」 are no third side."""
    end = max((at for at, token in enumerate(tokens) if token.kind is TokenKind.MORE), default=len(tokens))
    joined = sum(token.kind is TokenKind.AND for token in tokens[:end]) + 1
    things = [token.meaning for token in tokens[:end] if isinstance(token.meaning, KnownSubject)]
    return 1 < joined < len({known.subject.label for known in things if not is_guess(known.subject)})


_WITH_WHAT = [Grouping.ACCOUNT]
"""Asked of one row, it is the account that the answer tells: 上次买手机用哪张卡付的."""


def _without_address(tokens: Sequence[Token]) -> Sequence[Token]:
    """The tokens without the person whom the speaker asks to look: 儿子，你给我查查."""
    words = [token for token in tokens[:3] if token.kind is not TokenKind.PAUSE]
    is_told = [token.kind for token in words[:2]] == [TokenKind.SUBJECT, TokenKind.LEAD]
    return tokens[1:] if is_told and words[1].text.startswith(("你", "帮", "给")) else tokens


_READS = expression("[念列]|[报讲][一给]|报报|讲讲")
_SAYS = frozenset({TokenKind.LEAD, TokenKind.FILLER})


def _assembled(
    tokens: Sequence[Token],
    measure: Measure | None,
    grouping: Grouping | None,
    unit: Unit,
    subjects: Subjects,
) -> Parts:
    kinds = frozenset(token.kind for token in tokens)
    if any(token.kind is TokenKind.MORE and _SPENDS.search(token.text) for token in tokens):
        kinds |= {TokenKind.SPENT}  # 多花了
    named, without = subjects
    return Parts(
        measure,
        kinds,
        _periods(tokens),
        named,
        tuple(dict.fromkeys(token.meaning for token in tokens if isinstance(token.meaning, str))),
        tuple(token.meaning for token in tokens if isinstance(token.meaning, Bounds)),
        direction(tokens),
        grouping,
        unit,
        (),
        without,
        TokenKind.UNKNOWN in kinds,
        bool(kinds & {TokenKind.AND, TokenKind.IN_ALL}) and TokenKind.APART not in kinds,
        _limit(tokens),
        not named and is_bare_act(tokens),
        _place(tokens) - 1,
    )


_SPENDS = expression("[花用吃付]")
_NUMBER = expression(r"\d+|[二两三四五六七八九十]+")


def _limit(tokens: Sequence[Token]) -> int:
    """The number of rows of 最大的三笔; 1 without a number."""
    said = (_NUMBER.search(token.text) for token in tokens if token.kind in _COUNTED)
    return next((int(value_of(number.group()) or 1) for number in said if number), 1)


def _place(tokens: Sequence[Token]) -> int:
    """The place of a row in its order: 3 of 第三大的; 1 without a number."""
    said = (_NUMBER.search(token.text) for token in tokens if token.kind in _EXTREME and "第" in token.text)
    return next((int(value_of(number.group()) or 1) for number in said if number), 1)


_EXTREME = frozenset({TokenKind.MOST, TokenKind.LEAST})
_COUNTED = frozenset(
    {TokenKind.SEVERAL, TokenKind.LATEST, TokenKind.BY_CATEGORY, TokenKind.BY_MONTH, TokenKind.BY_DAY}
)


def _periods(tokens: Sequence[Token]) -> tuple[Period, ...]:
    """The periods in order. The same days are named once, and by their first name: 二月份过年那个月."""
    named: dict[tuple[date, date], Period] = {}
    for token in tokens:
        if isinstance(token.meaning, Period):
            named.setdefault((token.meaning.first, token.meaning.last), token.meaning)
    return tuple(named.values())


_PART_AND_WHOLE = 2


def _whole(tokens: Sequence[Token]) -> Subject | None:
    """The subject of which a share is asked: 吃饭 in 「外卖占吃饭多少」 and 「吃饭里外卖占多少」; None if the words leave it open."""
    kinds = [token.kind for token in tokens]
    share = kinds.index(TokenKind.SHARE)
    nearest = iter(tokens[share:])
    if TokenKind.WITHIN in kinds[:share]:
        nearest = reversed(tokens[: kinds.index(TokenKind.WITHIN)])
    return next((known.meaning.subject for known in nearest if isinstance(known.meaning, KnownSubject)), None)


def measure_of(tokens: Sequence[Token]) -> Measure | None:
    """The measure that the words tell."""
    return _measure(tokens, frozenset(token.kind for token in tokens))[0]


def _measure(
    tokens: Sequence[Token], kinds: frozenset[TokenKind]
) -> tuple[Measure | None, frozenset[TokenKind]]:
    """The measure that the words tell, and the kinds that may stand beside it."""
    named = sum(token.kind in (TokenKind.SUBJECT, TokenKind.ACCOUNT) for token in tokens)
    periods = sum(token.kind is TokenKind.PERIOD for token in tokens)
    for tells, measure, beside in _MEASURES:
        if kinds & tells and (tells != CHOOSES or _chooses(kinds, named, periods)):
            return measure, beside | tells
    return None, frozenset({TokenKind.WITHIN})


def _chooses(kinds: frozenset[TokenKind], named: int, periods: int) -> bool:
    """Whether one of several things, or of several times, is asked for; 哪天 chooses among times alone."""
    return bool((named > 1 and kinds & CHOOSES_THINGS) or (periods > 1 and kinds & CHOOSES))
