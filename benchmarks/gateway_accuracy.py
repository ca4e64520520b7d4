"""The accuracy of a real model through the gateway, and alone.

The effect on the draft counts: a sentence is exact if every amount and type is right, a correction if it gives exactly
the expected rows. Commands that the daemon handles without a model (最后一笔删掉) are handled the same way here and marked.
`alone` takes the model's answer literally, if it was asked at all: sentences that rules are sure of do not reach it.

    scripts/eval-llm --upstream URL --model NAME [--every N]

The rules alone also read the sentences of several entries. With the model at least as many of them must be right.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from benchmarks.gateway_report import Score, costs, report
from benchmarks.recorded_model import Recorder
from tests.gateway.natural_words import NaturalCorrection, natural_corrections, natural_lists
from voiced.adapters.llm.openai_chat import AnswerFormat, OpenAiChat
from voiced.dialogue.values.requests import (
    Appended,
    Confirmed,
    Corrected,
    CorrectionRequest,
    Outcome,
    ParseRequest,
    RequestContext,
    Unclear,
)
from voiced.domain.money import Money
from voiced.domain.transaction import CONFIDENCE_FLOOR, Correction, ParseResult, TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.errors import InterpreterFailure, UpstreamFailure
from voiced.gateway.extraction import Proposal, ProposedEntries, read_correction, read_entries
from voiced.gateway.interpreter import ModelInterpreter
from voiced.gateway.protocol.answers import NEW_ROW
from voiced.language.commands.classifier import classify
from voiced.language.commands.command import CancelRows, FreeWords, NewEntry, Rows
from voiced.language.entries.sentence import split_sentence
from voiced.language.text.spelling import normalise

ROOT = Path(__file__).resolve().parent.parent
NOW = datetime.fromisoformat("2026-11-21T10:30:00+08:00")
CONTEXT = RequestContext(now=NOW)

Case = dict[str, Any]
"""A line of the labelled data."""
RowFields = tuple[Decimal | None, str, str, str]
"""Amount, type, category and day of a row, by which a correction is judged."""


AmountsAndTypes = list[tuple[Decimal | None, str]]
"""The fields by which a sentence of several entries is judged."""


def labelled_lists(folder: Path) -> Iterator[tuple[str, list[AmountsAndTypes]]]:
    """Sentences of several entries, each with its right answers."""
    for case in _cases(folder / "multi.jsonl"):
        right = (case["transactions"], *case.get("alternatives", []))
        yield case["text"], [_amounts_and_types(one) for one in right]
    for said, entries in natural_lists():
        yield said, [[(amount, of_type.value) for amount, of_type in entries]]


async def multi(recorder: Recorder, cases: Iterable[tuple[str, list[AmountsAndTypes]]]) -> list[Score]:
    """Sentences of several entries."""
    interpreter = _interpreter(recorder)
    scores: list[Score] = []
    for said, right in cases:
        recorder.forget()
        try:
            entries = (await interpreter.parse(ParseRequest(said, CONTEXT))).results
            got, remark = _read(entries), ""
        except InterpreterFailure as failure:
            entries, got, remark = (), [], str(failure)
        by_rules = _read(split_sentence(normalise(said), DEFAULT_VOCABULARY, NOW)) in right
        marked = sum((entry.confidence or 1) < CONFIDENCE_FLOOR for entry in entries)
        alone = _entries_alone(recorder.last) in right
        scores.append(Score(said, got in right, alone, remark or _brief(got), by_rules, marked))
    return scores


def _read(entries: Iterable[ParseResult]) -> AmountsAndTypes:
    return [(entry.amount.yuan if entry.amount else None, entry.type.value) for entry in entries]


async def natural(recorder: Recorder, cases: Iterable[NaturalCorrection]) -> list[Score]:
    """Corrections as people say them."""
    interpreter = _interpreter(recorder)
    scores: list[Score] = []
    for case in cases:
        recorder.forget()
        try:
            outcome = (await interpreter.correct(CorrectionRequest(case.rows, case.said, CONTEXT))).outcome
        except InterpreterFailure as failure:
            scores.append(Score(case.said, exact=False, alone=False, remark=str(failure)))
            continue
        changes = outcome.corrections if isinstance(outcome, Corrected) else ()
        exact = case.is_met_by({one.index: one.fields for one in changes})
        proposed = {one.index: one.fields for one in _changes_alone(recorder.last)}
        alone = case.is_met_by(proposed) if recorder.last else None
        marked = sum((one.confidence or 1) < CONFIDENCE_FLOOR for one in changes)
        scores.append(Score(case.said, exact, alone, _words(outcome), marked=marked))
    return scores


async def corrections(recorder: Recorder, cases: Iterable[Case]) -> list[Score]:
    """Words about an open draft."""
    interpreter = _interpreter(recorder)
    return [await _correction(interpreter, recorder, case) for case in cases]


async def _correction(interpreter: ModelInterpreter, recorder: Recorder, case: Case) -> Score:
    rows = tuple(_row(item) for item in case["batch"])
    said, expected = case["text"], case["expect"]
    command = classify(said, DEFAULT_VOCABULARY, NOW)
    name = f"{case.get('id', '')} {said}"
    if not isinstance(command, FreeWords | NewEntry):
        is_right = isinstance(command, CancelRows) and command.rows == Rows(
            tuple(
                number if number <= len(rows) else -1 for number in _from_end(expected.get("items", ()), rows)
            )
        )
        return Score(name, is_right, None, "settled without a model")
    recorder.forget()
    try:
        outcome = (await interpreter.correct(CorrectionRequest(rows, said, CONTEXT))).outcome
    except InterpreterFailure as failure:
        return Score(name, exact=False, alone=False, remark=str(failure))
    right, is_asked = _expected(expected, rows), bool(recorder.last)
    if expected["intent"] == "new_input":
        alone = isinstance(_proposal_alone(recorder.last), ProposedEntries) if is_asked else None
        return Score(name, isinstance(outcome, Appended), alone)
    if right is None:
        return Score(
            name, exact=False, alone=False, remark=f"cannot be said in this protocol; got {_words(outcome)}"
        )
    alone = _applied(_changes_alone(recorder.last), rows) == right if is_asked else None
    return Score(name, _effect(outcome, rows) == right, alone, _words(outcome))


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
"""Scenario, draft, words, and the expected result."""


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


def _interpreter(recorder: Recorder) -> ModelInterpreter:
    return ModelInterpreter(recorder)


def _row(item: Case) -> ParseResult:
    amount = None if item["amount"] is None else Money.from_yuan(Decimal(str(item["amount"])))
    return ParseResult(
        amount, TransactionType(item["type"]), item["category"], NOW.date(), item["description"]
    )


def _amounts_and_types(transactions: Sequence[Case]) -> AmountsAndTypes:
    return [(Decimal(str(one["amount"])), one["type"]) for one in transactions]


def _entries_alone(text: str) -> AmountsAndTypes:
    try:
        read = read_entries(text, NOW)
    except UpstreamFailure:
        return []
    return [(one.fields.amount.yuan if one.fields.amount else None, str(one.fields.type)) for one in read]


def _changes_alone(text: str) -> tuple[Correction, ...]:
    match _proposal_alone(text):
        case Corrected(changes):
            return changes
        case ProposedEntries(entries):
            return tuple(Correction(NEW_ROW, entry.fields) for entry in entries)
        case _:
            return ()


def _proposal_alone(text: str) -> Proposal | None:
    try:
        return read_correction(text, NOW).proposal
    except UpstreamFailure:
        return None


def _applied(changes: Iterable[Correction], rows: Sequence[ParseResult]) -> list[RowFields]:
    """The rows after the change; a change of a missing row makes the whole answer invalid."""
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


def _brief(got: AmountsAndTypes) -> str:
    return ", ".join(f"{of_type} {amount}" for amount, of_type in got)


def _cases(path: Path) -> list[Case]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


async def run(options: argparse.Namespace) -> int:
    """Ask all questions and print the tables; the exit status is 1 if a budget is missed."""
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
    lists = list(labelled_lists(options.data))[:: options.every]
    cases = _cases(options.data / "corrections.jsonl")[:: options.every]
    said = list(natural_corrections())[:: options.every]
    parts = [
        ("Several entries in a sentence", await multi(recorder, lists), 0.9),
        ("Corrections", await corrections(recorder, cases), 0.85),
        ("Scenarios", await scenarios(recorder), 1.0),
        ("Corrections as people say them", await natural(recorder, said), 0.5),
    ]
    await recorder.close()
    print(f"# {options.model}, {datetime.now().astimezone():%Y-%m-%d}")  # noqa: TID251 - the date of a report
    for title, scores, budget in parts:
        print("\n".join(report(title, scores, budget)))
    print("\n".join(f"- {score.name} → {score.remark}" for score in parts[2][1]))
    print("\n".join(costs(recorder)))
    compared = parts[0][1]
    is_worse = sum(one.exact for one in compared) < sum(bool(one.by_rules) for one in compared)
    missed = any(sum(score.exact for score in scores) < budget * len(scores) for _, scores, budget in parts)
    return int(is_worse or missed)


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
        "--every", type=int, default=1, metavar="N", help="only every Nth line, for a slow machine"
    )
    parser.add_argument(
        "--keep", type=Path, metavar="DIR", help="keep answers here and use those that are there"
    )
    return asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    raise SystemExit(main())
