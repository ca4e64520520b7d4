"""The roles that a number can have in a sentence about money."""

from __future__ import annotations

from enum import StrEnum


class NumberRole(StrEnum):
    """What a number of a sentence is.

    PAID: the amount of a row: paid, received or moved. UNIT_PRICE: the price of one of several things.
    OTHER_MONEY: any other sum (an old price, change, a balance). SUM: the sum of rows that are listed.
    WITHDRAWN: a value that a repair takes back. COUNT: a count of things. NAME: a part of a name (95号油).
    """

    PAID = "a"
    UNIT_PRICE = "u"
    OTHER_MONEY = "x"
    SUM = "s"
    WITHDRAWN = "w"
    COUNT = "q"
    NAME = "n"


class Way(StrEnum):
    """The way that the money of a row went: out, in, or between accounts."""

    OUT = "-"
    IN = "+"
    BETWEEN = ">"


class SentenceKind(StrEnum):
    """What a sentence does: it tells of an entry, talks of something else, tells of a plan, or asks."""

    ENTRY = "E"
    TALK = "T"
    PLAN = "P"
    QUESTION = "Q"
