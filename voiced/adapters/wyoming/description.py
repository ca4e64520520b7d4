"""The description of the daemon's services for Wyoming clients."""

from __future__ import annotations

from wyoming.event import Event
from wyoming.info import Attribution, HandleModel, HandleProgram, Info

_LANGUAGES = ["zh", "zh-CN"]
_NAME = "voiced"
_AUTHOR = Attribution(name="voiced", url="")
_BOOKKEEPING = (
    "语音记账：说买了什么、多少钱，念给你听，你定了才记。 · "
    "Voice bookkeeping in Mandarin: it reads each entry back and writes what you confirm."
)


def description(version: str) -> Event:
    """The services, as Home Assistant lists them."""
    return Info(
        handle=[
            HandleProgram(
                name=_NAME,
                attribution=_AUTHOR,
                installed=True,
                description=_BOOKKEEPING,
                version=version,
                models=[
                    HandleModel(
                        name=_NAME,
                        attribution=_AUTHOR,
                        installed=True,
                        description=_BOOKKEEPING,
                        version=version,
                        languages=_LANGUAGES,
                    )
                ],
            )
        ]
    ).event()
