"""The words of a sentence that tell how money moved, as a row of signs: 「俺儿给俺打回来两千」 is P给M打<#.

People are `P`, the speaker is `M`, words of coming in are `<` and of going out `>`, and verbs of money stand for themselves.
So one clue holds for all people.
"""

from __future__ import annotations

from voiced.language.text.expression import expression

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
_SIGNS = {"in": "<", "out": ">", "me": "M", "someone": "P", "number": "#"}


def moves_of(characters: str) -> str:
    """The signs of a part of an outline, in order."""
    return "".join(_SIGNS.get(found.lastgroup or "") or found.group() for found in _MOVE.finditer(characters))
