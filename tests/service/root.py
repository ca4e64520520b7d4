"""Root on a machine of the test's own: what it changes of /usr/local, /etc and /var/lib is seen by nobody else, and is gone later.

A mount namespace lies over these folders. `sudo` runs a line in it just as it is typed; `apt-get` only says what it would do (an
option of its own, `APT::Get::Simulate`), and `systemctl` and `loginctl` note what they are told, as no systemd of a machine runs.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

_OVERLAY = """\
set -e
mount -t tmpfs tmpfs "$1"
for over in /usr/local /etc /var/lib; do
  mkdir -p "$1/upper$over" "$1/work$over"
done
cp /etc/resolv.conf /etc/hosts "$1"
for over in /usr/local /etc /var/lib; do
  mount -t overlay overlay -o "lowerdir=$over,upperdir=$1/upper$over,workdir=$1/work$over" "$over"
done
cp "$1/resolv.conf" "$1/hosts" /etc/
echo ready
exec sleep infinity
"""
"""The names of hosts are bound over the files of /etc in a container: they are copied."""

_SUDO = """\
#!/bin/sh
[ "$1" = -u ] && shift 2
export APT_CONFIG={folder}/apt.conf HOME={folder}/root
export PATH={folder}/root-bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
exec nsenter {into} --wd="$PWD" -- "$@"
"""
_NOTES = """\
#!/bin/sh
echo "$(basename "$0") $*" >> {folder}/told
case "$*" in
*UnitPath*) echo /etc/systemd/system /usr/local/lib/systemd/system ;;
esac
"""


class Root:
    """What root did.

    Attributes:
        bin: the folder with `sudo`.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.bin = folder / "sudo-bin"

    @property
    def told(self) -> list[str]:
        """The commands that the machine's `systemctl` and `loginctl` were given, questions left out."""
        return [line for line in (self._folder / "told").read_text().splitlines() if " show " not in line]


@contextmanager
def root_of_its_own(folder: Path) -> Generator[Root]:
    """Root, until the block is left."""
    root = Root(folder)
    for name in ("layer", "root", "root-bin", "sudo-bin"):
        (folder / name).mkdir()
    (folder / "told").touch()
    (folder / "apt.conf").write_text('APT::Get::Simulate "true";\n')
    user = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
    keeper = subprocess.Popen(
        ["unshare", "--mount", *user, "--", "sh", "-c", _OVERLAY, "sh", folder / "layer"],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert keeper.stdout is not None
        assert keeper.stdout.readline() == "ready\n", "no mount namespace: see user_namespaces(7)"
        into = f"--target={keeper.pid} --mount" + (" --user --preserve-credentials" if user else "")
        _program(root.bin / "sudo", _SUDO.format(folder=folder, into=into))
        for name in ("systemctl", "loginctl"):
            _program(folder / "root-bin" / name, _NOTES.format(folder=folder))
        yield root
    finally:
        keeper.kill()
        keeper.communicate()


def _program(place: Path, text: str) -> None:
    place.write_text(text)
    place.chmod(0o755)
