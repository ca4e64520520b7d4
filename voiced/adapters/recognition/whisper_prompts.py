"""What Whisper is told to expect.

It continues a prompt in its style, so each is written as the answer should look: simplified characters, and
amounts in characters, which it hears more safely than figures (「一百二」 became 200). Clauses are parted by 「、」,
one token of its vocabulary; the full-width comma is three, and a garbled one reads as a digit.

A prompt is also what noise turns into, so entries and commands are kept apart: while entries are expected, no
command is at hand. The wake phrase is in no prompt at all: it is known by its sound, however it is written, and
noise must not become it.
"""

from __future__ import annotations

from voiced.ports import ListeningFor

_ENTRIES = (
    "昨天吃早餐八块、午饭二十六块五、晚饭花了一百三、打车十八、买菜花了三十六、交水费八十五、"
    "红包收到两百、工资到账九千。"
)
_PROMPTS = {
    ListeningFor.ENTRIES: _ENTRIES,
    # An entry may follow the wake phrase in one breath.
    ListeningFor.WAKE: _ENTRIES,
    ListeningFor.COMMANDS: (
        "确认、取消、退出、不要了、第一笔改成二十五、删掉第三笔、确认第二笔、还有奶茶十八、"
        "打车那笔是收入不是支出、继续记账。"
    ),
}


def prompt_for(listening_for: ListeningFor) -> str:
    """The prompt for what is listened for."""
    return _PROMPTS[listening_for]
