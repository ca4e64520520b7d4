"""A stand-in for a language model behind a gateway: it answers each request by a few simple rules.

It recognises homophones better than meanings. Like the real endpoint it keeps no state between requests.
`scripted_llm(keep_books)` serves any test that needs a model whose answers are mostly right.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise

import msgspec

from tests.support.bookkeeper_words import CLOSE_ENOUGH, amounts, filed, joined, likeness, ordinal
from tests.support.scripted_llm import Answer, JsonValue
from voiced.domain.transaction import TransactionType
from voiced.gateway.protocol.exchanges import CORRECT, DIALOGUE, PARSE
from voiced.gateway.protocol.requests import (
    ContextBody,
    CorrectionBody,
    DialogueBody,
    ItemBody,
    ParseBody,
)

Fields = dict[str, str | Decimal]
"""The fields of an entry as JSON."""

_ENCODER = msgspec.json.Encoder(decimal_format="number")
_EARNED = ("工资", "奖金", "到账", "报销", "退款", "退货", "抢红包")
_MOVED = ("提现", "还信用卡", "还花呗", "存钱", "取钱")
_ASSENTS = ("嗯对就这样", "对就这样吧", "就这样没问题", "嗯没错就是这样")
_ASSENT_LIKENESS = 0.7
"""A lower limit than for a word, since whole sentences are seldom alike by accident."""
_REFUSAL = re.compile(r"不|别|別|改")
_MORE = re.compile(r"还有|還有|再加|再记|再記|补一|補一|漏了")
_CHANGE = re.compile(
    r"都[加减減]|金额|金額|改|应该|應該|不对|不對|不是|错|錯|换成|換成|归到|歸到|[算是][^，。]"
)
_ROW = re.compile(r"[第地弟]([一二三四五六七八九十]+|[0-9]+)[^0-9]|最[后後]一[笔筆比]")
_DENIED = re.compile(r"(?:不是|不要|别|別)\s*(?:收入|支出)")
_SELF_REPAIR = re.compile(r"哦不|不对|不對|说错")
_DAYS_BACK = {"昨天": 1, "前天": 2}


@dataclass(frozen=True, slots=True)
class Understood:
    """The meaning of the words: an intent of the protocol, and the fields for each row (-1 is a new row)."""

    intent: str
    changes: tuple[tuple[int, Fields], ...] = ()


UNCLEAR = Understood("unclear")


def keep_books(path: str, body: JsonValue) -> Answer:
    """The answer to a request of any of the three endpoints."""
    match path:
        case PARSE.path:
            question = msgspec.convert(body, ParseBody)
            answer: object = {"transactions": entries(question.text, question.context or ContextBody())}
        case CORRECT.path:
            correction = msgspec.convert(body, CorrectionBody)
            context = correction.context or ContextBody()
            answer = _as_correction(understand(correction.correction_text, correction.current_batch, context))
        case DIALOGUE.path:
            turn = msgspec.convert(body, DialogueBody)
            context = turn.context or ContextBody()
            answer = _as_action(understand(turn.messages[-1].content, turn.current_batch, context))
        case _:
            raise ValueError(f"the protocol has no question at {path}")
    return Answer(_ENCODER.encode(answer))


def entries(text: str, context: ContextBody) -> list[Fields]:
    """One entry for each amount. The words before it tell the purpose; in a text that begins with an amount, those behind."""
    said = joined(text)
    found = amounts(said)
    if found and not re.search(r"\w", said[: found[0].start]):
        spans = pairwise([*(amount.start for amount in found), len(said)])
        contents = [said[amount.end : end] for amount, (_, end) in zip(found, spans, strict=True)]
    else:
        starts = [0, *(amount.end for amount in found)]
        contents = [said[start : amount.start] for start, amount in zip(starts, found, strict=False)]
    rows: list[Fields] = []
    for amount, content in zip(found, contents, strict=True):
        if _SELF_REPAIR.search(content) and rows:
            rows.pop()
        rows.append(_entry(content, amount.yuan, context))
    return rows


def understand(text: str, batch: tuple[ItemBody, ...], context: ContextBody) -> Understood:
    """The meaning of an utterance for the rows of a draft."""
    said = re.sub(r"\s", "", text)
    if _assents(said):
        return Understood("confirm")
    if "多少" in said:
        return Understood("query")
    if _MORE.search(said) or not (_CHANGE.search(said) or _ROW.search(said)):
        new = [(-1, fields) for fields in entries(said, context)]
        return Understood("append", tuple(new)) if new else UNCLEAR
    changes = [(row.index, fields) for row, words in _targets(said, batch) if (fields := _change(words, row))]
    return Understood("correction", tuple(changes)) if changes else UNCLEAR


def _assents(said: str) -> bool:
    bare = re.sub(r"\W", "", said)
    return not _REFUSAL.search(bare) and any(
        likeness(bare, assent) >= _ASSENT_LIKENESS for assent in _ASSENTS
    )


def _entry(content: str, yuan: Decimal, context: ContextBody) -> Fields:
    earned = re.search(r"收(?![据纳拾])|[抢搶奖獎薪]", content) or any(
        likeness(content, word) >= 1 for word in _EARNED
    )
    moved = any(word in content for word in _MOVED)
    type_ = (
        TransactionType.TRANSFER if moved else TransactionType.INCOME if earned else TransactionType.EXPENSE
    )
    fields: Fields = {"amount": yuan, "type": type_.value}
    if (known := filed(content, type_)) is not None:
        fields |= {"category": known.category, "description": known.word}
    else:
        fields |= {"category": "其他", "description": re.sub(r"\W|花了|花", "", content)}
    if (day := _day(content, context)) is not None:
        fields["date"] = day.isoformat()
    return fields


def _day(content: str, context: ContextBody) -> date | None:
    for word, back in _DAYS_BACK.items():
        if word in content and context.now is not None:
            return context.now.date() - timedelta(days=back)
    return None


def _targets(said: str, batch: tuple[ItemBody, ...]) -> list[tuple[ItemBody, str]]:
    """The rows that the words name, each with the words about it."""
    named = list(_ROW.finditer(said))
    if named:
        ends = [*(found.start() for found in named[1:]), len(said)]
        places = (ordinal(found[1]) - 1 if found[1] else len(batch) - 1 for found in named)
        words = (said[found.end() : end] for found, end in zip(named, ends, strict=True))
        return [
            (batch[place], about) for place, about in zip(places, words, strict=True) if place < len(batch)
        ]
    cue = _CHANGE.search(said)
    subject = said[: cue.start()] if cue else said
    described = [row for row in batch if _described(subject, row)]
    if "都" in said:
        return [(row, said) for row in described or batch]
    if len(batch) == 1:
        return [(batch[0], said)]
    return [(described[0], said[len(subject) :])] if len(described) == 1 else []


def _described(subject: str, row: ItemBody) -> bool:
    return any(name and likeness(subject, name) >= CLOSE_ENOUGH for name in (row.category, row.description))


def _change(words: str, row: ItemBody) -> Fields:
    """The changes of the words in a row: type and amount, or else the category."""
    fields: Fields = {}
    held = _DENIED.sub("", words)
    if "收入" in held or "支出" in held:
        fields["type"] = "INCOME" if "收入" in held else "EXPENSE"
    if found := amounts(words):
        before = words[: found[-1].start]
        step = 1 if before.endswith("加") else -1 if before.endswith(("减", "減")) else 0
        fields["amount"] = (
            found[-1].yuan if not step or row.amount is None else row.amount + step * found[-1].yuan
        )
    if not fields:
        wanted = re.split(r"改成|改为|改為|换成|換成|归到|歸到|应该是|應該是|[算是成]", words)[-1]
        known = filed(wanted) if len(wanted) < len(words) else None
        fields |= {"category": known.category} if known else {}
    return fields


def _as_correction(understood: Understood) -> dict[str, object]:
    return {
        "corrections": [{"index": index, "updatedFields": fields} for index, fields in understood.changes],
        # This protocol has no word for a question.
        "intent": "unclear" if understood.intent == "query" else understood.intent,
        "confidence": 0.3 if understood == UNCLEAR else 0.92,
        "model": "bookkeeper",
    }


def _as_action(understood: Understood) -> dict[str, object]:
    """The same in the dialogue protocol, which has one entry a turn and asks back instead of giving up."""
    match understood:
        case Understood("correction", ((index, fields), *_)):
            return {"action": "correct", "index": index, "transaction": fields, "model": "bookkeeper"}
        case Understood("append", ((_, fields), *_)):
            return {"action": "parse", "transaction": fields, "model": "bookkeeper"}
        case Understood("confirm" | "query" as action):
            return {"action": action, "confidence": 0.85, "model": "bookkeeper"}
        case _:
            return {"action": "clarify", "message": "请问您想修改哪个部分？", "model": "bookkeeper"}
