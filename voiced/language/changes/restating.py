"""Words with an amount that sound like a new entry and are about an open row: 实付十九块八, 热干面加了个蛋八块, 早上那趟三十五."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace as with_fields

from voiced.domain.batch import DraftTransaction
from voiced.domain.money import Money
from voiced.domain.transaction import Correction, EntryField, FieldChange
from voiced.domain.vocabulary import Vocabulary
from voiced.language.changes.correction import Changed, correct
from voiced.language.changes.denials import TELLS_NOTHING
from voiced.language.changes.differences import difference_told
from voiced.language.changes.named_things import (
    Thing,
    filed_alike,
    is_once_more,
    listed_things,
    without_others,
)
from voiced.language.changes.plain_words import in_plain_words, keeps_some
from voiced.language.changes.rest import CIRCUMSTANCES
from voiced.language.changes.rows_meant import points_in_other_words
from voiced.language.changes.said_values import said_values
from voiced.language.changes.slots import Restated, restates
from voiced.language.commands.lexicon import Kind
from voiced.language.commands.wording import read_words
from voiced.language.days.dates import find_days
from voiced.language.entries.content import masked
from voiced.language.entries.sentence import read_told, refuses_part, split_sentence
from voiced.language.numbers.amounts import find_amounts
from voiced.language.numbers.numerals import value_of
from voiced.language.numbers.ordinals import find_ordinals
from voiced.language.rows import WhichRow, name_in, row_of_same_name, says_another
from voiced.language.text.expression import expression
from voiced.language.text.phrases import phrases


class SameRow(Struct, frozen=True):
    """The words may change the amount of this row, or tell of another entry."""

    index: int


AboutRows = Changed | Restated | SameRow | WhichRow

_OF_A_ROW = expression(
    "不是|不对|其实|实付|实收|实际|打[了完]?.?折|折后|抹|零头|会员价|税后|扣完|减完|砍到|到手|出了?一?半|我[只就才]?出|[Aa]{2}|平摊|对半|一半|一人"
    "|[记说算写收付打][少多错反]|[多少][记说算写打收找扣]|涨|进去|加上|算上|也算|抵|[块元钱\\d]才|原价|(?<!证)券|折扣|优惠|满减|免了|补发|里有|看错|没说清|改|应该"
    "|讲价|砍价|记岔|搞岔|念反|听岔|[退返让]了|少收|(?:老板|师傅|司机|店家|商家|平台|服务员)[^，\\d]{0,6}[收扣要]了|自己[只就才]?[出掏付]|自费|报完|来回|往返|(?:半年|[一全两三]年|季度|[两三四五六]个?月)的|所以|[要得被]扣|减掉|扣掉|刨掉|没算|没加|还是|就是|没变|不变|不动|只给|合起来|[贵宜涨降]了|个[零0]|[前后上下](?:[面头边]|一[个笔条])|(?<=[^，])[那这][笔个趟顿杯次](?!月|星期|礼拜)|[两俩三四五六七八九十][笔条]"
)
"""Words of a change of an entry, or of its price. Beside a thing of its own they may be part of a new entry."""

_PHRASES = phrases("restating")
_NO_OTHER = _PHRASES["no_other"]
_PAID_WITH = _PHRASES["paid_with"]
_PAID_IN_THE_END = _PHRASES["paid_in_the_end"]
_JOINS = _PHRASES["joins"]
_TAKES_OFF = _PHRASES["takes_off"]
_COUNTED = _PHRASES["counted"]
_ADDED = _PHRASES["added"]
_SUM = _PHRASES["sum"]
_OF_THE_SUM = expression(f"{_OF_A_ROW.pattern}|{_SUM.pattern}|加了")
_BY_LAST = _PHRASES["by_last"]
_VERBS = TELLS_NOTHING | set("转交充存取找收掏卖退扣垫")
_SOLD = _PHRASES["sold"]


def speaks_of_a_row(said: str) -> bool:
    """Whether normalised words hold a word of a change of an entry or of its price: 实付, 打折, 应该."""
    return _OF_A_ROW.search(said) is not None


def about_open_rows(
    said: str, items: Sequence[DraftTransaction], vocabulary: Vocabulary, now: datetime
) -> AboutRows | None:
    """The meaning of an entry's words for the pending rows of a draft; None if they tell of another entry."""
    is_paid_price = _PAID_IN_THE_END.search(said) is not None
    speaks = is_paid_price or speaks_of_a_row(said) or keeps_some(said, items)
    said = in_plain_words(said, items, vocabulary)
    pending = [item for item in items if item.is_pending]
    joins = _JOINS.search(said) is not None
    if not pending or (says_another(_NO_OTHER.sub("", _without_names(said, pending))) and not joins):
        return None
    if find_ordinals(said):
        changed = correct(read_words(said), items, vocabulary, now)
        return changed if isinstance(changed, Changed | Restated) else WhichRow()
    things = _things(said, vocabulary)
    named = [item for item in pending if _is_named(without_others(said, things, item, vocabulary), item)]
    if _TAKES_OFF.search(said) and (told_off := _difference(said, pending, vocabulary)):
        return told_off
    if len(named) > 1 and (changed := _each_changed(said, items, vocabulary, now)):
        return changed
    values = said_values(said, vocabulary, now)
    if restates(said, values, pending):
        return Restated()
    told = _Told(said, pending, things, named, filed_alike(things, pending))
    filed_anew = [
        (value.start, value.end)
        for value in values
        if value.field is EntryField.CATEGORY and not value.is_denied
    ]
    if not joins and told.names_other_thing(masked(said, filed_anew), vocabulary):
        return _beside_other_thing(told, _only_amount(said, vocabulary, now))
    content = _content(said)
    is_sum = content <= 1 and _SUM.search(said) is not None
    is_told = len(named) == 1 and said.startswith(f"{named[0].result.description}是")
    if joins or is_sum or is_told or speaks or filed_anew or _points(said):
        is_told_in_full = len(pending) == 1 and (joins or is_paid_price or filed_anew)
        changed = correct(read_words(_PAID_WITH.sub("", said)), items, vocabulary, now)
        if isinstance(changed, Changed | Restated) and (named or not content or is_told_in_full):
            return changed
        return _only_row(told.meant or pending) or WhichRow()
    return _told_once_more(told, _only_amount(said, vocabulary, now), vocabulary, now)


