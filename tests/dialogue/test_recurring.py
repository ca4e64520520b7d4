"""Entries that come again: set up by voice, offered when they are due, and a row only after a confirm."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from uuid import UUID

import pytest
from msgspec import structs
from msgspec.structs import replace

from tests.support.drafts import ONE, draft
from tests.support.now import NOW, TODAY
from tests.support.recurring import monthly, rent
from tests.support.script import LOCAL, ONLINE, Stage, in_session, play
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.policy import Notices, Policy
from voiced.dialogue.values.state import Dialogue, DueOffer
from voiced.domain.hours import Hours
from voiced.domain.recurring import Due, Recurring

TODAYS = rent(days=monthly(21))
COURSE = rent(id="course", description="瑜伽课", days=monthly(16))
PRESSED = ev.DuePressed(Due(TODAYS, TODAY))


def stage_with(*entries: Recurring, policy: Policy = LOCAL, now: datetime = NOW) -> Stage:
    """A session that has just begun, in which the ledger told these entries."""
    stage = Stage(policy, in_session(policy), now)
    stage.happen(ev.RecurringKnown(entries))
    return stage


def offered(*entries: Recurring, policy: Policy = LOCAL) -> Dialogue:
    """The state after the offer of what is due."""
    return stage_with(*entries, policy=policy).state


class TestSettingUp:
    @pytest.mark.parametrize("policy", [LOCAL, ONLINE])
    @pytest.mark.parametrize("assent", ["要", "对", "好的", "确认", "提醒吧"])
    def test_an_entry_is_set_up_after_an_assent(self, assent: str, policy: Policy) -> None:
        play(
            f"""
            你: 每个月十五号房租三千
            它: 要每月15号提醒你记房租3000元吗？
            你: {assent}
            设: 每月15号 支出3000元 住房 房租
            它: 以后每月15号问你要不要记房租3000元。
        """,
            policy,
        )

    @pytest.mark.parametrize("refusal", ["不用", "不要", "算了", "不用了"])
    def test_a_refusal_sets_up_nothing(self, refusal: str) -> None:
        play(
            f"""
            你: 每周一瑜伽课120
            它: 要每周一提醒你记瑜伽课120元吗？
            你: {refusal}
            它: 那就不提醒。
            你: 对
            它: 现在没有待处理的记录。
        """,
            LOCAL,
        )

    def test_a_yes_after_another_sentence_sets_up_nothing(self) -> None:
        play(
            """
            你: 每个月十五号房租三千
            它: 要每月15号提醒你记房租3000元吗？
            你: 午饭35块
            态: CONFIRMING
            卡: 1 支出35元 餐饮 午饭
            它: 记录支出35元，餐饮，确认吗？
            你: 对
            记完: ✓1 支出35元 餐饮 午饭
            你: 对
            它: 请说。
        """,
            LOCAL,
        )

    def test_another_amount_is_asked_about_again(self) -> None:
        play(
            """
            你: 每个月十五号房租三千
            它: 要每月15号提醒你记房租3000元吗？
            你: 三千二
            它: 要每月15号提醒你记房租3200元吗？
            你: 不用改
            它: 要每月15号提醒你记房租3200元吗？
            你: 嗯
            设: 每月15号 支出3200元 住房 房租
            它: 以后每月15号问你要不要记房租3200元。
        """,
            LOCAL,
        )

    def test_a_confirm_said_before_our_question_sets_up_nothing(self) -> None:
        play(
            """
            账本: 慢
            你: 每个月十五号房租三千
            它: 要每月15号提醒你记房租3000元吗？
            你: 确认
            设: 每月15号 支出3000元 住房 房租
            你: 每周一瑜伽课120
            你: 确认
            答账: 好
            它: 以后每月15号问你要不要记房租3000元。
            它: 要每周一提醒你记瑜伽课120元吗？
        """,
            LOCAL,
        )

    def test_the_same_thing_on_the_same_days_is_changed(self) -> None:
        known = rent(settled=date(2026, 11, 15))
        play(
            """
            你: 每个月十五号房租三千二
            它: 每月15号的房租要改成3200元吗？
            你: 改吧
            设: 每月15号 支出3200元 住房 房租
            它: 以后每月15号问你要不要记房租3200元。
        """,
            LOCAL,
            start=stage_with(known).state,
        )

    def test_an_open_draft_stays_as_it_is_and_is_read_back(self) -> None:
        play(
            """
            你: 每个月十五号房租三千
            它: 要每月15号提醒你记房租3000元吗？
            你: 要
            设: 每月15号 支出3000元 住房 房租
            它: 以后每月15号问你要不要记房租3000元。
            它: 记录支出60元，餐饮，确认吗？
            你: 每个月一号话费99
            它: 要每月1号提醒你记话费99元吗？
            你: 不要
            它: 那就不提醒。
            它: 记录支出60元，餐饮，确认吗？
        """,
            LOCAL,
            start=draft(ONE),
        )

    @pytest.mark.parametrize(
        ("failure", "said"),
        [
            ("失败", "账本没有变动，请稍后再试。"),
            ("连不上", "账本暂时连不上，改动可能没有生效，请稍后再看。"),
        ],
    )
    def test_a_ledger_that_fails_sets_up_nothing(self, failure: str, said: str) -> None:
        state = play(
            f"""
            账本: 手动
            你: 每个月十五号房租三千
            它: 要每月15号提醒你记房租3000元吗？
            你: 要
            设: 每月15号 支出3000元 住房 房租
            你: 取消
            它: 这一批正在写进账本。
            答账: {failure}
            它: {said}
        """,
            LOCAL,
        )
        assert state.recurring == ()


class TestTheOffer:
    def test_an_entry_that_is_due_today_is_offered_first_and_waits_for_a_confirm(self) -> None:
        start = offered(TODAYS)
        assert start.said == "今天该记房租3000元，要记这笔吗？"
        play(
            """
            你: 要
            态: CONFIRMING
            卡: 1 支出3000元 住房 房租
            它: 记录支出3000元，住房，确认吗？
            你: 确认
            卡: ✓1 支出3000元 住房 房租
            写: 支出3000元 住房 房租
            账: 支出3000元 住房 房租
            态: LISTENING
            卡: 空
            了结: 房租 2026-11-21
            它: 记好了，还有吗？
        """,
            LOCAL,
            start=start,
        )

    def test_it_says_since_when_an_older_one_waits(self) -> None:
        assert offered(rent()).said == "上周日该记房租3000元，要记这笔吗？"
        assert offered(rent(days=monthly(30))).said == "10月30日该记房租3000元，要记这笔吗？"

    def test_several_are_offered_together_and_confirmed_row_by_row(self) -> None:
        start = offered(TODAYS, COURSE)
        assert start.said == "该记的有周一的瑜伽课3000元、今天的房租3000元，要记这2笔吗？"
        stage = Stage(LOCAL, start)
        for words in ("要", "第二笔不要，其他的确认"):
            stage.read(f"你: {words}")
        assert [line for line in stage.lines if line.startswith("了结")] == ["了结: 瑜伽课 2026-11-16"]

    @pytest.mark.parametrize("refusal", ["不用", "不要", "不记"])
    def test_a_refusal_settles_the_day_without_a_row(self, refusal: str) -> None:
        play(
            f"""
            你: {refusal}
            了结: 房租 2026-11-21
            它: 这次没有记账。
        """,
            LOCAL,
            start=offered(TODAYS),
        )

    @pytest.mark.parametrize("words", ["三千二", "是三千二"])
    def test_another_amount_is_taken_and_read_back(self, words: str) -> None:
        play(
            f"""
            你: {words}
            态: CONFIRMING
            卡: 1 支出3200元 住房 房租
            它: 记录支出3200元，住房，确认吗？
        """,
            LOCAL,
            start=offered(TODAYS),
        )

    @pytest.mark.parametrize("words", ["三千二", "不用改"])
    def test_words_that_fit_no_single_entry_get_the_question_again(self, words: str) -> None:
        start = offered(TODAYS, COURSE)
        stage = Stage(LOCAL, start)
        stage.read(f"你: {words}")
        assert (stage.state.said, stage.state.batch) == (start.said, None)

    @pytest.mark.parametrize("words", ["记吧", "要记"])
    def test_the_verb_of_the_question_agrees(self, words: str) -> None:
        stage = Stage(LOCAL, offered(TODAYS))
        stage.read(f"你: {words}")
        assert stage.state.said == "记录支出3000元，住房，确认吗？"

    def test_another_entry_leaves_it_unanswered_and_a_later_yes_means_that_entry(self) -> None:
        play(
            """
            你: 午饭35块
            态: CONFIRMING
            卡: 1 支出35元 餐饮 午饭
            它: 记录支出35元，餐饮，确认吗？
            你: 对
            记完: ✓1 支出35元 餐饮 午饭
        """,
            LOCAL,
            start=offered(TODAYS),
        )

    def test_it_is_not_repeated_on_the_same_day_and_is_on_the_next(self) -> None:
        stage = stage_with(TODAYS)
        for moment, said in ((NOW, ""), (NOW + timedelta(days=1), "昨天该记房租3000元，要记这笔吗？")):
            stage.now = moment
            stage.read("按: 退出")
            stage.read("按: 唤醒")
            # The note may not have reached the ledger yet.
            stage.happen(ev.RecurringKnown((TODAYS,)))
            assert stage.state.said == said

    def test_a_cancelled_draft_leaves_the_day_unanswered(self) -> None:
        stage = stage_with(TODAYS)
        for words in ("要", "取消"):
            stage.read(f"你: {words}")
        assert not [line for line in stage.lines if line.startswith("了结")]
        assert stage.state.due_rows == ()

    def test_a_row_of_another_draft_settles_nothing(self) -> None:
        stage = stage_with(TODAYS)
        stage.read("你: 要")
        assert stage.state.batch is not None
        another = replace(stage.state.batch, id=str(UUID(int=77, version=4)))
        stage.state = structs.replace(stage.state, batch=another)
        stage.read("你: 确认")
        assert not [line for line in stage.lines if line.startswith("了结")]


class TestAPressOnTheCard:
    """「记这笔」 in the list of recurring entries."""

    @pytest.mark.parametrize("state", [Dialogue(), in_session(LOCAL)])
    def test_opens_a_draft_that_waits_for_a_confirm(self, state: Dialogue) -> None:
        stage = Stage(LOCAL, structs.replace(state, recurring=(TODAYS,)))
        stage.happen(PRESSED)
        assert stage.state.said == "记录支出3000元，住房，确认吗？"
        assert not [line for line in stage.lines if line.startswith("写")]
        stage.read("你: 确认")
        assert [line for line in stage.lines if line.startswith(("写", "了结"))] == [
            "写: 支出3000元 住房 房租",
            "了结: 房租 2026-11-21",
        ]

    def test_joins_an_open_draft(self) -> None:
        stage = Stage(LOCAL, structs.replace(draft(ONE), recurring=(TODAYS,)))
        stage.happen(PRESSED)
        stage.read("你: 第一笔不要，其他的确认")
        assert [line for line in stage.lines if line.startswith(("写", "了结"))] == [
            "写: 支出3000元 住房 房租",
            "了结: 房租 2026-11-21",
        ]

    def test_a_second_press_reads_the_draft_back(self) -> None:
        stage = stage_with(rent(days=monthly(21), offered=TODAY))
        stage.happen(PRESSED)
        stage.happen(PRESSED)
        assert stage.state.batch is not None
        assert len(stage.state.batch) == 1
        assert [line for line in stage.lines if line.startswith("它")] == [
            "它: 记录支出3000元，住房，确认吗？"
        ] * 2

    def test_is_kept_while_a_draft_is_being_saved(self) -> None:
        stage = Stage(LOCAL, draft(ONE))
        stage.read("账本: 手动")
        stage.read("你: 确认")
        stage.happen(PRESSED)
        assert (stage.state.due_rows, len(stage.state.dropped)) == ((), 1)


class TestWhenNothingIsOffered:
    def test_before_a_due_day_and_after_its_answer(self) -> None:
        for entry in (
            rent(settled=date(2026, 11, 15)),
            rent(recorded=date(2026, 11, 16)),
            rent(offered=TODAY),
        ):
            assert offered(entry).said == ""
        assert offered().said == ""

    def test_to_a_speaker_who_has_begun(self) -> None:
        for said in ("声: 开始", "你: 午饭35块", "你: 你好"):
            stage = Stage(LOCAL, in_session(LOCAL))
            stage.read(said)
            before = stage.state.said
            stage.happen(ev.RecurringKnown((TODAYS,)))
            assert stage.state.said == before

    def test_outside_a_session(self) -> None:
        stage = Stage(LOCAL, Dialogue())
        stage.happen(ev.RecurringKnown((TODAYS,)))
        assert (stage.lines, stage.state.recurring) == ([], (TODAYS,))

    def test_beside_a_draft_that_a_crash_left(self) -> None:
        stage = Stage(LOCAL, in_session(LOCAL))
        stage.read("恢复: 支出60 餐饮 吃饭")
        stage.happen(ev.RecurringKnown((TODAYS,)))
        assert not isinstance(stage.state.open_question, DueOffer)

    def test_at_night(self) -> None:
        night = Policy(night=Hours(time(22), time(7)))
        assert stage_with(TODAYS, policy=night, now=NOW.replace(hour=23)).state.said == ""
        assert stage_with(TODAYS, policy=night, now=NOW.replace(hour=8)).state.said != ""

    def test_if_it_is_switched_off(self) -> None:
        assert offered(TODAYS, policy=Policy(notices=Notices(recurring=False))).said == ""

    def test_more_than_five_at_once(self) -> None:
        entries = [replace(TODAYS, id=f"r{number}") for number in range(7)]
        stage = stage_with(*entries)
        assert stage.state.said.endswith("要记这5笔吗？")
        assert len([line for line in stage.lines if line.startswith("问过")]) == 5
