"""The peers of the local rules: hassil, the nearest phrase by rapidfuzz, and jionlp.

The two intent peers get the same closed commands, `COMMANDS` and `ROW_VERBS`, with the words that may surround them. The
commands were written from the requirements, without the labelled lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from datetime import date, datetime
from importlib import import_module
from io import StringIO
from typing import Any, Protocol

COMMANDS = {
    "confirm": "确认 保存 对 对的 是的 好 好的 可以 行 没问题 没错 正确 确定 嗯 记下来 提交 不用改 就这样",
    "cancel": "取消 不要 不记 算了 不保存 不确认 删掉 删除 撤销 作废 放弃 重来",
    "exit": "退出 关闭 结束 停止 再见 拜拜 退出记账 结束记账 关闭语音",
    "continue": "继续 继续记账 继续记 接着记 再记一笔 下一笔 再来一笔",
    "wait": "等一下 等等 稍等 还有 还有一笔 没说完 漏了一笔 补一笔 加一笔 别退出",
}
ROW_VERBS = {
    "confirm_item": "确认 保存 没问题 没错 对 可以 正确",
    "cancel_item": "取消 不要 删掉 删除 去掉 作废",
}
BEFORE = "嗯 好 对 那 那就 就 请 帮我 我要 全部 都 把 只"
AFTER = "吧 了 啊 的 掉 一下 就行"
NUMERALS = "一二三四五六七八九十"
OPEN = "open"
"""Not a command: left to the rules or the model behind the first layer."""
NEAR_ENOUGH = 70
"""The score of 100 from which the nearest phrase counts; lower ones only add critical errors."""


class _Entity(Protocol):
    value: str


class _Intent(Protocol):
    name: str


class _Recognised(Protocol):
    intent: _Intent
    entities: dict[str, _Entity]


def _either(words: str) -> str:
    return f"({'|'.join(words.split())})"


def _hassil_rows() -> list[dict[str, str]]:
    """Row numbers in hassil's list form, with recognisers' misspellings of 第 and 笔."""
    row, nth = "(笔|条|个|项|比|币)", "(第|地)"
    rows = [
        {"in": f"{nth}({numeral}|{number}){row}", "out": str(number)}
        for number, numeral in enumerate(NUMERALS, start=1)
    ]
    named = {"最后(一|那)": "-1", "倒数第二": "-2", "前两": "1,2", "最后两": "-2,-1", "前三": "1,2,3"}
    return rows + [{"in": f"{words}{row}", "out": numbers} for words, numbers in named.items()]


def _hassil_intents() -> dict[str, object]:
    around = "[<before>]{}[<after>]"
    intents = {
        name: {"data": [{"sentences": [around.format(_either(words))]}]} for name, words in COMMANDS.items()
    }
    for name, verbs in ROW_VERBS.items():
        verb = _either(verbs)
        rows = ("{row:first}", "{row:first}[和|跟|、]{row:second}")
        sentences = [
            around.format(words)
            for row in rows
            for words in (f"{row}[都|那个]{verb}", f"{verb}[<after>]{row}")
        ]
        intents[name] = {"data": [{"sentences": sentences}]}
    return {
        "language": "zh",
        "settings": {"ignore_whitespace": True},
        "intents": intents,
        "lists": {"row": {"values": _hassil_rows()}},
        "expansion_rules": {"before": _either(BEFORE), "after": _either(AFTER)},
    }


def hassil_matcher() -> Callable[[str], str]:
    """Home Assistant's template matcher: an utterance to a label of `COMMANDS`, of `ROW_VERBS`, or `OPEN`."""
    hassil = import_module("hassil")
    recognise: Callable[[str, object], _Recognised | None] = hassil.recognize
    intents = hassil.Intents.from_dict(_hassil_intents())

    def match(text: str) -> str:
        found = recognise(text, intents)
        if found is None:
            return OPEN
        rows = ",".join(str(entity.value) for entity in found.entities.values())
        return f"{found.intent.name}:{rows}" if rows else found.intent.name

    return match


def _phrases() -> Iterator[tuple[str, str]]:
    for label, words in COMMANDS.items():
        for word in words.split():
            yield word, label
    rows = {f"第{numeral}笔": str(number) for number, numeral in enumerate(NUMERALS, start=1)}
    rows |= {"最后一笔": "-1", "倒数第二笔": "-2", "前两笔": "1,2", "最后两笔": "-2,-1", "前三笔": "1,2,3"}
    rows |= {"第一笔和第二笔": "1,2", "第一笔和第三笔": "1,3", "第二笔和第三笔": "2,3"}
    for label, verbs in ROW_VERBS.items():
        for verb in verbs.split():
            for row, numbers in rows.items():
                yield f"{row}{verb}", f"{label}:{numbers}"
                yield f"{verb}{row}", f"{label}:{numbers}"


def nearest_phrase() -> Callable[[str], str]:
    """The label of the phrase that is spelled most alike, by `rapidfuzz.fuzz.ratio`."""
    from rapidfuzz import fuzz, process  # noqa: PLC0415 - its import is measured

    labels = dict(_phrases())
    phrases = list(labels)

    def match(text: str) -> str:
        said = text.replace(" ", "")
        found = process.extractOne(said, phrases, scorer=fuzz.ratio, score_cutoff=NEAR_ENOUGH)
        return labels[found[0]] if found else OPEN

    return match


def _jionlp() -> Any:
    with redirect_stdout(StringIO()):  # it greets with its web site
        return import_module("jionlp")


def jionlp_amount() -> Callable[[str], str | None]:
    """`jionlp.parse_money`: yuan as a decimal string; None if it raises or finds a range."""
    parse: Callable[[str], dict[str, Any]] = _jionlp().parse_money

    def read(text: str) -> str | None:
        try:
            amount = parse(text)["num"]
        except (ValueError, KeyError, TypeError):
            return None
        return amount if isinstance(amount, str) else None

    return read


def jionlp_date() -> Callable[[str, datetime], date | None]:
    """`jionlp.ner.extract_time`: the first day it finds; None for spans of more than two days (上个月)."""
    extract: Callable[..., list[dict[str, Any]]] = _jionlp().ner.extract_time

    def read(text: str, now: datetime) -> date | None:
        try:
            found = extract(text, time_base=now.timestamp(), with_parsing=True)
            first, last = (datetime.fromisoformat(moment) for moment in found[0]["detail"]["time"])
        except (ValueError, IndexError, KeyError, TypeError):
            return None
        return first.date() if (last - first).days < 2 else None

    return read
