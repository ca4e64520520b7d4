"""The parts of a correction: the clauses it has, the rows each is about and the values each states."""

from __future__ import annotations

from enum import Enum, auto

from msgspec import Struct


class Field(Enum):
    """A field of an entry, as it is named or implied."""

    AMOUNT = auto()
    TYPE = auto()
    CATEGORY = auto()
    DATE = auto()
    DESCRIPTION = auto()
    ACCOUNT = auto()
    TO_ACCOUNT = auto()


class Phrase(Struct, frozen=True):
    """Words that state or deny a value; `field` is None where the words themselves have to tell which."""

    words: str
    field: Field | None = None


class ChangeClause(Struct, frozen=True):
    """One clause of a correction.

    Attributes:
        numbers: rows named by number, as in `OrdinalMention.numbers`.
        is_loose: whether these are several that nothing joins (第一笔第二笔), so that one may belong to what was said before.
        described: a description that 那笔 marks as that of a row.
        subject: what stands before the first 改成 or 是: a description of the row or its old value.
        is_pointing: whether 这笔 or 那个 names the row.
        is_about_all: whether 都 or 全部 was said.
        is_sum: whether 一共 was said, of the rows together.
        counted: how many rows the speaker speaks of (「两笔」), as said.
        stated: the new values, in order.
        denied: values that were denied (不是餐饮).
        objects: whether it says that something is wrong, or names a field without a value.
        supposes: whether it is only a guess (可能是七十).
        confirms: whether it also confirms something.
    """

    numbers: tuple[int, ...] = ()
    is_loose: bool = False
    described: str | None = None
    subject: str | None = None
    is_pointing: bool = False
    is_about_all: bool = False
    is_sum: bool = False
    counted: str | None = None
    stated: tuple[Phrase, ...] = ()
    denied: tuple[Phrase, ...] = ()
    objects: bool = False
    supposes: bool = False
    confirms: bool = False
