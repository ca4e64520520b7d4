"""Builds the gate that looks for the wake phrase before the recogniser, where a keyword spotter's model is installed."""

from __future__ import annotations

import logging
from pathlib import Path

from voiced.adapters.machine.installed_parts import find_spotter
from voiced.adapters.machine.paths import model_folders
from voiced.config import Settings
from voiced.errors import ModelMissing
from voiced.runtime.wake_gate import Spotter, WakeGate

log = logging.getLogger(__name__)


def spotter_folder(settings: Settings) -> Path | None:
    """The model of a spotter; None if none is wanted or installed."""
    if settings.session.wake_spotter == "off":
        return None
    found = map(find_spotter, model_folders(settings.asr.models_dir))
    return next((folder for folder in found if folder is not None), None)


def wake_gate_of(settings: Settings) -> WakeGate | None:
    """The gate; None, with a line in the log, if the model there does not work, so that all speech is recognised."""
    folder = spotter_folder(settings)
    if folder is None:
        return None
    try:
        prove_spotter(folder, settings.session.wake_phrase)
    except ModelMissing as missing:
        log.warning("the wake phrase is looked for in all speech: %s", missing)
        return None
    log.info("the wake phrase is spotted by %s before speech is recognised", folder)

    def load() -> Spotter:
        from voiced.adapters.recognition.keyword_spotter import spotter  # noqa: PLC0415 - numpy, where a spotter is installed
        from voiced.adapters.recognition.sherpa_models import model_in  # noqa: PLC0415 - see above

        return spotter(model_in(folder), settings.session.wake_phrase)

    return WakeGate(load)


def prove_spotter(folder: Path, phrase: str) -> None:
    """Check that a spotter's model can spell the phrase, loads and decodes.

    Raises:
        ModelMissing: the engine is not installed, the model cannot spell the phrase, or does not work.
    """
    from voiced.adapters.recognition.keyword_spotter import spelt  # noqa: PLC0415 - numpy, where a spotter is installed
    from voiced.adapters.recognition.sherpa_models import model_in, prove  # noqa: PLC0415 - see above

    model = model_in(folder)
    spelt(phrase, Path(model.tokens))
    prove(model, phrase)
