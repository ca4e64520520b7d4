"""What a strong model is worth: the model alone, the product with it, and rules alone, on the same labelled sentences.

No such model can be called here, so its part is played by careful readers who saw the requests alone, and their answers are kept
(tests/data/believed/README.md). A request without a kept answer is written to a file and the figures are not printed, since a
sentence that is skipped would not count.

    python -m benchmarks.strong_model FOLDER… --answers FILE [--ask FILE] [--weighed] [--misses]

A folder has the files of `tests/data/tenth`, of which corrections may also hold the rows to `drop` and to `keep`, and the
`transactions` that are told beside a change.
"""

from __future__ import annotations

import argparse
import asyncio
import csv
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import UUID

from msgspec.structs import replace

from tests.dialogue.world import World
from tests.support.now import NOW
from voiced.dialogue.values import effects as fx
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.policy import Policy
from voiced.dialogue.values.requests import Corrected, CorrectionRequest, ParseRequest, RequestContext
from voiced.dialogue.values.state import AddOffer, ChangeOrAppend, Dialogue, Phase, ReadingInQuestion
from voiced.domain.batch import DraftBatch, DraftStatus
from voiced.domain.money import Money
from voiced.domain.transaction import Correction, ParseResult, TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.errors import VoicedError
from voiced.gateway.extraction import ProposedEntries, ProposedTurn, read_correction, read_entries
from voiced.gateway.interpreter import ModelInterpreter
from voiced.gateway.prompting import correction_chat, parse_chat
from voiced.gateway.protocol.answers import NEW_ROW
from voiced.gateway.upstream import Chat, Completion
from voiced.language.names.categories import file_under

Labelled = Mapping[str, Any]
KINDS = {"transactions": "parse", "corrections": "correct", "turn": "dialogue", "question": "question"}
CONTEXT = RequestContext(now=NOW)
ANSWERS_IN_A_TURN = 6
BLANK = ParseResult(None, TransactionType.EXPENSE, "其他", NOW.date())
"""What an answer leaves unsaid of a new row."""


class UnansweredError(Exception):
    """A request has no kept answer."""


class KeptAnswers:
    """An `Upstream` that gives the kept answers, matched by the kind and the last message of a request.

    Attributes:
        missing: the requests without an answer, each once.
        asked: how many requests there were.
    """

    model = "kept answers"

    def __init__(self, files: Iterable[Path]) -> None:
        self.missing: dict[tuple[str, str], None] = {}
        self.asked = 0
        self._answers: dict[tuple[str, str], str] = {}
        for file in files:
            for line in objects_of(file):
                self._answers[line["kind"], line["user"]] = line["text"]

    async def prepare(self) -> None:
        """See `Upstream.prepare`."""

    async def complete(self, chat: Chat) -> Completion:
        """See `Upstream.complete`."""
        self.asked += 1
        return Completion(self.answer(chat))

    def answer(self, chat: Chat) -> str:
        """The kept answer. Raises `UnansweredError` if it is missing."""
        key = KINDS[chat.schema_name], chat.messages[-1].content
        if key not in self._answers:
            self.missing[key] = None
            raise UnansweredError
        return self._answers[key]

    async def close(self) -> None:
        """See `Upstream.close`."""


@dataclass
class Household:
    """A daemon without sound and time, which asks the interpreter as soon as it has a question."""

    interpreter: ModelInterpreter | None
    policy: Policy
    world: World = field(init=False)

    def __post_init__(self) -> None:
        self.world = World(self.policy, now=NOW)
        self.world.happen(ev.Woken())

    @property
    def state(self) -> Dialogue:
        """The state of the dialogue."""
        return self.world.state

    async def hear(self, said: str) -> None:
        """The person says something; everything that follows from it happens."""
        self.world.happen(ev.Heard(said))
        await self._settle()

    async def _settle(self) -> None:
        for _ in range(ANSWERS_IN_A_TURN):
            if self.world.save is not None:
                self.world.write()
            elif self.world.questions and self.world.questions[-1].number in self.world.open_questions:
                await self._answer(self.world.questions[-1])
            elif self.world.lookups and self.world.lookups[-1].number in self.world.open_questions:
                self.world.answer(self.world.lookups[-1])
            else:
                return

    async def _answer(self, asked: fx.AskParse | fx.AskCorrection | fx.AskQuestionValue) -> None:
        self.world.open_questions.discard(asked.number)
        try:
            event = await self._outcome(asked)
        except VoicedError as failure:
            event = ev.ModelFailed(asked.number, str(failure))
        self.world.happen(event)

    async def _outcome(self, asked: fx.AskParse | fx.AskCorrection | fx.AskQuestionValue) -> ev.Event:
        if self.interpreter is None:
            raise AssertionError("rules alone ask nobody")
        match asked:
            case fx.AskParse(number, request):
                return ev.Parsed(number, await self.interpreter.parse(request))
            case fx.AskCorrection(number, request):
                return ev.Interpreted(number, await self.interpreter.correct(request))
            case _:
                return ev.ModelFailed(asked.number, "questions are scored apart")

    def open(self, rows: Sequence[ParseResult]) -> None:
        """Open a draft of these rows, which were read back with their question."""
        batch = DraftBatch.of(rows, batch_id=str(UUID(int=7, version=4)), created_at=NOW)
        self.world.state = replace(self.state, phase=Phase.LISTENING)
        self.world.happen(ev.DraftRecovered(batch))
        self.world.happen(ev.Heard("继续"))

    @property
    def saved(self) -> Counter[tuple[Decimal, str]]:
        """Amount and type of each row in the ledger."""
        return Counter((row.amount.yuan, row.type.value) for row in self.world.written.values())


