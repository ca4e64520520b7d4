"""Random requests to `POST /api/say` over real connections, and what must hold of the ledger after them.

Several phones speak at once. Each knows what was shown to it before each of its confirmations; a row in the ledger that was in
none of these drafts was not confirmed by anybody.
"""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from voiced.language.readings.weights import shipped_weights
from voiced.language.text.expression import compile_all

CONFIRMS = (
    "确认",
    "保存",
    "对",
    "是的",
    "好的",
    "可以了",
    "没问题",
    "第一笔确认",
    "第二笔不要，其他的确认",
    "确认并退出",
    "继续记账",
    "下一笔",
)
"""Words that may save. No other sentence has one of their characters in a place where it could."""
_REFUSALS = (
    "不确认",
    "先别保存",
    "好像不对",
    "对，不过第一笔改成{price}",
    "等一下",
    "取消",
    "不要了",
    "重来",
    "退出",
    "不",
)
_ENTRIES = (
    "午饭{price}",
    "打车{price}块",
    "还有一笔奶茶{price}",
    "买菜{price}，水果{price}",
    "昨天加油{price}元",
    "工资发了{price}",
    "吃饭花了{price}，打车{price}，咖啡{price}",
    "停车{price}，不，{price}",
    "四张门票每张{price}",
    "坐地铁上班",
    "微信付了{price}",
    "花了{price}美元",
    "明天要交{price}的电费吧",
)
_CHANGES = (
    "第一笔改成{price}",
    "改成{price}",
    "第二笔是收入",
    "最后一笔不要",
    "把午饭改成晚饭",
    "第一笔{price}不是{price}",
    "恢复",
    "撤销刚才那笔",
    "刚才那笔改成{price}",
    "复制上一笔",
)
_QUESTIONS = ("这个月花了多少", "今天花了多少", "念一遍", "你能做什么", "最大的一笔是什么", "在吗")
_NOISE = "饭车钱块元点零三五七百千万0123456789.,，。！？ aZé🍜第笔不别月昨"
"""Characters for mutations: none of them makes a confirmation of a sentence that is none."""
_NO_TEXTS: Sequence[object] = (None, 3, [], "", "\x00", {})
_REFUSED = {400, 401, 403, 404, 413, 421}
_GOOD_BODY_SHARE = 0.85
_CONFIRM_SHARE = 0.4
_ATTEMPTS = 100


@dataclass
class Outcome:
    """What came of the calls.

    Attributes:
        statuses: how often each HTTP status was answered.
        confirmable: the rows that stood in a draft when its owner sent words that may save.
        confirmations: how many sentences were sent that may save.
        late: how many answers were given before the dialogue was done, as on a busy machine.
        cut_off: how many connections ended before an answer; the call was then made once more.
        faults: what must not have happened.
    """

    statuses: Counter[int] = field(default_factory=Counter[int])
    confirmable: set[tuple[str, ...]] = field(default_factory=set[tuple[str, ...]])
    confirmations: int = 0
    late: int = 0
    cut_off: int = 0
    faults: list[str] = field(default_factory=list[str])


async def fuzz(origin: str, tokens: Sequence[str], ledger: Path, calls: int, seed: int) -> Outcome:
    """So many calls, shared among the holders of the tokens, then a look into the ledger."""
    # As the daemon does at its start: at the first sentence they would hold up the server for seconds.
    compile_all()
    shipped_weights()
    outcome = Outcome()
    async with asyncio.TaskGroup() as group:
        for number, token in enumerate(tokens):
            share = calls // len(tokens) + (number < calls % len(tokens))
            speaker = _Speaker(origin, token, random.Random(seed * 1000 + number), outcome, number)
            group.create_task(speaker.speak(share))
    for row in _rows(ledger):
        if row not in outcome.confirmable:
            outcome.faults.append(f"nobody confirmed {row}")
    return outcome


