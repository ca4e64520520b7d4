"""The Wyoming server and clients that are strangers, broken or hostile."""

from __future__ import annotations

import asyncio
import logging
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace
from wyoming.error import Error
from wyoming.event import Event, async_read_event

from tests.support.processes import free_port
from tests.wyoming.satellites import NOT_HANDLED, SETTINGS, a_home, asks, event_from, speaks
from tests.wyoming.wild_messages import throw, wild_message
from voiced.adapters.wyoming import serving
from voiced.adapters.wyoming.allow_list import AllowList
from voiced.adapters.wyoming.messages import LONGEST_LINE_BYTES, read_message
from voiced.app.check_settings import mistakes_in
from voiced.app.satellite_address import listening_for_satellites
from voiced.config import WyomingSettings
from voiced.errors import ConfigWrong

FUZZED = 400


async def test_fuzzed_messages_write_no_row_and_the_rooms_go_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    random = Random(22)
    async with a_home(tmp_path) as home:
        for _ in range(FUZZED // 40):
            connections = [[wild_message(random) for _ in range(4)] for _ in range(10)]
            await asyncio.gather(*(throw(home.port, messages) for messages in connections))
        assert await home.written() == []
        assert (await home.satellite("厨房").says("午饭35块")).text == "记录支出35元，餐饮，确认吗？"
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


class TestAMessage:
    @pytest.mark.parametrize(
        "sent",
        [
            b"GET / HTTP/1.1\r\n",
            b"[" * 50_000 + b"\n",
            b"a" * (LONGEST_LINE_BYTES + 1) + b"\n",
            b'{"type": "transcript", "data_length": 70000}\n',
            b'{"type": "audio-chunk", "payload_length": 100000000000}\n',
            b'{"type": "transcript", "data_length": 4}\nnope',
            b'{"type": "transcript", "data": {"text": 7}}\n',
            b'{"type": "transcript", "data": {}}\n',
        ],
    )
    async def test_that_is_wrong_or_too_long_ends_its_connection(self, tmp_path: Path, sent: bytes) -> None:
        async with a_home(tmp_path) as home:
            reader, writer = await asyncio.open_connection("127.0.0.1", home.port)
            writer.write(sent)
            answer = await async_read_event(reader)
            assert answer is not None
            assert Error.is_type(answer.type)
            assert await reader.read() == b""
            writer.close()

    async def test_that_is_not_known_has_no_answer(self, tmp_path: Path) -> None:
        async with a_home(tmp_path) as home, home.client() as client:
            await client.write_event(Event("detection", {"name": "小记小记"}))
            await client.write_event(Event("ping", {"text": "next"}))
            assert (await event_from(client)).type == "pong"

    async def test_that_breaks_off_is_none(self) -> None:
        for broken in (b"", b'{"type": "ping"', b'{"type": "ping", "data_length": 10}\n{"a"'):
            reader = asyncio.StreamReader()
            reader.feed_data(broken)
            reader.feed_eof()
            assert await read_message(reader, 5.0) is None

    @pytest.mark.looptime
    async def test_that_does_not_end_is_given_up(self) -> None:
        reader = asyncio.StreamReader()
        reader.feed_data(b'{"type": "ping", "data_length": 10}\n{"a"')
        with pytest.raises(TimeoutError):
            await read_message(reader, 5.0)


class TestConnections:
    async def test_more_than_the_limit_are_refused_and_the_others_go_on(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(serving, "MOST_CONNECTIONS", 2)
        async with a_home(tmp_path) as home, home.client() as one, home.client() as other:
            for client in (one, other):
                await client.write_event(Event("ping", {}))
                assert (await event_from(client)).type == "pong"
            async with home.client() as third:
                busy = await asks(third, "午饭35块")
                assert (busy.type, busy.text) == (NOT_HANDLED, "现在说话的人太多，请稍后再说。")
                assert await third.read_event() is None, "the server closes in order"
            await one.write_event(Event("ping", {}))
            assert (await event_from(one)).type == "pong"

    async def test_one_more_that_speaks_on_is_answered_and_not_cut_off(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Home Assistant sends a sound without waiting; a close before it is read would take the answer away."""
        monkeypatch.setattr(serving, "MOST_CONNECTIONS", 0)
        async with a_home(tmp_path) as home, home.client() as client:
            await speaks(client, bytes(10 * 32_000))
            busy = Error.from_event(await event_from(client))
            assert (busy.text, busy.code) == ("现在说话的人太多，请稍后再说。", "busy")
            assert await client.read_event() is None

    async def test_two_hundred_at_once_all_get_an_answer(self, tmp_path: Path) -> None:
        async with a_home(tmp_path) as home:
            rooms = (home.satellite(f"room {number}") for number in range(200))
            answers = await asyncio.gather(*(room.says("午饭35块") for room in rooms))
        said = {answer.text for answer in answers}
        assert said == {"记录支出35元，餐饮，确认吗？", "现在说话的人太多，请稍后再说。"}

    @pytest.mark.looptime
    async def test_two_refused_addresses_in_a_row_are_both_named(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        refusals = serving.Refusals()
        for host in ("10.0.0.1", "10.0.0.2", "10.0.0.1"):
            refusals.tell(f"a client at {host} was refused")
        await asyncio.sleep(61)
        refusals.tell("a client at 10.0.0.1 was refused")
        assert caplog.messages == [
            "a client at 10.0.0.1 was refused",
            "a client at 10.0.0.2 was refused",
            "a client at 10.0.0.1 was refused; so were 1 before",
        ]

    async def test_a_stranger_gets_no_answer_and_one_line_in_the_log_a_minute(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        def refuses(_: AllowList, host: str) -> bool:
            return not host.startswith("127.0.0.")

        monkeypatch.setattr(AllowList, "allows", refuses)
        async with a_home(tmp_path) as home:
            sent = [b'{"type": "transcript", "data": {"text": "\xe4\xbb\x8a\xe5\xa4\xa9\xe8\x8a\xb1"}}\n']
            for _ in range(3):
                assert await throw(home.port, sent) == 0
            another = ("127.0.0.2", 0)
            reader, writer = await asyncio.open_connection("127.0.0.1", home.port, local_addr=another)
            assert await reader.read() == b""
            writer.close()
        refused = "wyoming.allow: a client at 127.0.0.{} is not allowed and was refused"
        told = [each for each in caplog.messages if "refused" in each]
        assert told == [refused.format(1), f"{refused.format(2)}; so were 2 before"]


@pytest.mark.parametrize(
    ("host", "is_allowed"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        ("192.168.1.7", True),
        ("::ffff:192.168.1.7", True),
        ("fe80::1%eth0", True),
        ("192.168.2.7", False),
        ("10.0.0.9", True),
        ("10.0.0.8", False),
        ("8.8.8.8", False),
        ("kitchen", False),
    ],
)
def test_only_named_networks_and_this_machine_may_connect(host: str, is_allowed: bool) -> None:
    allowed = AllowList.of(("192.168.1.0/24", "10.0.0.9", "fe80::/10"), "wyoming.allow")
    assert allowed.allows(host) == is_allowed


def test_this_machine_may_connect_by_its_own_address() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        with suppress(OSError):  # a machine without a network has its loopback alone
            probe.connect(("192.0.2.1", 9))  # sends nothing
        own: str = probe.getsockname()[0]
    assert AllowList().allows("127.0.0.1" if own == "0.0.0.0" else own)  # noqa: S104 - not bound


class TestSettings:
    @pytest.mark.parametrize(
        ("wyoming", "told"),
        [
            (WyomingSettings("tcp://0.0.0.0:{port}"), "wyoming.listen: other machines can reach 0.0.0.0"),
            (WyomingSettings("tcp://127.0.0.1:{port}", ("192.168.1.0/99",)), "wyoming.allow: 192.168.1.0/99"),
            (
                WyomingSettings("tcp://192.0.2.1:{port}"),
                "wyoming.listen: the Wyoming server cannot be served",
            ),
        ],
    )
    def test_a_check_names_what_a_start_would_refuse(self, wyoming: WyomingSettings, told: str) -> None:
        wyoming = replace(wyoming, listen=wyoming.listen.format(port=free_port()))
        mistakes = [f"{one.key}: {one.told}" for one in mistakes_in(replace(SETTINGS, wyoming=wyoming))]
        assert next(line for line in mistakes if line.startswith("wyoming.")).startswith(told)

    async def test_other_machines_can_be_allowed(self, tmp_path: Path) -> None:
        wyoming = WyomingSettings(allow=("192.168.1.0/24",))
        async with a_home(tmp_path, wyoming=wyoming) as home:
            assert (await home.satellite("厨房").says("午饭35块")).type == "handled"

    async def test_a_start_refuses_a_taken_port_and_a_check_beside_the_running_daemon_does_not(
        self, tmp_path: Path
    ) -> None:
        async with a_home(tmp_path) as home:
            settings = replace(SETTINGS, wyoming=WyomingSettings(f"tcp://127.0.0.1:{home.port}"))
            with pytest.raises(ConfigWrong, match="cannot be served at"):
                listening_for_satellites(settings)
            assert [one for one in mistakes_in(settings) if one.key.startswith("wyoming.")] == []


def test_a_daemon_without_satellites_loads_nothing_of_the_protocol() -> None:
    program = (
        "import sys, voiced.app.build_daemon, voiced.app.check_settings, voiced.cli.run; "
        "print(sorted(name for name in sys.modules if name.startswith('wyoming') "
        "or name in ('voiced.app.build_wyoming', 'voiced.adapters.wyoming.serving')))"
    )
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"
