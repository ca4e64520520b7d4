"""The product that begins each recognition."""

from __future__ import annotations

import time

import numpy as np

from voiced.adapters.recognition.mel_filters import MelFilters

FILTERS = np.random.default_rng(1).random((80, 201), dtype=np.float32)
HALF_A_MINUTE = np.random.default_rng(2).random((201, 3000), dtype=np.float32)


def test_it_is_the_product_of_matrices() -> None:
    product = MelFilters(FILTERS) @ HALF_A_MINUTE
    assert product.dtype == np.float32
    np.testing.assert_allclose(product, FILTERS @ HALF_A_MINUTE, rtol=1e-5)


def test_no_other_thread_works_for_it_nor_spins_behind_it() -> None:
    filters = MelFilters(FILTERS)
    before = time.process_time() - time.thread_time()
    for _ in range(20):
        _ = filters @ HALF_A_MINUTE
    assert time.process_time() - time.thread_time() - before < 0.05
