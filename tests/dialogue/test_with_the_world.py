"""The dialogue with what it talks to: the runtime, a real ledger file, a gateway on a real socket, virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import date
from pathlib import Path
from uuid import UUID

import pytest
from msgspec.structs import replace

from tests.support.answers import entries_of
from tests.support.drafts import FOUR, TWO
from tests.support.fakes import (
    FakePlayer,
    FakeVoice,
    MemoryLedger,
    RecordingWatcher,
    Reply,
    ScriptedInterpreter,
)
from tests.support.ledger_files import open_ledger, rows_of
from tests.support.ledger_rows import a_row, batch_of
from tests.support.now import NOW
from tests.support.recurring import monthly, rent
from tests.support.script import LOCAL, ONLINE
from tests.support.scripted_llm import Answerer, Hang, ScriptedLlm, json_answer, scripted_llm
from voiced.adapters.absent import SilentPlayer, SilentVoice
from voiced.adapters.ledger.sql_books import SqlBooks
from voiced.adapters.ledger.sqlite_database import SqliteDatabase
from voiced.adapters.llm.gateway_client import GatewayClient
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.policy import Policy
from voiced.dialogue.values.requests import Corrected, Interpretation
from voiced.dialogue.values.state import Phase
from voiced.domain.batch import DraftBatch
from voiced.domain.budget import Budget
from voiced.domain.money import ZERO, Money
from voiced.domain.month import Month
from voiced.domain.transaction import Correction, FieldChange, Transaction
from voiced.ports.conversation import Interpreter, Report
from voiced.ports.ledger import Ledger
from voiced.runtime.conversation import Conversation, World, running_conversation
from voiced.runtime.model_desk import Deadlines

TWO_MEALS = {
    "transactions": [{"amount": amount, "category": "餐饮", "type": "EXPENSE"} for amount in (60, 30)]
}
"""A model's answer to 「吃饭花了60，打车30」."""


class StandingClock:
    """Wall-clock time that stands still; sleeping is the loop's."""

    def now(self):
        return NOW

    def monotonic(self) -> float:
        return asyncio.get_running_loop().time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class Card(RecordingWatcher):
    """Keeps the card itself too, so that presses can name it."""

    def __init__(self) -> None:
        super().__init__()
        self.batch: DraftBatch | None = None
        self.revision = 0
        self.saved: list[Transaction] = []

    def tell(self, report: Report) -> None:
        super().tell(report)
        match report:
            case fx.ShowDraft(batch, revision):
                self.batch, self.revision = batch, revision
            case fx.TellSaved(_, rows):
                self.saved.extend(rows)
            case _:
                pass

    @property
    def spoken(self) -> list[str]:
        return [report.removeprefix("speaking ") for report in self.reports if report.startswith("speaking")]


class Daemon:
    """A conversation and its card."""

    def __init__(self, conversation: Conversation, card: Card) -> None:
        self.conversation = conversation
        self.card = card

    async def happen(self, *events: ev.Event) -> None:
        for event in events:
            self.conversation.post(event)
            await self.conversation.settled()

    async def hear(self, *words: str) -> None:
        await self.happen(*map(ev.Heard, words))


@asynccontextmanager
async def daemon(
    ledger: Ledger,
    interpreter: Interpreter,
    policy: Policy = ONLINE,
    deadlines: Deadlines | None = None,
) -> AsyncGenerator[Daemon]:
    """A daemon in a running session."""
    numbers = iter(range(1, 1_000_000))
    card = Card()
    world = World(
        StandingClock(), ledger, interpreter, SilentVoice(), SilentPlayer(), card,
        lambda: str(UUID(int=next(numbers), version=4)), deadlines or Deadlines(),
    )  # fmt: skip
    async with running_conversation(policy, world) as conversation:
        running = Daemon(conversation, card)
        await running.happen(ev.Woken())
        yield running


@asynccontextmanager
async def gateway(answer: Answerer) -> AsyncGenerator[tuple[ScriptedLlm, GatewayClient]]:
    async with scripted_llm(answer) as server:
        interpreter = GatewayClient(server.url)
        try:
            yield server, interpreter
        finally:
            await interpreter.close()


def model(*answers: str | Interpretation) -> ScriptedInterpreter:
    return ScriptedInterpreter(
        *(Reply(entries_of(a, NOW.date()) if isinstance(a, str) else a) for a in answers)
    )


