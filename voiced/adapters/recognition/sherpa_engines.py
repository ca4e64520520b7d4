"""Loads models of sherpa-onnx. A model that is wrong may end this process, so it is proved first (`sherpa_models`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from voiced.adapters.recognition.sherpa_models import SherpaKind, SherpaModel
from voiced.adapters.recognition.sherpa_words import Spelling, vocabulary_of

if TYPE_CHECKING:
    import sherpa_onnx

BOOST = 1.5
"""sherpa-onnx's own."""


class _Result(msgspec.Struct):
    """The part of a result that is read; the others are skipped."""

    text: str


def heard_so_far(engine: sherpa_onnx.OnlineRecognizer, stream: sherpa_onnx.OnlineStream) -> str:
    """The text of a stream. The library never frees the text of `get_result` (2.0.1: 96 bytes a call), but that of the JSON."""
    try:
        return msgspec.json.decode(engine.get_result_as_json_string(stream), type=_Result).text
    except msgspec.DecodeError:  # a likelihood that is no number
        return engine.get_result(stream)


def streaming(
    model: SherpaModel, threads: int, spelling: Spelling | None = None, boost: float = BOOST
) -> sherpa_onnx.OnlineRecognizer:
    """A model that streams.

    Args:
        model: the model.
        threads: of the computation.
        spelling: that of a model which is to prefer words; it then follows several texts at once.
        boost: for each character of a preferred word, in units of the logarithm of a likelihood.
    """
    from sherpa_onnx import OnlineRecognizer  # noqa: PLC0415 - an extra, and 42 MB of library

    if model.kind is SherpaKind.ZIPFORMER2_CTC:
        return OnlineRecognizer.from_zipformer2_ctc(
            tokens=model.tokens, model=model.networks[0], num_threads=threads
        )
    encoder, decoder, joiner = model.networks
    with vocabulary_of(spelling) as vocabulary:
        return OnlineRecognizer.from_transducer(
            tokens=model.tokens,
            encoder=encoder,
            decoder=decoder,
            joiner=joiner,
            num_threads=threads,
            model_type="zipformer2",
            decoding_method="greedy_search" if spelling is None else "modified_beam_search",
            modeling_unit="cjkchar" if spelling is None else spelling.unit,
            bpe_vocab=vocabulary,
            hotwords_score=boost,
        )


def whole(model: SherpaModel, threads: int) -> sherpa_onnx.OfflineRecognizer:
    """A model that hears whole utterances."""
    from sherpa_onnx import OfflineRecognizer  # noqa: PLC0415 - an extra, and 42 MB of library

    tokens, network = model.tokens, model.networks[0]
    match model.kind:
        case SherpaKind.SENSE_VOICE:
            # Without a language, short Mandarin is heard as Korean. Amounts stay in characters, which are read best.
            return OfflineRecognizer.from_sense_voice(
                model=network, tokens=tokens, num_threads=threads, language="zh", use_itn=False
            )
        case SherpaKind.PARAFORMER:
            return OfflineRecognizer.from_paraformer(paraformer=network, tokens=tokens, num_threads=threads)
        case _:
            return OfflineRecognizer.from_zipformer_ctc(model=network, tokens=tokens, num_threads=threads)
