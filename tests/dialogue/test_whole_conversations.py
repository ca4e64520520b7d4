"""Whole conversations of different people, from the first sentence to the rows that they saved."""

from __future__ import annotations

import pytest

from tests.support.drafts import after
from tests.support.script import LOCAL, in_session


@pytest.mark.parametrize(
    ("turns", "rows"),
    [
        ("油泼面十六，冰峰三块|面是十八，加了个蛋|确认", "18 3"),
        ("进了一百二的辣椒面|不对，一百二十五|对", "125"),
        ("卖凉皮收了四百六|那就四百一|确认", "410"),
        ("菜籽油一桶八十九|优惠了九块，八十|行，记上", "80"),
        ("外卖二十三|加上配送费是二十六|好的", "26"),
        ("过路费十五|来回三十|对", "30"),
        ("停车费十块，盒饭十五|停车费不是十块是十二|盒饭别动|确认", "12 15"),
        ("地铁四块，共享单车一块五|第二个是一块|没别的了，确认", "4 1"),
        ("剪头发二十|哎哟记错了十五|对喽", "15"),
        ("打车去机场八十六|公司能报，不过先记着|确认", "86"),
        ("买奶粉三百二，尿不湿九十八|尿不湿买了两包一百九十六|确认", "320 196"),
        ("打疫苗三百六|退了六十，三百|行", "300"),
        ("买菜六十八块四|少算了十块|对", "78.4"),
        ("进货花了一千八，运费六十|运费是老板出的，不算|确认", "1800"),
        ("网费九十九|半年的，五百九十四|确认", "594"),
        ("早餐八块，午餐二十，晚餐三十五|中间那个不要|剩下的存了", "8 35"),
        ("早餐八块，午餐二十|只要第一个|确认", "8"),
        ("桃子十五，西瓜二十二|弄反了|桃子二十二西瓜十五|确认", "22 15"),
        ("面包十二|还有矿泉水两块|水是三块|好|确认", "12 3"),
        ("咖啡二十五|不是，二十八|确认", "28"),
        ("咖啡二十五|不不不是二十六块五|嗯对", "26.5"),
        ("咖啡二十五|没有啊我说的十五|对", "15"),
        ("咖啡二十五|金额不对|是三十五|确认", "35"),
        ("咖啡二十五，打车三十|三十的那个删掉|确认", "25"),
        ("咖啡二十五，打车三十|打车的记错了|三十三|保存", "25 33"),
        ("咖啡二十五，打车三十|最贵的那笔不要了|确认", "25"),
        ("咖啡二十五，打车三十|打车改成四十|不改了，还是三十|确认", "25 30"),
        ("水费六十五，电费七百三|水费五十六|确认", "56 730"),
        ("馄饨十六，馄饨十六，馄饨二十|第三碗是二十二|确认", "16 16 22"),
        ("早餐八块，午餐二十，打车三十|第一笔确认|打车用了五块的券你给减掉|确认", "8 20 25"),
        ("买化肥三百二|三百六咧|中", "360"),
        ("买米七十|七十五撒|要得", "75"),
        ("煲汤料四十二|唔系，系四十五|啱|确认", "45"),
        ("串串香八十八|抹零了八十五|巴适，存", "85"),
        ("奶茶十六，豆花十二|奶茶好像是十九|对就是十九|确认", "19 12"),
        ("樱桃三十六|姐你们先别吵，我在记账呢|确认", "36"),
        ("樱桃三十六|这樱桃真酸啊|确认", "36"),
        ("樱桃三十六|妹妹叫我去看电影了|确认", "36"),
        ("给我叔寄了六百|确认", "600"),
        ("物业费五百二，停车月卡三百|物业费五百八|月卡不要了|改|确认", "580"),
    ],
)
def test_the_rows_that_were_meant_are_saved(turns: str, rows: str) -> None:
    script = "\n".join(f"你: {turn}" for turn in turns.split("|"))
    saved = after(script, in_session(LOCAL), LOCAL).last_saved
    assert [str(row.amount) for row in saved] == rows.split()


def test_a_value_right_after_a_save_is_offered_for_the_saved_row() -> None:
    state = after("你: 买菜三十\n你: 确认\n你: 等等，是三十八", in_session(LOCAL), LOCAL)
    assert state.said == "刚才的买菜30元要改成支出38元，买菜吗？"


def test_the_saved_row_that_is_named_takes_the_change_that_was_said_before() -> None:
    state = after("你: 咖啡二十，面包十二\n你: 确认\n你: 刚才那笔改成三十六", in_session(LOCAL), LOCAL)
    which = "不确定要修改哪笔，请说具体第几笔"
    assert state.said == which
    assert after("你: 是", state, LOCAL).said == which
    assert after("你: 咖啡那笔", state, LOCAL).said == "刚才的咖啡20元要改成支出36元，饮品吗？"
