# What voiced uses of sounddevice, which has no types of its own.
from collections.abc import Callable, Sequence
from typing import Any, TypedDict

class DeviceInfo(TypedDict):
    name: str
    index: int
    hostapi: int
    max_input_channels: int
    max_output_channels: int
    default_samplerate: float

class PortAudioError(Exception): ...

class CallbackFlags:
    input_underflow: bool
    input_overflow: bool
    output_underflow: bool
    output_overflow: bool
    def __bool__(self) -> bool: ...

class _Stream:
    @property
    def active(self) -> bool: ...
    @property
    def latency(self) -> float: ...
    @property
    def samplerate(self) -> float: ...
    def start(self) -> None: ...
    def stop(self, ignore_errors: bool = True) -> None: ...
    def abort(self, ignore_errors: bool = True) -> None: ...
    def close(self, ignore_errors: bool = True) -> None: ...

class RawInputStream(_Stream):
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
        finished_callback: Callable[[], None] | None = None,
    ) -> None: ...

class RawOutputStream(_Stream):
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
        finished_callback: Callable[[], None] | None = None,
    ) -> None: ...

def query_devices() -> Sequence[DeviceInfo]: ...
def check_input_settings(
    device: int | str | None = None,
    channels: int | None = None,
    dtype: str | None = None,
    extra_settings: object = None,
    samplerate: float | None = None,
) -> None: ...
def check_output_settings(
    device: int | str | None = None,
    channels: int | None = None,
    dtype: str | None = None,
    extra_settings: object = None,
    samplerate: float | None = None,
) -> None: ...
def _initialize() -> None: ...
def _terminate() -> None: ...
