"""What a piece of a sentence is about, once amounts, dates, accounts and words without content are taken out."""

from __future__ import annotations

from voiced.language.expression import expression

_FILLING = (
    "一共|总共|合计|总计|加起来|大概|差不多|大约|左右|花费了?|花了|花掉了?|用了|用掉|付了|付款|支付|交了|给了|收了|实付|实际|实收|费用|价格|价钱|总价"
    "|单价|金额|平均|人均|每人|一人|每个|每样|每件|每杯|一个人?|一张|一件|一份|一杯|打完折|打折后?|折后|折扣|优惠后?|优惠了|券后|立减|满减|原价|原来|本来|现价|定价"
    "|标价|到手|最后|找零|找回|找了|便宜了?|说错了|记错了|搞错了|弄错了|不对|不是|错了|更正|应该是?|其中|里面|包括|就是|只要|只|才|另外|还有|然后|接着|以及"
    "|再加上|加上|外加|我们|咱们|我|咱|自己|AA|aa|下来|算下来|今年|去年|这次|这笔|那笔|一笔|两笔|都是|各自|分别|全部|所有|正好|刚好|将近|接近|不到|多少|还要|还得|都|各"
    "|共|花|用|付|交|出|要|价|满|减|送|赠|省|抵|返|找|才|就|又|还|再|也|和|跟|的|了|吧|呢|嘛|吗|得|是|个|张|份|件|元|块|钱|哦|啊|嗯|呃|额|哎|唉|不|那|这|有"
)
# The look ahead spares the many words of the list where none can begin.
_FIRST = "".join(sorted({word[0] for word in _FILLING.split("|")}))
_EMPTY = expression(f"(?:[，。、；？：:\\s]|(?=[{_FIRST}])(?:{_FILLING}))*")


def has_content(piece: str) -> bool:
    """Whether a piece of normalised text says what an amount was for."""
    return _EMPTY.fullmatch(piece) is None


def masked(text: str, spans: list[tuple[int, int]]) -> str:
    """The text with commas in place of the characters of some spans; positions stay."""
    for start, end in spans:
        text = text[:start] + "，" * (end - start) + text[end:]
    return text
