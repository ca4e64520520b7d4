"""How right a real model is through the gateway, and how right it is alone.

What counts is the effect on the draft: a sentence is exact when every amount and type is, a correction when the rows are
afterwards as they should be, with nothing else changed. Commands that the daemon settles without any model (最后一笔删掉)
are settled the same way here and marked so. `alone` is the model's answer taken at its word.

    scripts/eval-llm --upstream URL --model NAME
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from voiced.adapters.llm.in_process_gateway import InProcessExchange
from voiced.adapters.llm.llm_gateway import LlmGateway
from voiced.adapters.llm.openai_chat import AnswerFormat, OpenAiChat
from voiced.dialogue.asking import (
    Appended,
    AskingContext,
    Confirmed,
    Corrected,
    CorrectionRequest,
    Outcome,
    ParseRequest,
    Unclear,
)
from voiced.domain.money import Money
from voiced.domain.taxonomy import DEFAULT_VOCABULARY
from voiced.domain.transaction import Correction, ParseResult, TransactionType
from voiced.errors import InterpreterFailure, UpstreamFailure
from voiced.gateway.extraction import Intent, read_correction, read_entries
from voiced.gateway.service import Gateway
from voiced.gateway.upstream import Chat, Completion, Upstream
from voiced.language.commands import CancelRows, Correct, NewInput, Rows
from voiced.language.intents import classify

ROOT = Path(__file__).resolve().parent.parent
NOW = datetime.fromisoformat("2026-11-21T10:30:00+08:00")
CONTEXT = AskingContext(now=NOW)

Case = dict[str, Any]
"""A line of the labelled data, as it is in the file."""
RowFields = tuple[Decimal | None, str, str, str]
"""Amount, type, category and day of a row: what a correction is judged by."""


@dataclass(slots=True)
class Recorder:
    """An `Upstream` that notes what it costs, and keeps answers in a folder so that checks are tuned without asking again."""

    upstream: Upstream
    folder: Path | None
    seconds: list[float] = field(default_factory=list[float])
    prompt_tokens: list[int] = field(default_factory=list[int])
    completion_tokens: list[int] = field(default_factory=list[int])
    last: str = ""

    @property
    def model(self) -> str:
        """The model's name."""
        return self.upstream.model

    async def prepare(self) -> None:
        """See `Upstream.prepare`."""
        await self.upstream.prepare()

    async def complete(self, chat: Chat) -> Completion:
        """See `Upstream.complete`."""
        kept = self._kept(chat)
        if kept and kept.exists():
            answer: Case = json.loads(kept.read_text(encoding="utf-8"))
        else:
            self.last = ""
            started = time.perf_counter()
            completion = await self.upstream.complete(chat)
            answer = {
                "text": completion.text,
                "seconds": time.perf_counter() - started,
                "prompt_tokens": completion.prompt_tokens,
                "completion_tokens": completion.completion_tokens,
            }
            if kept:
                kept.write_text(json.dumps(answer, ensure_ascii=False), encoding="utf-8")
        self.seconds.append(answer["seconds"])
        self.prompt_tokens.append(answer["prompt_tokens"] or 0)
        self.completion_tokens.append(answer["completion_tokens"] or 0)
        self.last = answer["text"]
        return Completion(self.last, answer["prompt_tokens"], answer["completion_tokens"])

    async def close(self) -> None:
        """See `Upstream.close`."""
        await self.upstream.close()

    def _kept(self, chat: Chat) -> Path | None:
        if self.folder is None:
            return None
        asked = json.dumps([(message.role, message.content) for message in chat.messages], ensure_ascii=False)
        return self.folder / f"{hashlib.sha256(asked.encode()).hexdigest()}.json"


@dataclass(frozen=True, slots=True)
class Score:
    """One line of the result: whether it is exact through the gateway, and alone."""

    name: str
    exact: bool
    alone: bool | None
    remark: str = ""


async def multi(recorder: Recorder, cases: Iterable[Case]) -> list[Score]:
    """Sentences of several entries."""
    interpreter = _interpreter(recorder)
    scores: list[Score] = []
    for case in cases:
        right = [_amounts_and_types(one) for one in (case["transactions"], *case.get("alternatives", []))]
        try:
            entries = await interpreter.parse(ParseRequest(case["text"], CONTEXT))
            got = [(entry.amount.yuan if entry.amount else None, entry.type.value) for entry in entries]
        except InterpreterFailure as failure:
            got = [(None, str(failure))]
        scores.append(Score(case["text"], got in right, _entries_alone(recorder.last) in right, _brief(got)))
    return scores


async def corrections(recorder: Recorder, cases: Iterable[Case]) -> list[Score]:
    """Words about an open draft."""
    interpreter = _interpreter(recorder)
    return [await _correction(interpreter, recorder, case) for case in cases]


