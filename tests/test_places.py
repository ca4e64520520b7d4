"""A value of a list that several files know stands in each of them; where one lacks it, the message names the place to add it."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import UTC, date, datetime
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import fields

from voiced.adapters.exchange.file_formats import FileFormat
from voiced.adapters.ledger.outbox_file import OUTBOX
from voiced.adapters.ledger.outbox_work import AmendWork, SaveWork, UndoWork, Work, decode, encode, kind_of
from voiced.adapters.ledger.sql_schema import LESSONS_OF_A_CHANGE, VIEWS, keeping_revision
from voiced.card import metrics as daemon_metrics
from voiced.dialogue.sentences.reminders import BILL_CALLED
from voiced.dialogue.values.requests import CorrectionRequest, RequestContext
from voiced.domain.bills.bill_format import BillFormat
from voiced.domain.budget import Recurrence
from voiced.domain.habits import HabitField
from voiced.domain.money import Money
from voiced.domain.question import AskedRows, Grouping, Measure
from voiced.domain.question_value import QuestionValue, RowsValue
from voiced.domain.recurring import DueDays, Every, Recurring, recurring_texts
from voiced.domain.row_texts import OPTIONAL_TEXTS
from voiced.domain.transaction import EntryField, FieldChange, ParseResult, Transaction, TransactionType
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.gateway.evidence import FIELD_JUDGES
from voiced.gateway.protocol.fields import FieldsAnswer
from voiced.gateway.protocol.questions import RowsBody, read_value, value_body
from voiced.gateway.protocol.requests import ItemBody, read_correction_request, write_correction_request
from voiced.language.invariants.changes import CHANGE_JUDGES
from voiced.language.invariants.entries import ENTRY_JUDGES
from voiced.language.text.phrases import phrases
from voiced.prometheus import Metric

ROOT = Path(__file__).parent.parent
LEDGER = ROOT / "voiced/adapters/ledger"
LANGUAGES = ("words_zh.js", "words_en.js")


def camel(name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(map(str.capitalize, rest))


def read(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def page(name: str) -> str:
    return read(f"voiced/card/static/{name}")


def part_of(text: str, begin: str, end: str) -> str:
    """The text from one mark to the next."""
    return text[(at := text.index(begin)) : text.index(end, at)]


def words_of(text: str) -> set[str]:
    return set(re.findall(r"\w+", text))


FIELDS = set(EntryField)
ON_THE_PAGE = set(map(camel, FIELDS))
ENTRY_OF_THE_PAGE = part_of(page("contract.d.ts"), "export interface Entry {", "}")
NEW_ENTRY = part_of(page("fields.js"), "return { amount:", "}")
INPUTS = part_of(page("fields.js"), "export function inputsOf", "\n}")
LIKE_IT = part_of(page("quick_add.js"), "export function likeIt", "\n}")
ASKED_OF_MODELS = part_of(read("voiced/gateway/prompting.py"), "_FIELDS: dict", "}")


@pytest.mark.parametrize(
    ("place", "missing"),
    [
        ("ParseResult of voiced/domain/transaction.py", FIELDS - set(ParseResult.__struct_fields__)),
        ("FieldChange of voiced/domain/transaction.py", FIELDS - set(FieldChange.__struct_fields__)),
        ("Transaction of voiced/domain/transaction.py", FIELDS - set(Transaction.__struct_fields__)),
        ("ENTRY_JUDGES of voiced/language/invariants/entries.py", FIELDS - set(ENTRY_JUDGES)),
        ("CHANGE_JUDGES of voiced/language/invariants/changes.py", FIELDS - set(CHANGE_JUDGES)),
        ("FIELD_JUDGES of voiced/gateway/evidence.py", FIELDS - set(FIELD_JUDGES)),
        ("FieldsAnswer of voiced/gateway/protocol/fields.py", FIELDS - set(FieldsAnswer.__struct_fields__)),
        ("_FIELDS of voiced/gateway/prompting.py", ON_THE_PAGE - words_of(ASKED_OF_MODELS)),
        ("Entry of voiced/card/static/contract.d.ts", ON_THE_PAGE - words_of(ENTRY_OF_THE_PAGE)),
        ("blankEntry of voiced/card/static/fields.js", ON_THE_PAGE - words_of(NEW_ENTRY)),
        ("likeIt of voiced/card/static/quick_add.js", ON_THE_PAGE - words_of(LIKE_IT)),
        ("inputsOf of voiced/card/static/fields.js", ON_THE_PAGE - words_of(INPUTS)),
        *((f"voiced/card/static/{name}", FIELDS - words_of(page(name))) for name in LANGUAGES),
    ],
)
def test_a_field_of_an_entry_is_known_wherever_entries_pass(place: str, missing: Collection[str]) -> None:
    assert not missing, f"add the field to {place}; see `A field of a row` in CONTRIBUTING.md"


@pytest.mark.parametrize("schema", ["sqlite_schema.py", "postgres_schema.py"])
@pytest.mark.parametrize("field", Transaction.__struct_fields__)
def test_a_field_of_a_row_is_in_the_tables(field: str, schema: str) -> None:
    tables = (LEDGER / schema).read_text(encoding="utf-8")
    columns = {field, f"{field}_id", f"{field}_fen"}
    of_rows = part_of(tables, "CREATE TABLE transactions", "CREATE INDEX")
    saved = part_of(tables, "INSERT INTO transactions", "FROM")
    recorded, entries, *_ = VIEWS
    assert columns & words_of(of_rows), f"add its column to `transactions` of voiced/adapters/ledger/{schema}"
    assert columns & words_of(saved), f"write it in `save_batch` of voiced/adapters/ledger/{schema}"
    for place, text in (
        ("the view `recorded`", recorded),
        ("the view `entries`", entries),
        ("`keeping_revision`", keeping_revision("now", "json")),
    ):
        assert columns & words_of(text), f"add it to {place} of voiced/adapters/ledger/sql_schema.py"


@pytest.mark.parametrize(
    ("schema", "begin", "end"),
    [
        ("sqlite_schema.py", "CREATE TRIGGER amend_entry", "WHERE seq = OLD.seq"),
        ("postgres_schema.py", "CREATE FUNCTION amend_entry", "END $$"),
    ],
)
@pytest.mark.parametrize("field", EntryField)
def test_a_field_of_a_saved_row_can_be_amended(field: str, schema: str, begin: str, end: str) -> None:
    amended = part_of((LEDGER / schema).read_text(encoding="utf-8"), begin, end)
    assert {field, f"{field}_fen"} & words_of(amended), (
        f"change it in `amend_entry` of voiced/adapters/ledger/{schema}"
    )


WHOLE = ParseResult(
    Money(2000),
    TransactionType.TRANSFER,
    "转账",
    date(2026, 11, 21),
    "存钱",
    account="微信",
    to_account="支付宝",
)
"""An entry with a value in every field."""


def test_a_whole_entry_has_every_field() -> None:
    assert {name for name in FIELDS if not getattr(WHOLE, name)} == set(), "give the field a value in WHOLE"


def test_an_entry_that_comes_again_keeps_its_fields() -> None:
    again = Recurring.of(WHOLE, DueDays(Every.MONTH, 21), id="1", since=WHOLE.date)
    assert again is not None
    assert again.entry_on(WHOLE.date) == WHOLE, (
        "add it to `Recurring`, its `of` and its `entry_on` in voiced/domain/recurring.py"
    )
    told = {*recurring_texts(again, WHOLE.date)}
    assert ON_THE_PAGE - {"date"} <= told, "add it to `recurring_texts` of voiced/domain/recurring.py"


@pytest.mark.parametrize(
    ("file", "begin", "end"),
    [
        ("sqlite_schema.py", "CREATE TABLE recurring", "STRICT"),
        ("postgres_schema.py", "CREATE TABLE recurring", '"""'),
        ("sql_recurring.py", "_ALL =", "ORDER BY since"),
        ("sql_recurring.py", "_KEEP =", "_REMOVE ="),
        ("sql_recurring.py", "async def keep", "await"),
        ("sql_recurring.py", "def _set_up(", "return SetUp"),
    ],
)
@pytest.mark.parametrize("field", sorted(FIELDS - {"date"}))
def test_a_field_of_an_entry_that_comes_again_is_stored(field: str, file: str, begin: str, end: str) -> None:
    stored = part_of((LEDGER / file).read_text(encoding="utf-8"), begin, end)
    assert {field, f"{field}_fen"} & words_of(stored), f"add it to `{begin}` of voiced/adapters/ledger/{file}"


