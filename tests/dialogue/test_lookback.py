"""Questions to the ledger, and taking back or changing what was saved last."""

from __future__ import annotations

import pytest
from msgspec import structs
from msgspec.structs import replace

from tests.support.drafts import ONE, TWO, after, draft, saved
from tests.support.script import LOCAL, OFFLINE, ONLINE, Stage, card, in_session, play
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.policy import Policy
from voiced.dialogue.values.state import Dialogue
from voiced.domain.memory import LedgerMemory
from voiced.domain.money import Money
from voiced.domain.transaction import FieldChange, Transaction


def test_a_question_is_answered_from_the_ledger() -> None:
    play("""
        你: 这个月花了多少
        查: total 支出 2026-11-01..2026-11-30 全部
        答账: 1280 3笔
        它: 这个月一共花了1280元，3笔。
    """)


def test_a_question_while_a_draft_is_open_leaves_it_open() -> None:
    play(
        """
        你: 这个月花了多少
        查: total 支出 2026-11-01..2026-11-30 全部
        答账: 1280 3笔
        它: 这个月一共花了1280元，3笔。
        你: 对
        它: 记录支出60元，餐饮，确认吗？
        你: 对
        记完: ✓1 支出60元 餐饮 吃饭
    """,
        start=draft(ONE),
    )


def test_half_a_question_after_an_answer_asks_the_same_of_something_else() -> None:
    play("""
        你: 这个月打车花了多少
        查: total 支出 2026-11-01..2026-11-30 打车
        答账: 1280 3笔
        它: 这个月打车一共花了1280元，3笔。
        你: 上个月呢
        查: total 支出 2026-10-01..2026-10-31 打车
        答账: 0 0笔
        它: 上个月没有记打车。
        你: 收入呢
        查: total 收入 2026-10-01..2026-10-31 全部
        答账: 5000 1笔
        它: 上个月一共收入5000元，1笔。
        你: 那昨天呢
        查: total 收入 2026-11-20..2026-11-20 全部
        答账: 0 0笔
        它: 昨天没有记收入。
    """)


def test_half_a_question_means_one_only_after_an_answer() -> None:
    play(
        """
        你: 上个月呢
        原文: 上个月呢
        它: 没听出要记什么，请说用途和金额。
    """,
        OFFLINE,
    )


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("好", "请说。"),
        ("算了", "请说。"),
        ("不用了", "下次再记。\n态: IDLE"),
        ("谢谢", "下次再记。\n态: IDLE"),
    ],
)
def test_after_an_answer_there_may_be_more_or_not(words: str, answer: str) -> None:
    play(f"你: {words}\n它: {answer}", start=after("你: 昨天花了多少\n答账: 0 0笔", in_session(ONLINE)))


@pytest.mark.parametrize(
    ("words", "rows", "noun"),
    [("记了什么", "所有", "账"), ("我都买了些什么", "支出", "支出"), ("刚才记了什么", "所有", "账")],
)
def test_where_no_draft_is_open_what_was_recorded_is_that_of_today(words: str, rows: str, noun: str) -> None:
    play(f"""
        你: {words}
        查: listed {rows} 2026-11-21..2026-11-21 全部
        答账: 0 0笔
        它: 今天还没有记{noun}。
    """)


def test_what_was_bought_after_a_question_about_yesterday_is_that_of_yesterday() -> None:
    play("""
        你: 昨天花了多少
        查: total 支出 2026-11-20..2026-11-20 全部
        答账: 0 0笔
        它: 昨天没有记支出。
        你: 那都买了些啥
        查: listed 支出 2026-11-20..2026-11-20 全部
        答账: 0 0笔
        它: 昨天没有记支出。
    """)


def test_the_days_of_a_period_are_said_where_its_name_leaves_them_open() -> None:
    play("""
        你: 上上周花了多少
        查: total 支出 2026-11-02..2026-11-08 全部
        答账: 1280 3笔
        它: 上上周，11月2日到11月8日，一共花了1280元，3笔。
        你: 上上个月呢
        查: total 支出 2026-09-01..2026-09-30 全部
        答账: 1280 3笔
        它: 上上个月一共花了1280元，3笔。
        你: 国庆呢
        查: total 支出 2026-10-01..2026-10-07 全部
        答账: 1280 3笔
        它: 国庆，10月1日到10月7日，一共花了1280元，3笔。
        你: 周末呢
        查: total 支出 2026-11-21..2026-11-22 全部
        答账: 1280 3笔
        它: 周末，11月21日到11月22日，一共花了1280元，3笔。
    """)


