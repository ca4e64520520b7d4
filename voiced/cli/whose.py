"""Whose books a command is about on a machine whose service keeps books too; root is told where it uses the service's."""

from __future__ import annotations

import argparse
import os
import sys

from voiced.adapters.machine.paths import has_books
from voiced.errors import WrongInput

_ABOUT_BOOKS = frozenset({"ledger", "categories", "accounts", "stats"})
"""Without books of the caller's own these would show nothing, or begin a ledger that the service never sees."""
_ABOUT_SERVICE = _ABOUT_BOOKS | {"doctor", "devices", "models", "chat"}
_NAMING_OPTIONS = ("db", "config", "models_dir")
_NAMING_VARIABLES = ("VOICED_LEDGER__PATH", "VOICED_LEDGER__URL")
_FIRST_PERSON = 1000
"""User ids below it are those of the machine's own users, and of root."""


def settle_whose(command: str, options: argparse.Namespace) -> None:
    """Go on as the machine's service where the command is about its books and the caller is root or the service's user.

    A ledger or a configuration that the command names is used as it is. A caller with books of their own gets those, and
    root is reminded of it. Any other caller is told what to type.

    Raises:
        WrongInput: the caller has no books, and may not open the service's.
    """
    if command not in _ABOUT_SERVICE or _names_books(command, options):
        return
    has_own, caller = has_books(), os.geteuid()
    if has_own and caller >= _FIRST_PERSON:
        return
    from voiced.adapters.machine import system_service  # noqa: PLC0415 - 20 ms that `--version` does not take

    service = system_service.find_system_service()
    if service is None or service.uid is None:
        return
    if caller == service.uid:
        system_service.become(service)
    elif caller == 0 and has_own:
        _note(
            f"root's own; this machine's service is looked at with: sudo -u {service.user} voiced {command}"
        )
    elif caller == 0:
        system_service.become(service)
        _note(f"as this machine's service, user {service.user}, books in {service.folder}")
    elif command in _ABOUT_BOOKS:
        raise WrongInput(
            f"you have no books, and this machine's service keeps its own in {service.folder}; look at those with: "
            f"sudo voiced {command} …, or name a ledger with --db"
        )
    elif command == "doctor":
        _note("looks at what a daemon of yours would have; at this machine's service: sudo voiced doctor")


def _names_books(command: str, options: argparse.Namespace) -> bool:
    names = (*_NAMING_OPTIONS, "file") if command == "stats" else _NAMING_OPTIONS
    named = any(getattr(options, name, None) is not None for name in names)
    return named or any(os.environ.get(variable) for variable in _NAMING_VARIABLES)


def _note(text: str) -> None:
    print(f"voiced: {text}", file=sys.stderr)
