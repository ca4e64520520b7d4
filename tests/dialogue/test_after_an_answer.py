"""Questions of strangers that were answered for a period or a thing that nobody named, and questions that became entries."""

from __future__ import annotations

import pytest

from tests.support.script import LOCAL, ONLINE, play
from voiced.dialogue.values.policy import Policy

REFUSED = "它: 这个账本答不上来。可以问哪段时间、哪一类花了多少。"


@pytest.mark.parametrize(
    ("first", "asked", "told", "then", "meant", "answer"),
    [
        (
            "今年喝咖啡几次",
            "count 支出 2026-01-01..2026-12-31 咖啡",
            "今年咖啡记了4笔，一共500元。",
            "一共花了多少",
            "total 支出 2026-01-01..2026-12-31 咖啡",
            "今年咖啡一共花了500元，4笔。",
        ),
        (
            "今年打车花了多少",
            "total 支出 2026-01-01..2026-12-31 打车",
            "今年打车一共花了500元，4笔。",
            "一共花了多少",
            "total 支出 2026-01-01..2026-12-31 全部",
            "今年一共花了500元，4笔。",
        ),
        (
            "上个月吃饭花了多少",
            "total 支出 2026-10-01..2026-10-31 餐饮",
            "上个月餐饮一共花了500元，4笔。",
            "打车花了多少",
            "total 支出 2026-10-01..2026-10-31 打车",
            "上个月打车一共花了500元，4笔。",
        ),
        (
            "上个月花了多少",
            "total 支出 2026-10-01..2026-10-31 全部",
            "上个月一共花了500元，4笔。",
            "今年花了多少",
            "total 支出 2026-01-01..2026-12-31 全部",
            "今年一共花了500元，4笔。",
        ),
        (
            "上个月花了多少",
            "total 支出 2026-10-01..2026-10-31 全部",
            "上个月一共花了500元，4笔。",
            "工资发了没",
            "whether 收入 2026-11-01..2026-11-30 工资",
            "这个月记过4笔，最近一笔是",
        ),
    ],
)
def test_what_is_left_out_comes_from_the_last_question(
    first: str, asked: str, told: str, then: str, meant: str, answer: str
) -> None:
    if meant.startswith("whether"):
        answered = "答账: 0 0笔\n它: 这个月还没有记工资。"
    else:
        answered = f"答账: 500 4笔\n它: {answer}"
    play(f"你: {first}\n查: {asked}\n答账: 500 4笔\n它: {told}\n你: {then}\n查: {meant}\n{answered}", LOCAL)


def test_where_it_went_is_asked_of_the_day_that_was_named() -> None:
    play(
        """
        你: 周四花了多少
        查: total 支出 2026-11-19..2026-11-19 全部
        答账: 500 4笔
        它: 周四一共花了500元，4笔。
        你: 花到哪儿去了
        查: most 支出 2026-11-19..2026-11-19 全部
        """,
        LOCAL,
    )


def test_income_expenses_and_what_is_left_stay_in_september() -> None:
    play(
        """
        你: 九月收入多少
        查: total 收入 2026-09-01..2026-09-30 全部
        答账: 8000 1笔
        它: 九月一共收入8000元，1笔。
        你: 那支出呢
        查: total 支出 2026-09-01..2026-09-30 全部
        答账: 500 4笔
        它: 九月一共花了500元，4笔。
        你: 还剩呢
        查: balance 支出 2026-09-01..2026-09-30 全部
        """,
        LOCAL,
    )


def test_what_is_left_of_a_thing_is_not_asked() -> None:
    play(
        f"""
        你: 九月打车花了多少
        查: total 支出 2026-09-01..2026-09-30 打车
        答账: 500 4笔
        它: 九月打车一共花了500元，4笔。
        你: 还剩呢
        {REFUSED}
        """,
        LOCAL,
    )


@pytest.mark.parametrize(
    ("first", "asked", "told", "then"),
    [
        (
            "上个月买菜花了多少",
            "total 支出 2026-10-01..2026-10-31 买菜",
            "上个月买菜一共花了500元，4笔。",
            "这几个月加一块呢",
        ),
        (
            "十月一共花了多少",
            "total 支出 2026-10-01..2026-10-31 全部",
            "十月一共花了500元，4笔。",
            "只算周末呢",
        ),
        (
            "上个月花了多少",
            "total 支出 2026-10-01..2026-10-31 全部",
            "上个月一共花了500元，4笔。",
            "那天的呢",
        ),
    ],
)
@pytest.mark.parametrize("policy", [LOCAL, ONLINE])
def test_what_is_not_certain_is_refused(first: str, asked: str, told: str, then: str, policy: Policy) -> None:
    hostile = '{"measure": "total", "type": "EXPENSE", "from": "2026-11-21", "to": "2026-11-22"}'
    last = '{"type":"EXPENSE","from":"2026-10-01","to":"2026-10-31",%s"measure":"total"}'
    names = '"categories":["买菜"],"words":["买菜"],' if "买菜" in asked else ""
    model = f"问: 问账「{then}」 上一问 {last % names}\n模型: {hostile}" if policy is ONLINE else ""
    play(f"你: {first}\n查: {asked}\n答账: 500 4笔\n它: {told}\n你: {then}\n{model}\n{REFUSED}", policy)


