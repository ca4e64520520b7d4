"""Drafts and requests for the gateway's tests, a line each."""

from __future__ import annotations

from decimal import Decimal

from tests.support.now import NOW
from voiced.dialogue.values.requests import CorrectionRequest, ParseRequest, RequestContext
from voiced.domain.batch import DraftBatch, DraftTransaction
from voiced.domain.money import Money
from voiced.domain.transaction import ParseResult, TransactionType

_TYPES = {"支": TransactionType.EXPENSE, "收": TransactionType.INCOME, "转": TransactionType.TRANSFER}
CONTEXT = RequestContext(now=NOW)


def money(yuan: str) -> Money:
    amount = Money.from_yuan(Decimal(yuan))
    assert amount is not None
    return amount


def row(words: str) -> ParseResult:
    """`支60 餐饮 吃饭`; `支? 餐饮 吃饭` has no amount."""
    head, category, description = words.split()
    amount = None if head[1:] == "?" else money(head[1:])
    return ParseResult(amount, _TYPES[head[0]], category, NOW.date(), description)


def rows(*words: str) -> tuple[ParseResult, ...]:
    return tuple(row(one) for one in words)


def draft(*words: str) -> tuple[DraftTransaction, ...]:
    return DraftBatch.of(rows(*words), batch_id="b", created_at=NOW).items


def correction(said: str, *words: str) -> CorrectionRequest:
    return CorrectionRequest(rows(*words), said, CONTEXT)


def utterance(said: str, *own_categories: str) -> ParseRequest:
    return ParseRequest(said, RequestContext(now=NOW, custom_categories=own_categories))
