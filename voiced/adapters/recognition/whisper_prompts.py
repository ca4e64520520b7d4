"""The prompts that tell Whisper which words to expect.

Whisper continues a prompt in its style, so a prompt looks like the wanted text: simplified characters, and amounts in
characters, which it recognises better than figures (「一百二」 became 200). 「、」 separates clauses, since it is one token of
the vocabulary. The full-width comma is three tokens, and a garbled one reads as a digit.

Noise tends to become words of the prompt, so entries and commands have separate prompts: while entries are expected, noise
rarely becomes a command. The wake phrase is in no prompt: it is recognised by its sound in any spelling.
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
    """The prompt for a kind of words."""
    return _PROMPTS[listening_for]
