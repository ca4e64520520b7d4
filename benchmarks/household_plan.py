"""What a household buys in a year, and in which words it says so: read from a table, and spread over the days with a seed.

The table is TSV with the columns of `HEADER`. `times` is the number of rows a year, `monthly:8` for an entry that comes again on
the 8th, or `once`. The later category and account hold from 1 July on, the exception (`WORDING=CATEGORY`) is said once or twice
a year. The wordings are divided by ` | `; in each `{}` stands for the amount.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from voiced.domain.money import Money
from voiced.domain.month import Month
from voiced.domain.transaction import TYPE_CALLED, TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.commands.habitual import is_of_this_time

HEADER = "thing\ttype\tcategory\taccount\ttimes\tlowest\thighest\tlater_category\tlater_account\texception\twordings"
YEAR = 2027
LATER = date(YEAR, 7, 1)
SAID_EARLY = 0.25
"""The share of due days before which the household tells the entry itself, one to three days earlier."""
SAYS_THIS_TIME = 0.5
"""The share of exceptions that are corrected with 「这次」, if their own words do not hold it."""

_TYPES = {**TYPE_CALLED, **{type_.value: type_ for type_ in TransactionType}}


@dataclass(frozen=True)
class Wish:
    """How the household wants a row; without an account the default one."""

    type: TransactionType
    category: str
    account: str


@dataclass(frozen=True)
class Thing:
    """A line of the table.

    Attributes:
        times: rows a year; 0 for an entry of each month.
        day: of the month, for such an entry; else 0.
        exception: the words and the category of an exception; empty without one.
    """

    name: str
    early: Wish
    late: Wish
    times: int
    day: int
    lowest: Money
    highest: Money
    exception: tuple[str, str]
    wordings: tuple[str, ...]

    def wish(self, day: date) -> Wish:
        """How the household wants its rows on a day."""
        return self.late if day >= LATER else self.early


@dataclass(frozen=True)
class Telling:
    """A row that is to be told.

    Attributes:
        amount: as it is said.
        is_exception: whether the row is wanted elsewhere than the thing's other rows.
        this_time: whether the words or their correction say 「这次」.
        offered: the due day of an entry that comes again, if its offer is awaited; else None.
    """

    thing: Thing
    day: date
    words: str
    amount: Money
    wish: Wish
    is_exception: bool = False
    this_time: bool = False
    offered: date | None = None

    @property
    def said(self) -> str:
        """The sentence."""
        return self.words.replace("{}", str(self.amount))


def read_household(path: Path) -> tuple[Thing, ...]:
    """The things of a household.

    Raises:
        ValueError: a line is not of the form above, or names what a new ledger lacks; the message names it.
    """
    header, *lines = path.read_text(encoding="utf-8").splitlines()
    if header != HEADER:
        raise ValueError(f"{path.name}:1: the columns are not {HEADER.split()}")
    things: list[Thing] = []
    for number, line in enumerate(lines, start=2):
        if line.strip():
            try:
                things.append(_thing(*line.split("\t")))
            except (KeyError, TypeError, ValueError) as error:
                raise ValueError(f"{path.name}:{number}: {error}") from error
    return tuple(things)


def _thing(name: str, kind: str, category: str, account: str, times: str, *rest: str) -> Thing:
    lowest, highest, later_category, later_account, exception, wordings = (
        field.strip().strip("-") for field in rest
    )
    of_type = _TYPES[kind.strip()]
    early = Wish(of_type, category.strip(), account.strip() or DEFAULT_VOCABULARY.default_account)
    late = Wish(of_type, later_category or early.category, later_account or early.account)
    words, _, elsewhere = exception.partition("=")
    _check(of_type, [early.category, late.category, elsewhere], [early.account, late.account])
    spoken = tuple(map(str.strip, wordings.split(" | ")))
    for wording in (*spoken, *filter(None, [words])):
        if "{}" not in wording:
            raise ValueError(f"{wording!r} has no {{}}")
    each_month = times.strip().removeprefix("monthly:")
    is_monthly = each_month != times.strip()
    count = {"once": 1}.get(times.strip()) or int(each_month)
    return Thing(
        name.strip(),
        early,
        late,
        0 if is_monthly else count,
        count if is_monthly else 0,
        _money(lowest),
        _money(highest),
        (words, elsewhere),
        spoken,
    )


def _check(of_type: TransactionType, categories: Sequence[str], accounts: Sequence[str]) -> None:
    known = {category.name for category in DEFAULT_VOCABULARY.categories_of(of_type)}
    if unknown := set(filter(None, categories)) - known:
        raise ValueError(f"a new ledger has no category {unknown.pop()}")
    if unknown := set(accounts) - {account.name for account in DEFAULT_VOCABULARY.accounts}:
        raise ValueError(f"a new ledger has no account {unknown.pop()}")


def _money(text: str) -> Money:
    money = Money.from_text(text)
    if money is None:
        raise ValueError(f"{text!r} is no amount")
    return money


def year_of(things: Sequence[Thing], dice: random.Random) -> list[Telling]:
    """The rows of a year, in the order of telling."""
    told = [telling for thing in things for telling in _tellings(thing, dice)]
    dice.shuffle(told)
    return sorted(told, key=lambda telling: telling.day)


def _tellings(thing: Thing, dice: random.Random) -> Iterator[Telling]:
    if thing.day:
        yield from _of_each_month(thing, dice)
    for _ in range(thing.times):
        day = date(YEAR, 1, 1) + timedelta(days=dice.randrange(365))
        yield Telling(thing, day, dice.choice(thing.wordings), _amount(thing, dice), thing.wish(day))
    words, category = thing.exception
    for _ in range(dice.randint(1, 2) if words else 0):
        day = date(YEAR, 1, 1) + timedelta(days=dice.randrange(365))
        wish = thing.wish(day)
        yield Telling(
            thing,
            day,
            words,
            _amount(thing, dice),
            Wish(wish.type, category, wish.account),
            is_exception=True,
            this_time=is_of_this_time(words) or dice.random() < SAYS_THIS_TIME,
        )


def _of_each_month(thing: Thing, dice: random.Random) -> Iterator[Telling]:
    """The rows of an entry that comes again: its amount is the same in each half of the year."""
    amounts = (_amount(thing, dice), _amount(thing, dice))
    for number in range(1, 13):
        month = Month(YEAR, number)
        due = date(YEAR, number, min(thing.day, month.last.day))
        is_early = number > 1 and dice.random() < SAID_EARLY
        day = due - timedelta(days=dice.randint(1, 3)) if is_early else due
        amount = amounts[due >= LATER]
        words = dice.choice(thing.wordings)
        yield Telling(thing, day, words, amount, thing.wish(day), offered=None if is_early else due)


def _amount(thing: Thing, dice: random.Random) -> Money:
    """An amount of the thing: in whole yuan, unless its amount is fixed."""
    if thing.lowest == thing.highest:
        return thing.lowest
    return Money(dice.randint(thing.lowest.fen // 100, thing.highest.fen // 100) * 100)
