"""Speech joined from recorded syllables, for the small models of scripts/train-test-ears, which know these syllables."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
import soundfile
import soxr

from voiced.hearing.frame import FULL_SCALE, SAMPLE_RATE

SYLLABLES = Path(__file__).parents[1] / "audio" / "syllables"
TEST_EARS = Path(__file__).parents[2] / ".cache" / "test-ears"
_SPELT = {
    "确": "que4", "认": "ren4", "取": "qu3", "消": "xiao1", "退": "tui4", "出": "chu1", "打": "da3", "车": "che1",
    "十": "shi2", "八": "ba1", "块": "kuai4", "第": "di4", "二": "er4", "笔": "bi3", "改": "gai3", "成": "cheng2", "五": "wu3",
    "记": "ji4", "账": "zhang4", "早": "zao3", "晚": "wan3", "饭": "fan4", "餐": "can1", "买": "mai3", "菜": "cai4", "工": "gong1",
    "资": "zi1", "收": "shou1", "入": "ru4", "房": "fang2", "租": "zu1", "交": "jiao1", "通": "tong1", "水": "shui3", "电": "dian4",
    "红": "hong2", "包": "bao1", "三": "san1", "六": "liu4", "百": "bai3", "毛": "mao2", "一": "yi1",
}  # fmt: skip


def spoken(words: str, *, noise: float = 0.0003, seed: int = 5) -> bytes:
    """Words as 16-bit samples at 16 kHz, with 0.3 s of the room before them and 0.8 s after.

    Args:
        words: characters of `_SPELT`.
        noise: the deviation of the room's noise, of ±1.
        seed: of that noise.
    """
    random = np.random.default_rng(seed)
    parts = [np.zeros(int(0.3 * SAMPLE_RATE), np.float32)]
    for character in words:
        parts += [_syllable(_SPELT[character]), np.zeros(int(0.04 * SAMPLE_RATE), np.float32)]
    sound = np.concatenate([*parts, np.zeros(int(0.8 * SAMPLE_RATE), np.float32)])
    sound += random.normal(0, noise, len(sound)).astype(np.float32)
    return (sound.clip(-1, 1) * (FULL_SCALE - 1)).astype("<i2").tobytes()


@cache
def _syllable(name: str) -> npt.NDArray[np.float32]:
    sound, rate = soundfile.read(SYLLABLES / f"cmn-{name}.mp3", dtype="float32", always_2d=True)
    whole = soxr.resample(sound[:, 0], rate, SAMPLE_RATE)
    power = np.convolve(whole**2, np.ones(160) / 160, "same")
    loud = np.flatnonzero(power > power.max() * 1e-3)
    kept = whole[loud[0] : loud[-1]]
    kept = kept[: int(len(kept) * 0.85)] / np.sqrt((kept**2).mean()) * 0.08
    kept[-400:] *= np.linspace(1, 0, 400)
    return kept.astype(np.float32)
