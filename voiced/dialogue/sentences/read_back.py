"""Sentences that read entries to a person: the read-back of a draft, rows in full, and changes.

The three forms of the read-back are documented: one row, two to five rows one by one, six to ten as a summary.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from msgspec import Struct

from voiced.dialogue.sentences import phrases
from voiced.dialogue.sentences.choices import which_reading
from voiced.dialogue.sentences.days_and_amounts import day_words
from voiced.domain.batch import DraftBatch, DraftStatus, DraftTransaction, settled_total
from voiced.domain.memory import LedgerMemory, Oddity
from voiced.domain.transaction import TYPE_NAMES, DoubtReason, ParseResult, Transaction, TransactionType

_STATUS_WORDS = {
    DraftStatus.PENDING: "",
    DraftStatus.CONFIRMED: "，好了",
    DraftStatus.CANCELLED: "，已撤下",
}
REMARK_WORDS = {
    None: "",
    Oddity.REPEATED: "，刚记过一笔一样的",
    Oddity.UNUSUALLY_HIGH: "，比平时多很多",
    Oddity.UNUSUALLY_LOW: "，比平时少很多",
}
_LOOK_AND_CONFIRM = "请查看详情后确认。"
READ_ONE_BY_ONE = 5
"""Up to five rows are read in full; more would take over ten seconds. The requirements set this limit of the read-back.

