"""Every command of `voiced`, run by the program that is installed from the wheel with requirements/run.txt alone."""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import tempfile
from asyncio.subprocess import PIPE
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import httpx
import pytest

from tests.cli.test_gateway import gateway
from tests.support.chat_upstream import chat_answer
from tests.support.installed import ROOT, Installed
from tests.support.model_mirror import model_mirror
from tests.support.pulse_rig import pulse_rig
from tests.support.scripted_llm import run_in_thread
from tests.support.service_manager import NotifySocket
from voiced.adapters.recognition.model_manifest import DEFAULT_MODEL
from voiced.cli.main import whole_parser

pytestmark = pytest.mark.timeout(300)

WEIGHTS = ROOT / ".cache/models/vosk-ko"
"""Of another language than Mandarin. That they are fetched, checked and loaded is what is tested here."""
_PATIENCE_SECONDS = 90.0
UPSTREAM = chat_answer({"transactions": []})


@dataclass(frozen=True)
class Call:
    """One call of the command.

    Attributes:
        line: the words after `voiced`.
        tells: what is to stand in its output.
        stdin: what it reads.
        status: its exit status.
    """

    line: str
    tells: str
    stdin: str = ""
    status: int = 0


CALLS = {
    "replay": Call("replay text:午饭35块 text:确认 --offline", "记好了"),
    "chat": Call("chat --offline", "记好了", stdin="打车20\n确认\n"),
    "ledger add": Call("ledger add 奶茶15 --yes", "记好了"),
    "ledger list": Call("ledger list", "午饭"),
    "ledger search": Call("ledger search 午饭 --json", '"count":'),
    "report": Call("report", "餐饮"),
    "ledger export": Call("ledger export --format csv", "午饭"),
    "ledger import": Call("ledger import --format jsonl /dev/stdin", "holds no entry", status=2),
    "ledger undo": Call("ledger undo no-such-batch", "no-such-batch", status=2),
    "ledger backup": Call("ledger backup copy.db", "copy.db"),
    "ledger restore": Call("ledger restore no-such-file.db", "no-such-file.db", status=2),
    "ledger check": Call("ledger check", "sound"),
    "accounts list": Call("accounts list", ""),
    "accounts add": Call("accounts add 招行卡", ""),
    "accounts rename": Call("accounts rename 没有的 新的", "没有的", status=2),
    "accounts remove": Call("accounts remove 没有的", "没有的", status=2),
    "budgets list": Call("budgets list", "预算"),
    "budgets set": Call("budgets set 餐饮 1500", "餐饮"),
    "budgets remove": Call("budgets remove 餐饮", "餐饮"),
    "recurring list": Call("recurring list", "定期"),
    "recurring add": Call("recurring add 每月15号房租3000", "每月15号"),
    "recurring remove": Call("recurring remove 没有的", "没有的", status=2),
    "memory list": Call("memory list", "没有学到"),
    "memory export": Call("memory export", "{"),
    "memory import": Call("memory import no-such-file.json", "no-such-file.json", status=2),
    "memory forget": Call("memory forget 没有的", "没有的", status=2),
    "categories list": Call("categories list", "餐饮"),
    "categories add": Call("categories add 露营 --words 帐篷", "露营"),
    "categories rename": Call("categories rename 没有的 新的", "没有的", status=2),
    "categories remove": Call("categories remove 没有的", "没有的", status=2),
    "card token make": Call("card token make 手机", "/api/say -H 'Authorization: Bearer "),
    "card token list": Call("card token list", ""),
    "card token revoke": Call("card token revoke 没有的", "没有的", status=2),
    "config check": Call("config check", "fetch one with: voiced models fetch", status=2),
    "config show": Call("config show", "models_dir"),
    "config default": Call("config default", "[session]"),
    "config schema": Call("config schema", '"$schema"'),
    "models list": Call("models list", DEFAULT_MODEL),
    "models suggest": Call("models suggest", "voiced models fetch"),
    "asr try": Call("asr try", "no recogniser is installed here", status=2),
    "voice build": Call("voice build no-such-folder", "no-such-folder", status=2),
    "voice record": Call("voice record --only 1", "fetch one with: voiced models fetch", status=2),
    "voice try": Call("voice try 记好了，还有吗？ --wav said.wav", "said.wav"),
    "nlu": Call("nlu parse", '"35"', stdin='{"text": "午饭35"}\n'),
    "llm check": Call("llm check", "no language model is configured", status=2),
    "stats": Call("stats", "holds no turns"),
    "service install": Call("service install", "start the daemon with"),
    "service uninstall": Call("service uninstall --purge --dry-run", "/.local/share/voiced"),
    "service status": Call("service status", "not installed", status=1),
}
RUN_BY = {
    "run": "test_the_daemon_runs_with_a_model_that_was_fetched_and_is_woken",
    "card": "test_the_daemon_runs_with_a_model_that_was_fetched_and_is_woken",
    "wake": "test_the_daemon_runs_with_a_model_that_was_fetched_and_is_woken",
    "models fetch": "test_the_daemon_runs_with_a_model_that_was_fetched_and_is_woken",
    "models verify": "test_the_daemon_runs_with_a_model_that_was_fetched_and_is_woken",
    "devices": "test_the_daemon_runs_with_a_model_that_was_fetched_and_is_woken",
    "doctor": "test_the_daemon_runs_with_a_model_that_was_fetched_and_is_woken",
    "gateway": "test_the_gateway_serves",
}
"""What needs a server, a microphone or what another command has done."""


