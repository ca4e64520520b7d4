"""A model on this machine: what is said of files that are none. Real weights are asked in `benchmarks/results`."""

from __future__ import annotations

from pathlib import Path

import pytest

from voiced.adapters.llm.local_gguf import LocalGguf
from voiced.errors import ModelMissing, UpstreamFailure
from voiced.gateway.upstream import Chat, ChatMessage

CHAT = Chat((ChatMessage("user", "面条二十二"),), "transactions", {}, 10)


@pytest.fixture
def cut_off(tmp_path: Path) -> Path:
    """A file that begins as a GGUF file does."""
    path = tmp_path / "cut-off.gguf"
    path.write_bytes(b"GGUF\x03\x00\x00\x00" + b"\xff" * 64)
    return path


def test_a_missing_file_is_told_at_once(tmp_path: Path):
    with pytest.raises(ModelMissing, match=r"no-such\.gguf: no GGUF file"):
        LocalGguf(tmp_path / "no-such.gguf")


def test_a_folder_is_no_model(tmp_path: Path):
    with pytest.raises(ModelMissing, match="no GGUF file"):
        LocalGguf(tmp_path)


@pytest.mark.parametrize("content", [b"", b"GG", b"PK\x03\x04", b"gguf and more"])
def test_a_file_of_another_kind_is_told_at_once(content: bytes, tmp_path: Path):
    path = tmp_path / "weights.gguf"
    path.write_bytes(content)
    with pytest.raises(ModelMissing, match=r"weights\.gguf: no GGUF file"):
        LocalGguf(path)


def test_a_file_that_the_engine_refuses_is_told_when_it_is_loaded(cut_off: Path):
    model = LocalGguf(cut_off)
    assert model.model == "cut-off"
    with pytest.raises(ModelMissing, match=r"cut-off\.gguf: the engine cannot load"):
        model.load()


async def test_asking_a_model_that_cannot_be_loaded_is_a_failure_of_the_upstream(cut_off: Path):
    model = LocalGguf(cut_off)
    with pytest.raises(UpstreamFailure, match="cannot load"):
        await model.complete(CHAT)
    await model.close()


def test_without_the_engine_the_extra_is_named(cut_off: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("voiced.adapters.llm.local_gguf.find_spec", lambda name: None)  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType] - its argument does not matter
    with pytest.raises(ModelMissing, match="scripts/install --with local-llm"):
        LocalGguf(cut_off)