@pytest.mark.parametrize("field", sorted(FIELDS & set(ItemBody.__struct_fields__)))
def test_a_field_that_a_gateway_sees_arrives(field: str) -> None:
    now = datetime(2026, 11, 25, tzinfo=UTC)
    request = CorrectionRequest((WHOLE,), "改成三十", RequestContext(now))
    (seen,) = read_correction_request(write_correction_request(request), now).rows
    assert getattr(seen, field) == getattr(WHOLE, field), (
        "add it to `_items` and `_rows` of voiced/gateway/protocol/requests.py"
    )


def test_a_text_that_older_files_lack_may_be_missing() -> None:
    absent = {field.name for field in fields(Transaction) if field.default in (None, "")}
    assert absent == OPTIONAL_TEXTS, (
        "OPTIONAL_TEXTS of voiced/domain/row_texts.py names the fields with an empty default"
    )


@pytest.mark.parametrize("form", BillFormat)
def test_a_form_of_bills_is_known_to_who_speaks_of_it(form: BillFormat) -> None:
    assert form in BILL_CALLED, (
        "add how it is called to BILL_CALLED of voiced/dialogue/sentences/reminders.py"
    )
    asked = f"{BILL_CALLED[form][0]}账单对得怎么样"
    assert phrases("asides")["bills"].fullmatch(asked), (
        "add its name to `bills` of voiced/language/phrases/asides.toml"
    )
    named = part_of(page("bill_frame.js"), "const FORMS = {", "}")
    assert f'{form}: "form_{form}"' in named, "add it to FORMS of voiced/card/static/bill_frame.js"
    for words in ("bill_words_zh.js", "bill_words_en.js"):
        assert f"form_{form}: " in page(words), f"add its name to voiced/card/static/{words}"


