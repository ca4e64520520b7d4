# What voiced uses of soundfile, which has no types of its own.
from os import PathLike
from typing import Literal

import numpy as np
import numpy.typing as npt

def read(
    file: str | PathLike[str], *, dtype: Literal["float32"], always_2d: Literal[True]
) -> tuple[npt.NDArray[np.float32], int]: ...
