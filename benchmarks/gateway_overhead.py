"""The time that the gateway adds to the upstream's, and the requests per second that a core serves.

    python -m benchmarks.gateway_overhead [--seconds N]

The upstream is a socket that answers at once, in a process of its own. `voiced gateway` and a bare httpx hop have
processes of their own, too. The hop is an httpx client behind Starlette and the same server; it passes the body on
without reading it. Single requests go in turns to the upstream directly, through the gateway and through the hop; the
time above the upstream's median is what each adds. Then many connections ask each of them at once, in rounds by turns.
The requests per second are counted by the processor time of each process, which other work on the machine disturbs less
than the clock. Both budgets are ratios to the hop of the same run.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles

BUDGET_ADDED, BUDGET_REQUESTS = 1.4, 0.7
"""The most of the hop's added time, and the least of its requests per second and core."""
GATEWAY, HOP_NAME = "gateway", "bare httpx hop"
TURNS, CONNECTIONS, ROUNDS = 1500, 16, 4
PARSE = "/api/v1/llm/parse-transaction"

ANSWER = {
    "transactions": [
        {"description": "面条", "amount": 22, "type": "EXPENSE", "category": "餐饮"},
        {"description": "打车", "amount": 30, "type": "EXPENSE", "category": "交通"},
    ]
}
COMPLETION = json.dumps(
    {"choices": [{"message": {"content": json.dumps(ANSWER, ensure_ascii=False)}, "finish_reason": "stop"}]}
).encode()
QUESTION = json.dumps(
    {"text": "中午吃面条二十二，晚上打车回家三十", "context": {"now": "2026-11-21T10:30:00+08:00"}}
).encode()

UPSTREAM = """
import asyncio, sys
BODY = sys.stdin.buffer.read()
HEAD = b"HTTP/1.1 200 OK\\r\\nContent-Type: application/json\\r\\nContent-Length: %d\\r\\n\\r\\n" % len(BODY)
class Upstream(asyncio.Protocol):
    def connection_made(self, transport):
        self.transport, self.buffer = transport, b""
    def data_received(self, data):
        self.buffer += data
        while True:
            head, end, rest = self.buffer.partition(b"\\r\\n\\r\\n")
            if not end:
                return
            size = int(head.lower().split(b"content-length:")[1].split(b"\\r\\n")[0])
            if len(rest) < size:
                return
            self.buffer = rest[size:]
            self.transport.write(HEAD + BODY)
async def main():
    server = await asyncio.get_running_loop().create_server(Upstream, "127.0.0.1", int(sys.argv[1]))
    await server.serve_forever()
asyncio.run(main())
"""
HOP = """
import sys, httpx, uvicorn
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route
client = httpx.AsyncClient(trust_env=False, timeout=None)
async def hop(request):
    answer = await client.post(sys.argv[2] + "/v1/chat/completions", content=await request.body())
    return Response(answer.content, media_type="application/json")
uvicorn.run(Starlette(routes=[Route("/{path:path}", hop, methods=["POST"])]), port=int(sys.argv[1]), loop="asyncio", http="h11", log_level="warning", access_log=False)
"""


