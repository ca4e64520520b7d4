"""`voiced card token`: the tokens with which scripts and phones send sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

from voiced.adapters.machine.paths import say_token_file
from voiced.adapters.machine.say_tokens import SayTokens
from voiced.cli.main import main


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    for variable in ("STATE_DIRECTORY", "RUNTIME_DIRECTORY"):
        monkeypatch.delenv(variable, raising=False)


def made(name: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["card", "token", "make", name]) == 0
    return capsys.readouterr().out


def refused(*words: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["card", "token", *words]) == 2
    return capsys.readouterr().err


def test_a_new_token_is_printed_with_a_line_to_try_it(capsys: pytest.CaptureFixture[str]) -> None:
    token, *rest = made("手机", capsys).splitlines()
    assert SayTokens(say_token_file()).owner_of(token) == "手机"
    assert f"curl http://127.0.0.1:8377/api/say -H 'Authorization: Bearer {token}' -d " in rest[-1]


def test_the_list_has_names_and_days_and_no_token(capsys: pytest.CaptureFixture[str]) -> None:
    tokens = [made(name, capsys).splitlines()[0] for name in ("手机", "Home Assistant")]
    assert main(["card", "token", "list"]) == 0
    listed = capsys.readouterr().out
    assert [line.split("  ")[1] for line in listed.splitlines()] == ["手机", "Home Assistant"]
    assert not any(token in listed for token in tokens)


def test_a_revoked_token_is_useless_and_its_name_is_free(capsys: pytest.CaptureFixture[str]) -> None:
    token = made("手机", capsys).splitlines()[0]
    assert main(["card", "token", "revoke", "手机"]) == 0
    assert SayTokens(say_token_file()).owner_of(token) is None
    assert made("手机", capsys).splitlines()[0] != token


def test_a_mistake_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    made("手机", capsys)
    assert "first: voiced card token revoke 手机" in refused("make", "手机", capsys=capsys)
    assert "voiced card token list" in refused("revoke", "平板", capsys=capsys)
    for name in ("", " ", "a/b", "a\nb", "n" * 41):
        assert refused("make", name, capsys=capsys).startswith("voiced: NAME must be one line")


def test_a_folder_that_cannot_be_written_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    say_token_file().parent.parent.mkdir(parents=True)
    say_token_file().parent.write_text("in the way")
    assert str(say_token_file()) in refused("make", "手机", capsys=capsys)
