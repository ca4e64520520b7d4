"""The container files and the folder of the Home Assistant add-on agree with the program that they hold."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import pytest
import yaml

from tests.machines.image import EXTRAS, IMAGE_VERSION
from voiced.config import load_settings
from voiced.config.settings import SECTIONS

ROOT = Path(__file__).parent.parent
CONTAINER = ROOT / "packaging/container"
ADD_ON = ROOT / "packaging/home-assistant/voiced"
CONTAINERFILE = (CONTAINER / "Containerfile").read_text(encoding="utf-8")


def parsed(file: Path) -> dict[str, Any]:
    return cast("dict[str, Any]", yaml.safe_load(file.read_text(encoding="utf-8")))


CONFIG = parsed(ADD_ON / "config.yaml")
OPTIONS = cast("Mapping[str, Mapping[str, object]]", CONFIG["options"])


def variables_of(options: Mapping[str, Mapping[str, object]], folder: Path) -> dict[str, str]:
    """What the add-on's run script gives the daemon for these options."""
    (folder / "options.json").write_text(json.dumps(options), encoding="utf-8")
    program = (ADD_ON / "run").read_text(encoding="utf-8").replace('Path("/data")', f"Path({str(folder)!r})")
    # It would change owners and become the daemon; here it only tells.
    told = "import json, sys\njson.dump(dict(os.environ), sys.stderr)\n"
    program = program.replace("shutil.chown(DATA / name, USER, USER)", "pass").replace(
        "os.execvp(", f"{told}print("
    )
    done = subprocess.run(
        ["python3", "-c", program],
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=True,
    )
    return {name: value for name, value in json.loads(done.stderr).items() if name.startswith("VOICED_")}


@pytest.mark.parametrize("section", OPTIONS)
def test_each_option_of_the_add_on_is_a_key_of_the_settings(section: str) -> None:
    assert set(OPTIONS[section]) <= set(SECTIONS[section])
    assert set(OPTIONS[section]) == set(CONFIG["schema"][section])


def test_the_settings_take_each_choice_that_the_add_on_offers() -> None:
    for section, keys in CONFIG["schema"].items():
        for key, kind in keys.items():
            choices = re.fullmatch(r"list\((.*)\)", str(kind))
            for choice in choices[1].split("|") if choices else []:
                load_settings(None, {f"VOICED_{section}__{key}".upper(): choice})


def test_the_default_options_are_settings_that_a_daemon_takes(tmp_path: Path) -> None:
    settings = load_settings(None, variables_of(OPTIONS, tmp_path))
    assert (settings.asr.engine, settings.voice.engine) == ("none", "none")
    assert settings.wyoming.listen == f"tcp://0.0.0.0:{port_of('10700/tcp')}"
    assert list(settings.wyoming.allow) == OPTIONS["wyoming"]["allow"]
    assert settings.dialogue.questions
    assert settings.card.host == "127.0.0.1"


def test_all_that_the_image_keeps_is_in_the_folder_that_home_assistant_keeps() -> None:
    kept = re.compile(r"(HOME|STATE_DIRECTORY|VOICED_\w+)=(\S+)")
    of_image = dict(kept.findall(CONTAINERFILE[CONTAINERFILE.rindex("ENV ") :]))
    of_add_on = dict(kept.findall((ADD_ON / "Dockerfile").read_text(encoding="utf-8")))
    assert of_add_on == {name: f"/data{place}" for name, place in of_image.items()}


def test_only_a_password_opens_the_page_of_the_add_on(tmp_path: Path) -> None:
    settings = load_settings(None, variables_of({**OPTIONS, "card": {"password": "sesame"}}, tmp_path))
    assert (settings.card.host, settings.card.password) == ("0.0.0.0", "sesame")  # noqa: S104 - compared, not bound
    assert settings.card.port == port_of("8377/tcp")


def port_of(name: str) -> int:
    assert name in CONFIG["ports"]
    return int(name.partition("/")[0])


@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_the_words_of_the_add_on_are_translated(language: str) -> None:
    words = parsed(ADD_ON / f"translations/{language}.yaml")
    assert set(words["configuration"]) == set(OPTIONS)
    assert set(words["network"]) == set(CONFIG["ports"])


def test_the_add_on_has_the_icon_of_the_page() -> None:
    assert (ADD_ON / "icon.png").read_bytes() == (ROOT / "voiced/card/static/icon-512.png").read_bytes()


def test_all_versions_are_that_of_the_next_release() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    version = re.search(r"^## (?:Unreleased \()?(\d+\.\d+\.\d+)", changes, re.MULTILINE)
    assert version is not None
    image = re.search(r"^ARG VERSION=(\S+)$", CONTAINERFILE, re.MULTILINE)
    base = re.search(r"^ARG BUILD_FROM=\S+:(\S+)$", (ADD_ON / "Dockerfile").read_text(), re.MULTILINE)
    assert image is not None
    assert base is not None
    assert {CONFIG["version"], image[1], base[1], IMAGE_VERSION} == {version[1]}


def test_the_image_has_extras_that_exist_and_a_python_that_is_new_enough() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = re.search(r'^ARG EXTRAS="(.*)"$', CONTAINERFILE, re.MULTILINE)
    assert extras is not None
    assert {*extras[1].split(), *EXTRAS.split()} <= set(project["optional-dependencies"])
    assert project["requires-python"] == ">=3.11", "the Python of Debian 13 is 3.13"


@pytest.mark.parametrize("file", ["compose.yaml", "compose.home-assistant.yaml"])
def test_a_composed_container_is_shut_in_and_keeps_what_the_image_keeps(file: str) -> None:
    service = parsed(CONTAINER / file)["services"]["voiced"]
    assert service["read_only"]
    assert service["cap_drop"] == ["ALL"]
    volumes = re.search(r'^VOLUME \["(.*)"\]$', CONTAINERFILE, re.MULTILINE)
    assert volumes is not None
    assert set(volumes[1].split('", "')) <= {volume.split(":")[1] for volume in service["volumes"]}
    given = {name: value for name, value in service["environment"].items() if name.startswith("VOICED_")}
    load_settings(None, given)


def test_the_image_runs_as_its_own_user() -> None:
    last = [line.split() for line in CONTAINERFILE.splitlines() if line.startswith("USER ")]
    assert last == [["USER", "voiced"]]