def test_a_question_for_weekends_of_a_month_is_refused() -> None:
    play(f"你: 这个月只算周末花了多少\n{REFUSED}", LOCAL)


def test_a_week_before_a_bound_is_no_day_of_the_week() -> None:
    play(
        """
        你: 这周三十块以上的花了哪些
        查: listed 支出 2026-11-16..2026-11-22 全部
        答账: 500 4笔
        它: 这周，11月16日到11月22日，30元以上的花了500元，4笔：等。
        """,
        LOCAL,
    )


def test_a_bound_that_is_said_twice_is_no_entry() -> None:
    play(
        """
        你: 大于，呃，大于八百的有几笔
        查: count 支出 2026-11-01..2026-11-30 全部
        答账: 500 4笔
        它: 这个月超过800元的记了4笔，一共500元。
        """,
        LOCAL,
    )


@pytest.mark.parametrize("said", ["最近十笔", "看看最近五笔", "最近的十笔支出是哪些"])
def test_the_last_few_rows_are_no_entry(said: str) -> None:
    of_type = "支出" if "支出" in said else "所有"
    play(f"你: {said}\n查: latest {of_type} 0001-01-01..2026-11-21 全部", LOCAL)


def test_half_a_question_behind_a_refused_one_is_not_about_an_older_one() -> None:
    play(
        f"""
        你: 这个月打车花了多少
        查: total 支出 2026-11-01..2026-11-30 打车
        答账: 500 4笔
        它: 这个月打车一共花了500元，4笔。
        你: 上个月只算周末花了多少
        {REFUSED}
        你: 吃饭呢
        原文: 吃饭呢
        它: 没听出要记什么，请说用途和金额。
        """,
        LOCAL,
    )


def test_half_a_question_behind_one_that_had_no_answer_is_refused_until_it_is_said_again() -> None:
    play(
        f"""
        你: 上个月只算周末花了多少
        {REFUSED}
        你: 打车花了多少
        {REFUSED}
        你: 打车花了多少
        查: total 支出 2026-11-01..2026-11-30 打车
        """,
        LOCAL,
    )


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("上个月打车花了多少", "total 支出 2026-10-01..2026-10-31 打车"),
        ("上次加油是什么时候", "latest 支出 0001-01-01..2026-11-21 加油"),
        ("打车和地铁上个月哪个花得多", "difference 支出 2026-10-01..2026-10-31 打车"),
    ],
)
def test_a_whole_question_behind_one_that_had_no_answer_is_asked(said: str, asked: str) -> None:
    play(f"你: 上个月只算周末花了多少\n{REFUSED}\n你: {said}\n查: {asked}", LOCAL)


def test_more_than_last_month_of_a_thing_that_had_no_answer_is_refused() -> None:
    play(f"你: 上个月只算周末花了多少\n{REFUSED}\n你: 打车比上个月多多少\n{REFUSED}", LOCAL)


def test_more_than_last_month_alone_says_too_little() -> None:
    play(f"你: 比上个月多了多少啊\n{REFUSED}", LOCAL)


def test_a_budget_behind_a_question_that_had_no_answer_names_itself() -> None:
    play(
        f"你: 上个月只算周末花了多少\n{REFUSED}\n你: 餐饮预算还剩多少\n查: budget 支出 2026-11-01..2026-11-30 餐饮",
        LOCAL,
    )


def test_a_remark_around_a_question_behind_a_refused_one() -> None:
    play(
        f"你: 上个月只算周末花了多少\n{REFUSED}\n你: 我都不敢看，上个月打车花了多少\n查: total 支出 2026-10-01..2026-10-31 打车",
        LOCAL,
    )


def test_one_of_two_things_is_not_changed_alone() -> None:
    play(
        f"""
        你: 今年妈妈的礼物花了多少
        查: total 支出 2026-01-01..2026-12-31 妈妈 礼物
        答账: 500 4笔
        它: 今年妈妈、礼物一共花了500元，4笔。
        你: 奶奶呢
        {REFUSED}
        """,
        LOCAL,
    )
