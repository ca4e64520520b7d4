"""A command ends at once, also while a name server does not answer."""

from __future__ import annotations

import asyncio
import socket
import threading

import pytest

from tests.support.scripted_llm import Answer, run_in_thread
from voiced.adapters.llm.json_posts import JsonPosts
from voiced.adapters.machine.event_loop import run_loop
from voiced.errors import InterpreterFailure


async def asked(url: str) -> bytes:
    """The answer to one question, on a connection of its own."""
    posts = JsonPosts(url, peer="the model")
    try:
        return await posts.post("/", b"{}")
    finally:
        await posts.close()


def test_a_server_is_found_by_its_name():
    with run_in_thread(lambda path, body: Answer(b"{}")) as server:
        assert run_loop(asked(server.url.replace("127.0.0.1", "localhost"))) == b"{}"


def test_a_name_that_no_host_has_is_a_failure(monkeypatch: pytest.MonkeyPatch):
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(InterpreterFailure, match="the model cannot be reached"):
        run_loop(asked("http://model.example"))


def test_a_command_ends_although_the_name_server_does_not_answer(monkeypatch: pytest.MonkeyPatch):
    looking_up: list[threading.Thread] = []
    is_asked, answered = threading.Event(), threading.Event()

    def hang(*_: object, **__: object) -> list[object]:
        looking_up.append(threading.current_thread())
        is_asked.set()
        answered.wait()
        return []

    async def ask_and_give_up() -> None:
        question = asyncio.ensure_future(asked("http://model.example"))
        await asyncio.to_thread(is_asked.wait)
        question.cancel()
        await asyncio.wait([question])

    monkeypatch.setattr(socket, "getaddrinfo", hang)
    try:
        run_loop(ask_and_give_up())
        assert [thread.daemon for thread in looking_up] == [True], "at its end, Python waits for all others"
    finally:
        answered.set()
    for thread in looking_up:
        thread.join()
