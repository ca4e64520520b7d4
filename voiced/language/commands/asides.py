"""Utterances beside the entries: requests for help or for the last sentence again, and the words that follow a save.

After a save the speaker may take the entry back or say that no more entries follow. The same words may also concern an
open draft (撤销 drops it); the dialogue chooses the question it puts to this module.
"""

from __future__ import annotations

from enum import Enum, auto

from voiced.language.commands.guards import holds_back
from voiced.language.commands.wording import Wording, pattern, read_words
from voiced.language.text.expression import expression
from voiced.language.text.phrases import phrases

_NO_PAUSES = str.maketrans("", "", "，。、；")


class Aside(Enum):
    """The request of an utterance beside the entries.

    HELP is a greeting or 「怎么用」, BEGIN 「我要记账」, REPEAT 「你说什么」, WRITTEN 「都记上了吗」.
    """

    HELP = auto()
    BEGIN = auto()
    REPEAT = auto()
    WRITTEN = auto()


_BEFORE = r"(?:[喂哎诶啊嗯，。]|那|请问|我|你好|您好)*"
_BEHIND = r"(?:[呢啊呀吗嘛吧，。？]|来着)*"
_GREETING = r"喂+|[你您]好|在吗|[你您]在吗|[你您](?:是谁|叫什么(?:名字)?)|有人吗"
_HOW = r"(?:这个?(?:东西)?)?(?:要|该|应该|得)?怎么(?:用|说|记账?|弄|操作|使)|帮助|帮帮我|(?:你|这个?)?[会能](?:干|做|帮我做)?些?(?:什么|啥)|有(?:什么|哪些)功能"
_SAYING = r"[你您]?(?:刚才|刚刚|刚)?[说讲](?:了|的)?(?:是)?(?:什么|啥)|什么|啥"
_WRITING = r"(?:记|存|保存|写)(?:进去|进账本|下来|[上下好进])?"
_ASKS = {
    Aside.HELP: expression(f"{_BEFORE}(?:{_GREETING}|{_HOW}){_BEHIND}"),
    Aside.BEGIN: expression(
        f"{_BEFORE}(?:我?[要想来]|开始|帮我|给我)*记(?:一?个|一?下|点)?(?:账|一笔账?){_BEHIND}"
    ),
    Aside.REPEAT: expression(f"{_BEFORE}(?:{_SAYING}){_BEHIND}"),
    Aside.WRITTEN: expression(
        rf"{_BEFORE}(?:(?:.{{1,6}}那笔|刚才的?|刚刚的?|这些|那些)?(?:(?:是不是|有没有)(?:都|全|全都|已经)*{_WRITING}了?|(?:都|全|全都|已经)*(?:{_WRITING}|[好行])了?(?:吗|没有?|么))){_BEHIND}"
    ),
}


def aside_of(wording: Wording) -> Aside | None:
    """The request that the whole text makes; None if the text says anything else."""
    return next((aside for aside, words in _ASKS.items() if words.fullmatch(wording.text)), None)


def asks_what_today_holds(wording: Wording) -> bool:
    """Whether the words ask what is due today: 今天有什么, 有什么该记的."""
    return _AGENDA.fullmatch(wording.text) is not None


def asks_about_bills(wording: Wording) -> bool:
    """Whether the words ask how far bills are settled: 支付宝账单对得怎么样, 还有几笔要看."""
    return _BILLS.fullmatch(wording.text) is not None


def asks_what_is_left_out(wording: Wording) -> bool:
    """Whether the words ask what was said and is in no draft: 还有几笔没记, 没记的有哪些."""
    return _LEFT_OUT.fullmatch(wording.text) is not None


_TAKE_BACK = pattern(
    "[PARTICLE ASSENT]* (CANCEL+ PARTICLE* SAVED? PARTICLE* THIS? | [SAVED THIS] PARTICLE* THIS? [PARTICLE ALL]* CANCEL+) PARTICLE*"
)
_PHRASES = phrases("asides")
_AGENDA = _PHRASES["agenda"]
_BILLS = _PHRASES["bills"]
_LEFT_OUT = _PHRASES["left_out"]
_BACK = _PHRASES["back"]
CALLED_OFF = "取消"
_ROWS_ALONE = pattern("[PARTICLE PAUSE]* ROWS [PARTICLE PAUSE]*")
_TAKING_UP = _PHRASES["taking_up"]
_SETTLED = _PHRASES["settled"]
_SAVES = pattern("PARTICLE* CONFIRM [CONFIRM ASSENT PARTICLE]*")
_STATES_OR_APPROVES = pattern(
    "[PARTICLE ASSENT APPROVE ALL]* | [PARTICLE LEAD BUT IS]* NUMBER [PARTICLE ASSENT APPROVE]*"
    "| [PARTICLE UNKNOWN ALL]* APPROVE PARTICLE*"
)
_WANTS_BACK = _PHRASES["wants_back"]
_FINE = _PHRASES["fine"]
_NO_MATTER = _PHRASES["no_matter"]
_THANKING = _PHRASES["thanking"]
_JUST_NOW = _PHRASES["just_now"]
_OPEN_OR_SAVED = _PHRASES["open_or_saved"]
_CHANGE_INSTEAD = _PHRASES["change_instead"]
_THAT_IS_ALL = _PHRASES["that_is_all"]


