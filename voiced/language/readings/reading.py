"""The reading of a sentence by weights: what it tells, the role of each number, and the way of the money."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter

from msgspec import Struct

from voiced.domain.money import Money
from voiced.domain.vocabulary import Vocabulary
from voiced.language.days.dates import DateMention
from voiced.language.readings.clues import number_clues, role_clues
from voiced.language.readings.direction import way_clues
from voiced.language.readings.numbers import (
    Number,
    NumberRole,
    ProposedAmount,
    SentenceKind,
    Way,
    find_numbers,
    worked_out,
)
from voiced.language.readings.occurrence import telling_clues
from voiced.language.readings.outline import BREAKS, Outline, outline
from voiced.language.readings.weights import AllWeights, Weights, chances, log_chances

_KEPT = 4
"""Readings that are kept while the numbers are read from left to right."""


class Paid(Struct, frozen=True):
    """A number that gives a row its amount: a paid amount, or the price of one where no amount was said.

    Attributes:
        which: the place among the numbers of the sentence.
        way_chance: how sure the way is.
        worked_out: the amount that the words come to, if they do not state it.
    """

    which: int
    number: Number
    way: Way
    way_chance: float
    worked_out: ProposedAmount | None = None


class RoleReading(Struct, frozen=True):
    """One way to read the numbers of a sentence, and its chance among all."""

    roles: tuple[NumberRole, ...]
    chance: float


class WeighedSentence(Struct, frozen=True):
    """A sentence as the weights read it.

    Attributes:
        numbers: all its numbers.
        best: the most likely roles; their chance is that of all roles that give the same amounts.
        paid: the numbers that give a row its amount, in the best reading.
        entry_chance: how likely the sentence tells of money that moved.
        telling: what it most likely does.
        is_reckoned: whether the words tell the only price by themselves, so that no weights were asked for the roles.
    """

    numbers: tuple[Number, ...]
    best: RoleReading
    paid: tuple[Paid, ...]
    telling: SentenceKind
    entry_chance: float
    is_reckoned: bool = False


class Price(Struct, frozen=True):
    """The only price of a sentence, told by rule: where its number begins, and the amount it comes to if that is not said."""

    start: int
    amount: ProposedAmount | None


def weigh_sentence(
    text: str,
    days: Sequence[DateMention],
    vocabulary: Vocabulary,
    weights: AllWeights,
    price: Price | None = None,
) -> WeighedSentence:
    """Read normalised text by weights; its price is known if a rule tells it."""
    numbers = find_numbers(text, days)
    sketch = outline(text, numbers, days, vocabulary)
    tellings = chances(weights.tellings.scores(telling_clues(sketch)))
    telling = SentenceKind(weights.tellings.outcomes[tellings.index(max(tellings))])
    entry_chance = tellings[weights.tellings.outcomes.index(SentenceKind.ENTRY)]
    at = (
        None
        if price is None
        else next((n for n, one in enumerate(numbers) if one.start == price.start), None)
    )
    if price is not None and at is not None:
        roles = tuple(
            _reckoned_role(one, is_paid=which == at and price.amount is None)
            for which, one in enumerate(numbers)
        )
        paid = _paid(sketch, {at: price.amount}, weights.ways)
        return WeighedSentence(
            numbers, RoleReading(roles, 1.0), paid, telling, entry_chance, is_reckoned=True
        )
    readings = role_readings(sketch, weights.roles)
    rows = [rows_of(sketch, reading.roles) for reading in readings]
    at = next((at for at, found in enumerate(rows) if found), 0)
    amounts = _amounts(numbers, rows[at])
    same = sum(
        reading.chance
        for reading, found in zip(readings, rows, strict=True)
        if _amounts(numbers, found) == amounts
    )
    best = RoleReading(readings[at].roles, same)
    return WeighedSentence(numbers, best, _paid(sketch, rows[at], weights.ways), telling, entry_chance)


def _reckoned_role(number: Number, *, is_paid: bool) -> NumberRole:
    if is_paid:
        return NumberRole.PAID
    return NumberRole.OTHER_MONEY if number.is_money else NumberRole.COUNT


def role_readings(sketch: Outline, weights: Weights) -> tuple[RoleReading, ...]:
    """The most likely ways to read the numbers, the best one first."""
    roles = tuple(map(NumberRole, weights.outcomes))
    states: list[tuple[float, tuple[NumberRole, ...]]] = [(0.0, ())]
    for which, clues in enumerate(number_clues(sketch)):
        total = weights.total(clues)
        grown: list[tuple[float, tuple[NumberRole, ...], NumberRole]] = []
        for score, before in states:
            scores = weights.unpacked(total + weights.total(role_clues(sketch, which, before)))
            for role, chance in zip(roles, log_chances(scores), strict=True):
                grown.append((score + chance, before, role))
        grown.sort(key=itemgetter(0), reverse=True)
        states = [(score, (*before, role)) for score, before, role in grown[:_KEPT]]
    worth = chances([round(score * 256) for score, _ in states])
    return tuple(RoleReading(before, chance) for (_, before), chance in zip(states, worth, strict=True))


def rows_of(sketch: Outline, roles: Sequence[NumberRole]) -> dict[int, ProposedAmount | None]:
    """The places of the numbers that give rows their amounts, each with the amount that it comes to, if it is not said.

    They are those paid, or else the prices of one, or else a sum to reckon with.
    """
    numbers, text = sketch.numbers, sketch.text
    paid = [at for at, role in enumerate(roles) if role is NumberRole.PAID and numbers[at].amount]
    # 「到手了一把」 counts a thing where another number is money.
    paid = [at for at in paid if numbers[at].is_money or not sketch.is_counted[at]] or paid
    if paid:
        return dict.fromkeys(paid)
    prices = [at for at, role in enumerate(roles) if role is NumberRole.UNIT_PRICE and numbers[at].amount]
    if len(prices) == 1:
        return {prices[0]: worked_out(text, numbers, roles, prices[0])}
    if prices:
        return dict.fromkeys(prices)
    sums = [at for at, role in enumerate(roles) if role is NumberRole.OTHER_MONEY and numbers[at].amount]
    found = worked_out(text, numbers, roles, None) if sums else None
    return {sums[0]: found} if found else {}


def _amounts(numbers: Sequence[Number], rows: Mapping[int, ProposedAmount | None]) -> list[Money | None]:
    return [found.amount if found else numbers[at].amount for at, found in rows.items()]


def row_edges(sketch: Outline, places: Sequence[int], at: int) -> tuple[int, int]:
    """The places of the outline between which the words about one of several paid numbers lie.

    They end at the first break before or behind the next paid number, or else at that number.
    """
    place = sketch.places[places[at]]
    left, right = 0, len(sketch.characters) - 1  # without the sign of the end
    if at:
        before = sketch.places[places[at - 1]] + 1
        left = next((spot for spot in range(before, place) if sketch.characters[spot] in BREAKS), before)
    if at + 1 < len(places):
        behind = sketch.places[places[at + 1]]
        # Without a break, words between two numbers belong to the second one if the first has words before it.
        end = place + 1 if place > left + 1 else behind
        right = next((spot for spot in range(place, behind) if sketch.characters[spot] in BREAKS), end)
    return left, right


def _paid(sketch: Outline, rows: Mapping[int, ProposedAmount | None], weights: Weights) -> tuple[Paid, ...]:
    places = tuple(rows)
    found: list[Paid] = []
    for at, (which, proposed) in enumerate(rows.items()):
        likely = chances(weights.scores(way_clues(sketch, which, *row_edges(sketch, places, at))))
        most = max(likely)
        way = Way(weights.outcomes[likely.index(most)])
        found.append(Paid(which, sketch.numbers[which], way, most, proposed))
    return tuple(found)
