"""What the daemon measures for Prometheus."""

from __future__ import annotations

from voiced.prometheus import Metric, MetricKind

_COUNTER, _GAUGE, _HISTOGRAM = MetricKind.COUNTER, MetricKind.GAUGE, MetricKind.HISTOGRAM

BUILD = Metric("voiced_build_info", _GAUGE, "1; the label tells the version.")
TURNS = Metric("voiced_turns_total", _COUNTER, "Utterances with words, by where they came from.")
SILENT_TURNS = Metric(
    "voiced_turns_without_words_total", _COUNTER, "Utterances without recognised words, such as noise."
)
ROWS_SAVED = Metric("voiced_rows_saved_total", _COUNTER, "Confirmed rows, by where the confirm came from.")
ERRORS = Metric("voiced_errors_total", _COUNTER, "Failures that the speaker was told of.")
ANSWER = Metric(
    "voiced_answer_seconds", _HISTOGRAM, "From the real end of speech to the first sample of the answer."
)
STAGE = Metric(
    "voiced_answer_stage_seconds",
    _HISTOGRAM,
    "The parts of that time: waiting for the end of speech, recognising, deciding, making the voice.",
)
DROPPED_FRAMES = Metric(
    "voiced_dropped_frames_total", _COUNTER, "Frames of sound, of 20 ms each, that were lost."
)
MICROPHONE = Metric("voiced_microphone_up", _GAUGE, "1 while the microphone delivers sound, else 0.")
RECOGNISER_CALLS = Metric(
    "voiced_recogniser_calls", _GAUGE, "Calls of the recogniser that are in progress or wait for their turn."
)
MODEL = Metric("voiced_model_seconds", _HISTOGRAM, "Requests to the language model, failed ones included.")
MODEL_FAILURES = Metric(
    "voiced_model_failures_total", _COUNTER, "Requests that the language model did not answer usefully."
)
SAVE = Metric("voiced_save_seconds", _HISTOGRAM, "Saves of confirmed rows, failed ones included.")
SAVE_FAILURES = Metric("voiced_save_failures_total", _COUNTER, "Saves that failed.")
LEDGER_UP = Metric("voiced_ledger_up", _GAUGE, "1 if the ledger could be read for this answer, else 0.")
LEDGER_ROWS = Metric("voiced_ledger_rows", _GAUGE, "Rows of the ledger that are not undone.")
LEDGER_BYTES = Metric(
    "voiced_ledger_bytes", _GAUGE, "Size of the ledger's file with its log; missing for a ledger on a server."
)
OUTBOX = Metric(
    "voiced_outbox_entries", _GAUGE, "Saves and changes that wait for the server, for a ledger on a server."
)
OUTBOX_REFUSED = Metric("voiced_outbox_refused_entries", _GAUGE, "Those of them that the server refuses.")
LAST_BACKUP = Metric(
    "voiced_last_backup_timestamp_seconds",
    _GAUGE,
    "When the newest backup was made; missing before the first one and for a ledger on a server.",
)

METRICS = (
    BUILD,
    TURNS,
    SILENT_TURNS,
    ROWS_SAVED,
    ERRORS,
    ANSWER,
    STAGE,
    DROPPED_FRAMES,
    MICROPHONE,
    RECOGNISER_CALLS,
    MODEL,
    MODEL_FAILURES,
    SAVE,
    SAVE_FAILURES,
    LEDGER_UP,
    LEDGER_ROWS,
    LEDGER_BYTES,
    OUTBOX,
    OUTBOX_REFUSED,
    LAST_BACKUP,
)
"""All metrics, in the order of the answer."""
