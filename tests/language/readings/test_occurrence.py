"""Whether words with an amount tell of money that moved, or ask, plan, wish, and speak of something else."""

from __future__ import annotations

from datetime import datetime

import pytest

from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.entries.sentence import read_told, split_sentence
from voiced.language.entries.weighing import tells_of_no_entry, weigh
from voiced.language.readings.occurrence import Occurrence, occurrence_of, occurrence_signs

NOW = datetime.fromisoformat("2026-11-21T10:30:00+08:00")


def occurrences(said: str) -> list[Occurrence]:
    """What the sentence says of each of its amounts."""
    return [occurrence_of(item.context) for item in read_told(said, DEFAULT_VOCABULARY, NOW) if item.amount]


def amounts(said: str) -> list[str]:
    return [str(entry.amount) for entry in split_sentence(said, DEFAULT_VOCABULARY, NOW)]


@pytest.mark.parametrize(
    "said",
    [
        # it was not done, or is written already
        "没打车三十",
        "本来要打车三十的后来没打",
        "差点花了三百",
        "少花了三十",
        "午饭三十已经记过了",
        "今天一块钱没花",
        "退款五十还没收到",
        "裙子四百，后来没买",
        "衣服三百不买了",
        "老周欠我四百",
        "卡里剩下一百五",
        # plans and wishes
        "明天要交房租三千",
        "准备给爸妈转两千",
        "打算买个五千的手机",
        "年底能拿三千奖金",
        "今晚要交电费两百",
        "要是有五百万就好了",
        "等发工资再买三千的手机",
        "信用卡三千，一会儿记得还",
        "老王五百，记得还",
        "房租三千，记得交",
        # questions
        "午饭花了三十吗",
        "午饭三十贵不贵",
        "打车要三十吗",
        "不是什么打车三十",
        "怎么又扣十五",
        # other numbers, other people, what was heard
        "他工资一万二",
        "电视上说手机降价五百",
        "今天比分三比二",
        "房价涨到三万一平",
        "听说那边房租三千",
        "这顿饭三百是老板请的",
    ],
)
def test_it_is_certainly_no_entry(said: str) -> None:
    assert occurrences(said) == [Occurrence.NONE]
    assert tells_of_no_entry(said, DEFAULT_VOCABULARY, NOW)
    assert split_sentence(said, DEFAULT_VOCABULARY, NOW) == ()


@pytest.mark.parametrize(
    "said",
    [
        "张三吃饭花了60",
        "老婆买菜六十",
        "还要交电费一百",
        "下个月房租三千",
        "午饭三十？",
        "给我记一笔午饭三十好吗",
    ],
)
def test_it_may_be_an_entry(said: str) -> None:
    assert occurrences(said) == [Occurrence.POSSIBLE]
    assert not tells_of_no_entry(said, DEFAULT_VOCABULARY, NOW)
    assert split_sentence(said, DEFAULT_VOCABULARY, NOW) == ()


@pytest.mark.parametrize(
    "said",
    [
        "没吃早饭，午饭三十",
        "没带伞打车三十",
        "昨天忘记记了，打车二十",
        "差点忘了，打车三十",
        "少花了点，才二十",
        "给他买药花了三十",
        "替老婆交话费一百",
        "和小李吃饭花了60",
        "妈妈给了两百",
        "公司报销了打车费六十",
        "明天的电影票四十已经买了",
        "本来想坐地铁，后来打车三十",
        "午饭三十，发票没要",
        "衣服三百没打折",
        "话费三十块的话费",
        "主要是吃饭花了六十",
        "不知道吃什么点了外卖三十",
        "上个月底买的猫粮一百六",
        "月底发工资八千",
        "电影院那边买爆米花三十",
        "妈妈的生日蛋糕三百",
        "地铁四块不四块五",
        "打车30，一会儿记得还",
        "午饭三十块，别忘了找公司报销",
        "不是什么大钱，打车30",
        # two ten-thousands and one, not "in case"
        "年终奖到了两万一",
    ],
)
def test_it_is_taken_at_its_word(said: str) -> None:
    assert Occurrence.POSSIBLE not in occurrences(said)
    assert amounts(said)


def test_of_several_entries_each_is_judged_by_its_own_words() -> None:
    assert amounts("余额还有五百，打车三十") == ["30"]
    assert amounts("午饭三十，打算买个五千的手机") == ["30"]


def test_a_models_entries_are_weighed_by_the_words() -> None:
    said = "午饭三十，张三打车花了60，听说房租三千"
    lunch, taxi = (split_sentence(words, DEFAULT_VOCABULARY, NOW)[0] for words in ("午饭30", "打车60"))
    weighed = weigh(said, [lunch, taxi], DEFAULT_VOCABULARY, NOW)
    assert (weighed.told, weighed.possible) == ((lunch,), (taxi,))


def test_a_model_makes_no_entry_of_talk_with_any_amount() -> None:
    (other,) = split_sentence("房租三百", DEFAULT_VOCABULARY, NOW)
    assert weigh("明天要交房租三千", [other], DEFAULT_VOCABULARY, NOW).told == ()


def test_an_entry_that_a_model_leaves_out_may_still_be_recorded() -> None:
    (possible,) = weigh("张三吃饭花了60", [], DEFAULT_VOCABULARY, NOW).possible
    assert str(possible.amount) == "60"


def test_no_word_of_a_default_category_makes_an_entry_doubtful() -> None:
    words = {
        word for category in DEFAULT_VOCABULARY.categories for word in (category.name, *category.keywords)
    }
    doubtful = {word for word in words if occurrence_of(f"{word}三十") is not Occurrence.HAPPENED}
    assert doubtful == set()


def test_the_kinds_of_words_about_what_happened_are_signs() -> None:
    assert occurrence_signs("明天要交房租三千") == ("planned", "unsure")
    assert occurrence_signs("午饭三十") == ()
