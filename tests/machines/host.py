"""What a system on trial gets of its host: how pip and apt reach their registries, and the certificates they trust."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

_PROXIES = ("http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY")
_CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")


@dataclass(frozen=True, slots=True)
class HostNetwork:
    """Settings and files that programs in the system need to use the network as the host does.

    Attributes:
        pip_settings: the text of a pip.conf.
        folders: of the host, to be seen under the same path.
        variables: for everybody.
    """

    pip_settings: str
    folders: tuple[Path, ...]
    variables: dict[str, str]


def host_network() -> HostNetwork:
    """As this host is set up."""
    settings = _pip_settings()
    paths = [path for value in settings.values() for path in _paths(value)]
    if _CERTIFICATES.exists():
        paths.append(_CERTIFICATES)
    return HostNetwork(
        pip_settings="".join(["[global]\n", *(f"{key} = {value}\n" for key, value in settings.items())]),
        folders=tuple(dict.fromkeys(paths)),
        variables={name: os.environ[name] for name in _PROXIES if name in os.environ},
    )


def _pip_settings() -> dict[str, str]:
    """What pip goes by here; a variable overrules a file."""
    listed = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=True
    ).stdout
    settings: dict[str, str] = {}
    for line in sorted(listed.splitlines(), key=lambda line: line.startswith(":env:")):
        name, _, value = line.partition("=")
        settings[name.rpartition(".")[2]] = " ".join(str(ast.literal_eval(value)).split())
    return settings


def _paths(value: str) -> list[Path]:
    """The files and folders that a setting names; of an index in a folder also its neighbours, to which its pages link."""
    named = (
        Path(unquote(urlsplit(word).path)).parent if word.startswith("file:") else Path(word)
        for word in value.split()
    )
    return [path for path in named if path.is_absolute() and path.exists()]
