"""A draft that a crash left behind is offered again."""

from __future__ import annotations

from datetime import timedelta

import pytest
from msgspec.structs import replace

from tests.support.answers import entries_of
from tests.support.drafts import FOUR, ONE, TEN, TWO, after, draft
from tests.support.now import NOW
from tests.support.script import LOCAL, ONLINE, Stage, card, in_session, play
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.state import Dialogue, Phase
from voiced.domain.batch import DraftStatus
from voiced.domain.left_out import LeftOutReason, TrayPlace


def journal(stage: Stage) -> list[fx.DropDraft | fx.KeepDraft]:
    return [effect for effect in stage.trace if isinstance(effect, fx.DropDraft | fx.KeepDraft)]


def test_it_is_offered_at_the_first_wake_and_a_yes_takes_it_up() -> None:
    play(
        """
        恢复: 支出60 餐饮 吃饭；支出30 交通 打车
        按: 唤醒
        态: LISTENING
        它: 上次有2笔还没处理完，要继续吗？
        你: 对
        态: CONFIRMING
        卡: 1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出30元，交通。请确认或修改。
        你: 对
        记完: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
    """,
        start=Dialogue(),
    )


def test_it_is_offered_in_a_session_that_has_begun() -> None:
    play("""
        恢复: 支出60 餐饮 吃饭
        它: 上次有1笔还没处理完，要继续吗？
        你: 继续
        态: CONFIRMING
        卡: 1 支出60元 餐饮 吃饭
        它: 记录支出60元，餐饮，确认吗？
        你: 确认
        记完: ✓1 支出60元 餐饮 吃饭
    """)


@pytest.mark.parametrize("words", ["继续处理", "继续处理吧", "处理"])
def test_it_is_taken_up_by_the_verb_of_our_question(words: str) -> None:
    play(f"""
        恢复: 支出60 餐饮 吃饭
        它: 上次有1笔还没处理完，要继续吗？
        你: {words}
        态: CONFIRMING
        卡: 1 支出60元 餐饮 吃饭
        它: 记录支出60元，餐饮，确认吗？
    """)


def test_with_an_open_draft_going_on_with_it_drops_no_row() -> None:
    stage = Stage(LOCAL, draft(FOUR))
    stage.read("你: 继续处理")
    assert stage.state.batch == draft(FOUR).batch


def restorable(stage: Stage) -> list[tuple[int, int]]:
    told = [effect.entries for effect in stage.trace if isinstance(effect, fx.TellRestorable)]
    return [(len(entries.left_behind), len(entries.dropped)) for entries in told]


def test_restorable_rows_are_told_before_the_first_wake_and_until_they_are_open() -> None:
    stage = Stage(LOCAL, Dialogue())
    stage.read("恢复: 支出60 餐饮 吃饭；支出30 交通 打车")
    assert restorable(stage) == [(2, 0)]
    stage.read("按: 唤醒")
    stage.read("你: 继续处理")
    assert restorable(stage) == [(2, 0), (0, 0)]
    stage.read("你: 取消")
    assert restorable(stage) == [(2, 0), (0, 0), (0, 2)]
    assert stage.state.restorable.until == NOW + timedelta(minutes=10)


def test_even_an_explicit_confirm_only_takes_it_up() -> None:
    play("""
        恢复: 支出60 餐饮 吃饭；支出30 交通 打车
        它: 上次有2笔还没处理完，要继续吗？
        你: 确认
        态: CONFIRMING
        卡: 1 支出60元 餐饮 吃饭 | 2 支出30元 交通 打车
        它: 识别到2笔交易：第1笔，支出60元，餐饮；第2笔，支出30元，交通。请确认或修改。
    """)


def test_a_no_drops_it() -> None:
    play("""
        恢复: 支出60 餐饮 吃饭；支出30 交通 打车
        它: 上次有2笔还没处理完，要继续吗？
        你: 不用
        它: 已取消。
        你: 对
        它: 现在没有待处理的记录。
    """)


