"""The files whose content belongs to the settings: what a reload compares, and which of them others can read."""

from __future__ import annotations

import stat
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path

from voiced.adapters.machine.paths import card_token_file, expanded, metrics_token_file
from voiced.config import MqttSettings, Settings


def fingerprints(settings: Settings) -> Mapping[str, str]:
    """A digest of each file that the daemon reads when it starts, by its key; "" for a file that cannot be read.

    Raises:
        ConfigWrong: the user of a path is not known.
    """
    return {key: _digest(file) for key, file in _files(settings)}


def exposed(mqtt: MqttSettings) -> str | None:
    """What to say of a password file that every user of the machine can read; None if only its owner and group can.

    Raises:
        ConfigWrong: the user of the path is not known.
    """
    if not mqtt.host or not mqtt.password_file:
        return None
    file = expanded(mqtt.password_file, "mqtt.password_file")
    try:
        is_open = file.stat().st_mode & stat.S_IROTH
    except OSError:
        return None  # told where its content is read
    return f"mqtt.password_file: other users can read {file}; run: chmod o= {file}" if is_open else None


def _files(settings: Settings) -> Iterator[tuple[str, Path]]:
    mqtt = settings.mqtt
    if mqtt.host and mqtt.password_file:
        yield "mqtt.password_file", expanded(mqtt.password_file, "mqtt.password_file")
    if mqtt.host and mqtt.tls and mqtt.ca_file:
        yield "mqtt.ca_file", expanded(mqtt.ca_file, "mqtt.ca_file")
    if settings.card.enabled:
        yield "the card's token", card_token_file()
        if settings.card.metrics:
            yield "the metrics token", metrics_token_file()


def _digest(file: Path) -> str:
    try:
        return sha256(file.read_bytes()).hexdigest()
    except OSError:
        return ""
