"""The parts that words play in a command."""

from __future__ import annotations

from enum import StrEnum


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