@pytest.mark.parametrize("form", FileFormat)
def test_a_format_of_files_is_explained(form: FileFormat) -> None:
    explained = words_of(read("voiced/cli/ledger_import.py"))
    assert form.value in explained, "explain it in _EPILOG of voiced/cli/ledger_import.py"
    assert form.value in read("docs/ledger.md"), "add it to the tables of docs/ledger.md"


@pytest.mark.parametrize("kept", AskedRows.__struct_fields__)
@pytest.mark.parametrize(
    "place",
    [
        "voiced/language/questions/rows_asked.py",
        "voiced/domain/question_value.py",
        "voiced/adapters/ledger/sql_questions.py",
        "voiced/dialogue/sentences/asked_rows.py",
    ],
)
def test_a_filter_of_questions_is_read_stated_applied_and_told(kept: str, place: str) -> None:
    assert kept in words_of(read(place)), (
        f"use the filter in {place}; see `A filter of questions` in CONTRIBUTING.md"
    )


@pytest.mark.parametrize("stated", RowsValue.__struct_fields__)
def test_a_filter_that_a_model_states_is_sent_asked_for_and_held(stated: str) -> None:
    assert stated in RowsBody.__struct_fields__, "add it to RowsBody of voiced/gateway/protocol/questions.py"
    named = {"first": "from", "last": "to"}.get(stated, camel(stated))
    filters = words_of(part_of(read("voiced/gateway/prompting.py"), "_FILTERS", "_QUESTION_SCHEMA"))
    assert named in filters, "add it to _FILTERS of voiced/gateway/prompting.py"
    assert named in words_of(read("voiced/gateway/prompts/question.toml")), (
        "explain it in voiced/gateway/prompts/question.toml"
    )
    held = words_of(read("voiced/language/questions/said_rows.py"))
    assert stated in held | {"names"}, "hold it to the words in voiced/language/questions/said_rows.py"


def test_a_filter_that_a_model_states_arrives() -> None:
    day = date(2026, 11, 21)
    named = (("餐饮",), ("打车",), ("微信",), ("房租",))
    stated = RowsValue(TransactionType.EXPENSE, day, day, *named, Money(2000), Money(9000))
    missing = {name for name in RowsValue.__struct_fields__ if not getattr(stated, name)}
    assert not missing, "give the filter a value in this test"
    value = QuestionValue(Measure.TOTAL, stated, against=stated)
    assert read_value(value_body(value)) == value, (
        "add it to `_rows` and `_filters` of voiced/gateway/protocol/questions.py"
    )


