"""What words tell of an entry, without the request to record it and without a type that they deny."""

from __future__ import annotations

from voiced.language.expression import expression

_MAY_BE_FRAMED = expression("[给帮替]|[不别]")
# 「给我」 in it says for whom it is recorded, not that the money came in.
_REQUEST = expression(
    r"(?:^|(?<=[，。、；]))(?:[好行那再请你先也就]|麻烦|帮忙|的|，)*[给帮替](?:我们?|咱们?|忙)(?:再|先|也)*"
    r"(?:(?:记|录|写|存)(?:录|一?[笔条个下项]|上|账|入|着)+|(?:加|补|添|来|入|追加|新增|增加)(?:上|入)?一?[笔条项])(?:账)?[，、：:]?"
)
_DENIED_TYPE = expression(
    "[，、]?(?:而|并)?(?:不是|不算|不要|别[算记]?)(?:成|是|作|为)?(?:收入|支出|转账)(?:的|了|啊|呀|哦|吧)*"
)


def entry_words(said: str) -> str:
    """Normalised text without 「给我记一笔」 and 「不是收入」."""
    if not _MAY_BE_FRAMED.search(said):
        return said
    return _DENIED_TYPE.sub("", _REQUEST.sub("", said)) or said
