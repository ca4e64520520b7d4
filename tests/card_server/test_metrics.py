"""Prometheus reads `/metrics` of a card that is really served, with its own parser."""

from __future__ import annotations

import re
import stat
import subprocess
import sys
from collections.abc import AsyncGenerator
from datetime import datetime
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace
from prometheus_client.metrics_core import Metric as ParsedMetric
from prometheus_client.parser import text_string_to_metric_families

from tests.card_server.houses import SETTINGS, House, a_house, a_house_over
from tests.support.now import NOW
from tests.support.postgres_rig import PostgresRig
from voiced.adapters.machine.paths import metrics_token_file
from voiced.app.build_ledger import LedgerServer, backup_folder
from voiced.card import metrics as m
from voiced.card.counts import Counts
from voiced.config import CardSettings
from voiced.dialogue.values import effects as fx
from voiced.hearing.frame import SAMPLE_RATE
from voiced.hearing.segmenter import Ending, SpokenUtterance
from voiced.ports.conversation import MicrophoneBack, MicrophoneLost, RequestKind, RequestTimed
from voiced.prometheus import MetricKind, as_text
from voiced.turn_times import Moments, sent_trace, trace_of

METERED = replace(SETTINGS, card=CardSettings(port=0, metrics=True))
DOCUMENT = Path(__file__).parents[2] / "docs" / "card.md"
UTTERANCE = SpokenUtterance(0, SAMPLE_RATE, SAMPLE_RATE, Ending.ENDED, "确认", 1, b"")

Values = dict[str, float]


@pytest.fixture
async def metered(tmp_path: Path) -> AsyncGenerator[House]:
    async with a_house(tmp_path, METERED) as house:
        yield house


async def answered(house: House, **headers: str) -> httpx.Response:
    async with httpx.AsyncClient(base_url=house.origin) as prometheus:
        return await prometheus.get("/metrics", headers=headers)


async def families(house: House) -> list[ParsedMetric]:
    answer = await answered(house, Authorization=f"Bearer {metrics_token_file().read_text().strip()}")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    return list(text_string_to_metric_families(answer.text))


def values_of(found: list[ParsedMetric]) -> Values:
    """Each sample by its name, with its labels as Prometheus writes them."""
    return {
        sample.name + "".join(f'{{{name}="{value}"}}' for name, value in sample.labels.items()): sample.value
        for family in found
        for sample in family.samples
    }


def of_counts(counts: Counts) -> Values:
    return values_of(list(text_string_to_metric_families(as_text(m.METRICS, counts.measured))))


async def test_a_conversation_is_counted_and_not_told(metered: House) -> None:
    await metered.wake()
    await metered.says("午饭35块，打车20", "确认")
    await metered.phone("妈妈的手机").says("奶茶15")
    found = values_of(await families(metered))

    assert found['voiced_turns_total{source="room"}'] == 2
    assert found['voiced_turns_total{source="say"}'] == 1
    assert found['voiced_rows_saved_total{source="room"}'] == 2
    assert found['voiced_rows_saved_total{source="say"}'] == 0
    assert found["voiced_ledger_rows"] == 2
    assert found["voiced_save_seconds_count"] == 1
    assert found["voiced_save_failures_total"] == 0
    assert found["voiced_ledger_up"] == found["voiced_microphone_up"] == 1
    assert found["voiced_ledger_bytes"] > 0
    # The version holds the name of the commit, in which any figures may stand.
    told = "".join(name for name in found if "version=" not in name)
    assert not any(word in told for word in ("午饭", "餐饮", "35", "妈妈", "手机"))


async def test_every_family_keeps_the_rules_of_prometheus(metered: House) -> None:
    await metered.wake()
    await metered.says("午饭35块", "确认")
    found = await families(metered)

    known = {metric.name: metric for metric in m.METRICS}
    for family in found:
        metric = known[family.name if family.type != "counter" else f"{family.name}_total"]
        assert (family.type, family.documentation) == (metric.kind, metric.meaning)
        assert re.fullmatch(r"voiced(_[a-z]+)+", metric.name)
        assert metric.name.endswith("_total") == (metric.kind is MetricKind.COUNTER)
        assert metric.kind is not MetricKind.HISTOGRAM or metric.name.endswith("_seconds")
        samples = [(sample.name, tuple(sample.labels.items())) for sample in family.samples]
        assert len(samples) == len(set(samples)), "a sample is told twice"
    names = [family.name for family in found]
    assert len(names) == len(set(names))


async def test_a_stranger_is_told_nothing(metered: House) -> None:
    right = metrics_token_file().read_text().strip()
    for headers in ({}, {"Authorization": "Bearer nonsense"}, {"Authorization": f"Basic {right}"}):
        refused = await answered(metered, **headers)
        assert refused.status_code == 401
        assert "voiced_" not in refused.text
    foreign = await answered(metered, Authorization=f"Bearer {right}", Origin="http://evil.example")
    assert foreign.status_code == 403
    async with metered.browser() as browser:
        assert (await browser.get("/metrics")).status_code == 401, "the cookie of a page opens it"
        opened = await browser.get("/api/report", headers={"Cookie": "", "Authorization": f"Bearer {right}"})
    assert opened.status_code == 401, "the token opens the ledger"
    assert stat.S_IMODE(metrics_token_file().stat().st_mode) == 0o600


async def test_nothing_is_served_unless_it_is_asked_for(house: House) -> None:
    async with house.browser() as browser:
        assert (await browser.get("/metrics")).status_code == 404
    assert not metrics_token_file().exists()


