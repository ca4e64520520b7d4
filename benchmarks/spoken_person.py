"""The person of `spoken_kinds`: says the turns, listens to the answers, and corrects what was read back otherwise than said."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from decimal import Decimal
from itertools import chain, repeat

from benchmarks.spoken_kind import Conversation, Sound, in_time
from voiced.dialogue.sentences.phrases import NOT_HEARD
from voiced.language.numbers.spoken import verbalise

PLAIN, IN_FULL, TWO, DROP_ALL = "确认", "全部确认", "两笔", "不要了"
MEANT: Mapping[str, tuple[str, ...]] = {
    "append_item": ("支出60 支出30", "支出60 支出30 *支出15"),
    "cancel_all": ("支出35",),
    "cancel_one_item": ("支出42 支出28 支出50", "支出42 支出50"),
    "continue_recording": ("支出35", "", "支出18.5"),
    "descriptor_correction": ("收入30 支出60", "*收入30 支出60"),
    "eight_items": ("支出10 支出4 支出30 支出19 支出25 支出50 支出22 收入500",),
    "exit_session": ("支出35",),
    "four_items_confirm": ("支出60 支出60 收入30 收入90",),
    "mixed_resolution": ("支出12 支出6 支出88 支出120",),
    "natural_confirm": ("支出120",),
    "offline_single": ("支出28.5", "收入28.5", "收入100"),
    "single_type_correction": ("收入60", "支出60"),
    "targeted_correction": ("支出60 支出30", "*支出50 支出30"),
}
"""The rows that the person has in mind behind each turn; an answer may name those with a mark alone. An empty text, as behind later
turns, allows any answer."""
_OTHER_WORDS = {"嗯对就这样": PLAIN, PLAIN: IN_FULL, DROP_ALL: "取消"}
_SAY_AGAIN, _HOW_MANY = re.compile("请再说一次|没听出要记什么|还是没听懂"), "还是两笔"
_SLOWER = 1.08
_BEGINNINGS = 3
_ROW = re.compile(r"(支出|收入)(\d+(?:\.\d+)?)")
_NUMBERS = re.compile(r"第(\d+)笔(?=[^第；。]*(?:支出|收入)\d)")
_SUMS = re.compile(r"(\d+)笔交易，共([\d.]+)元支出、([\d.]+)元收入")

Rows = tuple[tuple[str, Decimal], ...]
"""Type and amount of each row."""


class Person:
    """Says the turns of a conversation, and does what people do where they are not understood.

    Asked to say it again, the person says the turn again, slower; then an assent in other words (「确认」, 「全部确认」), any other turn
    once more. Asked whether it is one row or two, the person says 「两笔」. Where another amount is read back than was said, the person
    says 「第N笔改成…」; where rows are missing or too many, or their sums are others, 「不要了」, and begins again, slower; after
    `_BEGINNINGS` of them the person gives up, and so does one who is not understood after both repeats.
    """

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation
        self._answers_before = 0

    def turns(self) -> Iterator[Sound]:
        """The sounds; each is asked for when the daemon has answered the one before."""
        for beginning in range(_BEGINNINGS):
            is_done = yield from self._all_turns(beginning)
            if is_done:
                return

    def _all_turns(self, beginning: int) -> Generator[Sound, None, bool]:
        """Returns whether the person got to the end or gives up; otherwise a read-back made the person begin again."""
        talk = self._conversation
        minds = chain(MEANT[talk.kind], repeat(""))
        for words, sound, meant in zip(talk.words, talk.sounds, minds, strict=False):
            yield from self._turn(words, sound, _SLOWER**beginning)
            if not self._answer or _SAY_AGAIN.search(self._answer):
                return True
            yield from self._mend_amount(meant)
            if self._differs(meant):
                talk.mended += 1
                talk.by_sum += _SUMS.search(self._answer) is not None
                yield from self._turn(DROP_ALL, talk.other(DROP_ALL))
                return False
        return True

    def _turn(self, words: str, sound: Sound, tempo: float = 1.0) -> Iterator[Sound]:
        yield from self._said(sound, tempo)
        other = self._conversation.other(_OTHER_WORDS[words]) if words in _OTHER_WORDS else sound
        repeats = iter(((sound, tempo * _SLOWER), (other, tempo)))
        while _SAY_AGAIN.search(self._answer) and (again := next(repeats, None)):
            self._conversation.repeats += 1
            yield from self._said(*again)
        if _HOW_MANY in self._answer:
            self._conversation.repeats += 1
            yield from self._said(self._conversation.other(TWO))

    def _mend_amount(self, meant: str) -> Iterator[Sound]:
        """Change the one amount that was read back otherwise than it was said."""
        heard = _rows_in(self._answer)
        rows = next((each for each in _wanted(meant) if len(each) == len(heard)), ())
        wrong = [place for place, (row, other) in enumerate(zip(rows, heard, strict=False)) if row != other]
        if len(wrong) != 1 or _SUMS.search(self._answer) or heard[wrong[0]][0] != rows[wrong[0]][0]:
            return
        self._conversation.mended += 1
        numbers = _NUMBERS.findall(self._answer)
        row = f"第{numbers[wrong[0]]}笔" if len(numbers) == len(rows) else ""
        amount = f"{row}改成{rows[wrong[0]][1]}元"
        yield from self._turn(amount, self._conversation.other(verbalise(amount)))

    def _differs(self, meant: str) -> bool:
        """Whether the answer reads rows back that were not said."""
        every, changed = _wanted(meant)
        if sums := _SUMS.search(self._answer):
            spent, earned = (sum(amount for of, amount in every if of == each) for each in ("支出", "收入"))
            return (len(every), spent, earned) != (int(sums[1]), Decimal(sums[2]), Decimal(sums[3]))
        heard = Counter(_rows_in(self._answer))
        return bool(every and heard) and heard not in (Counter(every), Counter(changed))

    def _said(self, sound: Sound, tempo: float = 1.0) -> Iterator[Sound]:
        self._answers_before = len(self._conversation.said)
        yield self._conversation.vary(in_time(sound, tempo) if tempo != 1 else sound)
        if self._answer:
            return
        if self._conversation.said[-2:] == [NOT_HEARD, NOT_HEARD]:
            self._conversation.by_rule += 1
        else:
            self._conversation.silences += 1

    @property
    def _answer(self) -> str:
        """What the daemon said last, if it said anything."""
        return "".join(self._conversation.said[self._answers_before :])


def _wanted(meant: str) -> tuple[Rows, Rows]:
    """All rows that are meant, and those with a mark."""
    return _rows_in(meant), _rows_in(" ".join(row for row in meant.split() if row.startswith("*")))


def _rows_in(text: str) -> Rows:
    return tuple((kind, Decimal(amount)) for kind, amount in _ROW.findall(text))
