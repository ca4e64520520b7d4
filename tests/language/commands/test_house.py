"""Sentences for the house, told from those for the ledger."""

from __future__ import annotations

import pytest

from voiced.language.commands.house import is_for_the_house


@pytest.mark.parametrize(
    "text",
    [
        "打开客厅的灯",
        "关灯",
        "把卧室的灯都关了",
        "把温度调到26度",
        "空调调到二十六度",
        "窗帘拉上",
        "播放周杰伦的歌",
        "下一首",
        "设一个十分钟的闹钟",
        "定时30分钟",
        "今天天气怎么样",
        "现在几点了",
        "客厅的温度是多少",
        "车库门关了吗",
        "亮度调到50%",
        "音量调到30",
    ],
)
def test_an_order_or_a_question_for_the_house(text: str) -> None:
    assert is_for_the_house(text)


@pytest.mark.parametrize(
    "text",
    [
        "吃饭花了60",
        "台灯80",
        "买了一盏灯120块",
        "空调费三百",
        "关掉会员花了20",
        "打开水龙头修理80元",
        "第二笔改成电视3000",
        "把灯那笔删了",
        "确认",
        "取消",
        "这个月花了多少",
        "电影票80",
        "门票四张",
        "音乐会门票380",
        "停车十五",
        "提醒我交了房租2800",
    ],
)
def test_words_for_the_ledger(text: str) -> None:
    assert not is_for_the_house(text)
