"""A real system under QEMU: with a kernel, a disk, a clock and a sound card of its own, whose power can be cut."""

from __future__ import annotations

import shlex
import socket
import subprocess
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from tests.machines.machine import LINE_SECONDS, Done, Machine, run, run_or_raise

_DISK = "12G"
_BOOT_SECONDS = 600.0
_PROCESSOR = ("-accel", "tcg,thread=multi", "-cpu", "max", "-smp", "2")
"""Emulated everywhere, so that records of different hosts can be compared; KVM is not everywhere what it says."""
_MEMORY_MEGABYTES = 4096


class Vm(Machine):
    """A computer that can be switched on again after its power was cut: what its disk had then is there."""

    def __init__(self, folder: Path, root: Path) -> None:
        """Make its disk.

        Args:
            folder: for its files.
            root: the file system that its disk holds at first, with a kernel; the disk gets a key to log in with.
        """
        self._folder = folder
        self._disk = folder / "disk.raw"
        self._key = folder / "key"
        run_or_raise("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(self._key))
        keys = root / "root/.ssh"
        keys.mkdir(mode=0o700, exist_ok=True)
        (keys / "authorized_keys").write_text(self._key.with_suffix(".pub").read_text())
        (root / "etc/fstab").write_text("/dev/vda / ext4 defaults 0 1\n")
        (root / "etc/systemd/network/wired.network").write_text("[Match]\nType=ether\n[Network]\nDHCP=yes\n")
        self._kernel, self._initial = (
            _copied(next((root / "boot").glob(pattern)), folder) for pattern in ("vmlinuz-*", "initrd.img-*")
        )
        run_or_raise("mkfs.ext4", "-q", "-d", str(root), str(self._disk), _DISK, seconds=900)
        self._port = _free_port()
        self._process: subprocess.Popen[bytes] | None = None

    def switch_on(self) -> None:
        """Start it; return when somebody can log in and every unit was started."""
        options = "root=/dev/vda rw console=ttyS0 quiet systemd.hostname=voiced-trial"
        with (self._folder / "console").open("ab") as console:
            self._process = subprocess.Popen(
                [
                    *("qemu-system-x86_64", *_PROCESSOR, "-m", str(_MEMORY_MEGABYTES)),
                    *("-nographic", "-kernel", str(self._kernel), "-initrd", str(self._initial)),
                    *(
                        "-append",
                        options,
                        "-drive",
                        f"file={self._disk},format=raw,if=virtio,cache=writeback",
                    ),
                    *("-nic", f"user,model=virtio-net-pci,hostfwd=tcp:127.0.0.1:{self._port}-:22"),
                ],
                stdin=subprocess.DEVNULL,
                stdout=console,
                stderr=console,
                start_new_session=True,
            )
        self.until_up()

    def until_up(self) -> None:
        """Return when it has booted."""
        ends = time.monotonic() + _BOOT_SECONDS
        while self.root_line("systemctl is-system-running", 20).output.strip() not in ("running", "degraded"):
            if time.monotonic() > ends or self._process is None or self._process.poll() is not None:
                raise RuntimeError(f"it did not boot; see {self._folder / 'console'}")
            time.sleep(0.5)

    def cut_power(self) -> None:
        """End it at once. What it had not written to its disk is lost."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def reboot(self) -> None:
        """Restart it in good order."""
        before = self.must("cat /proc/sys/kernel/random/boot_id")
        self.root_line("systemctl reboot", 20)
        ends = time.monotonic() + _BOOT_SECONDS
        while self.root_line("cat /proc/sys/kernel/random/boot_id", 20).output.strip() in (
            "",
            before.strip(),
        ):
            if time.monotonic() > ends:
                raise RuntimeError("it did not come back")
            time.sleep(0.5)
        self.until_up()

    def root_line(self, line: str, seconds: float = LINE_SECONDS) -> Done:
        """Run a line of shell as root, in a session."""
        return run([*self._ssh(), line], seconds)

    def watch(self, line: str) -> subprocess.Popen[bytes]:
        """Run a line whose output is read as it comes."""
        return subprocess.Popen([*self._ssh(), line], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)

    def read(self, path: str) -> bytes:
        """The content of a file."""
        command = [*self._ssh(), f"cat {shlex.quote(path)}"]
        return subprocess.run(command, check=True, capture_output=True).stdout

    def _ssh(self) -> tuple[str, ...]:
        options = (
            "StrictHostKeyChecking=no",
            "UserKnownHostsFile=/dev/null",
            "LogLevel=ERROR",
            "ConnectTimeout=10",
        )
        return (
            *("ssh", "-i", str(self._key), "-p", str(self._port)),
            *(word for option in options for word in ("-o", option)),
            "root@127.0.0.1",
        )


@contextmanager
def computer(folder: Path, root: Path) -> Generator[Vm]:
    """A computer for a block; see `Vm`."""
    vm = Vm(folder, root)
    try:
        yield vm
    finally:
        vm.cut_power()


def _copied(file: Path, folder: Path) -> Path:
    place = folder / file.name
    place.write_bytes(file.read_bytes())
    return place


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])
