"""Questions that rules cannot read: the model fills in their value, and the ledger has every figure."""

from __future__ import annotations

import pytest

from tests.support.drafts import ONE, draft
from tests.support.script import LOCAL, OFFLINE, ONLINE, play
from voiced.dialogue.values.policy import Policy

REFUSED = "它: 这个账本答不上来。可以问哪段时间、哪一类花了多少。"


ASKED = """
        你: 我这个月打车是不是又上头了一共造进去多少
        问: 问账「我这个月打车是不是又上头了一共造进去多少」
"""
TAXI = '{"measure": "total", "type": "EXPENSE", "from": "2026-11-01", "to": "2026-11-30", "words": ["打车"]}'


def test_the_answer_names_what_was_understood() -> None:
    play(
        f"""
        {ASKED}
        模型: {TAXI}
        查: total 支出 2026-11-01..2026-11-30 打车
        答账: 1280 3笔
        它: 这个月打车一共花了1280元，3笔。
        你: 上个月呢
        查: total 支出 2026-10-01..2026-10-31 打车
        答账: 0 0笔
        它: 上个月没有记打车。
    """,
        ONLINE,
    )


def test_half_a_question_goes_to_the_model_with_the_last_one() -> None:
    play(
        """
        你: 上个月打车花了多少
        查: total 支出 2026-10-01..2026-10-31 打车
        答账: 300 3笔
        它: 上个月打车一共花了300元，3笔。
        你: 那把打车刨开呢一共霍霍了多少
        问: 问账「那把打车刨开呢一共霍霍了多少」 上一问 {"type":"EXPENSE","from":"2026-10-01","to":"2026-10-31","words":["打车","打的","滴滴","出租车","网约车"],"measure":"total"}
        模型: {"measure": "total", "type": "EXPENSE", "from": "2026-10-01", "to": "2026-10-31", "words": ["打车"], "without": ["打车"]}
        它: 这个账本答不上来。可以问哪段时间、哪一类花了多少。
    """,
        ONLINE,
    )


def test_a_question_about_all_days_says_so() -> None:
    play(
        """
        你: 山姆前前后后总共霍霍了我多少钱
        问: 问账「山姆前前后后总共霍霍了我多少钱」
        模型: {"measure": "total", "type": "EXPENSE", "words": ["山姆"]}
        查: total 支出 0001-01-01..2026-11-21 山姆
        答账: 3000 5笔
        它: 记账以来山姆一共花了3000元，5笔。
    """,
        ONLINE,
    )


@pytest.mark.parametrize(
    "answer",
    [
        TAXI.replace("11-", "10-"),
        TAXI.replace("打车", "吃饭"),
        TAXI.replace("EXPENSE", "INCOME"),
        TAXI.replace("words", "without"),
        TAXI.replace('"words"', '"atLeast": 50, "words"'),
        '{"measure": "total", "type": "EXPENSE", "from": "2026-11-01", "to": "2026-11-30"}',
        '{"measure": null}',
        "",
        "失败 502",
        "连不上 没网",
    ],
)
def test_another_question_and_a_failure_refuse_it(answer: str) -> None:
    told = f"错: {answer.split()[1]}\n" if answer[:1] in "失连" and answer else ""
    play(f"{ASKED}\n模型: {answer}\n{told}{REFUSED}", ONLINE)


def test_a_silent_model_costs_three_seconds_and_the_draft_stays_as_it_is() -> None:
    play(
        f"""
        你: 我这个月打车是不是又上头了一共造进去多少
        问: 问账「我这个月打车是不是又上头了一共造进去多少」
        过: 3s
        错: 超时
        {REFUSED}
        你: 确认
        记完: ✓1 支出60元 餐饮 吃饭
    """,
        ONLINE,
        start=draft(ONE),
    )


def test_failures_of_questions_do_not_pause_the_model() -> None:
    again = f"""
        你: 我这个月打车是不是又上头了一共造进去多少
        问: 问账「我这个月打车是不是又上头了一共造进去多少」
        模型#%d: 失败 404
        错: 404
        {REFUSED}
    """
    play("".join(again % place for place in range(1, 6)), ONLINE)


@pytest.mark.parametrize("policy", [LOCAL, OFFLINE])
def test_without_a_model_the_question_is_refused_at_once(policy: Policy) -> None:
    play(f"你: 我这个月打车是不是又上头了一共造进去多少\n{REFUSED}", policy)


def test_words_that_come_meanwhile_wait_for_the_answer() -> None:
    play(
        f"""
        你: 我这个月打车是不是又上头了一共造进去多少
        问: 问账「我这个月打车是不是又上头了一共造进去多少」
        你: 打车30
        模型:
        {REFUSED}
        态: CONFIRMING
        卡: 1 支出30元 交通 打车
        它: 记录支出30元，交通，确认吗？
    """,
        ONLINE,
    )


BELIEVED = Policy(model_configured=True, believes=True)


@pytest.mark.parametrize(
    ("said", "model", "asked"),
    [
        (
            "家里那台机器到底啥时候拉回来的",
            '{"measure": "latest", "type": "EXPENSE", "words": ["机器"]}',
            "latest 支出 0001-01-01..2026-11-21 写着机器的",
        ),
        (
            "今年哪个月电费霍霍得最多，电表疯转",
            '{"measure": "most", "type": "EXPENSE", "from": "2026-01-01", "to": "2026-12-31", "words": ["电费"], "grouping": "month"}',
            "most 支出 2026-01-01..2026-12-31 电费",
        ),
    ],
)
def test_a_believed_model_reads_what_rules_take_for_free_words(said: str, model: str, asked: str) -> None:
    play(
        f"""
        你: {said}
        问: 问账「{said}」
        模型: {model}
        查: {asked}
    """,
        BELIEVED,
    )


def test_a_believed_model_leaves_a_row_out_of_the_last_question() -> None:
    play(
        """
        你: 上个月打车花了多少
        查: total 支出 2026-10-01..2026-10-31 打车
        答账: 300 3笔
        它: 上个月打车一共花了300元，3笔。
        你: 机场那笔刨出去呢
        问: 问账「机场那笔刨出去呢」 上一问 {"type":"EXPENSE","from":"2026-10-01","to":"2026-10-31","words":["打车","打的","滴滴","出租车","网约车"],"measure":"total"}
        模型: {"measure": "total", "type": "EXPENSE", "from": "2026-10-01", "to": "2026-10-31", "words": ["打车"]}
        它: 这个账本答不上来。可以问哪段时间、哪一类花了多少。
    """,
        BELIEVED,
    )


@pytest.mark.parametrize("policy", [LOCAL, OFFLINE])
def test_without_a_model_such_words_have_no_answer(policy: Policy) -> None:
    play(
        """
        你: 家里那台机器到底啥时候拉回来的
        原文: 家里那台机器到底啥时候拉回来的
        它: 没听出要记什么，请说用途和金额。
    """,
        policy,
    )
