"""`scripts/score` counts what the local rules make of a set of sentences, and shows a sentence only on request."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
LUNCH = "午饭三十"
CORRECTION = {
    "batch": [{"index": 0, "amount": 30, "type": "EXPENSE", "category": "餐饮", "description": "午饭"}],
    "text": "改成四十",
    "expect": {"intent": "correction", "corrections": [{"index": 0, "updatedFields": {"amount": 40}}]},
}
ROWS = [
    {"amount": 8, "type": "EXPENSE", "category": "餐饮"},
    {"amount": 20, "type": "EXPENSE", "category": "交通"},
]


def folder_of_one_each(folder: Path, *, lunch: str) -> Path:
    """A set with one sentence in each file; `lunch` is the amount by which lunch is labelled."""
    (folder / "transactions.tsv").write_text(
        f"{LUNCH}\t{lunch}\tEXPENSE\t餐饮\t0\n我今年三十五了\tNONE\tNONE\tNONE\t0\n", encoding="utf-8"
    )
    (folder / "multi.jsonl").write_text(
        json.dumps({"text": "早饭八块，打车二十", "transactions": ROWS}), encoding="utf-8"
    )
    (folder / "corrections.jsonl").write_text(json.dumps(CORRECTION), encoding="utf-8")
    (folder / "intents.tsv").write_text("确认\tconfirm\n", encoding="utf-8")
    conversation = {"turns": [LUNCH, "改成四十", "确认"], "ledger": [{"amount": 40, "type": "EXPENSE"}]}
    (folder / "conversations.jsonl").write_text(json.dumps(conversation), encoding="utf-8")
    return folder


def scored(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, ROOT / "scripts" / "score", *arguments], capture_output=True, text=True, check=False
    )


def test_each_kind_of_sentence_has_its_figures(tmp_path: Path) -> None:
    done = scored(folder_of_one_each(tmp_path, lunch="30"))
    assert done.returncode == 0, done.stderr
    for right in ("single: all fields", "several: with categories", "corrections: right", "intents: right"):
        assert f"| {right} | 1 | 1 | 100.0 |" in done.stdout
    assert "| conversations: ledger right | 1 | 1 | 100.0 |" in done.stdout
    assert "| talk recorded | 0 | 1 | 0.0 |" in done.stdout


def test_a_wrong_amount_is_counted_and_its_sentence_stays_hidden(tmp_path: Path) -> None:
    done = scored(folder_of_one_each(tmp_path, lunch="31"))
    assert "| single: wrong money without a question | 1 | 1 | 100.0 |" in done.stdout
    assert LUNCH not in done.stdout


def test_misses_are_shown_on_request(tmp_path: Path) -> None:
    done = scored(folder_of_one_each(tmp_path, lunch="31"), "--misses")
    assert f"single: amount: {LUNCH}" in done.stdout


def test_a_folder_without_the_sets_is_wrong_input(tmp_path: Path) -> None:
    done = scored(tmp_path)
    assert done.returncode == 2
    assert "transactions.tsv" in done.stderr
