"""The labelled sentences: the targets of the requirements hold, and the measure itself notices when they do not."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SENTENCES = ROOT / "tests" / "data" / "eval"


def measured(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, ROOT / "scripts" / "eval", *arguments], capture_output=True, text=True, check=False
    )


def test_all_targets_are_reached() -> None:
    done = measured()
    assert done.returncode == 0, done.stdout + done.stderr
    assert "intents" in done.stdout


def test_a_critical_error_misses_the_target_and_is_shown(tmp_path: Path) -> None:
    shutil.copytree(SENTENCES, tmp_path, dirs_exist_ok=True)
    with (tmp_path / "intents.tsv").open("a", encoding="utf-8") as labels:
        labels.write("确认\tcorrection\n")
    done = measured(tmp_path)
    assert done.returncode == 1
    assert "critical: 确认: confirm, not correction" in done.stdout


def test_a_correction_of_the_wrong_row_misses_the_target(tmp_path: Path) -> None:
    shutil.copytree(SENTENCES, tmp_path, dirs_exist_ok=True)
    with (tmp_path / "corrections.jsonl").open("a", encoding="utf-8") as labels:
        labels.write(
            '{"id": "x", "text": "第一笔改成五十", "batch": [{"index": 0, "amount": 60}, {"index": 1, "amount": 5}], '
            '"expect": {"intent": "correction", "corrections": [{"index": 1, "updatedFields": {"amount": 50}}]}, '
            '"offline_expect": null}\n'
        )
    done = measured(tmp_path)
    assert done.returncode == 1
    assert "wrong row: x 第一笔改成五十" in done.stdout


def test_a_folder_without_the_sets_is_wrong_input(tmp_path: Path) -> None:
    done = measured(tmp_path)
    assert done.returncode == 2
    assert "amounts.tsv" in done.stderr
