from __future__ import annotations

import pytest

from tests.support.sentences import said
from voiced.language.commands.asides import says_that_is_all, takes_back


@pytest.mark.parametrize(
    "text",
    said(
        "撤销|撤销刚才的|把刚才的删了|删掉|删了吧|那笔删了|刚才那笔不要了|撤回刚才那一笔|把上一笔删掉|刚才的不要了"
    ),
)
def test_what_was_saved_is_taken_back(text: str) -> None:
    assert takes_back(text)


@pytest.mark.parametrize(
    "text", said("取消|算了|不要了|打车30删了|第二笔删了|撤销第二笔|不要删|刚才|删掉昨天的|好的")
)
def test_it_stays(text: str) -> None:
    assert not takes_back(text)


@pytest.mark.parametrize(
    "text",
    said(
        "就这些|就这些了|谢谢|好的谢谢|没有了，谢谢|就这样吧|就这么多|没别的了|就这些吧谢谢你|不用了谢谢|好了|行了|好了谢谢|好啦谢谢啊|完事|搞定了|"
        "暂时没有了|目前没了|今儿没了|没得别的了|冇了|莫得其他的|没啥要说的了|应该没别的了|就这两笔了|只有这一笔|先这些吧|今天就这么些|都说完了|没有，就这点"
    ),
)
def test_there_is_no_more(text: str) -> None:
    assert says_that_is_all(text)


@pytest.mark.parametrize(
    "text",
    said(
        "好|好的|嗯|打车30|再记一笔|这些|这笔|一笔|没说完|没完了|没钱了|就这双鞋|没记上|谢谢师傅|就这些菜三十"
    ),
)
def test_there_may_be_more(text: str) -> None:
    assert not says_that_is_all(text)
