"""Words of dialects in questions, as the standard language says them: 咯个月 is 这个月, 么时候 is 什么时候."""

from __future__ import annotations

import re

from voiced.language.text.expression import expression

_HOLDS_ONE = frozenset("介咯搿嗰几么啥嘛多冇莫呷喃咧嘞克埋好仨俩")
_DIALECT = expression(
    r"(?P<this>[介咯搿嗰](?=[个只些件]|一?[回次趟块阵]|礼拜|星期|月))"
    r"|(?P<when>几时(?!候)|(?<![什怎那这])[么嘛]子?时候|啥子?时(?:候|间)|好久(?=[哦啊呀喃呢]*$))"
    r"|(?P<what>(?:什么|啥|嘛|么子)玩意儿?|(?<!什)么子|啥子|嘛(?=玩意|东西))"
    r"|(?P<much>几多|(?<![好几不差许])多儿?(?=钱)|几块(?!儿)(?:钱|的)*)"
    r"|(?P<no>[冇莫没]得(?=有)|(?<=有)没得|(?:[冇莫]得|冇)有?)"
    r"|(?P<eat>呷)"
    r"|(?P<go>克(?=外头|青|西|[去玩耍]))"
    r"|(?P<and>同埋)"
    r"|(?P<three>仨(?=月|$))"
    r"|(?P<two>俩(?=月))"
    r"|(?P<ending>[喃咧嘞])"
)
_STANDARD = {
    "this": "这",
    "when": "什么时候",
    "what": "什么",
    "much": "多少",
    "no": "没有",
    "eat": "吃",
    "go": "去",
    "and": "和",
    "three": "三个",
    "two": "两个",
    "ending": "呢",
}


def in_standard_words(text: str) -> str:
    """The text of a question with the words of dialects as others say them."""
    return text if _HOLDS_ONE.isdisjoint(text) else _DIALECT.sub(_standard, text)


def _standard(said: re.Match[str]) -> str:
    kind = said.lastgroup or ""
    if kind == "much" and said.group().endswith(("块", "钱", "的")):
        return "多少钱"
    return _STANDARD[kind]