def _run_together(wording: Wording) -> str:
    """The text without the pauses between its clauses."""
    return wording.text.translate(_NO_PAUSES)


_CHANGE_BACK = _PHRASES["change_back"]

_STILL = _PHRASES["still"]


def takes_back(wording: Wording) -> bool:
    """Whether the words take back the batch saved last: 撤销, 把刚才的删了."""
    return bool(_BACK.search(wording.text) and _TAKE_BACK.fullmatch(wording.shape))


def takes_change_back(wording: Wording) -> bool:
    """Whether the words, said right after a change of the draft, take that change back: 撤销, 改回来, 改错了，变回去."""
    return _CHANGE_BACK.fullmatch(_run_together(wording)) is not None


def value_kept(wording: Wording) -> str:
    """The words of a value that stays after all: 三十 in 不改了还是三十; empty for other words."""
    kept = _STILL.fullmatch(wording.text)
    return kept["value"] if kept else ""


def comes_too_late(wording: Wording) -> bool:
    """Whether the words, said right after a save, were meant to stop it (取消, 先别保存) or only name a row (第一笔)."""
    return (
        bool(CALLED_OFF in wording.text and _TAKE_BACK.fullmatch(wording.shape))
        or bool(_ROWS_ALONE.fullmatch(wording.shape))
        or holds_back(wording)
    )


def repeats_verb(wording: Wording, verb: str) -> bool:
    """Whether the words agree by repeating only the verb of the daemon's question: 收回吧, 要收回, 嗯改吧."""
    return verb in wording.text and _TAKING_UP.fullmatch(wording.text.replace(verb, "", 1)) is not None


def thanks(wording: Wording) -> bool:
    """Whether the words only thank."""
    return _THANKING.fullmatch(wording.text) is not None


def speaks_of_just_now(wording: Wording) -> bool:
    """Whether the words refer to something recent by 刚才 or 刚刚: 刚才的打车."""
    return _JUST_NOW.search(wording.text) is not None


def is_of_just_now(wording: Wording) -> bool:
    """Whether the words point at the latest entry, be it saved or not: 刚才那笔, unlike 上一笔 and 刚才记的那笔."""
    return _OPEN_OR_SAVED.search(wording.text) is not None


def wants_change_instead(wording: Wording) -> bool:
    """Whether the words say that the entry just added was meant as a change: 不是另记，是改."""
    return _CHANGE_INSTEAD.fullmatch(_run_together(wording)) is not None


def confirms_at_last(wording: Wording) -> bool:
    """Whether the words end with a confirm, and those before it only approve, or state an amount: 二十二也对，存吧."""
    before, _, last = wording.text.rpartition("，")
    clauses = [read_words(_SETTLED.sub("", clause)) for clause in before.split("，")]
    return (
        bool(before)
        and _SAVES.fullmatch(read_words(last).shape) is not None
        and all(_STATES_OR_APPROVES.fullmatch(clause.shape) for clause in clauses)
    )


def wants_back(wording: Wording) -> bool:
    """Whether the words ask to restore what was dropped last: 恢复, 把第二笔恢复, 取消错了，恢复吧."""
    return _WANTS_BACK.fullmatch(_run_together(wording)) is not None


def finds_it_right(wording: Wording) -> bool:
    """Whether a yes also says that the rows are right as they are: 可以了, 现在对了."""
    return _FINE.fullmatch(wording.text) is not None


def closes_the_matter(wording: Wording) -> bool:
    """Whether the words close a matter and say nothing about the rows: 没事了, 没关系."""
    return _NO_MATTER.fullmatch(_run_together(wording)) is not None


def says_that_is_all(wording: Wording) -> bool:
    """Whether the words say that no more entries follow: 就这些, 谢谢."""
    return _THAT_IS_ALL.fullmatch(_run_together(wording)) is not None
