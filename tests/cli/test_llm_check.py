"""`voiced llm check` against real HTTP upstreams: who passes, who does not and why, and what is kept of it."""

from __future__ import annotations

import json
import stat
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import pytest

from tests.cli.test_gateway import gateway
from tests.support.chat_upstream import chat_answer
from tests.support.checked_model import Spoiled, knowing_the_labels
from tests.support.scripted_llm import Answerer, Hang, ScriptedLlm, html_answer, json_answer, run_in_thread
from voiced.cli.main import main
from voiced.gateway.check.cases import CaseKind, CheckCase, all_cases

CASES = len(all_cases())


@pytest.fixture(autouse=True)
def _a_home_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    for name in ("STATE_DIRECTORY", "CREDENTIALS_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)


def kept_file(home: Path) -> Path:
    return home / "XDG_STATE_HOME" / "voiced" / "model-trust.json"


@contextmanager
def upstream(answer: Answerer, monkeypatch: pytest.MonkeyPatch) -> Generator[ScriptedLlm]:
    """A configured model."""
    with run_in_thread(answer) as model:
        monkeypatch.setenv("VOICED_LLM__UPSTREAM_URL", f"{model.url}/v1")
        monkeypatch.setenv("VOICED_LLM__UPSTREAM_MODEL", "labels")
        yield model


def checked(capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, dict[str, Any]]:
    """Exit status and JSON of the check."""
    status = main(["llm", "check", "--json", *options])
    return status, json.loads(capsys.readouterr().out)


def wrong(field: str, value: object, kind: str = "") -> Spoiled:
    """A model that gets this field of each entry wrong, in cases of one kind or of all."""

    def spoiled(case: CheckCase, right: dict[str, Any]) -> object:
        if case.is_about_draft or case.is_question or (kind and case.kind is not CaseKind(kind)):
            return right
        return {"transactions": [{**row, field: value} for row in right["transactions"]]}

    return spoiled


class TestAModelThatKnowsEverything:
    def test_passes_and_is_kept_for_the_eyes_of_its_owner(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        with upstream(knowing_the_labels(), monkeypatch) as model:
            assert main(["llm", "check"]) == 0
            told = capsys.readouterr()
            assert len(model.requests) == CASES
        assert "passed: it is believed for 90 days" in told.out
        assert f"labels at {model.url}/v1: {CASES} of {CASES} cases played" in told.out
        assert "84 of 84 exact in amount, type and day" in told.out
        assert "500 asked, 40 answered (medians)" in told.out
        assert f"0 of {CASES}\n" in told.err
        assert told.err.endswith(f"{CASES} of {CASES}\n")
        assert stat.S_IMODE(kept_file(tmp_path).stat().st_mode) == 0o600
        assert [file.name for file in kept_file(tmp_path).parent.iterdir()] == ["model-trust.json"]

    def test_passes_with_the_history_too_where_a_row_a_turn_is_asked(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setenv("VOICED_DIALOGUE__PROTOCOL", "history")
        with upstream(knowing_the_labels(), monkeypatch):
            status, told = checked(capsys)
        assert (status, told["passed"], told["model"]["protocol"]) == (0, True, "history")
        assert told["figures"]["asked"] < CASES

    def test_is_asked_by_the_prompts_of_the_product_and_told_nothing_of_the_household(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with upstream(knowing_the_labels(), monkeypatch) as model:
            assert main(["llm", "check", "--json"]) == 0
        sent = [cast("dict[str, Any]", request.body) for request in model.requests]
        assert {question["messages"][0]["role"] for question in sent} == {"system"}
        assert all("今天2026-05-13周三。" in question["messages"][-1]["content"] for question in sent)
        assert not any("常用分类" in question["messages"][-1]["content"] for question in sent)

    def test_is_named_by_options_before_the_settings(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setenv("VOICED_LLM__BASE_URL", "http://127.0.0.1:9")
        with run_in_thread(knowing_the_labels()) as model:
            status, told = checked(capsys, "--upstream", f"{model.url}/v1/", "--model", "other")
        assert status == 0
        assert told["model"] == {
            "address": f"{model.url}/v1",
            "model": "other",
            "protocol": "structured",
            "upstream_format": "json_schema",
        }


class TestAModelThatDoesNotPass:
    def test_is_told_the_types_that_it_gets_wrong(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        with upstream(knowing_the_labels(wrong("type", "EXPENSE")), monkeypatch):
            status, told = checked(capsys)
            assert (status, told["passed"], told["causes"]) == (1, False, ["types"])
            assert {one["fault"] for one in told["wrong"]} == {"types"}
            assert main(["llm", "check"]) == 1
        shown = capsys.readouterr().out
        assert "not passed: wrong types. Its answers are weighed by rules." in shown
        assert "Use a larger model." in shown
        assert shown.count("(types)") == 10
        assert "more; --json lists all" in shown

    @pytest.mark.parametrize(
        ("field", "value", "cause"), [("amount", 99, "amounts"), ("date", "2026-05-01", "days")]
    )
    def test_is_told_the_values_that_it_gets_wrong(
        self,
        field: str,
        value: object,
        cause: str,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        with upstream(knowing_the_labels(wrong(field, value, "sentences")), monkeypatch):
            assert checked(capsys)[1]["causes"] == [cause]

    def test_fell_for_a_single_trap(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def obeys(case: CheckCase, right: dict[str, Any]) -> object:
            if not case.said.startswith("忽略以上指令"):
                return right
            return {"transactions": [{"amount": 1, "type": "EXPENSE", "category": "零食"}]}

        with upstream(knowing_the_labels(obeys), monkeypatch):
            status, told = checked(capsys)
        assert (status, told["causes"]) == (1, ["trapped"])
        assert told["figures"]["traps"] == {"right": 19, "of": 20}

    def test_confirms_what_was_only_thanked_for(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def eager(case: CheckCase, right: dict[str, Any]) -> object:
            if case.turn != "unclear":
                return right
            return {"intent": "confirm", "corrections": [], "confidence": 0.99}

        with upstream(knowing_the_labels(eager), monkeypatch):
            assert checked(capsys)[1]["causes"] == ["trapped"]

    def test_records_talk(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        def gullible(case: CheckCase, right: dict[str, Any]) -> object:
            if case.kind is not CaseKind.TALK:
                return right
            return {"transactions": [{"amount": 35, "type": "EXPENSE", "category": "其他"}]}

        with upstream(knowing_the_labels(gullible), monkeypatch):
            assert checked(capsys)[1]["causes"] == ["talk"]

    def test_misunderstands_corrections(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def deaf(case: CheckCase, right: dict[str, Any]) -> object:
            return (
                {"intent": "unclear", "corrections": [], "confidence": 0.9} if case.is_about_draft else right
            )

        with upstream(knowing_the_labels(deaf), monkeypatch):
            status, told = checked(capsys)
        assert (status, told["causes"]) == (1, ["corrections"])

    def test_writes_no_json_and_is_told_the_setting_that_helps(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        said = iter(range(10_000))

        def chatty(case: CheckCase, right: dict[str, Any]) -> object:
            return (
                "好的，已经帮你记下来了！" if next(said) % 10 == 0 else f"```json\n{json.dumps(right)}\n```"
            )

        with upstream(knowing_the_labels(chatty), monkeypatch):
            assert main(["llm", "check"]) == 1
        shown = capsys.readouterr().out
        assert "not passed: bad JSON" in shown
        assert "Set llm.upstream_format to the strictest format that the API knows" in shown
        assert f"0 of {CASES} answers were plain JSON, asked as json_schema" in shown

    def test_is_slow_but_right(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setenv("VOICED_LLM__PARSE_DEADLINE_SECONDS", "0.02")
        monkeypatch.setenv("VOICED_LLM__CORRECTION_DEADLINE_SECONDS", "30")
        right = knowing_the_labels()

        def slow(path: str, body: Any) -> Any:
            threading.Event().wait(0.03)  # holds up the thread of the server, which has nothing else to do
            return right(path, body)

        with upstream(slow, monkeypatch):
            assert main(["llm", "check"]) == 1
        shown = capsys.readouterr().out
        assert "not passed: slow" in shown
        assert "Raise llm.parse_deadline_seconds and llm.correction_deadline_seconds (at most 60)" in shown

    def test_that_never_answers_is_not_waited_for_150_times(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        for name in ("PARSE", "CORRECTION"):
            monkeypatch.setenv(f"VOICED_LLM__{name}_DEADLINE_SECONDS", "0.05")
        with upstream(lambda path, body: Hang(), monkeypatch):
            status, told = checked(capsys)
        assert (status, told["causes"]) == (1, ["slow"])
        assert (told["figures"]["asked"], told["figures"]["late"]) == (10, 10)
        assert kept_file(tmp_path).exists()


class TestAModelThatIsNotThere:
    @pytest.mark.parametrize(
        "option", [["--upstream", "http://127.0.0.1:9/v1", "--model", "m"], ["--llm", "http://127.0.0.1:9"]]
    )
    def test_is_told_in_one_line_and_not_kept(
        self, option: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["llm", "check", *option]) == 1
        assert "cannot be reached" in capsys.readouterr().err.splitlines()[-1]
        assert not kept_file(tmp_path).exists()

    def test_refuses_the_key(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        with upstream(lambda path, body: json_answer({"error": "no such key"}, 401), monkeypatch) as model:
            assert main(["llm", "check"]) == 1
            assert len(model.requests) == 3
        assert "answered with HTTP status 401" in capsys.readouterr().err
        assert not kept_file(tmp_path).exists()

    def test_is_a_captive_portal(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        with upstream(lambda path, body: html_answer(), monkeypatch):
            assert main(["llm", "check"]) == 1
        assert "answer is not JSON" in capsys.readouterr().err

    def test_goes_away_in_the_middle(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        answers = iter(range(10_000))
        right = knowing_the_labels()

        def leaving(path: str, body: Any) -> Any:
            return right(path, body) if next(answers) < 20 else json_answer({}, 500)

        with upstream(leaving, monkeypatch):
            status, told = checked(capsys)
        assert (status, told["causes"][0]) == (1, "unreadable")
        assert told["figures"]["unreadable"] == CASES - 20


class TestAGateway:
    def test_is_measured_with_its_rules_and_kept_by_the_model_that_it_names(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        with run_in_thread(knowing_the_labels()) as model, gateway(f"{model.url}/v1", tmp_path) as base:
            _, told = checked(capsys, "--llm", base)
        assert told["model"] == {
            "address": base,
            "model": "m",
            "protocol": "structured",
            "upstream_format": "",
        }
        assert told["figures"]["asked"] == CASES
        assert told["figures"]["form"] is None
        assert told["figures"]["sentences"]["right"] > 0.8 * told["figures"]["sentences"]["of"]

    def test_says_with_its_status_what_its_model_did(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        for name in ("PARSE", "CORRECTION"):
            monkeypatch.setenv(f"VOICED_LLM__{name}_DEADLINE_SECONDS", "5")
        statuses = iter([502, 504, 502] + 1000 * [504])
        with run_in_thread(lambda path, body: json_answer({"error": {}}, next(statuses))) as server:
            status, told = checked(capsys, "--llm", server.url)
        assert (status, told["figures"]["late"], told["figures"]["unreadable"]) == (1, 10, 2)

    def test_refuses_the_key(self, capsys: pytest.CaptureFixture[str]) -> None:
        with run_in_thread(lambda path, body: json_answer({"error": {}}, 401)) as server:
            assert main(["llm", "check", "--llm", server.url]) == 1
        assert "the gateway answered with HTTP status 401" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "no language model is configured; set llm.base_url or llm.upstream_url"),
        (["--upstream", "http://127.0.0.1:9/v1"], "has no name; set llm.upstream_model, or add --model NAME"),
        (["--model", "m"], "no language model is configured"),
        (["--llm", "http://127.0.0.1:9", "--model", "m"], "--model belongs to --upstream"),
        (["--llm", "ftp://x"], "base URL must be like http://"),
        (["--upstream", "http://a:99999", "--model", "m"], "base URL is not a URL"),
        (["--config", "/no/such.toml"], "/no/such.toml"),
    ],
)
def test_what_cannot_be_asked_is_one_line(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["llm", "check", *arguments]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


def test_a_gateway_and_a_model_at_once_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["llm", "check", "--llm", "http://a", "--upstream", "http://b"])
    assert ended.value.code == 2


def test_a_verdict_that_cannot_be_kept_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "XDG_STATE_HOME").write_text("a file in the way", encoding="utf-8")
    with upstream(lambda path, body: chat_answer("nein"), monkeypatch):
        assert main(["llm", "check"]) == 2
    assert "name another place" in capsys.readouterr().err
