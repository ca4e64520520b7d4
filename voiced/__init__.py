"""Voice bookkeeping in Mandarin: hear, read back, confirm, and only then write."""

from pathlib import Path

__version__: str
"""The version: the tag of the commit that voiced was built from."""


def __getattr__(name: str) -> str:
    """Look the version up when it is asked for.

    A wheel has it in a file. In a checkout the metadata of its environment tell it, which takes thirty times as long.
    """
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    file = Path(__file__).parent / "shipped" / "VERSION"
    return file.read_text(encoding="utf-8").strip() if file.is_file() else _of_environment()


def _of_environment() -> str:
    from importlib import metadata  # noqa: PLC0415 - most starts need no version

    try:
        return metadata.version("voiced")
    except metadata.PackageNotFoundError:
        return "unknown"
