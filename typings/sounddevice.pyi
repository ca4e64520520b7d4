# What voiced uses of sounddevice, which has no types of its own.
from collections.abc import Callable, Sequence
from typing import Any, TypedDict

class DeviceInfo(TypedDict):
    name: str
    index: int
    max_input_channels: int
    max_output_channels: int
    default_samplerate: float

class PortAudioError(Exception): ...
class CallbackFlags: ...

class RawOutputStream:
    def __init__(
        self,
        samplerate: float | None = None,
        blocksize: int | None = None,
        device: int | str | None = None,
        channels: int | None = None,
        dtype: str | None = None,
        latency: float | str | None = None,
        *,
        callback: Callable[[Any, int, Any, CallbackFlags], None] | None = None,
    ) -> None: ...
    @property
    def latency(self) -> float: ...
    def start(self) -> None: ...
    def abort(self) -> None: ...

def query_devices() -> Sequence[DeviceInfo]: ...
