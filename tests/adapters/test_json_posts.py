"""JSON posted to a gateway over a real socket, in health and in every kind of sickness."""

import asyncio
import gzip
import logging
import socket
from collections.abc import Awaitable

import pytest

from tests.support.scripted_llm import (
    Answer,
    CutOff,
    Drip,
    Flood,
    Hang,
    Later,
    Raw,
    Reply,
    html_answer,
    json_answer,
    run_in_thread,
    scripted_llm,
)
from voiced.adapters.llm.json_posts import MAX_ANSWER_BYTES, JsonPosts
from voiced.errors import ConfigWrong, InterpreterFailure
from voiced.gateway.protocol.exchanges import CORRECT, DIALOGUE, PARSE

ANSWER = json_answer({"transactions": []})
QUESTION = b'{"text":"x"}'


def posts_to(base_url: str, *, api_key: str | None = None, proxy: str | None = None) -> JsonPosts:
    return JsonPosts(base_url, peer="the gateway", api_key=api_key, proxy=proxy)


async def ask(reply: Reply, **settings: str) -> bytes:
    """The answer to one question on a connection of its own."""
    async with scripted_llm(lambda path, body: reply) as server:
        posts = posts_to(server.url, **settings)
        try:
            return await posts.post(PARSE.path, QUESTION)
        finally:
            await posts.close()


async def test_asks_with_json_and_a_bearer_token_and_no_compression():
    async with scripted_llm(lambda path, body: ANSWER) as server:
        posts = posts_to(f"{server.url}/", api_key="sk-1")
        assert await posts.post(PARSE.path, QUESTION) == ANSWER.body
        await posts.close()
    (request,) = server.requests
    assert (request.method, request.path, request.raw) == ("POST", "/api/v1/llm/parse-transaction", QUESTION)
    assert request.headers["authorization"] == "Bearer sk-1"
    assert request.headers["content-type"] == "application/json"
    assert request.headers["accept-encoding"] == "identity"


async def test_sends_no_authorization_without_a_key():
    async with scripted_llm(lambda path, body: ANSWER) as server:
        posts = posts_to(server.url)
        await posts.post(CORRECT.path, QUESTION)
        await posts.close()
    assert "authorization" not in server.requests[0].headers


async def test_a_path_in_the_base_url_comes_before_the_endpoint():
    async with scripted_llm(lambda path, body: ANSWER) as server:
        posts = posts_to(f"{server.url}/books")
        await posts.post(DIALOGUE.path, QUESTION)
        await posts.close()
    assert server.requests[0].path == "/books/api/v1/llm/dialogue"


async def test_the_next_question_uses_the_same_connection():
    async with scripted_llm(lambda path, body: ANSWER) as server:
        posts = posts_to(server.url)
        await posts.post(PARSE.path, QUESTION)
        await posts.post(CORRECT.path, QUESTION)
        await posts.close()
    assert len(server.requests) == 2
    assert server.connections == 1


async def test_a_connection_that_ended_under_a_question_is_replaced_for_the_next():
    replies = iter([ANSWER, Raw(b""), ANSWER])
    async with scripted_llm(lambda path, body: next(replies)) as server:
        posts = posts_to(server.url)
        await posts.post(PARSE.path, QUESTION)
        with pytest.raises(InterpreterFailure):
            await posts.post(PARSE.path, QUESTION)
        assert await posts.post(PARSE.path, QUESTION) == ANSWER.body
        await posts.close()
    assert server.connections == 2


async def test_a_connection_that_the_server_ended_while_idle_costs_no_question():
    replies = iter([Raw(ANSWER.head + ANSWER.body), ANSWER])
    async with scripted_llm(lambda path, body: next(replies)) as server:
        posts = posts_to(server.url)
        await posts.post(PARSE.path, QUESTION)
        await server.ended.wait()
        assert await posts.post(PARSE.path, QUESTION) == ANSWER.body
        await posts.close()
    assert server.connections == 2


