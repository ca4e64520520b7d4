from __future__ import annotations

import pytest

from voiced.hearing.completeness import Completeness, completeness


@pytest.mark.parametrize("text", ["退出", "退出吧。", "继续记账", "再记一笔", "下一笔"])
def test_who_leaves_or_moves_on_is_done(text: str) -> None:
    assert completeness(text) is Completeness.LEAVES


@pytest.mark.parametrize(
    "text",
    [
        "全部确认",
        "保存吧",
        "不要了",
        "重来",
        "念一遍",
        "确认第一笔",
        "第一笔确认",
        "删掉第二笔",
        "第一笔和第三笔都不要",
        "只要第一笔",
        "只保存第一笔",
        "确认并退出",
        "却认并退出",
    ],
)
def test_a_command_about_the_draft_is_closed(text: str) -> None:
    assert completeness(text) is Completeness.CLOSED


@pytest.mark.parametrize("text", ["确认", "确认。", "请确认", "却认", "保存", "取消", "删掉"])
def test_a_verb_is_all_unless_a_row_follows(text: str) -> None:
    assert completeness(text) is Completeness.VERB


@pytest.mark.parametrize(
    "text",
    [
        "第一笔",
        "最后一笔",
        "把",
        "把第一笔",
        "第一笔改成",
        "第一笔改为",
        "应该是",
        "金额是",
        "不是五十是",
        "确认第一笔和",
        "除了第二笔",
        "还有",
        "吃饭花了",
        "没问题，不过",
        "确认然后",
        "保存，接下来",
        "确认并",
        "第二笔不要，然后",
    ],
)
def test_what_wants_a_value_or_a_row_is_open(text: str) -> None:
    assert completeness(text) is Completeness.OPEN


@pytest.mark.parametrize(
    "text",
    [
        "",
        "对",
        "是",
        "嗯",
        "好的",
        "不",
        "不是",
        "不用",
        "没问题",
        "可以",
        "第一笔改成五十",
        "改成收入",
        "吃饭花了60",
        "不确定",
        "等一下",
        "这个月花了多少",
        "第三笔是什么",
        "第二笔不要，其他的确认",
    ],
)
def test_what_may_go_on_is_undecided(text: str) -> None:
    assert completeness(text) is Completeness.UNDECIDED
