"""The tasks of the contenders: the questions, the labelled lines, and the form of the answers.

An answer is shown as words separated by spaces, and a case lists the allowed values for each word. A wrong answer is
critical if it would write or lose a row; a refusal (NONE, open) is never critical.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from language_peers import OPEN, hassil_matcher, jionlp_amount, jionlp_date, nearest_phrase

NOW = datetime(2026, 11, 21, 10, 30).astimezone()
"""The day that the labelled entries count from."""
NONE = "NONE"
_OPEN_LABELS = {"correction", "new_input"}


@dataclass(frozen=True, slots=True)
class Case:
    """A labelled line.

    Attributes:
        expected: the allowed values for each word of the answer.
        now: the time of the utterance.
        rows: the open draft, from the labelled file.
    """

    text: str
    expected: tuple[frozenset[str], ...]
    now: datetime = NOW
    rows: tuple[dict[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Contender:
    """One way to answer: `prepare` binds a case to the call that is timed, `show` puts the answer in words."""

    name: str
    prepare: Callable[[Case], Callable[[], object]]
    show: Callable[[Case, Any], str]


@dataclass(frozen=True, slots=True)
class Task:
    """A question, its lines, and the contenders; voiced is the first."""

    name: str
    cases: tuple[Case, ...]
    contenders: tuple[Contender, ...]
    is_critical: Callable[[str], bool]


def all_tasks(data: Path) -> tuple[Task, ...]:
    """Every task on the labelled lines of a directory."""
    return (_intents(data), _amounts(data), _dates(data), _entries(data), _corrections(data))


def labels_told_apart(data: Path) -> tuple[int, int]:
    """How many intent lines voiced labels as they are, without `open` for both correction and new_input; of how many."""
    lines = _lines(data / "intents.tsv")
    return sum(_said_intent(text) == label for text, label in lines), len(lines)


def _lines(path: Path) -> list[list[str]]:
    return [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def _allowed(*words: str) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(word.split("|")) for word in words)


# Intents


def _intents(data: Path) -> Task:
    from voiced.domain.vocabulary import DEFAULT_VOCABULARY  # noqa: PLC0415 - loaded in fresh processes too
    from voiced.language.commands.classifier import classify  # noqa: PLC0415

    cases = tuple(Case(text, _allowed(_closed(label))) for text, label in _lines(data / "intents.tsv"))
    hassil, nearest = hassil_matcher(), nearest_phrase()
    return Task(
        "intent",
        cases,
        (
            Contender(
                "voiced",
                lambda case: partial(classify, case.text, DEFAULT_VOCABULARY, case.now),
                lambda case, _: _closed(_said_intent(case.text)),
            ),
            Contender("hassil", lambda case: partial(hassil, case.text), _same),
            Contender("nearest phrase", lambda case: partial(nearest, case.text), _same),
        ),
        lambda answer: answer.split(":")[0] in {"confirm", "cancel", "exit", "confirm_item", "cancel_item"},
    )


def _closed(label: str) -> str:
    """The label for the first layer's peers: open, unless it is a command."""
    return OPEN if label in _OPEN_LABELS else label


def _said_intent(text: str) -> str:
    """The answer of `voiced nlu intent`, in the form of the labels."""
    from voiced.cli.nlu_answers import intent  # noqa: PLC0415

    told: dict[str, Any] = json.loads(intent(json.dumps({"text": text}).encode(), NOW))
    rows = ",".join(str(number) for number in told["items"])
    return f"{told['intent']}:{rows}" if rows else told["intent"]


def _same(_case: Case, answer: str) -> str:
    return answer


# Amounts and dates


def _amounts(data: Path) -> Task:
    from voiced.language.numbers.amounts import parse_amount  # noqa: PLC0415

    lines = _lines(data / "amounts.tsv")
    cases = tuple(Case(text, _allowed(_amount(amount))) for text, amount in lines)
    peer = jionlp_amount()
    return Task(
        "amount",
        cases,
        (
            Contender(
                "voiced", lambda case: partial(parse_amount, case.text), lambda _, found: _amount(found)
            ),
            Contender("jionlp", lambda case: partial(peer, case.text), lambda _, found: _amount(found)),
        ),
        lambda answer: answer != NONE,
    )


def _amount(amount: object) -> str:
    return NONE if amount in {None, NONE} else f"{Decimal(str(amount)):.2f}"


def _dates(data: Path) -> Task:
    from voiced.language.days.dates import parse_date  # noqa: PLC0415

    cases = tuple(
        Case(text, _allowed(day), datetime.fromisoformat(now).astimezone())
        for text, now, day in _lines(data / "dates.tsv")
    )
    peer = jionlp_date()
    return Task(
        "date",
        cases,
        (
            Contender(
                "voiced", lambda case: partial(parse_date, case.text, case.now), lambda _, day: _day(day)
            ),
            Contender("jionlp", lambda case: partial(peer, case.text, case.now), lambda _, day: _day(day)),
        ),
        lambda answer: answer != NONE,
    )


