"""Random sentences and blunders of several phones; `benchmarks/say.py` sends more."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from tests.card_server.fuzzed_sayings import fuzz
from tests.card_server.houses import SETTINGS, a_house
from voiced.config import SaySettings


async def test_every_saved_row_was_confirmed_and_no_request_breaks_the_server(tmp_path: Path) -> None:
    settings = replace(SETTINGS, say=SaySettings(per_minute=6000))
    async with a_house(tmp_path, settings) as house:
        tokens = [house.phone(name).token for name in ("手机", "平板", "厨房")]
        outcome = await fuzz(house.origin, tokens, tmp_path / "ledger.db", calls=300, seed=1)
        written = await house.written()
    assert outcome.faults == []
    assert not any(status >= 500 for status in outcome.statuses)
    # Otherwise the test could not fail.
    assert outcome.confirmations > 20
    assert len(written) > 10
