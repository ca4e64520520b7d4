from __future__ import annotations

import pytest

from tests.support.sentences import said
from voiced.language.commands.asides import Aside, aside_of


@pytest.mark.parametrize(
    "text",
    said(
        "喂|你好|你好呀|您好，在吗|你是谁|怎么用|这个怎么用啊|那我要怎么说呢|请问怎么记账|帮助|你会什么|你能干什么|有什么功能"
    ),
)
def test_who_is_new_asks_how_it_works(text: str) -> None:
    assert aside_of(text) is Aside.HELP


@pytest.mark.parametrize("text", said("记账|我要记账|我想记一笔|开始记账吧|那帮我记一下账"))
def test_an_entry_is_announced(text: str) -> None:
    assert aside_of(text) is Aside.BEGIN


@pytest.mark.parametrize("text", said("你说什么|啊你说什么|你刚才说什么来着|说啥|什么|什么？|你说的是什么"))
def test_who_did_not_hear_us_wants_it_again(text: str) -> None:
    assert aside_of(text) is Aside.REPEAT


@pytest.mark.parametrize(
    "text",
    said(
        "记上了吗|都记上了吗|是不是都记上了呀|存好了没有|那打车那笔有没有记|保存了吗|记了没|好了吗|刚才的存了吗"
    ),
)
def test_whether_it_is_written_is_asked(text: str) -> None:
    assert aside_of(text) is Aside.WRITTEN


@pytest.mark.parametrize(
    "text",
    said(
        "确认|记上了|好了|怎么了|你好丽友十块|买什么都行|第二笔是什么|这个月花了什么|怎么退出|喂猫五十|再记一笔|帮我记打车30|没记上|要不要记"
    ),
)
def test_other_words_are_no_aside(text: str) -> None:
    assert aside_of(text) is None