def test_an_amount_that_may_have_been_reached_is_no_entry() -> None:
    play("""
        你: 这个月有没有花到八千
        查: total 支出 2026-11-01..2026-11-30 全部
        答账: 1280 3笔
        它: 这个月一共花了1280元，没到8000元。
    """)


def test_whether_something_was_paid_is_looked_up() -> None:
    play("""
        你: 上个月还房贷了吗
        查: whether 支出 2026-10-01..2026-10-31 房贷
        答账: 0 0笔
        它: 上个月没有记房贷。
    """)


def test_after_an_answer_another_entry_is_still_an_entry() -> None:
    play("""
        你: 今天花了什么
        查: listed 支出 2026-11-21..2026-11-21 全部
        答账: 0 0笔
        它: 今天还没有记支出。
        你: 打车30
        态: CONFIRMING
        卡: 1 支出30元 交通 打车
        它: 记录支出30元，交通，确认吗？
    """)


def test_half_a_question_while_a_draft_is_open_leaves_it_as_it_is() -> None:
    state = after("你: 昨天花了多少\n答账: 0 0笔\n你: 前天呢\n答账: 0 0笔", draft(ONE))
    assert state.batch == draft(ONE).batch


def test_how_much_money_there_is_stands_in_no_ledger() -> None:
    play("你: 我还有多少钱\n它: 手里有多少钱我不知道。在账本的「余额」里填上期初余额，我就能算。")
    play("你: 我还有多少钱\n它: 查询功能即将上线", Policy(answer_questions=False))


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("前天夜里花了多少", "账本里只有日子，没有几点钟。"),
        ("前三天花了多少", "这个账本答不上来。可以问哪段时间、哪一类花了多少。"),
    ],
)
def test_a_question_that_cannot_be_answered_is_told_so(words: str, answer: str) -> None:
    play(f"你: {words}\n它: {answer}", LOCAL)


@pytest.mark.scenario("0-09")
def test_with_questions_switched_off_each_is_put_off() -> None:
    play(
        """
        你: 这个月花了多少
        它: 查询功能即将上线
    """,
        Policy(answer_questions=False),
        start=draft(ONE),
    )


def test_a_ledger_that_does_not_answer_is_told_of() -> None:
    play("""
        你: 这个月花了多少
        查: total 支出 2026-11-01..2026-11-30 全部
        答账: 失败
        它: 账本暂时读不出来，请稍后再试。
    """)


def test_a_ledger_on_a_server_that_is_away_is_told_as_such() -> None:
    play("""
        你: 这个月花了多少
        查: total 支出 2026-11-01..2026-11-30 全部
        答账: 连不上
        它: 账本暂时连不上，现在查不到。新记的账先留在这台机器里。
    """)


def test_the_row_saved_last_is_undone_on_a_yes() -> None:
    play(
        """
        你: 撤销刚才那笔
        它: 刚才记的1笔（吃饭60元）要收回吗？
        你: 要
        撤:
        答账: 好
        它: 已经收回了。
        你: 撤销刚才那笔
        它: 这次还没有记过。
    """,
        start=saved(ONE),
    )


@pytest.mark.parametrize("words", ["撤销", "撤销刚才的", "把刚才的删了", "删掉"])
def test_with_nothing_open_a_word_that_takes_back_means_what_was_saved_last(words: str) -> None:
    play(
        f"""
        你: {words}
        它: 刚才记的1笔（吃饭60元）要收回吗？
        你: 不用
        它: 请说。
    """,
        start=saved(ONE),
    )


def test_a_word_that_takes_back_drops_the_draft_where_there_is_one() -> None:
    play(
        """
        你: 撤销
        态: LISTENING
        卡: 空
        它: 已取消。
        你: 撤销
        它: 这次还没有记过。
    """,
        start=draft(ONE),
    )


