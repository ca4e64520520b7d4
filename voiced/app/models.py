"""Whether the models are there that a daemon cannot begin without."""

from __future__ import annotations

from pathlib import Path

from voiced.app.ears import RecognizerEngine, recognizer_loader
from voiced.app.voice import neural_model
from voiced.config import Settings


def look_for_models(settings: Settings, engine: RecognizerEngine, model: Path | None) -> None:
    """Look for the recogniser's model, and for that of a neural voice where one is wanted. Nothing is loaded.

    Raises:
        NoModelYet: one of them is missing.
    """
    recognizer_loader(settings, engine, model)
    if settings.voice.engine == "neural":
        neural_model(settings)