def commands_of(parser_: argparse.ArgumentParser, *names: str) -> Iterator[str]:
    """Each command with its actions, as it is typed."""
    below: dict[str, argparse.ArgumentParser] = {}
    is_whole = True
    for action in parser_._actions:
        if action.nargs == argparse.PARSER:
            below.update(cast("dict[str, argparse.ArgumentParser]", action.choices))
            is_whole = not action.required
    if is_whole:
        yield " ".join(names)
    for name, inner in below.items():
        yield from commands_of(inner, *names, name)


def test_no_command_is_left_out() -> None:
    assert set(commands_of(whole_parser())) == {*CALLS, *RUN_BY}
    assert set(RUN_BY.values()) <= set(globals())


@pytest.mark.parametrize("command", CALLS)
def test_a_command_does_its_work(command: str, product: Installed, home: Path) -> None:
    call = CALLS[command]
    done = product.run(*call.line.split(), home=home, stdin=call.stdin)
    assert done.returncode == call.status, done.stderr
    assert call.tells in done.stdout + done.stderr
    if call.status:
        assert done.stderr.count("\n") <= 1, "one line, and no traceback"


@pytest.mark.parametrize("command", sorted(commands_of(whole_parser())))
def test_a_command_explains_itself(command: str, product: Installed, tmp_path: Path) -> None:
    done = product.run(*command.split(), "--help", home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"usage: voiced {command} ")


async def test_the_daemon_runs_with_a_model_that_was_fetched_and_is_woken(
    product: Installed, tmp_path: Path
) -> None:
    with model_mirror(tmp_path, DEFAULT_MODEL, WEIGHTS) as mirror, tempfile.TemporaryDirectory() as folder:
        async with pulse_rig(Path(folder)) as rig:
            # The rig's home is empty.
            home = Path(rig.environment["HOME"])
            sound = {name: value for name, value in rig.environment.items() if name != "HOME"}

            async def voiced(*arguments: str) -> subprocess.CompletedProcess[str]:
                return await asyncio.to_thread(product.run, *arguments, home=home, **mirror, **sound)

            for command, words in (
                (
                    "models fetch",
                    f"{DEFAULT_MODEL}: ready in {home}/.local/share/voiced/models/{DEFAULT_MODEL}",
                ),
                ("models list", f"here  {DEFAULT_MODEL}"),
                ("models verify", f"{DEFAULT_MODEL}: ok"),
                ("config check", "ok"),
                ("devices", "pulse"),
            ):
                done = await voiced(*command.split())
                assert done.returncode == 0, done.stderr
                assert words in done.stdout + done.stderr
            doctor = await voiced("doctor", "--json", "--offline")
            told = {one["subject"]: one["told"] for one in json.loads(doctor.stdout)["findings"]}
            assert "loaded in" in told["recogniser"]
            assert told["microphone"].startswith("it is open"), "nobody speaks into it"

            with NotifySocket(Path(folder) / "notify") as notify:
                daemon = await asyncio.create_subprocess_exec(
                    *(product.command, "run", "--json", "--offline"),
                    env=product.environment(home, **sound, NOTIFY_SOCKET=str(notify.path)),
                    stdout=PIPE,
                    stderr=PIPE,
                )
                async with asyncio.timeout(_PATIENCE_SECONDS):
                    while "READY=1" not in await notify.next():
                        pass
                    assert (await voiced("wake")).returncode == 0
                    while "STATUS=listens" not in await notify.next():
                        pass
                    card = await voiced("card")
                    assert "http://127.0.0.1:" in card.stdout, card.stderr
                daemon.terminate()
                _, errors = await daemon.communicate()
            assert daemon.returncode == 0, errors.decode()
            assert b"Traceback" not in errors


def test_the_gateway_serves(product: Installed, tmp_path: Path) -> None:
    with (
        run_in_thread(lambda path, body: UPSTREAM) as upstream,
        gateway(f"{upstream.url}/v1", tmp_path, program=[product.command]) as url,
    ):
        question = {"text": "午饭35，打车20"}
        answer = httpx.post(f"{url}/api/v1/llm/parse-transaction", json=question, trust_env=False)
    assert answer.status_code == 200, answer.text
