"""Names of hosts are looked up on threads that nobody has to wait for."""

from __future__ import annotations

import asyncio
import socket
import threading

import pytest

from tests.support.scripted_llm import Answer, scripted_llm
from voiced.adapters.llm.json_posts import JsonPosts
from voiced.errors import InterpreterFailure


async def test_a_server_is_found_by_its_name():
    async with scripted_llm(lambda path, body: Answer(b"{}")) as server:
        posts = JsonPosts(server.url.replace("127.0.0.1", "localhost"), peer="the model")
        assert await posts.post("/", b"{}") == b"{}"
        await posts.close()


async def test_a_name_that_nobody_has_is_a_failure(monkeypatch: pytest.MonkeyPatch):
    def nobody(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", nobody)
    posts = JsonPosts("http://model.example", peer="the model")
    with pytest.raises(InterpreterFailure, match="the model cannot be reached"):
        await posts.post("/", b"{}")
    await posts.close()


async def test_a_name_server_that_hangs_holds_up_no_end_of_the_process(monkeypatch: pytest.MonkeyPatch):
    asked: list[threading.Thread] = []
    answered = threading.Event()

    def hang(*_: object, **__: object) -> list[object]:
        asked.append(threading.current_thread())
        answered.wait()
        return []

    monkeypatch.setattr(socket, "getaddrinfo", hang)
    posts = JsonPosts("http://model.example", peer="the model")
    await posts.prepare()
    try:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.1):
                await posts.post("/", b"{}")
        await posts.close()
        assert [thread.daemon for thread in asked] == [True], "Python waits for all other threads at its end"
    finally:
        answered.set()
    for thread in asked:
        thread.join()
