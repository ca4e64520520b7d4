"""Who is let in, over a real socket."""

from __future__ import annotations

import asyncio
import stat
from pathlib import Path

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosedError, InvalidStatus

from tests.card_server.houses import SETTINGS, House, a_house, hears
from voiced.card import serving, socket, web_app
from voiced.config import CardSettings, Settings
from voiced.dialogue.values import effects as fx
from voiced.errors import ConfigWrong

EVERYWHERE = "0.0.0.0"  # noqa: S104 - that this asks for a password is what is tested
SESAME = "芝麻开门"
UPGRADE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
STATIC = Path(web_app.__file__).with_name("static")
EVERY_PATH = (
    *("/", "/card.css", "/theme.css", "/mark.svg", "/main.js", "/icons.svg", "/service_worker.js"),
    *("/manifest.webmanifest", "/icon-512.png", "/login", "/api/report"),
)


class TestThePage:
    async def test_is_given_for_the_cookie_with_headers_that_bind_the_browser(self, house: House):
        async with house.browser() as browser:
            answer = await browser.get("/")
        assert answer.status_code == 200
        assert "<script>" not in answer.text
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "manifest-src 'self'; worker-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"

    async def test_is_sent_packed_and_never_used_without_asking_whether_it_changed(self, house: House):
        async with house.browser() as browser:
            for path in ("/card.css", "/words_zh.js", "/"):
                answer = await browser.get(path)
                assert answer.headers["cache-control"] == "no-cache", path
                assert answer.headers["content-encoding"] == "gzip", path
            assert (await browser.get("/icons.svg")).headers["cache-control"] == "max-age=86400"
            tag = (await browser.get("/words_zh.js")).headers["etag"]
            again = await browser.get("/words_zh.js", headers={"If-None-Match": tag})
        assert again.status_code == 304

    async def test_has_scripts_without_comments_whose_lines_keep_their_numbers(self, house: House):
        written = (STATIC / "money.js").read_text(encoding="utf-8")
        async with house.browser() as browser:
            sent = (await browser.get("/money.js")).text
        assert "@param" in written
        assert "@param" not in sent
        code = {number: line for number, line in enumerate(sent.splitlines()) if line}
        assert code
        assert all(written.splitlines()[number].lstrip(" ").startswith(line) for number, line in code.items())

    def test_has_no_text_over_several_lines_whose_indentation_would_count(self):
        lines = [line for script in STATIC.glob("*.js") for line in script.read_text("utf-8").splitlines()]
        assert [line for line in lines if line.count("`") % 2] == []

    async def test_takes_the_token_out_of_the_address_for_a_cookie_that_scripts_do_not_see(
        self, house: House
    ):
        async with httpx.AsyncClient() as visitor:
            answer = await visitor.get(house.address)
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        assert {"HttpOnly", "SameSite=strict"} <= set(answer.headers["set-cookie"].split("; "))

    @pytest.mark.parametrize("cookie", ["", "0" * 64, "é"])
    async def test_is_not_given_without_the_right_cookie(self, house: House, cookie: str):
        async with httpx.AsyncClient(base_url=house.origin) as browser:
            for path in ("/", "/card.css", "/?token=guessed", "/api/transactions", "/login"):
                answer = await browser.get(path, headers={b"Cookie": f"voiced={cookie}".encode()})
                assert answer.status_code == 401, path

    async def test_says_to_a_stranger_which_command_prints_the_address_that_lets_in(self, house: House):
        async with httpx.AsyncClient(base_url=house.origin) as stranger:
            page = await stranger.get("/")
            look = await stranger.get("/theme.css")
        assert "<code>voiced card</code>" in page.text
        assert look.status_code == 200, "the page looks like the login"

    async def test_is_not_given_to_the_cookie_of_another_daemon(self, house: House, tmp_path: Path):
        (tmp_path / "state" / "voiced" / "card-token").unlink()
        async with a_house(tmp_path / "other") as other:
            other.cookie, its_own = house.cookie, other.cookie
            assert house.cookie != its_own
            async with other.browser() as browser:
                assert (await browser.get("/")).status_code == 401
            async with other.page() as page:
                with pytest.raises(ConnectionClosedError) as closed:
                    await hears(page)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 4401

    async def test_stays_open_over_a_restart(self, tmp_path: Path):
        async with a_house(tmp_path) as before:
            cookie = before.cookie
        async with a_house(tmp_path) as after:
            after.cookie = cookie
            async with after.browser() as browser, after.page() as page:
                assert (await browser.get("/")).status_code == 200
                assert (await hears(page))["type"] == "now"
        token = tmp_path / "state" / "voiced" / "card-token"
        assert stat.S_IMODE(token.stat().st_mode) == 0o600


