"""Files that come with voiced: in the package where it is installed, and at the top of a checkout it is run from."""

from __future__ import annotations

from pathlib import Path

import voiced


def shipped(name: str) -> Path:
    """A file by its name in the checkout (`config/voiced.toml`); the wheel has the same in a folder of its own."""
    package = Path(voiced.__file__).parent
    installed = package / "shipped" / name
    return installed if installed.is_file() else package.parent / name