@dataclass
class Score:
    """How many of a set are right, with the lines that are not."""

    total: int = 0
    number: int = 0
    misses: list[str] = field(default_factory=list[str])

    def count(self, line: str, *, holds: bool, look_if: bool = False) -> None:
        """Count a line; it is kept to be looked at where `holds` is `look_if`."""
        self.total += 1
        self.number += holds
        if holds is look_if:
            self.misses.append(line)


Table = dict[str, Score]


def objects_of(path: Path) -> Iterator[Labelled]:
    """The objects of a file of JSON lines."""
    with path.open(encoding="utf-8") as lines:
        yield from (json.loads(line, parse_float=Decimal) for line in lines if line.strip())


def singles_of(path: Path) -> Iterator[list[str]]:
    """The rows of a tab-separated file."""
    with path.open(encoding="utf-8", newline="") as lines:
        yield from (row for row in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE) if row)


@dataclass
class Run:
    """One way to understand the sentences: with the model believed or weighed, or by rules alone."""

    name: str
    answers: KeptAnswers
    policy: Policy
    table: Table = field(default_factory=dict[str, Score])

    def household(self) -> Household:
        """A new household."""
        is_online = self.policy.model_configured
        return Household(ModelInterpreter(self.answers) if is_online else None, self.policy)

    def count(self, name: str, line: str, *, holds: bool, look_if: bool = False) -> None:
        """Count a line of a set."""
        self.table.setdefault(name, Score()).count(line, holds=holds, look_if=look_if)

    async def single(self, text: str, wanted: Labelled | None, *, model_is_right: bool) -> None:
        """A sentence with one entry, or with none."""
        house, before = self.household(), self.answers.asked
        await house.hear(text)
        rows = () if house.state.batch is None else house.state.batch.items
        entries = [item.result for item in rows]
        question = house.state.open_question
        is_asked = isinstance(question, AddOffer | ReadingInQuestion) or any(
            not item.is_complete or item.result.is_doubtful for item in rows
        )
        is_local = self.answers.asked == before
        line = f"{text}: {'; '.join(map(brief, entries)) or house.state.said}"
        if wanted is None:
            self.count("talk that became a row", line, holds=bool(entries), look_if=True)
            if is_local and self.policy.model_configured:
                self.count("answered locally, wrong", line, holds=bool(entries), look_if=True)
        else:
            line += f" not {wanted}"
            holds = len(entries) == 1 and is_all(entries[0], wanted)
            self.count("single: all fields", line, holds=holds)
            money = len(entries) == 1 and is_money(entries[0], wanted)
            self.count("single: amount, type and day", line, holds=money)
            if is_local and self.policy.model_configured:
                self.count("answered locally, wrong", line, holds=not money, look_if=True)
        if self.policy.model_configured:
            self.count("answered locally", line, holds=is_local)
            if model_is_right:
                self.count("asked or marked although the model was right", line, holds=is_asked, look_if=True)

    async def listed(self, labelled: Labelled) -> None:
        """A sentence of several entries."""
        house = self.household()
        await house.hear(labelled["text"])
        rows = [] if house.state.batch is None else [item.result for item in house.state.batch.items]
        line = f"{labelled['text']}: {'; '.join(map(brief, rows)) or house.state.said}"
        self.count("lists: amounts and types", line, holds=is_list(rows, labelled))

    async def corrected(self, labelled: Labelled) -> None:
        """Words about an open draft."""
        house = self.household()
        rows = [row_of(item) for item in labelled["batch"]]
        house.open(rows)
        await house.hear(labelled["text"])
        holds = is_effect(house, rows, labelled["expect"])
        line = f"{[brief(row) for row in rows]} {labelled['text']}: {effect(house)} not {labelled['expect']}"
        self.count("corrections", line, holds=holds)
        is_changed = house.state.batch is None or [
            (item.result, item.status) for item in house.state.batch.items
        ] != [(row, DraftStatus.PENDING) for row in rows]
        if not holds:
            self.count("corrections: another change", line, holds=is_changed, look_if=True)
        else:
            self.count("corrections: another change", line, holds=False, look_if=True)

    async def talked(self, labelled: Labelled) -> None:
        """A conversation, typed into a daemon with an empty ledger."""
        house = self.household()
        told: list[str] = []
        for turn in labelled["turns"]:
            await house.hear(turn)
            told.append(f"「{turn}」 → {house.state.said}")
        wanted = Counter((Decimal(str(row["amount"])), row["type"]) for row in labelled["ledger"])
        line = f"{' | '.join(told)}: {dict(house.saved)} not {dict(wanted)}"
        self.count("conversations: ledger right", line, holds=house.saved == wanted)
        self.count("conversations: a wrong row", line, holds=bool(house.saved - wanted), look_if=True)