def test_the_row_saved_last_stays_on_a_no() -> None:
    play(
        """
        你: 撤销刚才那笔
        它: 刚才记的2笔（吃饭60元、打车30元）要收回吗？
        你: 不用
        它: 请说。
        你: 对
        它: 现在没有待处理的记录。
    """,
        start=saved(TWO),
    )


def test_a_wish_to_take_back_one_row_is_obeyed_before_the_next_entry() -> None:
    play(
        """
        你: 撤销刚才那笔
        它: 刚才记的1笔（吃饭60元）要收回吗？
        你: 打车30
        撤:
        答账: 好
        它: 已经收回了。
        态: CONFIRMING
        卡: 1 支出30元 交通 打车
        它: 记录支出30元，交通，确认吗？
        你: 对
        记完: ✓1 支出30元 交通 打车
    """,
        start=saved(ONE),
    )


@pytest.mark.parametrize("words", ["刚才那笔删了，打车30", "撤销上一笔，打车30"])
def test_so_it_is_if_the_next_entry_follows_in_the_same_utterance(words: str) -> None:
    play(
        f"""
        你: {words}
        撤:
        答账: 好
        它: 已经收回了。
        态: CONFIRMING
        卡: 1 支出30元 交通 打车
        它: 记录支出30元，交通，确认吗？
    """,
        LOCAL,
        start=saved(ONE),
    )


def test_it_is_obeyed_before_the_session_ends() -> None:
    play(
        """
        你: 刚才那笔撤销吧，衣服我退了
        它: 刚才记的1笔（吃饭60元）要收回吗？
        你: 退出
        撤:
        答账: 好
        它: 已经收回了。
        静:
        它: 下次再记。
        态: IDLE
    """,
        start=saved(ONE),
    )


@pytest.mark.parametrize(
    ("rows", "words"), [(TWO, "撤销刚才那笔"), (ONE, "取消"), (ONE, "第一笔不要"), (ONE, "先别保存")]
)
def test_ambiguous_words_take_nothing_back_without_a_yes(rows: str, words: str) -> None:
    before = saved(rows)
    after_words = after(f"你: {words}\n你: 打车30", before, LOCAL)
    assert after_words.last_saved == before.last_saved
    assert card(after_words.batch) == "1 支出30元 交通 打车"


@pytest.mark.parametrize(
    "words",
    [
        "刚才那笔撤销，我拿回去退了",
        "刚才那个撤销，他又不办了",
        "送错了，撤销上一笔",
        "撤销刚才那笔，我弄错了",
    ],
)
def test_a_reason_beside_the_wish_is_passed_over(words: str) -> None:
    play(f"你: {words}\n它: 刚才记的1笔（吃饭60元）要收回吗？", start=saved(ONE))


@pytest.mark.parametrize("words", ["第一笔不要", "只要第二笔", "只保存第二笔"])
def test_naming_one_of_several_saved_rows_offers_to_undo_all_together(words: str) -> None:
    play(
        f"""
        你: {words}
        它: 刚才记的2笔只能一起收回（吃饭60元、打车30元），要收回吗？
        你: 取消
        它: 请说。
    """,
        start=saved(TWO),
    )
    play("你: 第一笔不要\n它: 刚才记的1笔（吃饭60元）要收回吗？", start=saved(ONE))


@pytest.mark.parametrize("words", ["确认第一笔", "第二笔是什么"])
def test_a_confirm_of_a_saved_row_leads_to_no_offer_to_delete_it(
    words: str,
) -> None:
    play(
        f"""
        你: {words}
        它: 刚才记的2笔（吃饭60元、打车30元）已经写进账本了。
        你: 确认
        它: 已经写进账本了。
    """,
        start=saved(TWO),
    )


@pytest.mark.parametrize(
    ("before", "words"),
    [
        ("你: 昨天花了多少\n答账: 0 0笔", "打车那笔是40"),
        ("你: 昨天花了多少\n答账: 失败", "刚才的打车改成40"),
    ],
)
def test_a_saved_row_may_be_changed_after_a_question(before: str, words: str) -> None:
    play(
        f"""
        你: {words}
        它: 刚才的打车30元要改成支出40元，交通吗？
    """,
        start=after(before, saved(TWO)),
    )


