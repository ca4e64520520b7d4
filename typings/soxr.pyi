# What voiced uses of soxr, which has no types of its own.
import numpy as np
import numpy.typing as npt

def resample(
    x: npt.NDArray[np.float32], in_rate: float, out_rate: float, quality: str = "HQ"
) -> npt.NDArray[np.float32]: ...
