"""Data files that are part of the program: word lists and tables, which lie beside the modules that read them."""

from __future__ import annotations

from importlib.resources import files


def packaged_text(package: str, name: str) -> str:
    """The text of a file in a package, as `packaged_text("voiced.language", "tables/lunar.txt")`."""
    return files(package).joinpath(name).read_text(encoding="utf-8")


def packaged_lines(package: str, name: str) -> tuple[str, ...]:
    """The lines of such a file without comments (`# …`) and empty lines."""
    lines = packaged_text(package, name).splitlines()
    return tuple(line for line in lines if line and not line.startswith("#"))


def packaged_names(package: str, folder: str) -> tuple[str, ...]:
    """The names of the files in a folder of a package, in order."""
    return tuple(sorted(file.name for file in files(package).joinpath(folder).iterdir()))
