"""Whether words with an amount tell of money that moved: 午饭三十 does, 午饭三十贵不贵 asks, 明天要交房租三千 plans.

The rules are closed lists of phrases. Words without a listed phrase count as money that moved. The clues for the weights tell
of a whole sentence whether it tells of an entry, talks, plans or asks.
"""

from __future__ import annotations

from enum import Enum, auto

from voiced.language.readings.direction import SOMEONE
from voiced.language.readings.outline import Outline, form_of, magnitude
from voiced.language.text.expression import expression


class Occurrence(Enum):
    """Whether the money of an amount moved.

    HAPPENED: it moved. POSSIBLE: it may have moved, so the speaker has to be asked. NONE: it did not move.
    """

    HAPPENED = auto()
    POSSIBLE = auto()
    NONE = auto()


_AMOUNT = r"[\d一二两三四五六七八九十百千万几半￥]"
_DIGIT = r"[\d一二两三四五六七八九十]"
_WITHIN = "[^，。、；？]"
_START = r"(?:^|[，。、；？])(?:我|咱|那|刚才?|今天|昨天|前天|早上|中午|下午|晚上|上个?月|这个?月|上周)*"
_RELATIVE = "(?:[爸妈哥姐弟妹]|表[哥姐弟妹]|堂[哥姐弟妹])"
_NAME = "(?:[张王李赵刘陈杨吴徐孙郭郑谢宋邓冯曹彭蔡潘董袁蒋杜魏吕沈姚](?![子梅桃者])[^\\W\\d]{1,2}?)"
_NEIGHBOUR = "(?:隔壁|楼下|对门|楼上)的?(?:邻居|阿姨|大[妈爷叔姐哥]|叔叔|奶奶|爷爷|[老小][^\\W\\d]|那?家)"
_OTHERS = rf"(?!家里(?!人)|家长会|小红书|小葱|公司[楼门附食]|单位[楼门附食])(?:他们?|她们?|人家|别人|网友|专家|{_NEIGHBOUR}|同桌|医生|老师|店员|销售|大妈|老板|客户|{SOMEONE}|{_RELATIVE}|{_NAME})"

