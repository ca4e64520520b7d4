"""What would be published: a wheel and an sdist that hold all that is needed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.support.installed import ROOT, SOURCES, Installed, built_wheel
from voiced.cli.main import parser

pytestmark = pytest.mark.timeout(300)

NEEDED_IN_WHEEL = {
    "voiced/py.typed",
    "voiced/card/static/index.html",
    "voiced/gateway/prompts/parse.toml",
    "voiced/gateway/check/cases/traps.toml",
    "voiced/shipped/VERSION",
    "voiced/shipped/config/voiced.toml",
    "voiced/shipped/models/manifest.toml",
    "voiced/shipped/models/voice-bank.txt",
    "voiced/shipped/models/voice-bank-words.txt",
    "voiced/shipped/systemd/system/voiced.service",
    "voiced/shipped/systemd/user/voiced.service",
    "share/doc/voiced/README.zh-CN.md",
    "share/man/man1/voiced.1",
    "share/bash-completion/completions/voiced",
    "share/zsh/site-functions/_voiced",
    "share/fish/vendor_completions.d/voiced.fish",
}
NEEDED_IN_SDIST = {
    "scripts/install",
    "requirements/run.txt",
    "README.zh-CN.md",
    "docs/install.md",
    "CHANGELOG.md",
}
GIT = ("git", "-c", "user.name=somebody", "-c", "user.email=somebody@example.org")


def build(target: str, checkout: Path, into: Path) -> Path:
    """The file that is built."""
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", into],
        cwd=checkout,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    (built,) = into.iterdir()
    return built


def files_of(wheel: Path) -> dict[str, bytes]:
    """What a wheel holds, by its place below the prefix or in the packages."""
    with zipfile.ZipFile(wheel) as opened:
        return {name.rpartition(".data/data/")[2]: opened.read(name) for name in opened.namelist()}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of what the wheel is built from, without git."""
    folder = tmp_path / "checkout"
    for name in (*SOURCES, "scripts", "requirements", "docs", "CHANGELOG.md"):
        source, place = ROOT / name, folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, place, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
        else:
            shutil.copy(source, place)
    return folder


def git(checkout: Path, *arguments: str) -> None:
    subprocess.run([*GIT, *arguments], cwd=checkout, check=True, capture_output=True)


def committed(checkout: Path) -> None:
    git(checkout, "init")
    git(checkout, "add", ".")
    git(checkout, "commit", "-m", "all of it")


def version_of(wheel: Path) -> str:
    return wheel.name.split("-")[1]


def test_the_wheel_holds_all_that_is_needed() -> None:
    missing = NEEDED_IN_WHEEL - set(files_of(built_wheel()))
    assert missing == set()


def test_the_sdist_holds_what_installs_it_and_builds_the_same_wheel(checkout: Path, tmp_path: Path) -> None:
    committed(checkout)
    git(checkout, "tag", "v1.2.3")
    wheel = build("wheel", checkout, tmp_path / "wheel")
    sdist = build("sdist", checkout, tmp_path / "sdist")
    with tarfile.open(sdist) as opened:
        opened.extractall(tmp_path / "unpacked", filter="data")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    assert [name for name in NEEDED_IN_SDIST if not (unpacked / name).exists()] == []
    again = build("wheel", unpacked, tmp_path / "again")
    assert again.name == wheel.name
    assert files_of(again) == files_of(wheel)


def test_the_version_is_that_of_the_tag(checkout: Path, tmp_path: Path) -> None:
    committed(checkout)
    assert version_of(build("wheel", checkout, tmp_path / "untagged")).startswith("0.1.dev1")
    git(checkout, "tag", "v2.0.1")
    tagged = build("wheel", checkout, tmp_path / "tagged")
    assert version_of(tagged) == "2.0.1"
    assert files_of(tagged)["voiced/shipped/VERSION"] == b"2.0.1\n"
    git(checkout, "commit", "--allow-empty", "-m", "later")
    assert version_of(build("wheel", checkout, tmp_path / "later")).startswith("2.0.2.dev1")


def test_without_git_a_wheel_is_built_too(checkout: Path, tmp_path: Path) -> None:
    assert version_of(build("wheel", checkout, tmp_path / "wheel")) == "0.0"


def test_a_build_leaves_the_checkout_as_it_is(checkout: Path, tmp_path: Path) -> None:
    """Root builds in a user's checkout, and what root would leave there is in the user's way."""
    before = {path for path in checkout.rglob("*") if "__pycache__" not in path.parts}
    build("wheel", checkout, tmp_path / "wheel")
    assert {path for path in checkout.rglob("*") if "__pycache__" not in path.parts} == before


def test_the_installed_program_knows_its_version(product: Installed, tmp_path: Path) -> None:
    done = product.run("--version", home=tmp_path)
    assert done.stdout == f"voiced {version_of(built_wheel())}\n"


def test_bash_completes_commands_and_actions(product: Installed) -> None:
    script = product.prefix / "share/bash-completion/completions/voiced"
    typed = 'COMP_WORDS=(voiced models f) COMP_CWORD=2; _shtab_voiced; echo "${COMPREPLY[@]}"'
    done = subprocess.run(
        ["bash", "-c", f'source "$1"; {typed}', "bash", script],
        capture_output=True,
        text=True,
        check=True,
        env={"PATH": os.defpath},
    )
    assert done.stdout == "fetch\n", done.stderr


def test_the_man_page_names_every_command(product: Installed) -> None:
    page = (product.prefix / "share/man/man1/voiced.1").read_text(encoding="utf-8")
    assert ".SH NAME\nvoiced \\- voice bookkeeping in Mandarin\n" in page
    for command in parser().format_help().partition("  COMMAND\n")[2].splitlines():
        if command.startswith("    ") and not command.startswith("     "):
            assert f"\\fBvoiced {command.split()[0]}\\fR" in page