def day_of(days: str) -> date:
    """The day so many days from now."""
    return NOW.date() + timedelta(days=int(days))


def is_all(row: ParseResult, wanted: Labelled) -> bool:
    """Whether a row has all labelled fields."""
    category = file_under(row.category, row.type, DEFAULT_VOCABULARY)
    return is_money(row, wanted) and category in wanted["category"].split("|")


def is_money(row: ParseResult, wanted: Labelled) -> bool:
    """Whether a row has the labelled amount, type and day."""
    amounts = [Decimal(one) for one in str(wanted["amount"]).split("|")]
    return (
        row.amount is not None
        and row.amount.yuan in amounts
        and row.type.value in wanted["type"].split("|")
        and row.date in [day_of(one) for one in str(wanted["days"]).split("|")]
    )


def is_list(rows: Sequence[ParseResult], labelled: Labelled) -> bool:
    """Whether rows have the amounts and types of a label, in its order."""
    return any(
        len(rows) == len(right)
        and all(
            row.amount is not None
            and row.amount.yuan in [Decimal(one) for one in str(want["amount"]).split("|")]
            and row.type.value in want["type"].split("|")
            for row, want in zip(rows, right, strict=True)
        )
        for right in (labelled["transactions"], *labelled.get("alternatives", ()))
    )


def row_of(item: Labelled) -> ParseResult:
    """A row of a labelled draft."""
    amount = None if item["amount"] is None else Money.from_yuan(Decimal(str(item["amount"])))
    return ParseResult(
        amount, TransactionType(item["type"]), item["category"], NOW.date(), item["description"]
    )


def is_effect(house: Household, rows: Sequence[ParseResult], expect: Labelled) -> bool:
    """Whether the draft and the ledger are as a label wants them."""
    batch, saved = house.state.batch, house.saved
    match expect["intent"]:
        case "confirm":
            return saved == Counter((row.amount.yuan, row.type.value) for row in rows if row.amount)
        case "cancel":
            return batch is None and not saved
        case "new_input":
            added = [item.result for item in batch.items[len(rows) :]] if batch else []
            kept = batch is not None and [item.result for item in batch.items[: len(rows)]] == list(rows)
            return kept and is_added(added, expect)
        case _:
            return not saved and is_changed_to(batch, rows, expect)


def is_added(rows: Sequence[ParseResult], expect: Labelled) -> bool:
    """Whether rows are the entries that a label wants; some labels only say that there is one."""
    return is_list(rows, expect) if "transactions" in expect else bool(rows)


def is_changed_to(batch: DraftBatch | None, rows: Sequence[ParseResult], expect: Labelled) -> bool:
    """Whether the rows have the labelled values and decisions, and no others."""
    drop, keep = set(expect.get("drop", ())), set(expect.get("keep", ()))
    if expect["intent"] == "cancel_item":
        drop |= {number - 1 if number > 0 else len(rows) + number for number in expect["items"]}
    if batch is None:
        return drop == set(range(len(rows)))
    added = [item.result for item in batch.items[len(rows) :]]
    if not (is_list(added, expect) if "transactions" in expect else not added):
        return False
    changes = {one["index"]: one["updatedFields"] for one in expect.get("corrections", ())}
    resolves_all = drop | keep == set(range(len(rows)))
    for item, row in zip(batch.items, rows, strict=False):
        status = DraftStatus.CANCELLED if item.index in drop else DraftStatus.PENDING
        if item.index in keep and not changes and not resolves_all:
            status = DraftStatus.CONFIRMED
        # A row that was approved and is left open loses nothing.
        allowed = {status, DraftStatus.PENDING} if item.index in keep else {status}
        if item.status not in allowed or not has_fields(item.result, row, changes.get(item.index, {})):
            return False
    return True