_ADVERBS = "(?:我|他|她|先|后来|结果|最后|还是?|都|也|就|又|但是?|可是?|一直|公司|房东|老板|人家|客户|再)*"
_ASKED_TO_RECORD = expression("(?:记|存|加|写)(?:录|下|上|着|账|进去|一下|一?笔|个账)")
_QUESTION = (
    "(?:(?<!好)(?<!行)(?<!可以)(?<!饿了)[吗么]|没|没有|来着|来着呢)？?$",
    r"(?<!不)([^\W\d不时动零一二两三四五六七八九十百千万块])[不没]\1(?!多|少)",
    "(?<!不知道)怎么(?:样|花|又|扣|回事)|^怎么|为什么|为啥|(?<!不)是什么|不是什么(?![大好贵重])|什么钱|是谁|^谁|谁(?:转|花|给|收)|哪来|哪有|多少(?:钱|人民币|利息)|能(?:买|吃|贷|换|有)(?:些|点)?(?:什么|多少)|怎么办",
)
_NOT_DONE = (
    "没有?花(?!完|光|多少)|还没有?[付交给发买花收到领]|没有?(?:付|交钱|收到|到账)|一分钱没",
    rf"没有?(?:打车|打的|花|付|交|买|给|充|收|还|领|发|点|借){_WITHIN}{{0,2}}?(?={_AMOUNT})",
    rf"{_AMOUNT}{_WITHIN}*(?:，{_ADVERBS})?(?<![票据])(?:没有?|未)(?:买|打|去|付款?|交|还|给|借|垫|要|收|花|用|充|成|抢到|收到|到账|发|同意|舍得|批下来|退|退款)(?:成功?|到|了|钱|它|他|她)*[呢啊了]*$",
    rf"{_AMOUNT}{_WITHIN}*(?:，{_ADVERBS})?不(?:买|打|去|付|花|交)了$",
    r"差一?点儿?(?:就|要|又)*(?:被|花|买|付|交|转|充|打|点|订|给)",
    rf"少(?:花|付|交|给|收|用|出|刷)(?:了|掉)?(?={_AMOUNT})",
    "(?:失败|忍住|拒绝|算)了$|取消了(?:没扣钱)?$|扭头就走|还价就走|没扣钱|做梦|梦[见到]|我就走路|不买了|没看上|还在(?:审|路上)",
    rf"本来(?:打算|想|要|准备){_WITHIN}*{_AMOUNT}{_WITHIN}*，?(?:后来|结果)(?!.*{_AMOUNT})",
    f"{_AMOUNT}{_WITHIN}*(?:已经|刚才|之前|早就|昨天|都|早|就)*(?:已经记|记过|录过|记重|重复)[了上过录账]*$",
)
_DENIAL = (
    r"(?:不对|[说记]错了?|错了|啊|哎|哦|其实|并|我|咱|那|，)*(?:不是|没有?说(?!好))"
    rf"(?!{_AMOUNT}|[吗嘛说啥很什太])[^，。、；？吗嘛么所]{{1,8}}?{_AMOUNT}(?!.*是{_AMOUNT})"
)
_UNDONE = (
    rf"{_AMOUNT}[块元钱]*，?(?:不对|错了|说错了?|，)*{_ADVERBS}没有?(?:打车|打的|打|坐|买|去)(?:成功?|上|着)?[了呢啊]*$",
    rf"(?P<thing>[^，。、；？\d]{{2,8}}?)(?:花了?)?{_AMOUNT}+[块元钱]*，没有?(?:去|买|打|坐)?(?P=thing)[了呢啊]*$",
)
_WISHED = (
    "(?:回头|[待等一]会儿?|晚点儿?|稍后|过会儿?|改天|下次)(?:我|咱|再)*(?:记(?!得)|录|补记|说)(?!了)",
    "如果|(?<!主)要是|假如|万一|假设|的话(?!费|剧|梅|筒)|(?<!记)(?<!一下)就好了|多好$",
    "等.{0,6}(?:再说|再买|再记)|先别|记得(?:提醒|交|还|带|给)|记着|别忘(?!了?记)|提醒我",
    f"等{_WITHIN}{{0,4}}(?:了|工资){_WITHIN}{{0,4}}(?:要|再|就|花)",
)
_PLANNED = (
    "打算|准备(?!金|好)|计划|预算|要攒|估计[得要]|可能要|应该[会能]|(?<![智功])能(?:拿|报)|要不买",
    "想(?:要|买|花|换|充|给|去|吃|报|把|订|存|打)",
    "(?:明[天早晚年儿]|后天|下个?月|下下?周|下(?:个)?(?:星期|礼拜)|回头|改天|[一等待]会儿?|过[两几]天|到时候?|有空|下次)(?!的)(?:[^，。、；？的]{0,3})(?:要|得|去|会|给|交|付|还|拿|带|发|换|加|买|花)",
    "(?:(?<![上个])月底前?|年底)(?:还|就)?(?:要|得|能|会)",
    "(?:今[天晚]|周[末一二三四五六日天])(?:还|又|就)?(?:要|得)(?!了)",
)
# 「打车30，一会儿记得还」 is an entry with a reminder. 「信用卡三千，记得还」 and 「老王五百，记得还」 are debts, which are still to be paid.
_REMINDER = expression(
    rf"(?!.*(?:信用卡|花呗|白条|月付|贷|欠|账单))(?!{_OTHERS})(?P<entry>{_WITHIN}*?(?<![的那这]){_AMOUNT}+[块元钱]*)"
    "，(?:我|你|咱|[待等一]会儿?|回头|晚点儿?|明天|到时候?|再|可|要)*(?:记得|记着|别忘了?|提醒我)(?:要|再|提醒我|找[^，。、；？]{1,4}?)*"
    "(?:还|报销)[^，。、；？]{0,4}"
)
_PAID = expression(
    "(?:花|付|交|买|给|转|用|充|收|发|点|打|吃|喝|还|订|定|卖|借|取|存|缴|拍|抢|刷|扣|去|看)(?:好|完|掉|出去|到|过)?了|已经|预付|提前"
)
_NO_PRICE = (
    f"比分|{_DIGIT}+比{_DIGIT}+(?!例)",
    f"考了?{_AMOUNT}|血[压糖脂](?!计|仪)|体重(?!秤)|身高|体温(?!计)|气温|粉丝(?:涨|破|到|有)|大盘(?!鸡)|验证码|取件码|单号|密码是|车牌是|电话是|音量[调开到]|[定设调][^，。、；？]*闹钟|兆赫|调到|生日是|个子|分及格",
    f"我今年{_AMOUNT}+了?$",
    rf"(?<!还了)(?<!还清)欠(?!的|款|费|条|了|.{{1,4}}的)|余额(?:还有|是|{_AMOUNT})|还剩(?!下)|卡里(?:还)?[有剩]|里面?有{_AMOUNT}|额度{_AMOUNT}|账户(?:还)?有|还有{_AMOUNT}[^，。、；？]*没|拖欠",
    f"涨到|跌到|跌了|[油房股金肉菜]价[^，。、；？加买充款]{{0,5}}{_AMOUNT}|降价(?:了|到)?{_AMOUNT}|一平$|小时候|当年(?!度)|那会儿|不算钱|都不值|花得不值",
)
_HEARSAY = (
    f"(?:电视|新闻|广告|主播|专家|视频|抖音|直播|收音机|广播|报纸|电影|网上)(?:里|上|间)?{_WITHIN}{{0,3}}?(?:说|讲|报道|喊|播)|(?:电视|电影)里那",
    "听(?:人|他|她|别人|人家)?说(?!有|打折|便宜)|据说|欢迎收听|看到有人|谁给我",
    rf"{_START}(?:他们?|她们?|人家|别人|网友|专家|{_NEIGHBOUR}){_WITHIN}{{0,6}}(?:工资|年薪|月薪|挣|赚|收入|中了|彩礼|礼金|年终奖|学费|房租|身家)",
    f"是(?:{_OTHERS})(?:请|买|出|付|给)的$|人家[请出买]的",
)
_OF_ANOTHER = (
    rf"{_START}{_OTHERS}{_WITHIN}{{0,6}}?(?:花|买|吃|打车|工资(?!卡)|年薪|彩礼|中了|挣|赚|说|推荐|让我|想|要(?!给|还)|开价)",
    rf"{_START}(?:他们?|她们?|人家|别人)的{_WITHIN}{{1,5}}{_AMOUNT}",
    rf"{_AMOUNT}[块元钱]*，?(?:但是?|都是?)?{_OTHERS}(?:付|出|请|结|买单)(?:的|了?钱)$",
)
_TO_ME = expression(
    "(?:给|转|还|打|发|赔|退|借|付|塞|补|返|过?来|回)了?给?我|转来|打来|打过来|上交|给了|我"
    f"(?:花|付|给|买|出|帮|替|请|砍|还)|(?:给|帮|替|请|陪|和|跟|为|送){_OTHERS}|一起|讲价|把|到了|报销|结了"
)
_NOT_OURS = (
    rf"{_AMOUNT}[块元钱]*，?{_ADVERBS}(?:免单|(?:公司|单位|老板)?(?:给|能|可以|会)?报销(?!了)|算(?:公司|单位|老板|别人|他|她)的)",
    rf"{_AMOUNT}[块元钱]*，?{_ADVERBS}没有?(?:吃|喝|看|坐|用)(?:成|上|着)?[了呢啊]*$|{_AMOUNT}[块元钱]*不要(?!了){_WITHIN}+{_AMOUNT}",
)
"""Words that tell that the amount may not be the speaker's in the end."""
_UNSURE = (
    "(?:好|行|可以)[吗么]？?$|？$|太贵|抢钱|吓我一跳|吃得起|才卖|答应|动不动|好像是",
    "(?:还要|还得|还需要|要|得|需要|还需要[^，]{0,4})(?:交|还|付|给|买|转|充|缴|随|发)",
    "(?<![交付订买缴租])(?:明[天早晚年儿]|后天|下个?月|下下?周)(?!的)",
    *_NOT_OURS,
    f"看中|看上|购物车|看了一眼|通知单|票价|标价{_AMOUNT}+$",
)


