"""What is said while a draft is open, in many more ways than anybody lists: the grammar has to compose them."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.sentences import said
from voiced.domain.question import LedgerQuestion, Measure, Period
from voiced.domain.taxonomy import DEFAULT_VOCABULARY
from voiced.language.commands import (
    AllRowsBut,
    AmendSaved,
    AskLedger,
    Assent,
    CancelAll,
    CancelRows,
    Command,
    Compound,
    ConfirmAll,
    ConfirmOnly,
    ConfirmRows,
    Continue,
    Correct,
    CountedRows,
    Denial,
    DescribedRow,
    Exit,
    KeepRows,
    NewInput,
    OtherRows,
    ReadOut,
    Restart,
    Rows,
    UndoSaved,
    Wait,
)
from voiced.language.intents import classify, may_save
from voiced.language.kinds import Kind
from voiced.language.lexicon import WORDS as LEXICON
from voiced.language.text import normalise
from voiced.language.wording import hear_words, read_words

NOW = datetime(2026, 11, 21, 10, 30, tzinfo=UTC)

# Spaces between words are those of recognisers; sentences are separated by |.
CONFIRMED = """
确认|确认吧|确认了|确认一下|确认保存|好确认|请确认|我确认|那就确认|确认没问题|确认全部|全部确认|都确认|全都确认|确认所有|全部保存|保存|保存一下|帮我保存|帮我记上|记上吧|
记下来吧|记吧|存吧|存了吧|存|存起来|提交|入账|没错|没错没错|就是这样|就这样|就这样吧|那就这样|就这样保存|就这么定了|就这么办|没问题|没问题了|没有问题|都没问题|全都没问题|完全没问题|没毛病|没啥问题|
没什么问题|全部正确|都正确|都没错|全部没错|没有错|无误|准确无误|正确无误|完全正确|不用改|不用改了|不改了|不需要改|不用修改|不需要修改了|没什么要改的|没有要改的|不用再改了|无需修改|可以保存|可以记了|可以确认|
妥了|不错|完美|同意|对就这样|好就这样吧|那就保存吧|确定|我确定|好的保存|对确认|可以保存吧|都记下来|都记上|都存了吧|确认这些|这些都没问题|行没问题|嗯没问题|嗯确认|呃确认|保存记录|确认记账|保 存|确 认|没 问题|
没 错|就 这样|全 部 保 存|却认|确任|缺认|宝存|没文体|争确|不用该|没错拉|挺好的|没意见|入账吧|没问题保存|确认提交|没问题就保存|正确的|每笔都没问题|统统确认|一起保存|把这些都记上|直接保存|现在没问题了|
不用改直接保存|没什么可改的|没有需要修改的|还是保存吧|对对对就这样|就这样不改了|可以的就这样|行了就这样吧|没错就是这样|却定|缺定吧
"""
ASSENTED = """
对，是对的|是对的是对的|嗯|嗯嗯|对|对的|对对对|对啊|对呀|是|是的|是啊|是对的|对没错|是的没错|好|好的|好的好的|好啊|好吧|好了|行|行吧|行了|可以|可以的|可以可以|可以了|OK|Ok|okay|欧克|ok了|嗯对|嗯好|嗯好的|嗯是的|要|要的|好嘞|成|都对|都对的|全对|
都是对的|都可以的|都行|都好|全部可以|啊对|哦好|可 以|行 了|对的呢|好的呀|都队|金额都对|分类金额都对|信息都对|内容都对|那好|那行|这样可以|这样就行|这就对了|现在对了|现在可以了|这几笔都对
"""
CANCELLED = """
取消|取消吧|取消了|取消掉|取消全部|全部取消|都取消|取消所有|取消这次记录|取消交易|取消本次|不要|不要了|都不要|全不要了|全都不要|这些都不要|一个都不要|一笔都不要了|算了|算了算了|那算了|还是算了吧|算啦|算了不记了|不记了吧|
不用记了|不想记了|别记|别存|别存了|别保存了|不存|不要保存|不要记录|不用保存|不确认|我不确认|不保存了|不想保存|删掉|删了吧|删除|全删了|全部删除|都删掉|删除全部|清空|全部清空|清空草稿|作废|撤销|撤回吧|放弃|我要取消|我想取消|
帮我取消|请取消|麻烦取消|好取消|不对取消|错了取消|错了不要了|去消|区消|曲消吧|取笑|取销|取小|娶消|蒜了|闪掉|撤消吧|不宝存|不却认|拉倒吧|等一下取消|丢掉|扔掉吧|不记账了|要不算了|取 消 吧|不 要 了|算 了|全部 取消|不 记 了|
取消保存|确认取消|当我没说|这次不要了|都撤销|统统不要|通通删掉|那就不要了|不要不要|取消不要了|不想要|先取消吧|直接取消|可以取消了|取消，不确认
"""
RESTARTED = "重来|重新来|重新说|我重新说|重来一遍|从头来|再来一遍|不对重来|不要了重来|那重来吧"
LEFT = """
退出|退出吧|我要退出|我想退出|帮我退出|请退出|退出程序|退出记账模式|关闭|关闭记账|关掉吧|关了吧|关掉语音|结束|结束了|结束记账|结束对话|停止|停止记账|停止录音|再见|再见了|拜拜啦|好拜拜|那再见|不要听了|别听了|今天就到这|今天就到这里吧|
就到这里|先到这里|到此为止|今天先记到这|就记到这里|可以了退出|好了退出|没问题退出|嗯退出|不记了退出|算了退出|不用了再见|没有了再见|退 出|结 束|再 见 吧|推出|推出记账|在见|关闭语音记账|下次再见|明天见|晚安|退下吧|先退出|我要结束|
可以退出了|你退下吧|没事了退出|取消并退出|确定退出|结束几账
"""
CONTINUED = """
继续|继续吧|继续记|继续记账吧|请继续|我要继续|接着来|接着|接着记账|再记一笔吧|再记一个|再记一条|再来一笔|再录一笔|下一笔|下一个|下一笔吧|记下一笔|来下一笔|继续下一笔|好继续|嗯下一笔|好了下一笔|没问题继续|可以继续|然后再记一笔|
我再记一笔|我想再记一笔|还要再记一笔|帮我再记一笔|那再记一笔|继 续|继续 记 账|下 一 笔|下一比|在记一笔|再记一必|再计一笔|开始下一笔|记新的一笔|往下记|继续几账|继续录音|再来一个
"""
WAITED = """
等一下|等等|等会儿|稍等一下|等我一下|等我想想|我看看|让我看一下|让我再看看|我核对一下|我检查一下|我确认一下|让我再确认一下|等我确认|慢着|慢点|别急|先等等|再等等|还有|还有呢|还有一笔|还有几笔|还有别的|还要记一笔|我还有|我还要记|
还想记一笔|对了还有|哦对了还有一笔|另外还有|没说完|我还没说完|没记完|还没完|没完呢|还没好|等等还没完|漏了一笔|我漏了一笔|少了一笔|少记了一笔|忘了一笔|刚才漏了一笔|补一笔|再补一笔|加一笔|再加一个|追加一笔|先别退出|别退出|不退出|
别关|别结束|等 一 下|还 有|等 等 还 有 一 笔|还有一比|没说玩|我想加一笔|再加两笔|等我说完|稍微等一下|还有两个|确认等一下|等一下保存|待会再保存|我要确认一下
"""
CORRECTED = """
前三笔改成收入|这两笔改成收入|最近一笔改成收入|上个月的那笔改成收入|今年那笔是收入|从第一笔到第三笔改成收入|这两笔都是支出|
行是行|对是对|行也行|好是好的|可以是可以|没错是没错|没问题是没问题|第一笔对是对|嗯对是对|是这样吧|是对的吧|没问题了吧|没什么问题吧|
充电宝便宜了二十|奶茶贵了五块|打车少记了五块|奶茶涨了两块|
不对|不对啊|不对不对|不是这样|不正确|不行|不可以|不好|错|错了|错啦|弄错了|说错了|有问题|有点问题|好像不对|好像错了|可能不对|有点不对|不太对|不完全对|都错了|全都不对|你听错了|金额不对|分类错了|日期不对|第一笔不对|第二笔有问题|
第三笔好像错了|要改|我要改一下|改一下|修改一下|需要改|帮我改一下|更正一下|修改|第一笔改一下|修改第二笔|第二笔要改|改成五十|改成收入|应该是五十|应该是收入不是支出|不是五十是六十|是五十|五十|五十块|三十五块五|一百二|金额五十|
金额改五十|分类改成餐饮|分类是餐饮|换成交通|归到交通|算餐饮|第一笔改成五十|第一笔是五十|第一笔五十|把第一笔改成五十|第一笔收入|第二笔算交通|最后一笔改成五十|前两笔改成餐饮|日期改成昨天|是昨天的|昨天的|用支付宝付的|账户改成微信|
备注改成和同事吃饭|红包那笔改成收入|打车那笔是四十|打车改成四十|打车那笔四十|奶茶该成十八|吃饭的改成五十|那个应该是收入不是支出啊|先别保存|先别确认|先不保存|别取消|不要取消|先别取消|不取消|别删|别删第二笔|第二笔别删|
对，不过第二笔改成50|对不过金额改成五十|没问题但是第二笔改成五十|好的但是金额不对|行就是金额改成三十|没问题除了第二笔|除了第二笔都对|除了第二笔其他都没问题|第一笔对第二笔不对|第一笔没问题第二笔改成五十|不确定|应该没问题|大概对|
对不对|对吗|确认吗|可以吗|确认？|第一笔多了十块|加十块|金额都加十块|水电的都加五块|收入支出反了|第一笔和第二笔对调|拆成两笔|拆成两笔一笔四十一笔二十|合并成一笔|改城五十|该为五十|换城五十|不队|第二比不对|地二笔改成五十|
第二 笔 改 成 五十|不 对|金额 不 对|不要改|别改|没确认|还要改|还不对|五十不是六十|不是餐饮|不是打车是地铁三十|第二次打车是四十|第二笔|没让你保存|确认但是金额不对|确认五十|保存为餐饮|第二笔保存成餐饮|嗯对就这样|可是|不过
"""
DENIED = "不|不用|不用了|没有|没有了|否|不是|不需要|不了|嗯不用"
NEW = """
奶茶十五便宜了三块|买了贵的衣服五百|
午饭三十五|打车花了二十|奶茶15|还有一笔奶茶15|还有奶茶十五|还有打车|再加一杯咖啡二十二|另外打车三十|又打车花了二十|对了还有打车二十|然后打车二十|接着打车二十|下一笔是打车二十|记一笔打车二十|再记一笔停车费十块|漏了一笔打车二十|
取消订单退款五十|改衣服花了三十|第二杯半价奶茶十八|继续教育报名费三百|确认收货付了五十|保险费三百|对讲机两百|好丽友十块|好想你红枣五十|行李箱两百八|行车记录仪三百|可乐三块|可以乐奶茶十五|正确答案教辅三十|完美日记口红八十九|
算命花了五十|删帖费五百|退票手续费二十|停车五块|结束用餐付了三百|关东煮十五|再生纸二十|等位小吃三十|下一站奶茶十八|不二家糖果二十|没事买了杯咖啡二十|别克保养八百|不锈钢锅两百|错题本十五块|换轮胎六百|加油三百|加班打车四十|
减肥药两百|修改论文花了两百|改签费五十|变速车一千|第一次打车二十|第二天早饭十块|第一个月房租两千|前两天买菜五十|最后一顿火锅两百|不小心罚款两百|还信用卡两千|都买了水果一共八十|一起吃饭一百|三十块的午饭|一百二的打车费|
没吃早饭午饭花了五十|好再记一笔奶茶十五|等等还有打车二十|支出打车三十|工资收入九千|吃饭 六十|打车 三 十|不对还有一笔奶茶十五|加了两个菜四十|刚才买了一杯咖啡二十二块
"""
ROW_COMMANDS: tuple[tuple[Command, str], ...] = (
    (
        ConfirmRows(Rows((1,))),
        (
            "第一笔确认|确认第一笔|第一笔没问题|第一笔对|第一笔是对的|第一笔没错|第一笔可以|第一笔可以了|第一笔ok|第一笔正确|保存第一笔|第一笔记上|先确认第一笔|把第一笔保存|把第一笔确认了|"
            "第一笔不用改了|第一个没问题|第1笔确认|第一笔行|第一笔要|嗯第一笔没问题|请确认第一笔|第一比确认|地一笔确认|却认第一笔|第一 笔 确认|首笔确认|第一笔确定|第一笔可以保存|第一笔没文体|没问题确认第一笔|第一笔那个确认|第一笔确认没问题|第一笔没问题确认"
        ),
    ),
    (ConfirmOnly(Rows((1,))), "只保存第一笔|只记第一笔|仅保存第一笔|好只确认第一笔吧"),
    (ConfirmOnly(DescribedRow("打车")), "只保存打车那笔|只记打车那笔"),
    (
        KeepRows(Rows((1,))),
        "只要第一笔|好只要第一笔吧|我只要第一笔|就要第一笔|只需要第一笔|只想要第一笔|只留第一笔|只留下第一笔|只要第一笔其他不要|只要第一笔，其他的都不要了",
    ),
    (KeepRows(DescribedRow("打车")), "只要打车那笔|只要打车的那笔"),
    (
        ConfirmRows(Rows((1, 2))),
        "第一笔和第二笔确认|第一笔第二笔都对|第一第二笔没问题|第一、第二笔确认|前两笔都对|前面两笔确认|头两笔确认|第一二笔确认|第一笔对第二笔也对|第一笔到第二笔确认",
    ),
    (ConfirmRows(Rows((-1,))), "最后一笔确认|最后那笔对|最后一个可以|倒数第一笔确认"),
    (
        CancelRows(Rows((2,))),
        (
            "第二笔不要|不要第二笔|第二笔取消|取消第二笔|第二笔删掉|删除第二笔|第二笔删了|把第二笔去掉|第二笔作废|第二笔不记了|第二笔不保存|第二笔不确认|第二笔算了|撤销第二笔|移除第二笔|第二条删掉|第2笔删掉|好第二笔删掉|"
            "第二笔不算|我不要第二笔|麻烦把第二笔取消|第二比删掉|弟二笔删掉|删调第二笔|曲消第二笔|第二 笔 删掉|除了第二笔都要|第二笔以外的都要|除了第二笔以外都要|不对第二笔不要|等一下第二笔不要|对了第二笔不要了|第二笔可以取消|第二笔不要就行了|删掉第二笔不要了|第二笔不要，取消"
        ),
    ),
    (CancelRows(Rows((-1,))), "最后一笔删掉|删掉最后一笔|最后那笔不要了|最后一条取消"),
    (CancelRows(Rows((-2, -1))), "最后两笔不要|后两笔删掉|倒数两笔不要"),
    (
        CancelRows(Rows((1, 3))),
        "第一笔和第三笔不要|第一笔不要第三笔也不要|第一笔，第三笔不要|删掉第一和第三笔",
    ),
    (ConfirmRows(OtherRows()), "剩下的都确认|其他的确认|确认剩下的|其余的没问题|剩下的几笔都对"),
    (CancelRows(OtherRows()), "其他的不要|剩下的都取消|别的都删掉"),
    (
        ConfirmRows(CountedRows(2)),
        "两笔都确认|这两笔确认|确认这两笔|两笔都对|两笔都没问题|俩笔都保存|2笔都确认|两个都确认|把两笔都保存|好两笔都确认",
    ),
    (ConfirmRows(CountedRows(1)), "确认一笔|保存一笔|一条没问题"),
    (CancelRows(CountedRows(1)), "删一笔|取消一笔|把一条删了|一笔不要"),
    (CancelRows(CountedRows(3)), "三笔都不要|这三笔取消|删掉这三笔|三笔都不要了"),
    (
        ConfirmRows(AllRowsBut((3,))),
        "除了第三笔其他都确认|除了第三笔都确认|除第三笔以外全部保存|第三笔以外都确认|第三笔之外的都保存|第三笔除外都确认|全部确认除了第三笔|都确认，除了第三笔以外",
    ),
    (CancelRows(AllRowsBut((3,))), "除了第三笔都不要|除了第三笔其他的都删掉"),
    (
        CancelRows(DescribedRow("红包")),
        "红包那笔不要了|把红包那笔删掉|删掉红包那笔|红包的那笔取消|红包不要了|取消红包",
    ),
    (ConfirmRows(DescribedRow("打车")), "打车那笔没问题|确认打车那笔|打车那个对的"),
    (CancelRows(DescribedRow("三十")), "三十那笔不要|删掉三十的那笔"),
    (CancelRows(DescribedRow("这笔")), "这笔不要了|取消这笔"),
    (ConfirmRows(DescribedRow("这个")), "这个可以|这个对的"),
)
COMPOUNDS: tuple[tuple[str, Command], ...] = (
    ("确认并退出", Compound((ConfirmAll(), Exit()))),
    ("先保存再退出", Compound((ConfirmAll(), Exit()))),
    ("保存然后退出", Compound((ConfirmAll(), Exit()))),
    ("确认，再记一笔", Compound((ConfirmAll(), Continue()))),
    ("第二笔不要，其他的确认", Compound((CancelRows(Rows((2,))), ConfirmRows(OtherRows())))),
    ("其他的确认，第二笔不要", Compound((CancelRows(Rows((2,))), ConfirmRows(OtherRows())))),
    ("第二笔不要其他都保存", Compound((CancelRows(Rows((2,))), ConfirmRows(OtherRows())))),
    ("删掉第二笔其他的确认", Compound((CancelRows(Rows((2,))), ConfirmRows(OtherRows())))),
    ("第二笔不要，确认", Compound((CancelRows(Rows((2,))), ConfirmAll()))),
    ("取消第二笔，确认", Compound((CancelRows(Rows((2,))), ConfirmAll()))),
    ("第一笔确认第二笔取消", Compound((CancelRows(Rows((2,))), ConfirmRows(Rows((1,)))))),
    ("确认第一笔取消第二笔", Compound((CancelRows(Rows((2,))), ConfirmRows(Rows((1,)))))),
    ("第一笔没问题第二笔不要", Compound((CancelRows(Rows((2,))), ConfirmRows(Rows((1,)))))),
    (
        "红包那笔和打车那笔不要",
        Compound((CancelRows(DescribedRow("红包")), CancelRows(DescribedRow("打车")))),
    ),
    ("第二笔取消退出", Compound((CancelRows(Rows((2,))), Exit()))),
    ("确认第一笔退出", Compound((ConfirmRows(Rows((1,))), Exit()))),
    ("第二笔不要，再记一笔", Compound((CancelRows(Rows((2,))), Continue()))),
    ("红包那笔不要其他的确认", Compound((CancelRows(DescribedRow("红包")), ConfirmRows(OtherRows())))),
    ("两笔都保存然后退出", Compound((ConfirmRows(CountedRows(2)), Exit()))),
)
# Neither a confirm, cancel or exit nor a decision about a row: what sounds or looks like one.
HARMLESS = """
对联|好丽友|行李箱|可疑|补药|借书|积蓄|部队|不急|号的|似的|对方|对不起|好像|好久|好吗|行吗|行程|可是|可惜|成都|是否|是谁|你确定|你确定吗|确定吗|别确认|等会再确认|再确认一下|还没确认|没有确认|不能确认|取消确认吗|要不要确认|确认不了|
不是确认|确认哪个|确认之前改一下|确认前改成五十|如果对就保存|要是没问题就保存|没问题的话保存|可以的话|只要|只要对就保存|只要第一笔对就保存|只要第一笔对|好像没问题|应该可以|可能对|也许行|差不多|不是很好|不太行|不太可以|未必对|一半对|金额对|分类对日期不对|没说确认|不是说确认|
别急着保存|暂不保存|稍后保存|一会再保存|是餐饮|是打车|对是五十|对五十|好五十|可以改吗|要不|没问题吧|没问题吗|没错吧|对吧|行吧不对|没|全部|都|这些|记账|记录|账单|就|嗯好就这样|没说取消|要不要取消|取消吗|是不是取消|不是取消|
不是不要|要还是不要|没说不要|不能取消|取消不了|不删|第二笔不要删|第二笔不取消|第二笔先别确认|第二笔要不要|第二笔对吗|第二笔没问题吗|第二笔是|第二笔不要紧|第二笔不要动|第二笔金额没问题|第二笔对但是金额不对|第二笔需要确认|第二笔确认一下|
确认第一笔第二笔取消|确认第二笔取消|取消第二笔确认|第一笔对取消|第一笔确认第二笔改成五十|第二笔不要第三笔改成五十|删掉第二笔金额|第二笔备注删掉|不退出|退出吗|怎么退出|不是退出|没退出|停车费|关于|拜访|今天|取消订单|退款|算账|不要香菜|
不要发票|记错了|存款|确认收货|第一|第一次|两笔|两笔都不对|两笔都确认吗|没问题第二笔|对第二笔|第二笔和|其他的|剩下的|除了第二笔|除了红包都确认|还有吗|还需要修改吗|记好了，还有吗|请确认或修改|已取消|已保存两笔交易|没听清要改什么，请再说一次|
现在确认吗|保存了吗|存了没|确认了没有|可以没|行不|对不|要不要|成不|全不好|全不行|都不行|不好的|不存在|不记得|没取消|没删|没关系|没什么|好了吗|好了没|完了|不再确认|重新确认|需要|不必|谢谢|你好|什么|啊|那个|就是|然后|但是|只是|
没错但是|没错是五十|保存五十|取消五十|退出五十|第二笔确认五十|确认餐饮|存成餐饮|保存到支付宝|记为餐饮|记重|记昨天|昨天的确认|重来吗|别重来|不要重来|第一笔其他的不要|第一笔红包那笔不要|第二笔确认第二笔取消|第一笔确认第二笔|除了第二笔都对|
刚才|刚才取消|删掉第二笔和|第二笔退出其他的确认|第二笔以外|除第二笔外都要|第一笔除了第二笔都确认|第二笔打车不要|不用了取消
"""


def command_of(text: str) -> Command:
    return classify(text, DEFAULT_VOCABULARY, NOW)


@pytest.mark.parametrize("text", said(CONFIRMED))
def test_an_explicit_confirm(text: str) -> None:
    assert command_of(text) == ConfirmAll()


@pytest.mark.parametrize("text", said(ASSENTED))
def test_a_yes_that_may_be_a_confirm(text: str) -> None:
    assert command_of(text) in {Assent(), ConfirmAll()}


@pytest.mark.parametrize("text", said(CANCELLED))
def test_a_cancel(text: str) -> None:
    assert command_of(text) == CancelAll()


@pytest.mark.parametrize("text", said(RESTARTED))
def test_a_restart(text: str) -> None:
    assert command_of(text) == Restart()


@pytest.mark.parametrize("text", said(LEFT))
def test_an_exit(text: str) -> None:
    assert command_of(text) == Exit()


@pytest.mark.parametrize("text", said(CONTINUED))
def test_moving_on(text: str) -> None:
    assert command_of(text) == Continue()


@pytest.mark.parametrize("text", said(WAITED))
def test_waiting(text: str) -> None:
    assert command_of(text) == Wait()


@pytest.mark.parametrize("text", said(CORRECTED))
def test_a_change_doubt_or_objection(text: str) -> None:
    assert command_of(text) == Correct()


@pytest.mark.parametrize("text", said(DENIED))
def test_a_bare_no(text: str) -> None:
    assert command_of(text) == Denial()


@pytest.mark.parametrize("text", said(NEW))
def test_a_new_entry(text: str) -> None:
    assert command_of(text) == NewInput()


@pytest.mark.parametrize(
    ("text", "command"), [(text, command) for command, block in ROW_COMMANDS for text in said(block)]
)
def test_a_decision_about_rows(text: str, command: Command) -> None:
    assert command_of(text) == command


@pytest.mark.parametrize(("text", "command"), COMPOUNDS)
def test_two_things_at_once(text: str, command: Command) -> None:
    assert command_of(text) == command


@pytest.mark.parametrize("text", said(HARMLESS))
def test_what_only_looks_like_a_command_decides_nothing(text: str) -> None:
    assert not decides(command_of(text))


def decides(command: Command) -> bool:
    match command:
        case ConfirmAll() | Assent() | CancelAll() | Restart() | Exit() | ConfirmRows() | CancelRows():
            return True
        case Compound(operations):
            return any(decides(operation) for operation in operations)
        case _:
            return False


NEGATIONS = """
不是 别 先别 没 没有 还没 不要 不能 不想 不太 不确定 如果 要是 好像 可能 也许 是不是 要不要 能不能 但是 不过 改成五十 改一下 金额不对 不对但 等一下
"""


@pytest.mark.parametrize("negation", NEGATIONS.split())
def test_no_yes_survives_negation_doubt_or_change(negation: str) -> None:
    yeses = said(CONFIRMED) + said(ASSENTED)
    spoken = [
        text
        for yes in yeses
        for gap in ("", "，")
        for text in (f"{negation}{gap}{yes}", f"{yes}{gap}{negation}")
    ]
    assert [text for text in spoken if may_save(command_of(text))] == []


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("念一遍", ReadOut()),
        ("再说一遍", ReadOut()),
        ("没听清", ReadOut()),
        ("一共多少", ReadOut()),
        ("这两笔一共多少", ReadOut()),
        ("前两笔一共多少", ReadOut(Rows((1, 2)))),
        ("都有什么", ReadOut()),
        ("第三笔是什么", ReadOut(Rows((3,)))),
        ("第二笔多少钱", ReadOut(Rows((2,)))),
        ("念一下第二笔", ReadOut(Rows((2,)))),
        ("第二笔再说一遍", ReadOut(Rows((2,)))),
        ("红包那笔是多少", ReadOut(DescribedRow("红包"))),
        ("撤销刚才那笔", UndoSaved()),
        ("把刚才那笔删了", UndoSaved()),
        ("上一笔不要了", UndoSaved()),
        ("刚才那笔改成50", AmendSaved("改成50")),
        ("上一笔应该是收入", AmendSaved("应该是收入")),
        ("刚才那笔打车改成四十", AmendSaved("打车改成四十")),
        ("刚才那笔不对", Correct()),
        ("刚才改成五十", Correct()),
        ("还剩多少预算", AskLedger(None)),
    ],
)
def test_looking_back(text: str, command: Command) -> None:
    assert command_of(text) == command


def test_a_question_to_the_ledger_is_read() -> None:
    month = Period("这个月", date(2026, 11, 1), date(2026, 11, 30))
    assert command_of("这个月打车花了多少") == AskLedger(LedgerQuestion(Measure.SPENT, month, "交通"))


def test_what_may_save() -> None:
    assert all(
        may_save(command_of(text))
        for text in said("确认|嗯|第一笔确认|继续记账|确认并退出|第二笔不要，其他的确认")
    )
    assert not any(
        may_save(command_of(text))
        for text in said("取消|退出|第二笔不要|不对|打车二十|第二笔不要，退出|等一下")
    )


WORDS = [word for _, words in LEXICON for word in words.split() if len(word) < 5]
CHARACTERS = st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF)


@settings(max_examples=300)
@given(
    st.lists(st.sampled_from(WORDS), max_size=3),
    st.text(CHARACTERS, min_size=2, max_size=4),
    st.integers(0, 3),
)
def test_a_word_that_nobody_knows_keeps_the_rest_from_deciding(
    words: list[str], unknown: str, place: int
) -> None:
    text = "".join([*words[:place], unknown, *words[place:]])
    wording = hear_words(read_words(normalise(text)))
    if Kind.UNKNOWN in wording.shape and Kind.THIS not in wording.shape:
        command = command_of(text)
        # 「奶茶不要了」 is the one exception: it takes a word that entries are known by.
        assert not decides(command) or isinstance(command, CancelRows)


@given(st.text(max_size=60))
def test_any_text_is_classified(text: str) -> None:
    assert command_of(text) is not None


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("可以取消吗", CancelAll()),
        ("能取消吗", CancelAll()),
        ("可以删掉第二笔吗", CancelRows(Rows((2,)))),
        ("可以确认吗", Correct()),
        ("能不能便宜点吗", Correct()),
    ],
)
def test_a_question_that_asks_to_drop_drops_and_one_that_asks_to_save_does_not(
    text: str, command: Command
) -> None:
    assert command_of(text) == command
