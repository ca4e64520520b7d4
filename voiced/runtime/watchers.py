"""Several watchers of one conversation; a failing one does not disturb the others."""

from __future__ import annotations

import logging

from voiced.ports import Report, Watcher

log = logging.getLogger(__name__)


class Watchers:
    """Passes each report to several watchers, in order. An error of one is logged, and the others get the report."""

    def __init__(self, *watchers: Watcher) -> None:
        self._watchers = watchers

    def tell(self, report: Report) -> None:
        """Pass it on."""
        for watcher in self._watchers:
            try:
                watcher.tell(report)
            except Exception as error:  # noqa: BLE001 - whatever a watcher does, the conversation goes on
                # The log gets the names alone: what was said is private.
                log.warning(
                    "%s failed to show what happened: %s", type(watcher).__name__, type(error).__name__
                )
