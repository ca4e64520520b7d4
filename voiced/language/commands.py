"""What the words of an utterance ask for while a draft is open: one type for each thing that can be asked.

`RowSelector` says which rows are meant, in the user's own terms; it is resolved against the draft by the
dialogue. Row numbers here are as said: from 1, and from the end as negative numbers (-1 is the last row).
"""

from __future__ import annotations

from dataclasses import dataclass

from voiced.domain.question import LedgerQuestion


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows by number: 「第一笔和第三笔」 is (1, 3), 「最后两笔」 is (-2, -1)."""

    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OtherRows:
    """All rows that are still pending: 「剩下的」「其他的」."""


@dataclass(frozen=True, slots=True)
class AllRowsBut:
    """All pending rows except some: 「除了第三笔其他都…」."""

    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DescribedRow:
    """The one row that fits a description: 「红包那笔」. `words` is the description alone."""

    words: str


@dataclass(frozen=True, slots=True)
class CountedRows:
    """All rows, told by how many they are: 「两笔都确认」. Where there are more or fewer, it has to be asked."""

    count: int


@dataclass(frozen=True, slots=True)
class OnlyRows:
    """Some rows and no other: 「只保存第二笔」. The others are not wanted."""

    rows: Rows | DescribedRow


RowSelector = Rows | OtherRows | AllRowsBut | DescribedRow | CountedRows | OnlyRows


@dataclass(frozen=True, slots=True)
class ConfirmAll:
    """An explicit confirm of the whole draft: it holds 确认, 保存 or the like."""


@dataclass(frozen=True, slots=True)
class Assent:
    """A bare yes (嗯, 对, 是的, 好, 可以): a confirm only where the open question is one."""


@dataclass(frozen=True, slots=True)
class Denial:
    """A bare no (不, 不用, 没有): what it means depends on the open question; it never loses anything."""


@dataclass(frozen=True, slots=True)
class CancelAll:
    """Drop the whole draft: 取消, 不要了, 不保存."""


@dataclass(frozen=True, slots=True)
class Restart:
    """Drop the draft and listen for a new entry: 重来, 重新说."""


@dataclass(frozen=True, slots=True)
class Exit:
    """End the session."""


@dataclass(frozen=True, slots=True)
class Continue:
    """Explicitly move on to the next entry: 继续记账, 再记一笔, 下一笔."""


@dataclass(frozen=True, slots=True)
class Wait:
    """More is coming, or the speaker hesitates: 等一下, 还有, 没说完. The draft stays."""


@dataclass(frozen=True, slots=True)
class ConfirmRows:
    """Confirm some rows."""

    rows: RowSelector


@dataclass(frozen=True, slots=True)
class CancelRows:
    """Cancel some rows."""

    rows: RowSelector


@dataclass(frozen=True, slots=True)
class KeepRows:
    """Only these rows are wanted, so the others go: 「只要第二笔」. What is kept still waits for a confirm."""

    rows: Rows | DescribedRow


@dataclass(frozen=True, slots=True)
class ReadOut:
    """Read rows out: 「念一遍」 (`rows` is None), 「第三笔是什么」."""

    rows: RowSelector | None = None


@dataclass(frozen=True, slots=True)
class AskLedger:
    """A question about what is already in the ledger; None where it is one that cannot be answered."""

    question: LedgerQuestion | None


@dataclass(frozen=True, slots=True)
class AskBalance:
    """How much money there is: what was earned and spent does not tell."""


@dataclass(frozen=True, slots=True)
class UndoSaved:
    """Take back what was saved last: 「撤销刚才那笔」."""


@dataclass(frozen=True, slots=True)
class AmendSaved:
    """Change what was saved last: 「刚才那笔改成50」. `words` is the change alone."""

    words: str


@dataclass(frozen=True, slots=True)
class Correct:
    """The words change, doubt or deny something about the draft: for the correction rules or the model."""


@dataclass(frozen=True, slots=True)
class NewInput:
    """The words describe another entry."""


@dataclass(frozen=True, slots=True)
class Compound:
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