def test_each_kind_of_work_for_a_server_is_read_back() -> None:
    saved = SaveWork("b", ())
    amended = AmendWork("b", "r", FieldChange())
    undone = UndoWork("b")
    works = [saved, amended, undone]
    assert {type(work) for work in works} == set(get_args(Work)), "add the new kind of work to this test"
    for work in works:
        assert decode(kind_of(work), encode(work)) == work, (
            "add it to _KINDS of voiced/adapters/ledger/outbox_work.py"
        )
        assert f"'{kind_of(work)}'" in part_of("".join(OUTBOX.statements), "CHECK (kind IN", "))"), (
            "add it to the CHECK of voiced/adapters/ledger/outbox_file.py, and raise the version of OUTBOX"
        )


def test_each_metric_of_the_daemon_is_in_the_list_of_them() -> None:
    defined = {value for value in vars(daemon_metrics).values() if isinstance(value, Metric)}
    assert defined == set(daemon_metrics.METRICS), "add it to METRICS of voiced/card/metrics.py"


CHECKED = {"every": Every, "recurrence": Recurrence, "field": HabitField}
"""Columns whose values are all of one list."""


@pytest.mark.parametrize("schema", ["sqlite_schema.py", "postgres_schema.py"])
def test_the_tables_take_each_value_of_a_list(schema: str) -> None:
    tables = (LEDGER / schema).read_text(encoding="utf-8")
    checks = re.findall(r"CHECK \((\w+) IN \(([^)]*)\)", tables)
    assert {*CHECKED} <= {column for column, _ in checks}
    for column, listed in checks:
        # A type of accounts or bills would be a list of its own.
        known = TransactionType if column == "type" else CHECKED.get(column)
        values = set(re.findall(r"'([^']*)'", listed))
        assert known is None or {one.value for one in known} == values, (
            f"add it to the CHECK of `{column}` in voiced/adapters/ledger/{schema}, and raise VERSION"
        )


@pytest.mark.parametrize("kind", TransactionType)
@pytest.mark.parametrize(
    "place",
    [
        "adapters/ledger/sql_books.py",
        "card/static/contract.d.ts",
        "card/static/fields.js",
        "card/static/words_en.js",
        "card/static/words_zh.js",
        "cli/ledger_rows.py",
        "gateway/prompts/correct.toml",
        "gateway/prompts/dialogue.toml",
        "gateway/prompts/parse.toml",
        "gateway/prompts/question.toml",
        "language/entries/fields.py",
    ],
)
def test_a_type_of_row_is_known(place: str, kind: TransactionType) -> None:
    assert kind.value in words_of(read(f"voiced/{place}")), f"add the type to voiced/{place}"


@pytest.mark.parametrize("field", sorted(set(HabitField) & FIELDS))
def test_a_field_that_habits_fill_in_is_taught_by_later_changes(field: str) -> None:
    assert f"'{field}'" in LESSONS_OF_A_CHANGE, (
        "add it to LESSONS_OF_A_CHANGE of voiced/adapters/ledger/sql_schema.py"
    )
    assert field in words_of(part_of("".join(VIEWS), "CREATE VIEW taught", "times")), (
        "add it to the view `taught` of voiced/adapters/ledger/sql_schema.py"
    )


@pytest.mark.parametrize("asked", [*Measure, *Grouping])
def test_a_figure_is_explained_to_models(asked: Measure | Grouping) -> None:
    prompt = read("voiced/gateway/prompts/question.toml")
    # Chinese stands right beside these words; `count` is not explained by `account`.
    assert re.search(rf"\b{asked.value}\b", prompt, re.ASCII), (
        "explain it in voiced/gateway/prompts/question.toml"
    )


def test_each_name_of_a_new_ledger_has_one_in_beancount() -> None:
    place = "voiced/adapters/exchange/beancount_names.py"
    file = read(place)
    for names, table in (
        ({known.name for known in DEFAULT_VOCABULARY.categories}, "_WORDS"),
        ({known.name for known in DEFAULT_VOCABULARY.accounts}, "_ACCOUNTS"),
    ):
        listed = words_of(part_of(file, f"\n{table}", "\n}"))
        assert names <= listed, f"add it to {table} of {place}"
