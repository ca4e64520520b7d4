from collections.abc import Callable

AUDIO_OUTPUT_RETRIEVAL: int
AUDIO_OUTPUT_SYNCHRONOUS: int
EVENT_MSG_TERMINATED: int
Synth: Callable[..., int]
