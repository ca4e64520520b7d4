"""A real Home Assistant core in a userland of Debian: installed from the package index, and asked by its own API."""

from __future__ import annotations

import asyncio
import json
import subprocess
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.machines.debian import CACHE, Debian
from tests.machines.host import host_network
from tests.machines.system_files import file_system
from tests.machines.userland import Userland
from tests.support.processes import free_port, listens_within

CORES = {"2026.2.3": 13, "2026.11.0": 14}
"""The cores that are tried, and the Debian that has the Python each of them needs."""
SINCE_NAMES = (2026, 4)
"""From this version on, a core tells an agent which satellite heard the words."""
LANGUAGE = "zh"
_INSTALL_SECONDS, _START_SECONDS, _ANSWER_SECONDS = 3600.0, 300.0, 120.0
_FILLED_BY_THE_PAGE = {"set_client_cert": False, "set_ca_cert": "off"}
"""The closed group in the form of the MQTT integration."""
_ASKED_FOR = (
    "import json, pathlib, homeassistant\n"
    "from homeassistant import bootstrap as b\n"
    "parts = pathlib.Path(homeassistant.__file__).parent / 'components'\n"
    "todo, seen = ['wyoming', 'mqtt', 'hassio', 'config', *b.DEFAULT_INTEGRATIONS, *b.CORE_INTEGRATIONS], set()\n"
    "while todo:\n"
    "    part = todo.pop()\n"
    "    if part not in seen:\n"
    "        seen.add(part)\n"
    "        manifest = json.loads((parts / part / 'manifest.json').read_text())\n"
    "        print(*manifest.get('requirements', []), sep='\\n')\n"
    "        todo += manifest.get('dependencies', [])\n"
)
"""Prints the packages that the used integrations need. The core would fetch them when it is asked for an integration, which
takes longer than its own API waits."""
_SETTINGS = """\
homeassistant:
  name: trial
  time_zone: Asia/Shanghai
http:
  server_host: 127.0.0.1
  server_port: {port}
config:
assist_pipeline:
"""


def names_satellites(version: str) -> bool:
    """Whether a core of this version tells an agent which satellite heard the words."""
    return tuple(map(int, version.split(".")[:2])) >= SINCE_NAMES


