"""Noise and damaged examples into every input; the long run, guided by coverage, is `scripts/fuzz`."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.faults.fuzzing import Inputs

INPUTS = Inputs(Path(tempfile.mkdtemp()))
DEEP = 100_000
"""Brackets in brackets: more than any parser may descend."""


@st.composite
def damaged(draw: st.DrawFn, examples: tuple[bytes, ...]) -> bytes:
    """An example with pieces cut out, put in and said again, or noise."""
    data = draw(st.sampled_from((*examples, b"")))
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(data)))
        until = draw(st.integers(at, len(data)))
        piece = draw(
            st.sampled_from((b"", data[at:until] * 2))
            | st.binary(max_size=8)
            | st.text(max_size=4).map(encoded)
        )
        data = data[:at] + piece + data[until:]
    return data


def encoded(text: str) -> bytes:
    return text.encode(errors="surrogatepass")


@pytest.mark.parametrize("name", INPUTS.targets)
def test_every_input_has_examples_that_it_takes(name: str):
    for example in INPUTS.examples[name]:
        assert INPUTS.targets[name](example), example


@pytest.mark.parametrize("name", INPUTS.targets)
def test_any_input_is_taken_or_refused_by_an_error_of_ours(name: str):
    @settings(
        max_examples=40,
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    @given(damaged(INPUTS.examples[name]))
    def feed(data: bytes) -> None:
        INPUTS.targets[name](data)

    feed()


@pytest.mark.parametrize(
    "opening", [b"[", b'{"a":', b"a=[", b"a={b=", b'{"text":[', b'{"type":"press","button":[', b"0  "]
)
@pytest.mark.parametrize("name", INPUTS.targets)
def test_endless_nesting_is_refused(name: str, opening: bytes):
    assert not INPUTS.targets[name](opening + b"[" * DEEP)
