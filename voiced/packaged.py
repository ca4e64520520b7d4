"""Data files that are part of the program: word lists and tables, which lie beside the modules that read them.

They are read with `pkgutil`, which takes a tenth of the time that `importlib.resources` needs to be imported.
"""

from __future__ import annotations

from pkgutil import get_data


def packaged_text(package: str, name: str) -> str:
    """The text of a file in a package, as `packaged_text("voiced.language", "tables/lunar.txt")`.

    Raises:
        FileNotFoundError: the file is missing, so the installation is incomplete.
    """
    data = get_data(package, name)
    if data is None:
        raise FileNotFoundError(f"{package}: {name} cannot be read; install voiced again")
    return data.decode()


def packaged_lines(package: str, name: str) -> tuple[str, ...]:
    """The lines of such a file without comments (`# …`) and empty lines."""
    lines = packaged_text(package, name).splitlines()
    return tuple(line for line in lines if line and not line.startswith("#"))
