"""The pieces of a sentence, and the items: the entries as they were said.

A piece is a clause without an amount, or an amount with its words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime

from msgspec import Struct

from voiced.domain.money import Money
from voiced.domain.transaction import EntryField, TransactionType
from voiced.domain.vocabulary import Vocabulary
from voiced.language.days.dates import CLOCK, TIME_OF_DAY, DateMention, find_days
from voiced.language.entries.content import has_content, masked
from voiced.language.names.accounts import AccountMention, TransferMention, find_all_accounts, find_transfers
from voiced.language.numbers.amounts import AmountMention, find_amounts
from voiced.language.readings.numbers import ProposedAmount
from voiced.language.readings.occurrence import Occurrence
from voiced.language.text.expression import expression
from voiced.language.text.spelling import CLAUSE


class Item(Struct, frozen=True):
    """One entry as it was said.

    Attributes:
        words: all words of the entry.
        content: these words with commas in place of amounts, dates and accounts.
        lead: the content of a clause without an amount before it, which may say more (「今天去吃火锅，我请客三百」).
        context: all words that bear on the entry: the whole sentence if it holds no other entry.
        amount: None if the words state no exact amount.
        day: the day that was named for this entry, or for an entry before it.
        account: the account that was named for it; of a transfer, the account that the money leaves.
        is_clear: whether its words hold one amount and no correction of it.
        doubtful: the fields that cannot be recorded as they were said (30美元, 2月30号).
        to_account: the account that a transfer goes to.
        type: the way of its money as the weights read it; None if the words have to tell.
        proposal: the amount that its words come to, if they do not state it.
        occurrence: whether its money moved.
    """

    words: str
    content: str
    lead: str
    context: str
    amount: Money | None
    day: date | None
    account: str | None
    is_clear: bool
    doubtful: frozenset[EntryField]
    to_account: str | None = None
    type: TransactionType | None = None
    proposal: ProposedAmount | None = None
    occurrence: Occurrence = Occurrence.HAPPENED

    @property
    def is_doubtful(self) -> bool:
        """Whether a field cannot be recorded as it was said."""
        return bool(self.doubtful)


class Sentence(Struct, frozen=True):
    """A normalised text with its amounts, days and accounts; `mask` is the text with commas in their places."""

    text: str
    mask: str
    amounts: tuple[AmountMention, ...]
    days: tuple[DateMention, ...]
    accounts: tuple[AccountMention, ...]
    transfers: tuple[TransferMention, ...] = ()


class PlainPiece(Struct, frozen=True):
    """A clause without an amount."""

    start: int
    end: int


class AmountPiece(Struct, frozen=True):
    """A stretch of a clause with one amount."""

    start: int
    end: int
    amount: AmountMention


# 「两块蛋糕三十」 holds two pieces of cake: 块 counts these things if another amount follows.
_COUNTED_IN_PIECES = expression(
    r"[一两二三四五六七八九十\d]{1,2}块(?=蛋糕|面包|豆腐|披萨|比萨|牛排|鸡排|排骨|月饼|巧克力|西瓜|五花肉|肉|饼|糕|糖|香皂|肥皂|手表|表|电池|抹?布"
    r"|地毯|毛巾|硬盘|瓷?砖|玻璃)"
)
# 「打八折」 tells nothing about the purpose, and it sounds like 大巴.
DISCOUNT = expression(r"打[一二三四五六七八九\d.]{1,3}折")
_BREAK = expression(r"[，。；？]")


def find_mentions(text: str, vocabulary: Vocabulary, now: datetime) -> Sentence:
    """Find amounts, days and accounts in normalised text. A number in a date is not an amount."""
    days = find_days(text, now)
    accounts = find_all_accounts(text, vocabulary)
    found = [mention for mention in find_amounts(text) if not _is_within(mention, days)]
    amounts = tuple(
        mention for at, mention in enumerate(found) if not _is_count(text, mention, found[at + 1 :])
    )
    spans = [(mention.start, mention.end) for mention in (*amounts, *days, *accounts)]
    spans += [
        moment.span() for pattern in (TIME_OF_DAY, CLOCK, DISCOUNT) for moment in pattern.finditer(text)
    ]
    return Sentence(text, masked(text, spans), amounts, days, accounts, find_transfers(text, vocabulary))


def pieces(sentence: Sentence) -> Iterator[PlainPiece | AmountPiece]:
    """The pieces of a sentence in order. A clause with several amounts is cut into one piece for each amount.

    Words belong to the amount behind them (吃饭六十打车三十). They belong to the amount before them only if no purpose
    precedes the first amount (花了六十吃饭), or if 的 joins them (三十五的午饭).
    """
    for clause in CLAUSE.finditer(sentence.text):
        start, end = clause.span()
        amounts = [amount for amount in sentence.amounts if start <= amount.start < end]
        if not amounts:
            yield PlainPiece(start, end)
            continue
        before, after = sentence.mask[start : amounts[0].start], sentence.text[amounts[-1].end : end]
        follows = has_content(sentence.mask[amounts[-1].end : end])
        if follows and (not has_content(before) or after.startswith("的")):
            edges = [start, *(amount.start for amount in amounts[1:]), end]
        else:
            edges = [start, *(amount.end for amount in amounts[:-1]), end]
        for at, amount in enumerate(amounts):
            yield AmountPiece(edges[at], edges[at + 1], amount)


def _is_within(mention: AmountMention, days: Sequence[DateMention]) -> bool:
    return any(day.start < mention.end and mention.start < day.end for day in days)


def _is_count(text: str, mention: AmountMention, later: Sequence[AmountMention]) -> bool:
    if not later or not _COUNTED_IN_PIECES.match(text, mention.start):
        return False
    return _BREAK.search(text, mention.end, later[0].start) is None
