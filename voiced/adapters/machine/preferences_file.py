"""What was chosen in the settings of the card: one JSON file."""

from __future__ import annotations

import logging
from pathlib import Path

import msgspec

from voiced.adapters.machine.secrets import write_secret
from voiced.ports.preferences import KeptChoice

log = logging.getLogger(__name__)

_NOTHING = KeptChoice()


class PreferencesFile:
    """Keeps the choices. A broken file counts as empty, with a warning in the log."""

    def __init__(self, path: Path) -> None:
        """Prepare; the file and its folder are made with the first choice."""
        self.path = path

    def read(self) -> KeptChoice:
        """What was chosen."""
        try:
            return msgspec.json.decode(self.path.read_bytes(), type=KeptChoice)
        except FileNotFoundError:
            return _NOTHING
        except OSError as error:
            log.warning("%s: %s; the configuration applies", self.path, error.strerror)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            log.warning("%s: is broken; the configuration applies", self.path)
        return _NOTHING

    def write(self, chosen: KeptChoice) -> None:
        """Keep this and nothing else; without a choice the file is removed.

        Raises:
            OSError: the file is as it was.
        """
        if chosen == _NOTHING:
            self.path.unlink(missing_ok=True)
            return
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_secret(self.path, msgspec.json.format(msgspec.json.encode(chosen)) + b"\n")
