"""Every sentence that the daemon can say, except those that read entries (`read_back`).

The documented sentences are exact. All others avoid words that confirm or cancel, because the microphone may hear
our own voice. Amounts and row numbers are written in digits here; they are put into words for the voice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from voiced.domain.batch import MAX_ITEMS, DraftBatch, DraftTransaction
from voiced.domain.left_out import brief
from voiced.domain.money import FEN_PER_YUAN, MAX_FEN, Money
from voiced.domain.transaction import (
    EntryField,
    ParseResult,
    Transaction,
)

MODIFYING = "好的，正在修改..."
CANCELLED = "已取消。"
PLEASE_CHECK = "请确认或修改。"
SAVED_ONE = "记好了，还有吗？"
NOT_UNDERSTOOD_CHANGE = "没听清要改什么，请再说一次"
WHICH_ROW = "不确定要修改哪笔，请说具体第几笔"
FULL = "已达上限，请先确认当前交易"
OFFLINE_SINGLE_ENTRY = "当前离线，仅支持单笔记账"
OFFLINE_SIMPLE_CHANGES = "当前离线，仅支持简单修改。"
MODEL_DISTRUSTED = "模型最近老出错，先拿规则来比。"
MODEL_SILENT = "模型没有答上来，先按简单规则处理。"
BEYOND_RULES = "这样的改法我还不会，请说第几笔改成什么。"
ONE_AT_A_TIME = "每句只留第一笔。"
ONLINE_AGAIN = "网络恢复了。"
NO_HOURS = "账本里只有日子，没有几点钟。"
"""Only rows that a bill belongs to have a time."""
NONE_IN_THESE_HOURS = "这段时间没有找到。"
NO_REASONS = "账本里只有花了多少，没有原因。可以问钱都花哪儿去了。"
NO_FUTURE = "账本里只有记过的账，没有以后的。可以问上个月花了多少。"
CANNOT_ANSWER = "这个账本答不上来。可以问哪段时间、哪一类花了多少。"
QUERY_LATER = "查询功能即将上线"

NOT_HEARD = "没听清，请再说一次。"
NO_ENTRY = "没听出要记什么，请说用途和金额。"
STILL_NO_ENTRY = "还是没听懂。先说买了什么，再说多少钱。"
TOO_LARGE = f"一笔最多记{MAX_FEN // FEN_PER_YUAN // 100_000_000}亿元。"
WHAT_TO_CHANGE = "请说要改哪一笔、改成什么。"
GO_ON = "我在听。"
LISTENING = "请说。"
CANCELLED_AND_LISTENING = CANCELLED + LISTENING
NO_DRAFT = "现在没有待处理的记录。"
NOTHING_DROPPED = "没有能找回的。"
NOT_RECORDED = "这次没有记账。"
NO_MONEY_MOVED = "听着不是一笔收支，没有记。"
HELP = "说买了什么、多少钱，我先念给你听，你定了才记。"
BEING_WRITTEN = "这一批正在写进账本。"
KEPT_FOR_LATER = "这笔先放着，说恢复就能找回。"
IS_WRITTEN = "已经写进账本了。"
WRITTEN_TOGETHER = "全部处理完才会写进账本。"
SEE_YOU = "下次再记。"
UNDONE = "已经收回了。"
NOT_IN_LEDGER = "账本里已经没有这些了。"
NOTHING_SAVED_BEFORE = "这次还没有记过。"
SAVE_FAILED = "账本没有写成，记录都还在，请再说一次。"
LEDGER_SILENT = "账本暂时读不出来，请稍后再试。"
LEDGER_AWAY = "账本暂时连不上，现在查不到。新记的账先留在这台机器里。"
LEDGER_UNSURE = "账本暂时连不上，改动可能没有生效，请稍后再看。"
LEDGER_UNCHANGED = "账本没有变动，请稍后再试。"
TOO_MANY = f"一次最多{MAX_ITEMS}笔，只留下前{MAX_ITEMS}笔。"
WHICH_TYPE = "是支出、收入，还是转账？"
WHICH_ACCOUNT = "请说用的是哪个，或者说默认账户。"
NO_BOOKKEEPING = frozenset({NO_ENTRY, STILL_NO_ENTRY, NO_DRAFT, NO_MONEY_MOVED, CANNOT_ANSWER})
"""The answers to words that are no entry and no command for anything that is open."""
NAMED_AT_MOST = 5
"""The number of things that a sentence names in a few words each (吃饭60元); a longer list is cut or only counted."""

_NAMED_WHILE_WAITING = 2
"""The number of entries that the answer to 等一下 names, since the speaker wants to speak soon."""


def missing(items: Sequence[DraftTransaction]) -> str:
    """Asks for the missing parts of rows in no doubt: the amount, the purpose, or an account that the ledger has."""
    items = [item for item in items if item.doubt is None]
    amounts = _numbers(item.number for item in items if item.lacks_amount)
    named = [item for item in items if not item.lacks_amount]
    purposes = _numbers(item.number for item in named if item.lacks_purpose)
    accounts = _numbers(item.number for item in named if not item.lacks_purpose)
    sentences = (
        f"第{amounts}笔还没有金额，请说是多少钱。" if amounts else "",
        f"第{purposes}笔还没说用途，请说是做什么用的。" if purposes else "",
        f"第{accounts}笔的账户账本没有，{WHICH_ACCOUNT}" if accounts else "",
    )
    return "".join(sentences)


def how_much(thing: str) -> str:
    """Asks for the amount of a thing."""
    return f"{thing}，多少钱？"


def which_category(entry: ParseResult) -> str:
    """Asks for the category of a row after the speaker denied the present one."""
    return f"{brief(entry)}归哪一类？"


def add_offer(entries: Sequence[ParseResult]) -> str:
    """Asks whether to add entries to the open draft."""
    if len(entries) == 1:
        return f"要加一笔{named(entries)}吗？"
    return f"要加{len(entries)}笔（{named(entries)}）吗？"


def change_or_append(row: ParseResult, amount: Money) -> str:
    """Asks whether words that name an open row change its amount or mean another row."""
    name = row.description or row.category
    if row.amount == amount:
        return f"{name}{amount}元已经有一笔，是同一笔，还是另记一笔？"
    return f"{name}改成{amount}元，还是另记一笔？"


def confirmed(numbers: Sequence[int], left: int | None) -> str:
    """Rows were confirmed, and `left` rows are still open; None leaves that number out."""
    still_open = "" if left is None else f"，还剩{left}笔"
    return f"第{_numbers(numbers)}笔好了{still_open}。"


def no_such_row(number: int) -> str:
    """The card has no such row; a negative number counts from the end."""
    return f"没有第{number}笔。" if number >= 0 else f"没有倒数第{-number}笔。"


def edited(numbers: Sequence[int]) -> str:
    """These rows were changed by hand; the card shows it, and nothing is spoken."""
    return f"已修改第{_numbers(numbers)}笔，{PLEASE_CHECK}"


def already_done(numbers: Sequence[int]) -> str:
    """These rows were decided before."""
    return f"第{_numbers(numbers)}笔已经处理过了。"


def no_single_match(words: str) -> str:
    """No row fits a description, or several do."""
    return f"没听出「{words}」是哪笔，请说具体第几笔。"


def waiting(items: Sequence[DraftTransaction]) -> str:
    """We wait as we were asked to; a few unsaved rows are named, more are counted."""
    is_short = len(items) <= _NAMED_WHILE_WAITING
    rows = named(item.result for item in items) if is_short else f"{len(items)}笔"
    return f"{GO_ON}{rows}还没写进账本。"


def saved(batch: DraftBatch) -> str:
    """The rows are written."""
    return SAVED_ONE if batch.is_single else f"已保存{len(batch.confirmed_items)}笔交易。"


def moved_on(batch: DraftBatch) -> str:
    """Asks for the next entry, and says how many rows of the last draft were saved and how many were dropped."""
    if batch.is_single:
        return SAVED_ONE
    kept = saved(batch) if batch.confirmed_items else ""
    left = not_recorded(batch.pending_count) if batch.pending_count else ""
    return f"{kept}{left}请说下一笔。"


def saved_and_left(batch: DraftBatch) -> str:
    """The rows are written and the session ends."""
    return f"已保存{len(batch.confirmed_items)}笔交易。{left_behind(batch.pending_count)}"


def not_recorded(rows: int) -> str:
    """So many rows of the closed draft were not saved."""
    return f"{rows}笔没有记。"


def left_behind(rows: int) -> str:
    """The session ends, and so many rows are not saved."""
    return f"{rows}笔没有记，{SEE_YOU}" if rows else SEE_YOU


def left_out(clauses: Sequence[str]) -> str:
    """The entries that were left out of a sentence: the first few by name, and the number of all."""
    and_more = f"等{len(clauses)}笔" if len(clauses) > NAMED_AT_MOST else ""
    return f"没有记的是：{'、'.join(clauses[:NAMED_AT_MOST])}{and_more}。"


NOT_BY_HABIT = "这不是按上次记的，请说要改什么。"
FORGOTTEN = "好的，以后不按上次记。"
WHICH_HABIT = "有几笔是按上次记的，请说第几笔别这样记，或者说都别这样记。"
HABIT_UNCHANGED = "刚才的习惯没能改成，请稍后再说一遍。"


def nothing_like(thing: str) -> str:
    """No earlier row is like the thing that was said."""
    return f"没有找到以前的「{thing}」，请说用途和金额。"


def accounts(entry: ParseResult) -> str:
    """「微信」, 「微信转到支付宝」, 「账本没有招行」, 「按上次用微信」; empty if the entry names no account."""
    if EntryField.ACCOUNT in entry.from_habits.names:
        return f"按上次用{entry.account}"
    named = ((EntryField.ACCOUNT, entry.account), (EntryField.TO_ACCOUNT, entry.to_account))
    unknown = "和".join(name for field, name in named if name and field in entry.unknown)
    told = f"账本没有{unknown}" if unknown else ""
    if entry.to_account is None:
        return told or entry.account or ""
    return "，".join(part for part in (f"{entry.account or ''}转到{entry.to_account}", told) if part)


def category(entry: ParseResult) -> str:
    """「日用」, 「按上次记在日用」 if a habit of the household gave it."""
    is_habit = EntryField.CATEGORY in entry.from_habits.names
    return f"按上次记在{entry.category}" if is_habit else entry.category


def foreign(words: str) -> str:
    """Asks for the yuan of an amount in another currency."""
    return f"{words}折合多少元？"


def no_such_account(name: str) -> str:
    """The ledger has no account of the name that was said."""
    return f"没有「{name}」这个账户，请说用的是哪个。"


def lost(count: int) -> str:
    """So many entries of a model's answer could not be read."""
    return f"另有{count}笔没听清，没有记。"