async def test_preparing_opens_no_connection():
    async with scripted_llm(lambda path, body: ANSWER) as server:
        posts = posts_to(server.url)
        await posts.prepare()
        assert server.connections == 0
        assert await posts.post(PARSE.path, QUESTION) == ANSWER.body
        await posts.close()


async def test_an_answer_in_small_pieces_is_put_together():
    assert await ask(Drip(ANSWER)) == ANSWER.body


@pytest.mark.parametrize(
    "content_type", [None, "application/json; charset=utf-8", "application/problem+json"]
)
async def test_json_is_known_by_its_header_or_by_none(content_type: str | None):
    assert await ask(Answer(b"{}", content_type=content_type)) == b"{}"


async def test_an_answer_of_exactly_the_limit_is_read():
    body = b" " * MAX_ANSWER_BYTES
    assert await ask(Answer(body)) == body


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (json_answer({"error": "secret"}, 429), "HTTP status 429"),
        (json_answer({"error": "secret"}, 500), "HTTP status 500"),
        (json_answer({"error": "secret"}, 401), "HTTP status 401"),
        (html_answer(503), "HTTP status 503"),
        (Answer(b"", 302, headers=(("Location", "http://192.0.2.1/"),)), "HTTP status 302"),
        (html_answer(), "is not JSON"),
        (Answer(b"{}", content_type="text/plain"), "is not JSON"),
        (Answer(gzip.compress(b" " * 50_000_000), headers=(("Content-Encoding", "gzip"),)), "compressed"),
        (CutOff(ANSWER), "RemoteProtocolError"),
        (Raw(b""), "RemoteProtocolError"),
        (Raw(b"\x00\xff\x00 this is no HTTP \r\n\r\n"), "RemoteProtocolError"),
        (Raw(b"HTTP/1.1 200 OK\r\nContent-Length: minus one\r\n\r\n"), "RemoteProtocolError"),
        (Raw(b"HTTP/1.1 200 OK\r\nX: " + b"x" * 1_000_000), "RemoteProtocolError"),
        (Answer(b" " * (MAX_ANSWER_BYTES + 1)), "longer than 262144 bytes"),
        (Answer(b" " * 10_000_000), "longer than 262144 bytes"),
        (Flood(), "longer than 262144 bytes"),
    ],
)
async def test_every_sickness_is_one_failure_that_tells_no_secret(reply: Reply, reason: str):
    with pytest.raises(InterpreterFailure) as failure:
        await ask(reply, api_key="sk-secret")
    assert reason in str(failure.value)
    assert "secret" not in str(failure.value)


async def test_neither_key_nor_question_is_logged_whatever_the_level(caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.DEBUG)
    await ask(ANSWER, api_key="sk-secret")
    assert "httpcore.http11" in {record.name for record in caplog.records}, "the library logged nothing"
    assert "sk-secret" not in caplog.text
    assert QUESTION.decode() not in caplog.text


async def test_a_flood_is_left_as_soon_as_it_is_one():
    async with scripted_llm(lambda path, body: Flood()) as server:
        posts = posts_to(server.url)
        with pytest.raises(InterpreterFailure):
            await posts.post(PARSE.path, QUESTION)
        async with asyncio.timeout(5):
            await server.hung_up.wait()
        await posts.close()


async def test_nobody_listening_is_a_failure():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound but not listening: connections are refused
        posts = posts_to(f"http://127.0.0.1:{taken.getsockname()[1]}")
        with pytest.raises(InterpreterFailure, match="ConnectError"):
            await posts.post(PARSE.path, QUESTION)
        await posts.close()


async def test_https_to_a_server_that_speaks_none_is_a_failure():
    async with scripted_llm(lambda path, body: ANSWER) as server:
        posts = posts_to(server.url.replace("http:", "https:"))
        with pytest.raises(InterpreterFailure, match="ConnectError"):
            await posts.post(PARSE.path, QUESTION)
        await posts.close()
    assert server.requests == []


