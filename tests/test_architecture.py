"""What holds for the repository as a whole, whichever module a change touches."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
MAX_MODULE_LINES = 400

# In parts, as this file is looked at as well.
REGISTRIES = [
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("deb", "debian", "org"),
        ("debian", "org/debian"),
        ("docker", "io"),
        ("ghcr", "io"),
        ("quay", "io"),
    )
]
ELSEWHERE = {
    "names the host of a registry": re.compile("|".join(map(re.escape, REGISTRIES))),
    "names a path of one machine": re.compile(r"(?<![\w.}*])/(?:home|root|work|Users)/\w"),
    "reaches out of the checkout": re.compile(r"\.\./(?:\.\./)*shared\b"),
}
"""What a file may not hold, since it means nothing on the next machine."""

MARKDOWN_LINK = re.compile(r"\[[^\]]*\]\((?!https?://|mailto:|#)([^)#\s]+)")


def tracked_files(*patterns: str) -> list[Path]:
    """Files of the repository as git knows them, those just deleted left out."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--", *patterns], cwd=ROOT, check=True, capture_output=True, text=True
    )
    paths = [ROOT / name for name in listed.stdout.split("\0") if name]
    return [path for path in paths if path.is_file()]


def tracked_texts() -> Iterator[tuple[Path, str]]:
    for path in tracked_files():
        try:
            yield path.relative_to(ROOT), path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


def test_layers_hold() -> None:
    lint_imports = Path(sys.executable).with_name("lint-imports")
    linted = subprocess.run(
        [lint_imports, "--no-cache", "--no-logo"], cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert linted.returncode == 0, linted.stdout + linted.stderr


@pytest.mark.parametrize("what", ELSEWHERE)
def test_nothing_is_tied_to_one_machine(what: str) -> None:
    found = [
        f"{path}:{number}: {line.strip()}"
        for path, text in tracked_texts()
        for number, line in enumerate(text.splitlines(), start=1)
        if ELSEWHERE[what].search(line)
    ]
    assert not found, f"{what}:\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("line", "what"),
    [
        *((f"from https://{host}/simple", "names the host of a registry") for host in REGISTRIES),
        ("see /" + "home/ann/voiced", "names a path of one machine"),
        ("open('/" + "work/main')", "names a path of one machine"),
        ("cat ../" + "shared/eval", "reaches out of the checkout"),
    ],
)
def test_a_package_for_one_processor_is_found(line: str, what: str) -> None:
    assert ELSEWHERE[what].search(line)


def test_links_in_documents_lead_somewhere() -> None:
    broken = [
        f"{document.relative_to(ROOT)}: {link}"
        for document in tracked_files("*.md")
        for link in MARKDOWN_LINK.findall(document.read_text(encoding="utf-8"))
        if not (document.parent / link).exists()
    ]
    assert not broken


def test_modules_stay_small() -> None:
    lengths = {
        path.relative_to(ROOT): path.read_text(encoding="utf-8").count("\n")
        for path in tracked_files("voiced/*.py")
    }
    assert lengths
    too_long = {str(path): lines for path, lines in lengths.items() if lines > MAX_MODULE_LINES}
    assert not too_long, f"more than one noun? over {MAX_MODULE_LINES} lines: {too_long}"


def test_every_public_module_says_what_it_is() -> None:
    silent = [
        str(path.relative_to(ROOT))
        for path in tracked_files("voiced/*.py")
        if (path.name == "__init__.py" or not path.name.startswith("_"))
        and not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert not silent


@pytest.mark.parametrize(
    ("file", "extras", "groups"),
    [
        ("run.txt", [], []),
        ("whisper.txt", ["whisper"], []),
        ("neural-voice.txt", ["neural-voice"], []),
        ("wyoming.txt", ["wyoming"], []),
        ("local-llm.txt", ["local-llm"], []),
        ("postgres.txt", ["postgres"], []),
        ("mqtt.txt", ["mqtt"], []),
        ("bills.txt", ["bills"], []),
        ("sources.txt", None, ["sources"]),
        ("build.txt", None, ["sources", "build"]),
        ("dev.txt", ["whisper"], ["test", "lint", "types", "sources", "build", "lock"]),
        ("speech.txt", None, ["speech"]),
    ],
)
def test_pins_answer_to_what_is_wanted(file: str, extras: list[str] | None, groups: list[str]) -> None:
    """A dependency that was added or raised without scripts/lock would be missing on the next machine."""
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [
        line for group in groups for line in pyproject["dependency-groups"][group] if isinstance(line, str)
    ]
    if extras is not None:
        wanted += pyproject["project"]["dependencies"]
        wanted += [line for extra in extras for line in pyproject["project"]["optional-dependencies"][extra]]
    pins = re.findall(
        r"^([a-z0-9-]+)==(\S+)", (ROOT / "requirements" / file).read_text(encoding="utf-8"), re.MULTILINE
    )
    unmet = [
        str(requirement)
        for requirement in map(Requirement, wanted)
        if not any(
            name == requirement.name and requirement.specifier.contains(version, prereleases=True)
            for name, version in pins
        )
    ]
    assert not unmet, f"not in requirements/{file}; run scripts/lock"


def test_commands_run_on_the_event_loop_that_waits_for_no_name_server() -> None:
    others = [
        str(path.relative_to(ROOT))
        for path in tracked_files("voiced/*.py")
        if "asyncio.run(" in path.read_text(encoding="utf-8")
    ]
    assert not others, "use voiced.adapters.machine.event_loop.run_loop"


def test_imports_and_declared_dependencies_agree() -> None:
    deptry = Path(sys.executable).with_name("deptry")
    judged = subprocess.run([deptry, "voiced"], cwd=ROOT, check=False, capture_output=True, text=True)
    assert judged.returncode == 0, judged.stdout + judged.stderr
