"""The scripts of the first view as one file: each request for another costs a phone far from the daemon the way there and back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

BUNDLE = "first.js"
"""The file that is put together here. Its modules are exported as `$dom` for `dom.js`."""
_BEGINS = "main.js"
_ALONE = frozenset({"words.js", "line.js"})
"""These are begun before the others; index.html names them."""
_LOGIN = "login.js"
"""It is for those who may not read the bundle yet."""
_IMPORT = re.compile(
    r'^import (?:\* as (?P<whole>\w+)|(?P<names>\{[^}]*\})) from "\./(?P<module>\w+\.js)";$', re.MULTILINE
)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)


@cache
def bundled(folder: Path) -> str:
    """The first module of the page with all that it imports, in the order in which they need each other.

    Each module is a block of its own, so that their names do not meet. It is put together once: the files of a running
    program stay as they are.
    """
    modules = dict(_needed(folder, _BEGINS))
    alone = sorted(
        {found["module"] for text in modules.values() for found in _IMPORT.finditer(text)} & _ALONE
    )
    heads = [f'import * as {_called(name)} from "./{name}";' for name in alone]
    *parts, (last, chief) = modules.items()
    blocks = [block for name, text in parts for block in (f"let {_called(name)};", _block(name, text))]
    named = ", ".join(_called(name) for name in modules if name != last)
    return "\n".join([*heads, *blocks, _EXPORT.sub("", _IMPORT.sub(_taken, chief)), f"export {{ {named} }};"])


def beside_bundle(folder: Path, script: str) -> str:
    """A script that is loaded later, which shares the modules of the bundle. Each line keeps its number."""
    text = (folder / script).read_text(encoding="utf-8")
    within: frozenset[str] = frozenset() if script == _LOGIN else _within(folder)

    def shared(found: re.Match[str]) -> str:
        if found["module"] not in within:
            return found[0]
        name = _called(found["module"])
        return f'import {{ {name} }} from "./{BUNDLE}"; {_taken(found)}'

    return _IMPORT.sub(shared, text)


@cache
def _within(folder: Path) -> frozenset[str]:
    return frozenset(name for name, _ in _needed(folder, _BEGINS))


def _needed(folder: Path, name: str, known: Mapping[str, str] | None = None) -> Iterator[tuple[str, str]]:
    """A module after all that it imports, each once, with its text."""
    seen = dict(known or {})
    text = (folder / name).read_text(encoding="utf-8")
    for found in _IMPORT.finditer(text):
        if found["module"] in seen or found["module"] in _ALONE:
            continue
        for one in _needed(folder, found["module"], seen):
            seen[one[0]] = one[1]
            yield one
    yield name, text


def _block(name: str, text: str) -> str:
    exported = ", ".join(found[1] for found in _EXPORT.finditer(text))
    body = _EXPORT.sub("", _IMPORT.sub(_taken, text))
    return f"{{\n{body}\n{_called(name)} = {{ {exported} }};\n}}"


def _taken(found: re.Match[str]) -> str:
    names = found["whole"] or found["names"].replace(" as ", ": ")
    return f"const {names} = {_called(found['module'])};"


def _called(name: str) -> str:
    return f"${name.removesuffix('.js')}"
