"""Profiles: each of several people on one device has a ledger of their own."""

from __future__ import annotations

import re
from collections.abc import Mapping

from voiced.errors import ConfigWrong

VARIABLE = "VOICED_PROFILE"
"""Names the profile; `voiced --profile NAME` sets it."""

# It becomes part of paths and of a cookie's name.
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")


def profile_in(environment: Mapping[str, str]) -> str | None:
    """The profile that the environment names, if any.

    Raises:
        ConfigWrong: the name has a character that is not allowed.
    """
    name = environment.get(VARIABLE)
    if not name:
        return None
    if not _NAME.fullmatch(name):
        raise ConfigWrong(f"profile {name!r}: write it with up to 32 of a to z, 0 to 9, _ and -")
    return name