def test_a_change_of_what_was_not_spoken_of_is_offered_only_where_the_row_is_pointed_at() -> None:
    start = after("你: 昨天花了多少\n答账: 失败", saved(TWO))
    play("你: 打车那笔是40\n它: 刚才的打车30元要改成支出40元，交通吗？", start=start)
    play("你: 改成40\n它: 现在没有待处理的记录。", start=start)


@pytest.mark.parametrize("words", ["收回吧", "要收回", "撤销", "删了吧", "嗯撤吧"])
def test_an_offer_is_taken_up_by_its_verb(words: str) -> None:
    play(
        f"""
        你: 撤销
        它: 刚才记的1笔（吃饭60元）要收回吗？
        你: {words}
        撤:
        答账: 好
        它: 已经收回了。
    """,
        start=saved(ONE),
    )


def test_an_offered_change_is_taken_up_by_its_verb_and_may_be_another_first() -> None:
    play(
        """
        你: 改成50
        它: 刚才的吃饭60元要改成支出50元，餐饮吗？
        你: 改成40
        它: 刚才的吃饭60元要改成支出40元，餐饮吗？
        你: 改吧
        改账: amount=40
        答账: 好
        它: 已改成支出40元，餐饮。
    """,
        start=saved(ONE),
    )


@pytest.mark.parametrize("words", ["第一笔", "取消", "先别保存", "等一下先别存"])
def test_words_that_come_too_late_to_stop_a_save_are_answered_with_what_was_saved(words: str) -> None:
    """「确认」, a silence that ended it, and then 「第一笔」."""
    play(
        f"""
        你: {words}
        它: 刚才记的2笔（吃饭60元、打车30元）要收回吗？
        你: 对
        撤:
        答账: 好
        它: 已经收回了。
    """,
        start=saved(TWO),
    )


def test_a_row_named_while_the_save_runs_is_answered_with_what_was_saved() -> None:
    play(
        """
        账本: 手动
        你: 确认
        卡: ✓1 支出60元 餐饮 吃饭 | ✓2 支出30元 交通 打车
        写: 支出60元 餐饮 吃饭 | 支出30元 交通 打车
        你: 第一笔
        存: 好
        账: 支出60元 餐饮 吃饭 | 支出30元 交通 打车
        态: LISTENING
        卡: 空
        它: 已保存2笔交易。
        它: 刚才记的2笔（吃饭60元、打车30元）要收回吗？
    """,
        start=draft(TWO),
    )


def test_a_change_said_right_after_a_save_is_offered_for_the_saved_row() -> None:
    play(
        """
        你: 第二笔改成50
        它: 刚才的打车30元要改成支出50元，交通吗？
        你: 对
        改账: amount=50
        答账: 好
        它: 已改成支出50元，交通。
        你: 不对
        它: 不确定要修改哪笔，请说具体第几笔
        你: 第二笔改成40
        它: 刚才的打车50元要改成支出40元，交通吗？
        你: 不用
        它: 请说。
    """,
        start=saved(TWO),
    )


def test_a_confirm_of_a_saved_row_is_answered_with_the_save() -> None:
    play("你: 确认\n它: 已经写进账本了。\n你: 没有了\n它: 下次再记。\n态: IDLE", start=saved(TWO))


def test_a_row_number_means_nothing_where_what_was_saved_is_taken_back() -> None:
    play(
        """
        你: 撤销
        它: 刚才记的1笔（吃饭60元）要收回吗？
        你: 对
        撤:
        答账: 好
        它: 已经收回了。
        你: 确认第一笔
        它: 现在没有待处理的记录。
    """,
        start=saved(ONE),
    )


def test_nothing_saved_is_nothing_to_take_back() -> None:
    play("""
        你: 撤销刚才那笔
        它: 这次还没有记过。
        你: 刚才那笔改成50
        它: 这次还没有记过。
    """)


def test_the_row_saved_last_is_changed_on_a_yes() -> None:
    play(
        """
        你: 刚才那笔改成50
        它: 刚才的吃饭60元要改成支出50元，餐饮吗？
        你: 对
        改账: amount=50
        答账: 好
        它: 已改成支出50元，餐饮。
        你: 刚才那笔改成收入
        它: 刚才的吃饭50元要改成收入50元，餐饮吗？
        你: 对
        改账: type=INCOME
        答账: 好
        它: 已改成收入50元，餐饮。
    """,
        start=saved(ONE),
    )


