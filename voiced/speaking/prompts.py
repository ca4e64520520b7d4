"""The prompts that a household reads to record its own voice: about 370 prompts, one a breath.

Each prompt is recorded whole and becomes a unit of the voice. So 「四十六元」 has no join that could be heard as four and
sixteen. What no prompt holds is said with the syllables of another voice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from voiced.domain.recurring import WEEKDAYS
from voiced.language.numbers.amounts import find_amounts
from voiced.language.numbers.numerals import spoken
from voiced.language.numbers.spoken import verbalise
from voiced.language.sounds.pinyin import closeness
from voiced.language.text.spelling import normalise
from voiced.speaking.clauses import clauses

FIRST_AND_LAST = "记录支出三十五元"
"""Said at the beginning and again at the end: the two tell whether the distance or the level changed in between."""
_TEMPLATES = (
    "记录支出",
    "记录收入",
    "记录转账",
    "支出",
    "收入",
    "转账",
    "确认吗",
    "请确认或修改",
    "请查看详情后确认",
    "请核对",
    "已修改为支出",
    "已修改为收入",
    "已修改为转账",
    "修改为支出",
    "修改为收入",
    "还需要修改吗",
    "已追加",
    "现在共",
    "已保存",
    "已取消",
    "还剩",
    "剩余",
    "识别到",
    "笔交易",
    "笔待确认",
    "多少钱",
    "是做什么用的",
    "改成",
    "还要改吗",
    "一共花了",
    "这个月一共花了",
    "今天一共花了",
    "这周一共花了",
    "上个月一共花了",
    "比平时多很多",
    "刚记过一笔一样的",
)
_DAYS = (
    "今天",
    "昨天",
    "前天",
    "明天",
    *(f"{week}{day}" for week in ("周", "上周") for day in WEEKDAYS),
)
_WHOLE_YUAN = range(1, 100)
_ROWS = range(1, 11)
_TEENS_AFTER_A_HUNDRED = range(10, 20)
_OWN_WORDS = 80
_LONGEST_OWN_WORD = 6
_CLOSE_NUMBERS, _CLOSE_WORDS = 95.0, 80.0
"""Of 100. Nearly the same sounds, such as s and sh, count 95. A wrong number costs money; a recogniser that expects sentences
mishears a single word that is said well."""
_NUMERALS = re.compile("[零一二两三四五六七八九十百千]")
_WRITTEN_ZERO = re.compile(r"(?<!\d)0(?=\d)")


def prompts(sentences: Iterable[str], names: Iterable[str], own_words: Iterable[str]) -> tuple[str, ...]:
    """All prompts, in the order in which they are asked.

    Args:
        sentences: the sentences of the daemon that never change; they are recorded clause by clause.
        names: the names of categories and accounts.
        own_words: shops and things out of the ledger, the most frequent first.
    """
    wanted = (
        FIRST_AND_LAST,
        *(verbalise(f"{yuan}元") for yuan in _WHOLE_YUAN),
        *(verbalise(f"{hundred}00元").removesuffix("元") for hundred in range(1, 10)),
        *(verbalise(f"{thousand}000元").removesuffix("元") for thousand in range(1, 10)),
        *(f"零{spoken(yuan)}元" for yuan in range(1, 10)),
        *(f"一{spoken(yuan)}元" for yuan in _TEENS_AFTER_A_HUNDRED),
        *(f"块{spoken(jiao)}" for jiao in range(1, 10)),
        *(f"第{spoken(row)}笔" for row in _ROWS),
        *(verbalise(f"{row}笔") for row in _ROWS),
        *_TEMPLATES,
        *_DAYS,
        *(f"{spoken(month)}月" for month in range(1, 13)),
        *(f"{spoken(day)}号" for day in range(1, 32)),
        *(clause.text for sentence in sentences for clause in clauses(sentence)),
        *names,
        *_recordable(own_words),
    )
    return tuple(dict.fromkeys(wanted))


def _recordable(words: Iterable[str]) -> tuple[str, ...]:
    """The first of the words that are short and written in Chinese characters alone."""
    fit = (word for word in words if 2 <= len(word) <= _LONGEST_OWN_WORD and _is_chinese(word))
    return tuple(dict.fromkeys(fit))[:_OWN_WORDS]


def _is_chinese(word: str) -> bool:
    return all("\u4e00" <= character <= "\u9fff" for character in word)


def is_understood(prompt: str, heard: str) -> bool:
    """Whether a recogniser that wrote `heard` understood the prompt: by its sounds, and by its amount if it holds one."""
    written = _WRITTEN_ZERO.sub("零", normalise(heard))
    wanted, understood = find_amounts(prompt), find_amounts(written)
    if wanted and understood and [one.amount for one in wanted] != [one.amount for one in understood]:
        return False
    said = "".join(clause.text for clause in clauses(verbalise(written)))
    least = _CLOSE_NUMBERS if _NUMERALS.search(prompt) else _CLOSE_WORDS
    return closeness(_plain(prompt), _plain(said)) >= least


def _plain(words: str) -> str:
    return words.replace("两", "二")
