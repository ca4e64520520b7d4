"""Checks that the models which a daemon needs at its start are installed."""

from __future__ import annotations

from pathlib import Path

from voiced.app.ears import RecognizerEngine, recognizer_loader
from voiced.app.voice import neural_model
from voiced.config import Settings


def look_for_models(settings: Settings, engine: RecognizerEngine, model: Path | None) -> None:
    """Look for the recogniser's model, and for the neural voice's if one is configured, without loading them.

    Raises:
        NoModelYet: one of them is missing.
    """
    recognizer_loader(settings, engine, model)
    if settings.voice.engine == "neural":
        neural_model(settings)
