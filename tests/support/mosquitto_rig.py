"""A broker of our own: Debian's Mosquitto at a free port, with a user and a password if they are wanted."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from tests.support.processes import free_port, listens_within

START_SECONDS = 20.0
USER, PASSWORD = "voiced", "芝麻开门-sesame"
_PATH = f"{os.environ['PATH']}:/usr/sbin"


class MosquittoRig:
    """A broker; it keeps nothing on the disk, so that a restarted one knows nothing."""

    def __init__(self, folder: Path, *, asks_password: bool, extra: str = "") -> None:
        self.port = free_port()
        self.asks_password = asks_password
        self._folder = folder
        self._config = folder / "mosquitto.conf"
        self._server: subprocess.Popen[bytes] | None = None
        lines = ["persistence false", "log_dest none", f"listener {self.port} 127.0.0.1", extra]
        if os.geteuid() == 0:
            lines.insert(0, "user root")
        if asks_password:
            passwords = folder / "passwords"
            _run("mosquitto_passwd", "-b", "-c", str(passwords), USER, PASSWORD)
            lines += ["allow_anonymous false", f"password_file {passwords}"]
        else:
            lines.append("allow_anonymous true")
        self._config.write_text("\n".join(lines) + "\n")

    @property
    def password_file(self) -> Path:
        """A file that holds the password, for our settings."""
        file = self._folder / "mqtt-password"
        file.write_text(f"{PASSWORD}\n", encoding="utf-8")
        return file

    def start(self) -> None:
        """Start the broker; return when it accepts a client."""
        program = _program("mosquitto")
        # It ends with the tests, however they end.
        self._server = subprocess.Popen(["setpriv", "--pdeathsig=KILL", "--", program, "-c", self._config])
        assert listens_within(START_SECONDS, self.port, self._server)

    def change_password(self, password: str) -> None:
        """Start the broker anew with another password of the same user."""
        self.stop()
        _run("mosquitto_passwd", "-b", str(self._folder / "passwords"), USER, password)
        self.start()

    def stop(self) -> None:
        """Kill the broker."""
        if self._server is not None:
            self._server.kill()
            self._server.wait()
            self._server = None


@contextmanager
def mosquitto(folder: Path, *, asks_password: bool = False, extra: str = "") -> Generator[MosquittoRig]:
    """A running broker."""
    rig = MosquittoRig(folder, asks_password=asks_password, extra=extra)
    rig.start()
    try:
        yield rig
    finally:
        rig.stop()


def version_of_mosquitto() -> str:
    """What the broker calls itself."""
    told = subprocess.run([_program("mosquitto"), "-h"], check=False, capture_output=True, text=True).stdout
    return told.splitlines()[0]


def certificate_at(folder: Path) -> Path:
    """A key with a certificate for localhost, which is its own authority."""
    file = folder / "broker.pem"
    name = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost")
    made = (
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:P-256",
        "-nodes",
        "-days",
        "3650",
    )
    key = folder / "broker.key"
    subprocess.run([*made, *name, "-keyout", key, "-out", file], check=True, capture_output=True)
    file.write_text(file.read_text() + key.read_text())
    return file


def _program(name: str) -> str:
    found = shutil.which(name, path=_PATH)
    assert found is not None, f"{name} is missing; run scripts/setup"
    return found


def _run(name: str, *arguments: str) -> None:
    subprocess.run([_program(name), *arguments], check=True, capture_output=True)
