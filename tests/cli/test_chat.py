"""`voiced chat` at a terminal, as a person types at it."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from socket import create_server

import pytest

from tests.cli.terminal import Terminal

CTRL_C, CTRL_D = "\x03", "\x04"
KEYS = pytest.mark.parametrize("key", [CTRL_C, CTRL_D], ids=["ctrl_c", "ctrl_d"])


@contextmanager
def chat(folder: Path, *options: str, no_color: str = "1") -> Generator[Terminal]:
    homes = {name: str(folder / name) for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")}
    variables = homes | {"NO_COLOR": no_color, "TERM": "xterm"}
    terminal = Terminal("chat", *(options or ("--offline",)), settings=variables)
    try:
        terminal.shows("（help 看说明，Ctrl-D 结束）")
        terminal.shows("你：")
        yield terminal
    finally:
        terminal.close()


def with_a_draft(terminal: Terminal) -> None:
    terminal.types("午饭35块\n")
    terminal.shows("确认吗？")
    terminal.shows("你：")


@KEYS
def test_both_keys_end_it_at_once_and_say_what_was_not_recorded(key: str, tmp_path: Path) -> None:
    with chat(tmp_path) as terminal:
        with_a_draft(terminal)
        terminal.types(key)
        assert terminal.ends().removeprefix("^C") == "\n1笔没有记。\n"


@KEYS
def test_both_keys_drop_the_draft(key: str, tmp_path: Path) -> None:
    with chat(tmp_path) as terminal:
        with_a_draft(terminal)
        terminal.types(key)
        terminal.ends()
    with chat(tmp_path) as terminal:
        terminal.types("确认\n")
        terminal.shows("现在没有待处理的记录。")


@KEYS
def test_with_no_draft_open_both_keys_end_it_without_a_word(key: str, tmp_path: Path) -> None:
    with chat(tmp_path) as terminal:
        with_a_draft(terminal)
        terminal.types("确认\n")
        terminal.shows("你：")
        terminal.types(key)
        assert terminal.ends().removeprefix("^C") == "\n"


def test_rows_that_were_cancelled_are_not_counted(tmp_path: Path) -> None:
    with chat(tmp_path) as terminal:
        for words in ("午饭35块", "打车20", "奶茶15", "第二笔不要"):
            terminal.types(f"{words}\n")
            terminal.shows("你：")
        terminal.types(CTRL_D)
        assert terminal.ends() == "\n2笔没有记。\n"


def test_ctrl_c_does_not_wait_for_a_model_that_is_asked(tmp_path: Path) -> None:
    with create_server(("127.0.0.1", 0)) as model:
        options = ("--llm", f"http://127.0.0.1:{model.getsockname()[1]}")
        with chat(tmp_path, *options) as terminal:
            with_a_draft(terminal)
            terminal.types("那个贵了五块\n")
            connection, _ = model.accept()  # it is asked, and never answers
            with connection:
                terminal.types(CTRL_C)
                assert terminal.ends().endswith("^C\n1笔没有记。\n")


def test_a_line_that_is_half_typed_is_thrown_away_by_ctrl_c(tmp_path: Path) -> None:
    with chat(tmp_path) as terminal:
        terminal.types("午饭35")
        terminal.shows("午饭35")
        terminal.types(CTRL_C)
        assert terminal.ends() == "^C\n"


def test_the_end_of_a_session_ends_the_chat(tmp_path: Path) -> None:
    with chat(tmp_path) as terminal:
        with_a_draft(terminal)
        terminal.types("退出\n")
        assert terminal.ends() == "退出\n它：1笔没有记，下次再记。\n"


def test_a_session_that_runs_out_of_time_ends_the_chat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VOICED_SESSION__INACTIVITY_SECONDS", "1")
    with chat(tmp_path) as terminal:
        assert terminal.ends() == "它：下次再记。\n"


def test_it_has_colours_on_a_terminal(tmp_path: Path) -> None:
    with chat(tmp_path, no_color="") as terminal:
        terminal.types("午饭35块\n")
        terminal.shows("\033[36m它：\033[0m记录支出35元")
        terminal.types("确认\n")
        terminal.shows("\033[32m✓\033[0m")


def test_no_color_turns_the_colours_off(tmp_path: Path) -> None:
    with chat(tmp_path) as terminal:
        with_a_draft(terminal)
        terminal.types(CTRL_D)
        assert "\033" not in terminal.ends()


@pytest.mark.parametrize("words", ["help", "/help", "?", "HELP"])
def test_help_lists_what_can_be_typed_and_leaves_the_draft_open(words: str, tmp_path: Path) -> None:
    with chat(tmp_path) as terminal:
        with_a_draft(terminal)
        terminal.types(f"{words}\n")
        terminal.shows("这个月花了多少          问账本")
        terminal.types("确认\n")
        terminal.shows("记好了")


@pytest.mark.parametrize("words", ["exit", "/quit"])
def test_exit_ends_it_as_the_key_does(words: str, tmp_path: Path) -> None:
    with chat(tmp_path) as terminal:
        with_a_draft(terminal)
        terminal.types(f"{words}\n")
        assert terminal.ends() == f"{words}\n\n1笔没有记。\n"


def test_a_row_is_shown_with_the_chinese_name_of_its_type(tmp_path: Path) -> None:
    with chat(tmp_path) as terminal:
        with_a_draft(terminal)
        terminal.types("确认\n")
        terminal.shows(" 支出 35元 餐饮 午饭 [现金]")


def test_many_rows_are_shown_where_the_sentence_has_only_their_totals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VOICED_LLM__SPLIT_LOCALLY", "true")
    with chat(tmp_path) as terminal:
        terminal.types("早饭3块，午饭35块，奶茶15块，打车20块，晚饭50块，水果12块\n")
        terminal.shows("     3  ")
        terminal.shows(" 支出 15元 饮品 奶茶")
        terminal.shows("请查看详情后确认。")
        terminal.types("确认\n")
        terminal.shows("你：")
        terminal.types("今天花了多少\n")
        terminal.shows("一共花了135元，6笔。")
        terminal.shows("… 其余的：voiced ledger list")