class TestAHostilePage:
    @pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1"])
    async def test_on_another_origin_is_refused(self, house: House, origin: str):
        async with house.browser(Origin=origin) as browser:
            assert (await browser.get("/api/transactions")).status_code == 403
            undo = await browser.post("/api/batches/b1/undo", json={})
            assert undo.status_code == 403
        with pytest.raises(InvalidStatus) as refused:
            async with house.page(origin):
                pass
        assert refused.value.response.status_code == 403

    async def test_that_names_no_origin_changes_nothing(self, house: House):
        async with httpx.AsyncClient(base_url=house.origin, cookies={"voiced": house.cookie}) as browser:
            assert (await browser.post("/api/batches/b1/undo", json={})).status_code == 403
            foreign = await browser.get("/api/transactions", headers={"Sec-Fetch-Site": "cross-site"})
            assert foreign.status_code == 403

    async def test_that_posts_a_form_changes_nothing(self, house: House):
        async with house.browser() as browser:
            assert (await browser.post("/api/batches/b1/undo", data={"a": "b"})).status_code == 400

    @pytest.mark.parametrize("host", ["evil.example", "evil.example:8377", "127.0.0.1.evil.example", "[", ""])
    async def test_under_another_name_is_refused(self, house: House, host: str):
        async with house.browser(Host=host, Origin=f"http://{host}") as browser:
            assert (await browser.get("/")).status_code == 421
        # A rebound name's page is of its own origin, and the browser sends what cookies it has for that name.
        request = (
            f"GET /ws HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: voiced={house.cookie}\r\n"
        )
        assert await _answer(house.port, request + UPGRADE) == b"HTTP/1.1 403 Forbidden"

    async def test_that_sends_a_large_body_is_refused(self, house: House):
        async with house.browser() as browser:
            answer = await browser.put("/api/budgets", json={"category": "x" * 17_000})
        assert answer.status_code == 413

    async def test_that_asks_without_end_is_slowed_down(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ):
        monkeypatch.setattr(web_app, "VISITS_AT_ONCE", 5)
        monkeypatch.setattr(web_app, "VISITS_A_SECOND", 0)
        async with a_house(tmp_path) as house, house.browser() as browser:
            answers = [(await browser.get("/api/vocabulary")).status_code for _ in range(6)]
            async with house.page() as page:
                with pytest.raises(ConnectionClosedError) as closed:
                    await hears(page)
        assert answers == [200, 200, 200, 200, 429, 429]  # to enter was a visit, too
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1013


