"""The content of a part of a sentence, without the request to record it, and a short description of the content."""

from __future__ import annotations

from voiced.language.text.expression import expression
from voiced.language.text.spelling import CLAUSE

_FILLING = (
    "一共|总共|合计|总计|加起来|大概|差不多|大约|左右|花费了?|花了|花掉了?|用了|用掉|付了|付款|支付|交了|给了|收了|实付|实际|实收|费用|价格|价钱|总价"
    "|单价|金额|平均|人均|每人|一人|每个|每样|每件|每杯|一个人?|一张|一件|一份|一杯|打完折|打折后?|折后|折扣|优惠后?|优惠了|券后|立减|满减|原价|原来|本来|现价|定价"
    "|标价|到手|最后|找零|找回|找了|便宜了?|说错了|记错了|搞错了|弄错了|不对|不是|错了|更正|应该是?|其中|里面|包括|就是|只要|只|才|另外|还有|然后|接着|以及"
    "|再加上|加上|外加|我们|咱们|我|咱|自己|AA|aa|下来|算下来|今年|去年|这次|这笔|那笔|一笔|两笔|都是|各自|分别|全部|所有|正好|刚好|将近|接近|不到|多少|还要|还得|都|各"
    "|共|花|用|付|交|出|要|价|满|减|送|赠|省|抵|返|找|才|就|又|还|再|也|和|跟|的|了|吧|呢|嘛|吗|得|是|个|张|份|件|元|块|钱|哦|啊|嗯|呃|额|哎|唉|不|那|这|有"
)
# The look-ahead spares a try of all words of the list at each place.
_FIRST = "".join(sorted({word[0] for word in _FILLING.split("|")}))
_EMPTY = expression(f"(?:[，。、；？：:\\s]|(?=[{_FIRST}])(?:{_FILLING}))*")


def has_content(piece: str) -> bool:
    """Whether a part of normalised text names the purpose of an amount."""
    return _EMPTY.fullmatch(piece) is None


def masked(text: str, spans: list[tuple[int, int]]) -> str:
    """The text with commas in place of the characters of some spans, so that positions stay the same."""
    for start, end in spans:
        text = text[:start] + "，" * (end - start) + text[end:]
    return text


_MAY_BE_FRAMED = expression("[给帮替]|[不别]")
# 「给我」 in a request names the person to record for and does not show income.
_REQUEST = expression(
    r"(?:^|(?<=[，。、；]))(?:[好行那再请你先也就]|麻烦|帮忙|的|，)*[给帮替](?:我们?|咱们?|忙)(?:再|先|也)*"
    r"(?:(?:记|录|写|存)(?:录|一?[笔条个下项]|上|账|入|着)+|(?:加|补|添|来|入|追加|新增|增加)(?:上|入)?一?[笔条项])(?:账)?[，、：:]?"
)
_DENIED_TYPE = expression(
    "[，、]?(?:而|并)?(?:不是|不算|不要|别[算记]?)(?:成|是|作|为)?(?:收入|支出|转账)(?:的|了|啊|呀|哦|吧)*"
)


def entry_words(said: str) -> str:
    """Normalised text without requests (给我记一笔) and denied types (不是收入)."""
    if not _MAY_BE_FRAMED.search(said):
        return said
    return _DENIED_TYPE.sub("", _REQUEST.sub("", said)) or said


MAX_LENGTH = 12
"""Characters. A longer description is hard to read out and to show."""

# 去年的电费, 这个月的零花钱, 第一个月房租: a time begins like many words that only open a sentence.
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
    r"|每[个张杯斤份件条只双瓶盒包人位本套次天]|才|只|是|了|的|(?<![酒网氧])吧|呢|得|又|还有|和|从|(?<=[^，]{2})(?<![收领买拿得迟签报])到|，)$"
)
# 「在楼下吃了个汉堡」: the place and the person are left out of the description.
_UP_TO_THE_THING = expression(rf"[^，]+[买吃喝点订交](?:了|的)(?:{_MEASURE})?(?=[^，了])")


def describe(content: str, category_words: tuple[int, int] | None) -> str:
    """The description of an entry.

    Args:
        content: the words of the entry with commas in place of amounts, dates and accounts.
        category_words: the place in `content` of the word that gave the category, if one did.
    """
    clauses = [clause for clause in CLAUSE.finditer(content) if _stripped(clause.group())]
    if category_words:
        start, end = category_words
        clause = next((c for c in clauses if c.start() <= start < c.end()), None)
        if clause:
            description = _without_count(_stripped(clause.group()), content[start:end])
            return description if len(description) <= MAX_LENGTH else content[start:end]
    longest = max((_stripped(clause.group()) for clause in clauses), key=len, default="")
    return longest[:MAX_LENGTH]


_COUNT = expression("[一二两三四五六七八九十几半俩\\d]+[个张杯斤份件条只双瓶盒包位本套次根块把颗袋箱桶碗盘]")


def _without_count(description: str, thing: str) -> str:
    """The description without a number in front of the thing: 四张门票. A number in a name (三只松鼠) is a part of the thing."""
    at = description.find(thing)
    return description[at:] if at > 0 and _COUNT.fullmatch(description, 0, at) else description


def _stripped(clause: str) -> str:
    while match := _CLOSING.search(clause):
        clause = clause[: match.start()]
    if match := _UP_TO_THE_THING.match(clause):
        clause = clause[match.end() :]
    while match := _OPENING.match(clause):
        clause = clause[match.end() :]
    return clause
