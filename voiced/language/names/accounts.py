"""The accounts that a sentence names: 「用微信付的」, 「工资卡扣了」, and both accounts of a transfer, 「微信转支付宝两百」."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from voiced.domain.transaction import ParseResult, TransactionType
from voiced.domain.vocabulary import DEFAULT_ACCOUNT, Account, Vocabulary
from voiced.language.numbers.amounts import find_amounts
from voiced.language.text.expression import Expression
from voiced.language.text.phrases import phrases


class AccountMention(Struct, frozen=True):
    """The words `text[start:end]` that name the account `name`.

    `leads` is true if only the words behind it show that it was used (微信买菜). In a correction such words describe a row.
    """

    start: int
    end: int
    name: str
    leads: bool = False


class TransferMention(Struct, frozen=True):
    """The words `text[start:end]` that tell of moved money, with the accounts on both sides, if they are named."""

    start: int
    end: int
    account: str | None
    to_account: str | None


_HOW = r"(?:用|拿|使|刷|通过|从|走)(?:了|的是?)?"
_WHOSE = r"(?:我|我的|自己的|老婆的|老公的|[招工建农中交][行商]|[招工建农中交]商?银?行)?的?"
_PHRASES = phrases("accounts")
_PAYING = _PHRASES.pieces["PAYING"]
_INTO = r"(?<!转)(?<!现)(?<!存)(?:退?[到进]|打[到进]|发[到进]|汇[到入]|收[到进])了?"
# The verbs behind an account at the beginning. In 「微信充值」 and 「公交卡充了五十」 the account itself may be filled.
_DOING = (
    r"(?:上|里)?(?:买|收(?:到|了|入)|到账|进账|入账|进了|花(?:了|掉)|交(?![易通])|缴|订|租|吃|喝|看|请客|加油|打[车的赏]|点(?=[了外奶咖餐])"
    r"|充(?![值了钱进的\d零一二两三四五六七八九十百千万，。])|发(?=了?.{0,3}红包)|给(?!我|了?[\d零一二两三四五六七八九十百千万，。]))"
)
# An account that is repaid or receives savings does not pay. A red envelope or a shop inside an app is not an account.
_NOT_PAYING = r"(?<!还)(?<!还了)(?<!办)(?<!充)(?<!给)"
_NOT_AFTER = r"(?!红包|群|读书|小程序|还款|账单|年费|积分|客服|商城|运动|分期|手续费|利息|收益|会员)"
_TRANSFERRED = _PHRASES["transferred"]

_UNLISTED = _PHRASES.pieces["UNLISTED"]
_IN = "(?:里面?|上|账户|账上|余额)?"
_AMOUNT = r"(?:[^，。、；？]{0,10}[\d零一二两三四五六七八九十百千万][^，。、；？]{0,3}?)"
_MOVED = "(?:转账?|划|挪|提现?)(?:了|出)?"
_TO = "[到给进入往]了?"
_OWED = _PHRASES["owed"]

_DENIED = _PHRASES["denied"]


def match_account(text: str, vocabulary: Vocabulary) -> AccountMention | None:
    """The first account of the vocabulary that was used, according to normalised text; None if it names no account.

    The name alone is not enough (微信红包, 支付宝会员). It takes a word of paying, or a place at the end that leaves no
    other meaning (「打车三十，微信」). Of a transfer it is the account that the money leaves.
    """
    return next((mention for mention in find_accounts(text, vocabulary) if not mention.leads), None)


def find_accounts(text: str, vocabulary: Vocabulary) -> tuple[AccountMention, ...]:
    """All accounts of the vocabulary that were used, according to normalised text, in order; also in 微信买菜."""
    matcher = _matcher(vocabulary.accounts)
    if matcher is None or not matcher.names_one.search(text):
        return ()
    return tuple(found for found in _used(text, matcher) if found.name in matcher.names.values())


def find_all_accounts(text: str, vocabulary: Vocabulary) -> tuple[AccountMention, ...]:
    """As `find_accounts`, and also accounts outside the vocabulary (招行付的), by the name that was said."""
    matcher = _matcher(vocabulary.accounts)
    if matcher is None or not matcher.names_any.search(text):
        return ()
    return tuple(_used(text, matcher))


def _used(text: str, matcher: _Matcher) -> Iterator[AccountMention]:
    for match in matcher.pattern.finditer(text):
        if (match["into"] and _TRANSFERRED.search(text)) or _DENIED.search(text, 0, match.start()):
            continue
        name = matcher.name_of(match[match.lastgroup or "with"])
        yield AccountMention(match.start(), match.end(), name, leads=match["leads"] is not None)


def find_transfers(text: str, vocabulary: Vocabulary) -> tuple[TransferMention, ...]:
    """The accounts that money was moved between, in normalised text and in order: 从微信转两百到支付宝, 还信用卡三千.

    An account outside the vocabulary has the name that was said.
    """
    matcher = _matcher(vocabulary.accounts)
    if matcher is None or not matcher.names_any.search(text):
        return ()
    found: list[TransferMention] = []
    taken: list[tuple[int, int]] = []
    for pattern in matcher.transfers:
        for match in pattern.finditer(text):
            if any(match.start() < end and start < match.end() for start, end in taken):
                continue
            taken.append(match.span())
            if not _DENIED.search(text, 0, match.start()):
                found.append(_moved(match, matcher, vocabulary))
    return tuple(sorted(found, key=lambda mention: mention.start))


def _moved(match: re.Match[str], matcher: _Matcher, vocabulary: Vocabulary) -> TransferMention:
    groups = match.groupdict()
    out, into, cash = groups.get("out"), groups.get("into"), vocabulary.account_called(DEFAULT_ACCOUNT)
    to_account = matcher.name_of(into) if into else cash.name if "cash" in groups and cash else None
    return TransferMention(
        match.start(), match.end(), None if out is None else matcher.name_of(out), to_account
    )


def named_account(words: str, vocabulary: Vocabulary) -> str | None:
    """The account of the vocabulary, if the normalised words only name one: 用支付宝的, 默认账户. Otherwise None."""
    answer = _ANSWER.fullmatch(words)
    if answer is None:
        return None
    if answer["default"]:
        return vocabulary.default_account
    account = vocabulary.account_called(answer["name"])
    return None if account is None else account.name


def is_unlisted(words: str) -> bool:
    """Whether the words are the name of a common account that ledgers often lack: 招行, 工商银行信用卡, 饭卡."""
    return _UNLISTED_ALONE.fullmatch(words) is not None


_UNLISTED_ALONE = _PHRASES["unlisted_alone"]
_ANSWER = _PHRASES["answer"]

_PAID_WITH = _PHRASES["paid_with"]


def unknown_account(said: str, vocabulary: Vocabulary) -> str | None:
    """The name of an account outside the vocabulary that paid: 招行信用卡 in 「刷的招行信用卡」. Otherwise None."""
    paid = _PAID_WITH.search(said)
    if paid is None:
        return None
    name = paid["name"].removeprefix("我的").removeprefix("我")
    return name if vocabulary.account_called(name) is None else None


def with_accounts_said(entry: ParseResult, said: str, vocabulary: Vocabulary) -> ParseResult:
    """The entry, with missing accounts taken from its words.

    If the words hold several amounts, the accounts may belong to other entries, and this entry stays as it is.
    """
    if len(find_amounts(said)) > 1:
        return entry
    moved = next(iter(find_transfers(said, vocabulary)), None)
    used = next((mention.name for mention in find_all_accounts(said, vocabulary)), None)
    account, to_account = entry.account, entry.to_account
    match entry.type:
        case TransactionType.TRANSFER if moved is not None:
            to_account = to_account or moved.to_account
            # A model that knows only one account may have put the account that the money went to there.
            account = used if account in (None, to_account) else account
            account = account or moved.account
        case TransactionType.INCOME if moved is not None:
            account = account or used or moved.to_account
        case TransactionType.EXPENSE | TransactionType.INCOME | TransactionType.TRANSFER:
            account = account or used or unknown_account(said, vocabulary)
    return replace(entry, account=account, to_account=to_account)


class _Matcher(Struct, frozen=True):
    names_one: re.Pattern[str]
    names_any: re.Pattern[str]
    pattern: Expression
    transfers: tuple[Expression, ...]
    names: dict[str, str]

    def name_of(self, word: str) -> str:
        """The name of the account in the vocabulary that has this word; without such an account, the word itself."""
        return self.names.get(word, word)


@lru_cache(maxsize=8)
def _matcher(accounts: tuple[Account, ...]) -> _Matcher | None:
    names: dict[str, str] = {}
    for account in accounts:
        for word in (account.name, *account.keywords):
            names.setdefault(word, account.name)
    if not names:
        return None
    words = "|".join(re.escape(word) for word in sorted(names, key=len, reverse=True))
    any_word = f"{words}|{_UNLISTED}"
    shapes = (
        # 用微信付的, 刷信用卡, 从工资卡扣的
        rf"{_HOW}{_WHOSE}(?P<with>{any_word}){_NOT_AFTER}{_PAYING}?",
        # 微信付的, 花呗支付, 银行卡扣了; and the account that the money of a transfer leaves
        rf"{_NOT_PAYING}{_WHOSE}(?P<by>{any_word})(?:{_PAYING}|(?=提现|转到|转入|转账到|取|收款))",
        # 微信买菜, 工资卡收到
        rf"{_NOT_PAYING}(?<!买)(?<!到)(?<!进){_WHOSE}(?P<leads>{words})(?={_DOING})",
        # 退到微信, 打到工资卡
        rf"{_INTO}{_WHOSE}(?P<into>{any_word}){_NOT_AFTER}(?:上|里)?",
        # 「打车三十，微信」, 「付的是微信」
        rf"(?:(?<=[，。、；])|(?<=[块元毛钱])|(?<=的是))(?P<last>{any_word})(?=$|[，。、；])",
    )
    out = rf"{_WHOSE}(?P<out>{any_word}){_IN}"
    into = rf"{_WHOSE}(?P<into>{any_word}){_NOT_AFTER}(?!好友)"
    owed = "|".join(word for word in names if _OWED.search(word)) or "信用卡"
    transfers = (
        # 把支付宝的五百转到银行卡
        rf"[把将]{out}的?{_AMOUNT}?{_MOVED}{_TO}{into}",
        # 微信转支付宝两百, 微信零钱提现到银行卡两千, 从微信转两百到支付宝, 银行卡转一万到微信
        rf"从?{out}{_MOVED}(?:{_AMOUNT}?{_TO})?{into}",
        # 用支付宝还信用卡三千
        rf"[用从拿]{out}(?:还|还款)了?[到给]?{_WHOSE}(?P<into>{owed})",
        # 信用卡还了花呗八百, 支付宝还信用卡三千
        rf"{_WHOSE}(?P<out>{any_word})(?:已经|刚)?还(?:了|上|清|掉)*{_WHOSE}(?P<into>{owed})(?!买|付|刷|消费)",
        # 从银行卡取了五百
        rf"从?{out}取(?:了|出来?|款|现)*(?P<cash>)",
        # 转了两千到支付宝, 存银行卡五千, 还信用卡三千, 信用卡还款三千, 到账的是微信
        rf"(?:{_MOVED}|存了?){_AMOUNT}?{_TO}{into}",
        rf"(?:转账?|存)了?{into}",
        rf"[往给向]{_WHOSE}(?P<into>{any_word}){_IN}(?:转|存|划)",
        rf"(?:到账|转[到进入])的?(?:账户)?[是到]{into}",
        rf"还(?:了|上|清|掉)*{_WHOSE}(?P<into>{owed})(?!买|付|刷|消费)",
        rf"{_WHOSE}(?P<into>{owed})(?:还款|还了)",
    )
    return _Matcher(
        re.compile(words),
        re.compile(any_word),
        Expression("|".join(shapes)),
        tuple(map(Expression, transfers)),
        names,
    )
