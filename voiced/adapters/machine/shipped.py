"""Files that come with voiced: inside the installed package, or at the top of a checkout."""

from __future__ import annotations

from pathlib import Path

import voiced


def shipped(name: str) -> Path:
    """The file with this name in the checkout (`config/voiced.toml`), or its copy in the installed package."""
    package = Path(voiced.__file__).parent
    installed = package / "shipped" / name
    return installed if installed.is_file() else package.parent / name