Lists in other sentences, which only name their rows, have `phrases.NAMED_AT_MOST`."""


class ReadBack(Struct, frozen=True):
    """Puts entries into words at the time `now`, with a remark on an entry that is odd for the ledger's `memory`."""

    now: datetime
    memory: LedgerMemory

    def draft(self, batch: DraftBatch) -> str:
        """The whole draft, with the question whether it is right."""
        if batch.is_single:
            return self.one(batch.items[0])
        if len(batch) <= READ_ONE_BY_ONE:
            return f"识别到{len(batch)}笔交易：{self._rows(batch.items)}。{phrases.PLEASE_CHECK}"
        summary = f"识别到{len(batch)}笔交易，{_totals(batch.items)}。{_LOOK_AND_CONFIRM}"
        return f"{summary}{by_habit(batch.items)}{to_check(batch.items)}"

    def pending(self, batch: DraftBatch) -> str:
        """The pending rows, with the question whether they are right."""
        pending = batch.pending_items
        if batch.is_single or len(pending) == len(batch):
            return self.draft(batch)
        if len(pending) <= READ_ONE_BY_ONE:
            return f"还剩{len(pending)}笔：{self._rows(pending)}。{phrases.PLEASE_CHECK}"
        return f"还剩{len(pending)}笔，{_totals(pending)}。{_LOOK_AND_CONFIRM}{by_habit(pending)}{to_check(pending)}"

    def in_full(self, items: Sequence[DraftTransaction]) -> str:
        """Rows in full, each with its description and its status."""
        rows = (
            f"第{item.number}笔，{self.entry(item.result)}{_detail(item.result)}{_STATUS_WORDS[item.status]}"
            for item in items
        )
        return f"{'；'.join(rows)}。"

    def draft_in_full(self, batch: DraftBatch) -> str:
        """All rows in full, with the question whether they are right."""
        if batch.is_single:
            return self.draft(batch)
        return f"{self.in_full(batch.items)}{phrases.PLEASE_CHECK}"

    def modified(
        self,
        batch: DraftBatch,
        changed: Sequence[DraftTransaction],
        added: Sequence[DraftTransaction] = (),
    ) -> str:
        """The rows as they are after a correction, and those that the same words added, with a question."""
        if batch.is_single:
            if not changed[0].is_complete:
                return self.one(changed[0])
            return f"已修改为{self._with_account(changed[0].result)}，确认吗？"
        rows = "；".join(f"第{item.number}笔修改为{self._with_account(item.result)}" for item in changed)
        is_long = len(changed) > READ_ONE_BY_ONE
        told = f"已修改{len(changed)}笔" if is_long else f"已将{rows}"
        asked = f"；{self.appended(batch, added)}" if added else "。还需要修改吗？"
        return f"{told}{asked}{to_check(changed) if is_long else ''}"

    def appended(self, batch: DraftBatch, added: Sequence[DraftTransaction]) -> str:
        """The rows that were added, and the number of rows in the draft."""
        return f"已追加{self._rows(added)}。现在共{len(batch)}笔，{phrases.PLEASE_CHECK}"

    def row_in_question(self, item: DraftTransaction) -> str:
        """Asks for the change of a row."""
        return f"第{item.number}笔，{self.entry(item.result)}，要改成什么？"

    def record_offer(self, entries: Sequence[ParseResult]) -> str:
        """Asks, without an open draft, whether to record possible entries."""
        read = "；".join(self._with_account(entry) for entry in entries)
        return f"{read}，要记{'这笔' if len(entries) == 1 else f'这{len(entries)}笔'}吗？"

    def amend_offer(self, before: ParseResult, after: ParseResult) -> str:
        """Asks before a saved row is changed; the present row is named so that the speaker can notice a wrong one."""
        # The ledger's memory holds this very row, so with the same amount it would be remarked on as a repetition.
        is_told = before.amount != after.amount
        changed = self._with_account(after) if is_told else self._stated(after, phrases.accounts(after))
        return f"刚才的{phrases.brief(before)}要改成{changed}吗？"

    def amended(self, row: Transaction) -> str:
        """A saved row was changed."""
        return f"已改成{self._day(row.date)}{TYPE_NAMES[row.type]}{row.amount}元，{row.category}。"

    def entry(self, result: ParseResult, accounts: str = "") -> str:
        """「支出60元，餐饮」, as `_stated`, and a remark if the entry is odd for the ledger's memory."""
        return f"{self._stated(result, accounts)}{REMARK_WORDS[self.memory.remark_on(result, self.now)]}"

    def _stated(self, result: ParseResult, accounts: str) -> str:
        """Day (except today), type, amount, category and given accounts; a doubtful entry gets a request to check it."""
        amount = "金额没定" if result.amount is None else f"{result.amount}元"
        is_type_open = result.doubt is not None and result.doubt.reason is DoubtReason.TYPE
        kind = "收支没定，" if is_type_open else TYPE_NAMES[result.type]
        paid = f"，{accounts}" if accounts else ""
        check = "，请核对" if result.is_doubtful else ""
        return f"{self._day(result.date)}{kind}{amount}，{phrases.category(result)}{paid}{check}"

    def one(self, item: DraftTransaction) -> str:
        """A single row with the question whether it is right, or the question for the part that is missing or in doubt."""
        result = item.result
        if item.doubt is not None:
            return which_reading(result, item.doubt)
        if result.amount is None:
            return (
                f"记录{self._day(result.date)}{TYPE_NAMES[result.type]}，{phrases.category(result)}，多少钱？"
            )
        if item.lacks_purpose:
            kind = TYPE_NAMES[result.type]
            return f"记录{self._day(result.date)}{kind}{result.amount}元，是做什么用的？"
        if item.lacks_account:
            return f"记录{self._with_account(result)}，{phrases.WHICH_ACCOUNT}"
        return f"记录{self._with_account(result)}，确认吗？"

    def _rows(self, items: Sequence[DraftTransaction]) -> str:
        return "；".join(f"第{item.number}笔，{self._with_account(item.result)}" for item in items)

    def _with_account(self, result: ParseResult) -> str:
        return self.entry(result, phrases.accounts(result))

    def _day(self, when: date) -> str:
        return day_words(when, self.now.date())


def to_check(items: Sequence[DraftTransaction]) -> str:
    """Names the doubtful ones among rows that are too many to be read one by one."""
    numbers = "、".join(str(item.number) for item in items if item.result.is_doubtful)
    return f"其中第{numbers}笔请核对。" if numbers else ""


def by_habit(items: Sequence[DraftTransaction]) -> str:
    """Names the rows that habits changed among rows that are too many to be read one by one."""
    numbers = "、".join(str(item.number) for item in items if not item.result.from_habits.is_empty)
    return f"其中第{numbers}笔按上次的习惯。" if numbers else ""


def _totals(items: Sequence[DraftTransaction]) -> str:
    spent, earned = (
        settled_total(items, of_type) for of_type in (TransactionType.EXPENSE, TransactionType.INCOME)
    )
    return f"共{spent}元支出、{earned}元收入"


def _detail(result: ParseResult) -> str:
    words = result.description if result.description != result.category else ""
    return "".join(f"，{word}" for word in (words, phrases.accounts(result)) if word)
