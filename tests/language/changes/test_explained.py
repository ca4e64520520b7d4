"""Corrections as people explain them: who paid, what it differs by, which rows stay, and names that were heard wrong."""

from __future__ import annotations

import json
from datetime import datetime

import pytest

from voiced.cli import nlu_answers

NOW = datetime.fromisoformat("2026-11-21T10:30:00")
_TYPES = {"-": "EXPENSE", "+": "INCOME", "=": "TRANSFER"}


def understood(said: str, rows: str) -> str:
    """The answer of `voiced nlu` in one line: 「2:amount=5」 changes row 2, 「drop 1」 drops row 1."""
    batch = [
        {
            "index": index,
            "description": name,
            "amount": amount,
            "category": filed[:-1],
            "type": _TYPES[filed[-1]],
        }
        for index, (name, amount, filed) in enumerate(row.split() for row in rows.split("；"))
    ]
    answer = json.loads(nlu_answers.corrections(json.dumps({"text": said, "batch": batch}).encode(), NOW))
    if answer["intent"] == "cancel_item":
        return f"drop {' '.join(map(str, answer['items']))}"
    if answer["intent"] == "new_input":
        return "new"
    changes = (
        f"{change['index'] + 1}:"
        + ",".join(f"{name}={value}" for name, value in change["updatedFields"].items())
        for change in answer["corrections"]
    )
    return " ".join(sorted(changes)) or "asked"


HOME = "房租 2800 住房-；水费 60 水电-；网费 99 通讯-"
MEAL = "煎饼 9 餐饮-；咖啡 33 饮品-"


@pytest.mark.parametrize(
    ("said", "rows", "expected"),
    [
        ("哎不是我交，是我收", "课时费 600 学习-", "1:type=INCOME"),
        ("俺是卖书不是买书", "旧书 45 学习-", "1:type=INCOME"),
        ("红包是我发的不是收的", "红包 200 红包+", "1:type=EXPENSE"),
        ("退款是进账好吧", "退款 88 购物-", "1:type=INCOME"),
        ("姑姑给我的，怎么成支出了", "压岁钱 500 红包-", "1:type=INCOME"),
        ("那是发给我的，不是我付的", "奖金 900 其他-", "1:type=INCOME"),
        (
            "这不算花钱，是还花呗",
            "花呗 800 购物-",
            "1:type=TRANSFER,category=还款,description=还花呗,toAccount=信用卡",
        ),
    ],
)
def test_the_payer_tells_the_way_of_the_money(said: str, rows: str, expected: str) -> None:
    assert understood(said, rows) == expected


@pytest.mark.parametrize(
    ("said", "rows", "expected"),
    [
        ("师傅后来又少收了三十，是一百五", "换锁 180 日用-", "1:amount=150"),
        ("平台返了五块，实付三十五", "洗车 40 汽车-", "1:amount=35"),
        ("人家抹了个零头，就收了八十五", "修表 90 日用-", "1:amount=85"),
        ("充的是一百八，留了二十在身上", "充卡 200 通讯-", "1:amount=180"),
        ("医保报销了四十，我出二十", "买药 60 医疗-", "1:amount=20"),
        ("用了张八块的券你给减掉", "打车 36 交通-", "1:amount=28"),
        ("咖啡四十四里头有十六是人家的，减掉", "咖啡 44 饮品-；煎饼 9 餐饮-", "1:amount=28"),
        ("鱼钱要扣佣金七十", "鱼钱 900 兼职+", "1:amount=830"),
        ("电费我只出一半", "电费 60 水电-；网费 99 通讯-", "1:amount=30"),
        ("没算运费，运费六块", "水果 26.9 水果-", "1:amount=32.9"),
        ("加上相框一百二，并到这一笔里头", "证件照 1280 其他-", "1:amount=1400"),
        ("我买了两箱，三十九是一箱的价", "纸巾 39 日用-", "1:amount=78"),
        ("不止一千五，后来又加了五百", "充卡 1500 通讯-", "1:amount=2000"),
        ("咖啡我买了两杯，翻一倍", MEAL, "2:amount=66"),
        ("后头不是六毛是九毛", "柴油 231.6 汽车-", "1:amount=231.9"),
        ("咖啡用了折扣二十五", MEAL, "2:amount=25"),
        ("中间那个多说了十块", HOME, "2:amount=50"),
        ("最后那个再加五块网线的钱", HOME, "3:amount=104"),
        ("份子多给了十块，班费算学习", "班费 100 其他-；份子钱 200 人情-", "1:category=学习 2:amount=210"),
        ("后头不是六毛是几毛", "柴油 231.6 汽车-", "asked"),
        ("后头不是五毛是九毛", "柴油 231.6 汽车-", "asked"),
        ("用了张五十块的券你给减掉", "打车 36 交通-", "asked"),
        ("还有运费六块也没算", "水果 26.9 水果-", "1:amount=32.9"),
        ("三十九是一箱的价", "纸巾 39 日用-", "asked"),
        ("运费六块没算进去", "水果 26.9 水果-", "1:amount=32.9"),
        ("咖啡返了三块，刨掉", MEAL, "2:amount=30"),
        ("咖啡好像只出了一半", MEAL, "asked"),
    ],
)
def test_a_difference_is_told_with_its_reason(said: str, rows: str, expected: str) -> None:
    assert understood(said, rows) == expected


