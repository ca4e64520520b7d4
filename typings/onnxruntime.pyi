from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy.typing as npt

class SessionOptions:
    def add_session_config_entry(self, key: str, value: str) -> None: ...

class InferenceSession:
    def __init__(
        self, path_or_bytes: Path, sess_options: SessionOptions, *, providers: Sequence[str]
    ) -> None: ...
    def run(
        self, output_names: None, input_feed: Mapping[str, npt.NDArray[Any]]
    ) -> Sequence[npt.NDArray[Any]]: ...
