"""Answers to our question which of two rows is meant: the open or the saved one, the same row or another one."""

from __future__ import annotations

from voiced.language.text.expression import expression

_LEADING = "(?:[嗯呃是就，]|我说的|我是说|说的是)*"
_TRAILING = "(?:[的吧啊呀了，]|[这那]一?[笔个条]|不要了?|不算|取消|删[掉除]?)*"

_NAMED = expression(f"{_LEADING}(?P<name>.+?){_TRAILING}")

_THE_OPEN_ONE = expression(
    f"{_LEADING}(?:[还]?没[有]?(?:记|存|保存|确认|定|写进账本)[下好]?|现在|前面|前一|新|开着)(?:的|这|那)?[笔个条]?{_TRAILING}"
)

_THE_SAVED_ONE = expression(
    f"{_LEADING}(?:已经|刚才?)?(?:[记存]过|[记存]好|[记存]了|保存过?|后面|后一)(?:的|这|那)?[笔个条]?{_TRAILING}"
)

_YES = "(?:[嗯好对是要就那，的吧啊呀了]|应该|当然)*"

_ANOTHER_ONE = expression(
    f"{_YES}(?:(?:另外?|再|新|又|多|补|加)(?:记|加|来|算|一|的|上|有)*[笔个条]?|(?:另外|新的?)的?(?:一[笔个条])?|后[一者]个?|后面那个|(?:不是同|两)一?[笔个])(?:新的)?{_YES}"
)

_THE_SAME = expression(
    f"{_YES}(?:改(?:掉|成这个|一下|那笔|金额|过来)?|(?:是|就是)?同一[笔个]|前[一者]个?|前面那个|就?是那一?笔){_YES}"
)

_CHANGE_TO = expression(f"{_YES}改[成为到](?P<value>.+)")

_STATED = expression("(?:[对嗯好，]|就)*是")

_BEFORE_VALUE = expression("^(?:[对是嗯好要就那，的了]|不对|不是|一共|总共)+(?=.)")


def chooses_open(said: str) -> bool:
    """Whether the words choose the open rows: 没记的那笔."""
    return _THE_OPEN_ONE.fullmatch(said) is not None


def chooses_saved(said: str) -> bool:
    """Whether the words choose the saved rows: 记过的."""
    return _THE_SAVED_ONE.fullmatch(said) is not None


def row_named(said: str) -> str:
    """The name of a row in an answer: 打车 in 是打车那笔."""
    found = _NAMED.fullmatch(said)
    return said if found is None else found["name"]


def chooses_another(said: str) -> bool:
    """Whether the words choose a new row: 另记一笔."""
    return _ANOTHER_ONE.fullmatch(said) is not None


def chooses_same(said: str) -> bool:
    """Whether the words choose the row that is open already: 同一笔, 改吧."""
    return _THE_SAME.fullmatch(said) is not None


def states_value(said: str) -> bool:
    """Whether the words say that a value is so, and so choose the row that is open: 对，就是十九."""
    return _STATED.match(said) is not None


def changed_to(said: str) -> str | None:
    """The words for the new value in an answer that chooses a change: 40 in 改成40."""
    found = _CHANGE_TO.fullmatch(said)
    return None if found is None else found["value"]


def value_stated(said: str) -> str:
    """The words for the value in an answer: 三十 in 对，三十 and in 不对，是三十."""
    return _BEFORE_VALUE.sub("", said)