@pytest.mark.parametrize(
    ("said", "rows", "expected"),
    [
        ("一和三没问题，二是五十六", HOME, "2:amount=56"),
        ("一和三对的，二改七十八", HOME, "2:amount=78"),
        ("网费没错，水费五十六，房租两千九", HOME, "1:amount=2900 2:amount=56"),
        ("水费五十六块房租两千九网费没错", HOME, "1:amount=2900 2:amount=56"),
        ("煎饼是十块，别给我抹零", MEAL, "1:amount=10"),
        ("咖啡是昨天的，别的不动", MEAL, "2:date=2026-11-20"),
        ("除了网费都是昨天的", HOME, "1:date=2026-11-20 2:date=2026-11-20"),
        ("红包和奶茶改成支出", "年会红包 200 红包+", "asked"),
        ("咖啡算招待，奶茶二十", MEAL, "asked"),
    ],
)
def test_rows_that_stay_are_passed_over(said: str, rows: str, expected: str) -> None:
    assert understood(said, rows) == expected


@pytest.mark.parametrize(
    ("said", "rows", "expected"),
    [
        ("呀膏是十二", "吹风机 129 购物-；牙膏 15 日用-", "2:amount=12"),
        ("吹风鸡记数码", "吹风机 129 购物-；牙膏 15 日用-", "1:category=数码"),
        ("宵夜记到十九号", "宵夜 44 餐饮-；打车 36 交通-", "1:date=2026-11-19"),
        ("最后那个不对该是一百零九", HOME, "3:amount=109"),
        ("前者十块", MEAL, "1:amount=10"),
        ("嘴瓢了，五十三", "咖啡 35 饮品-", "asked"),
        ("刚看了小票是四十三块六", "买菜 45 买菜-", "1:amount=43.6"),
        ("放医疗，才一百七", "急诊 317 孩子-", "1:amount=170,category=医疗"),
        (
            "粉加了码子十五，补胎十二",
            "嗦粉 12 餐饮-；打车 30 交通-；补胎 10 汽车-",
            "1:amount=15 3:amount=12",
        ),
        ("油条两根六块", "油条 3 餐饮-；豆浆 4 饮品-", "1:amount=6"),
        ("老二的一百六", "老大 230 服饰-；老二 180 服饰-", "2:amount=160"),
        ("煎饼打车自费三十", MEAL, "asked"),
        ("煎饼咖啡打车一共自费三十", MEAL, "asked"),
        ("煎饼九块，咖啡三十三", MEAL, "asked"),
        ("煎饼还是九块，咖啡就是三十三", MEAL, "asked"),
        ("工资到手七千二", "工资 8000 工资+；房租 2500 住房-", "1:amount=7200"),
        ("老板收了我四十六", "买菜 45 买菜-", "1:amount=46"),
        ("再有一个护膝，六十八", "花 66 购物-", "new"),
    ],
)
def test_names_and_words_are_read_as_they_are_meant(said: str, rows: str, expected: str) -> None:
    assert understood(said, rows) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("洗茶不用记老婆请的", "drop 1"),
        ("老三早教不要了那是他外婆出的钱", "drop 2"),
        ("喜茶那个别记，你婶知道了又该吵", "drop 1"),
        ("喜茶不要太甜", "asked"),
    ],
)
def test_a_row_is_dropped_with_the_reason_right_behind(said: str, expected: str) -> None:
    assert understood(said, "喜茶 19 饮品-；老三早教 600 孩子-") == expected