DENIED_ENTRY = expression(f"(?:^|[，。、；？]){_DENIAL}")
"""A clause that denies the entry it names: 不是打车30, 我没说打车30."""


def _any(*groups: tuple[str, ...]) -> str:
    return "|".join(pattern for group in groups for pattern in group)


_IS_QUESTION = expression(_any(_QUESTION))
_IS_DENIAL = expression(_any(_NOT_DONE, (f"^{_DENIAL}",), _UNDONE))
_IS_NONE = expression(_any(_NOT_DONE, (f"^{_DENIAL}",), _UNDONE, _WISHED, _NO_PRICE, _HEARSAY))
_IS_PLAN = expression(_any(_PLANNED))
_IS_OF_ANOTHER = expression(_any(_OF_ANOTHER))
_IS_NOT_OURS = expression(_any(_NOT_OURS))
_IS_UNSURE = expression(_any(_UNSURE))
_SIGNS = (
    ("asks", _IS_QUESTION),
    ("to record", _ASKED_TO_RECORD),
    ("not done", expression(_any(_NOT_DONE))),
    ("denied", expression(_any((f"^{_DENIAL}",), _UNDONE))),
    ("wished", expression(_any(_WISHED))),
    ("no price", expression(_any(_NO_PRICE))),
    ("hearsay", expression(_any(_HEARSAY))),
    ("planned", _IS_PLAN),
    ("paid", _PAID),
    ("of another", _IS_OF_ANOTHER),
    ("to me", _TO_ME),
    ("unsure", _IS_UNSURE),
)


