"""What is said beside the books: how this works, what was that, is it written."""

from __future__ import annotations

from enum import Enum, auto

from voiced.language.expression import expression
from voiced.language.text import normalise


class Aside(Enum):
    """What the words ask for.

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


def aside_of(text: str) -> Aside | None:
    """What the words ask for, all of them; None where they say anything else."""
    said = normalise(text)
    return next((aside for aside, words in _ASKS.items() if words.fullmatch(said)), None)
