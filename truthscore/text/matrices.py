"""Matrix products for spaCy's networks: faster where numpy's are, and no word feels its neighbours.

thinc multiplies with BLIS, which falls back to plain C on processors it does not know; numpy's
OpenBLAS has kernels for them (replication/benchmark/products.py measures what a parse gains). But
it adds up a row in another order by its place among the others, and a text's parse may not depend
on what is parsed beside it. So rows are multiplied in groups that its kernels treat alike. Whether
they do is looked at when a pipeline is loaded; where they do not, everything stays as spaCy has it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from truthscore.text.vocabulary import Pipeline

    Matrix = NDArray[np.float32]

#: Rows that are multiplied at once; what is missing is filled up with zeros.
ROWS = 16
#: OpenBLAS takes one thread up to this many multiplications: threads share them out in another way
#: on every machine, and wait for each other longer than such a product takes.
MOST_PRODUCTS = 2**18
BLAS = "openblas"


def quicken(nlp: Pipeline) -> None:
    """Let the networks of `nlp` multiply with numpy, where that is faster and just as steady."""
    from thinc.backends.numpy_ops import NumpyOps

    models = [pipe.model for _, pipe in nlp.pipeline if getattr(pipe, "model", None)]
    nodes = [node for model in models for node in model.walk()]
    shapes = {_shape(node.get_param("W")) for node in nodes if node.has_param("W")}
    steady = {shape for shape in shapes if is_steady(*shape)} if _is_faster() else ()
    ops = _ops()(frozenset(steady))
    for node in nodes:
        if type(node.ops) is NumpyOps:  # a network on a graphics card stays there
            node.ops = ops


def multiplied(rows: Matrix, weights: Matrix) -> Matrix:
    """`rows` times `weights` transposed: one row per row, one column per row of `weights`."""
    import numpy as np

    count, inputs = rows.shape
    missing = -count % ROWS
    if missing:
        rows = np.concatenate((rows, np.zeros((missing, inputs), np.float32)))
    groups = rows.reshape(-1, ROWS, inputs).transpose(0, 2, 1)
    width = max(MOST_PRODUCTS // (ROWS * inputs), 1)
    found = np.empty((len(groups), ROWS, len(weights)), np.float32)
    for left in range(0, len(weights), width):
        products = np.matmul(weights[left : left + width], groups)  # a product for each group
        found[:, :, left : left + width] = products.transpose(0, 2, 1)
    return found.reshape(-1, len(weights))[:count]


def is_steady(outputs: int, inputs: int) -> bool:
    """Whether a row of a layer comes out the same wherever it stands and whatever is beside it."""
    import numpy as np

    numbers = np.random.default_rng(0)
    weights = numbers.standard_normal((outputs, inputs), dtype=np.float32)
    rows = numbers.standard_normal((ROWS, inputs), dtype=np.float32)
    together = multiplied(rows, weights)
    alone = [multiplied(rows[[at] * ROWS], weights) for at in range(ROWS)]
    return all(bool((same == together[at]).all()) for at, same in enumerate(alone))


def _shape(weights: Matrix) -> tuple[int, int]:
    """Outputs and inputs of a layer, however many parts its outputs have."""
    return weights.size // weights.shape[-1], weights.shape[-1]


def _is_faster() -> bool:
    """Whether numpy has kernels for this processor, and BLIS has not."""
    import numpy as np
    from blis.py import gemm

    config: dict[str, Any] = np.show_config(mode="dicts")  # type: ignore[assignment]
    blas = config.get("Build Dependencies", {}).get("blas", {}).get("name", "")
    return BLAS in blas and _is_fused(np.dot) and not _is_fused(gemm)


def _is_fused(product: Callable[[Matrix, Matrix], Matrix]) -> bool:
    """Whether a matrix product multiplies and adds in one instruction, as kernels do.

    (1 + e)² - (1 + 2e) is e²: nothing, where the square was rounded to a float before.
    """
    import numpy as np

    little = 2.0**-12
    left = np.full((ROWS, 2), [1, 1 + little], np.float32)
    right = np.full((ROWS, 2), [-1 - 2 * little, 1 + little], np.float32)
    return bool(product(left, np.ascontiguousarray(right.T)).any())


@functools.cache
def _ops() -> type[Any]:
    """The class, made when thinc is there anyway."""
    import numpy as np
    from thinc.backends.numpy_ops import NumpyOps

    class QuickOps(NumpyOps):  # type: ignore[misc]
        """thinc's own, but for one function and products with weights of `shapes`."""

        def __init__(self, shapes: frozenset[tuple[int, int]]) -> None:
            super().__init__()
            self._shapes = shapes

        def gemm(
            self,
            x: Matrix,
            y: Matrix,
            *,
            out: Matrix | None = None,
            trans1: bool = False,
            trans2: bool = False,
        ) -> Matrix:
            if trans1 or not trans2 or y.shape not in self._shapes:
                product: Matrix = super().gemm(x, y, out=out, trans1=trans1, trans2=trans2)
                return product
            if out is None:
                return multiplied(x, y)
            out[:] = multiplied(x, y)
            return out

        def mish(self, X: Matrix, threshold: float = 20.0, inplace: bool = False) -> Matrix:  # noqa: N803
            """x tanh(log(1 + e^x)) = x n / (n + 2) with n = e^x (e^x + 2): no logarithm, no tanh.

            Above the threshold it is x to the last bit, and e^x would grow past any float.
            """
            powers = np.exp(np.minimum(X, threshold))
            powers *= powers + 2
            powers /= powers + 2
            return np.multiply(X, powers, out=X if inplace else None)

    return QuickOps
