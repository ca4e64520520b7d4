"""The read-back of a draft in few words, for a speaker who sees its rows on the card.

Amounts, days other than today, remarks and requests to check a row are always said. An expense is named by its category
alone; the words for other types stay. `detail` says when they are spoken.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from voiced.dialogue.sentences import phrases
from voiced.dialogue.sentences.read_back import READ_ONE_BY_ONE, REMARK_WORDS, by_habit, day_words, to_check
from voiced.domain.batch import DraftBatch, DraftTransaction, settled_total
from voiced.domain.memory import LedgerMemory
from voiced.domain.money import ZERO
from voiced.domain.transaction import TYPE_NAMES, DoubtReason, ParseResult, TransactionType
from voiced.domain.vocabulary import OTHER


class InBrief(Struct, frozen=True):
    """Puts entries into few words at the time `now`, with a remark on an entry that is odd for the ledger's `memory`.

    A text is empty where the full sentence is as short.
    """

    now: datetime
    memory: LedgerMemory

    def pending(self, batch: DraftBatch) -> str:
        """The pending rows of a draft, as a question."""
        if batch.is_single:
            return self._one(batch.items[0])
        rows = batch.pending_items
        left = "" if len(rows) == len(batch) else "还剩"
        if len(rows) > READ_ONE_BY_ONE:
            return f"{left}{len(rows)}笔{_sums(rows)}？{by_habit(rows)}{to_check(rows)}"
        sums = _sums(rows) if all(item.is_complete for item in rows) and len(rows) > 1 else ""
        return f"{left}{len(rows)}笔：{self._rows(rows)}{sums}？"

    def modified(
        self,
        batch: DraftBatch,
        changed: Sequence[DraftTransaction],
        added: Sequence[DraftTransaction] = (),
    ) -> str:
        """The rows as they are after a correction, and those that the same words added, with a question."""
        if batch.is_single:
            row = changed[0]
            return f"改成{self._with_account(row.result)}？" if row.is_complete else self._one(row)
        if len(changed) > READ_ONE_BY_ONE:
            return ""
        rows = "；".join(f"第{item.number}笔改成{self._with_account(item.result)}" for item in changed)
        return f"{rows}；{self.appended(batch, added)}" if added else f"{rows}。还要改吗？"

    def appended(self, batch: DraftBatch, added: Sequence[DraftTransaction]) -> str:
        """The rows that were added, and the number of rows in the draft."""
        return f"加上{self._rows(added)}，共{len(batch)}笔？"

    def _one(self, item: DraftTransaction) -> str:
        result = item.result
        if item.doubt is not None:
            return ""
        if result.amount is None:
            return f"{self._day(result)}{_name(result)}，多少钱？"
        if item.lacks_purpose:
            return f"{self._day(result)}{_typed(result)}{result.amount}元，做什么用的？"
        if item.lacks_account:
            return f"{self._with_account(result)}，{phrases.WHICH_ACCOUNT}"
        return f"{self._row(result)}？"

    def _rows(self, items: Sequence[DraftTransaction]) -> str:
        return "、".join(self._row(item.result) for item in items)

    def _with_account(self, result: ParseResult) -> str:
        return "，".join(filter(None, (self._row(result), phrases.accounts(result))))

    def _row(self, result: ParseResult) -> str:
        """「昨天餐饮60元」, with a remark if the entry is odd, and a request to check a doubtful one."""
        amount = "金额没定" if result.amount is None else f"{result.amount}元"
        is_type_open = result.doubt is not None and result.doubt.reason is DoubtReason.TYPE
        kind = "收支没定，" if is_type_open else _typed(result)
        remark = REMARK_WORDS[self.memory.remark_on(result, self.now)]
        habit = "" if result.from_habits.is_empty else "，按上次"
        check = "，请核对" if result.is_doubtful else ""
        return f"{self._day(result)}{_name(result)}{kind}{amount}{habit}{remark}{check}"

    def _day(self, result: ParseResult) -> str:
        return day_words(result.date, self.now.date())


def _name(result: ParseResult) -> str:
    return result.description if result.category == OTHER and result.description else result.category


def _typed(result: ParseResult) -> str:
    """The word for the type, unless it is an expense or the category says it."""
    name = TYPE_NAMES[result.type]
    return "" if result.type is TransactionType.EXPENSE or name == result.category else name


def _sums(items: Sequence[DraftTransaction]) -> str:
    """「，共106元」, 「，共支出60元、收入30元」: the sums of the rows that are in no doubt; empty without such a row."""
    sums = [(kind, settled_total(items, kind)) for kind in TransactionType]
    told = [(kind, total) for kind, total in sums if total != ZERO]
    match told:
        case []:
            return ""
        case [(TransactionType.EXPENSE, total)]:
            return f"，共{total}元"
        case _:
            return "，共" + "、".join(f"{TYPE_NAMES[kind]}{total}元" for kind, total in told)
