"""`voiced memory`: what was learnt from corrections, and forgetting it."""

from __future__ import annotations

import asyncio
import io
import json
from pathlib import Path

import pytest

from tests.support.ledger_rows import NOW, a_row, batch_of
from voiced.adapters.ledger.sqlite_ledger import SqliteLedger
from voiced.cli.main import main
from voiced.domain.habits import HabitField, Lesson

WORDS = "imported洗衣液"
"""The normalised words of the rows, which are spelt otherwise: only lessons hold this form."""


async def _teach(path: Path) -> None:
    ledger = await SqliteLedger.open(path)
    for batch_id in ("b1", "b2"):
        rows = batch_of(batch_id, *(a_row(category="日用", description="Imported 洗衣液") for _ in range(20)))
        await ledger.save_batch(batch_id, rows, [Lesson(row.id, WORDS, HabitField.CATEGORY) for row in rows])
    rows = batch_of("b3", a_row(category="宠物"), a_row(category="宠物"))
    await ledger.save_batch("b3", rows, [Lesson(row.id, "猫砂", HabitField.CATEGORY) for row in rows])
    await ledger.close()


@pytest.fixture
def taught(database: Path) -> Path:
    """A ledger with two habits."""
    asyncio.run(_teach(database))
    return database


def run(capsys: pytest.CaptureFixture[str], database: Path, *words: str) -> str:
    assert main(["memory", *words, "--db", str(database)]) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], database: Path, *words: str) -> str:
    """The one line about a mistake."""
    assert main(["memory", *words, "--db", str(database)]) == 2
    line = capsys.readouterr().err
    assert line.count("\n") == 1
    return line


def test_habits_are_listed(capsys: pytest.CaptureFixture[str], taught: Path) -> None:
    table = run(capsys, taught, "list")
    assert WORDS in table
    assert "分类 日用" in table
    habits = json.loads(run(capsys, taught, "list", "--json"))["habits"]
    assert min(habits, key=lambda habit: habit["count"]) == {
        "words": "猫砂",
        "type": "EXPENSE",
        "field": "category",
        "value": "宠物",
        "count": 2,
        "last_used": NOW.isoformat(),
    }


def test_a_habit_is_forgotten_and_then_all(capsys: pytest.CaptureFixture[str], taught: Path) -> None:
    assert run(capsys, taught, "forget", "猫砂") == "猫砂: forgot 宠物\n"
    forgotten = json.loads(run(capsys, taught, "forget", "--all", "--json"))["forgotten"]
    assert [habit["words"] for habit in forgotten] == [WORDS]
    assert run(capsys, taught, "forget", "--all") == "nothing was learnt\n"
    assert run(capsys, taught, "list") == "还没有学到什么。\n"


@pytest.mark.parametrize("said", ["买了一袋猫砂", "昨天猫砂四十", "猫砂40元"])
def test_a_habit_is_forgotten_by_the_words_that_were_said(
    capsys: pytest.CaptureFixture[str], taught: Path, said: str
) -> None:
    assert run(capsys, taught, "forget", said) == "猫砂: forgot 宠物\n"


def test_nothing_of_a_forgotten_habit_is_left_in_the_files(
    capsys: pytest.CaptureFixture[str], taught: Path
) -> None:
    def found() -> bool:
        return any(WORDS.encode() in file.read_bytes() for file in taught.parent.glob(f"{taught.name}*"))

    assert found()
    run(capsys, taught, "forget", "Imported 洗衣液")
    assert not found()


def test_what_was_learnt_is_kept_by_an_export_and_an_import(
    capsys: pytest.CaptureFixture[str], taught: Path, tmp_path: Path
) -> None:
    file, new = tmp_path / "memory.json", tmp_path / "new.db"
    before = run(capsys, taught, "list", "--json")
    file.write_text(run(capsys, taught, "export"), encoding="utf-8")
    assert "2 habits taken over, 0 were known" in run(capsys, new, "import", str(file))
    assert run(capsys, new, "list", "--json") == before
    assert "0 habits taken over, 2 were known" in run(capsys, new, "import", str(file))


