"""Chooses between the caller's ledger and the machine's service's ledger, and notes on standard error if root gets the latter."""

from __future__ import annotations

import argparse
import os
import sys

from voiced.adapters.machine.paths import has_books
from voiced.errors import WrongInput

_TOKENS = "card token"
_ABOUT_BOOKS = frozenset(
    {"ledger", "report", "budgets", "recurring", "memory", "categories", "accounts", "stats", _TOKENS}
)
"""Commands that would be empty without a ledger of the caller, or begin one that the service never uses."""
_ABOUT_SERVICE = _ABOUT_BOOKS | {"doctor", "devices", "models", "chat"}
_NAMING_OPTIONS = ("db", "config", "models_dir")
_NAMING_VARIABLES = ("VOICED_LEDGER__PATH", "VOICED_LEDGER__URL")
_FIRST_PERSON = 1000
"""Smaller user ids belong to root and to system users."""


def settle_ledger_owner(command: str, options: argparse.Namespace) -> None:
    """Continue as the machine's service if the command is about its ledger and the caller is root or the service's user.

    A ledger or a configuration that the command names is used. A caller with an own ledger keeps it, and root is reminded of
    the service's. Other callers get the command to type.

    Raises:
        WrongInput: the caller has no ledger, and may not open the service's.
    """
    if command not in _ABOUT_SERVICE or _names_books(command, options):
        return
    has_own, caller = has_books(), os.geteuid()
    if has_own and caller >= _FIRST_PERSON:
        return
    from voiced.adapters.machine import systemd  # noqa: PLC0415 - 20 ms that `--version` does not take

    service = systemd.find_system_service()
    if service is None or service.uid is None:
        return
    if caller == service.uid:
        systemd.become(service)
    elif caller == 0 and has_own:
        _note(
            f"this is root's own ledger; for this machine's service: sudo -u {service.user} voiced {command}"
        )
    elif caller == 0:
        systemd.become(service)
        _note(f"runs as this machine's service, user {service.user}, ledger in {service.folder}")
    elif command in _ABOUT_BOOKS:
        raise WrongInput(
            f"you have no ledger, and this machine's service has its own in {service.folder}; to use that one: "
            f"sudo voiced {command} …" + ("" if command == _TOKENS else ", or name a ledger with --db")
        )
    elif command == "doctor":
        _note("checks a daemon of your own; to check this machine's service: sudo voiced doctor")


def _names_books(command: str, options: argparse.Namespace) -> bool:
    names = (*_NAMING_OPTIONS, "file") if command == "stats" else _NAMING_OPTIONS
    named = any(getattr(options, name, None) is not None for name in names)
    return named or any(os.environ.get(variable) for variable in _NAMING_VARIABLES)


def _note(text: str) -> None:
    print(f"voiced: {text}", file=sys.stderr)