async def test_the_environments_proxies_are_not_used(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:1")
    assert await ask(ANSWER) == ANSWER.body


async def test_a_configured_proxy_is_used():
    async with scripted_llm(lambda path, body: ANSWER) as proxy:
        posts = posts_to("http://gateway.invalid", proxy=proxy.url)
        assert await posts.post(PARSE.path, QUESTION) == ANSWER.body
        await posts.close()
    assert proxy.requests[0].path == "http://gateway.invalid/api/v1/llm/parse-transaction"


@pytest.mark.parametrize("reply", [Hang(), Hang(after_headers=True)])
async def test_cancelling_ends_the_connection_at_once(reply: Reply):
    async with scripted_llm(lambda path, body: reply) as server, asyncio.TaskGroup() as tasks:
        posts = posts_to(server.url)
        question = tasks.create_task(posts.post(CORRECT.path, QUESTION))
        await server.arrived.wait()
        question.cancel()
        async with asyncio.timeout(1):  # Milliseconds on a quiet machine; other tests run beside this one.
            await server.hung_up.wait()
        assert question.cancelled()
        await posts.close()


async def test_a_deadline_of_the_caller_holds_and_the_next_question_is_answered():
    replies = iter([Hang(after_headers=True), ANSWER])
    async with scripted_llm(lambda path, body: next(replies)) as server:
        posts = posts_to(server.url)
        await posts.prepare()
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await posts.post(PARSE.path, QUESTION)
        assert await posts.post(PARSE.path, QUESTION) == ANSWER.body
        await posts.close()


async def test_a_late_answer_is_waited_for_while_the_caller_waits():
    answered = asyncio.Event()
    async with (
        scripted_llm(lambda path, body: Later(ANSWER, answered)) as server,
        asyncio.TaskGroup() as tasks,
    ):
        posts = posts_to(server.url)
        question = tasks.create_task(posts.post(PARSE.path, QUESTION))
        await server.arrived.wait()
        assert not question.done()
        answered.set()
        assert await question == ANSWER.body
        await posts.close()


async def fails(question: Awaitable[bytes]) -> bool:
    """Whether it ends in the one failure that it may end in."""
    try:
        await question
    except InterpreterFailure:
        return True
    return False


async def test_closing_fails_the_questions_that_wait_and_those_to_come():
    async with scripted_llm(lambda path, body: Hang()) as server, asyncio.TaskGroup() as tasks:
        posts = posts_to(server.url)
        waiting = tasks.create_task(fails(posts.post(PARSE.path, QUESTION)))
        await server.arrived.wait()
        await posts.close()
        assert await waiting
        assert await fails(posts.post(PARSE.path, QUESTION))
        await posts.close()


@pytest.mark.parametrize(
    "url",
    [
        "",
        "127.0.0.1:8100",
        "localhost",
        "ftp://127.0.0.1",
        "http://",
        "http://:8100",
        "http://127.0.0.1:port",
        "http://127.0.0.1:99999",
        "http://[::1",
        "http://a b",
        "http://a\nb",
        "http://" + "a" * 64 + ".example",
        "http://127.0.0.1?key=secret",
        "http://user:secret@127.0.0.1",
    ],
)
def test_a_bad_base_url_is_told_at_once_and_not_repeated(url: str):
    with pytest.raises(ConfigWrong, match="base URL") as wrong:
        posts_to(url)
    assert "secret" not in str(wrong.value)


def test_a_key_that_would_break_the_header_is_told_and_not_repeated():
    for key in ("secret\r\nHost: x", "密钥secret", "secret key"):
        with pytest.raises(ConfigWrong, match="API key") as wrong:
            posts_to("http://127.0.0.1:8100", api_key=key)
        assert "secret" not in str(wrong.value)


def test_the_scripted_server_serves_another_thread():
    with run_in_thread(lambda path, body: ANSWER) as server:

        async def ask_from_here() -> bytes:
            posts = posts_to(server.url)
            try:
                return await posts.post(PARSE.path, QUESTION)
            finally:
                await posts.close()

        assert asyncio.run(ask_from_here()) == ANSWER.body
    assert [request.body for request in server.requests] == [{"text": "x"}]
