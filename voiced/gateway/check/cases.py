"""The built-in cases of the check: what is said, and what a right answer to it is.

They are data, in `cases/*.toml`. Their time is fixed and their drafts are invented: nothing of a household is in them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from enum import StrEnum
from functools import cache
from typing import Literal

import msgspec
from msgspec import Struct

from voiced.dialogue.values import requests as rq
from voiced.domain.money import Money
from voiced.domain.question_value import QuestionValue
from voiced.domain.transaction import FieldChange, ParseResult, TransactionType
from voiced.gateway.extraction import read_question
from voiced.gateway.prompting import correction_chat, dialogue_chat, parse_chat, question_chat
from voiced.gateway.upstream import Chat
from voiced.packaged import packaged_text

NOW = datetime(2026, 5, 13, 10, 30, tzinfo=timezone(timedelta(hours=8)))
"""The time of every case: a Wednesday morning."""
_FILES = ("sentences", "lists", "talk", "corrections", "traps")
_QUESTIONS = "questions"
_PACKAGE = "voiced.gateway"


class CaseKind(StrEnum):
    """The part of the check that a case belongs to."""

    SENTENCE = "sentences"
    LIST = "lists"
    TALK = "talk"
    CORRECTION = "corrections"
    TRAP = "traps"
    QUESTION = "questions"


CaseTurn = Literal["entries", "changes", "append", "confirm", "cancel", "unclear", "question"]
"""What the words do: they tell entries, change, append to, confirm or cancel the open draft, or ask about the ledger."""


class RowFigures(Struct, frozen=True, order=True):
    """The values of an entry in which it has to be exact; None where an answer lacks one."""

    amount: Money | None
    type: TransactionType | None
    date: date


class WantedChange(Struct, frozen=True):
    """The values that a row of the draft has to get; `categories` are the names that are right."""

    fields: FieldChange
    categories: tuple[str, ...] = ()


class CheckCase(Struct, frozen=True):
    """What is said, and what is right.

    Attributes:
        draft: the open rows; empty while entries are told.
        rows: the told entries, or those that are appended.
        changes: the wanted values by the index of their row.
        drop: the indices of rows that the words refuse.
        keep: the indices of rows that the words confirm.
        never_amounts: an answer with one of these amounts fell for the trap.
        never_turns: likewise an answer that does one of these.
        question: the value of a question; None where a ledger of rows cannot answer it.
        last: the question before it, for half a question.
    """

    kind: CaseKind
    said: str
    turn: CaseTurn
    draft: tuple[ParseResult, ...] = ()
    rows: tuple[RowFigures, ...] = ()
    changes: dict[int, WantedChange] = {}
    drop: tuple[int, ...] = ()
    keep: tuple[int, ...] = ()
    never_amounts: tuple[Money, ...] = ()
    never_turns: tuple[CaseTurn, ...] = ()
    question: QuestionValue | None = None
    last: QuestionValue | None = None

    @property
    def is_question(self) -> bool:
        """Whether the words ask about the ledger."""
        return self.kind is CaseKind.QUESTION

    @property
    def question_request(self) -> rq.QuestionRequest:
        """The request for the value of the question."""
        return rq.QuestionRequest(self.said, rq.RequestContext(NOW), self.last)

    @property
    def is_about_draft(self) -> bool:
        """Whether the words are about an open draft."""
        return bool(self.draft)

    @property
    def parse_request(self) -> rq.ParseRequest:
        """The request for the entries."""
        return rq.ParseRequest(self.said, rq.RequestContext(NOW), believes=True)

    @property
    def correction_request(self) -> rq.CorrectionRequest:
        """The request for the meaning of the words for the draft; its history holds these words alone."""
        said = (rq.Message(rq.Role.USER, self.said),)
        return rq.CorrectionRequest(self.draft, self.said, rq.RequestContext(NOW), said, believes=True)


@cache
def all_cases() -> tuple[CheckCase, ...]:
    """The cases in the order in which they are played: those of all kinds in turn, so that an early stop is fair to each."""
    by_kind = [*(list(_cases_in(name)) for name in _FILES), list(_questions())]
    places = [
        ((place + 0.5) / len(cases), number, case)
        for number, cases in enumerate(by_kind)
        for place, case in enumerate(cases)
    ]
    return tuple(case for *_, case in sorted(places, key=lambda placed: placed[:2]))


def cases_for(protocol: str) -> tuple[CheckCase, ...]:
    """The cases that a protocol can answer: the dialogue protocol changes one row a turn."""
    if protocol != "history":
        return all_cases()
    return tuple(
        case for case in all_cases() if not case.is_about_draft or len(case.rows) + len(case.changes) <= 1
    )


@cache
def check_digest(protocol: str) -> str:
    """A digest of prompts, schemas and cases: a verdict holds for these alone."""
    words, rows = (
        rq.ParseRequest("", rq.RequestContext(NOW)),
        rq.CorrectionRequest((), "", rq.RequestContext(NOW)),
    )
    about_draft = dialogue_chat(rows) if protocol == "history" else correction_chat(rows)
    digest = hashlib.sha256()
    asked = question_chat(rq.QuestionRequest("", rq.RequestContext(NOW)))
    for chat in (parse_chat(words), about_draft, asked):
        digest.update(_text_of(chat).encode())
    for name in (*_FILES, _QUESTIONS):
        digest.update(_text_in(name).encode())
    return digest.hexdigest()[:16]


def _text_of(chat: Chat) -> str:
    return json.dumps([msgspec.to_builtins(chat.messages), chat.schema, chat.max_tokens], ensure_ascii=False)


# The form of the files. A row of a draft is [amount, type, category, description, days], a told entry [amount, type, days];
# days count from the day of the check, yesterday is -1.


class _DraftRow(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    amount: int | float
    type: TransactionType
    category: str
    description: str
    days: int = 0

    @property
    def result(self) -> ParseResult:
        return ParseResult(_money(self.amount), self.type, self.category, _day(self.days), self.description)


class _Told(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    amount: int | float
    type: TransactionType
    days: int = 0

    @property
    def figures(self) -> RowFigures:
        return RowFigures(_money(self.amount), self.type, _day(self.days))


class _Change(Struct, frozen=True, forbid_unknown_fields=True):
    row: int
    amount: int | float | None = None
    type: TransactionType | None = None
    category: tuple[str, ...] = ()
    description: str | None = None
    days: int | None = None
    account: str | None = None

    @property
    def wanted(self) -> WantedChange:
        fields = FieldChange(
            amount=None if self.amount is None else _money(self.amount),
            type=self.type,
            description=self.description,
            date=None if self.days is None else _day(self.days),
            account=self.account,
        )
        return WantedChange(fields, self.category)


class _Case(Struct, frozen=True, forbid_unknown_fields=True):
    said: str
    draft: str = ""
    rows: tuple[_Told, ...] = ()
    change: tuple[_Change, ...] = ()
    drop: tuple[int, ...] = ()
    keep: tuple[int, ...] = ()
    turn: CaseTurn | None = None
    never_amounts: tuple[int | float, ...] = ()
    never_turns: tuple[CaseTurn, ...] = ()

    def read(self, kind: CaseKind, drafts: dict[str, tuple[_DraftRow, ...]]) -> CheckCase:
        """The case, with its draft."""
        return CheckCase(
            kind,
            self.said,
            self.turn or self._turn,
            tuple(row.result for row in drafts[self.draft]) if self.draft else (),
            tuple(sorted(row.figures for row in self.rows)),
            {one.row: one.wanted for one in self.change},
            self.drop,
            self.keep,
            tuple(map(_money, self.never_amounts)),
            self.never_turns,
        )

    @property
    def _turn(self) -> CaseTurn:
        """What the words do, where the case does not say it."""
        if not self.draft:
            return "entries"
        return "append" if self.rows else "changes"


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    cases: tuple[_Case, ...]
    drafts: dict[str, tuple[_DraftRow, ...]] = {}


def _cases_in(name: str) -> tuple[CheckCase, ...]:
    file = msgspec.toml.decode(_text_in(name), type=_File)
    return tuple(case.read(CaseKind(name), file.drafts) for case in file.cases)


class _Question(Struct, frozen=True, forbid_unknown_fields=True):
    """A question, its value as a model writes it, and that of the question before it."""

    said: str
    value: str
    last: str = ""


class _QuestionFile(Struct, frozen=True, forbid_unknown_fields=True):
    cases: tuple[_Question, ...]


def _questions() -> Iterator[CheckCase]:
    for one in msgspec.toml.decode(_text_in(_QUESTIONS), type=_QuestionFile).cases:
        last = read_question(one.last) if one.last else None
        yield CheckCase(CaseKind.QUESTION, one.said, "question", question=read_question(one.value), last=last)


def _text_in(name: str) -> str:
    return packaged_text(_PACKAGE, f"check/cases/{name}.toml")


def _money(yuan: float) -> Money:
    money = Money.from_yuan(Decimal(str(yuan)))
    if money is None:
        raise ValueError(f"{yuan}: a case of the check has an impossible amount")
    return money


def _day(days: int) -> date:
    return NOW.date() + timedelta(days=days)
