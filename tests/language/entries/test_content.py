"""Short descriptions, as a person would note them."""

from __future__ import annotations

import pytest

from voiced.language.entries.content import MAX_LENGTH, describe, entry_words


@pytest.mark.parametrize(
    ("content", "description"),
    [
        ("吃饭花了，，", "吃饭"),
        ("买衣服花了，", "买衣服"),
        ("又买了个蛋糕，", "蛋糕"),
        ("，，，喝咖啡，", "咖啡"),
        ("喝了杯奶茶", "奶茶"),
        ("买碗，", "买碗"),
        ("买花，", "买花"),
        ("鲜花花了，", "鲜花"),
        ("跟同事聚餐花了，", "聚餐"),
        ("中午和小王一起去吃火锅花了", "中午和小王一起去吃火锅"),
        ("和小王一起去吃火锅花了", "吃火锅"),
        ("在食堂吃了，", "食堂"),
        ("天然气充了", "天然气"),
        ("抢红包抢了，", "抢红包"),
        ("给自己买了条裙子", "裙子"),
        ("帮我记一笔奶茶，", "奶茶"),
        ("，的午饭", "午饭"),
        ("请客吃饭", "请客吃饭"),
        ("花呗利息", "花呗利息"),
        ("去酒吧", "酒吧"),
        ("去年的电费补缴，", "去年的电费补缴"),
        ("去年三月的物业费，", "去年三月的物业费"),
        ("这个月的零花钱收入，", "这个月的零花钱收入"),
        ("第一个月房租，", "第一个月房租"),
        ("一个小时停车费，", "一个小时停车费"),
        ("本季度水费，", "本季度水费"),
        ("这个蛋糕，", "蛋糕"),
        ("再生纸，", "再生纸"),
        ("就餐费，", "就餐费"),
        ("付费会员，", "付费会员"),
        ("付邮费，", "邮费"),
        ("先锋书店买书，", "先锋书店买书"),
        ("双肩包，", "双肩包"),
        ("双色球，", "双色球"),
        ("盒马买菜，", "盒马买菜"),
        ("包装袋定做，", "包装袋定做"),
        ("一点点奶茶，", "一点点奶茶"),
        ("个面包，", "面包"),
        ("一双袜子，", "袜子"),
        ("要杯奶茶，", "奶茶"),
        ("用了张红包，", "红包"),
        ("给我妈，", "给我妈"),
        ("我妈药费，", "我妈药费"),
        ("我家水费，", "我家水费"),
        ("给我奶茶，", "奶茶"),
        ("我外卖，", "外卖"),
        ("我家具，", "家具"),
        ("然后呢打车，", "打车"),
        ("然后呢子大衣，", "呢子大衣"),
        ("打车从，，到，，花了，", "打车"),
        ("打车到公司，", "打车到公司"),
        ("，，", ""),
        ("", ""),
        ("整了一杯奶茶", "奶茶"),
        ("吃了顿烧烤", "烧烤"),
        ("弄了下头发", "弄了下头发"),
        ("工资发了", "工资"),
        ("给妈妈转了", "给妈妈"),
    ],
)
def test_descriptions_of_words(content: str, description: str) -> None:
    assert describe(content, None) == description


def test_the_clause_that_told_the_category_is_described() -> None:
    assert describe("今天很冷也很累，打车，回家真好啊", (8, 10)) == "打车"


def test_a_long_clause_gives_its_telling_word_alone() -> None:
    content = "路上堵了一个多小时最后还是打车回到了家里"
    assert describe(content, (13, 15)) == "打车"
    assert len(describe(content, None)) == MAX_LENGTH


def test_a_clause_of_filling_words_alone_is_no_description() -> None:
    assert describe("花了，打车", (0, 1)) == "打车"


@pytest.mark.parametrize(
    ("content", "thing", "description"),
    [
        ("四张门票每张，", "门票", "门票"),
        ("三杯豆浆每杯，，", "豆浆", "豆浆"),
        ("三只松鼠，", "三只松鼠", "三只松鼠"),
        ("五家分的牛奶，", "牛奶", "五家分的牛奶"),
    ],
)
def test_a_count_in_front_of_the_thing_is_left_out(content: str, thing: str, description: str) -> None:
    start = content.index(thing)
    assert describe(content, (start, start + len(thing))) == description


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("昨天哦不前天加油二百三", "前天加油二百三"),
        ("昨天挂号花了十五啊不前天挂的", "前天挂号花了十五，前天挂的"),
        ("上周三，不，上周四理发四十", "上周四理发四十"),
        ("昨天打车三十，不对，前天", "前天打车三十，前天"),
        ("昨天打车三十，不是前天的", "昨天打车三十"),
        ("前天吃饭60啊不对昨天吃饭60", "前天吃饭60啊不对昨天吃饭60"),
        ("昨天买菜三十前天打车二十", "昨天买菜三十前天打车二十"),
    ],
)
def test_a_day_that_is_taken_back_or_denied_is_left_out(said: str, words: str) -> None:
    assert entry_words(said) == words


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("满天星进了两百块的不对满天星一百八", "满天星一百八"),
        ("打车三十，水仙花两百不对水仙花一百八", "打车三十，水仙花一百八"),
        ("康乃馨一百二哦不康乃馨一百一", "康乃馨一百一"),
        ("康乃馨一百二水仙花一百一", "康乃馨一百二水仙花一百一"),
        # Another thing stands between: both entries are still read.
        ("买菜三十打车二十不对买菜四十", "买菜三十打车二十不对买菜四十"),
        ("早饭十块打车二十，不对早饭十二", "早饭十块打车二十，不对早饭十二"),
    ],
)
def test_an_entry_that_is_said_anew_counts_once(said: str, words: str) -> None:
    assert entry_words(said) == words
