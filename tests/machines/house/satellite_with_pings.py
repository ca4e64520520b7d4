"""The published wyoming-satellite 1.0.0, which also answers the pings of newer cores; run by a Python that has the package.

They hang up on a satellite that does not answer within five seconds, and this release is older than that.
"""

from __future__ import annotations

import runpy

from wyoming.event import Event
from wyoming_satellite.satellite import SatelliteBase  # pyright: ignore[reportMissingModuleSource] - elsewhere

as_published = SatelliteBase.event_from_server


async def event_from_server(self: SatelliteBase, event: Event) -> None:
    """Answer a ping; take anything else as published."""
    if event.type == "ping":
        await self.event_to_server(Event("pong"))
    else:
        await as_published(self, event)


SatelliteBase.event_from_server = event_from_server
runpy.run_module("wyoming_satellite", run_name="__main__")