def test_a_cancel_drops_it() -> None:
    play("""
        恢复: 支出60 餐饮 吃饭；支出30 交通 打车
        它: 上次有2笔还没处理完，要继续吗？
        你: 取消
        它: 已取消。
        按: 退出
        它: 下次再记。
        态: IDLE
        按: 唤醒
        态: LISTENING
    """)


def test_words_that_hold_no_entry_leave_the_offer_open() -> None:
    play("""
        恢复: 支出60 餐饮 吃饭
        它: 上次有1笔还没处理完，要继续吗？
        你: 今儿个真高兴
        问: 解析「今儿个真高兴」
        模型:
        原文: 今儿个真高兴
        它: 没听出要记什么，请说用途和金额。
        你: 要
        态: CONFIRMING
        卡: 1 支出60元 餐饮 吃饭
        它: 记录支出60元，餐饮，确认吗？
    """)


def test_decided_rows_come_back_as_they_were_decided() -> None:
    left = after("你: 确认第一笔\n你: 删掉第二笔", draft(FOUR)).batch
    assert left is not None
    stage = Stage(ONLINE, Dialogue())
    stage.happen(ev.DraftRecovered(left))
    stage.read("按: 唤醒")
    stage.read("你: 对")
    assert stage.state.batch == left
    assert stage.lines[-1] == "它: 还剩2笔：第3笔，收入30元，红包；第4笔，收入90元，工资。请确认或修改。"


def test_a_draft_older_than_half_a_day_is_not_offered() -> None:
    play(
        """
        恢复 13小时前: 支出60 餐饮 吃饭
        按: 唤醒
        态: LISTENING
    """,
        start=Dialogue(),
    )


def test_a_draft_that_grew_old_before_anybody_came_is_not_offered() -> None:
    stage = Stage(ONLINE, Dialogue())
    for line in ("恢复 11小时前: 支出60 餐饮 吃饭", "过: 7200s", "按: 唤醒"):
        stage.read(line)
    assert not any(line.startswith("它") for line in stage.lines)
    assert journal(stage) == [fx.DropDraft()]


def test_a_draft_from_the_future_is_not_offered() -> None:
    left = draft(ONE).batch
    assert left is not None
    stage = Stage(ONLINE, Dialogue())
    stage.happen(ev.DraftRecovered(replace(left, created_at=NOW + timedelta(hours=1))))
    stage.read("按: 唤醒")
    assert not any(line.startswith("它") for line in stage.lines)


def test_a_draft_with_nothing_open_is_forgotten() -> None:
    left = draft(ONE).batch
    assert left is not None
    stage = Stage(ONLINE, Dialogue())
    stage.happen(ev.DraftRecovered(left.confirm_all()))
    assert journal(stage) == [fx.DropDraft()]
    assert stage.state.recovered is None


def test_an_offer_that_nobody_answered_is_made_again() -> None:
    play("""
        恢复: 支出60 餐饮 吃饭
        它: 上次有1笔还没处理完，要继续吗？
        过: 60s
        它: 下次再记。
        态: IDLE
        按: 唤醒
        态: LISTENING
        它: 上次有1笔还没处理完，要继续吗？
        你: 退出
        它: 下次再记。
        态: IDLE
        按: 唤醒
        态: LISTENING
        它: 上次有1笔还没处理完，要继续吗？
    """)


def test_a_new_entry_goes_before_the_offer_which_comes_back_later() -> None:
    stage = Stage(ONLINE, Dialogue())
    for line in ("恢复: 支出60 餐饮 吃饭", "按: 唤醒"):
        stage.read(line)
    left = stage.state.recovered
    assert left is not None
    for line in ("你: 午饭35块", "你: 取消"):
        stage.read(line)
    assert journal(stage)[-1] == fx.KeepDraft(left)
    for line in ("你: 午饭35块", "你: 确认"):
        stage.read(line)
    assert journal(stage)[-1] == fx.KeepDraft(left)
    stage.read("你: 退出")
    stage.read("按: 唤醒")
    assert stage.lines[-1] == "它: 上次有1笔还没处理完，要继续吗？"