def test_of_several_saved_rows_it_must_be_said_which_is_to_change() -> None:
    play(
        """
        你: 刚才那笔改成50
        它: 不确定要修改哪笔，请说具体第几笔
    """,
        start=saved(TWO),
    )


def test_a_change_to_a_saved_row_that_no_rule_understands_is_asked_for_again() -> None:
    play(
        """
        你: 刚才那笔改成那个什么
        它: 没听清要改什么，请再说一次
    """,
        start=saved(ONE),
    )


def test_a_change_that_the_ledger_refuses_is_told_of() -> None:
    play(
        """
        你: 刚才那笔改成50
        它: 刚才的吃饭60元要改成支出50元，餐饮吗？
        你: 对
        改账: amount=50
        答账: 失败
        它: 账本没有变动，请稍后再试。
    """,
        start=saved(ONE),
    )


def test_a_change_that_may_not_have_reached_the_server_is_not_promised() -> None:
    play(
        """
        你: 刚才那笔改成50
        它: 刚才的吃饭60元要改成支出50元，餐饮吗？
        你: 对
        改账: amount=50
        答账: 连不上
        它: 账本暂时连不上，改动可能没有生效，请稍后再看。
    """,
        start=saved(ONE),
    )


def test_the_last_batch_is_taken_back_while_another_draft_is_open() -> None:
    play(
        """
        你: 打车30
        态: CONFIRMING
        卡: 1 支出30元 交通 打车
        它: 记录支出30元，交通，确认吗？
        你: 撤销上一笔
        它: 刚才记的1笔（吃饭60元）要收回吗？
        你: 要
        撤:
        答账: 好
        它: 已经收回了。
        你: 对
        它: 记录支出30元，交通，确认吗？
        你: 对
        记完: ✓1 支出30元 交通 打车
    """,
        start=saved(ONE),
    )


@pytest.mark.parametrize("words", ["撤销", "删了吧", "把刚才的删了"])
def test_an_offer_that_is_asked_for_again_takes_back_what_was_saved_and_no_draft(words: str) -> None:
    play(
        f"""
        你: 打车30
        态: CONFIRMING
        卡: 1 支出30元 交通 打车
        它: 记录支出30元，交通，确认吗？
        你: 撤销上一笔
        它: 刚才记的1笔（吃饭60元）要收回吗？
        你: {words}
        撤:
        答账: 好
        它: 已经收回了。
    """,
        start=saved(ONE),
    )


def test_a_no_to_an_offer_while_a_draft_is_open_goes_back_to_the_draft() -> None:
    play(
        """
        你: 打车30
        态: CONFIRMING
        卡: 1 支出30元 交通 打车
        它: 记录支出30元，交通，确认吗？
        你: 上一笔改成50
        它: 刚才的吃饭60元要改成支出50元，餐饮吗？
        你: 不用
        它: 记录支出30元，交通，确认吗？
        你: 对
        记完: ✓1 支出30元 交通 打车
    """,
        start=saved(ONE),
    )


def test_an_undo_under_way_cannot_be_called_off() -> None:
    play(
        """
        你: 撤销刚才那笔
        它: 刚才记的1笔（吃饭60元）要收回吗？
        你: 要
        撤:
        你: 取消
        它: 这一批正在写进账本。
        答账: 好
        它: 已经收回了。
    """,
        start=saved(ONE),
    )


def test_a_question_to_the_ledger_can_be_called_off() -> None:
    play("""
        你: 这个月花了多少
        查: total 支出 2026-11-01..2026-11-30 全部
        你: 取消
        弃: 账本
        它: 已取消。
        答账: 1280 3笔
    """)


@pytest.mark.parametrize(
    "late", [ev.Revised(1, ev.RowsChanged()), ev.LedgerFailed(1, "账本打不开")], ids=["revised", "failed"]
)
def test_an_outdated_outcome_changes_nothing(late: ev.Event) -> None:
    stage = Stage(ONLINE, saved(ONE))
    before = stage.state
    stage.happen(late)
    assert stage.state == before
    assert stage.trace == []


