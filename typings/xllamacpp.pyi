class CpuParams:
    n_threads: int

class ModelParams:
    path: str

class CommonParams:
    model: ModelParams
    n_ctx: int
    n_parallel: int
    verbosity: int
    port: int
    cpuparams: CpuParams
    cpuparams_batch: CpuParams

class Server:
    listening_address: str
    def __init__(self, params: CommonParams) -> None: ...
