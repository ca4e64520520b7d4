"""One entry of a sentence, as it was said."""

from __future__ import annotations

from datetime import date

from msgspec import Struct

from voiced.domain.money import Money
from voiced.domain.transaction import EntryField, TransactionType
from voiced.language.readings.arithmetic import ProposedAmount
from voiced.language.readings.occurrence import Occurrence


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