def test_an_orderly_stop_keeps_an_offer_whose_answer_was_misheard() -> None:
    stage = Stage(ONLINE, Dialogue())
    for line in ("恢复: 支出60 餐饮 吃饭", "按: 唤醒", "你: 今儿个真高兴", "模型:", "停:"):
        stage.read(line)
    assert stage.state.phase is Phase.IDLE
    assert journal(stage) == []
    stage.read("按: 唤醒")
    assert stage.lines[-1] == "它: 上次有1笔还没处理完，要继续吗？"


def test_an_orderly_stop_before_anybody_was_asked_keeps_it() -> None:
    stage = Stage(ONLINE, Dialogue())
    for line in ("恢复: 支出60 餐饮 吃饭", "停:"):
        stage.read(line)
    assert journal(stage) == []


def test_an_orderly_stop_drops_the_open_draft_and_keeps_the_one_that_was_offered() -> None:
    stage = Stage(ONLINE, Dialogue())
    for line in ("恢复: 支出60 餐饮 吃饭", "按: 唤醒"):
        stage.read(line)
    offered = stage.state.recovered
    assert offered is not None
    for line in ("你: 午饭35块", "停:"):
        stage.read(line)
    assert (stage.state.phase, stage.state.batch) == (Phase.IDLE, None)
    assert journal(stage)[-1] == fx.KeepDraft(offered)


def test_an_orderly_stop_forgets_what_was_declined_or_resumed() -> None:
    for answer in ("不用", "对"):
        stage = Stage(ONLINE, Dialogue())
        for line in ("恢复: 支出60 餐饮 吃饭", "按: 唤醒", f"你: {answer}", "停:"):
            stage.read(line)
        assert stage.state.recovered is None
        assert journal(stage)[-1] == fx.DropDraft()


def test_a_decided_draft_that_turns_up_while_another_is_open_leaves_that_one_in_the_journal() -> None:
    stage = Stage(ONLINE, draft(ONE))
    left_behind = draft(TWO).batch
    assert left_behind is not None
    stage.happen(ev.DraftRecovered(left_behind.cancel_item(0).cancel_item(1)))
    assert stage.state.recovered is None
    assert journal(stage) == []


def test_a_draft_that_turns_up_while_another_is_open_waits_for_the_next_session() -> None:
    stage = Stage(ONLINE, draft(TWO))
    before = stage.state.batch
    stage.read("恢复: 支出60 餐饮 吃饭")
    assert stage.state.batch == before
    stage.read("你: 退出")
    stage.read("按: 唤醒")
    assert stage.lines[-1] == "它: 上次有1笔还没处理完，要继续吗？"


def test_one_that_was_set_aside_for_another_entry_outlives_a_second_crash() -> None:
    stage = Stage(LOCAL, in_session(LOCAL))
    stage.read("恢复: 支出60 餐饮 吃饭；支出30 交通 打车")
    stage.read("你: 奶茶15")
    kept = journal(stage)[-1]
    assert isinstance(kept, fx.KeepDraft)
    again = Stage(LOCAL, in_session(LOCAL))
    again.happen(ev.DraftRecovered(kept.batch))
    assert again.state.said == "上次有3笔还没处理完，要继续吗？"
    again.read("你: 对")
    assert card(again.state.batch) == "1 支出15元 饮品 奶茶 | 2 支出60元 餐饮 吃饭 | 3 支出30元 交通 打车"


def test_once_the_other_entry_is_saved_it_is_in_the_journal_alone() -> None:
    stage = Stage(LOCAL, in_session(LOCAL))
    stage.read("恢复: 支出60 餐饮 吃饭")
    recovered = stage.state.recovered
    stage.read("你: 奶茶15")
    stage.read("你: 确认")
    assert recovered is not None
    assert journal(stage)[-1] == fx.KeepDraft(recovered)


def test_one_that_turns_up_while_another_is_open_joins_that_one_in_the_journal() -> None:
    stage = Stage(ONLINE, draft(ONE))
    stage.read("恢复: 支出15 饮品 奶茶")
    kept = journal(stage)[-1]
    assert isinstance(kept, fx.KeepDraft)
    assert card(kept.batch) == "1 支出60元 餐饮 吃饭 | 2 支出15元 饮品 奶茶"
    assert card(stage.state.batch) == "1 支出60元 餐饮 吃饭"


