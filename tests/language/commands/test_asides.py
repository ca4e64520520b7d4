from __future__ import annotations

import pytest

from tests.support.sentences import said, wording_of
from voiced.language.commands.asides import Aside, aside_of, says_that_is_all, takes_back


@pytest.mark.parametrize(
    "text",
    said(
        "喂|你好|你好呀|您好，在吗|你是谁|怎么用|这个怎么用啊|那我要怎么说呢|请问怎么记账|帮助|你会什么|你能干什么|有什么功能"
    ),
)
def test_a_question_how_it_works(text: str) -> None:
    assert aside_of(wording_of(text)) is Aside.HELP


@pytest.mark.parametrize("text", said("记账|我要记账|我想记一笔|开始记账吧|那帮我记一下账"))
def test_an_entry_is_announced(text: str) -> None:
    assert aside_of(wording_of(text)) is Aside.BEGIN


@pytest.mark.parametrize("text", said("你说什么|啊你说什么|你刚才说什么来着|说啥|什么|什么？|你说的是什么"))
def test_a_speaker_who_did_not_hear_us_gets_the_sentence_again(text: str) -> None:
    assert aside_of(wording_of(text)) is Aside.REPEAT


@pytest.mark.parametrize(
    "text",
    said(
        "记上了吗|都记上了吗|是不是都记上了呀|存好了没有|那打车那笔有没有记|保存了吗|记了没|好了吗|刚才的存了吗"
    ),
)
def test_whether_it_is_written_is_asked(text: str) -> None:
    assert aside_of(wording_of(text)) is Aside.WRITTEN


@pytest.mark.parametrize(
    "text",
    said(
        "确认|记上了|好了|怎么了|你好丽友十块|买什么都行|第二笔是什么|这个月花了什么|怎么退出|喂猫五十|再记一笔|帮我记打车30|没记上|要不要记"
    ),
)
def test_other_words_are_no_aside(text: str) -> None:
    assert aside_of(wording_of(text)) is None


@pytest.mark.parametrize(
    "text",
    said(
        "撤销|撤销刚才的|把刚才的删了|删掉|删了吧|那笔删了|刚才那笔不要了|撤回刚才那一笔|把上一笔删掉|刚才的不要了"
    ),
)
def test_a_saved_row_is_undone(text: str) -> None:
    assert takes_back(wording_of(text))


@pytest.mark.parametrize(
    "text", said("取消|算了|不要了|打车30删了|第二笔删了|撤销第二笔|不要删|刚才|删掉昨天的|好的")
)
def test_it_stays(text: str) -> None:
    assert not takes_back(wording_of(text))


@pytest.mark.parametrize(
    "text",
    said(
        "就这些|就这些了|谢谢|好的谢谢|没有了，谢谢|就这样吧|就这么多|没别的了|就这些吧谢谢你|不用了谢谢|好了|行了|好了谢谢|好啦谢谢啊|完事|搞定了|"
        "暂时没有了|目前没了|今儿没了|没得别的了|冇了|莫得其他的|没啥要说的了|应该没别的了|就这两笔了|只有这一笔|先这些吧|今天就这么些|都说完了|没有，就这点"
    ),
)
def test_there_is_no_more(text: str) -> None:
    assert says_that_is_all(wording_of(text))


@pytest.mark.parametrize(
    "text",
    said(
        "好|好的|嗯|打车30|再记一笔|这些|这笔|一笔|没说完|没完了|没钱了|就这双鞋|没记上|谢谢师傅|就这些菜三十"
    ),
)
def test_there_may_be_more(text: str) -> None:
    assert not says_that_is_all(wording_of(text))
