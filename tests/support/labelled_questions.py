"""Questions of a stranger with labels, and the figure of each label, worked out from the rows in plain Python.

`tests/data/questions/README.md` explains the labels. Nothing here uses the program's own reading or SQL.
"""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from decimal import ROUND_HALF_UP, Decimal
from functools import cached_property
from pathlib import Path
from typing import Any

from voiced.domain.money import Money
from voiced.domain.question import LedgerAnswer, Measure
from voiced.domain.transaction import Transaction, TransactionType

FOLDER = Path(__file__).parents[1] / "data" / "questions"
NOW = datetime(2026, 11, 22, 20, 0, tzinfo=timezone(timedelta(hours=8)))
TODAY = NOW.date()
_TOTAL = "总计"

Figure = tuple[Any, ...]
"""The kind of a figure, and its values in fen, numbers of rows, or rows."""


@dataclass(frozen=True)
class LabelledQuestion:
    """A question as it was asked. `previous` is the number of the question before it, if it is half a question."""

    number: int
    words: str
    label: dict[str, Any]
    previous: int | None


def _lines(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened, delimiter="\t", quoting=csv.QUOTE_NONE))


@dataclass(frozen=True)
class Household:
    """A writer's questions, the rows that they are about, and the budgets of this month.

    Attributes:
        folder: with the questions.
        books: with the rows and the budgets.
    """

    folder: Path
    books: Path

    @cached_property
    def questions(self) -> dict[int, LabelledQuestion]:
        """All questions, by number."""
        return {
            int(line["id"]): LabelledQuestion(
                int(line["id"]),
                line["question"],
                json.loads(line["label"]),
                int(line["previous_id"] or 0) or None,
            )
            for line in _lines(self.folder / "questions.tsv")
        }

    @cached_property
    def not_questions(self) -> tuple[str, ...]:
        """Entries, commands and talk that look like questions."""
        return tuple(line["words"] for line in _lines(self.folder / "not_questions.tsv"))

    @cached_property
    def rows(self) -> tuple[Transaction, ...]:
        """The household's rows, in the order of their time."""
        return tuple(
            Transaction(
                id=f"row-{place}",
                batch_id="household",
                amount=Money.from_yuan(Decimal(line["amount"])) or Money(0),
                type=TransactionType(line["type"]),
                category=line["category"] or "转账",
                account=line["account"],
                to_account=line["to_account"] or None,
                description=line["description"],
                date=date.fromisoformat(line["occurred_on"]),
                created_at=NOW,
            )
            for place, line in enumerate(_lines(self.books / "ledger.tsv"))
        )

    @cached_property
    def limits(self) -> dict[str, int]:
        """The budgets of the month by category, in fen."""
        return {
            line["category"]: int(Decimal(line["amount"]) * 100)
            for line in _lines(self.books / "budgets.tsv")
            if line["category"] != _TOTAL
        }

    def figure_of(self, label: dict[str, Any]) -> Figure:
        """The figure of a label, from the rows alone."""
        chosen = list(_chosen(self.rows, label))
        match label["measure"]:
            case "sum" | "ranking" if "by" in label:
                return ("groups", *sorted(_grouped(chosen, label).items()))
            case "sum":
                return ("sum", _sum(chosen))
            case "count":
                return ("count", len(chosen))
            case "exists":
                return ("exists", bool(chosen))
            case "list":
                return ("list", len(chosen), _sum(chosen))
            case "average_per_day":
                days = (date.fromisoformat(label["to"]) - date.fromisoformat(label["from"])).days + 1
                return ("average", _half_up(Decimal(_sum(chosen)) / days))
            case "average_per_week":
                days = (date.fromisoformat(label["to"]) - date.fromisoformat(label["from"])).days + 1
                return ("average", _half_up(Decimal(_sum(chosen)) / round(days / 7)))
            case "average_per_row":
                return ("average", _half_up(Decimal(_sum(chosen)) / len(chosen)))
            case "largest" if "limit" in label:
                return (
                    "amounts",
                    *sorted((row.amount.fen for row in chosen), reverse=True)[: label["limit"]],
                )
            case "largest":
                return ("amount", max(row.amount.fen for row in chosen))
            case "smallest":
                return ("amount", min(row.amount.fen for row in chosen))
            case "latest" | "earliest" as which:
                return ("row", chosen[-1 if which == "latest" else 0].id)
            case "share":
                whole = {key: label[key] for key in ("type", "from", "to") if key in label}
                whole |= {} if label["share_of"] == "total" else label["share_of"]
                return ("share", _sum(chosen), _sum(_chosen(self.rows, whole)))
            case "balance":
                income, expense = ({**label, "type": kind} for kind in ("INCOME", "EXPENSE"))
                return ("balance", _sum(_chosen(self.rows, income)) - _sum(_chosen(self.rows, expense)))
            case "budget_left" | "budget_over":
                return ("budget", *self._left(label))
            case "compare":
                other = {**label, "from": label["compare_from"], "to": label["compare_to"]}
                return ("compare", *sorted((_sum(chosen), _sum(_chosen(self.rows, other)))))
            case refused:
                return (refused,)

    def _left(self, label: dict[str, Any]) -> list[int]:
        """What is left of each budget that the label is about; without a category of every one."""
        named = label.get("categories", list(self.limits))
        expenses = _chosen(self.rows, {**label, "type": "EXPENSE", "categories": named})
        spent = _grouped(list(expenses), {"by": "category"})
        return sorted(self.limits[name] - spent.get(name, 0) for name in named if name in self.limits)


