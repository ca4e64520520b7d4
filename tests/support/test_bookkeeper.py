"""The stand-in for a model, asked as the daemon asks: over HTTP, in both protocols."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import date, datetime, timedelta, timezone

import pytest

from tests.support.answers import entries_of
from tests.support.bookkeeper import keep_books
from tests.support.scripted_llm import scripted_llm
from voiced.adapters.llm.gateway_client import GatewayClient
from voiced.dialogue.values.requests import (
    Appended,
    Clarify,
    Confirmed,
    Corrected,
    CorrectionRequest,
    Interpretation,
    Outcome,
    ParseRequest,
    Queried,
    Replaced,
    RequestContext,
    Unclear,
)
from voiced.domain.money import Money
from voiced.domain.transaction import Correction, FieldChange, TransactionType
from voiced.gateway.protocol.exchanges import CORRECT, DIALOGUE, Exchange

TODAY = date(2026, 11, 21)
CONTEXT = RequestContext(datetime(2026, 11, 21, 9, 30, tzinfo=timezone(timedelta(hours=8))))
THREE = entries_of("支出42 买菜 买菜；支出12 饮品 咖啡；支出30 红包 红包", TODAY)
INCOME = TransactionType.INCOME


@asynccontextmanager
async def served(
    correcting: Exchange[CorrectionRequest, Interpretation] = CORRECT,
) -> AsyncGenerator[GatewayClient]:
    """The stand-in, asked with this question about a draft."""
    async with scripted_llm(keep_books) as server:
        client = GatewayClient(server.url, correcting)
        try:
            yield client
        finally:
            await client.close()


@pytest.mark.parametrize(
    ("heard", "entries"),
    [
        ("理发三十五，地铁四块", "支出35 美容 理发；支出4 交通 地铁"),
        ("理发35地铁4块", "支出35 美容 理发；支出4 交通 地铁"),
        ("里发 三十 五 低贴 四块", "支出35 美容 理发；支出4 交通 地铁"),
        ("加油花了两百六。停车十五块五", "支出260 汽车 加油；支出15.5 汽车 停车"),
        ("35.5块买书，18块奶茶", "支出35.5 学习 买书；支出18 饮品 奶茶"),
        ("工资一万二，年终奖两千", "收入12000 工资 工资；收入2000 奖金 年终奖"),
        ("昨天看電影花了45，提现五百", "支出45 娱乐 看电影 @-1；转账500 转账 提现"),
        ("午饭二十，哦不午饭二十五，咖啡十二", "支出25 餐饮 午饭；支出12 饮品 咖啡"),
        ("坐301路公交两块", "支出2 交通 公交"),
        ("没什么要记的", ""),
    ],
)
async def test_hears_entries_through_homophones_and_gaps(heard: str, entries: str):
    async with served() as client:
        results = (await client.parse(ParseRequest(heard, CONTEXT))).results
    assert results == entries_of(entries, TODAY)


def changed(index: int, fields: FieldChange) -> Corrected:
    return Corrected((Correction(index, fields),))


@pytest.mark.parametrize(
    ("heard", "outcome"),
    [
        ("第二笔改成十八", changed(1, FieldChange(amount=Money(1800)))),
        ("地二比改成18。", changed(1, FieldChange(amount=Money(1800)))),
        ("最后一笔应该是收入不是支出", changed(2, FieldChange(type=INCOME))),
        ("紅包麥筆應該是收入", changed(2, FieldChange(type=INCOME))),
        ("咖啡那笔改成二十块五", changed(1, FieldChange(amount=Money(2050)))),
        ("第一笔归到零食", changed(0, FieldChange(category="零食"))),
        (
            "金额都加十块",
            Corrected(
                tuple(
                    Correction(index, FieldChange(amount=Money(fen)))
                    for index, fen in enumerate((5200, 2200, 4000))
                )
            ),
        ),
        ("还有一笔加油三百", Appended(entries_of("支出300 汽车 加油", TODAY))),
        ("加油三百", Appended(entries_of("支出300 汽车 加油", TODAY))),
        ("就这样没问题", Confirmed()),
        ("不对就这样", Unclear()),
        ("改成五十", Unclear()),
        ("第七笔改成五十", Unclear()),
        ("今天天气真好", Unclear()),
        ("这个月花了多少", Unclear()),
    ],
)
async def test_understands_plain_corrections(heard: str, outcome: Outcome):
    async with served() as client:
        interpretation = await client.correct(CorrectionRequest(THREE, heard, CONTEXT))
    assert interpretation.outcome == outcome


async def test_a_sole_row_needs_no_name():
    async with served() as client:
        request = CorrectionRequest(THREE[:1], "应该是收入不是支出", CONTEXT)
        assert (await client.correct(request)).outcome == changed(0, FieldChange(type=INCOME))


@pytest.mark.parametrize(
    ("heard", "outcome"),
    [
        ("第二笔改成十八", changed(1, FieldChange(amount=Money(1800)))),
        ("还有一笔加油三百", Replaced(entries_of("支出300 汽车 加油", TODAY))),
        ("就这样没问题", Confirmed()),
        ("这个月花了多少", Queried()),
        ("今天天气真好", Clarify("请问您想修改哪个部分？")),
    ],
)
async def test_speaks_the_dialogue_protocol_too(heard: str, outcome: Outcome):
    async with served(DIALOGUE) as client:
        interpretation = await client.correct(CorrectionRequest(THREE, heard, CONTEXT))
    assert interpretation.outcome == outcome