class _Told(Struct, frozen=True):
    """Words about a draft.

    Attributes:
        pending: the open rows.
        things: the listed things that the words name.
        named: those of them that the words name.
        filed: those that the words name by another word of their category.
    """

    said: str
    pending: Sequence[DraftTransaction]
    things: Sequence[Thing]
    named: Sequence[DraftTransaction]
    filed: Sequence[DraftTransaction]

    @property
    def meant(self) -> Sequence[DraftTransaction]:
        """The rows that are named, or else those that are filed alike."""
        return self.named or self.filed

    def names_other_thing(self, said: str, vocabulary: Vocabulary) -> bool:
        """Whether the words name a thing beside the rows that they name."""
        names = "，".join(item.result.description for item in self.named)
        categories = {item.result.category for item in self.filed if item not in self.named}
        return any(
            thing.words not in names
            and not _OF_A_ROW.fullmatch(thing.words)
            and not _SOLD.fullmatch(thing.words)
            and thing.category.name not in categories
            and not any(item.result.description in thing.words for item in self.named)
            for thing in _things(said, vocabulary)
        )


def _only_row(rows: Sequence[DraftTransaction]) -> SameRow | None:
    return SameRow(rows[0].index) if len(rows) == 1 else None


def _only_amount(said: str, vocabulary: Vocabulary, now: datetime) -> Money | None:
    """The amount of the only entry that the words would make; None if they make several, or refuse a part."""
    told = [item.amount for item in read_told(said, vocabulary, now) if item.amount]
    return told[0] if len(told) == 1 and not refuses_part(said, vocabulary, now) else None


def _beside_other_thing(told: _Told, amount: Money | None) -> SameRow | WhichRow | None:
    """The row that words name beside another thing; None if they tell of an entry of that thing."""
    row = None if amount is None else _only_row(told.named)
    if told.named and _PAID_IN_THE_END.search(told.said):
        return row or WhichRow()
    return row if row and _begins_with(told.said, told.named[0]) else None


def _told_once_more(
    told: _Told, amount: Money | None, vocabulary: Vocabulary, now: datetime
) -> Changed | SameRow | None:
    """The row whose entry the words tell once more, without a word of a change."""
    said, named = told.said, told.named
    meant = named or [item for item in told.filed if is_once_more(told.things, item, amount)]
    if amount is not None and len(named) == 1 and _is_told_anew(said, named[0], amount):
        return Changed((Correction(named[0].index, FieldChange(amount=amount)),))
    is_one = amount is not None or len(find_amounts(said)) == 1
    if is_one and len(meant) == 1 and _days_fit(said, meant[0], now):
        return SameRow(meant[0].index)
    if len(told.pending) == 1 and not _content(said):
        return SameRow(told.pending[0].index)
    alike = (row_of_same_name(entry, told.pending) for entry in split_sentence(said, vocabulary, now))
    return next((SameRow(item.index) for item in alike if item), None)