def has_fields(now: ParseResult, before: ParseResult, fields: Labelled) -> bool:
    """Whether a row has the new values, and its old ones elsewhere; descriptions may be worded in several ways."""
    for name in ("amount", "type", "category", "date", "account"):
        value = getattr(now, name)
        if name not in fields:
            if name == "category" and "type" in fields:
                continue
            if value != getattr(before, name):
                return False
            continue
        text = {
            "amount": str(value),
            "date": str(value),
            "type": getattr(value, "value", ""),
            "category": value,
            "account": value,
        }[name]
        wanted = [str(one) for one in str(fields[name]).split("|")]
        if name == "amount":
            if value is None or value.yuan not in [Decimal(one) for one in wanted]:
                return False
        elif text not in wanted:
            return False
    return True


def brief(row: ParseResult) -> str:
    """A row in a few words."""
    mark = "?" if row.is_doubtful else ""
    return f"{row.type.value} {row.amount} {row.category} {row.description} {row.date:%m-%d}{mark}"


def effect(house: Household) -> str:
    """What became of a draft, in a few words."""
    batch = house.state.batch
    rows = (
        "no draft"
        if batch is None
        else str([(item.status.value, brief(item.result)) for item in batch.items])
    )
    question = house.state.open_question
    return f"{rows} {house.state.said} {'offer' if isinstance(question, AddOffer | ChangeOrAppend) else ''}"


class Alone:
    """The model's answers, taken literally."""

    def __init__(self, answers: KeptAnswers) -> None:
        self._answers = answers
        self.table: Table = {}

    def entries(self, text: str) -> list[ParseResult]:
        """The entries of an utterance."""
        read = read_entries(self._answers.answer(parse_chat(ParseRequest(text, CONTEXT))), NOW)
        return [BLANK.amended(one.fields) for one in read]

    def turn(self, rows: Sequence[ParseResult], text: str) -> ProposedTurn:
        """The meaning of words about a draft."""
        chat = correction_chat(CorrectionRequest(tuple(rows), text, CONTEXT))
        return read_correction(self._answers.answer(chat), NOW)

    def count(self, name: str, line: str, *, holds: bool, look_if: bool = False) -> None:
        """Count a line of a set."""
        self.table.setdefault(name, Score()).count(line, holds=holds, look_if=look_if)

    def is_right(self, rows: Sequence[ParseResult], labelled: Labelled) -> bool:
        """Whether the answer says what the label wants."""
        expect, proposed = labelled["expect"], self.turn(rows, labelled["text"]).proposal
        match expect["intent"], proposed:
            case "new_input", ProposedEntries(entries):
                return is_added([BLANK.amended(one.fields) for one in entries], expect)
            case ("confirm" | "cancel") as wanted, _:
                return type(proposed).__name__.lower().startswith(wanted)
            case _, Corrected(corrections, drop, keep):
                return is_changed_to(applied(rows, corrections, drop, keep), rows, expect)
            case _, _:
                nothing = not expect.get("corrections") and not expect.get("drop") and not expect.get("keep")
                return type(proposed).__name__ == "Unclear" and nothing


def applied(
    rows: Sequence[ParseResult], corrections: Sequence[Correction], drop: Sequence[int], keep: Sequence[int]
) -> DraftBatch | None:
    """The draft after a literal answer; None if it names no row of it, or drops all."""
    batch = DraftBatch.of(rows, batch_id="alone", created_at=NOW)
    known = [one for one in corrections if one.index != NEW_ROW]
    places = range(len(rows))
    if any(index not in places for index in (*(one.index for one in known), *drop, *keep)):
        return None
    for one in corrections:
        if one.index == NEW_ROW:
            batch = batch.append(BLANK.amended(one.fields))
            continue
        batch = batch.update_item(one.index, batch.items[one.index].result.amended(one.fields))
    for index in drop:
        batch = batch.cancel_item(index)
    for index in keep:
        if not corrections:
            batch = batch.confirm_item(index)
    return None if all(item.status is DraftStatus.CANCELLED for item in batch.items) else batch


