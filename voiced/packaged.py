"""Files that are part of the program.

Word lists and tables lie beside the modules that read them. They are read with `pkgutil`, which takes a tenth of the time
that `importlib.resources` needs to be imported.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from pkgutil import get_data
from typing import Any

import voiced


def packaged_text(package: str, name: str) -> str:
    """The text of a file in a package, as `packaged_text("voiced.language", "tables/lunar.txt")`.

    Raises:
        FileNotFoundError: the file is missing, so the installation is incomplete.
    """
    data = get_data(package, name)
    if data is None:
        raise FileNotFoundError(f"{package}: {name} cannot be read; install voiced again")
    return data.decode()


def packaged_words(package: str, name: str) -> dict[str, Any]:
    """A TOML file of words without its examples, which come last and which only tests read; leaving them out halves the time."""
    words, _, _ = packaged_text(package, name).partition("\n[examples")
    return tomllib.loads(words)


def packaged_lines(package: str, name: str) -> tuple[str, ...]:
    """The lines of such a file without comments (`# …`) and empty lines."""
    lines = packaged_text(package, name).splitlines()
    return tuple(line for line in lines if line and not line.startswith("#"))


def shipped(name: str) -> Path:
    """The file with this name in the checkout (`config/voiced.toml`), or its copy in the installed package."""
    package = Path(voiced.__file__).parent
    installed = package / "shipped" / name
    return installed if installed.is_file() else package.parent / name
