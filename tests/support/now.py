"""The time of a conversation in a test."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

NOW = datetime(2026, 11, 21, 10, 30, tzinfo=timezone(timedelta(hours=8)))
"""A Saturday morning in Shanghai."""

TODAY = NOW.date()