class Core:
    """A Home Assistant that runs.

    Attributes:
        versions: what is installed, by name.
    """

    def __init__(self, userland: Userland, root: Path, port: int) -> None:
        """It has no user yet."""
        self.versions: dict[str, str] = {}
        self._userland = userland
        self._log = root / "config/home-assistant.log"
        self._address = f"http://127.0.0.1:{port}"
        self._web = httpx.Client(base_url=self._address, timeout=_ANSWER_SECONDS, trust_env=False)
        self._token = ""

    @property
    def log(self) -> str:
        """What it told its operator."""
        return self._log.read_text(encoding="utf-8")

    def onboard(self) -> None:
        """Make its first user, and come in as that user."""
        client = f"{self._address}/"
        person = {"name": "trial", "username": "trial", "password": "trial-of-voiced", "language": "zh-Hans"}
        made = self._post("/api/onboarding/users", {"client_id": client, **person})
        form = {"grant_type": "authorization_code", "code": made["auth_code"], "client_id": client}
        answer = self._web.post("/auth/token", data=form)
        assert answer.status_code == 200, answer.text
        self._token = answer.json()["access_token"]
        self._web.headers["Authorization"] = f"Bearer {self._token}"

    def add(self, integration: str, **answer: object) -> str:
        """Add an integration as a person does who fills in its form; the id of its entry."""
        form = self._post("/api/config/config_entries/flow", {"handler": integration})
        flow = f"/api/config/config_entries/flow/{form['flow_id']}"
        while form["type"] == "menu":
            form = self._post(flow, {"next_step_id": form["menu_options"][0]})
        # Newer forms have groups of fields that a person need not open; the page fills them.
        groups: dict[str, object] = {
            field["name"]: _FILLED_BY_THE_PAGE
            for field in form["data_schema"]
            if field.get("type") == "expandable"
        }
        told = self._post(flow, {**groups, **answer})
        assert told["type"] == "create_entry", told
        return str(told["result"]["entry_id"])

    def reload(self, entry: str) -> None:
        """Load an entry anew."""
        self._post(f"/api/config/config_entries/entry/{entry}/reload", {})

    def states(self, *domains: str) -> dict[str, str]:
        """The state of each entity of these domains."""
        answer = self._web.get("/api/states")
        assert answer.status_code == 200, answer.text
        listed = {str(one["entity_id"]): str(one["state"]) for one in answer.json()}
        return {entity: state for entity, state in listed.items() if entity.split(".")[0] in domains}

    def name_of(self, entity: str) -> str:
        """The name that people read."""
        return str(self._web.get(f"/api/states/{entity}").json()["attributes"]["friendly_name"])

    def until_state(self, entity: str, *wanted: str, seconds: float = 60.0) -> None:
        """Return when an entity has one of these states."""
        domain, ends, now = entity.partition(".")[0], time.monotonic() + seconds, ""
        while time.monotonic() < ends:
            now = self.states(domain).get(entity, "missing")
            if now in wanted:
                return
            time.sleep(0.3)
        raise AssertionError(f"{entity} is {now}, not one of {wanted}")

    def hears(self, text: str, conversation: str | None) -> tuple[str, str]:
        """Type words to voiced by the REST interface: the type of the answer, and its sentence."""
        return answer_in(self._post("/api/conversation/process", said(text, conversation)))

    async def hears_at_once(self, texts: Sequence[str]) -> list[tuple[str, str]]:
        """The answers to words that are all typed at once, each in a conversation of its own."""
        limits = httpx.Limits(max_connections=None)
        headers = {"Authorization": f"Bearer {self._token}"}
        async with httpx.AsyncClient(
            base_url=self._address, limits=limits, timeout=_ANSWER_SECONDS, headers=headers, trust_env=False
        ) as web:
            posts = [web.post("/api/conversation/process", json=said(text, None)) for text in texts]
            answers = await asyncio.gather(*posts)
        assert {answer.status_code for answer in answers} == {200}
        return [answer_in(answer.json()) for answer in answers]

    def choose_assistant(self, *, locally_first: bool) -> str:
        """Make an assistant of voiced alone, which satellites then use; its id."""
        with self._socket() as socket:
            made = socket.asks(
                "assist_pipeline/pipeline/create",
                name=f"voiced {time.monotonic()}",
                language=LANGUAGE,
                conversation_engine="conversation.voiced",
                conversation_language="zh-CN",
                stt_engine="stt.voiced",
                stt_language=LANGUAGE,
                tts_engine="tts.voiced",
                tts_language="zh-CN",
                tts_voice=None,
                wake_word_entity=None,
                wake_word_id=None,
                prefer_local_intents=locally_first,
            )
            socket.asks("assist_pipeline/pipeline/set_preferred", pipeline_id=made["id"])
        return str(made["id"])

    def assistant_hears(self, assistant: str, text: str, conversation: str) -> str:
        """Type words to an assistant by the websocket, as its dialogue in the browser does: the sentence of its answer."""
        with self._socket() as socket:
            return socket.runs(assistant, text, conversation)

    def close(self) -> None:
        """Close the connections to it."""
        self._web.close()

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = self._web.post(path, json=body)
        assert answer.status_code == 200, f"{path}: {answer.status_code} {answer.text[:500]}"
        return cast("dict[str, Any]", answer.json())

    @contextmanager
    def _socket(self) -> Generator[_Socket]:
        address = f"{self._address.replace('http', 'ws')}/api/websocket"
        with connect(address, max_size=None, proxy=None) as connection:
            connection.recv()
            connection.send(json.dumps({"type": "auth", "access_token": self._token}))
            assert json.loads(connection.recv())["type"] == "auth_ok"
            yield _Socket(connection)


