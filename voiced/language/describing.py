"""A short description of an entry from what was said: 吃饭, 打车, 看电影."""

from __future__ import annotations

import re

from voiced.language.expression import expression

MAX_LENGTH = 12
"""Characters that a description may have; more is neither read out nor shown well."""

# 去年的电费, 这个月的零花钱, 第一个月房租: a time begins like much that only opens a sentence.
_TIME = "(?:[年月日周季]|小时|钟头|星期|礼拜|学期|世纪)"
_MEASURE = (
    rf"(?:[一两几些半](?:个|杯|瓶|份|件|条|张|本|只|双|辆|台|套|袋|盒|箱|包|斤|碗|顿|次|场|束|把|块|点儿?|些)(?![子包心上月性]|{_TIME})"
    rf"|个(?![人税体]|{_TIME})|杯(?![子垫])|瓶(?!盖)|份(?!子)|件|条(?!纹)|张(?!裕)|本(?![子人地科来]|{_TIME})|双(?![肩人])|辆|台(?!灯)|套(?!餐)|盒(?!饭)|袋(?!鼠)|箱(?![子包])|包(?![子包])|碗(?!筷)|束|点儿?(?![心读])|些)"
)
_OPENING = expression(
    rf"(?:今天|好(?=[再记])|然后|接着|还有|还要|另外|主要是?|又|再(?!生)|也(?!门)|就(?![餐诊医业读])|顺便|对了|刚(?!需)|后来|先(?![锋生农])|最后(?!一)|加上|帮我|给我|给自己|请(?!客)|[那这]个(?!{_TIME})|(?:漏了?|补|加|来|添|记)?[一1][笔条](?!烟)|记一?[笔下个]|记账|支出|消费"
    r"|我们?|咱们?|自己|花了|花(?![呗生店卷甲菜盆露，]|$)|用(?![餐品])了?|付了|交了|付(?![费款])|要(?![命债])|一共|总共|其中"
    r"|(?:跟|和|同|与|带|陪)[^，]{1,4}?(?:一起|一块儿?)?(?=吃|去|喝|看|唱|玩|打|聚|买)|一起|在[^，]{1,6}?(?:里|上)?(?=(?:买|吃|喝|看|花|修|做|打印)[^，了花])|在(?=[^，]{2})"
    rf"|去(?![年掉])(?=[^，]{{2}})|(?:给自己)?(?:买|喝|吃|点|订|要|叫|打|充|办|寄|换|扫|交)(?:了|过)(?:{_MEASURE}(?=[^，]))?|(?:喝|买){_MEASURE}(?=[^，])|喝(?=[^，]{{2}})|第.[次个](?!{_TIME})"
    rf"|{_MEASURE}(?=[^，]{{2}})|的|了|是|，)"
)
_CLOSING = expression(
    r"(?:不是|[这那]一?[笔条个]|应该|改[成为]|一共|总共|合计|共|花费了?|[花用付交给要退卖赚挣充买抢扣输]了|花掉|用掉|实付|人均|AA|打完?折后?|优惠后|收到了?|到账了?|大概|差不多|大约|算下来|下来"
    r"|(?<=[^，]{2})(?<![鲜插兰菊棉雪窗束朵盆支枝买送种])花|(?<=[^，]{2})(?<![日])用|(?<=[^，]{2})(?<![外回没])[吃充抢扣挣输赚退转存收]|(?<=[^，]{2})买|(?<=[^，])付"
    r"|才|只|是|了|的|(?<![酒网氧])吧|呢|得|又|还有|和|从|(?<=[^，]{2})(?<![收领买拿得迟签报])到|，)$"
)
# 「在楼下吃了个汉堡」: where and who are not said again.
_UP_TO_THE_THING = expression(rf"[^，]+[买吃喝点订交](?:了|的)(?:{_MEASURE})?(?=[^，了])")


def describe(content: str, category_words: tuple[int, int] | None) -> str:
    """The description of an entry.

    Args:
        content: its words with commas in place of amounts, dates and accounts.
        category_words: where in `content` the words stand that decided about its category.
    """
    clauses = [clause for clause in re.finditer(r"[^，。、；？]+", content) if _stripped(clause.group())]
    if category_words:
        start, end = category_words
        clause = next((c for c in clauses if c.start() <= start < c.end()), None)
        if clause:
            description = _stripped(clause.group())
            return description if len(description) <= MAX_LENGTH else content[start:end]
    longest = max((_stripped(clause.group()) for clause in clauses), key=len, default="")
    return longest[:MAX_LENGTH]


def _stripped(clause: str) -> str:
    while match := _CLOSING.search(clause):
        clause = clause[: match.start()]
    if match := _UP_TO_THE_THING.match(clause):
        clause = clause[match.end() :]
    while match := _OPENING.match(clause):
        clause = clause[match.end() :]
    return clause