FIRST = Household(FOLDER, FOLDER)
SECOND = Household(FOLDER / "second", FOLDER)
THIRD = Household(FOLDER / "third", FOLDER / "third")
FOURTH = Household(FOLDER / "fourth", FOLDER)
FIFTH = Household(FOLDER / "fifth", FOLDER)
SIXTH = Household(FOLDER / "sixth", FOLDER)


def told(answer: LedgerAnswer, wanted: Figure) -> Figure:
    """The figure that an answer of the program states, in the form of the label's."""
    question, total, count = answer.question, answer.total.fen, answer.count
    other = answer.against.amount.fen if answer.against else 0
    match question.measure:
        case _ if question.rows.period.hours and not count:
            return ("refuse",)  # the answer says that rows have no time
        case Measure.AVERAGE:
            return ("average", answer.average.fen if answer.average else 0)
        case Measure.LARGEST | Measure.SMALLEST if wanted[0] == "amounts":
            return ("amounts", *(row.amount.fen for row in answer.rows))
        case Measure.LARGEST | Measure.SMALLEST:
            return ("amount", total)
        case Measure.LATEST | Measure.EARLIEST if wanted[0] == "row":
            return ("row", answer.rows[0].id if answer.rows else "")
        case Measure.MOST | Measure.LEAST | Measure.EACH:
            return ("groups", *sorted((group.name, group.amount.fen) for group in answer.groups))
        case Measure.SHARE:
            return ("share", total, other)
        case Measure.BALANCE:
            return ("balance", other - total)
        case Measure.DIFFERENCE if wanted[0] == "groups":
            return (
                "groups",
                *sorted(
                    zip((name for name, _ in wanted[1:]), sorted_like(wanted, total, other), strict=False)
                ),
            )
        case Measure.DIFFERENCE:
            return ("compare", *sorted((total, other)))
        case Measure.BUDGET:
            return ("budget", *sorted(one.left.fen for one in answer.budgets))
        case _:
            return {
                "count": ("count", count),
                "exists": ("exists", bool(count)),
                "list": ("list", count, total),
            }.get(wanted[0], ("sum", total))


def sorted_like(wanted: Figure, *sums: int) -> list[int]:
    """Two sums in the order of the groups that a label names."""
    first = wanted[1][1]
    return list(sums) if sums[0] == first else list(reversed(sums))


def _chosen(rows: Iterable[Transaction], label: dict[str, Any]) -> Iterator[Transaction]:
    first, last = label.get("from", "0001-01-01"), label.get("to", TODAY.isoformat())
    for row in rows:
        if label.get("type") not in (None, row.type) or not first <= row.date.isoformat() <= last:
            continue
        if "categories" in label and row.category not in label["categories"]:
            continue
        if "accounts" in label and not {row.account, row.to_account} & {*label["accounts"]}:
            continue
        if "words" in label and not any(word in row.description for word in label["words"]):
            continue
        if "without" in label and _is_left_out(row, label["without"]):
            continue
        if row.amount.fen < round(100 * label.get("at_least", 0)):
            continue
        if "at_most" in label and row.amount.fen > round(100 * label["at_most"]):
            continue
        yield row


def _is_left_out(row: Transaction, without: dict[str, list[str]]) -> bool:
    """Whether a row is one of those that a label leaves out."""
    words = any(word in row.description for word in without.get("words", ()))
    return words or row.category in without.get("categories", ())


def _grouped(chosen: list[Transaction], label: dict[str, Any]) -> dict[str, int]:
    sums = defaultdict[str, int](int)
    for row in chosen:
        match label["by"]:
            case "words":
                names = [word for word in label["words"] if word in row.description]
            case "month":
                names = [row.date.isoformat()[:7]]
            case "day":
                names = [row.date.isoformat()]
            case field:
                names = [getattr(row, field)]
        for name in names:
            sums[name] += row.amount.fen
    return dict(sums)


def _sum(chosen: Iterator[Transaction] | list[Transaction]) -> int:
    return sum(row.amount.fen for row in chosen)


def _half_up(number: Decimal) -> int:
    return int(number.quantize(Decimal(1), ROUND_HALF_UP))
