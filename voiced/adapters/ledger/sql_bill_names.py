"""Names in kept lines of bills: they go along when a category or an account gets another name, or its rows another place.

A line is kept as JSON with the rows that it changed and made. An undoing gives back what is still as the bill left it, so a row
and the line's view of it need the same names.
"""

from __future__ import annotations

import msgspec

from voiced.adapters.ledger.sql_database import Step
from voiced.adapters.ledger.sql_questions import literal
from voiced.domain.transaction import TransactionType

_COLUMNS = (("bill_lines", "body"), ("bill_changes", "before"), ("bill_changes", "after"))
_ACCOUNT_FIELDS = ("account", "to_account", "said_account", "wallet")


def renaming_in_bills(old: str, name: str, of_type: TransactionType | None) -> list[Step]:
    """The statements that give kept lines the new name of an account, or of a category of `of_type`.

    A quotation mark within a value is escaped, so a field and its value are found as text.
    """
    if of_type is None:
        found = {_member(field, old): _member(field, name) for field in _ACCOUNT_FIELDS}
    else:
        filed = f"{_member('type', of_type.value)},"
        found = {filed + _member("category", old): filed + _member("category", name)}
    values = {f"old_{at}": text for at, text in enumerate(found)}
    values |= {f"new_{at}": text for at, text in enumerate(found.values())}
    values["named"] = f"%:{literal(_text(old))}%"
    steps: list[Step] = []
    for table, column in _COLUMNS:
        renamed = column
        for at in range(len(found)):
            renamed = f"replace({renamed}, :old_{at}, :new_{at})"
        where = f"{column} LIKE :named ESCAPE '\\'"
        steps.append((f"UPDATE {table} SET {column} = {renamed} WHERE {where}", values))  # noqa: S608 - put together from constants
    return steps


def _member(field: str, value: str) -> str:
    return f"{_text(field)}:{_text(value)}"


def _text(value: str) -> str:
    return msgspec.json.encode(value).decode()
