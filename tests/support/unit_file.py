"""The part of a systemd unit that our manager in tests obeys, together with its drop-ins."""

from __future__ import annotations

from pathlib import Path


class Unit:
    """The settings of a service unit.

    A drop-in adds to a list of settings, and an empty assignment clears it, as in systemd.unit(5).
    """

    def __init__(self, *files: Path) -> None:
        """Read the unit and its drop-ins, in order."""
        self._settings: dict[str, list[str]] = {}
        for file in files:
            for line in file.read_text(encoding="utf-8").splitlines():
                name, is_setting, value = line.partition("=")
                if not is_setting or line.startswith(("#", "[")):
                    continue
                if value:
                    self._settings.setdefault(name, []).append(value)
                else:
                    self._settings.pop(name, None)

    def all(self, name: str) -> list[str]:
        """Every value of a setting."""
        return self._settings.get(name, [])

    def last(self, name: str, default: str = "") -> str:
        """The value of a setting that has one value: the last one given."""
        return self._settings.get(name, [default])[-1]

    def seconds(self, name: str) -> float:
        """A time in seconds."""
        return float(self.last(name, "0"))

    def environment(self) -> dict[str, str]:
        """The variables it sets."""
        pairs = " ".join(self.all("Environment")).split()
        return dict(pair.split("=", 1) for pair in pairs)
