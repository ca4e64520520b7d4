"""The account that a sentence names: 「用微信付的」, 「刷信用卡」, 「工资卡扣了」."""

from __future__ import annotations

import re
from functools import lru_cache

from msgspec import Struct

from voiced.domain.vocabulary import Account, Vocabulary
from voiced.language.expression import expression
from voiced.language.text import normalise


class AccountMention(Struct, frozen=True):
    """The words `text[start:end]` that name the account `name`.

    `leads` where only what follows tells that it was used (微信买菜): said of a draft, such words describe a row.
    """

    start: int
    end: int
    name: str
    leads: bool = False


_HOW = r"(?:用|拿|使|刷|通过|从|走)(?:了|的是?)?"
_WHOSE = r"(?:我|我的|自己的|老婆的|老公的|[招工建农中交][行商]|[招工建农中交]商?银?行)?的?"
_PAYING = (
    r"(?:里面?|上|账户|账上)?(?:支付|付款|付账|扣款|代扣|转账|结账|结的|付[了的掉]?|扣[了的]?|刷[了的]?"
    r"|买的|花的|出的|转的|充的|交的|收的|取[了的]?|转出)"
)
_INTO = r"(?<!转)(?<!现)(?<!存)(?:退?[到进]|打[到进]|发[到进]|汇[到入]|收[到进])了?"
# What is done with an account that a sentence begins with. 「微信充值」 and 「公交卡充了五十」 may fill the account itself.
_DOING = (
    r"(?:上|里)?(?:买|收(?:到|了|入)|到账|进账|入账|进了|花(?:了|掉)|交(?![易通])|缴|订|租|吃|喝|看|请客|加油|打[车的赏]|点(?=[了外奶咖餐])"
    r"|充(?![值了钱进的\d零一二两三四五六七八九十百千万，。])|发(?=了?.{0,3}红包)|给(?!我|了?[\d零一二两三四五六七八九十百千万，。]))"
)
# What is repaid, or where savings go, is not what pays; a red envelope or a shop inside an app is no account either.
_NOT_PAYING = r"(?<!还)(?<!还了)(?<!办)(?<!充)(?<!给)"
_NOT_AFTER = r"(?!红包|群|读书|小程序|还款|账单|年费|积分|客服|商城|运动|分期|手续费|利息|收益|会员)"
_TRANSFERRED = expression(
    r"提现|转[到入进账]|存[到入进]|从[^，。、；]{1,8}?转|(?:^|[，。、；我])转了?[^，。、；]{0,8}[到进]"
)

_DENIED = expression("(?:不是|没有|[不没别])$")
"""What stands before an account that was not used: 不是微信付的, 没用微信."""


def match_account(text: str, vocabulary: Vocabulary) -> AccountMention | None:
    """The account that normalised text says was used, and the words that say so; None where none is named.

    The name alone is not enough (微信红包, 支付宝会员): it takes a word of paying, or a place at the end where it can
    mean nothing else (「打车三十，微信」). For a transfer it is the account that the money leaves.
    """
    return next((mention for mention in find_accounts(text, vocabulary) if not mention.leads), None)


def find_accounts(text: str, vocabulary: Vocabulary) -> tuple[AccountMention, ...]:
    """All accounts that normalised text says were used, in order; also those that lead to a deed (微信买菜)."""
    matcher = _matcher(vocabulary.accounts)
    if matcher is None or not matcher.names_one.search(text):
        return ()
    return tuple(
        AccountMention(
            match.start(),
            match.end(),
            matcher.names[match[match.lastgroup or "with"]],
            leads=match["leads"] is not None,
        )
        for match in matcher.pattern.finditer(text)
        if not (match["into"] and _TRANSFERRED.search(text)) and not _DENIED.search(text, 0, match.start())
    )


_PAID_WITH = expression(
    rf"(?:用|拿|使|刷|走|从)(?:了|的|是)*(?P<name>[^，。、；？\d零一二两三四五六七八九十百千万的了用刷从]{{0,6}}?"
    rf"(?:银行卡?|信用卡|储蓄卡|借记卡|[饭校油礼购会餐]卡|[\u4e00-\u9fff]卡|[招工建农中交]行|钱包|账户|月付|白条|云闪付|支付))"
    rf"(?=$|[，。、；]|{_PAYING}|转|买|的|了)"
)


def unknown_account(text: str, vocabulary: Vocabulary) -> str | None:
    """The account that words say was used, if the vocabulary has none of that name: 招行信用卡 in 「刷的招行信用卡」."""
    paid = _PAID_WITH.search(normalise(text))
    if paid is None:
        return None
    name = paid["name"].removeprefix("我的").removeprefix("我")
    return name if vocabulary.account_called(name) is None else None


class _Matcher(Struct, frozen=True):
    names_one: re.Pattern[str]
    pattern: re.Pattern[str]
    names: dict[str, str]


@lru_cache(maxsize=8)
def _matcher(accounts: tuple[Account, ...]) -> _Matcher | None:
    names: dict[str, str] = {}
    for account in accounts:
        for word in (account.name, *account.keywords):
            names.setdefault(word, account.name)
    if not names:
        return None
    words = "|".join(re.escape(word) for word in sorted(names, key=len, reverse=True))
    shapes = (
        # 用微信付的, 刷信用卡, 从工资卡扣的
        rf"{_HOW}{_WHOSE}(?P<with>{words}){_NOT_AFTER}{_PAYING}?",
        # 微信付的, 花呗支付, 银行卡扣了; and the side that a transfer leaves
        rf"{_NOT_PAYING}{_WHOSE}(?P<by>{words})(?:{_PAYING}|(?=提现|转到|转入|转账到|取|收款))",
        # 微信买菜, 工资卡收到
        rf"{_NOT_PAYING}(?<!买)(?<!到)(?<!进){_WHOSE}(?P<leads>{words})(?={_DOING})",
        # 退到微信, 打到工资卡
        rf"{_INTO}{_WHOSE}(?P<into>{words}){_NOT_AFTER}(?:上|里)?",
        # 「打车三十，微信」, 「付的是微信」
        rf"(?:(?<=[，。、；])|(?<=[块元毛钱])|(?<=的是))(?P<last>{words})(?=$|[，。、；])",
    )
    return _Matcher(re.compile(words), re.compile("|".join(shapes)), names)