def free_port() -> int:
    """An unused port."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


@contextmanager
def process(arguments: list[str], port: int, stdin: bytes = b"") -> Generator[subprocess.Popen[bytes]]:
    """A process that listens on a port."""
    running = subprocess.Popen([sys.executable, *arguments], stdin=subprocess.PIPE)
    if running.stdin is not None:
        running.stdin.write(stdin)
        running.stdin.close()
    try:
        _wait_for(port, running)
        yield running
    finally:
        running.terminate()
        running.wait()


def _wait_for(port: int, running: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and running.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise SystemExit(f"nothing listens on port {port}")


def cpu_seconds(pid: int) -> float:
    """Processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Connection:
    """One keep-alive connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str) -> None:
        self.reader, self.writer = reader, writer
        head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(QUESTION)}\r\n\r\n"
        self.request = head.encode() + QUESTION

    @classmethod
    async def open(cls, port: int, path: str) -> Connection:
        """Connect."""
        return cls(*await asyncio.open_connection("127.0.0.1", port), path)

    async def ask(self) -> float:
        """Seconds from question to answer."""
        started = time.perf_counter()
        self.writer.write(self.request)
        head = await self.reader.readuntil(b"\r\n\r\n")
        if b" 200 " not in head.split(b"\r\n")[0]:
            raise SystemExit(head.decode())
        size = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
        await self.reader.readexactly(size)
        return time.perf_counter() - started


async def added(upstream: int, others: dict[str, int]) -> dict[str, list[float]]:
    """Seconds of single questions, in turns."""
    connections = {"upstream": await Connection.open(upstream, "/v1/chat/completions")}
    for name, port in others.items():
        connections[name] = await Connection.open(port, PARSE)
    times: dict[str, list[float]] = {name: [] for name in connections}
    for turn in range(TURNS):
        for name, connection in connections.items():
            taken = await connection.ask()
            if turn >= TURNS // 10:
                times[name].append(taken)
    return times


async def flood(port: int, seconds: float) -> int:
    """Questions answered with many connections at once."""
    end = time.monotonic() + seconds

    async def ask_on() -> int:
        connection = await Connection.open(port, PARSE)
        count = 0
        while time.monotonic() < end:
            await connection.ask()
            count += 1
        return count

    return sum(await asyncio.gather(*(ask_on() for _ in range(CONNECTIONS))))


@dataclass(slots=True)
class Carried:
    """The answers of a process, with the time of the clock and of its own processor."""

    requests: int = 0
    seconds: float = 0.0
    processor_seconds: float = 0.0

    @property
    def per_core(self) -> float:
        """Requests per second and core."""
        return self.requests / self.processor_seconds


def carried(contenders: dict[str, tuple[int, int]], seconds: float) -> dict[str, Carried]:
    """The load of each with many connections at once; `contenders` are ports and process ids, `seconds` is a round."""
    all_carried = {name: Carried() for name in contenders}
    for _ in range(ROUNDS):
        for name, (port, process_id) in contenders.items():
            before, so_far = cpu_seconds(process_id), all_carried[name]
            so_far.requests += asyncio.run(flood(port, seconds))
            so_far.seconds += seconds
            so_far.processor_seconds += cpu_seconds(process_id) - before
    return all_carried


def main() -> int:
    """Run and print; the exit status is 1 if a budget is missed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--seconds", type=float, default=1.5, help="of a round of the flood (default %(default)s)"
    )
    seconds: float = parser.parse_args().seconds
    upstream_port, gateway_port, hop_port = free_port(), free_port(), free_port()
    url = f"http://127.0.0.1:{upstream_port}"
    gateway = [
        "-m",
        "voiced",
        "gateway",
        "--upstream",
        f"{url}/v1",
        "--model",
        "none",
        "--port",
        str(gateway_port),
    ]
    with (
        process(["-c", UPSTREAM, str(upstream_port)], upstream_port, COMPLETION),
        process(gateway, gateway_port) as serving,
        process(["-c", HOP, str(hop_port), url], hop_port) as hopping,
    ):
        times = asyncio.run(added(upstream_port, {GATEWAY: gateway_port, HOP_NAME: hop_port}))
        at_once = carried({GATEWAY: (gateway_port, serving.pid), HOP_NAME: (hop_port, hopping.pid)}, seconds)
    floor = median(times["upstream"])
    added_ms = {name: (median(taken) - floor) * 1e3 for name, taken in times.items()}
    ratio_added = added_ms[GATEWAY] / added_ms[HOP_NAME]
    ratio_carried = at_once[GATEWAY].per_core / at_once[HOP_NAME].per_core
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n")
    print("| one question at a time | p50 ms | p95 ms | added to the upstream, p50 ms |\n|---|---|---|---|")
    for name, taken in times.items():
        p50, p95 = median(taken), quantiles(taken, n=20)[-1]
        print(f"| {name} | {p50 * 1e3:.2f} | {p95 * 1e3:.2f} | {added_ms[name]:.2f} |")
    print(
        f"\n| {CONNECTIONS} at once | requests | a second of the clock | a second of a core |\n|---|---|---|---|"
    )
    for name, one in at_once.items():
        print(f"| {name} | {one.requests} | {one.requests / one.seconds:.0f} | {one.per_core:.0f} |")
    print("\n| of the hop in the same run | budget | measured | |\n|---|---|---|---|")
    print(f"| p50 added | at most {BUDGET_ADDED} | {ratio_added:.2f} | {kept(ratio_added <= BUDGET_ADDED)} |")
    print(
        f"| requests a second of a core | at least {BUDGET_REQUESTS} | {ratio_carried:.2f}"
        f" | {kept(ratio_carried >= BUDGET_REQUESTS)} |"
    )
    return int(ratio_added > BUDGET_ADDED or ratio_carried < BUDGET_REQUESTS)


def kept(holds: bool) -> str:  # noqa: FBT001 - the answer to a yes-or-no question, in words
    """Whether a budget is kept, in words."""
    return "kept" if holds else "missed"


if __name__ == "__main__":
    raise SystemExit(main())