async def _correction(interpreter: LlmGateway, recorder: Recorder, case: Case) -> Score:
    rows = tuple(_row(item) for item in case["batch"])
    said, expected = case["text"], case["expect"]
    command = classify(said, DEFAULT_VOCABULARY, NOW)
    name = f"{case.get('id', '')} {said}"
    if not isinstance(command, Correct | NewInput):
        is_right = isinstance(command, CancelRows) and command.rows == Rows(
            tuple(
                number if number <= len(rows) else -1 for number in _from_end(expected.get("items", ()), rows)
            )
        )
        return Score(name, is_right, None, "settled without a model")
    try:
        outcome = (await interpreter.correct(CorrectionRequest(rows, said, CONTEXT))).outcome
    except InterpreterFailure as failure:
        return Score(name, exact=False, alone=False, remark=str(failure))
    alone = _changes_alone(recorder.last)
    right = _expected(expected, rows)
    if expected["intent"] == "new_input":
        return Score(name, isinstance(outcome, Appended), _intent_alone(recorder.last) is Intent.APPEND)
    if right is None:
        return Score(
            name, exact=False, alone=False, remark=f"cannot be said in this protocol; got {_words(outcome)}"
        )
    return Score(name, _effect(outcome, rows) == right, _applied(alone, rows) == right, _words(outcome))


SCENARIOS: tuple[tuple[str, tuple[str, ...], str, str], ...] = (
    ("2-07", ("60 EXPENSE 餐饮 吃饭", "30 EXPENSE 交通 打车"), "第一笔改成50", "0 amount 50"),
    ("2-08", ("60 EXPENSE 餐饮 吃饭", "30 EXPENSE 红包 红包"), "红包那笔改为收入", "1 type INCOME"),
    ("2-09", ("60 EXPENSE 餐饮 吃饭",), "嗯对就这样", "confirm"),
    ("2-10", ("60 EXPENSE 餐饮 吃饭",), "还有一笔奶茶15", "append 15 EXPENSE 饮品"),
    ("2-11", ("60 EXPENSE 餐饮 吃饭", "30 EXPENSE 交通 打车"), "那个好像有点怪怪的", "unclear"),
    ("2-12", ("60 EXPENSE 餐饮 吃饭",), "改为收入100块", "0 amount 100 type INCOME"),
    ("3-15", ("60 EXPENSE 餐饮 吃饭", "30 EXPENSE 红包 红包"), "红包那笔应该是收入", "1 type INCOME"),
    ("3-16", ("60 EXPENSE 餐饮 吃饭", "30 EXPENSE 交通 打车"), "金额都加10块", "0 amount 70; 1 amount 40"),
    ("3-17", ("60 EXPENSE 餐饮 吃饭", "30 EXPENSE 交通 打车"), "改成五十", "unclear"),
)
"""Scenario, draft, words, and what is to come of them."""


async def scenarios(recorder: Recorder) -> list[Score]:
    """The scenarios of the documents that a model answers."""
    interpreter = _interpreter(recorder)
    scores: list[Score] = []
    for id_, draft, said, expected in SCENARIOS:
        rows = tuple(
            _row(dict(zip(("amount", "type", "category", "description"), one.split(), strict=True)))
            for one in draft
        )
        try:
            outcome = (await interpreter.correct(CorrectionRequest(rows, said, CONTEXT))).outcome
            got = _words(outcome)
        except InterpreterFailure as failure:
            got = str(failure)
        scores.append(Score(f"{id_} {said}", got == expected, None, got))
    return scores


def _interpreter(recorder: Recorder) -> LlmGateway:
    return LlmGateway(InProcessExchange(Gateway(recorder, lambda: NOW)))


def _row(item: Case) -> ParseResult:
    amount = None if item["amount"] is None else Money.from_yuan(Decimal(str(item["amount"])))
    return ParseResult(
        amount, TransactionType(item["type"]), item["category"], NOW.date(), item["description"]
    )


def _amounts_and_types(transactions: Sequence[Case]) -> list[tuple[Decimal | None, str]]:
    return [(Decimal(str(one["amount"])), one["type"]) for one in transactions]


def _entries_alone(text: str) -> list[tuple[Decimal | None, str]]:
    try:
        read = read_entries(text, NOW)
    except UpstreamFailure:
        return []
    return [(one.fields.amount.yuan if one.fields.amount else None, str(one.fields.type)) for one in read]


def _changes_alone(text: str) -> tuple[Correction, ...]:
    try:
        return tuple(Correction(one.index, one.fields) for one in read_correction(text, NOW).changes)
    except UpstreamFailure:
        return ()


def _intent_alone(text: str) -> Intent | None:
    try:
        return read_correction(text, NOW).intent
    except UpstreamFailure:
        return None


def _applied(changes: Iterable[Correction], rows: Sequence[ParseResult]) -> list[RowFields]:
    """The rows afterwards; a change of a row that there is none makes no sense at all."""
    after = list(rows)
    for change in changes:
        if not 0 <= change.index < len(after):
            return []
        after[change.index] = after[change.index].amended(change.fields)
    return [
        (row.amount.yuan if row.amount else None, row.type.value, row.category, row.date.isoformat())
        for row in after
    ]


def _effect(outcome: Outcome, rows: Sequence[ParseResult]) -> list[RowFields]:
    match outcome:
        case Corrected(changes):
            return _applied(changes, rows)
        case Unclear():
            return _applied((), rows)
        case _:
            return []


