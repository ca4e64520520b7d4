"""`voiced config schema`: what an editor makes of voiced.toml is what the daemon makes of it."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from typing import Any

import fastjsonschema
import pytest

from voiced.cli.main import main
from voiced.packaged import shipped

DEFAULTS = shipped("config/voiced.toml").read_text(encoding="utf-8")


@pytest.fixture
def validate(capsys: pytest.CaptureFixture[str]) -> Callable[[str], Any]:
    """Holds a file against the schema that the command prints."""
    assert main(["config", "schema"]) == 0
    compiled: Any = fastjsonschema.compile(json.loads(capsys.readouterr().out))
    return lambda text: compiled(tomllib.loads(text))


def test_the_defaults_are_right(validate: Callable[[str], Any]) -> None:
    validate(DEFAULTS)


def test_a_part_of_the_file_is_right(validate: Callable[[str], Any]) -> None:
    validate('[llm]\nbase_url = "http://127.0.0.1:8378"\n')


@pytest.mark.parametrize(
    "mistake",
    [
        "[sesion]\n",
        "[session]\nwake_phrse = '小记小记'\n",
        "[session]\nwake_phrase = '小'\n",
        "[voice]\nvolume = 50\n",
        "[asr]\nengine = 'ears'\n",
        "[llm]\nbase_url = 'http://user@host'\n",
        "[card]\nenabled = 'yes'\n",
    ],
)
def test_a_mistake_is_found(mistake: str, validate: Callable[[str], Any]) -> None:
    with pytest.raises(fastjsonschema.JsonSchemaValueException):
        validate(mistake)


def test_every_key_is_in_it(validate: Callable[[str], Any], capsys: pytest.CaptureFixture[str]) -> None:
    main(["config", "schema"])
    sections = json.loads(capsys.readouterr().out)["$defs"]
    documented = sorted(key for section in tomllib.loads(DEFAULTS).values() for key in section)
    known = (key for name, section in sections.items() if name != "Settings" for key in section["properties"])
    assert sorted(known) == documented