class TestSlowConnections:
    async def test_are_dropped_while_the_page_works(self, house: House, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(
            serving, "HEAD_SECONDS", 600
        )  # the oldest go because there are newer ones, not by time
        slow = [await asyncio.open_connection("127.0.0.1", house.port) for _ in range(200)]
        for _, writer in slow:
            writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
        async with house.browser() as browser, house.page() as page:
            assert (await browser.get("/")).status_code == 200
            assert (await hears(page))["type"] == "now"
        dropped = [reader for reader, _ in slow[: 200 - serving.MAX_WAITING]]
        for reader in dropped:
            assert await _ends(reader)
        for _, writer in slow:
            writer.close()

    async def test_that_never_ask_are_closed_in_time(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(serving, "HEAD_SECONDS", 0.05)
        async with a_house(tmp_path) as house:
            reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
            assert await _ends(reader)
            writer.close()

    async def test_that_send_half_a_request_are_told_so(self, house: House, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(web_app, "BODY_SECONDS", 0.05)
        request = (
            f"PUT /api/budgets HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\nOrigin: {house.origin}\r\n"
            f"Cookie: voiced={house.cookie}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n"
        )
        assert await _answer(house.port, request + "{") == b"HTTP/1.1 408 Request Timeout"


class TestPages:
    async def test_are_so_many_and_no_more(self, house: House, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(socket, "MAX_PAGES", 1)
        async with house.page() as first, house.page() as second:
            assert (await hears(first))["type"] == "now"
            with pytest.raises(ConnectionClosedError) as closed:
                await hears(second)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1013

    async def test_that_take_nothing_in_are_let_go(self, house: House, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(socket, "SEND_SECONDS", 0.1)
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port, limit=1000)
        writer.write(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\nOrigin: {house.origin}\r\n"
            f"Cookie: voiced={house.cookie}\r\n{UPGRADE}".encode()
        )
        assert b"101" in await reader.readline()
        await house.pages.until(lambda: house.pages.open_pages == 1)
        house.card.tell(fx.TellPartialText("长" * 5_000_000))  # more than any buffer on the way holds
        taken = b""
        while "长".encode() not in taken:
            taken += await reader.read(500)
        house.card.tell(fx.TellPartialText("午饭"))
        await house.pages.until(lambda: house.pages.open_pages == 0)
        writer.close()


class TestBeyondLoopback:
    async def test_needs_a_password(self, tmp_path: Path):
        with pytest.raises(ConfigWrong, match="needs a password"):
            async with a_house(tmp_path, _served(host=EVERYWHERE)):
                pass

    async def test_asks_for_the_password(self, tmp_path: Path):
        async with (
            a_house(tmp_path, _served(host=EVERYWHERE, password=SESAME)) as house,
            httpx.AsyncClient(base_url=house.origin, headers={"Origin": house.origin}) as visitor,
        ):
            sent_to = (await visitor.get("/")).headers["location"]
            form = await visitor.get(sent_to)
            wrong = await visitor.post("/login", data={"password": SESAME[:2]})
            right = await visitor.post("/login", data={"password": SESAME})
            assert (form.status_code, wrong.status_code, right.status_code) == (200, 401, 303)
            assert (await visitor.get("/")).status_code == 200
            tries = [await visitor.post("/login", data={"password": "a"}) for _ in range(6)]
            assert "密码不对" in wrong.text
            assert (tries[-1].status_code, "请等一会儿" in tries[-1].text) == (429, True)

    async def test_gives_before_the_password_only_what_the_login_looks_like(self, tmp_path: Path):
        async with (
            a_house(tmp_path, _served(host=EVERYWHERE, password=SESAME)) as house,
            httpx.AsyncClient(base_url=house.origin) as visitor,
        ):
            given = [path for path in EVERY_PATH if (await visitor.get(path)).status_code == 200]
            assert given == ["/theme.css", "/mark.svg", "/manifest.webmanifest", "/icon-512.png", "/login"]

    async def test_forgets_pages_when_the_password_changes(self, tmp_path: Path):
        async with a_house(tmp_path, _served(password=SESAME)) as house:
            cookie = house.cookie
        async with a_house(tmp_path, _served(password=SESAME[:2])) as house:
            assert house.cookie != cookie


async def test_a_port_that_is_taken_is_said_in_one_line(house: House, tmp_path: Path):
    with pytest.raises(
        ConfigWrong, match=r"cannot be served at 127\.0\.0\.1 port \d+: Address already in use"
    ):
        async with a_house(tmp_path, _served(port=house.port)):
            pass


def _served(*, host: str = "127.0.0.1", port: int = 0, password: str = "") -> Settings:
    return msgspec.structs.replace(SETTINGS, card=CardSettings(host=host, port=port, password=password))


async def test_a_refusal_of_a_part_beside_the_card_is_raised_as_it_is(tmp_path: Path) -> None:
    with pytest.raises(ConfigWrong, match="the port is taken"):
        async with a_house(tmp_path):
            raise ConfigWrong("wyoming.listen: the port is taken")


async def _answer(port: int, request: str) -> bytes:
    """The first line of the answer to a request as it stands."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request.encode())
    line = await reader.readline()
    writer.close()
    return line.strip()


async def _ends(reader: asyncio.StreamReader) -> bool:
    try:
        return await reader.read() == b""
    except ConnectionResetError:
        return True
