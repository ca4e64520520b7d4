"""The configuration as a JSON schema: what an editor completes and checks while the file is written."""

from __future__ import annotations

from typing import Any

import msgspec

from voiced.config import Settings

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_END_IN_PYTHON, _END = r"\Z", "$"
"""The end of a text in a pattern, in Python's dialect and in that of JSON schemas."""


def schema() -> dict[str, Any]:
    """The schema of the whole file, section by section. A key that is not known is wrong, as it is for the daemon."""
    sections: dict[str, Any] = {}
    (whole,), definitions = msgspec.json.schema_components([Settings], ref_template="#/$defs/{name}")
    for name, definition in definitions.items():
        sections[name] = {**definition, "additionalProperties": False}
        for key in definition["properties"].values():
            if "pattern" in key:
                key["pattern"] = key["pattern"].replace(_END_IN_PYTHON, _END)
    return {"$schema": _DIALECT, "title": "voiced.toml", **whole, "$defs": sections}
