"""Every sentence the daemon can say.

The documented sentences are exact. All others are plain, and hold no word that confirms or cancels: were our
own voice heard by the microphone, it must not be able to answer itself. Amounts and row numbers are written in
digits here; the voice gets them verbalised.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta

from voiced.dialogue.policy import CONFIDENCE_FLOOR
from voiced.domain.batch import MAX_ITEMS, DraftBatch, DraftStatus, DraftTransaction
from voiced.domain.question import LedgerAnswer, Measure
from voiced.domain.transaction import ParseResult, Transaction, TransactionType

MODIFYING = "好的，正在修改..."
CANCELLED = "已取消。"
CANCELLED_AND_LISTENING = "已取消。请重新说。"
SAVED_ONE = "记好了，还有吗？"
NOT_UNDERSTOOD_CHANGE = "没听清要改什么，请再说一次"
WHICH_ROW = "不确定要修改哪笔，请说具体第几笔"
FULL = "已达上限，请先确认当前交易"
OFFLINE_SINGLE_ENTRY = "当前离线，仅支持单笔记账"
OFFLINE_SIMPLE_CHANGES = "当前离线，仅支持简单修改。"
QUERY_LATER = "查询功能即将上线"

NOT_HEARD = "没听清，请再说一次。"
NO_ENTRY = "没听出要记什么，请说用途和金额。"
WHAT_TO_CHANGE = "请说要改哪一笔、改成什么。"
GO_ON = "请接着说。"
LISTENING = "请说。"
NO_DRAFT = "现在没有待处理的记录。"
BEING_WRITTEN = "这一批正在写入账本。"
SEE_YOU = "下次再记。"
UNDONE = "已经拿掉了。"
NOTHING_SAVED_BEFORE = "这次还没有记过。"
SAVE_FAILED = "账本没有写成，记录都还在，请再说一次。"
LEDGER_SILENT = "账本暂时读不出来，请稍后再试。"
TOO_MANY = f"一次最多{MAX_ITEMS}笔，只留下前{MAX_ITEMS}笔。"

_TYPE_WORDS = {
    TransactionType.EXPENSE: "支出",
    TransactionType.INCOME: "收入",
    TransactionType.TRANSFER: "转账",
}
_STATUS_WORDS = {
    DraftStatus.PENDING: "",
    DraftStatus.CONFIRMED: "，已记下",
    DraftStatus.CANCELLED: "，已撤下",
}
_WEEKDAYS = "一二三四五六日"
_READ_ONE_BY_ONE = 5
"""Up to five rows are read one by one; more would take over ten seconds (documents, decision 9)."""


def day(when: date, today: date) -> str:
    """A day as people say it: nothing for today, 昨天, 上周三, 11月3日, 2025年11月3日."""
    ago = (today - when).days
    monday = today - timedelta(days=today.weekday())
    weekday = _WEEKDAYS[when.weekday()]
    match ago:
        case 0:
            return ""
        case 1:
            return "昨天"
        case 2:
            return "前天"
        case -1:
            return "明天"
        case _ if monday <= when < today:
            return f"周{weekday}"
        case _ if monday - timedelta(days=7) <= when < monday:
            return f"上周{weekday}"
        case _ if when.year == today.year:
            return f"{when.month}月{when.day}日"
        case _:
            return f"{when.year}年{when.month}月{when.day}日"


def entry(result: ParseResult, today: date) -> str:
    """「支出60元，餐饮」, with the day where it is not today, and a mark where it should be checked."""
    amount = "金额没听清" if result.amount is None else f"{result.amount}元"
    doubtful = result.confidence is not None and result.confidence < CONFIDENCE_FLOOR
    check = "，请核对" if doubtful else ""
    return f"{day(result.date, today)}{_TYPE_WORDS[result.type]}{amount}，{result.category}{check}"


def read_back(batch: DraftBatch, today: date) -> str:
    """The whole draft with the question whether it is right; the three documented forms by size."""
    if batch.is_single:
        return _read_back_one(batch.items[0].result, today)
    if len(batch) <= _READ_ONE_BY_ONE:
        return f"识别到{len(batch)}笔交易：{_rows(batch.items, today)}。请确认或修改。"
    expense, income = batch.total(TransactionType.EXPENSE), batch.total(TransactionType.INCOME)
    return f"识别到{len(batch)}笔交易，共{expense}元支出、{income}元收入。请查看详情后确认。"


def read_pending(batch: DraftBatch, today: date) -> str:
    """The rows still to be decided, with the question; after rows were resolved one by one."""
    if batch.is_single or batch.pending_count == len(batch):
        return read_back(batch, today)
    return f"还剩{batch.pending_count}笔：{_rows(batch.pending_items, today)}。请确认或修改。"


def read_out(items: Sequence[DraftTransaction], today: date) -> str:
    """Rows in full, each with its description and what was decided about it."""
    rows = (
        f"第{item.number}笔，{entry(item.result, today)}{_detail(item.result)}{_STATUS_WORDS[item.status]}"
        for item in items
    )
    return f"{'；'.join(rows)}。"


def read_out_all(batch: DraftBatch, today: date) -> str:
    """All rows in full, with the question."""
    if batch.is_single:
        return read_back(batch, today)
    return f"{read_out(batch.items, today)}请确认或修改。"


def amount_wanted(items: Sequence[DraftTransaction]) -> str:
    """Asks for the amount of rows that have none."""
    numbers = _numbers(item.number for item in items)
    return f"第{numbers}笔还没有金额，请说是多少钱。"


def modified(batch: DraftBatch, changed: Sequence[DraftTransaction], today: date) -> str:
    """What rows are now, after a correction."""
    if batch.is_single:
        return f"已修改为{_changed(changed[0].result, today)}，确认吗？"
    if len(changed) > _READ_ONE_BY_ONE:
        return f"已修改{len(changed)}笔。还需要修改吗？"
    rows = "；".join(f"第{item.number}笔修改为{_changed(item.result, today)}" for item in changed)
    return f"已将{rows}。还需要修改吗？"


def appended(batch: DraftBatch, added: Sequence[DraftTransaction], today: date) -> str:
    """Rows that came in addition."""
    rows = "；".join(f"第{item.number}笔，{entry(item.result, today)}" for item in added)
    return f"已追加{rows}。现在共{len(batch)}笔，请确认或修改。"


def confirmed(numbers: Sequence[int], left: int) -> str:
    """Rows were confirmed and others are still open."""
    return f"第{_numbers(numbers)}笔好了，还剩{left}笔。"


def cancelled(items: Sequence[DraftTransaction], left: int) -> str:
    """Rows were cancelled and others are still open."""
    rows = "、".join(f"第{item.number}笔（{_brief(item.result)}）" for item in items)
    return f"已取消{rows}。剩余{left}笔待确认。"


def no_such_row(number: int) -> str:
    """The card has no such row; a negative number counts from the end."""
    return f"没有第{number}笔。" if number > 0 else f"没有倒数第{-number}笔。"


def already_done(numbers: Sequence[int]) -> str:
    """These rows were decided before."""
    return f"第{_numbers(numbers)}笔已经处理过了。"


def nobody_fits(words: str) -> str:
    """No row fits a description, or several do."""
    return f"不确定「{words}」是哪笔，请说具体第几笔。"


def saved(batch: DraftBatch) -> str:
    """The rows are written."""
    return SAVED_ONE if batch.is_single else f"已保存{len(batch.confirmed_items)}笔交易。"


def moved_on(saved_rows: int, dropped: int) -> str:
    """The next entry is listened for; how many rows of the last draft were written and how many not."""
    left = f"，{dropped}笔没有记" if dropped else ""
    return f"记下{saved_rows}笔{left}。请说下一笔。"


def saved_and_left(batch: DraftBatch, dropped: int) -> str:
    """The rows are written and the session ends."""
    left = f"，{dropped}笔没有记" if dropped else ""
    return f"已保存{len(batch.confirmed_items)}笔交易{left}。{SEE_YOU}"


def left_behind(pending: int) -> str:
    """The session ends with rows that were not saved."""
    return f"{pending}笔没有记，{SEE_YOU}" if pending else SEE_YOU


def left_out(clauses: Sequence[str]) -> str:
    """What a sentence of several entries lost without a model."""
    return f"没有记的是：{'、'.join(clauses)}。"


def resume_offer(batch: DraftBatch) -> str:
    """Offers a draft of before a crash."""
    return f"上次有{batch.pending_count}笔还没处理完，要继续吗？"


def undo_offer(rows: Sequence[Transaction]) -> str:
    """Asks before saved rows are taken back."""
    brief = "、".join(f"{row.description or row.category}{row.amount}元" for row in rows)
    return f"刚才记的{len(rows)}笔（{brief}）要拿掉吗？"


def amend_offer(result: ParseResult, today: date) -> str:
    """Asks before a saved row is changed."""
    return f"刚才那笔要改成{_changed(result, today)}吗？"


def amended(row: Transaction, today: date) -> str:
    """A saved row was changed."""
    return f"已改成{day(row.date, today)}{_TYPE_WORDS[row.type]}{row.amount}元，{row.category}。"


def answer(found: LedgerAnswer, today: date) -> str:
    """The ledger's answer in one sentence."""
    question = found.question
    where = f"{question.period.label}{question.category or ''}"
    match question.measure:
        case Measure.LARGEST:
            if not found.rows:
                return f"{where}还没有支出。"
            row = found.rows[0]
            when = day(row.date, today) or "今天"
            return f"{where}最大的一笔是{when}的{row.description or row.category}，{row.amount}元。"
        case Measure.SPENT:
            return f"{where}一共花了{found.total}元，{found.count}笔。"
        case Measure.EARNED:
            return f"{where}一共收入{found.total}元，{found.count}笔。"


def _read_back_one(result: ParseResult, today: date) -> str:
    if result.amount is None:
        return f"记录{day(result.date, today)}{_TYPE_WORDS[result.type]}，{result.category}，多少钱？"
    return f"记录{entry(result, today)}，确认吗？"


def _rows(items: Sequence[DraftTransaction], today: date) -> str:
    return "；".join(f"第{item.number}笔，{entry(item.result, today)}" for item in items)


def _changed(result: ParseResult, today: date) -> str:
    account = f"，{result.account}" if result.account else ""
    return f"{entry(result, today)}{account}"


def _detail(result: ParseResult) -> str:
    words = result.description if result.description != result.category else ""
    return "".join(f"，{word}" for word in (words, result.account) if word)


def _brief(result: ParseResult) -> str:
    amount = "" if result.amount is None else f"{result.amount}元"
    return f"{result.description or result.category}{amount}"


def _numbers(numbers: Iterable[int]) -> str:
    return "、".join(str(number) for number in numbers)