def _expected(expected: Case, rows: Sequence[ParseResult]) -> list[RowFields] | None:
    if "corrections" not in expected:
        return None
    after: list[RowFields] = _applied((), rows)
    for change in expected["corrections"]:
        index: int = change["index"]
        fields: Case = change["updatedFields"]
        amount, of_type, category, day = after[index]
        amount = Decimal(str(fields["amount"])) if "amount" in fields else amount
        after[index] = (
            amount,
            fields.get("type", of_type),
            fields.get("category", category),
            fields.get("date", day),
        )
    return after


def _from_end(numbers: Sequence[int], rows: Sequence[ParseResult]) -> Iterator[int]:
    """Row numbers as a command may name them: the last row is -1."""
    for number in numbers:
        yield -1 if number == len(rows) else number


def _words(outcome: Outcome) -> str:
    match outcome:
        case Corrected(changes):
            return "; ".join(f"{one.index} {_fields(one)}" for one in changes)
        case Appended(results):
            return "; ".join(f"append {one.amount} {one.type.value} {one.category}" for one in results)
        case Confirmed():
            return "confirm"
        case _:
            return type(outcome).__name__.lower()


def _fields(change: Correction) -> str:
    names = ("amount", "type", "category", "description", "date", "account")
    stated = {name: getattr(change.fields, name) for name in names}
    return " ".join(f"{name} {value}" for name, value in stated.items() if value is not None)


def _brief(got: Sequence[tuple[Decimal | None, str]]) -> str:
    return ", ".join(f"{of_type} {amount}" for amount, of_type in got)


def report(title: str, scores: Sequence[Score], budget: float) -> Iterator[str]:
    """A table of one kind, misses only."""
    exact = sum(score.exact for score in scores)
    judged = [score for score in scores if score.alone is not None]
    alone = f"{sum(bool(score.alone) for score in judged)} of {len(judged)}" if judged else "not judged"
    yield f"\n## {title}\n"
    yield "| exact through the gateway | the model alone | budget |"
    yield "|---|---|---|"
    yield f"| {exact} of {len(scores)} ({exact / len(scores):.0%}) | {alone} | {budget:.0%} |"
    missed = [score for score in scores if not score.exact]
    if missed:
        yield "\nMissed:\n"
        yield from (f"- {score.name} → {score.remark}" for score in missed)


def costs(recorder: Recorder) -> Iterator[str]:
    """What the answers took."""
    if len(recorder.seconds) < 2:
        return
    cuts = quantiles(recorder.seconds, n=20)
    yield "\n## Cost of an answer\n"
    yield "| requests | p50 s | p95 s | prompt tokens, median / most | answer tokens, median / most |"
    yield "|---|---|---|---|---|"
    yield (
        f"| {len(recorder.seconds)} | {median(recorder.seconds):.1f} | {cuts[-1]:.1f} "
        f"| {median(recorder.prompt_tokens):.0f} / {max(recorder.prompt_tokens)} "
        f"| {median(recorder.completion_tokens):.0f} / {max(recorder.completion_tokens)} |"
    )


def _cases(path: Path) -> list[Case]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


async def run(options: argparse.Namespace) -> int:
    """Ask everything, print the tables; the exit status is 1 where a budget is missed."""
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
    chat = OpenAiChat(
        options.upstream,
        options.model,
        api_key=options.key,
        answer_format=AnswerFormat(options.format),
        deadline_seconds=options.deadline,
    )
    recorder = Recorder(chat, options.keep)
    parts = [
        ("Several entries in a sentence", await multi(recorder, _cases(options.data / "multi.jsonl")), 0.9),
        ("Corrections", await corrections(recorder, _cases(options.data / "corrections.jsonl")), 0.85),
        ("Scenarios", await scenarios(recorder), 1.0),
    ]
    await recorder.close()
    print(f"# {options.model}, {datetime.now().astimezone():%Y-%m-%d}")  # noqa: TID251 - the date of a report
    for title, scores, budget in parts:
        print("\n".join(report(title, scores, budget)))
    print("\n".join(f"- {score.name} → {score.remark}" for score in parts[2][1]))
    print("\n".join(costs(recorder)))
    return int(
        any(sum(score.exact for score in scores) < budget * len(scores) for _, scores, budget in parts)
    )


def main() -> int:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--upstream", required=True, metavar="URL", help="OpenAI-compatible API, ending in /v1"
    )
    parser.add_argument("--model", required=True, metavar="NAME")
    parser.add_argument("--key", help="API key")
    parser.add_argument("--format", default="json_schema", choices=[one.value for one in AnswerFormat])
    parser.add_argument(
        "--deadline", type=float, default=120.0, help="seconds for an answer (default %(default)s)"
    )
    parser.add_argument(
        "--data", type=Path, default=ROOT / "tests" / "data" / "eval", help="labelled sentences"
    )
    parser.add_argument(
        "--keep", type=Path, metavar="DIR", help="keep answers here and use those that are there"
    )
    return asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    raise SystemExit(main())
