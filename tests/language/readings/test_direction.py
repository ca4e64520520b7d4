"""Which way the money went."""

from __future__ import annotations

import pytest

from voiced.domain.transaction import TransactionType
from voiced.language.readings.direction import direction_of, direction_signs


@pytest.mark.parametrize(
    "words",
    [
        *(
            "午饭三十五",
            "发红包二百",
            "包了个大红包五百",
            "给侄子压岁钱两百",
            "给我妈买药三百",
            "给我自己买衣服",
            "给妈妈转了一千",
        ),
        *(
            "给弟弟买书三十",
            "给阿姨发工资三千",
            "转给小李五十",
            "借给小王五百",
            "借五百给小王",
            "给小王两百",
            "请客户吃饭五百",
            "付货款三千",
        ),
        *(
            "交押金两千",
            "交房租两千",
            "还房贷三千",
            "扣社保一千",
            "付利息三十",
            "花呗利息十二",
            "信用卡年费两百",
            "转账手续费两块",
        ),
        *(
            "退烧药二十八",
            "退票手续费五十",
            "退票费二十",
            "外卖三十",
            "小卖部买水",
            "专卖店买鞋",
            "停车收费十块",
            "收拾屋子一百",
        ),
        *(
            "收到快递付了十块",
            "打车三十还没报销",
            "买彩票十块",
            "百亿补贴买手机四千",
            "基金亏了两百",
            "家教费三百",
        ),
        *(
            "还有打车二十",
            "还买了水果三十",
            "保存照片五块",
            "寄存行李二十",
            "取快递五块",
            "取药三十",
            "租书五块",
            "小费给了二十",
        ),
        *(
            "给我爸转了一千",
            "给她爷爷汇了八百",
            "给乡下的姑姑打款三千",
            "给读大学的女儿转了两千",
            "帮同事转了六十",
            "原价五百到手三百八",
        ),
        "看商演三百",
        "全勤扣了二百",
    ],
)
def test_spending(words: str) -> None:
    assert direction_of(words).type is TransactionType.EXPENSE


@pytest.mark.parametrize(
    "words",
    [
        *(
            "工资收到九十",
            "发工资了",
            "老板发奖金五千",
            "全勤奖三百",
            "加班费四百",
            "退休金四千",
            "稿费五百",
            "兼职三百",
            "佣金两百",
        ),
        *(
            "抢红包抢了三十",
            "红包收了六十",
            "领补贴三百",
            "奶奶给的压岁钱两百",
            "收到压岁钱八百",
            "外婆给红包两百",
        ),
        *(
            "妈妈给我转了五百",
            "爸妈给了两千生活费",
            "爷爷给了两百块",
            "男朋友转账五百二",
            "客户付了我三千",
            "小王还了五百",
        ),
        *(
            "朋友还我五百",
            "小王转来两百",
            "跟小王借了五百",
            "借了五百",
            "昨天借了五百块钱",
            "退货退了八十九",
            "押金退了两千",
            "退税六百",
            "淘宝退款五十",
            "返现五块",
        ),
        *(
            "卖废品三十",
            "二手自行车卖了",
            "利息到账",
            "存款利息一百",
            "基金赚了三百",
            "余额宝收益三块",
            "分红五千",
        ),
        *(
            "中彩票五十",
            "彩票中了十块",
            "捡到五十",
            "打牌赢了八十",
            "收房租两千五",
            "租客交房租两千",
            "报销差旅费三百",
            "公积金提取两万",
        ),
        *("基金涨了两百", "爷爷给我汇了八百", "我爸转了一千给我", "姑姑给了五百"),
    ],
)
def test_income(words: str) -> None:
    assert direction_of(words).type is TransactionType.INCOME


@pytest.mark.parametrize(
    "words",
    [
        *(
            "还信用卡两千",
            "还花呗五百",
            "信用卡还款三千",
            "还车贷三千",
            "还钱两百",
            "还小王五百",
            "还给小李三百",
        ),
        *(
            "提现五百",
            "取了五百",
            "取现金一千",
            "存了五千到银行",
            "存钱一千",
            "存定期五万",
            "转入余额宝一千",
            "从银行卡转到微信",
        ),
        *("定投五百", "买基金一千", "转账两百", "提了三千现金"),
    ],
)
def test_transfers(words: str) -> None:
    assert direction_of(words).type is TransactionType.TRANSFER


def test_words_of_one_direction_leave_no_doubt() -> None:
    assert direction_of("午饭三十五").is_beyond_doubt
    assert direction_of("工资到账").is_beyond_doubt
    assert not direction_of("发红包又抢了红包").is_beyond_doubt


def test_words_of_two_directions_give_two_signs() -> None:
    assert direction_signs("收到退款去还信用卡") == ("moved", "earned", "surely")


def test_money_from_a_person_is_a_sign_of_its_own() -> None:
    assert "given" in direction_signs("妈妈给了两百")