def resume_offer(batch: DraftBatch) -> str:
    """Offers to go on with the draft that a crash left behind."""
    return f"上次有{batch.pending_count}笔还没处理完，要继续吗？"


def written(rows: Sequence[Transaction]) -> str:
    """These rows are in the ledger."""
    return f"刚才记的{len(rows)}笔（{named(rows)}）已经写进账本了。"


def taken_back(rows: Sequence[Transaction]) -> str:
    """These rows were undone; the sentence names them because they differ from the rows of the offer."""
    return f"收回的是{named(rows)}。"


def undo_offer(rows: Sequence[Transaction]) -> str:
    """Asks whether to undo the rows saved last."""
    return f"刚才记的{len(rows)}笔（{named(rows)}）要收回吗？"


def undo_offer_together(rows: Sequence[Transaction]) -> str:
    """Asks whether to undo all rows saved last, because a single one of them cannot be undone."""
    return f"刚才记的{len(rows)}笔只能一起收回（{named(rows)}），要收回吗？"


def which_of_just_now(items: Sequence[DraftTransaction], rows: Sequence[Transaction]) -> str:
    """Asks whether the open rows or the saved rows should go."""
    return f"是还没写进账本的{_named_or_counted([item.result for item in items])}，还是记过的{_named_or_counted(rows)}？"


def _named_or_counted(entries: Sequence[ParseResult | Transaction]) -> str:
    return named(entries) if len(entries) <= NAMED_AT_MOST else f"{len(entries)}笔"


def restored(entries: Iterable[ParseResult]) -> str:
    """These entries are in the draft again."""
    return f"找回了{named(entries)}。"


def set_aside(batch: DraftBatch) -> str:
    """The draft that a crash left behind is kept for later, because the speaker made another entry instead."""
    return f"上次的{batch.pending_count}笔先放着，说恢复就能找回。"


def cancelled(items: Sequence[DraftTransaction], left: int) -> str:
    """Rows were cancelled and others are still open."""
    rows = "、".join(f"第{item.number}笔（{brief(item.result)}）" for item in items)
    return f"已取消{rows}。剩余{left}笔待确认。"


def named(entries: Iterable[ParseResult | Transaction]) -> str:
    """「吃饭60元、打车30元」: entries by name alone."""
    return "、".join(map(brief, entries))


def _numbers(numbers: Iterable[int]) -> str:
    return "、".join(str(number) for number in numbers)
