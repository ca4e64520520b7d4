"""What becomes of every labelled correction in the daemon without a model, a line each in tests/data/corrections_played.txt.

`python -m tests.dialogue.labelled_corrections` writes the file anew; what a change of the rules does then stands in its difference.
A line is the grade, the draft, the words, what became of the draft, and the sentence that is said. A grade is

- right: what the label wants;
- asked: the draft is as it was, and the person is asked or told so;
- added: a row was added that is not wanted;
- wrong: another change or command.

Of a set that is not to be read only the grade and a digest of the line are written.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

from benchmarks.strong_model import Household, is_effect, objects_of, row_of
from tests.gateway.natural_words import natural_corrections
from tests.support.now import NOW
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.policy import Policy
from voiced.domain.batch import DraftStatus, DraftTransaction
from voiced.domain.transaction import ParseResult, TransactionType

DATA = Path(__file__).parents[1] / "data"
PLAYED = DATA / "corrections_played.txt"
UNREAD = ("strangers/b",)
FOLDERS = (
    *(
        "eval",
        "development",
        "strangers/a",
        "strangers/b",
        "strangers/c",
        "strangers/d",
        "tenth/one",
        "tenth/two",
    ),
    *(f"believed/{name}" for name in "abcdef"),
)
_SIGNS = {TransactionType.EXPENSE: "支", TransactionType.INCOME: "收", TransactionType.TRANSFER: "转"}

Labelled = Mapping[str, Any]


def labelled() -> Iterator[tuple[str, Sequence[ParseResult], Labelled]]:
    """The sets' names, with the draft and the labels of each line."""
    files = [(folder, DATA / folder / "corrections.jsonl") for folder in FOLDERS]
    for name, path in (*files, ("language", DATA / "language" / "corrections_said.jsonl")):
        yield from ((name, [row_of(item) for item in line["batch"]], line) for line in objects_of(path))
    for case in natural_corrections():
        changes = [{"index": index, "updatedFields": fields} for index, fields in case.changes.items()]
        expect = {"intent": "correction", "corrections": changes}
        yield "eval, natural", case.rows, {"text": case.said, "expect": expect}


def play(rows: Sequence[ParseResult], said: str) -> Household:
    """A household that says words about an open draft."""
    house = Household(None, Policy())
    house.open(rows)
    house.world.happen(ev.Heard(said))
    if house.world.save is not None:
        house.world.write()
    return house


def grade(house: Household, rows: Sequence[ParseResult], line: Labelled) -> str:
    """What the labels say of a household's draft."""
    if any(_is_right(house, rows, one) for one in (line["expect"], *line.get("alternatives", ()))):
        return "right"
    batch = house.state.batch
    if batch is None:
        return "wrong"
    as_before = [item.result for item in batch.items[: len(rows)]] == list(rows)
    if not (as_before and all(item.is_pending for item in batch.items)):
        return "wrong"
    return "asked" if len(batch) == len(rows) else "added"


def _is_right(house: Household, rows: Sequence[ParseResult], expect: Labelled) -> bool:
    batch = house.state.batch
    match expect["intent"]:
        case "confirm_item":
            kept = [number - 1 for number in expect["items"]]
            return is_effect(house, rows, {"intent": "correction", "keep": kept})
        case "continue":
            return batch is None
        case "correction" if "operation" in expect:
            return False  # no rule splits or merges rows
        case "correction":
            labels = [_with_day(one) for one in expect["corrections"]]
            return is_effect(house, rows, {**expect, "corrections": labels}) and _is_renamed(
                house, rows, labels
            )
        case _:
            return is_effect(house, rows, expect)


def _with_day(change: Labelled) -> Labelled:
    """The change of a row with a day where some labels have the days from now."""
    fields = dict(change["updatedFields"])
    if "date_offset_days" in fields:
        fields["date"] = NOW.date() + timedelta(days=fields.pop("date_offset_days"))
    return {"index": change["index"], "updatedFields": fields}


def _is_renamed(house: Household, rows: Sequence[ParseResult], changes: Sequence[Labelled]) -> bool:
    """Whether each row has another description that should have one."""
    batch = house.state.batch
    return all(
        batch is not None and batch.items[index].result.description != rows[index].description
        for index in [int(one["index"]) for one in changes if "description" in one["updatedFields"]]
    )


def effect(house: Household, rows: Sequence[ParseResult]) -> str:
    """What became of the draft, row by row."""
    batch = house.state.batch
    if batch is None:
        return "saved" if house.saved else "cancelled"
    found = [_effect_on(item, rows[item.index] if item.index < len(rows) else None) for item in batch.items]
    return "; ".join(filter(None, found)) or "as before"


def _effect_on(item: DraftTransaction, before: ParseResult | None) -> str:
    if before is None:
        return f"+ {brief(item.result)}"
    if item.status is not DraftStatus.PENDING:
        return f"{item.number} {item.status.value.lower()}"
    changed = [
        f"{name}={getattr(item.result, name) or '?'}"
        for name in ("amount", "type", "category", "description", "date", "account", "to_account")
        if getattr(item.result, name) != getattr(before, name)
    ]
    doubt = "?" if item.result.is_doubtful else ""
    return f"{item.number} {' '.join(changed)}{doubt}" if changed or doubt else ""


def brief(row: ParseResult) -> str:
    """A row in a few words."""
    amount = "?" if row.amount is None else row.amount
    return f"{_SIGNS[row.type]}{amount} {row.category} {row.description}".rstrip()


def lines() -> Iterator[str]:
    """The lines of the file."""
    counted: Counter[str] = Counter()
    table: list[str] = []
    before = ""
    for name, rows, line in labelled():
        if name != before:
            table += ["", f"## {name}"]
            before = name
        house = play(rows, line["text"])
        found = grade(house, rows, line)
        counted[found] += 1
        told = f"{'; '.join(map(brief, rows))} | {line['text']} | {effect(house, rows)} | {house.state.said}"
        if name in UNREAD:
            told = hashlib.sha256(told.encode()).hexdigest()[:12]
        table.append(f"{found:5} | {told}")
    yield "# " + ", ".join(f"{counted[found]} {found}" for found in ("right", "asked", "added", "wrong"))
    yield from table


def write() -> None:
    """Write the file anew."""
    PLAYED.write_text("\n".join(lines()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
