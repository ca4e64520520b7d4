"""`voiced gateway` as a process of its own, and what it says when no model is named."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from socket import create_server

import httpx
import pytest

from tests.support.chat_upstream import chat_answer
from tests.support.processes import free_port, listens_within
from tests.support.scripted_llm import run_in_thread
from voiced.cli.main import main

ANSWER = chat_answer(
    {"transactions": [{"description": "面条", "amount": 22, "type": "EXPENSE", "category": "餐饮"}]}
)


@contextmanager
def gateway(
    url: str,
    home: Path,
    *,
    program: Sequence[str | Path] = (sys.executable, "-m", "voiced"),
    **environment: str,
) -> Generator[str]:
    """The command of this program, listening; its URL."""
    port = free_port()
    command = [
        *program,
        "gateway",
        "--upstream",
        url,
        "--model",
        "m",
        "--port",
        str(port),
    ]
    running = subprocess.Popen(
        command, env={**os.environ, "XDG_CONFIG_HOME": str(home), **environment}, stderr=subprocess.PIPE
    )
    base = f"http://127.0.0.1:{port}"
    try:
        assert listens_within(30.0, port, running), "the gateway does not listen"
        yield base
    finally:
        running.send_signal(signal.SIGTERM)
        _, errors = running.communicate(timeout=20)
        assert b"Traceback" not in errors


def test_it_serves_the_model_that_is_named_and_asks_for_the_configured_key(tmp_path: Path):
    credentials = tmp_path / "credentials"
    credentials.mkdir()
    (credentials / "llm.upstream_key").write_text("sk-upstream\n", encoding="utf-8")
    with (
        run_in_thread(lambda path, body: ANSWER) as upstream,
        gateway(
            f"{upstream.url}/v1",
            tmp_path,
            VOICED_LLM__API_KEY="sk-daemon",
            CREDENTIALS_DIRECTORY=str(credentials),
        ) as base,
    ):
        question, path = {"text": "面条二十二"}, f"{base}/api/v1/llm/parse-transaction"
        refused = httpx.post(path, json=question, trust_env=False)
        answered = httpx.post(
            path, json=question, headers={"Authorization": "Bearer sk-daemon"}, trust_env=False
        )
        assert refused.status_code == 401
        assert json.loads(answered.content)["transactions"][0]["amount"] == 22
        assert upstream.requests[0].headers["authorization"] == "Bearer sk-upstream"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "name a model"),
        (["--upstream", "http://127.0.0.1:1/v1"], "name a model"),
        (["--upstream", "ftp://x", "--model", "m"], "http://"),
        (["--gguf", "/no/such.gguf"], "/no/such.gguf"),
        (["--gguf", __file__], "no GGUF file"),
    ],
)
def test_without_a_model_it_is_one_line(
    arguments: list[str],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert main(["gateway", *arguments]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("host", "port", "told"),
    [
        ("127.0.0.1", None, "--port: the gateway cannot be served at 127.0.0.1 port "),
        ("127.0.0.1", 99_999, "--port: 99999 is not a port; use one from 0 to 65535"),
        ("nowhere.invalid", 0, "--host: nowhere.invalid: "),
    ],
)
def test_an_address_that_cannot_be_had_is_one_line(
    host: str, port: int | None, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    model = ["--upstream", "http://127.0.0.1:9/v1", "--model", "m", "--config", str(tmp_path / "voiced.toml")]
    (tmp_path / "voiced.toml").touch()
    with create_server(("127.0.0.1", 0)) as taken:
        at = taken.getsockname()[1] if port is None else port
        assert main(["gateway", *model, "--host", host, "--port", str(at)]) == 2
    complaint = capsys.readouterr().err
    assert told in complaint
    assert complaint.count("\n") == 1
