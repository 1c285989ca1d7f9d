"""The network as it ships: its files, and what it makes of one row."""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truthscore import resources
from truthscore.encoder.pieces import Encoded, Pieces
from truthscore.errors import ResourceError

#: The files of the folder, and the digests by which they are told to be whole.
NETWORK, PIECES, WORDS, DIGESTS = "network.onnx", "pieces.model", "words.npz", "digests.json"
#: The packages it runs on.
NEEDED = ("onnxruntime", "sentencepiece")


class Model:
    """The network and its vocabulary. Threads may share it.

    Raises ResourceError where a file is not whole or a package of `NEEDED` is not there.
    """

    def __init__(self, folder: Path) -> None:
        for name, digest in digests(folder).items():
            if hashlib.sha256(_contents(folder / name)).hexdigest() != digest:
                raise _broken(folder / name, "is not the file that was installed")
        import onnxruntime
        import sentencepiece

        self.pieces = Pieces(sentencepiece.SentencePieceProcessor(model_file=str(folder / PIECES)))
        with np.load(folder / WORDS) as words:
            self._levels: NDArray[np.int8] = words["levels"]
            self._scales: NDArray[np.float32] = words["scales"]
        options = onnxruntime.SessionOptions()
        # one thread, one order of work: the same bytes however many processors there are
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._session: Any = onnxruntime.InferenceSession(
            str(folder / NETWORK), options, providers=["CPUExecutionProvider"]
        )

    def odds(self, row: Encoded) -> float:
        """The log odds that the statement of a row is untrue. A row is read by itself, so that no
        other can change its last bits."""
        ids, places = np.array(row.ids), np.arange(len(row.ids))
        words = self._levels[ids].astype(np.float32) * self._scales[ids, None]
        types = (places >= row.start).astype(np.int64)
        told = (types * (places < row.end)).astype(np.float32)
        [found] = self._session.run(
            None, {"words": words[None], "types": types[None], "statement": told[None]}
        )
        return float(found[0])


def check(folder: Path) -> str:
    """A digest of what is installed, which is not read yet. Raises ResourceError where a package or
    the list of files is missing."""
    for name in NEEDED:
        if importlib.util.find_spec(name) is None:
            raise ResourceError(
                f"the encoder needs {name}, which is not installed: install truthscore again, or "
                "use the profile `grounded`, which is judged by rules alone"
            )
    return hashlib.sha256("".join(digests(folder).values()).encode()).hexdigest()[:8]


def digests(folder: Path) -> Mapping[str, str]:
    """The digest of each file. Raises ResourceError where the list cannot be read."""
    try:
        found = json.loads(_contents(folder / DIGESTS))
    except ValueError as error:
        raise _broken(folder / DIGESTS, "cannot be read") from error
    return {name: str(found[name]) for name in (NETWORK, PIECES, WORDS)}


def _contents(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise _broken(path, f"cannot be read: {error.strerror}") from error


def _broken(path: Path, what: str) -> ResourceError:
    return ResourceError(f"{path}: {what}; install truthscore again")


@functools.cache
def load() -> Model:
    """The shipped network, read once in a process."""
    return Model(resources.encoder())