class TestRowsChangedOnTheCard:
    def test_are_spoken_of_as_they_are_now(self) -> None:
        play(
            """
            账页: 改 1 amount=99
            你: 刚才那笔改成收入
            它: 刚才的吃饭99元要改成收入99元，餐饮吗？
        """,
            start=saved(ONE),
        )

    def test_are_not_offered_again_once_they_are_taken_back(self) -> None:
        play(
            """
            账页: 撤 1
            你: 撤销刚才那笔
            它: 这次还没有记过。
            你: 刚才那笔改成50
            它: 这次还没有记过。
        """,
            start=saved(ONE),
        )

    @pytest.mark.parametrize(
        "undone", ["账页: 撤 1", "你: 撤销刚才那笔\n你: 对\n答账: 好"], ids=["on_the_card", "by_voice"]
    )
    def test_are_spoken_of_again_once_they_are_brought_back(self, undone: str) -> None:
        play(
            """
            账页: 复 1
            你: 撤销刚才那笔
            它: 刚才记的1笔（吃饭60元）要收回吗？
        """,
            start=after(undone, saved(ONE)),
        )

    def test_keep_their_order_when_one_of_several_is_brought_back(self) -> None:
        state = after("账页: 撤 1\n账页: 复 1", saved(TWO))
        assert [row.description for row in state.last_saved] == ["吃饭", "打车"]

    def test_leave_out_only_those_that_are_taken_back(self) -> None:
        play(
            """
            账页: 撤 1
            你: 撤销刚才那笔
            它: 刚才记的1笔（打车30元）要收回吗？
        """,
            start=saved(TWO),
        )

    @pytest.mark.parametrize("question", ["撤销刚才那笔", "刚才那笔改成50"])
    def test_make_an_offer_void_that_spoke_of_them_as_they_were(self, question: str) -> None:
        play(
            """
            账页: 改 1 amount=99
            你: 对
            它: 现在没有待处理的记录。
        """,
            start=after(f"你: {question}", saved(ONE)),
        )

    def test_by_another_program_are_told_of_once_the_ledger_is_asked(self) -> None:
        play(
            """
            别处: 撤 1
            你: 撤销刚才那笔
            它: 刚才记的1笔（吃饭60元）要收回吗？
            你: 要
            撤:
            答账: 好
            它: 账本里已经没有这些了。
            你: 恢复
            它: 没有能找回的。
        """,
            start=saved(ONE),
        )

    def test_by_another_program_in_part_leave_the_others_to_be_taken_back(self) -> None:
        play(
            """
            别处: 撤 1
            别处: 改 1 amount=35
            你: 撤销刚才那笔
            它: 刚才记的2笔（吃饭60元、打车30元）要收回吗？
            你: 要
            撤:
            答账: 好
            它: 收回的是打车35元。
        """,
            start=saved(TWO),
        )

    def test_by_another_program_cannot_be_changed_where_they_are_gone(self) -> None:
        play(
            """
            别处: 撤 1
            你: 刚才那笔改成50
            它: 刚才的吃饭60元要改成支出50元，餐饮吗？
            你: 要
            改账: amount=50
            答账: 好
            它: 账本里已经没有这些了。
            你: 撤销刚才那笔
            它: 这次还没有记过。
        """,
            start=saved(ONE),
        )

    def test_of_an_earlier_batch_leave_an_offer_as_it_is(self) -> None:
        state = after("你: 打车30\n你: 确认", saved(ONE))
        stage = Stage(ONLINE, after("你: 撤销刚才那笔", state))
        offered = stage.state
        earlier = saved(ONE).last_saved[0].amended(FieldChange(amount=Money(9900)))
        stage.happen(ev.RowsChanged((earlier,)))
        stage.happen(ev.RowsChanged(undone=(earlier,)))
        assert stage.state == offered

    def test_by_voice_are_noted_also_where_nobody_waits_for_the_outcome_any_more(self) -> None:
        start = after("你: 撤销刚才那笔\n你: 对\n你: 退出", saved(ONE))
        stage = Stage(ONLINE, start)
        stage.happen(ev.Revised(999, ev.RowsChanged(undone=start.last_saved)))
        assert stage.trace == [fx.TellRevised(())]
        assert stage.state.last_saved == ()


