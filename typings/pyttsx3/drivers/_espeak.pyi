from collections.abc import Callable
from ctypes import CDLL

AUDIO_OUTPUT_RETRIEVAL: int
AUDIO_OUTPUT_SYNCHRONOUS: int
EVENT_MSG_TERMINATED: int
Synth: Callable[..., int]
SetVoiceByName: Callable[[bytes], int]
dll: CDLL
