"""`voiced service`: installs the daemon as a service of systemd, for a user or for the machine."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from voiced.adapters.machine.installation_steps import Plan, do, told
from voiced.app.installation.plan import Keeping, Start
from voiced.app.installation.service_installation import Scope, ServiceInstallation, service_of
from voiced.cli.command import CommandParser
from voiced.errors import InstallationWrong

_EPILOG = """\
examples:
  voiced service install --dry-run     only print the steps
  voiced models fetch && voiced service install --now
  voiced service uninstall             keeps the ledger, its backups, the settings and the keys
"""


def define(command: CommandParser) -> None:
    """Define the command."""
    command.explain(
        "Installs, removes or shows the unit with which systemd runs the daemon, from login or from boot on.",
        _EPILOG,
    )
    installing = command.add_action("install", "write the unit, and restart a running daemon")
    installing.add_argument(
        "--executable", type=Path, metavar="F", help="the program that the unit starts (default: this one)"
    )
    installing.add_argument("--now", action="store_true", help="start it, now and at each login or boot")
    installing.run_with(_install)
    removing = command.add_action(
        "uninstall", "stop the daemon, and remove the unit, the models and the measured times"
    )
    removing.add_argument(
        "--purge", action="store_true", help="also remove the ledger, its backups, the settings and the keys"
    )
    removing.run_with(_uninstall)
    showing = command.add_action(
        "status", "show the installed unit and its state (exit status 1: not running)"
    )
    showing.run_with(_status)
    for action in (installing, removing, showing):
        scope = action.add_mutually_exclusive_group()
        scope.add_argument(
            "--user",
            action="store_false",
            dest="system",
            default=False,
            help="your own service (the default)",
        )
        scope.add_argument(
            "--system", action="store_true", dest="system", help="the machine's service; needs root"
        )
    for action in (installing, removing):
        action.add_argument("--dry-run", action="store_true", help="only print the steps")


def _install(*, system: bool, dry_run: bool, executable: Path | None, now: bool) -> None:
    service, program = _service(system=system), _executable(executable)
    steps = service.installation(program, Start.NOW if now else Start.WHERE_IT_RAN)
    if dry_run:
        _print(steps)
        return
    _check_is_program(program)
    _do(steps, system=system)
    print(_after_installing(service, program))


def _uninstall(*, system: bool, dry_run: bool, purge: bool) -> None:
    service = _service(system=system)
    program = service.program
    steps = service.removal(Keeping.NOTHING if purge else Keeping.BOOKS)
    if dry_run:
        _print(steps)
        return
    _do(steps, system=system)
    for line in _after_removing(service, program):
        print(line)


def _status(*, system: bool) -> int:
    service = _service(system=system)
    if service.installed_unit is None:
        print(f"not installed: {service.places.unit} is not there; install it with: voiced service install")
        return 1
    program = service.program
    print(f"unit    {service.places.unit}")
    print(f"starts  {program or 'a program that voiced did not write into it'}")
    if program is not None and not program.exists():
        print("        this program is missing; write the unit anew with: voiced service install")
    if service.manager is None:
        print("state   unknown: systemd is not running here")
        return 1
    state = service.manager.shown("ActiveState")
    print(f"state   {state}, {service.manager.shown('UnitFileState') or 'not known to systemd'}")
    return 0 if state == "active" else 1


def _service(*, system: bool) -> ServiceInstallation:
    return service_of(Scope.SYSTEM if system else Scope.USER)


def _print(steps: Plan) -> None:
    for step in steps:
        print(told(step))


def _do(steps: Plan, *, system: bool) -> None:
    """Do the steps.

    Raises:
        InstallationWrong: the caller is not root and may not change the machine's service.
        InstallationFailure: a step failed.
    """
    if system and os.geteuid() != 0:
        raise InstallationWrong("the machine's service is installed and removed by root; put sudo before it")
    for step in steps:
        do(step)


def _executable(named: Path | None) -> Path:
    """The program for the unit: the named one, else this command, with the links in its path unresolved.

    A link such as `~/.local/bin/voiced` outlives an upgrade, unlike its target.
    """
    if named is not None:
        return named.expanduser().absolute()
    called = Path(sys.argv[0])
    return (called if called.name == "voiced" else Path(sys.executable).with_name("voiced")).absolute()


def _check_is_program(executable: Path) -> None:
    if not executable.is_file() or not os.access(executable, os.X_OK):
        raise InstallationWrong(f"{executable}: is not a program; name the command voiced with --executable")


def _after_installing(service: ServiceInstallation, executable: Path) -> str:
    if service.manager is None:
        return f"{service.places.unit} is written, but no systemd runs here; start the daemon with: {executable} run"
    systemctl = " ".join(service.manager.systemctl)
    if service.manager.shown("UnitFileState") == "enabled":
        return f"{service.places.unit} is written; to see its state: {systemctl} status voiced"
    return f"{service.places.unit} is written; to start it now and at each login or boot: {systemctl} enable --now voiced"


def _after_removing(service: ServiceInstallation, program: Path | None) -> list[str]:
    lines = [f"Kept: {path}" for path in (service.places.data, service.places.settings) if path.exists()]
    if service.lingers:
        lines.append(
            'Your services still run without a login; to end that: sudo loginctl disable-linger "$USER"'
        )
    if program is not None and program.exists():
        lines.append(f"The program stays: {program}; remove it the way it was installed")
    return lines
