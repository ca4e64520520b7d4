# What voiced uses of soxr, which has no types of its own.
import numpy as np
import numpy.typing as npt

def resample(
    x: npt.NDArray[np.float32], in_rate: float, out_rate: float, quality: str = "HQ"
) -> npt.NDArray[np.float32]: ...

class ResampleStream:
    def __init__(
        self, in_rate: float, out_rate: float, num_channels: int, dtype: str = "float32", quality: str = "HQ"
    ) -> None: ...
    def resample_chunk(self, x: npt.NDArray[np.int16], last: bool = False) -> npt.NDArray[np.int16]: ...
