"""The words beside a sum that tell its part in a price, as signs: 「标价#，团购#买的」 is O#P#B.

So one clue holds for all words of a kind: an old price (O), what was paid (P), bought (B), a reduction (L), a deposit (D), the rest of
a sum (R), a sum of all (S), a share (A), what is left (H), money handed over (G), a price of one (U), and a repair (W).
"""

from __future__ import annotations

from voiced.language.text.expression import expression

_WORDS = expression(
    "(?P<O>店里|门市价?|平[时常日]|往常|原价|原来|原本|原先|本来|标价?|挂牌?价?|吊牌价?|专柜|官网|官方|首发|要价|开[口价头]|[喊叫]价?|报价?|票面|柜台|别[人处家]|上[次回周]|昨天还|全价|正[价常]|单买|单程|市场价|一开始|预估|预算|额度|价签|人家要|老板[说要]|还要|贵的时候|超市里?卖)"
    "|(?P<P>到手|实[付收际]|成交|[收卖]我|自己(?:只|就|再|实际)*[掏出付拿贴]|自[付费]|我(?:只|就|再|实际)*[出付掏拿摊转]|会员价?|团购|券后|学生[价证票]|老人票|活动价?|特价|补完|[减折抵报]完|[还砍讲谈磨压]到|最后|结果|网上|闲鱼|二手|美团|抖音|淘宝|免税店?|奥莱|以旧换新|熟人|老主顾|新人|处理价|清仓|实收|内部|员工价?)"
    "|(?P<B>拿下|拿走|搬走|抱走|买的|抢的|入的|团的|买了|才给|算了|收的|做的|付的|给的)"
    "|(?P<L>[立直满]减|减|抵|券|优惠|补贴|国补|返|送|省|抹|零头|便宜|报销|医保|统筹|积分|红包|打?%)"
    "|(?P<D>定金|订金|押金|押|预付|首付|先[付交])|(?P<R>尾款|余[下款]|剩下的?|补差|差价|添)|(?P<S>一共|总共|合计|总价|总数|总计|加起来|统共|全部)"
    "|(?P<A>AA|aa|平[摊分]|分摊|均摊|人均|每人|各[付出]|一半|对半)|(?P<H>剩|余额|还有|卡里|里头|存款)|(?P<G>给了|给他|递|找|退)|(?P<U>每|一[斤个张件条瓶盒份次天晚月人位本只双])"
    "|(?P<W>不对|错了|[说记看讲念]错|不是|哦|啊不|更正|等等|重说|是(?=#))|(?P<number>#)"
)


def price_signs(characters: str) -> tuple[str, ...]:
    """The signs before each number of an outline, and at the end those behind the last one."""
    signs = [""]
    for found in _WORDS.finditer(characters):
        if found.lastgroup == "number":
            signs.append("")
        else:
            signs[-1] += found.lastgroup or ""
    return tuple(signs)
