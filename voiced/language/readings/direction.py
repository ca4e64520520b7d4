"""The direction of money: the words that tell income and transfers from expenses, and the clues for the weights.

The words of moving money become a row of signs: 「俺儿给俺打回来两千」 is P给M打<#. People are `P`, the speaker is `M`, words of
coming in are `<` and of going out `>`, and verbs of money stand for themselves. So one clue holds for all people.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from msgspec import Struct

from voiced.domain.transaction import TransactionType
from voiced.language.readings.outline import BREAKS, Outline, magnitude
from voiced.language.text.expression import expression

_AMOUNT = r"[\d一二两三四五六七八九十百千万几￥]"
# Money that these people give is income, money that they receive is an expense.
SOMEONE = (
    r"(?:爸妈|父母|爹妈|长辈|老人|爸爸?|妈妈?|爷爷|奶奶|姥姥|姥爷|外公|外婆|公婆|岳父|岳母|丈母娘|婆婆|公公|老公|老婆|男友|女友|男朋友|女朋友|对象|哥哥?|姐姐?|弟弟?"
    r"|妹妹?|叔叔|阿姨|舅舅|姑姑|姨妈?|亲戚|朋友|同学|同事|室友|舍友|邻居|老板|公司|单位|领导|客户|学生|房东|家里人?|家长|儿子|女儿|侄子|外甥"
    r"|别人|人家|小(?![费吃区店卖面笼龙票学])[^\W\d]|老(?!师|家)[^\W\d]|[^\W\d]{1,2}(?:哥|姐|总|叔|姨))"
)
_ME = r"(?:我们?|咱们?)(?!妈|爸|爷|奶|姥|外|哥|姐|弟|妹|老|儿|女|对象|媳|孩|宝|家|自己|的|买|点|办|换|修|充|订|交)"
_GIVE = r"(?:给|转|打|发|付|赔|补|汇|借|还)"

_SPENT_WORDS = (
    # red envelopes and presents that go out
    r"(?<!抢)(?:发|包|塞|送|封)(?:出去?|了|的)?(?:一?个|俩|两个)?(?:微信|大|过年|结婚|生日|群|小)?红包(?!.{0,4}[抢收])",
    rf"(?:给|发|包|塞|送)(?!{_ME})(?:了|出)?.{{0,6}}(?:红包|压岁钱|份子钱?|生活费|零花钱|礼金)(?!.{{0,4}}[抢收])",
    rf"给(?!{_ME}).{{1,6}}(?:工资|工钱)",
    # 给弟弟买书, 转给小李, 借给他
    rf"(?<!还)给(?!{_ME}|了|信用卡|花呗|白条)[^，。]{{0,8}}?(?:发|转|打|汇|交|买|付|充|还|寄|订|报|办|配|做|洗|换)",
    rf"(?:转|打|汇|借|付|转账|支付)(?:了)?给(?!{_ME})|借出",
    rf"(?:^|[，。])给{SOMEONE}(?:了)?{_AMOUNT}",
    # payments that sound like income
    r"(?:还|付|交|出|扣|贷款|花呗|信用卡|房贷|分期|借呗).{0,2}利息|利息支出",
    r"(?<!租客)(?<!租户)(?<!房客)(?:交|缴|补交|付|扣|罚)了?.{0,4}(?:税|押金|房租|租金|保险|社保|医保|公积金|学费)",
    r"(?<!退)(?<!退了)(?:手续费|年费|服务费|违约金|滞纳金|工本费)|退[货票款订房]?的?(?:运费|邮费|快递费)|退[票订]费|退[烧热役黑]",
    r"(?:基金|股票|理财|投资|炒股).{0,3}[亏赔跌]|亏了|(?:没|未|待|等|能|可以|要|再|去|找公司|不给)报销",
    r"(?:请|找).{0,3}家教|家教费|买.{0,6}(?:彩票|刮刮乐)(?!.{0,3}中)|补贴[后完价]|百亿补贴|到手[价机]|(?:[标原定]价|券后|折).{0,8}到手|(?:帮|替|代).{1,6}?[买付垫交]|垫付",
)
_TRANSFER_WORDS = (
    r"还(?:了|上|清|掉)?.{0,4}(?:信用卡|花呗|白条|借呗|微粒贷|车贷|网贷|贷款|欠款|账单|欠的钱)|还了?钱(?!给我)",
    r"(?:信用卡|花呗|白条|借呗|贷款|车贷).{0,4}(?:还款|还了)|还款",
    rf"(?<!退)还(?:给了?|了)?{SOMEONE}(?:的?钱|{_AMOUNT})",
    rf"提现|提[了取]?{_AMOUNT}+块?(?:现金|钱)|取[现款钱]|取了?(?={_AMOUNT}|点?钱)|取出",
    rf"(?<![寄保库惠内缓封留])存(?:了|入|进|到|钱|款|银行|定期|余额宝|零钱通|活期|(?={_AMOUNT}))",
    rf"转(?:了|账)*{_AMOUNT}+[块元]?钱?[到进入](?!我)",
    r"转(?:账)?(?:到|入|进|出|存)(?!我)|定投|买(?:了|入)?.{0,4}(?:基金|理财|股票|国债|定期)|零钱通|^转账",
)
_EARNED_WORDS = (
    # 收到, 到账, 报销
    r"(?<![没签吸])收(?:到(?!快递|货(?!款)|包裹)|了|回|款|钱|入|租|房租|租金|红包|压岁钱|礼金|份子|转账|货款|学费|佣金|利息|押金)",
    rf"(?:^|[，。我们天晚午早上又刚])借了?{_AMOUNT}+[块元]?钱?(?!.*给)|到账|入账|进账|到手|报销|报账|报下来|回款|收益|盈利|赚|挣",
    # 退款, 退了, 押金退了
    r"退(?:款|货|票|回|还|了|税|费|钱|押金|差价|给我|订|单|休金)|退.{1,6}退了|押金.{0,2}退|返[现利还佣了]",
    # 抢红包, 领补贴
    r"抢了?.{0,4}红包|红包.{0,2}抢|抢[了到]|[领拆][了到取]?.{0,4}(?:红包|工资|补贴|奖|低保|养老金|退休金|津贴|钱)",
    # 卖了二手
    r"(?<![外专小热变拍甩])卖(?!部|场|家|点|的|不)|转卖|出了?(?:二手|闲置)|闲鱼|废品",
    # 妈妈给我转了五百
    rf"{_GIVE}(?:了|给|回)*{_ME}",
    r"转过?来|[打汇]过来|(?:跟|找|向|问).{1,6}借了?|借入|借来|分红|股息|利息",
    # earned by work
    r"[发开]了?(?:工资|薪|奖金|年终奖|补贴|津贴|绩效|提成|奖学金|退休金|钱)|工资(?!卡|条)|薪水|薪资|薪酬|[月底三四]薪|奖金|[终勤度目]奖",
    r"奖学金|奖励|绩效|提成|加班费|补贴|补助|津贴|低保|退休金|养老金|公积金提取|提取?公积金|高温费|过节费|失业金|佣金|[代讲]课费|稿[费酬]|劳务费|外快|私活|零工|日结",
    # windfalls
    r"(?:股票|基金|理财|黄金).{0,3}涨|副业|兼职|中了?个?(?:奖|彩票|大奖|签|刮刮乐|.等奖)|(?:刮刮乐|彩票).{0,3}中|捡[到了]|赢[了钱的]|理赔|赔付|赔款|补偿|租客|租户|房客|房租收入|生活费",
)
# 「妈妈给了两百」, but not 「给妈妈转了两百」 or 「给老家的妈妈转了两百」
_GIVEN = expression(
    rf"(?P<to>[给帮替](?!{_ME})(?:[一两二三四五六七八九十\d]+[个位])?[^，。、；？\d一二两三四五六七八九十百千万几]{{0,6}}?|[为跟和])?{SOMEONE}(?:又|刚|今天|也)?(?:给|转账?|打款?|发|汇款?|还)(?:了|的|我|给)*"
    rf"(?:{_AMOUNT}|(?:{_AMOUNT}+块?)?(?:钱|生活费|零花钱|红包|压岁钱))"
)
_SPENT, _TRANSFER, _EARNED = (
    expression("|".join(words)) for words in (_SPENT_WORDS, _TRANSFER_WORDS, _EARNED_WORDS)
)
_EARNED_SURELY = expression(r"收益|收到|到账|退款|赚|工资|报销|还给?我|提取|利息")
_SIGNS = (("spent", _SPENT), ("moved", _TRANSFER), ("earned", _EARNED), ("surely", _EARNED_SURELY))


class Direction(Struct, frozen=True):
    """The type of an entry. `is_beyond_doubt` is false if the words fit several types."""

    type: TransactionType
    is_beyond_doubt: bool


def direction_of(words: str) -> Direction:
    """The direction of the money in normalised words; an expense if no word tells another."""
    return direction_by(direction_signs(words))


def direction_by(signs: Collection[str]) -> Direction:
    """The direction that the kinds of words tell by rule."""
    spent, moved, earned = "spent" in signs, "moved" in signs, "earned" in signs
    is_beyond_doubt = spent + moved + earned <= 1
    if "given" in signs:
        return Direction(TransactionType.INCOME, is_beyond_doubt)
    if spent:
        return Direction(TransactionType.EXPENSE, is_beyond_doubt)
    if moved and "surely" not in signs:
        return Direction(TransactionType.TRANSFER, is_beyond_doubt)
    return Direction(TransactionType.INCOME if earned else TransactionType.EXPENSE, is_beyond_doubt)


# Both readers ask for the same few texts of a sentence.
@lru_cache(maxsize=64)
def direction_signs(words: str) -> tuple[str, ...]:
    """The kinds of words about the direction of money that normalised words hold, each a clue for the weights."""
    signs = [name for name, pattern in _SIGNS if pattern.search(words)]
    return (*signs, "given") if _is_given(words) else tuple(signs)


def _is_given(words: str) -> bool:
    given = _GIVEN.search(words)
    return given is not None and given["to"] is None


_PEOPLE = (
    "客人|客户|顾客|乘客|老板娘?|人家|别人|对方|公司|单位|学校|老师|平台|财务|银行|医院|社区|政府|国家|村里|队里|街道|厂里|店里|店家|商家|房东|租客|租户|房客|买家|卖家"
    "|师傅|学徒|徒弟|工人|小工|员工|同事|同学|同桌|室友|朋友|哥们|闺蜜|邻居|隔壁|对门|亲戚|家长|学生|领导|主任|甲方|物业|保险|法院|商场|超市|饭店|酒店"
    "|爷爷|奶奶|姥姥|姥爷|外公|外婆|爸妈|爸爸?|妈妈?|老爸|老妈|爹|娘|老公|老婆|老伴儿?|媳妇|儿子|闺女|女儿|女婿|孙子|孙女|哥哥?|姐姐?|弟弟?|妹妹?|叔叔?|阿姨|姑姑?|姨妈?|舅舅?|婶婶?"
    "|大爷|大妈|侄子|侄女|外甥|对象|男朋友|女朋友|娃儿?|孩子|他们?|她们?|老[张王李赵刘陈杨吴周徐孙马朱胡郭何林罗高]|小[张王李赵刘陈杨吴周徐孙马朱胡郭何林罗高]|儿"
)
_MOVE = expression(
    rf"(?P<in>下来了?|进来了?|回来了?|过来了?|到账|入账|进账|到手|原路|退回|返回|回款|来了)|(?P<out>出去|过去|掉了|完了)|(?P<me>我们?|俺们?|咱们?|自己|自个儿?)"
    rf"|(?P<someone>{_PEOPLE})|(?P<verb>[给收退发赔还借付交买卖到进领拿得奖补报赚挣充存取提花刷扣垫请送包封凑出租修转打拨抽返赢中捡要换做结])|(?P<number>#)"
)
_SIGNS_OF_MOVES = {"in": "<", "out": ">", "me": "M", "someone": "P", "number": "#"}


def moves_of(characters: str) -> str:
    """The signs of a part of an outline, in order."""
    return "".join(
        _SIGNS_OF_MOVES.get(found.lastgroup or "") or found.group() for found in _MOVE.finditer(characters)
    )


def way_clues(drawn: Outline, which: int, left: int, right: int) -> tuple[str, ...]:
    """The clues for the way of the money of a number, whose row lies between two places of the outline."""
    characters, place = drawn.characters, drawn.places[which]
    before = characters[left:place]
    if before[:1] in BREAKS:
        before = f"^{before[1:]}"
    behind = characters[place + 1 : right] + "$"
    words = drawn.words(left, right)
    here = direction_signs(words)
    signs = [*(f"g:{sign}" for sign in here), f"G:{direction_by(here).type.name}", f"gg:{' '.join(here)}"]
    if len(words) < len(drawn.text):
        signs += [*(f"h:{sign}" for sign in direction_signs(drawn.text))]
    clues = set(signs)
    clues |= {f"l1:{sign}" for sign in before} | {f"r1:{sign}" for sign in behind}
    clues |= {f"l:{before[at : at + 2]}" for at in range(len(before) - 1)}
    clues |= {f"r:{behind[at : at + 2]}" for at in range(len(behind) - 1)}
    clues |= {f"l3:{before[at : at + 3]}" for at in range(len(before) - 2)}
    clues |= {f"r3:{behind[at : at + 3]}" for at in range(len(behind) - 2)}
    clues |= {f"o:{characters[at : at + 2]}" for at in range(left)}
    clues |= {f"t:{thing}" for at, thing in drawn.things.items() if left < at <= right}
    moves = moves_of(characters[left : place + 1])
    moves_behind = moves_of(characters[place:right])
    clues |= {f"s:{moves[at : at + 2]}" for at in range(len(moves) - 1)}
    clues |= {f"s:{moves[at : at + 3]}" for at in range(len(moves) - 2)}
    clues |= {f"S:{moves_behind[at : at + 2]}" for at in range(len(moves_behind) - 1)}
    clues |= {
        f"ss:{moves[:-1]}",
        f"SS:{moves_behind[1:]}",
        "b:",
        f"-1:{characters[place - 1]}",
        f"-21:{characters[max(place - 2, 0) : place]}",
        f"+1:{characters[place + 1]}",
        f"+12:{characters[place + 1 : place + 3]}",
        f"^:{before[:2]}",
        f"m:{magnitude(drawn.numbers[which].value)}",
    }
    return tuple(sorted(clues))
