"""`voiced run` on a machine without speech: no microphone and no model, and words from elsewhere are recorded."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from tests.support.mosquitto_rig import PASSWORD, USER, mosquitto
from tests.support.processes import free_port


def settings_file(folder: Path, port: int) -> Path:
    """Settings without speech, for a ledger in the folder."""
    file = folder / "voiced.toml"
    file.write_text(
        f'[asr]\nengine = "none"\n[voice]\nengine = "none"\nearcons = false\n'
        f'[card]\nport = {port}\n[ledger]\npath = "{folder / "ledger.db"}"\n'
    )
    return file


async def voiced(environment: dict[str, str], *arguments: str | Path) -> Process:
    """The program, in an environment."""
    command = (sys.executable, "-m", "voiced", *map(str, arguments))
    return await asyncio.create_subprocess_exec(
        *command, env=environment, stdin=DEVNULL, stdout=PIPE, stderr=PIPE
    )


def has_children(process: Process) -> bool:
    """Whether a thread of the process began another one."""
    threads = Path(f"/proc/{process.pid}/task").glob("*/children")
    return any(thread.read_text() for thread in threads)


@asynccontextmanager
async def daemon(environment: dict[str, str], settings: Path) -> AsyncGenerator[Process]:
    """The daemon, as soon as its card is served."""
    process = await voiced(environment, "run", "--offline", "--config", settings)
    assert process.stderr is not None
    line = await process.stderr.readline()
    assert line.startswith(b"card: "), line + await process.stderr.read()
    try:
        yield process
    finally:
        process.terminate()
        await process.wait()


@pytest.mark.timeout(60)
async def test_words_from_a_script_are_recorded_without_a_microphone_or_a_model(tmp_path: Path) -> None:
    port = free_port()
    settings = settings_file(tmp_path, port)
    environment = os.environ | {"HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)}
    environment.pop("XDG_DATA_HOME", None)
    async with daemon(environment, settings) as process:
        assert not has_children(process), "a microphone is a process of its own"
        made = await voiced(environment, "card", "token", "make", "script")
        token = (await made.communicate())[0].split()[0].decode()
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False) as client:
            answers = [
                (
                    await client.post(
                        "/api/say", json={"text": text}, headers={"Authorization": f"Bearer {token}"}
                    )
                ).text
                for text in ("午饭35块", "确认")
            ]
        assert "记录支出35元，餐饮，确认吗？" in answers[0]
        assert "记好了" in answers[1]
    listed = await voiced(environment, "ledger", "list", "--config", settings)
    assert "午饭" in (await listed.communicate())[0].decode()


@pytest.mark.timeout(60)
async def test_a_deleted_metrics_token_opens_nothing_after_a_reload(tmp_path: Path) -> None:
    port = free_port()
    settings = settings_file(tmp_path, port)
    settings.write_text(settings.read_text().replace("[card]", "[card]\nmetrics = true"))
    environment = os.environ | {"HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)}
    environment |= {"XDG_STATE_HOME": str(tmp_path)}
    async with daemon(environment, settings) as process:
        file = tmp_path / "voiced/metrics-token"
        revoked = file.read_text().strip()
        assert await metrics_status(port, revoked) == 200
        file.unlink()
        process.send_signal(signal.SIGHUP)
        assert "the new settings are in effect" in await line_of(process, "settings are")
        assert await metrics_status(port, revoked) == 401
        assert await metrics_status(port, file.read_text().strip()) == 200


@pytest.mark.timeout(60)
async def test_what_is_chosen_on_the_card_is_taken_over_at_once_and_by_the_next_start(tmp_path: Path) -> None:
    port = free_port()
    settings = settings_file(tmp_path, port)
    environment = os.environ | {"HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)}
    environment |= {"XDG_STATE_HOME": str(tmp_path)}
    async with daemon(environment, settings) as process:
        token = (tmp_path / "voiced/card-token").read_text().strip()
        origin = f"http://127.0.0.1:{port}"
        headers = {"Origin": origin}
        async with httpx.AsyncClient(base_url=origin, headers=headers, trust_env=False) as browser:
            await browser.get("/", params={"token": token})
            in_use = (await browser.get("/api/settings")).json()["inUse"]
            answer = await browser.put("/api/settings", json=in_use | {"wakePhrase": "管家管家"})
            assert answer.json() == {"waits": False}
        assert "changed: session.wake_phrase" in await line_of(process, "changed")
        assert "the new settings are in effect" in await line_of(process, "settings are")
    checked = await voiced(environment, "config", "check", "--config", settings)
    told = (await checked.communicate())[0].decode()
    assert (
        f'session.wake_phrase = "管家管家", chosen on the card ({tmp_path}/voiced/preferences.json)' in told
    )
    looked = await voiced(environment, "doctor", "--config", settings)
    assert 'ok  settings        session.wake_phrase = "管家管家"' in (await looked.communicate())[0].decode()


@pytest.mark.timeout(60)
async def test_a_mended_password_file_opens_the_broker_after_a_reload(tmp_path: Path) -> None:
    settings = settings_file(tmp_path, free_port())
    password = tmp_path / "password"
    password.write_text("wrong")
    password.chmod(0o600)
    environment = os.environ | {"HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)}
    environment |= {"XDG_STATE_HOME": str(tmp_path)}
    with mosquitto(tmp_path, asks_password=True) as broker, settings.open("a") as file:
        file.write(f'[mqtt]\nhost = "127.0.0.1"\nport = {broker.port}\nuser = "{USER}"\n')
        file.write(f'password_file = "{password}"\n')
        file.flush()
        async with daemon(environment, settings) as process:
            await line_of(process, "not authorised")
            password.write_text(PASSWORD)
            process.send_signal(signal.SIGHUP)
            assert "changed: mqtt.password_file" in await line_of(process, "changed", "unchanged")
            await line_of(process, "the house is told over MQTT")
            broker.change_password("another")
            assert "look after mqtt.user and the password" in await line_of(process, "not authorised")


async def line_of(process: Process, *words: str) -> str:
    """The next line of the log that holds one of the words."""
    assert process.stderr is not None
    while line := (await process.stderr.readline()).decode():
        if any(word in line for word in words):
            return line
    raise AssertionError(f"the daemon ended before it told of {words}")


async def metrics_status(port: int, token: str) -> int:
    """The status of the answer that a token gets."""
    header = {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False) as client:
        return (await client.get("/metrics", headers=header)).status_code


async def test_recorded_speech_is_refused_with_the_way_to_choose_a_recogniser(tmp_path: Path) -> None:
    recording = Path("tests/audio/conversations/cancel_all/1.wav")
    process = await voiced(dict(os.environ), "replay", recording, "--asr", "none", "--offline")
    _, told = await process.communicate()
    assert process.returncode == 2
    assert told.decode().strip() == (
        "voiced: asr.engine: none recognises no speech; choose a recogniser with --asr"
    )
