"""A process with a daemon that is linked with a broker, to be killed: python -m tests.home.linked_process FOLDER PORT."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from tests.home.houses import NODE, a_linked_house
from voiced.config import MqttSettings


async def stay(folder: Path, port: int) -> None:
    async with a_linked_house(folder, MqttSettings(host="127.0.0.1", port=port, node=NODE.name)):
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(stay(Path(sys.argv[1]), int(sys.argv[2])))
