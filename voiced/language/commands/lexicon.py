"""The closed vocabulary of commands: every word that may stand in a command, with the part it plays.

A command consists of these words alone. So 对联 is not read as 对, nor 取消订单退款五十 as 取消: an utterance with one
unknown word is not a command. Particles (吧, 了, 请, 帮我) are words of their own that may stand anywhere, so words are
listed without them. If two words begin at the same place, the longer one counts.

The words are in `words/*.toml`; `words/README.md` explains the form of these files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from itertools import product

import msgspec
from msgspec import Struct

from voiced.packaged import packaged_words


class Kind(StrEnum):
    """The part that a word plays. The values are the letters of which the shape of an utterance is made."""

    PARTICLE = "P"  # 吧, 请, 帮我, 一下: changes nothing
    PAUSE = "_"  # a comma, or a word that separates clauses as a comma does: 然后
    AND = "&"  # 和, 并
    ROWS = "N"  # row numbers, as `ordinals` finds them
    OTHERS = "O"  # 其他的, 剩下的
    EXCEPT = "K"  # 除了 before the rows, 以外 behind them
    THIS = "D"  # 这笔, 那个: points at a row, or marks a description as that of one (红包那笔)
    ALL = "Q"  # 都, 全部
    COUNT = "q"  # 两笔: all rows, by how many they are
    CONFIRM = "c"  # 确认, 保存: saves; joined to another command, the save comes first
    CHECK = "k"  # 确认一下: a confirm alone; beside a row it may also ask to look again
    SURE = "u"  # 确定: saves alone; before another command it only stresses that command
    APPROVE = "A"  # 没问题, 没错, 不用改: approves explicitly
    ASSENT = "Y"  # 嗯, 对, 好
    CAN = "m"  # 可以, 要: an assent alone, a modal verb before another
    IS = "I"  # 是
    CANCEL = "C"  # 取消, 不要, 不保存
    RESTART = "R"  # 重来
    EXIT = "E"  # 退出
    CONTINUE = "G"  # 继续, 再记一笔
    COPY = "y"  # 复制, 再来一笔一样的: records a saved entry once more
    WAIT = "W"  # 等一下, 没说完, 补一笔
    MORE = "L"  # 还有, 另外: announces another entry
    DENIAL = "Z"  # 不, 不用, 没有
    LEAD = "H"  # 要不, 想, 今天: may lead a cancel or an exit, but is too weak for anything that saves
    HOLD = "h"  # 先别保存, 别取消: stops a command
    WRONG = "n"  # 不对, 错了: objects without naming the change
    CHANGE = "V"  # 改成, 应该是: says that something is to change
    ADJUST = "w"  # 改, 加, 算: a change beside a bare amount, part of the content beside other words (改衣服)
    DOUBT = "d"  # 好像, 可能, 不确定
    BUT = "b"  # 但是, 不过
    FIELD = "F"  # 金额, 分类
    TYPE = "t"  # 收入, 支出
    SUBJECT = "B"  # 这次, 记账, 记录: names the subject that all commands share
    SPENT = "v"  # 花了, 一共: leads to an amount and says no more about it
    NUMBER = "#"
    ASK = "?"  # 什么, 多少, 吗
    READ = "r"  # 念一遍, 再说一次
    SAVED = "T"  # 刚才, 上一笔: points at a saved entry
    UNKNOWN = "X"


EXPLICIT_YES = frozenset({Kind.CONFIRM, Kind.CHECK, Kind.SURE, Kind.APPROVE})
"""The kinds that save by themselves; `words/yes.toml` explains their differences."""

YES = EXPLICIT_YES | {Kind.ASSENT}
"""The kinds that save by themselves, and the bare yes, which saves only as an answer."""


FILES = (
    "cancel",
    "change",
    "continue",
    "doubt",
    "entries",
    "exit",
    "fillers",
    "no",
    "questions",
    "restart",
    "rows",
    "wait",
    "yes",
)
"""The files of `words/` that list words by their part; `lists.toml` is read beside them."""


class _Part(Struct, frozen=True, forbid_unknown_fields=True):
    """The words of one kind, as a file lists them.

    Attributes:
        words: words separated by spaces; `<name>` stands for all words of that list of `lists.toml`.
        combine: on each line, lists with `+` between them; each word of one list is joined to each word of the next.
        by_sound: words that are also recognised by their sound alone: 却认 counts as 确认.
    """

    words: str = ""
    combine: str = ""
    by_sound: str = ""


def _tables(file: str) -> dict[str, object]:
    return packaged_words("voiced.language", f"words/{file}.toml")


_LISTS = {
    f"<{name}>": words.split() for name, words in msgspec.convert(_tables("lists"), dict[str, str]).items()
}
_PARTS = tuple(
    (Kind[kind], msgspec.convert(table, _Part)) for file in FILES for kind, table in _tables(file).items()
)


def listed_words() -> Iterator[tuple[str, Kind]]:
    """Each word of the files with the part it plays; a word that is listed twice comes twice."""
    for kind, part in _PARTS:
        yield from ((word, kind) for word in _spelled_out(part.words))
        for line in part.combine.strip().splitlines():
            for words in product(*map(_spelled_out, line.split("+"))):
                yield "".join(words), kind


def _spelled_out(words: str) -> list[str]:
    return [each for word in words.split() for each in _LISTS.get(word, (word,))]


WORDS: Mapping[str, Kind] = dict(listed_words())
"""The part that each word plays."""

KNOWN_BY_SOUND = tuple(word for _, part in _PARTS for word in part.by_sound.split())
"""Words that are also recognised by their sound alone (却认, 曲消, 该成). Each has two syllables or more and sounds unlike
any other word that people say to a bookkeeper: 可以 (可疑), 不要 (补药), 结束 (借书) and 继续 (积蓄) are left out."""