class _Speaker:
    def __init__(self, origin: str, token: str, chance: random.Random, outcome: Outcome, number: int) -> None:
        self._origin = origin
        self._token = token
        self._chance = chance
        self._outcome = outcome
        self._place = f"127.0.1.{number + 1}"
        self._shown: dict[str, list[dict[str, Any]]] = {}

    async def speak(self, calls: int) -> None:
        # An address of its own: the limit of visits is for each address.
        transport = httpx.AsyncHTTPTransport(local_address=self._place)
        async with httpx.AsyncClient(base_url=self._origin, transport=transport, timeout=60) as client:
            for _ in range(calls):
                if self._chance.random() < _GOOD_BODY_SHARE:
                    await self._say(client)
                else:
                    await self._blunder(client)

    async def _say(self, client: httpx.AsyncClient) -> None:
        session = self._chance.choice(("", "", "", "厨房"))
        text = self._sentence(has_draft=bool(self._shown.get(session)))
        before = self._shown.get(session, [])
        if text in CONFIRMS:
            self._outcome.confirmations += 1
            self._outcome.confirmable |= {_values(row) for row in before if row["status"] != "cancelled"}
        body = {"text": text, "session": session} if session else {"text": text}
        answer = await self._post(client, json.dumps(body).encode())
        if answer.status_code == 200:
            told = answer.json()
            self._shown[session] = told["draft"] or []
            self._outcome.late += told["waiting"]
        elif answer.status_code != 400:
            self._outcome.faults.append(f"{text}: {answer.status_code} {answer.text}")

    async def _blunder(self, client: httpx.AsyncClient) -> None:
        chance = self._chance
        match chance.randrange(7):
            case 0:
                answer = await self._post(client, chance.randbytes(chance.randrange(200)))
            case 1:
                answer = await self._post(client, json.dumps({"text": chance.choice(_NO_TEXTS)}).encode())
            case 2:
                answer = await self._post(
                    client, json.dumps({"text": "午饭35", "session": "s" * 50}).encode()
                )
            case 3:
                long = b'{"text": "' + b"9" * chance.randrange(300, 40_000) + b'"}'
                answer = await self._post(client, long)
            case 4:
                answer = await self._post(
                    client, '{"text": "确认"}'.encode(), token="x" * chance.randrange(60)
                )
            case 5:
                answer = await self._post(client, b"[" * chance.randrange(1, 16_000))
            case _:
                path = chance.choice(("/api/transactions", "/", "/api/export?format=csv", "/api/say"))
                bearer = {"Authorization": f"Bearer {self._token}", "Connection": "close"}
                async with httpx.AsyncClient(base_url=self._origin, timeout=60) as other:
                    answer = await other.get(path, headers=bearer)
                self._outcome.statuses[answer.status_code] += 1
        if answer.status_code not in _REFUSED:
            self._outcome.faults.append(f"{answer.request.method} {answer.request.url}: {answer.status_code}")

    async def _post(self, client: httpx.AsyncClient, body: bytes, token: str | None = None) -> httpx.Response:
        bearer = {"Authorization": f"Bearer {self._token if token is None else token}".strip()}
        for _ in range(_ATTEMPTS):
            try:
                answer = await client.post("/api/say", content=body, headers=bearer)
            except httpx.TransportError:
                # The server closes a connection after a request that was too long, and one that was idle for long: the
                # client may have begun to use it.
                self._outcome.cut_off += 1
                continue
            self._outcome.statuses[answer.status_code] += 1
            if answer.status_code != 429:
                return answer
            await asyncio.sleep(int(answer.headers["retry-after"]))
        raise AssertionError(f"no answer in {_ATTEMPTS} attempts")

    def _sentence(self, *, has_draft: bool) -> str:
        chance = self._chance
        if has_draft and chance.random() < _CONFIRM_SHARE:
            return chance.choice(CONFIRMS)
        kinds = (CONFIRMS, _REFUSALS, _ENTRIES, _ENTRIES, _CHANGES, _QUESTIONS)
        kind = chance.choice(kinds)
        text = chance.choice(kind)
        while "{price}" in text:
            text = text.replace("{price}", f"{chance.randrange(1, 3_000_00) / 100:g}", 1)
        if kind in (CONFIRMS, _REFUSALS) or chance.random() < 0.6:
            return text
        return self._mutated(text)

    def _mutated(self, text: str) -> str:
        chance = self._chance
        for _ in range(chance.randrange(1, 4)):
            at = chance.randrange(len(text) + 1)
            match chance.randrange(3):
                case 0:
                    text = text[:at] + chance.choice(_NOISE) + text[at:]
                case 1:
                    text = text[:at] + text[at + 1 :]
                case _:
                    text += text[at:]
        return text[:200] or "饭"


def _values(row: dict[str, Any]) -> tuple[str, ...]:
    return (row["amount"] or "", row["type"], row["category"], row["description"], row["date"])


def _rows(ledger: Path) -> list[tuple[str, ...]]:
    """Every row that was ever saved, as it was saved, those that were undone or changed since included."""
    with closing(sqlite3.connect(ledger)) as connection:
        found = connection.execute(
            "SELECT r.id, r.amount_fen, r.type, r.category, r.description, r.date FROM recorded AS r"
        ).fetchall()
        first = dict(
            connection.execute(
                "SELECT transaction_id, old_row FROM revisions GROUP BY transaction_id HAVING id = min(id)"
            ).fetchall()
        )
    rows: list[tuple[str, ...]] = []
    for id_, fen, type_, category, description, day in found:
        old = json.loads(first[id_]) if id_ in first else None
        saved = (fen, type_, category, description, day)
        if old is not None:
            saved = tuple(old[name] for name in ("amount_fen", "type", "category", "description", "date"))
        amount = f"{saved[0] // 100}" if saved[0] % 100 == 0 else f"{saved[0] / 100:.2f}".rstrip("0")
        rows.append((amount, *map(str, saved[1:])))
    return rows
