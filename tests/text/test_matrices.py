"""The products under spaCy's networks: right, steady, and without effect on any parse."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from blis.py import gemm
from hypothesis import given
from hypothesis import strategies as st
from thinc.api import Linear
from thinc.backends.numpy_ops import NumpyOps

from truthscore import Example, read_examples
from truthscore.language import load as load_language
from truthscore.text import matrices
from truthscore.text.markup import normalise
from truthscore.text.matrices import ROWS, is_steady, multiplied, quicken
from truthscore.text.parser import SpacyParser, load

EXAMPLES = "examples/rated.jsonl"
SHAPES = [(288, 288), (96, 864), (1184, 96), (80, 7)]


def matrix(*shape: int) -> np.ndarray:
    return np.random.default_rng(1).standard_normal(shape, dtype=np.float32)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("count", [0, 1, ROWS - 1, ROWS, 50])
def test_a_product_is_the_product(shape, count):
    rows, weights = matrix(count, shape[1]), matrix(*shape)
    exact = rows.astype(np.float64) @ weights.T.astype(np.float64)
    found = multiplied(rows, weights)
    assert found.shape == exact.shape
    assert found.dtype == np.float32
    assert np.allclose(found, exact, atol=1e-3)


@pytest.mark.parametrize("shape", SHAPES)
@given(count=st.integers(1, 70), skipped=st.integers(0, 40))
def test_a_row_comes_out_the_same_wherever_it_stands(shape, count, skipped):
    rows, weights = matrix(count, shape[1]), matrix(*shape)
    # whole numbers add up to the same in any order, so this holds with every numpy ...
    whole, round_weights = np.round(rows), np.round(weights)
    assert is_alike(whole, round_weights, skipped)
    assert (multiplied(whole, round_weights) == whole @ round_weights.T).all()
    # ... and this wherever its kernels are said to treat all rows of a group alike
    assert is_alike(rows, weights, skipped) or not is_steady(*shape)


def is_alike(rows: np.ndarray, weights: np.ndarray, skipped: int) -> bool:
    """Whether the product without the first rows is that of all, without them."""
    return bool((multiplied(rows[skipped:], weights) == multiplied(rows, weights)[skipped:]).all())


def test_rows_that_feel_their_neighbours_are_seen(monkeypatch):
    """A kernel that treats the last row of a group in another way is not used."""
    real = matrices.multiplied

    def uneven(rows, weights):
        found = real(rows, weights)
        found[ROWS - 1 :: ROWS] *= 1 + 1e-6
        return found

    monkeypatch.setattr(matrices, "multiplied", uneven)
    assert not is_steady(288, 288)


def test_a_product_that_rounds_before_it_adds_is_told_from_one_that_does_not():
    def rounded(left, right):
        return left[:, :1] * right[:1] + left[:, 1:] * right[1:]

    def fused(left, right):
        return rounded(left.astype(np.float64), right.astype(np.float64)).astype(np.float32)

    assert not matrices._is_fused(rounded)
    assert matrices._is_fused(fused)


@pytest.mark.parametrize(
    ("library", "numpys", "bliss", "faster"),
    [
        ("scipy-openblas", True, False, True),
        ("scipy-openblas", True, True, False),
        ("scipy-openblas", False, False, False),
        ("accelerate", True, False, False),
        ("", True, False, False),
    ],
)
def test_numpy_is_used_only_where_blis_has_no_kernels(monkeypatch, library, numpys, bliss, faster):
    """`numpys`, `bliss`: whether each has kernels for the processor."""
    fused = {np.dot: numpys, gemm: bliss}
    built = {"Build Dependencies": {"blas": {"name": library}}} if library else {}
    monkeypatch.setattr(matrices, "_is_fused", fused.__getitem__)
    monkeypatch.setattr(np, "show_config", lambda **_: built)
    assert matrices._is_faster() is faster


@pytest.mark.parametrize(
    ("faster", "steady", "used"),
    [(True, True, True), (True, False, False), (False, True, False), (False, False, False)],
)
def test_a_layer_is_multiplied_with_numpy_where_that_is_faster_and_steady(
    monkeypatch, faster, steady, used
):
    layer = Linear(7, 80).initialize()
    layer.ops = NumpyOps()
    given_to = []

    def counted(rows, weights):
        given_to.append((rows.shape, weights.shape))
        return multiplied(rows, weights)

    monkeypatch.setattr(matrices, "_is_faster", lambda: faster)
    monkeypatch.setattr(matrices, "is_steady", lambda *_: steady)
    monkeypatch.setattr(matrices, "multiplied", counted)
    quicken(SimpleNamespace(pipeline=[("layer", SimpleNamespace(model=layer))]))
    layer.set_param("W", matrix(7, 80))
    rows = matrix(5, 80)
    assert np.allclose(layer.predict(rows), rows @ matrix(7, 80).T, atol=1e-4)
    assert given_to == ([((5, 80), (7, 80))] if used else [])


def test_mish_is_thincs_and_the_same_alone():
    ours, numbers = matrices._ops()(frozenset()), matrix(70, 96) * 12
    found = ours.mish(numbers)
    assert np.allclose(found, NumpyOps().mish(numbers), atol=1e-5)
    assert (found[30:41] == ours.mish(numbers[30:41])).all()
    far = np.array([[-1000.0, -30.0, 0.0, 19.9, 20.1, 1000.0]], np.float32)
    assert ours.mish(far).tolist() == [
        [0.0, pytest.approx(0.0, abs=1e-9), 0.0, far[0, 3], *far[0, 4:]]
    ]
    assert ours.mish(far, inplace=True) is far


@pytest.fixture(params=["nl", "en"])
def both(request):
    """A pipeline as spaCy has it, and with our products."""
    plain, quick = (load(load_language(request.param), "bundled") for _ in range(2))
    for _, pipe in plain._nlp.pipeline:
        for node in pipe.model.walk() if getattr(pipe, "model", None) else ():
            node.ops = NumpyOps()
    return plain, quick


def ops(parser: SpacyParser) -> set[str]:
    pipes = [pipe for _, pipe in parser._nlp.pipeline if getattr(pipe, "model", None)]
    return {type(node.ops).__name__ for pipe in pipes for node in pipe.model.walk()}


def test_every_text_is_parsed_as_spacy_parses_it(both):
    plain, quick = both
    assert ops(plain) == {"NumpyOps"}
    assert ops(quick) == {"QuickOps"}
    rows = [row for row in read_examples(EXAMPLES) if isinstance(row, Example)]
    pages = {page.text for row in rows for page in row.context}
    texts = sorted(map(normalise, pages | {row.answer for row in rows}))
    assert len(texts) > 20
    assert quick.parse(texts) == plain.parse(texts)


def test_networks_elsewhere_stay_there(both):
    class Elsewhere(NumpyOps):
        """As those of a graphics card."""

    plain, _ = both
    for _, pipe in plain._nlp.pipeline:
        for node in pipe.model.walk() if getattr(pipe, "model", None) else ():
            node.ops = Elsewhere()
    quicken(plain._nlp)
    assert ops(plain) == {"Elsewhere"}