def test_beside_a_full_draft_only_that_one_is_journalled() -> None:
    stage = Stage(ONLINE, draft(TEN))
    stage.read("恢复: 支出15 饮品 奶茶")
    kept = journal(stage)[-1]
    assert isinstance(kept, fx.KeepDraft)
    assert replace(kept.batch, left_out=()) == stage.state.batch
    assert [(one.words, one.reason) for one in kept.batch.left_out] == [
        ("奶茶15元", LeftOutReason.LEFT_BEHIND)
    ]
    after_the_crash = Stage(ONLINE, Dialogue())
    after_the_crash.happen(ev.DraftRecovered(kept.batch))
    assert "奶茶15元" in [one.words for one in after_the_crash.state.tray]


def test_what_was_left_out_is_put_away_by_its_place_and_its_words() -> None:
    stage = Stage(LOCAL, draft(TEN))
    left_behind = draft(TWO).batch
    assert left_behind is not None
    stage.happen(ev.DraftRecovered(left_behind))
    stage.happen(ev.EntryFilledIn(entries_of("支出40 餐饮 咖啡", NOW.date())[0]))
    stage.read("你: 还有早餐8")
    words = [one.words for one in stage.state.tray]
    assert words == ["早餐8元", "咖啡40元", "吃饭60元", "打车30元"]
    for place in (0, 9):
        stage.happen(ev.PutAway(TrayPlace(place, "咖啡40元")))
    assert [one.words for one in stage.state.tray] == words
    for place in (1, 0):
        stage.happen(ev.PutAway(TrayPlace(place, words[place])))
    assert [one.words for one in stage.state.tray] == ["吃饭60元", "打车30元"]
    stage.read("你: 取消")
    stage.happen(ev.PutAway(TrayPlace(1, "打车30元")))
    kept = journal(stage)[-1]
    assert isinstance(kept, fx.KeepDraft)
    assert [item.result.description for item in kept.batch.remaining_items] == ["吃饭"]
    stage.happen(ev.PutAway(TrayPlace(0, "吃饭60元")))
    assert stage.state.tray == ()
    assert journal(stage)[-1] == fx.DropDraft()


def test_the_button_that_goes_on_counts_as_long_as_the_rows_wait() -> None:
    stage = Stage(LOCAL, Dialogue())
    stage.read("恢复: 支出60 餐饮 吃饭")
    for line in ("按: 唤醒", "你: 奶茶18", "你: 取消", "你: 继续处理"):
        stage.read(line)
    assert card(stage.state.batch) == "1 支出60元 餐饮 吃饭"


def test_a_save_that_also_undoes_a_command_keeps_the_draft_that_its_failure_brings_back() -> None:
    stage = Stage(ONLINE, draft("支出60 餐饮 吃饭；支出? 饮品 奶茶"))
    for line in ("账本: 手动", "你: 确认", "你: 删掉第一笔", "你: 错了，要删的是第二笔"):
        stage.read(line)
    saving = stage.state.saving
    assert saving is not None
    assert journal(stage)[-1] == fx.KeepDraft(saving.before)
    assert [item.status for item in saving.before.items] == [DraftStatus.CONFIRMED, DraftStatus.PENDING]


def test_a_row_that_was_left_behind_is_put_away_or_filled_in_while_a_draft_is_open() -> None:
    stage = Stage(LOCAL, draft(TEN))
    left_behind = draft(TWO).batch
    assert left_behind is not None
    stage.happen(ev.DraftRecovered(left_behind))
    stage.happen(ev.PutAway(TrayPlace(0, "吃饭60元")))
    assert [one.words for one in stage.state.tray] == ["打车30元"]
    taxi = entries_of("支出30 交通 打车", NOW.date())[0]
    stage.happen(ev.EntryFilledIn(taxi, TrayPlace(0, "打车30元")))
    assert "吃饭60元" not in [one.words for one in stage.state.tray]