@pytest.mark.scenario("0-01", "3-23", "R-09")
async def test_four_confirmed_rows_are_in_the_ledger_file(tmp_path: Path) -> None:
    async with open_ledger(tmp_path / "ledger.db") as ledger, daemon(ledger, model(FOUR)) as running:
        await running.hear("吃饭花了60，洗脚花了60，抢红包抢了30，工资收到90", "确认")
        rows = await rows_of(ledger)
        assert [(str(row.amount), row.category, row.description) for row in rows] == [
            ("60", "餐饮", "吃饭"),
            ("60", "洗浴", "洗脚"),
            ("30", "红包", "抢红包"),
            ("90", "工资", "工资"),
        ]
        assert running.card.saved == rows
        assert {row.account for row in rows} == {"现金"}
        assert len({UUID(row.id) for row in rows}) == 4
        assert running.card.spoken[-1] == "已保存4笔交易。"


@pytest.mark.scenario("3-24")
async def test_one_row_with_an_invalid_amount_keeps_all_four_out_of_the_ledger_file(tmp_path: Path) -> None:
    async with open_ledger(tmp_path / "ledger.db") as ledger, daemon(ledger, model(FOUR)) as running:
        await running.hear("吃饭花了60，洗脚花了60，抢红包抢了30，工资收到90")
        await running.happen(ev.EditPressed(running.card.revision, 2, FieldChange(amount=ZERO)))
        before = running.card.batch
        await running.hear("确认")
        assert await rows_of(ledger) == []
        assert running.card.batch == before
        assert running.conversation.phase is Phase.CONFIRMING
        assert running.card.spoken[-1] == "账本没有写成，记录都还在，请再说一次。"
        await running.happen(ev.EditPressed(running.card.revision, 2, FieldChange(amount=Money(3000))))
        await running.hear("确认")
        assert len(await rows_of(ledger)) == 4


async def test_an_entry_that_comes_again_is_written_once_and_only_after_a_confirm(tmp_path: Path) -> None:
    async with open_ledger(tmp_path / "ledger.db") as ledger, daemon(ledger, model(), LOCAL) as running:
        await running.hear("每个月二十一号房租三千", "要")
        assert running.card.spoken[-1] == "以后每月21号问你要不要记房租3000元。"
        assert await rows_of(ledger) == []
    async with open_ledger(tmp_path / "ledger.db") as ledger, daemon(ledger, model(), LOCAL) as running:
        assert running.card.spoken == ["今天该记房租3000元，要记这笔吗？"]
        await running.hear("要")
        assert await rows_of(ledger) == []
        await running.hear("确认", "退出")
        assert [(str(row.amount), row.description) for row in await rows_of(ledger)] == [("3000", "房租")]
        (entry,) = await ledger.recurring.all()
        assert (entry.offered, entry.settled, entry.recorded) == (NOW.date(),) * 3
    async with open_ledger(tmp_path / "ledger.db") as ledger, daemon(ledger, model(), LOCAL) as running:
        assert running.card.spoken == []


async def test_a_row_that_was_said_settles_what_is_due_that_day(tmp_path: Path) -> None:
    async with open_ledger(tmp_path / "ledger.db") as ledger:
        await ledger.recurring.keep(rent(days=monthly(21)))
        async with daemon(ledger, model(), LOCAL) as running:
            await running.hear("房租三千一", "确认", "退出")
            await running.happen(ev.Woken())
            assert running.card.spoken[-1] == "下次再记。"
        assert [one.due_on(NOW.date()) for one in await ledger.recurring.all()] == [None]


