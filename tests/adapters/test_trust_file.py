"""The kept verdicts on language models."""

from __future__ import annotations

import logging
import stat
from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.support.now import NOW
from tests.support.verdicts import DIGEST, MODEL, a_verdict
from voiced.adapters.machine.trust_file import TrustFile
from voiced.gateway.check.verdict import CheckedModel
from voiced.ports.trust import CheckCause


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "model-trust.json"


def test_a_verdict_is_kept_for_its_owner_alone_and_read_by_another_process(path: Path) -> None:
    TrustFile(path).keep(a_verdict())
    assert TrustFile(path).verdict_on(MODEL, DIGEST) == a_verdict()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in path.parent.iterdir()] == [path.name], "nothing half written stays"


@pytest.mark.parametrize(
    "other",
    [
        {"address": "http://elsewhere:1/v1"},
        {"model": "larger"},
        {"protocol": "history"},
        {"upstream_format": "text"},
    ],
)
def test_a_verdict_holds_for_its_model_in_all_respects(path: Path, other: dict[str, str]) -> None:
    file = TrustFile(path)
    file.keep(a_verdict())
    assert file.verdict_on(replace(MODEL, **other), DIGEST) is None


def test_a_verdict_holds_for_its_prompts_and_cases(path: Path) -> None:
    file = TrustFile(path)
    file.keep(a_verdict())
    assert file.verdict_on(MODEL, "other prompts") is None


def test_a_later_verdict_takes_the_place_of_an_earlier_one_and_others_stay(path: Path) -> None:
    file = TrustFile(path)
    other = a_verdict(model=replace(MODEL, model="larger"))
    failed = a_verdict(causes=(CheckCause.SLOW,))
    for verdict in (other, a_verdict(), failed):
        file.keep(verdict)
    assert file.verdict_on(MODEL, DIGEST) == failed
    assert file.verdict_on(other.model, DIGEST) == other


def test_a_gateway_has_the_newest_verdict_until_it_names_its_model(path: Path) -> None:
    file = TrustFile(path)
    unknown = CheckedModel("http://gateway", "", "structured")
    old = a_verdict(model=replace(unknown, model="old"), at=NOW - timedelta(days=3))
    new = a_verdict(model=replace(unknown, model="new"))
    for verdict in (new, old):
        file.keep(verdict)
    assert file.verdict_on(unknown, DIGEST) == new
    assert file.verdict_on(old.model, DIGEST) == old
    assert file.verdict_on(replace(unknown, model="third"), DIGEST) is None


def test_a_revoked_model_stays_revoked_until_it_passes_again(path: Path) -> None:
    file = TrustFile(path)
    file.keep(a_verdict())
    file.revoke(MODEL, NOW)
    assert TrustFile(path).revoked_at(MODEL) == NOW
    assert file.revoked_at(replace(MODEL, model="larger")) is None
    file.keep(a_verdict(causes=(CheckCause.AMOUNTS,)))
    assert file.revoked_at(MODEL) == NOW
    file.keep(a_verdict())
    assert file.revoked_at(MODEL) is None


def test_a_change_by_another_process_counts_at_once(path: Path) -> None:
    reading, writing = TrustFile(path), TrustFile(path)
    assert reading.verdict_on(MODEL, DIGEST) is None
    writing.keep(a_verdict())
    assert reading.verdict_on(MODEL, DIGEST) == a_verdict()
    path.unlink()
    assert reading.verdict_on(MODEL, DIGEST) is None


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"verdicts": 3}', b"\xff\xfe", b"[" * 100_000])
def test_a_broken_file_counts_as_unmeasured_and_is_told_once(
    path: Path, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    file = TrustFile(path)
    with caplog.at_level(logging.WARNING):
        assert file.verdict_on(MODEL, DIGEST) is None
        assert file.revoked_at(MODEL) is None
    assert [record.message for record in caplog.records] == [
        f"{path}: is broken; the language model counts as unmeasured"
    ]
    file.keep(a_verdict())
    assert TrustFile(path).verdict_on(MODEL, DIGEST) == a_verdict()


def test_a_file_that_cannot_be_read_counts_as_unmeasured(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path.mkdir(parents=True)
    assert TrustFile(path).verdict_on(MODEL, DIGEST) is None
    assert "Is a directory; the language model counts as unmeasured" in caplog.text
