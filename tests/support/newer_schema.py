"""The ledger's schema of a newer version, for tests of an upgrade."""

from __future__ import annotations

SCHEMA = "voiced/adapters/ledger/sqlite_schema.py"
_VERSION = "VERSION = len(_STEPS)\n"
_ONE_MORE_STEP = f'_STEPS = (*_STEPS, ("SELECT 1",))\n\n{_VERSION}'


def with_one_more_step(schema: str) -> str:
    """The text of `SCHEMA` with one more step, which changes the schema's version alone."""
    assert schema.count(_VERSION) == 1, f"{SCHEMA}: {_VERSION!r} was expected once"
    return schema.replace(_VERSION, _ONE_MORE_STEP)