async def test_a_budget_is_pointed_out_by_the_save_that_uses_it_up(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    async with open_ledger(path) as ledger, daemon(ledger, model(), LOCAL) as running:
        books = SqlBooks(await SqliteDatabase.open(path))
        await books.set_budget(Budget("餐饮", Month(2026, 11), Money(100_00)))
        await books.close()
        await running.hear("吃饭79", "确认")
        assert running.card.spoken[-1] == "记好了，还有吗？"
        await running.hear("吃饭6", "确认")
        assert running.card.spoken[-1] == "11月餐饮预算只剩15元。"
        await running.hear("吃饭16", "确认")
        assert running.card.spoken[-1] == "11月餐饮预算超了1元。"
        await running.hear("吃饭5", "确认")
        assert running.card.spoken[-1] == "记好了，还有吗？"


async def test_today_holds_a_bill_that_did_not_come(tmp_path: Path) -> None:
    bills = [a_row("99", description="话费", day=date(2026, month, 8)) for month in (8, 9, 10)]
    async with open_ledger(tmp_path / "ledger.db") as ledger:
        await ledger.save_batch("bills", batch_of("bills", *bills))
        async with daemon(ledger, model(), LOCAL) as running:
            await running.hear("今天有什么")
            assert running.card.spoken == ["这个月还没有话费（上月8日99元）。"]


async def test_a_draft_survives_a_crash_in_the_ledger_file_and_is_saved_once(tmp_path: Path) -> None:
    async with open_ledger(tmp_path / "ledger.db") as ledger, daemon(ledger, model(TWO)) as running:
        await running.hear("吃饭花了60，打车30", "确认第一笔")
    async with open_ledger(tmp_path / "ledger.db") as ledger, daemon(ledger, model()) as running:
        assert running.card.spoken == ["上次有1笔还没处理完，要继续吗？"]
        await running.hear("对", "确认")
        assert [str(row.amount) for row in await rows_of(ledger)] == ["60", "30"]
    async with open_ledger(tmp_path / "ledger.db") as ledger, daemon(ledger, model()) as running:
        assert running.card.spoken == []


async def test_an_orderly_stop_leaves_no_draft_in_the_ledger_file(tmp_path: Path) -> None:
    async with open_ledger(tmp_path / "ledger.db") as ledger, daemon(ledger, model(TWO)) as running:
        await running.hear("吃饭花了60，打车30")
        await running.conversation.stop()
        assert await ledger.drafts.kept() is None


async def test_an_undo_reaches_the_ledger_file(tmp_path: Path) -> None:
    async with open_ledger(tmp_path / "ledger.db") as ledger, daemon(ledger, model(TWO)) as running:
        await running.hear("吃饭花了60，打车30", "确认", "撤销刚才那笔", "要")
        assert await rows_of(ledger) == []
        await running.hear("这个月花了多少")
        assert running.card.spoken[-1] == "这个月还没有记支出。"


@pytest.mark.scenario("R-07")
async def test_every_report_comes_with_what_it_is_about(tmp_path: Path) -> None:
    async with open_ledger(tmp_path / "ledger.db") as ledger, daemon(ledger, model("")) as running:
        running.card.reports.clear()
        await running.happen(
            ev.SpeechDetected(),
            ev.PartialHeard("午饭"),
            ev.Heard("午饭35块"),
            ev.NotHeard("a gap in the sound"),
            ev.Heard("再记一笔"),
            ev.Heard("这个月花了多少"),
            ev.Heard("今儿个真高兴"),
        )
        batch_id = running.card.saved[0].batch_id
        await running.conversation.stop()
    assert running.card.reports == [
        "speech detected",
        "partial 午饭",
        "final 午饭35块 35p",
        "state CONFIRMING",
        "draft 1 35p",
        "speaking 记录支出35元，餐饮，确认吗？",
        "error a gap in the sound",
        "speaking 没听清，请再说一次。",
        "final 再记一笔 35p",
        "draft 2 35c",
        f"saved {batch_id} 1",
        "state LISTENING",
        "draft 3 -",
        "continue recording",
        "speaking 记好了，还有吗？",
        "final 这个月花了多少 -",
        "answer 1",
        "speaking 这个月一共花了35元，1笔。",
        "final 今儿个真高兴 -",
        "interim 今儿个真高兴",
        "speaking 没听出要记什么，请说用途和金额。",
        "state IDLE",
    ]


@pytest.mark.scenario("1-01")
@pytest.mark.looptime
async def test_nothing_is_reported_once_a_session_has_ended() -> None:
    late = Interpretation(Corrected((Correction(0, FieldChange(amount=Money(5000))),)), 0.9)
    interpreter = ScriptedInterpreter(Reply(entries_of(TWO, NOW.date())), Reply(late, seconds=2.0))
    async with daemon(MemoryLedger(), interpreter) as running:
        await running.hear("吃饭花了60，打车30")
        running.conversation.post(ev.Heard("第一笔改成50"))
        await asyncio.sleep(1.0)
        running.conversation.post(ev.Heard("退出"))
        await running.conversation.settled()
        assert "state IDLE" in running.card.reports[-2:]
        reported = len(running.card.reports)
        await running.happen(
            ev.SpeechDetected(),
            ev.PartialHeard("确"),
            ev.Heard("确认"),
            ev.NotHeard("the recogniser failed"),
            ev.ConfirmPressed(running.card.revision),
        )
        await asyncio.sleep(3600)
        assert len(running.card.reports) == reported
        assert interpreter.cancelled == ["第一笔改成50"]


@pytest.mark.scenario("1-11", "2-14")
@pytest.mark.looptime
async def test_a_correction_is_given_up_after_three_seconds_and_its_request_is_cancelled() -> None:
    never = Reply(Interpretation(Corrected(())), seconds=3600.0)
    interpreter = ScriptedInterpreter(Reply(entries_of(TWO, NOW.date())), never)
    async with daemon(MemoryLedger(), interpreter) as running:
        await running.hear("吃饭花了60，打车30")
        loop = asyncio.get_running_loop()
        began = loop.time()
        await running.hear("第一笔改成50")
        assert loop.time() - began == pytest.approx(3.0)
        assert interpreter.cancelled == ["第一笔改成50"]
        assert running.card.spoken[-3:] == [
            "好的，正在修改...",
            "模型没有答上来，先按简单规则处理。",
            "已将第1笔修改为支出50元，餐饮。还需要修改吗？",
        ]


@pytest.mark.scenario("1-17", "3-26")
@pytest.mark.looptime
async def test_a_minute_of_silence_after_our_last_word_ends_the_session() -> None:
    async with daemon(MemoryLedger(), model(TWO)) as running:
        await running.hear("吃饭花了60，打车30")
        await asyncio.sleep(59.9)
        assert running.conversation.phase is Phase.CONFIRMING
        await asyncio.sleep(0.2)
        assert running.conversation.phase is Phase.IDLE
        assert running.card.batch is None


@pytest.mark.looptime
async def test_our_own_voice_takes_no_time_of_the_speaker() -> None:
    numbers = iter(range(1, 100))
    card, player = Card(), FakePlayer()
    world = World(
        StandingClock(), MemoryLedger(), model(), FakeVoice(), player, card,
        lambda: str(UUID(int=next(numbers), version=4)),
    )  # fmt: skip
    async with running_conversation(ONLINE, world) as conversation:
        running = Daemon(conversation, card)
        began = asyncio.get_running_loop().time()
        await running.happen(ev.Woken(), ev.Heard("午饭35块"))
        spoken_for = asyncio.get_running_loop().time() - began
        assert spoken_for == pytest.approx(len(player.heard[0]))
        await asyncio.sleep(59.9)
        assert conversation.phase is Phase.CONFIRMING
        await asyncio.sleep(0.2)
        assert conversation.phase is Phase.IDLE


@pytest.mark.scenario("1-08", "2-07", "2-12")
async def test_a_correction_over_the_wire() -> None:
    def answer(path: str, _: object):
        if path.endswith("parse-transaction"):
            return json_answer(TWO_MEALS)
        return json_answer(
            {
                "corrections": [{"index": 0, "updatedFields": {"type": "INCOME", "amount": 100}}],
                "intent": "correction",
                "confidence": 0.92,
            }
        )

    async with gateway(answer) as (server, interpreter), daemon(MemoryLedger(), interpreter) as running:
        await running.hear("吃饭花了60，打车30", "第一笔改为收入100块")
        assert running.card.spoken[-1] == "已将第1笔修改为收入100元，餐饮。还需要修改吗？"
        sent = server.requests[-1].body
        assert isinstance(sent, dict)
        assert sent["correctionText"] == "第一笔改为收入100块"
        assert isinstance(sent["currentBatch"], list)
        assert len(sent["currentBatch"]) == 2


@pytest.mark.scenario("R-10")
@pytest.mark.parametrize(
    "body",
    [
        {"corrections": [{"index": 2, "updatedFields": {"amount": 1}}], "intent": "correction"},
        {"corrections": [], "intent": "pay"},
        {"corrections": [{"index": 0, "updatedFields": {"amount": -5}}], "intent": "correction"},
        "no object",
    ],
    ids=["row out of range", "unknown intent", "no amount of a row", "no object"],
)
async def test_an_answer_that_is_no_use_leaves_the_draft_to_local_rules(body: object) -> None:
    def answer(path: str, _: object):
        if path.endswith("parse-transaction"):
            return json_answer(TWO_MEALS)
        return json_answer(body)

    async with gateway(answer) as (_, interpreter), daemon(MemoryLedger(), interpreter) as running:
        await running.hear("吃饭花了60，打车30")
        before = running.card.batch
        await running.hear("哈哈哈")
        assert running.card.batch == before
        assert running.card.spoken[-1] == "没听清要改什么，请再说一次"
        await running.hear("第二笔改成50")
        assert running.card.spoken[-1] == "已将第2笔修改为支出50元，餐饮。还需要修改吗？"


@pytest.mark.scenario("0-11", "1-11")
async def test_a_gateway_that_hangs_is_hung_up_on() -> None:
    def answer(path: str, _: object):
        if path.endswith("parse-transaction"):
            return json_answer(TWO_MEALS)
        return Hang()

    deadlines = Deadlines(correction_seconds=0.05)
    async with (
        gateway(answer) as (server, interpreter),
        daemon(MemoryLedger(), interpreter, deadlines=deadlines) as running,
    ):
        await running.hear("吃饭花了60，打车30", "第一笔改成50")
        await server.hung_up.wait()
        assert running.card.spoken[-1] == "已将第1笔修改为支出50元，餐饮。还需要修改吗？"


@pytest.mark.scenario("0-11")
async def test_a_gateway_that_is_not_there_leaves_everything_to_local_rules() -> None:
    async with scripted_llm(lambda _path, _body: Hang()) as server:
        nowhere = server.url
    interpreter = GatewayClient(nowhere)
    policy = replace(ONLINE, local_first=False)
    async with daemon(MemoryLedger(), interpreter, policy) as running:
        await running.hear("午饭35块", "改成50", "确认")
        assert [str(row.amount) for row in running.card.saved] == ["50"]
    await interpreter.close()