_HOUSEHOLD = expression(
    "爸妈|父母|爹妈|爸爸?|妈妈?|爷爷|奶奶|姥姥|姥爷|外公|外婆|公婆|公公|婆婆|岳父|岳母|丈母娘|老公|老婆|老伴|老头|媳妇|孙[子女]|儿子|女儿|闺女"
)
"""People whose purchases the speaker tells as rows of a list."""


def is_of_stranger(words: str) -> bool:
    """Whether normalised words tell of money that somebody outside the household spent, or may bear in the end."""
    if _IS_NOT_OURS.search(words):
        return True
    of_another = _IS_OF_ANOTHER.search(_HOUSEHOLD.sub("我", words))
    return of_another is not None and not _TO_ME.search(words)


def rules_out_entry(words: str) -> bool:
    """Whether normalised words ask something or deny that the money moved, so that no weights can make an entry of them."""
    return _IS_DENIAL.search(words) is not None or _asks(words)


def _asks(words: str) -> bool:
    return _IS_QUESTION.search(words) is not None and not _ASKED_TO_RECORD.search(words)


def occurrence_signs(words: str) -> tuple[str, ...]:
    """The kinds of words about whether money moved that normalised words hold, each a clue for the weights."""
    return tuple(name for name, pattern in _SIGNS if pattern.search(words))


def occurrence_of(words: str) -> Occurrence:
    """Whether the money of one amount moved, by the normalised words around it."""
    if reminder := _REMINDER.fullmatch(words):
        words = reminder["entry"]
    if _IS_NONE.search(words) or _asks(words):
        return Occurrence.NONE
    is_paid = _PAID.search(words) is not None
    if _IS_PLAN.search(words) and not is_paid:
        return Occurrence.NONE
    if _IS_OF_ANOTHER.search(words) and not _TO_ME.search(words):
        return Occurrence.POSSIBLE
    return Occurrence.POSSIBLE if _IS_UNSURE.search(words) and not is_paid else Occurrence.HAPPENED


def telling_clues(drawn: Outline) -> tuple[str, ...]:
    """The clues for the kind of a whole sentence."""
    characters = drawn.characters
    size = len(characters)
    signs = occurrence_signs(drawn.text)
    clues = {f"g:{sign}" for sign in signs}
    clues |= {f"1:{sign}" for sign in characters}
    clues |= {f"2:{characters[at : at + 2]}" for at in range(size - 1)}
    clues |= {f"3:{characters[at : at + 3]}" for at in range(size - 2)}
    clues |= {
        "b:",
        f"n:{min(len(drawn.numbers), 4)}",
        f"n$:{sum(number.is_money for number in drawn.numbers)}",
        f"t:{min(len(drawn.things), 3)}",
        f"^:{characters[1:3]}",
        f"$:{characters[-3:-1]}",
        f"z:{min(size // 5, 5)}",
    }
    if drawn.numbers:
        at = drawn.places[-1]
        clues |= {f"+:{characters[at + 1 : at + 3]}", f"-:{characters[at - 2 : at]}"}
        clues |= {f"k:{form_of(number)}{magnitude(number.value)}" for number in drawn.numbers}
    return tuple(sorted(clues))
