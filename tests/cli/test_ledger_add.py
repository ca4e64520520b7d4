"""`voiced ledger add`, as a person types it at a terminal, and as a script runs it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.terminal import Terminal
from tests.support.ledger_files import ledger_with, open_ledger, rows_in
from tests.support.ledger_rows import a_draft, a_row, batch_of
from tests.support.postgres_rig import PostgresRig
from voiced.cli.main import main
from voiced.domain.batch import DraftBatch
from voiced.domain.habits import HabitField, Lesson
from voiced.domain.transaction import Transaction


def add(*words: str) -> int:
    return main(["ledger", "add", *words])


def saved(database: Path) -> list[Transaction]:
    return asyncio.run(rows_in(database))


def told(rows: list[Transaction]) -> list[tuple[str, str, str]]:
    return [(row.description, str(row.amount), row.account) for row in rows]


@pytest.fixture
def taught(database: Path) -> Path:
    """A ledger whose household files cat litter as an article of daily use."""

    async def teach() -> None:
        async with open_ledger(database) as ledger:
            for batch_id in ("b1", "b2"):
                rows = batch_of(batch_id, a_row(category="日用", description="猫砂"))
                await ledger.save_batch(batch_id, rows, [Lesson(rows[0].id, "猫砂", HabitField.CATEGORY)])

    asyncio.run(teach())
    return database


class TestHabits:
    def test_file_an_entry_and_are_named(self, taught: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert add("猫砂50", "--yes", "--json") == 0
        assert "按上次记在日用" in json.loads(capsys.readouterr().out)["question"]
        assert saved(taught)[-1].category == "日用"

    def test_have_no_effect_where_they_are_switched_off(
        self, taught: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("VOICED_MEMORY__HABITS", "false")
        assert add("猫砂50", "--yes") == 0
        assert saved(taught)[-1].category == "宠物"


class TestForAScript:
    def test_a_certain_sentence_is_written_as_one_batch(self, database: Path) -> None:
        assert add("午饭35", "微信付了打车20.5", "--yes") == 0
        rows = saved(database)
        assert told(rows) == [("午饭", "35", "现金"), ("打车", "20.5", "微信")]
        assert len({row.batch_id for row in rows}) == 1

    def test_the_batch_can_be_taken_back_as_it_says(
        self, database: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        add("午饭35", "--yes")
        undo = capsys.readouterr().out.rpartition("voiced ")[2]
        assert main(undo.split()) == 0
        assert saved(database) == []

    def test_json_has_the_rows_of_an_export(self, database: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert add("工资8000", "--yes", "--json") == 0
        answer = json.loads(capsys.readouterr().out)
        assert (answer["saved"], answer["certain"]) == (True, True)
        assert main(["ledger", "export", "--format", "jsonl"]) == 0
        assert answer["rows"] == [json.loads(capsys.readouterr().out)]

    @pytest.mark.parametrize(
        ("sentence", "question"),
        [
            ("打车一百多", "请核对"),
            ("午饭", "多少钱？"),
            ("30块", "是做什么用的？"),
            ("买书20美元", "20美元折合多少元？"),
            ("花呗转招行200", "账本没有招行"),
            ("吃饭60，打车，买菜45", "没有记的是：打车。"),
        ],
    )
    def test_a_doubtful_sentence_is_never_written(
        self, sentence: str, question: str, database: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert add(sentence, "--yes") == 2
        complaint = capsys.readouterr().err
        assert complaint.startswith(f"voiced: 「{sentence}」 is not certain, so nothing was written: ")
        assert question in complaint
        assert complaint.count("\n") == 1
        assert saved(database) == []

    def test_json_has_the_question_of_a_doubtful_sentence(
        self, database: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert add("午饭", "--yes", "--json") == 2
        answer = json.loads(capsys.readouterr().out)
        assert (answer["saved"], answer["rows"]) == (False, [])
        assert answer["question"] == "记录支出，餐饮，多少钱？"
        assert saved(database) == []

    @pytest.mark.parametrize(
        ("sentence", "complaint"),
        [
            ("确认", "「确认」 tells of no entry; write a purpose and an amount"),
            ("手机三千太贵了没买", "「手机三千太贵了没买」 tells of no payment that was made"),
            ("，".join(f"咖啡{yuan}块" for yuan in range(11, 22)), "the sentence tells of 11 entries"),
            ("午饭\udcff35", "is not UTF-8 text; type it anew"),
        ],
    )
    def test_a_sentence_without_an_entry_is_told_in_one_line(
        self, sentence: str, complaint: str, database: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert add(sentence, "--yes") == 2
        shown = capsys.readouterr().err
        assert complaint in shown
        assert shown.count("\n") == 1

    @pytest.mark.parametrize("option", [[], ["--json"]], ids=["text", "json"])
    def test_without_a_terminal_nothing_is_written_unless_it_says_yes(
        self, option: list[str], database: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert add("午饭35", *option) == 2
        assert "a terminal is needed for the question; or give --yes" in capsys.readouterr().err
        assert saved(database) == []

    def test_the_open_draft_of_a_daemon_stays(self, database: Path) -> None:
        async def with_draft() -> None:
            async with open_ledger(database) as ledger:
                await ledger.drafts.keep(a_draft())

        async def draft() -> DraftBatch | None:
            async with open_ledger(database) as ledger:
                return await ledger.drafts.kept()

        asyncio.run(with_draft())
        assert add("午饭35", "--yes") == 0
        assert len(saved(database)) == 1
        assert asyncio.run(draft()) == a_draft()

    def test_names_of_the_ledger_are_known(self, database: Path) -> None:
        assert main(["categories", "add", "露营", "--words", "天幕"]) == 0
        assert add("天幕300", "--yes") == 0
        assert [row.category for row in saved(database)] == ["露营"]

    def test_a_ledger_on_a_server_gets_the_row(
        self,
        postgres: PostgresRig,
        database: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        monkeypatch.setenv("VOICED_LEDGER__URL", postgres.empty_ledger())
        assert add("午饭35", "--yes") == 0
        capsys.readouterr()
        assert main(["ledger", "list", "--json"]) == 0
        assert [row["description"] for row in json.loads(capsys.readouterr().out)["rows"]] == ["午饭"]
        assert not database.exists()


@contextmanager
def asked(*words: str) -> Generator[Terminal]:
    terminal = Terminal("ledger", "add", *words, settings={"NO_COLOR": "1"})
    try:
        yield terminal
    finally:
        terminal.close()


class TestAtATerminal:
    def test_a_yes_writes_the_row_that_is_shown(self, database: Path) -> None:
        with asked("昨天打车30") as terminal:
            terminal.shows(" 支出 30元 交通 打车 [现金]")
            terminal.shows("确认吗？(y/N) ")
            assert saved(database) == []
            terminal.types("y\n")
            assert "✓ 记好了1笔。撤销：voiced ledger undo " in terminal.ends()
        assert told(saved(database)) == [("打车", "30", "现金")]

    @pytest.mark.parametrize("answer", ["n\n", "\n", "\x04"], ids=["no", "empty", "end"])
    def test_any_other_answer_writes_nothing(self, answer: str, database: Path) -> None:
        with asked("午饭35") as terminal:
            terminal.shows("(y/N) ")
            terminal.types(answer)
            assert terminal.ends(status=1).endswith("\n这次没有记账。\n")
        assert saved(database) == []

    def test_an_odd_entry_is_pointed_out(self, database: Path) -> None:
        asyncio.run(ledger_with(database, *batch_of("b", *(a_row("10") for _ in range(6)))))
        with asked("午饭3000") as terminal:
            terminal.shows("比平时多很多，确认吗？(y/N) ")

    def test_what_may_not_have_happened_is_asked_about(self, database: Path) -> None:
        with asked("房租大概要交三千") as terminal:
            terminal.shows("(y/N) ")
            terminal.types("是\n")
            terminal.ends()
        assert [str(row.amount) for row in saved(database)] == ["3000"]

    def test_a_question_that_a_yes_does_not_answer_ends_it(self, database: Path) -> None:
        with asked("午饭") as terminal:
            assert "多少钱？ Write it more exactly, or use voiced chat" in terminal.ends(status=2)
        assert saved(database) == []