async def score(folders: Sequence[Path], alone: Alone, runs: Sequence[Run]) -> int:
    """Play all sets in every way; returns how many lines could not be played for want of an answer."""
    unanswered = 0
    for folder in folders:
        plays = [
            *(single(alone, runs, row) for row in singles_of(folder / "transactions.tsv")),
            *(listed(alone, runs, one) for one in objects_of(folder / "multi.jsonl")),
            *(corrected(alone, runs, one) for one in objects_of(folder / "corrections.jsonl")),
            *(run.talked(one) for one in objects_of(folder / "conversations.jsonl") for run in runs),
        ]
        for play in plays:
            try:
                await play
            except UnansweredError:
                unanswered += 1
    return unanswered


async def single(alone: Alone, runs: Sequence[Run], row: Sequence[str]) -> None:
    """A sentence with one entry, or with none."""
    text, amount, of_type, category, days = row
    wanted = None
    if amount != "NONE":
        wanted = {"amount": amount, "type": of_type, "category": category, "days": days}
    entries = alone.entries(text)
    line = f"{text}: {'; '.join(map(brief, entries))} not {wanted}"
    if wanted is None:
        is_right = not entries
        alone.count("talk that became a row", line, holds=not is_right, look_if=True)
    else:
        is_right = len(entries) == 1 and is_all(entries[0], wanted)
        alone.count("single: all fields", line, holds=is_right)
        is_money_right = len(entries) == 1 and is_money(entries[0], wanted)
        alone.count("single: amount, type and day", line, holds=is_money_right)
    for run in runs:
        await run.single(text, wanted, model_is_right=is_right)


async def listed(alone: Alone, runs: Sequence[Run], labelled: Labelled) -> None:
    """A sentence of several entries."""
    entries = alone.entries(labelled["text"])
    line = f"{labelled['text']}: {'; '.join(map(brief, entries))}"
    alone.count("lists: amounts and types", line, holds=is_list(entries, labelled))
    for run in runs:
        await run.listed(labelled)


async def corrected(alone: Alone, runs: Sequence[Run], labelled: Labelled) -> None:
    """Words about an open draft."""
    rows = [row_of(item) for item in labelled["batch"]]
    is_right = alone.is_right(rows, labelled)
    alone.count("corrections", f"{labelled['text']} not {labelled['expect']}", holds=is_right)
    for run in runs:
        await run.corrected(labelled)


def show(alone: Alone, runs: Sequence[Run], *, with_misses: bool) -> None:
    """Print the figures side by side, after the lines to look at if they are wanted."""
    columns = [("model alone", alone.table), *((run.name, run.table) for run in runs)]
    for name, table in columns if with_misses else ():
        for figure, one in table.items():
            for line in one.misses:
                print(f"  {name} | {figure} | {line}")
    figures = list(dict.fromkeys(figure for _, table in columns for figure in table))
    print("| |", " | ".join(name for name, _ in columns), "|")
    print("|---|", "---|" * len(columns))
    for figure in figures:
        cells = [
            f"{100 * table[figure].number / table[figure].total:.1f} % of {table[figure].total}"
            if figure in table
            else "–"
            for _, table in columns
        ]
        print(f"| {figure} |", " | ".join(cells), "|")


def main() -> int:
    """Score the folders; the exit status is 1 while requests are unanswered."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--answers", nargs="*", type=Path, default=[], help="files of kept answers")
    parser.add_argument("--ask", type=Path, help="write the requests without an answer to this file")
    parser.add_argument("--weighed", action="store_true", help="also play the product with the model weighed")
    parser.add_argument("--misses", action="store_true", help="print the lines that are not right")
    options = parser.parse_args()
    answers = KeptAnswers([file for file in options.answers if file.exists()])
    online = Policy(model_configured=True, believes=True)
    runs = [Run("product, believed", answers, online)]
    if options.weighed:
        runs.append(Run("product, weighed", answers, replace(online, believes=False)))
    runs.append(Run("rules alone", answers, Policy()))
    alone = Alone(answers)
    unanswered = asyncio.run(score(options.folders, alone, runs))
    if options.ask:
        with options.ask.open("w", encoding="utf-8") as file:
            for kind, user in answers.missing:
                file.write(json.dumps({"kind": kind, "user": user}, ensure_ascii=False) + "\n")
    if unanswered:
        print(f"{unanswered} lines wait for {len(answers.missing)} answers", file=sys.stderr)
        return 1
    show(alone, runs, with_misses=options.misses)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