class _Socket:
    """A websocket that was let in."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._number = 0

    def asks(self, command: str, **arguments: object) -> dict[str, Any]:
        """The result of a command."""
        self._send(command, arguments)
        told = self._next()
        assert told["success"], told
        return cast("dict[str, Any]", told["result"])

    def runs(self, assistant: str, text: str, conversation: str) -> str:
        """The sentence that an assistant answers."""
        stages = {"start_stage": "intent", "end_stage": "intent"}
        asked = {"pipeline": assistant, "input": {"text": text}, "conversation_id": conversation}
        self._send("assist_pipeline/run", {**stages, **asked})
        sentence = ""
        while True:
            told = self._next()
            event = told.get("event", {})
            assert event.get("type") != "error", event
            if event.get("type") == "intent-end":
                _, sentence = answer_in(event["data"]["intent_output"])
            if event.get("type") == "run-end":
                return sentence

    def _send(self, command: str, arguments: dict[str, Any]) -> None:
        self._number += 1
        self._connection.send(json.dumps({"id": self._number, "type": command, **arguments}))

    def _next(self) -> dict[str, Any]:
        while True:
            told = json.loads(self._connection.recv(timeout=_ANSWER_SECONDS))
            if told["id"] == self._number:
                return told


def said(text: str, conversation: str | None) -> dict[str, Any]:
    """Words for voiced, as an automation sends them."""
    asked = {"text": text, "language": LANGUAGE, "agent_id": "conversation.voiced"}
    return asked if conversation is None else {**asked, "conversation_id": conversation}


def answer_in(told: dict[str, Any]) -> tuple[str, str]:
    """The type of an answer, and its sentence; "" where there is none."""
    response = told["response"]
    return str(response["response_type"]), str(response["speech"].get("plain", {}).get("speech", ""))


@contextmanager
def running_core(version: str) -> Generator[Core]:
    """A core of this version that answers; what it writes is gone afterwards, and its packages are kept."""
    packages = CACHE / f"home-assistant-{version}"
    packages.mkdir(parents=True, exist_ok=True)
    with file_system(Debian(CORES[version], "home")) as root:
        userland = Userland(root, host_network(), {}, {packages: "/ha"})
        _install(userland, packages, version)
        port = free_port()
        (root / "config").mkdir()
        (root / "config/configuration.yaml").write_text(_SETTINGS.format(port=port))
        versions = userland.must(
            ". /etc/os-release; echo Debian: $VERSION_CODENAME; /ha/bin/python --version;"
            " /ha/bin/pip list --format=freeze | grep -E '^(homeassistant|wyoming|paho-mqtt|home-assistant-intents)=='"
        )
        command = userland.command("exec /ha/bin/hass --config /config --skip-pip")
        with (root.parent / "hass.out").open("wb") as told:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=told, stderr=told)
        core = Core(userland, root, port)
        core.versions = _named(versions)
        try:
            assert listens_within(_START_SECONDS, port, process), (root.parent / "hass.out").read_text()[
                -2000:
            ]
            yield core
        finally:
            core.close()
            process.terminate()
            process.wait()


def _install(userland: Userland, packages: Path, version: str) -> None:
    """Install the core with what its integrations need, unless an earlier run did."""
    if (packages / "complete").exists():
        return
    pip = "nice /ha/bin/pip install --quiet --prefer-binary"
    constraints = "$(ls /ha/lib/python3.*/site-packages/homeassistant/package_constraints.txt)"
    (packages / "needs.py").write_text(_ASKED_FOR)
    for line in (
        "python3 -m venv /ha",
        f"{pip} homeassistant=={version}",
        f"/ha/bin/python /ha/needs.py | sort -u > /ha/needs.txt && {pip} -c {constraints} -r /ha/needs.txt",
        "touch /ha/complete",
    ):
        done = userland.root_line(line, _INSTALL_SECONDS)
        assert done.status == 0, f"# {line}\n{done.output[-2000:]}"


def _named(lines: str) -> dict[str, str]:
    parts = (line.replace("==", " ").replace(":", "").split() for line in lines.splitlines())
    return {part[0]: part[1] for part in parts if len(part) == 2}
