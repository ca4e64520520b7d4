"""The commands that an utterance may express while a draft is open, one type for each.

A `RowSelector` names rows in the speaker's words; the dialogue finds them in the draft. Row numbers are as said: they
count from 1, or from the end as negative numbers (-1 is the last row).
"""

from __future__ import annotations

from msgspec import Struct

from voiced.domain.question import LedgerQuestion
from voiced.language.questions.asking import Unanswered


class Rows(Struct, frozen=True):
    """Rows by number: 「第一笔和第三笔」 is (1, 3), 「最后两笔」 is (-2, -1)."""

    numbers: tuple[int, ...]


class OtherRows(Struct, frozen=True):
    """All rows that are still pending: 「剩下的」「其他的」."""


class AllRowsBut(Struct, frozen=True):
    """All pending rows except some: 「除了第三笔其他都…」."""

    numbers: tuple[int, ...]


class DescribedRow(Struct, frozen=True):
    """The one row that fits a description: 「红包那笔」. `words` is the description alone."""

    words: str


class CountedRows(Struct, frozen=True):
    """All rows, named by their count: 「两笔都确认」. If the draft has more or fewer rows, the daemon has to ask."""

    count: int


RowSelector = Rows | OtherRows | AllRowsBut | DescribedRow | CountedRows


class ConfirmAll(Struct, frozen=True):
    """Explicitly confirm the whole draft, by 确认, 保存, 没问题 or the like."""


class Assent(Struct, frozen=True):
    """A bare yes (嗯, 对, 是的, 好, 可以). It confirms only as the answer to the question whether to save."""


class Denial(Struct, frozen=True):
    """A bare no (不, 不用, 没有). Its meaning depends on the open question; it never drops an entry."""


class CancelAll(Struct, frozen=True):
    """Drop the whole draft: 取消, 不要了, 不保存."""


class Restart(Struct, frozen=True):
    """Drop the draft and listen for a new entry: 重来, 重新说."""


class Exit(Struct, frozen=True):
    """End the session."""


class Continue(Struct, frozen=True):
    """Explicitly move on to the next entry: 继续记账, 再记一笔, 下一笔."""


class Wait(Struct, frozen=True):
    """Wait: the speaker hesitates or has more to say (等一下, 还有, 没说完). The draft stays."""


class ConfirmRows(Struct, frozen=True):
    """Confirm some rows."""

    rows: RowSelector


class CancelRows(Struct, frozen=True):
    """Cancel some rows."""

    rows: RowSelector


class ConfirmOnly(Struct, frozen=True):
    """Confirm these rows and drop the others: 「只保存第二笔」."""

    rows: Rows | DescribedRow


class KeepRows(Struct, frozen=True):
    """Keep only these rows and drop the others: 「只要第二笔」. The kept rows still wait for a confirm."""

    rows: Rows | DescribedRow


class ReadOut(Struct, frozen=True):
    """Read rows out: 「第三笔是什么」, or the whole draft: 「念一遍」, without `rows`."""

    rows: RowSelector | None = None


class AskLedger(Struct, frozen=True):
    """A question about saved rows, or why it has no answer."""

    question: LedgerQuestion | Unanswered


class UndoSaved(Struct, frozen=True):
    """Take back the batch saved last: 「撤销刚才那笔」."""


class AmendSaved(Struct, frozen=True):
    """Change the row saved last: 「刚才那笔改成50」. `words` is the change alone."""

    words: str


class CopySaved(Struct, frozen=True):
    """Copy the row saved last (复制上一笔, 老样子), or the last one of a thing (和昨天一样的早饭).

    Attributes:
        thing: what the row is about; empty for the row saved last.
        days_ago: the day whose rows are looked at first; 0 for none.
    """

    thing: str = ""
    days_ago: int = 0


class UnlearnHabit(Struct, frozen=True):
    """Forget the habit by which a row was filed just now: 「别这样记」.

    Attributes:
        rows: the rows of the draft that are named (第二笔别这样记, 都别这样记); None if the words name no row.
    """

    rows: Rows | OtherRows | DescribedRow | None = None


class FreeWords(Struct, frozen=True):
    """Words without a command, which may change, doubt, deny or tell something. Rules or the model find out their meaning."""


class NewEntry(Struct, frozen=True):
    """The words describe another entry."""


RowCommand = ConfirmAll | ConfirmRows | ConfirmOnly | CancelRows | KeepRows
"""Commands that confirm or cancel rows of the draft."""


class Compound(Struct, frozen=True):
    """Several commands in one utterance, in the order in which no entry is lost (「确认并退出」).

    Attributes:
        decisions: the commands about rows.
        then: the step after them, if the words name one.
    """

    decisions: tuple[RowCommand, ...]
    then: Exit | Continue | None = None

    @property
    def operations(self) -> tuple[RowCommand | Exit | Continue, ...]:
        """All commands in order."""
        return self.decisions if self.then is None else (*self.decisions, self.then)


# The groups of commands. Code that treats a group alike asks for the group, so a new command is placed here, and pyright
# names each `match` that still lacks it.

DropsRows = CancelRows | KeepRows | ConfirmOnly
"""Row commands that drop rows."""

NeedsDraft = CancelAll | ConfirmRows | ConfirmOnly | CancelRows | KeepRows | ReadOut
"""Commands about rows of a draft. Without a draft, and unless they fit our last sentence, the answer is that no draft is open."""

AboutSaved = AskLedger | UndoSaved | AmendSaved | CopySaved | UnlearnHabit
"""Commands about saved rows and what they taught."""

Changes = FreeWords | Denial | UndoSaved | AmendSaved | UnlearnHabit
"""Commands that deny our words, or rewrite or take back rows; `voiced nlu` answers them with the intent "correction"."""

NoDecision = AboutSaved | Wait | NewEntry | FreeWords
"""Commands that decide neither a row nor the session: they save nothing, answer no offer, and more words may follow."""

_Urgent = Exit | CancelAll | Restart
"""Commands that the speaker may give while an outcome is awaited."""
_Patient = RowCommand | Assent | Denial | Continue | Wait | ReadOut | AboutSaved
Deferrable = _Patient | Compound | NewEntry | FreeWords
"""Commands that are heard after the awaited outcome of a request or a save."""

SimpleCommand = _Urgent | _Patient
Command = _Urgent | Deferrable
