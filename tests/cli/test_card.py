"""`voiced card`: where the page of the running daemon is, for this machine and for a phone."""

from __future__ import annotations

import socket
from collections.abc import Generator
from contextlib import contextmanager
from ipaddress import ip_address
from pathlib import Path

import numpy as np
import pytest
import zxingcpp
from numpy.typing import NDArray

from tests.cli.terminal import Terminal
from voiced.adapters.machine.card_place import CardPlace, published
from voiced.adapters.machine.paths import pid_files
from voiced.adapters.machine.pid_file import held
from voiced.cli.main import main

TOKEN = "never-shown-where-a-password-is-asked-for"  # noqa: S105 - of no card
EVERYWHERE = "0.0.0.0"  # noqa: S104 - where the card is said to listen; nothing is bound
HERE = CardPlace("127.0.0.1", 8377, TOKEN)
IN_THE_HOUSE = CardPlace("192.0.2.7", 9377, TOKEN, asks_password=True)
_HALVES = {" ": (0, 0), "▀": (255, 0), "▄": (0, 255), "█": (255, 255)}


@pytest.fixture(autouse=True)
def runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    return tmp_path


@contextmanager
def a_daemon(place: CardPlace | None) -> Generator[None]:
    """This process is the daemon that runs, and serves a card at `place`."""
    with held(pid_files()[0]):
        if place is None:
            yield
            return
        with published(place):
            yield


def told(capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["card"]) == 0
    return capsys.readouterr().out


def picture(screen: str) -> NDArray[np.uint8]:
    """The QR code on the screen, as a camera sees it."""
    rows: list[list[int]] = []
    for line in screen.splitlines():
        if line.startswith("\033[97;40m"):
            halves = [_HALVES[character] for character in line[len("\033[97;40m") : -len("\033[0m")]]
            rows += [[upper for upper, _ in halves], [lower for _, lower in halves]]
    return np.kron(np.array(rows, dtype=np.uint8), np.ones((8, 8), dtype=np.uint8))


def test_the_help_says_how_to_open_it_on_a_phone(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["card", "--help"])
    assert ended.value.code == 0
    assert 'host = "0.0.0.0"' in capsys.readouterr().out


def test_without_a_daemon_it_says_what_to_type(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["card"]) == 1
    assert capsys.readouterr().err == "voiced: voiced is not running; start it with: voiced run\n"


def test_a_daemon_without_a_card_is_told_with_what_to_set(capsys: pytest.CaptureFixture[str]) -> None:
    with a_daemon(None):
        assert main(["card"]) == 1
    assert "set card.enabled = true in voiced.toml" in capsys.readouterr().err


def test_a_card_of_this_machine_alone_has_the_token_and_says_how_to_open_it_on_a_phone(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with a_daemon(HERE):
        lines = told(capsys).splitlines()
    assert lines[0] == f"on this machine:  http://127.0.0.1:8377/?token={TOKEN}"
    assert not any(line.startswith("in your network") for line in lines)
    assert "on a phone, see: voiced card --help" in lines[2]


def test_a_card_that_asks_for_a_password_shows_no_token(capsys: pytest.CaptureFixture[str]) -> None:
    with a_daemon(IN_THE_HOUSE):
        shown = told(capsys)
    assert "in your network:  http://192.0.2.7:9377/\n" in shown
    assert TOKEN not in shown
    assert "It asks for the password" in shown


def test_a_card_at_all_addresses_is_told_by_address_and_by_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Raspberrypi.fritz.box")
    with a_daemon(CardPlace(EVERYWHERE, 8377, TOKEN, asks_password=True)):
        lines = told(capsys).splitlines()
    assert lines[0] == "on this machine:  http://127.0.0.1:8377/"
    others = [line.removeprefix("in your network:  ") for line in lines if line.startswith("in your")]
    assert others[-1] == "http://raspberrypi.local:8377/"
    for address in others[:-1]:  # none where this machine has no network
        assert not ip_address(address.removeprefix("http://").partition(":")[0]).is_loopback


def test_a_phone_reads_the_code_at_a_terminal(runtime: Path) -> None:
    with a_daemon(IN_THE_HOUSE):
        terminal = Terminal("card", settings={"XDG_RUNTIME_DIR": str(runtime)})
        try:
            (code,) = zxingcpp.read_barcodes(picture(terminal.ends()))
        finally:
            terminal.close()
    assert (code.format, code.text) == (zxingcpp.BarcodeFormat.QRCode, "http://192.0.2.7:9377/")


def test_a_script_gets_no_code(capsys: pytest.CaptureFixture[str]) -> None:
    with a_daemon(IN_THE_HOUSE):
        assert "█" not in told(capsys)