class TestRowsChangedByAnotherProgram:
    """It is noticed when a session begins, and after each write of our own."""

    def test_are_spoken_of_as_they_are_now(self) -> None:
        dearer = replace(saved(ONE).last_saved[0], amount=Money(9900))
        stage = read_anew(saved(ONE), dearer)
        assert stage.trace == [fx.TellRevised((dearer,))]
        play("你: 撤销刚才那笔\n它: 刚才记的1笔（吃饭99元）要收回吗？", start=stage.state)

    def test_are_not_offered_once_they_are_taken_back_and_again_once_they_are_back(self) -> None:
        start = saved(TWO)
        lunch, taxi = start.last_saved
        stage = read_anew(start, taxi)
        assert stage.state.last_saved == (taxi,)
        stage = read_anew(read_anew(stage.state).state, lunch, taxi)
        assert stage.state.last_saved == (lunch, taxi)

    def test_make_an_offer_void_that_spoke_of_them_as_they_were(self) -> None:
        stage = read_anew(after("你: 撤销刚才那笔", saved(ONE)))
        play("你: 对\n它: 现在没有待处理的记录。", start=stage.state)

    def test_are_told_only_where_they_are_others(self) -> None:
        start = saved(TWO)
        stage = read_anew(start, *start.last_saved)
        assert (stage.trace, stage.state) == ([], start)

    @pytest.mark.parametrize("start", [in_session(ONLINE), saved(ONE)], ids=["none", "of_another_batch"])
    def test_that_were_not_saved_last_are_let_be(self, start: Dialogue) -> None:
        stage = Stage(ONLINE, start)
        stage.happen(ev.LedgerKnown(start.vocabulary, start.memory, ev.BatchRead("b9", ())))
        assert (stage.trace, stage.state) == ([], start)


def read_anew(start: Dialogue, *rows: Transaction) -> Stage:
    """What happens as the batch saved last is read anew and has these rows."""
    stage = Stage(ONLINE, start)
    batch = ev.BatchRead(start.last_batch[0].batch_id, rows)
    stage.happen(ev.LedgerKnown(start.vocabulary, start.memory, batch))
    return stage


@pytest.mark.parametrize("words", ["不改", "不用改", "不改了", "不需要修改", "没什么要改的"])
@pytest.mark.parametrize(
    ("wish", "offer"),
    [
        ("刚才那笔改成35", "刚才的吃饭60元要改成支出35元，餐饮吗？"),
        ("撤销", "刚才记的1笔（吃饭60元）要收回吗？"),
    ],
)
def test_a_denied_change_leaves_what_was_saved_as_it_is(wish: str, offer: str, words: str) -> None:
    play(f"你: {wish}\n它: {offer}\n你: {words}\n它: 请说。", start=saved(ONE))
    draft_beside = after("你: 打车30", saved(ONE))
    assert draft_beside.batch is not None
    kept = after(f"你: 上一笔{'改成35' if '35' in wish else '不要了'}\n你: {words}", draft_beside)
    assert (kept.last_saved, kept.batch) == (draft_beside.last_saved, draft_beside.batch)


def test_a_saved_row_is_no_twin_of_itself() -> None:
    before = saved(ONE)
    start = structs.replace(before, memory=LedgerMemory(recent=before.last_batch))
    play("你: 刚才那笔是微信付的\n它: 刚才的吃饭60元要改成支出60元，餐饮，微信吗？", start=start)


@pytest.mark.parametrize(
    ("wish", "offer"),
    [
        ("撤销刚才那笔", "刚才记的1笔（吃饭60元）要收回吗？"),
        ("上一笔改成50", "刚才的吃饭60元要改成支出50元，餐饮吗？"),
    ],
)
def test_a_confirm_that_was_said_before_the_offer_does_not_accept_it(wish: str, offer: str) -> None:
    play(
        f"""
        你: 这个月花了多少
        查: total 支出 2026-11-01..2026-11-30 全部
        你: {wish}
        你: 确认
        答账: 1280 3笔
        它: 这个月一共花了1280元，3笔。
        它: {offer}
    """,
        start=after("你: 确认", draft(ONE)),
    )
