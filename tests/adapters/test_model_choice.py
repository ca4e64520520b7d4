"""The model that is suggested for a machine."""

from __future__ import annotations

import pytest

from voiced.adapters.recognition.model_choice import LARGE, SMALL, Machine, choice_for, this_machine
from voiced.adapters.recognition.model_manifest import DEFAULT_MODEL, manifest_file, read_manifest
from voiced.adapters.recognition.sherpa_models import SherpaKind


@pytest.mark.parametrize(
    ("machine", "model"),
    [
        (Machine("aarch64", 4, 1_900, "Raspberry Pi 4 Model B Rev 1.5"), SMALL),
        (Machine("aarch64", 4, 8_100, "Raspberry Pi 4 Model B Rev 1.5"), SMALL),
        (Machine("aarch64", 4, 8_100, "Raspberry Pi 5 Model B Rev 1.0"), LARGE),
        (Machine("x86_64", 4, 8_100), LARGE),
        (Machine("x86_64", 2, 8_100), SMALL),
        (Machine("aarch64", 4, 900, "Raspberry Pi 3 Model B Plus"), DEFAULT_MODEL),
        (Machine("x86_64", 1, 4_000), DEFAULT_MODEL),
        (Machine("armv7l", 4, 4_000, "Raspberry Pi 4 Model B Rev 1.5"), DEFAULT_MODEL),
    ],
    ids=str,
)
def test_a_machine_gets_the_model_that_it_can_run(machine: Machine, model: str) -> None:
    assert choice_for(machine).model == model


def test_what_is_suggested_is_in_the_register() -> None:
    names = {model.name for model in read_manifest(manifest_file())}
    assert {SMALL, LARGE, DEFAULT_MODEL, choice_for(this_machine()).model} <= names


def test_each_model_for_sherpa_has_a_known_kind_and_tells_of_its_errors() -> None:
    models = [model for model in read_manifest(manifest_file()) if model.engine == "sherpa"]
    assert len(models) == 5  # four recognisers and the keyword spotter
    for model in models:
        assert model.kind in set(SherpaKind)
        assert model.errors
        assert model.suits