def test_an_older_habit_of_a_file_does_not_replace_a_later_one(
    capsys: pytest.CaptureFixture[str], taught: Path, tmp_path: Path
) -> None:
    file = tmp_path / "memory.json"
    content = run(capsys, taught, "export").replace('"宠物"', '"餐饮"')
    file.write_text(content, encoding="utf-8")
    assert "0 habits taken over" in run(capsys, taught, "import", str(file))
    file.write_text(content.replace(f"{NOW.year}-", f"{NOW.year + 1}-"), encoding="utf-8")
    assert "1 habits taken over" in run(capsys, taught, "import", str(file))
    assert "分类 餐饮" in run(capsys, taught, "list")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("]\n}", "", "is no memory of voiced, or is cut"),
        ('"voiced_memory": 1', '"voiced_memory": 2', "is of version 2, and this voiced reads version 1"),
        ('"宠物"', '"宠物医院"', "names the category 宠物医院, which the ledger lacks"),
        ('"category"', '"said"', "has a habit without words, count or field"),
        ('"category"', '"type"', "has the type 日用 for"),
        ('"category"', '"account"', "names the account 日用, which the ledger lacks"),
        ("+08:00", "", "without a zone"),
        ('"words"', '"word"', "is no memory of voiced, or is cut"),
        ("{", "", "is no memory of voiced, or is cut"),
    ],
)
def test_a_file_that_is_wrong_is_refused_and_changes_nothing(
    capsys: pytest.CaptureFixture[str], taught: Path, tmp_path: Path, old: str, new: str, told: str
) -> None:
    file = tmp_path / "memory.json"
    before = run(capsys, taught, "list", "--json")
    content = run(capsys, taught, "export")
    assert old in content
    file.write_text(content.replace(old, new), encoding="utf-8")
    line = refused(capsys, taught, "import", str(file))
    assert f"{file}: " in line
    assert told in line
    assert run(capsys, taught, "list", "--json") == before
    missing = tmp_path / "new.db"
    assert told in refused(capsys, missing, "import", str(file))
    assert not missing.exists()


def test_a_file_that_is_missing_is_refused(capsys: pytest.CaptureFixture[str], taught: Path) -> None:
    assert "No such file" in refused(capsys, taught, "import", "nothing.json")


def test_an_export_of_the_ledger_keeps_what_its_rows_taught(
    capsys: pytest.CaptureFixture[str], taught: Path, tmp_path: Path
) -> None:
    file, new = tmp_path / "all.jsonl", tmp_path / "new.db"
    assert main(["ledger", "export", "--format", "jsonl", "--db", str(taught)]) == 0
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["ledger", "import", str(file), "--db", str(new)]) == 0
    assert main(["ledger", "import", str(file), "--db", str(new)]) == 0
    capsys.readouterr()
    habits = [json.loads(run(capsys, path, "list", "--json"))["habits"] for path in (taught, new)]
    assert habits[0] == habits[1]


def told(monkeypatch: pytest.MonkeyPatch, database: Path, *words: str) -> None:
    """A conversation in writing with this ledger."""
    typed = io.BytesIO("".join(f"{line}\n" for line in words).encode())
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(typed, encoding="utf-8"))
    assert main(["chat", "--offline", "--db", str(database)]) == 0


def test_a_conversation_with_the_imported_ledger_goes_on_with_what_was_taught(
    capsys: pytest.CaptureFixture[str], database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told(monkeypatch, database, "狗粮四十", "分类改成日用", "确认")
    capsys.readouterr()
    assert main(["ledger", "export", "--format", "jsonl", "--db", str(database)]) == 0
    file, new = tmp_path / "all.jsonl", tmp_path / "new.db"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["ledger", "import", str(file), "--db", str(new)]) == 0
    told(monkeypatch, new, "狗粮五十")
    assert "它：记录支出50元，按上次记在日用，确认吗？" in capsys.readouterr().out


def export_with_a_stated_habit(capsys: pytest.CaptureFixture[str], taught: Path, folder: Path) -> str:
    """An export of the ledger after the one habit got another category, a year later and by no row."""
    memory = folder / "memory.json"
    content = run(capsys, taught, "export").replace('"宠物"', '"餐饮"')
    memory.write_text(content.replace(f"{NOW.year}-", f"{NOW.year + 1}-"), encoding="utf-8")
    run(capsys, taught, "import", str(memory))
    assert main(["ledger", "export", "--format", "jsonl", "--db", str(taught)]) == 0
    return capsys.readouterr().out


