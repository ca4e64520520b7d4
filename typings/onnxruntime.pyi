from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy.typing as npt

class InferenceSession:
    def __init__(self, path_or_bytes: Path, *, providers: Sequence[str]) -> None: ...
    def run(
        self, output_names: None, input_feed: Mapping[str, npt.NDArray[Any]]
    ) -> Sequence[npt.NDArray[Any]]: ...
