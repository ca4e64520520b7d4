from __future__ import annotations

import pytest

from tests.support.sentences import said, wording_of
from voiced.language.commands.guards import forbids_saving, holds_assent, is_natural_assent, points_back


@pytest.mark.parametrize(
    "text",
    said(
        "不对|好像不对|不确认|别保存|对但是第二笔不对|对，不过第二笔改成50|改成五十|应该是收入|没确认|先别确认|不太好|也许吧|是不是对的|对吗|行吗|第一笔可以|除了第二笔都对|等一下|还有打车二十|"
        "取消|退出|我没这么说过|好是好就是贵了改改|删了吧|少了一笔|换一个|五十|对五十|要不就这样|不|没有|算了|未必|没听清|"
        "错|行是行|对是对的"
    ),
)
def test_negation_doubt_and_change_forbid_saving(text: str) -> None:
    assert forbids_saving(wording_of(text))


@pytest.mark.parametrize(
    "text",
    said(
        "嗯对就这样|没错|没问题|不用改了|不用改|没什么要改的|就这么办吧|挺好的|对对对|保存吧|听你的|就按你说的来|不错|两笔都对"
    ),
)
def test_agreement_and_a_denied_change_do_not(text: str) -> None:
    assert not forbids_saving(wording_of(text))


@pytest.mark.parametrize(
    "text",
    said("嗯对就这样|嗯对就这样吧|嗯 对 就 这样|好的对就这样|嗯好就这样吧|嗯行就是这样|好的对就这么办"),
)
def test_a_chatty_yes_is_a_natural_assent(text: str) -> None:
    assert is_natural_assent(text, wording_of(text))


@pytest.mark.parametrize(
    "text",
    said(
        "就这样|对就这样|对对对就这样|确认|嗯|嗯嗯|嗯对|嗯对就这样改成五十|嗯不对就这样|嗯对就这样吗|嗯对就这样退出|好像就这样|嗯对不就这样"
    ),
)
def test_a_plain_yes_or_a_doubtful_one_is_none(text: str) -> None:
    assert not is_natural_assent(text, wording_of(text))


@pytest.mark.parametrize(
    "text",
    said(
        "嗯对就这样|没错|没问题|就这么办吧|保存吧|都记上|听你的|就按你说的来|我看没什么问题|好的好的，谢谢啊|对，就按这个来|可以可以|是呢是呢"
    ),
)
def test_words_that_agree_hold_an_assent(text: str) -> None:
    assert holds_assent(wording_of(text))


@pytest.mark.parametrize(
    "text",
    said(
        "谢谢你啊|今天天气真好|天气不错|这家店挺好|招行|对面小卖部|行李箱|吃好了吗|不对|对但是第二笔不对|好像可以|补对|步对|美问题|别确认|堆|雀人|却任|"
        "今儿个真高兴|哈哈哈|等一下|取消|五十|打车三十对|第一笔可以|改成五十没问题|曲消好的|"
    ),
)
def test_words_that_do_not_agree_or_may_deny_hold_no_assent(text: str) -> None:
    assert not holds_assent(wording_of(text))


def test_words_that_point_back() -> None:
    assert all(
        points_back(wording_of(text))
        for text in said("不对|改成50|各五十|第二笔|剩下的|那个应该是收入|先别保存|不是打车")
    )
    assert not any(
        points_back(wording_of(text))
        for text in said("打车|午饭三十五|确认|昨天和小王吃饭|昨天前天各打车二十")
    )