def _day(day: date | None) -> str:
    return day.isoformat() if day else NONE


# Entries and corrections


def _entries(data: Path) -> Task:
    from voiced.domain.vocabulary import DEFAULT_VOCABULARY  # noqa: PLC0415
    from voiced.language.entries.sentence import Reading, parse_sentence  # noqa: PLC0415
    from voiced.language.text.spelling import normalise  # noqa: PLC0415

    cases = tuple(
        Case(text, _entry_allowed(amount, of_type, category, days))
        for text, amount, of_type, category, days in _lines(data / "transactions.tsv")
    )

    def show(_case: Case, reading: Reading) -> str:
        if not reading.results:
            return NONE
        found = reading.results[0]
        return f"{_amount(found.amount)} {found.type.value} {found.category} {found.date.isoformat()}"

    def parse(text: str, now: datetime) -> Reading:
        return parse_sentence(normalise(text), DEFAULT_VOCABULARY, now)

    voiced = Contender("voiced", lambda case: partial(parse, case.text, case.now), show)
    return Task("entry", cases, (voiced,), lambda answer: answer != NONE)


def _entry_allowed(amount: str, of_type: str, category: str, days: str) -> tuple[frozenset[str], ...]:
    if amount == NONE:
        return _allowed(NONE)
    return _allowed(_amount(amount), of_type, category, (NOW.date() + timedelta(days=int(days))).isoformat())


def _corrections(data: Path) -> Task:
    """Only corrections that rules can know: those that take a model have no label for them."""
    from voiced.domain.batch import DraftTransaction  # noqa: PLC0415
    from voiced.domain.money import Money  # noqa: PLC0415
    from voiced.domain.transaction import ParseResult, TransactionType  # noqa: PLC0415
    from voiced.domain.vocabulary import DEFAULT_VOCABULARY  # noqa: PLC0415
    from voiced.language.changes.correction import Changed, LocalCorrection, correct  # noqa: PLC0415
    from voiced.language.commands.wording import read_words  # noqa: PLC0415
    from voiced.language.text.spelling import normalise  # noqa: PLC0415

    def correction(text: str, items: Sequence[DraftTransaction], now: datetime) -> LocalCorrection:
        return correct(read_words(normalise(text)), items, DEFAULT_VOCABULARY, now)

    def draft(rows: Sequence[dict[str, Any]]) -> tuple[DraftTransaction, ...]:
        return tuple(
            DraftTransaction(
                row["index"],
                ParseResult(
                    Money.from_text(str(row["amount"])),
                    TransactionType(row["type"]),
                    row["category"],
                    NOW.date(),
                    row["description"],
                ),
            )
            for row in rows
        )

    def show(_case: Case, found: LocalCorrection) -> str:
        if not isinstance(found, Changed):
            return NONE
        return _changes(
            (each.index, {name: getattr(each.fields, name) for name in ("amount", "type", "category")})
            for each in found.corrections
        )

    voiced = Contender(
        "voiced",
        lambda case: partial(correction, case.text, draft(case.rows), case.now),
        show,
    )
    return Task("correction", _correction_cases(data), (voiced,), lambda answer: answer != NONE)


def _correction_cases(data: Path) -> tuple[Case, ...]:
    lines = [
        json.loads(line) for line in (data / "corrections.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    return tuple(
        Case(
            line["text"],
            _allowed(_changes((each["index"], each["updatedFields"]) for each in expected["corrections"])),
            rows=tuple(line["batch"]),
        )
        for line in lines
        if (expected := line["offline_expect"]) and expected["intent"] == "correction"
    )


def _changes(changes: Any) -> str:
    """All changes as one word."""
    shown = [
        f"{index}:{name}={_amount(value) if name == 'amount' else value}"
        for index, fields in changes
        for name, value in sorted(fields.items())
        if value is not None
    ]
    return ";".join(shown) or NONE


# Fresh processes


def _load_voiced() -> Callable[[], object]:
    intents, names = (
        import_module("voiced.language.commands.classifier"),
        import_module("voiced.domain.vocabulary"),
    )
    return partial(intents.classify, "确认第二笔", names.DEFAULT_VOCABULARY, NOW)


def _load_voiced_parser() -> Callable[[], object]:
    sentence, names = (
        import_module("voiced.language.entries.sentence"),
        import_module("voiced.domain.vocabulary"),
    )
    return partial(sentence.parse_sentence, "昨天打车三十五块五", names.DEFAULT_VOCABULARY, NOW)


LOADERS: dict[str, Callable[[], Callable[[], object]]] = {
    "voiced intents": _load_voiced,
    "voiced entries": _load_voiced_parser,
    "hassil": lambda: partial(hassil_matcher(), "确认第二笔"),
    "nearest phrase": lambda: partial(nearest_phrase(), "确认第二笔"),
    "jionlp amounts": lambda: partial(jionlp_amount(), "三十五元"),
    "jionlp dates": lambda: partial(jionlp_date(), "昨天下午", NOW),
}
"""To what is loaded, how; each returns a first question."""