def test_an_export_of_the_ledger_keeps_what_was_stated(
    capsys: pytest.CaptureFixture[str], taught: Path, tmp_path: Path
) -> None:
    file, new = tmp_path / "all.jsonl", tmp_path / "new.db"
    file.write_text(export_with_a_stated_habit(capsys, taught, tmp_path), encoding="utf-8")
    for _ in range(2):
        assert main(["ledger", "import", str(file), "--db", str(new)]) == 0
    capsys.readouterr()
    habits = [json.loads(run(capsys, path, "list", "--json"))["habits"] for path in (taught, new)]
    assert habits[0] == habits[1]
    assert "餐饮" in [habit["value"] for habit in habits[1]]


def test_a_stated_habit_may_have_a_name_that_the_rows_bring_along(
    capsys: pytest.CaptureFixture[str], taught: Path, tmp_path: Path
) -> None:
    file, new = tmp_path / "all.jsonl", tmp_path / "new.db"
    content = export_with_a_stated_habit(capsys, taught, tmp_path)
    file.write_text(content.replace('"餐饮"', '"小猫"').replace('"宠物"', '"小猫"'), encoding="utf-8")
    assert main(["ledger", "import", str(file), "--add-names", "--db", str(new)]) == 0
    capsys.readouterr()
    assert "分类 小猫" in run(capsys, new, "list")


def test_an_earlier_export_replaces_no_habit_that_was_learnt_since(
    capsys: pytest.CaptureFixture[str], taught: Path, tmp_path: Path
) -> None:
    file, memory = tmp_path / "all.jsonl", tmp_path / "memory.json"
    file.write_text(export_with_a_stated_habit(capsys, taught, tmp_path), encoding="utf-8")
    content = run(capsys, taught, "export").replace('"餐饮"', '"购物"')
    memory.write_text(content.replace(f"{NOW.year + 1}-", f"{NOW.year + 2}-"), encoding="utf-8")
    run(capsys, taught, "forget", "--all")
    run(capsys, taught, "import", str(memory))
    before = run(capsys, taught, "list", "--json")
    assert "购物" in before
    assert main(["ledger", "import", str(file), "--db", str(taught)]) == 0
    capsys.readouterr()
    assert run(capsys, taught, "list", "--json") == before


@pytest.mark.parametrize(
    ("name", "other", "told"),
    [
        ('"餐饮"', '"没有的"', "add it with `voiced categories add 没有的`"),
        ('"count":2', '"count":0', "write the file anew with `voiced ledger export`"),
        ('"stated":{', '"stated":{x', "is not a row"),
    ],
)
def test_a_stated_habit_that_is_broken_or_names_what_the_ledger_lacks_is_refused(
    capsys: pytest.CaptureFixture[str], taught: Path, tmp_path: Path, name: str, other: str, told: str
) -> None:
    file, new = tmp_path / "all.jsonl", tmp_path / "new.db"
    lines = export_with_a_stated_habit(capsys, taught, tmp_path).splitlines()
    stated = [line for line in lines if line.startswith('{"stated":') and name in line]
    assert stated
    file.write_text(
        "\n".join(line.replace(name, other) if line in stated else line for line in lines), encoding="utf-8"
    )
    assert main(["ledger", "import", str(file), "--db", str(new)]) == 2
    assert told in capsys.readouterr().err
    assert main(["ledger", "import", str(file), "--skip-wrong", "--db", str(new)]) == 0
    capsys.readouterr()
    taken = json.loads(run(capsys, new, "list", "--json"))["habits"]
    assert [one["value"] for one in taken if one["words"] == "猫砂"] == ["宠物"]


def test_words_that_were_never_learnt_are_refused(capsys: pytest.CaptureFixture[str], taught: Path) -> None:
    line = refused(capsys, taught, "forget", "牛奶")
    assert "nothing was learnt about 牛奶" in line
    assert WORDS in line
    assert "name the words to forget" in refused(capsys, taught, "forget")
    assert "name the words to forget" in refused(capsys, taught, "forget", "牛奶", "--all")
    run(capsys, taught, "forget", "--all")
    assert "there are no habits" in refused(capsys, taught, "forget", "牛奶")
