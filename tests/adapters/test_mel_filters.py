"""The product that begins each recognition."""

from __future__ import annotations

import subprocess
import sys

import numpy as np

from voiced.adapters.recognition.whisper_decoder import MelFilters

FILTERS = np.random.default_rng(1).random((80, 201), dtype=np.float32)
HALF_A_MINUTE = np.random.default_rng(2).random((201, 3000), dtype=np.float32)

OF_OTHER_THREADS = """
import time
import numpy as np
from voiced.adapters.recognition.whisper_decoder import MelFilters
product, sound = MelFilters(np.ones((80, 201), np.float32)), np.ones((201, 3000), np.float32)
for repeated in range(60):
    if repeated == 10:  # threads that numpy started at its import are at rest by now
        before = time.process_time() - time.thread_time()
    product @ sound
print(time.process_time() - time.thread_time() - before)
"""
"""Processor seconds of other threads, in a process where none of them has another thing to do."""


def test_it_is_the_product_of_matrices() -> None:
    product = MelFilters(FILTERS) @ HALF_A_MINUTE
    assert product.dtype == np.float32
    np.testing.assert_allclose(product, FILTERS @ HALF_A_MINUTE, rtol=1e-5)


def test_no_other_thread_works_for_it() -> None:
    said = subprocess.run(
        [sys.executable, "-c", OF_OTHER_THREADS], capture_output=True, text=True, check=True
    )
    # For numpy's own product of these they work 0.03 s and more.
    assert float(said.stdout) < 0.01
