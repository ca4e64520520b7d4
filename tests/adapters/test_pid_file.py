"""The file by which a running daemon is found."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from voiced.adapters.machine.pid_file import held, holder
from voiced.errors import ConfigWrong, NotRunning

NOBODY = 65534
HOLD = """
import sys
from pathlib import Path
from voiced.adapters.machine.pid_file import held
with held(Path(sys.argv[1])) as ours:
    print(ours, flush=True)
    sys.stdin.read()
"""


def holding(path: Path) -> subprocess.Popen[str]:
    """Another process that holds it until its input ends, or tried to."""
    return subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def answer(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def test_the_holder_of_the_file_is_known(tmp_path: Path) -> None:
    path = tmp_path / "run" / "pid"
    assert holder(path) is None
    with holding(path) as other:
        assert answer(other) == "True"
        assert holder(path) == other.pid
        with held(path) as ours:
            assert not ours
        assert holder(path) == other.pid
        other.communicate()
    assert holder(path) is None
    assert not path.exists()


def test_a_crash_leaves_a_file_that_nobody_holds(tmp_path: Path) -> None:
    path = tmp_path / "pid"
    with holding(path) as other:
        answer(other)
        other.kill()
        other.communicate()
    assert path.read_text() == f"{other.pid}\n"
    assert holder(path) is None
    with held(path) as ours:
        assert ours
        assert path.read_text() == f"{os.getpid()}\n"


def test_a_file_that_may_not_be_read_is_not_taken_for_none() -> None:
    """The machine's service has a folder of its own. Root may read all, so for a while it is nobody."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "pid"
        path.touch()
        path.parent.chmod(0)
        was = os.geteuid()
        if was == 0:
            os.seteuid(NOBODY)
        try:
            with pytest.raises(
                NotRunning, match=r"is not readable.*run this command as that user or as root"
            ):
                holder(path)
        finally:
            os.seteuid(was)
            path.parent.chmod(0o700)


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("")
    with pytest.raises(ConfigWrong, match=r"run/pid: cannot be written"), held(tmp_path / "run" / "pid"):
        pass


def test_a_disk_that_is_full_is_no_reason_not_to_run(tmp_path: Path) -> None:
    tried = subprocess.run(
        [sys.executable, "-c", HOLD, str(tmp_path / "pid")],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)),
        input="",
        capture_output=True,
        text=True,
        check=True,
    )
    assert tried.stdout == "True\n"
    assert "this daemon runs, but voiced wake will not find it" in tried.stderr