def _difference(said: str, pending: Sequence[DraftTransaction], vocabulary: Vocabulary) -> Changed | None:
    """The change that a difference makes in one of the pending rows."""
    rows = [with_fields(item, index=place) for place, item in enumerate(pending)]
    told = difference_told(said, rows, vocabulary)
    return Changed(tuple(with_fields(one, index=pending[one.index].index) for one in told)) if told else None


def _without_names(said: str, items: Sequence[DraftTransaction]) -> str:
    """The words with a comma in the place of each row's name: 补 in 补胎 says nothing of another entry."""
    for item in items:
        said = said.replace(name_in(said, item) or "，", "，")
    return said


def _begins_with(said: str, item: DraftTransaction) -> bool:
    return said.startswith(item.result.description) or _is_by_last(said, item)


def _is_by_last(said: str, item: DraftTransaction) -> bool:
    """Whether the words begin with the last character of a row's name alone: 粉加了码子十八 beside 嗦粉."""
    name = item.result.description
    return bool(name and _BY_LAST.match(said)) and said[0] == name[-1] and said[0] not in TELLS_NOTHING


def _each_changed(
    said: str, items: Sequence[DraftTransaction], vocabulary: Vocabulary, now: datetime
) -> Changed | Restated | None:
    """The changes of several rows that the words name, each with its own amount: 早饭十二，打车三十五."""
    changed = correct(read_words(said), items, vocabulary, now)
    if isinstance(changed, Restated):
        return changed
    amounts = [mention.amount for mention in find_amounts(said)]
    if not isinstance(changed, Changed) or len(amounts) < 2:
        return None
    new = [one.fields.amount for one in changed.corrections]
    kept = [item.result.amount for item in items if item.is_pending]
    return changed if all(amount in amounts for amount in new) and set(amounts) <= {*new, *kept} else None


def _is_told_anew(said: str, item: DraftTransaction, amount: Money | None) -> bool:
    """Whether the amount can only belong to the row.

    It is called the row's (老二的一百六), or the row's for several things (油条两根六块), or is more with an addition (粉加了码子十八), or has the same digits in another order.
    """
    before = item.result.amount
    if before is None or amount is None or amount == before:
        return False
    if said.startswith(f"{name_in(said, item) or '，'}的"):
        return True
    counts = (value_of(match["count"]) for match in _COUNTED.finditer(said))
    if any(count and before.yuan * count == amount.yuan for count in counts):
        return True
    return (_ADDED.search(said) is not None and before.yuan < amount.yuan <= 2 * before.yuan) or sorted(
        str(before)
    ) == sorted(str(amount))


def _days_fit(said: str, item: DraftTransaction, now: datetime) -> bool:
    """Whether the words name no other day than the row's."""
    return all(mention.day == item.result.date for mention in find_days(said, now))


def _is_named(said: str, item: DraftTransaction) -> bool:
    """Whether the words hold the row's name or two characters of it, or one of their clauses begins with its only character."""
    name = item.result.description
    if _is_by_last(said, item):
        return True
    if len(name) == 1:
        return re.search(f"(?:^|[，。；包瓶斤盒条把袋箱杯捆]){re.escape(name)}", said) is not None
    pairs = (name[place : place + 2] for place in range(len(name) - 1))
    return any(pair in said and not set(pair) <= TELLS_NOTHING for pair in pairs) or (
        bool(name) and name in said
    )


def _things(said: str, vocabulary: Vocabulary) -> tuple[Thing, ...]:
    """The listed things that the words name, beside what they were paid with."""
    return listed_things(CIRCUMSTANCES.sub("，", _PAID_WITH.sub("，", said)), vocabulary)


def _points(said: str) -> bool:
    spans = [(mention.start, mention.end) for mention in find_amounts(said)]
    return points_in_other_words(masked(said, spans))


def _content(said: str) -> int:
    """The characters of the longest word that is left beside the amounts and the words of a change."""
    spans = [(mention.start, mention.end) for mention in find_amounts(said)]
    words = CIRCUMSTANCES.sub("，", _PAID_WITH.sub("，", masked(said, spans)))
    wording = read_words(_OF_THE_SUM.sub("，", words))
    words = (wording.word(place) for place, kind in enumerate(wording.shape) if kind == Kind.UNKNOWN)
    return max((len(word) for word in words if not set(word) <= _VERBS), default=0)