async def test_the_newest_backup_is_told(tmp_path: Path) -> None:
    async with a_house(tmp_path, METERED) as house:
        assert "voiced_last_backup_timestamp_seconds" not in values_of(await families(house))
        await backup_folder(METERED, tmp_path / "ledger.db").back_up(NOW)
        found = values_of(await families(house))
    assert datetime.fromtimestamp(found["voiced_last_backup_timestamp_seconds"], NOW.tzinfo) == NOW


async def test_a_ledger_that_is_gone_is_told(tmp_path: Path) -> None:
    async with a_house(tmp_path, METERED) as house:
        (tmp_path / "ledger.db").rename(tmp_path / "elsewhere.db")
        found = values_of(await families(house))
    assert found["voiced_ledger_up"] == 0
    assert "voiced_ledger_rows" not in found


async def test_what_waits_for_a_server_is_told_also_while_it_is_away(
    tmp_path: Path, postgres: PostgresRig
) -> None:
    place = LedgerServer(postgres.empty_ledger(), None, tmp_path / "outbox.db")
    async with a_house_over(place, METERED) as house:
        await house.wake()
        assert values_of(await families(house))["voiced_outbox_entries"] == 0
        postgres.stop()
        try:
            await house.says("午饭35块", "确认")
            found = values_of(await families(house))
        finally:
            postgres.start()
    assert found["voiced_outbox_entries"] == 1
    assert found["voiced_outbox_refused_entries"] == 0
    assert found["voiced_ledger_up"] == 0


def test_a_turn_is_in_the_buckets_of_its_times() -> None:
    counts = Counts()
    counts.turn(trace_of(UTTERANCE, Moments(1.0, 1.5, 1.75, 1.76, 2.2), cpu=0.1, dropped_frames=3))
    counts.turn(trace_of(UTTERANCE, Moments(1.0, 1.5), cpu=0.1, dropped_frames=0))
    counts.turn(sent_trace("wyoming/192.168.1.20/厨房", 0.01))
    found = of_counts(counts)

    assert found['voiced_answer_stage_seconds_count{stage="decision"}'] == 1, (
        "sent words are no turn at the microphone"
    )

    assert found["voiced_answer_seconds_count"] == 1, "the second turn had no answer"
    assert found["voiced_answer_seconds_sum"] == pytest.approx(1.2)
    assert found['voiced_answer_seconds_bucket{le="1"}'] == 0
    assert found['voiced_answer_seconds_bucket{le="1.5"}'] == 1
    assert found['voiced_answer_seconds_bucket{le="+Inf"}'] == 1
    assert found['voiced_answer_stage_seconds_count{stage="endpoint"}'] == 2
    assert found['voiced_answer_stage_seconds_count{stage="voice"}'] == 1
    assert found["voiced_dropped_frames_total"] == 3


def test_a_time_on_a_bound_is_within_it_and_one_past_all_bounds_counts() -> None:
    counts = Counts()
    for seconds in (0.005, 10.0, 10.1):
        counts.request(RequestTimed(RequestKind.MODEL, seconds, has_failed=seconds > 10))
    found = of_counts(counts)
    assert found['voiced_model_seconds_bucket{le="0.005"}'] == 1
    assert found['voiced_model_seconds_bucket{le="10"}'] == 2
    assert found["voiced_model_seconds_count"] == 3
    assert found["voiced_model_failures_total"] == 1


def test_failures_noise_and_a_lost_microphone_are_counted() -> None:
    counts = Counts()
    room = counts.of("room")
    for report in (fx.TellNothingHeard(), fx.TellError("磁盘满了"), MicrophoneLost("unplugged")):
        room.tell(report)
    found = of_counts(counts)
    assert found['voiced_turns_without_words_total{source="room"}'] == 1
    assert found['voiced_errors_total{source="room"}'] == 1
    assert found["voiced_microphone_up"] == 0
    room.tell(MicrophoneBack())
    assert of_counts(counts)["voiced_microphone_up"] == 1


def test_counting_takes_no_more_memory_with_time() -> None:
    counts = Counts()
    watchers = [counts.of(f"say/phone/{session}") for session in range(100)]
    before = len(as_text(m.METRICS, counts.measured).splitlines())
    for watcher in watchers:
        watcher.tell(fx.TellFinalText("午饭35块", None))
        counts.turn(trace_of(UTTERANCE, Moments(1.0, 1.5, 1.7, 1.8, 1.9), cpu=0.1, dropped_frames=0))
    assert len(as_text(m.METRICS, counts.measured).splitlines()) == before


def test_the_document_explains_each_metric() -> None:
    rows = re.findall(
        r"^\| `(voiced_\w+)` \| (\w+) \| (.+) \|$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE
    )
    assert rows == [(metric.name, str(metric.kind), metric.meaning) for metric in m.METRICS]


def test_a_daemon_without_metrics_and_broker_loads_nothing_of_them() -> None:
    program = (
        "import sys, voiced.app.build_daemon as daemon, voiced.app.build_card; from voiced.config import Settings;"
        "print(*map(repr, (daemon.counts_of(Settings()), daemon.presence_of(Settings()))), [name for name in sys.modules"
        " if name.startswith(('voiced.home', 'voiced.card.counts', 'voiced.card.metrics', 'voiced.prometheus', 'aiomqtt', 'paho'))])"
    )
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "None None []"


def test_the_microphone_of_a_machine_without_speech_counts_as_down() -> None:
    assert of_counts(Counts(microphone_is_up=False))["voiced_microphone_up"] == 0
