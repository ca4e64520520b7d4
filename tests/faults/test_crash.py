"""The daemon is killed in the middle of whatever it does; the long run is `scripts/crash-test`."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.killing import ROOT, Fresh, Victim

KILLS = 50
STARTS = 3
START_SECONDS = 2.0


# A process of its own: the server that forks daemons ends with it.
KILL = """
import sys
from pathlib import Path
from tests.faults.killing import Forked, Victim

victim = Victim(Path(sys.argv[1]), Forked, seed=1)
while victim.tally.kills < int(sys.argv[2]):
    victim.live_and_die()
print(len(victim.tally.told), victim.tally.offers)
"""


@pytest.mark.timeout(300)
def test_fifty_kills_lose_nothing_and_write_nothing_twice(tmp_path: Path):
    """What is checked after each of them, and how: `tests/faults/killing.py`."""
    killing = subprocess.run(
        [sys.executable, "-c", KILL, tmp_path / "ledger.db", str(KILLS)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert killing.returncode == 0, killing.stderr
    told, offers = map(int, killing.stdout.split())
    assert told, "no conversation came as far as a save"
    assert offers, "no kill left a draft"


def test_after_a_crash_it_is_there_again_in_two_seconds(tmp_path: Path):
    """`voiced replay` as anybody starts it, on what kills left behind; by the processor, for a clock is anybody's."""
    victim = Victim(tmp_path / "ledger.db", Fresh, seed=2)
    before = processor_seconds_of_children()
    for _ in range(STARTS):
        victim.live_and_die()
    assert (processor_seconds_of_children() - before) / STARTS < START_SECONDS


def processor_seconds_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
