"""The two readers of a sentence, the rules and the weights, and the decision between them.

Each finds errors of the other. Where they agree and the weights are sure, the sentence is plain. Where they differ, the weights
decide, except that the rules are better at lists, denials and second thoughts.
The bounds were chosen by cross-validation on the corpus (docs/decisions/0039); when to ask is in `certainty`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from voiced.domain.money import Money
from voiced.domain.transaction import DoubtReason, TransactionType
from voiced.domain.vocabulary import Vocabulary
from voiced.language.days.dates import DateMention, find_days
from voiced.language.entries.between_readers import (
    LEAST_TOLD,
    are_amounts_plain,
    is_amount_plain_against_rules,
    is_certain,
    is_telling_plain,
    is_way_by_words,
    is_way_in_list_plain,
    is_way_plain,
    is_way_sure,
    listed_entry_happened,
    only_entry_happened,
    other_type,
    types_of,
    with_types,
    with_ways,
)
from voiced.language.entries.content import has_content
from voiced.language.entries.items import SECOND_THOUGHT, read_items
from voiced.language.entries.pieces import Item
from voiced.language.entries.proposals import proposed_amount
from voiced.language.entries.reckoning import reckon_price
from voiced.language.entries.weighed_items import weighed_items
from voiced.language.names.categories import find_keywords
from voiced.language.numbers.numerals import FOR_ONE
from voiced.language.readings.numbers import NumberRole, Reason
from voiced.language.readings.occurrence import DENIED_ENTRY, Occurrence, occurrence_of
from voiced.language.readings.reading import Paid, Price, WeighedSentence, weigh_sentence
from voiced.language.readings.weights import AllWeights, shipped_weights
from voiced.language.text.expression import expression
from voiced.language.text.spelling import CLAUSE

# Chances of a reading by weights from which on it is better than another one by rule.
_SURE_ALONE = 0.66  # the rules find no amount
_SURE_OF_AMOUNT = 0.5  # the rules choose another amount
_SURE_OF_PRICE = 0.9  # the rules take for the whole what the weights take for the price of one, without a word that says so
_SURE_OF_MORE_ROWS = 0.95  # the rules find fewer rows
_SURE_OF_FEWER_ROWS = 0.8  # the rules find more rows, each with a thing of its own
_OF_ONE = expression(f"[每各]|单价|{FOR_ONE}|一(?:对|把|卷|束|台|提|颗|根|头|桶|页)")
_CONTRAST = expression(
    "[块元钱零一二两三四五六七八九十百千万\\d]，?[而并]?不[是要](?=[零一二两三四五六七八九十百千万\\d])"
)
"""「午饭三十五不是三十」: which of the two counts is for the rules."""
_TOLD = 0.78
"""From this chance of an entry on, an amount of the weights counts although the rules find none."""
_PART = expression("其中")
_COUNTED = expression(r"[一二两三四五六七八九十几半\d]+(?:个?人|[^，])|各|[每按]?人|[，一共就]")
"""Words that only count things or shares: 两张, 三个人, 各."""
_OTHER_PRICES = expression(
    "减|抵|标价|原价?|券|押金?|医保|报了?|满|优惠|自[付费]|平摊|AA|改成|定金|订金|尾款|余额|卡里|全价|会员|票面|抹|要价|[喊要叫还]到|喊|实[付收]|还付"
    "|总价|一共|总共|以前|原来|本来|说好|[找退][我了回]|扣掉|给[一二两三四五六七八九十百千万\\d]"
    "|没|嫌|剩|想[换买要]|预算|额度|开口"
)
"""Words beside a sum that is no row of a list."""


class ToldEntries(Struct, frozen=True):
    """The entries that a sentence speaks of.

    Attributes:
        items: them, by the better reader.
        reason: the reason for a doubt; None without a doubt.
        rival: the entries of the other reading, if there is another.
        entry_chance: how likely the sentence tells of money that moved.
        is_sure: whether both readers read the same and the weights are sure of all of it.
        paid: the amounts of rows by the weights.
        paid_chance: the same chance for a list, without the clauses of which no amount is paid (老师还推荐了一个三千的).
    """

    items: tuple[Item, ...]
    reason: DoubtReason | None = None
    rival: tuple[Item, ...] = ()
    entry_chance: float = 1.0
    is_sure: bool = False
    paid: tuple[Money | None, ...] = ()
    paid_chance: float = 1.0


def read_both(
    text: str, vocabulary: Vocabulary, now: datetime, weights: AllWeights | None = None
) -> ToldEntries:
    """Read normalised text with both readers, and decide between them."""
    days, price, weights = find_days(text, now), _price(text), weights or shipped_weights()
    weighed = weigh_sentence(text, days, vocabulary, weights, price)
    if weighed.is_reckoned:
        return _reckoned(text, weighed, days, vocabulary)
    by_rule = _once(
        replace(item, proposal=proposed_amount(item.context)) for item in read_items(text, vocabulary, now)
    )
    told = _chosen(text, by_rule, weighed, days, vocabulary)
    paid, paid_chance = weighed.paid, weighed.entry_chance
    if len(paid) > 1 and paid_chance < LEAST_TOLD:
        kept = _without_talk(text, weighed)
        paid = [one for one in paid if any(start <= one.number.start < end for start, end in kept)]
        listed = "，".join(text[start:end] for start, end in kept)
        paid_chance = weigh_sentence(listed, find_days(listed, now), vocabulary, weights).entry_chance
    return replace(told, paid=tuple(map(_worth, paid)), paid_chance=paid_chance)


def _without_talk(text: str, weighed: WeighedSentence) -> list[tuple[int, int]]:
    """The places of the clauses, without those with sums that are all no rows, or may not have been paid."""
    paid = {one.number for one in weighed.paid}
    sums = [number for number in weighed.numbers if number.is_money]
    kept: list[tuple[int, int]] = []
    for clause in CLAUSE.finditer(text):
        inside = {number for number in sums if clause.start() <= number.start < clause.end()}
        is_row = paid & inside and occurrence_of(clause.group()) is Occurrence.HAPPENED
        if is_row or not inside:
            kept.append(clause.span())
    return kept


def _chosen(
    text: str,
    by_rule: tuple[Item, ...],
    weighed: WeighedSentence,
    days: Sequence[DateMention],
    vocabulary: Vocabulary,
) -> ToldEntries:
    """The entries of the better reader, with the doubt about them."""
    said, meant = _amounts_of(by_rule), [_worth(one) for one in weighed.paid]
    if said == meant:
        return _agreed(by_rule, weighed)
    if _is_settled_by_rule(text, by_rule, weighed, vocabulary):
        return ToldEntries(by_rule, entry_chance=weighed.entry_chance)
    if not meant:
        return ToldEntries(by_rule, DoubtReason.AMOUNT, (), weighed.entry_chance)
    other = weighed_items(text, weighed.paid, weighed.numbers, weighed.best.roles, days, vocabulary)
    reason = _difference(by_rule, other)
    if is_amount_plain_against_rules(weighed):
        return ToldEntries(other, entry_chance=weighed.entry_chance)
    if _is_better_by_rule(text, by_rule, weighed):
        return ToldEntries(by_rule, reason if said else None, other if said else (), weighed.entry_chance)
    return ToldEntries(other, reason, by_rule if reason else (), weighed.entry_chance)


def _price(text: str) -> Price | None:
    """The only price of the sentence where the words tell what was taken off or added (五百六打五折)."""
    found = reckon_price(text)
    return None if found is None else Price(found.mention.start, found.amount)


def _reckoned(
    text: str, weighed: WeighedSentence, days: Sequence[DateMention], vocabulary: Vocabulary
) -> ToldEntries:
    items = weighed_items(text, weighed.paid, weighed.numbers, weighed.best.roles, days, vocabulary)
    return ToldEntries(items, None, (), weighed.entry_chance, is_sure=is_certain(weighed))


def _once(items: Iterable[Item]) -> tuple[Item, ...]:
    """The entries without those whose worked-out amount is said as another one: 「给了五十找二十一，水果二十九」 is one entry.

    Several things of their own are another entry: 「停车一百，门票两张一张五十」 are two.
    """
    items = tuple(items)
    return tuple(item for at, item in enumerate(items) if not _is_said_too(item, items[:at], items[at + 1 :]))


def _is_said_too(item: Item, before: Sequence[Item], behind: Sequence[Item]) -> bool:
    if item.proposal is None:
        return False
    things = item.proposal.reason is Reason.SEVERAL and has_content(_COUNTED.sub("", item.content))
    others = (*(one for one in before if not (things and has_content(one.content))), *behind)
    return any(one.proposal is None and one.amount == item.proposal.amount for one in others)


def with_occurrence(told: ToldEntries, items: Sequence[Item]) -> tuple[Item, ...]:
    """The entries with the decision whether their money moved."""
    return tuple(replace(item, occurrence=_occurrence(item, told, len(items))) for item in items)


def _occurrence(item: Item, told: ToldEntries, count: int) -> Occurrence:
    if count == 1:
        return only_entry_happened(item, told.entry_chance)
    is_paid = (item.proposal.amount if item.proposal else item.amount) in told.paid
    return listed_entry_happened(item, told.paid_chance if is_paid else told.entry_chance, is_paid=is_paid)


def _is_settled_by_rule(
    text: str, by_rule: Sequence[Item], weighed: WeighedSentence, vocabulary: Vocabulary
) -> bool:
    """Whether a rule beyond the weights tells the amounts, so that there is no doubt.

    It is a denial, a second thought, one amount for several things, a sum that was worked out, or a list in which each
    amount has its thing.
    """
    said = _amounts_of(by_rule)
    if not said:
        return False
    happened = [item for item in by_rule if occurrence_of(item.context) is Occurrence.HAPPENED]
    if len(happened) < len(by_rule) and _amounts_of(happened) == [_worth(one) for one in weighed.paid]:
        return True  # the weights leave out just what did not happen, or may not have
    if DENIED_ENTRY.search(text) or _CONTRAST.search(text) or len(by_rule) > len(weighed.numbers):
        return True
    if len(weighed.paid) > len(said):
        is_mended = SECOND_THOUGHT.search(text) is not None and not all(item.is_clear for item in by_rule)
        return is_mended or _PART.search(text) is not None
    if len(said) == len(weighed.paid) == 1 and by_rule[0].proposal and not weighed.paid[0].worked_out:
        return True
    if _is_list_with_a_price(by_rule, weighed):
        return True
    if len(weighed.paid) > len(said) or 0 < len(happened) < len(by_rule):
        return False
    if any(item.proposal for item in by_rule) and NumberRole.UNIT_PRICE in weighed.best.roles:
        return True
    is_list = len(weighed.paid) < len(said) and all(_names_a_thing(item, vocabulary) for item in by_rule)
    return is_list and weighed.best.chance < _SURE_OF_FEWER_ROWS and not _OTHER_PRICES.search(text)


def _is_list_with_a_price(by_rule: Sequence[Item], weighed: WeighedSentence) -> bool:
    """Whether both readers see the same list, but for rows whose amount the rules worked out (两位69，冷面18)."""
    if len(by_rule) < 2 or not any(item.proposal for item in by_rule):
        return False
    meant = [one.number.amount for one in weighed.paid]
    stated = [item.amount for item in by_rule if item.proposal is None]
    return meant in (stated, [item.amount for item in by_rule])


def _is_better_by_rule(text: str, by_rule: Sequence[Item], weighed: WeighedSentence) -> bool:
    """Whether the rules are the better reader of a sentence that the two read differently."""
    said, chance = _amounts_of(by_rule), weighed.best.chance
    if not said:
        return chance < _SURE_ALONE or weighed.entry_chance < _TOLD
    if len(weighed.paid) != len(said):
        return len(weighed.paid) > len(said) and chance < _SURE_OF_MORE_ROWS
    reckoned = [one for one in weighed.paid if one.worked_out]
    if not reckoned:
        return chance < _SURE_OF_AMOUNT
    is_price = weighed.best.roles[reckoned[0].which] is NumberRole.UNIT_PRICE
    return is_price and chance < (_SURE_OF_AMOUNT if _OF_ONE.search(text) else _SURE_OF_PRICE)


def _names_a_thing(item: Item, vocabulary: Vocabulary) -> bool:
    return any(
        find_keywords(item.content, of_type, vocabulary)
        for of_type in (TransactionType.EXPENSE, TransactionType.INCOME)
    )


def _difference(by_rule: Sequence[Item], other: Sequence[Item]) -> DoubtReason:
    if len(by_rule) != len(other):
        return DoubtReason.ROWS
    is_worked_out = any(item.proposal for item in (*by_rule, *other))
    return DoubtReason.WORKED_OUT if is_worked_out else DoubtReason.AMOUNT


def _agreed(by_rule: tuple[Item, ...], weighed: WeighedSentence) -> ToldEntries:
    """The entries of both readers, which see the same amounts. They may see the money go another way."""
    items, chance = with_ways(by_rule, weighed.paid), weighed.entry_chance
    if not weighed.paid:
        return ToldEntries(items, entry_chance=chance)
    if types_of(items) != types_of(by_rule):
        if not is_way_sure(by_rule, weighed.paid):
            return ToldEntries(items, DoubtReason.TYPE, with_types(by_rule, types_of(by_rule)), chance)
    elif len(items) == len(weighed.paid) == 1 and not is_way_plain(weighed.paid[0]):
        rival = with_types(by_rule, [other_type(items[0], weighed.paid[0])])
        return ToldEntries(items, DoubtReason.TYPE, rival, chance)
    amounts = (item for item in items if item.amount)
    by_weights = [
        one
        for item, one in zip(amounts, weighed.paid, strict=True)
        if item.type and not is_way_by_words(item)
    ]
    are_ways_plain = all(map(is_way_in_list_plain, by_weights))
    is_plain = are_amounts_plain(weighed) and are_ways_plain and is_telling_plain(weighed)
    return ToldEntries(
        items, None if is_plain else DoubtReason.UNSURE, (), chance, is_sure=is_certain(weighed)
    )


def _amounts_of(items: Sequence[Item]) -> list[Money | None]:
    """The amounts of the entries that have one, worked out where they are not said."""
    return [item.proposal.amount if item.proposal else item.amount for item in items if item.amount]


def _worth(paid: Paid) -> Money | None:
    return paid.worked_out.amount if paid.worked_out else paid.number.amount
