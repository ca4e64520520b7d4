"""What voiced points out by itself: the answer to 「今天有什么」, and a budget that a save used up."""

from __future__ import annotations

from datetime import date, time

import pytest
from msgspec import structs
from msgspec.structs import replace

from tests.support.drafts import ONE, draft, saved
from tests.support.ledger_rows import a_row
from tests.support.recurring import monthly, rent
from tests.support.script import LOCAL, ONLINE, Stage, in_session
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.policy import Notices, Policy
from voiced.dialogue.values.state import Dialogue, DueOffer
from voiced.domain.agenda import Agenda
from voiced.domain.budget import Budget, MonthBudget
from voiced.domain.hours import Hours
from voiced.domain.memory import LedgerMemory
from voiced.domain.money import ZERO, Money
from voiced.domain.month import Month
from voiced.domain.recurring import Recurring
from voiced.domain.transaction import Transaction

BILL = replace(a_row("99", description="话费"), category="通讯", date=date(2026, 10, 8))
NOVEMBER = Month(2026, 11)


def budget(spent: int, *, category: str = "餐饮") -> MonthBudget:
    """100 yuan, of which so many are spent."""
    return MonthBudget(Budget(category, NOVEMBER, Money(100_00)), NOVEMBER, ZERO, Money(spent * 100))


def asked(
    agenda: Agenda = Agenda(),  # noqa: B008 - a frozen value
    *recurring: Recurring,
    start: Dialogue | None = None,
    policy: Policy = LOCAL,
    words: str = "今天有什么",
) -> Stage:
    """The conversation after the question and its answer."""
    stage = Stage(policy, start or in_session(policy), agenda=agenda)
    stage.state = with_recurring(stage.state, recurring)
    stage.read(f"你: {words}")
    assert stage.lines[-1] == "查: 2026-11-21 有什么"
    stage.read("答账: 好")
    return stage


def with_recurring(state: Dialogue, entries: tuple[Recurring, ...]) -> Dialogue:
    return structs.replace(state, recurring=entries)


def said(stage: Stage) -> list[str]:
    return [line.removeprefix("它: ") for line in stage.lines if line.startswith("它")]


class TestWhatTodayHolds:
    @pytest.mark.parametrize(
        "words", ["今天有什么", "今天有什么要记的", "今天该记什么", "有什么没记的", "今天还有什么事吗"]
    )
    @pytest.mark.parametrize("policy", [LOCAL, ONLINE])
    def test_nothing(self, words: str, policy: Policy) -> None:
        assert said(asked(words=words, policy=policy)) == ["今天没有到日子的账。"]

    def test_what_is_due_is_offered_at_any_time_of_the_day(self) -> None:
        stage = asked(Agenda(), rent(offered=date(2026, 11, 21), days=monthly(21)))
        assert said(stage) == ["今天该记房租3000元，要记这笔吗？"]
        stage.read("你: 要")
        assert stage.state.said == "记录支出3000元，住房，确认吗？"

    def test_what_did_not_come_and_what_is_nearly_used_is_told(self) -> None:
        agenda = Agenda((BILL,), (budget(85), budget(100, category="交通"), budget(120, category="娱乐")))
        assert said(asked(agenda)) == [
            "这个月还没有话费（上月8日99元）。11月餐饮预算只剩15元。11月交通预算只剩0元。11月娱乐预算超了20元。"
        ]

    def test_both_come_before_the_offer(self) -> None:
        assert said(asked(Agenda((BILL,)), rent())) == [
            "这个月还没有话费（上月8日99元）。",
            "上周日该记房租3000元，要记这笔吗？",
        ]

    def test_a_recurring_entry_is_not_named_twice(self) -> None:
        bill = rent(id="bill", description="话费", settled=date(2026, 11, 15))
        assert said(asked(Agenda((BILL,)), bill)) == ["今天没有到日子的账。"]

    def test_an_open_draft_is_read_back_and_nothing_is_offered_beside_it(self) -> None:
        stage = asked(Agenda((BILL,)), rent(), start=draft(ONE))
        assert said(stage) == [
            "该记的有上周日的房租3000元。这个月还没有话费（上月8日99元）。",
            "记录支出60元，餐饮，确认吗？",
        ]
        assert not isinstance(stage.state.open_question, DueOffer)
        assert said(asked(start=draft(ONE)))[0] == "今天没有到日子的账。"

    def test_missing_rows_can_be_switched_off(self) -> None:
        policy = Policy(notices=Notices(missing=False))
        assert said(asked(Agenda((BILL,)), policy=policy)) == ["今天没有到日子的账。"]

    def test_a_yes_answers_nothing_of_it(self) -> None:
        stage = asked(Agenda((BILL,)))
        stage.read("你: 对")
        assert said(stage)[-1] == "现在没有待处理的记录。"

    def test_a_ledger_that_fails_is_told(self) -> None:
        stage = Stage(LOCAL, in_session(LOCAL))
        stage.read("你: 今天有什么")
        stage.read("答账: 失败")
        assert said(stage) == ["账本暂时读不出来，请稍后再试。"]


class TestABudgetAfterASave:
    def tell(
        self, stage: Stage, *budgets: MonthBudget, rows: tuple[Transaction, ...] | None = None
    ) -> list[str]:
        before = len(said(stage))
        stage.happen(ev.BudgetsKnown(stage.state.last_saved if rows is None else rows, budgets))
        return said(stage)[before:]

    def test_is_pointed_out_at_80_and_at_100_percent_once_each(self) -> None:
        stage = Stage(LOCAL, saved(ONE))
        assert self.tell(stage, budget(85)) == ["11月餐饮预算只剩15元。"]
        assert self.tell(stage, budget(85)) == []
        assert self.tell(stage, budget(105)) == ["11月餐饮预算超了5元。"]
        assert self.tell(stage, budget(105)) == []

    def test_leaves_the_open_question_so_that_a_no_still_ends_the_session(self) -> None:
        stage = Stage(LOCAL, saved(ONE))
        before = stage.state.open_question
        self.tell(stage, budget(85))
        assert stage.state.open_question is before
        stage.read("你: 没有了")
        assert said(stage)[-1] == "下次再记。"

    def test_of_another_category_month_or_type_stays_unsaid(self) -> None:
        stage = Stage(LOCAL, saved(ONE))
        (row,) = stage.state.last_saved
        assert self.tell(stage, budget(85, category="交通")) == []
        assert self.tell(stage, budget(85), rows=(replace(row, date=date(2026, 10, 31)),)) == []

    def test_stays_unsaid_after_the_session_and_if_it_is_switched_off(self) -> None:
        assert self.tell(Stage(LOCAL, Dialogue()), budget(85), rows=saved(ONE).last_saved) == []
        off = Policy(notices=Notices(budgets=False))
        assert self.tell(Stage(off, saved(ONE)), budget(85)) == []

    def test_stays_unsaid_at_night(self) -> None:
        night = Policy(night=Hours(time(10), time(11)))
        assert self.tell(Stage(night, saved(ONE)), budget(85)) == []


def test_the_remark_on_a_repeated_entry_can_be_switched_off() -> None:
    for policy, told in ((LOCAL, True), (Policy(notices=Notices(repeated=False)), False)):
        stage = Stage(policy, saved(ONE))
        memory = LedgerMemory(recent=stage.state.last_saved)
        stage.happen(ev.LedgerKnown(stage.state.vocabulary, memory))
        stage.read("你: 复制上一笔")
        assert ("刚记过一笔一样的" in stage.state.said) is told
