"""The clues for what each number is: the short texts that weights are kept for.

A clue is a kind and a value, as `-1:了` (the character before the number is 了). Numbers stand as `#`, days as `@` and
shares of a price as `%` among the characters, so that a clue holds whatever the number is.

The words beside a sum that tell its part in a price stand as signs, so that one clue holds for all words of a kind:
「标价#，团购#买的」 is O#P#B. The signs are an old price (O), what was paid (P), bought (B), a reduction (L), a deposit (D), the
rest of a sum (R), a sum of all (S), a share (A), what is left (H), money handed over (G), a price of one (U), a repair (W).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from voiced.language.readings.numbers import Number
from voiced.language.readings.outline import BREAKS, Outline, form_of, magnitude
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


_UNITS = ("块", "元", "毛", "角", "分", "钱", "万", "千", "百", "十", "半", "点", "多", "几")


def number_clues(drawn: Outline) -> tuple[tuple[str, ...], ...]:
    """The clues for the role of each number."""
    sums = _arithmetic(drawn.numbers)
    signs = price_signs(drawn.characters) if len(drawn.numbers) > 1 else ()
    named = _named(drawn)
    return tuple(
        (
            *_near(drawn, which),
            *_of_number(drawn, which),
            *sums[which],
            *_around(drawn, which),
            *(_of_price(signs, which) if signs else ()),
            f"tt:{named}",
            f"ta:{'0' not in named}{min(which, 2)}",
        )
        for which in range(len(drawn.numbers))
    )


def _of_price(signs: Sequence[str], which: int) -> tuple[str, ...]:
    """The signs of the words beside the number, and those beside all numbers."""
    before, behind = signs[which], signs[which + 1]
    return (
        f"v-:{before}",
        f"v+:{behind}",
        f"v:{before}#{behind}",
        f"vv:{min(which, 3)} {'#'.join(signs)}",
        *(f"v1:{sign}" for sign in sorted(set(before))),
        *(f"v2:{sign}" for sign in sorted(set(behind))),
        *(f"v3:{sign}" for sign in sorted(set("".join(signs[:which])))),
        *(f"v4:{sign}" for sign in sorted(set("".join(signs[which + 2 :])))),
    )


def _named(drawn: Outline) -> str:
    """For each number that may be money, whether a thing of its own stands before it: 11 for a list of two."""
    flags, before = "", 0
    for number, place in zip(drawn.numbers, drawn.places, strict=True):
        if number.is_money:
            flags += str(int(any(before < end <= place for end in drawn.things)))
            before = place
    return flags[:5]


def _near(drawn: Outline, which: int) -> tuple[str, ...]:
    padded = drawn.characters
    at = drawn.places[which]
    left = ("^^" + padded[:at])[-3:]
    right = (padded[at + 1 :] + "$$")[:3]
    three, two, one = left
    first, second, third = right
    return (
        f"-1:{one}",
        f"-2:{two}",
        f"-3:{three}",
        f"+1:{first}",
        f"+2:{second}",
        f"+3:{third}",
        f"-21:{two}{one}",
        f"-32:{three}{two}",
        f"+12:{first}{second}",
        f"+23:{second}{third}",
        f"-+:{one}{first}",
        f"-321:{left}",
        f"+123:{right}",
    )


def _of_number(drawn: Outline, which: int) -> list[str]:
    """The clues of a number by itself, and by its place among the others."""
    number, said, count = drawn.numbers[which], drawn.said[which], len(drawn.numbers)
    kind, size = _kind_of(drawn, which), magnitude(number.value)
    from_left, from_right = min(which, 3), min(count - 1 - which, 3)
    clues = [
        "b:",
        f"k:{kind}",
        f"k#:{kind}{min(count, 4)}",
        f"f:{from_left}",
        f"e:{from_right}",
        f"fe:{from_left}{from_right}",
        f"m:{size}",
        f"km:{kind}{size}",
        *(f"w:{unit}" for unit in _UNITS if unit in said),
        *_edges(drawn, which),
        *_among(drawn, which),
        *_beside(drawn, which),
    ]
    if said[0].isascii():
        clues.append("w:0")
    if drawn.is_counted[which]:
        clues.append("c:")
    return clues


def _kind_of(drawn: Outline, which: int) -> str:
    number = drawn.numbers[which]
    if number.is_money:
        return "explicit" if number.is_explicit else "bare"
    return "counted" if drawn.is_counted[which] else "numeral"


def _edges(drawn: Outline, which: int) -> Iterator[str]:
    """Whether a clause begins or ends at the number."""
    place = drawn.places[which]
    before, behind = drawn.characters[place - 1], drawn.characters[place + 1]
    if behind in BREAKS:
        yield "z:"
        yield f"z-1:{before}"
    if before in BREAKS:
        yield "a:"


def _among(drawn: Outline, which: int) -> Iterator[str]:
    """The differences of the number from the others."""
    number = drawn.numbers[which]
    others = [other for at, other in enumerate(drawn.numbers) if at != which]
    is_another_explicit = any(other.is_explicit for other in others)
    if number.is_explicit and not is_another_explicit:
        yield "x:only"
    if not number.is_explicit and is_another_explicit:
        yield "x:others"
    if number.is_money and not any(other.is_money for other in others):
        yield "y:only"


def _beside(drawn: Outline, which: int) -> Iterator[str]:
    """The relation of the number to its neighbours, and whether a thing is named between them."""
    number, place, last = drawn.numbers[which], drawn.places[which], len(drawn.characters)
    if place in drawn.things:
        yield "t:-"
    before = drawn.places[which - 1] if which else 0
    behind = drawn.places[which + 1] if which + 1 < len(drawn.places) else last
    if any(before < end <= place for end in drawn.things):
        yield "t:p"
    if any(place < end <= behind for end in drawn.things):
        yield "t:n"
    if which:
        previous = drawn.numbers[which - 1]
        yield f"pk:{form_of(previous)}{form_of(number)}"
        yield f"pd:{_difference(previous.value, number.value)}"
        yield f"pb:{_distance(drawn.characters[before + 1 : place])}"
    if behind < last:
        following = drawn.numbers[which + 1]
        yield f"nk:{form_of(number)}{form_of(following)}"
        yield f"nd:{_difference(number.value, following.value)}"
        yield f"nb:{_distance(drawn.characters[place + 1 : behind])}"


def _distance(between: str) -> str:
    return f"{any(sign in BREAKS for sign in between)}{min(len(between), 4)}"


def _around(drawn: Outline, which: int) -> list[str]:
    """Pairs of characters: in the clause before and behind the number, and in the other clauses before and behind it."""
    characters, place = drawn.characters, drawn.places[which]
    start, end = place, place
    while characters[start - 1] not in BREAKS:
        start -= 1
    while characters[end + 1] not in BREAKS:
        end += 1
    clues = {f"l:{characters[at : at + 2]}" for at in range(start, place - 1)}
    clues |= {f"r:{characters[at : at + 2]}" for at in range(place + 1, end)}
    clues |= {f"L:{characters[at : at + 2]}" for at in range(start - 1)}
    clues |= {f"R:{characters[at : at + 2]}" for at in range(end + 1, len(characters) - 1)}
    previous = drawn.places[which - 1] if which else 0
    clues |= {f"s:{characters[at : at + 2]}" for at in range(previous, place)}
    return sorted(clues)


def _difference(one: Decimal | None, other: Decimal | None) -> str:
    if one is None or other is None:
        return "?"
    return "=" if one == other else "<" if one < other else ">"


def _arithmetic(numbers: Sequence[Number]) -> list[list[str]]:
    """Clues from sums: a number that is the sum of others, the product or the difference of two, and the parts of these."""
    clues: list[list[str]] = [[] for _ in numbers]
    values = [number.value for number in numbers]
    known = [(at, value) for at, value in enumerate(values) if value]
    if len(known) < 2 or len(known) > 6:
        return clues
    for at, value in known:
        others = [(other, worth) for other, worth in known if other != at]
        if any(worth == value for _, worth in others):
            clues[at].append("=:same")
        if len(others) < 2:
            continue
        money = [worth for other, worth in others if numbers[other].is_money]
        if len(money) > 1 and sum(money) == value:
            clues[at].append("=:sum")
            for other, _ in others:
                clues[other].append("=:part")
        for place, (one, first) in enumerate(others):
            for another, second in others[place + 1 :]:
                if first * second == value and first != 1 and second != 1:
                    clues[at].append("=:product")
                    clues[one].append("=:factor")
                    clues[another].append("=:factor")
                if abs(first - second) == value:
                    clues[at].append("=:difference")
                    clues[one if first > second else another].append("=:whole")
    return [sorted(set(found)) for found in clues]


def role_clues(drawn: Outline, which: int, before: Sequence[str]) -> tuple[str, ...]:
    """The clues from the roles of the numbers before one."""
    if not before:
        return ("p:^",)
    number, previous = drawn.numbers[which], drawn.numbers[which - 1]
    last = before[-1]
    place = drawn.places[which]
    between = drawn.characters[drawn.places[which - 1] + 1 : place]
    is_cut = any(sign in BREAKS for sign in between)
    has_thing = any(drawn.places[which - 1] < end <= place for end in drawn.things)
    paid = min(before.count("a"), 3)
    return (
        f"p:{last}",
        f"pp:{''.join(before[-2:])}",
        f"p-1:{last}{drawn.characters[place - 1]}",
        f"p+1:{last}{drawn.characters[place + 1]}",
        f"pq:{last}{form_of(number)}{_difference(previous.value, number.value)}",
        f"pt:{last}{is_cut}{has_thing}",
        f"pw:{last}{between[:2]}",
        f"pa:{paid}{form_of(number)}",
        f"pe:{last}{min(len(drawn.numbers) - 1 - which, 3)}",
    )
