"""The unit's text: the template and the installed form."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

_EXEC_START = re.compile(r"^ExecStart=.* run$", re.MULTILINE)
_CREDENTIAL = re.compile(r"^LoadCredential=[^:\n]+:(\S+)$", re.MULTILINE)
_STARTED = re.compile(r'^ExecStart="((?:[^"\\]|\\.)*)" run$', re.MULTILINE)


def rendered(template: str, executable: Path, variables: Mapping[str, str]) -> str:
    """The unit that starts this program.

    Args:
        template: the unit that comes with voiced.
        executable: the path of the command `voiced`.
        variables: variables to set for the service. systemd does not read a shell's profile, so without them the
            service would keep its ledger in another folder than the shell's commands use.
    """
    lines = [f"ExecStart={_quoted(str(executable).replace('$', '$$'))} run"]
    lines += [f"Environment={_quoted(f'{name}={value}')}" for name, value in variables.items()]
    return _EXEC_START.sub(lambda _: "\n".join(lines), template, count=1)


def started_by(unit: str) -> Path | None:
    """The program that an installed unit starts; None for a unit that voiced did not write."""
    found = _STARTED.search(unit)
    if found is None:
        return None
    plain = re.sub(r"\\(.)", r"\1", found[1])
    return Path(plain.replace("%%", "%").replace("$$", "$"))


def key_names(template: str) -> tuple[str, ...]:
    """The names under which the unit looks for keys in the machine's credential store."""
    return tuple(_CREDENTIAL.findall(template))


def _quoted(text: str) -> str:
    """A quoted word for a unit, with backslashes, quotation marks and specifiers (`%h`) escaped."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    return f'"{escaped}"'
