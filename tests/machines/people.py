"""People on a system: accounts that are logged in."""

from __future__ import annotations

from tests.machines.machine import Machine


def add_person(machine: Machine, name: str) -> None:
    """Somebody who may become root without a password, as on a Raspberry Pi, and stays logged in."""
    done = machine.root_line(
        f"useradd --create-home --shell /bin/bash --groups sudo {name}"
        f" && echo '{name} ALL=(ALL) NOPASSWD: ALL' > /etc/sudoers.d/{name}"
        f" && systemd-run --quiet --unit=session-of-{name} --property=PAMName=login --property=User={name} sleep infinity"
        f" && timeout 20 sh -c 'until [ -S /run/user/$(id -u {name})/bus ]; do sleep 0.1; done'"
    )
    assert done.status == 0, done.output
