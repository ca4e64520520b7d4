"""What the words of an utterance ask for while a draft is open: one type for each thing that can be asked.

`RowSelector` says which rows are meant, in the user's own terms; it is resolved against the draft by the
dialogue. Row numbers here are as said: from 1, and from the end as negative numbers (-1 is the last row).
"""

from __future__ import annotations

from msgspec import Struct

from voiced.domain.question import LedgerQuestion


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
    """All rows, told by how many they are: 「两笔都确认」. Where there are more or fewer, it has to be asked."""

    count: int


RowSelector = Rows | OtherRows | AllRowsBut | DescribedRow | CountedRows


class ConfirmAll(Struct, frozen=True):
    """An explicit confirm of the whole draft: it holds 确认, 保存 or the like."""


class Assent(Struct, frozen=True):
    """A bare yes (嗯, 对, 是的, 好, 可以): a confirm only where the open question is one."""


class Denial(Struct, frozen=True):
    """A bare no (不, 不用, 没有): what it means depends on the open question; it never loses anything."""


class CancelAll(Struct, frozen=True):
    """Drop the whole draft: 取消, 不要了, 不保存."""


class Restart(Struct, frozen=True):
    """Drop the draft and listen for a new entry: 重来, 重新说."""


class Exit(Struct, frozen=True):
    """End the session."""


class Continue(Struct, frozen=True):
    """Explicitly move on to the next entry: 继续记账, 再记一笔, 下一笔."""


class Wait(Struct, frozen=True):
    """More is coming, or the speaker hesitates: 等一下, 还有, 没说完. The draft stays."""


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
    """Only these rows are wanted, so the others go: 「只要第二笔」. What is kept still waits for a confirm."""

    rows: Rows | DescribedRow


class ReadOut(Struct, frozen=True):
    """Read rows out: 「念一遍」 (`rows` is None), 「第三笔是什么」."""

    rows: RowSelector | None = None


class AskLedger(Struct, frozen=True):
    """A question about what is already in the ledger; None where it is one that cannot be answered."""

    question: LedgerQuestion | None


class AskBalance(Struct, frozen=True):
    """How much money there is: what was earned and spent does not tell."""


class UndoSaved(Struct, frozen=True):
    """Take back what was saved last: 「撤销刚才那笔」."""


class AmendSaved(Struct, frozen=True):
    """Change what was saved last: 「刚才那笔改成50」. `words` is the change alone."""

    words: str


class Correct(Struct, frozen=True):
    """The words change, doubt or deny something about the draft: for the correction rules or the model."""


class NewInput(Struct, frozen=True):
    """The words describe another entry."""


class Compound(Struct, frozen=True):
    """Several things in one utterance, in the order that loses nothing (「确认并退出」)."""

    operations: tuple[SimpleCommand, ...]


SimpleCommand = (
    ConfirmAll
    | Assent
    | Denial
    | CancelAll
    | Restart
    | Exit
    | Continue
    | Wait
    | ConfirmRows
    | CancelRows
    | ConfirmOnly
    | KeepRows
    | ReadOut
    | AskLedger
    | AskBalance
    | UndoSaved
    | AmendSaved
    | Correct
    | NewInput
)
Command = SimpleCommand | Compound
