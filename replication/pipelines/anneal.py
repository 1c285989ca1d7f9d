"""Going on with a trained pipeline: more layers, averaged weights, a rate that falls to nothing.

spaCy's own training loop can do the last two; it cannot put layers on a tok2vec that it loads, nor
go on with an edit tree lemmatizer, which in spaCy 3.8 forgets its label table when it is loaded.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy
from spacy.language import Language
from spacy.tokens import Doc, DocBin
from spacy.training import Example
from spacy.util import fix_random_seed, registry
from thinc.api import Adam, Model, warmup_linear

WARMUP_STEPS = 100


def deepen(nlp: Language, depth: int) -> None:
    """Add layers to the tok2vec until it has `depth`; the new ones change nothing yet.

    A layer adds what comes out of its normalisation to what went in, so one whose normalisation
    multiplies by 0 is the identity. It learns from there.
    """
    pipe: Any = nlp.get_pipe("tok2vec")
    config = nlp._pipe_configs["tok2vec"]["model"]
    if depth <= config["encode"]["depth"]:
        return
    config["encode"]["depth"] = depth
    deeper: Model[Any, Any] = registry.resolve({"model": copy.deepcopy(dict(config))})["model"]
    deeper.initialize(X=[nlp.make_doc("een twee")])
    for kind in ("hashembed", "maxout", "layernorm"):
        old = [node for node in pipe.model.walk() if node.name == kind]
        new = [node for node in deeper.walk() if node.name == kind]
        for source, target in zip(old, new, strict=False):
            for name in source.param_names:
                target.set_param(name, source.get_param(name).copy())
        if kind == "layernorm":
            for target in new[len(old) :]:
                _silence(target)
    pipe.model = deeper


def look_further(nlp: Language, window: int, depth: int) -> None:
    """Put `depth` layers on the tok2vec that see `window` tokens to each side; no change yet.

    Dutch sentences hold subject and participle far apart ("heeft ... aangehouden"). Mish layers
    have a third of the weights of the maxout layers below, so they can be wide.
    """
    pipe: Any = nlp.get_pipe("tok2vec")
    component = nlp._pipe_configs["tok2vec"]
    below = copy.deepcopy(dict(component["model"]))
    width = pipe.model.get_dim("nO")
    # spaCy's own MishWindowEncoder puts nothing between the texts of a batch, so the end of one
    # would be read with the beginning of the next. The same layers with that padding:
    cnn = {
        "@layers": "chain.v1",
        "*": {
            "window": {"@layers": "expand_window.v1", "window_size": window},
            "mish": {
                "@layers": "Mish.v1",
                "nO": width,
                "nI": width * (2 * window + 1),
                "normalize": True,
                "dropout": 0.0,
            },
        },
    }
    layers = {
        "@layers": "clone.v1",
        "n": depth,
        "orig": {"@layers": "residual.v1", "layer": cnn},
    }
    component["model"] = {
        "@architectures": "spacy.Tok2Vec.v2",
        "embed": below,
        "encode": {"@layers": "with_array.v1", "pad": window * depth, "layer": layers},
    }
    deeper: Model[Any, Any] = registry.resolve({"model": copy.deepcopy(component["model"])})[
        "model"
    ]
    deeper.initialize(X=[nlp.make_doc("een twee")])
    deeper.layers[0].from_bytes(pipe.model.to_bytes())
    for node in deeper.layers[1].walk():
        if node.name == "layernorm":
            _silence(node)
    pipe.model = deeper


def _silence(layernorm: Model[Any, Any]) -> None:
    for name in layernorm.param_names:
        layernorm.set_param(name, numpy.zeros_like(layernorm.get_param(name)))


def restore_labels(nlp: Language) -> None:
    """Give a loaded edit tree lemmatizer back which tree is which label."""
    if "trainable_lemmatizer" in nlp.pipe_names:
        lemmatizer: Any = nlp.get_pipe("trainable_lemmatizer")
        lemmatizer.tree2label = {tree: i for i, tree in enumerate(lemmatizer.cfg["labels"])}


def anneal(
    nlp: Language,
    docs: Sequence[Doc],
    out: Path,
    *,
    seed: int,
    epochs: float,
    batch_words: int,
    dropout: float,
    learn_rate: float,
) -> None:
    """Train for `epochs`, the rate falling in a line to 0, and write the averaged weights."""
    fix_random_seed(seed)
    rng = random.Random(seed)
    restore_labels(nlp)
    docs = list(DocBin(docs=docs).get_docs(nlp.vocab))
    steps = int(epochs * sum(len(doc) for doc in docs) / batch_words)
    optimizer = Adam(
        learn_rate=warmup_linear(learn_rate, WARMUP_STEPS, steps),
        L2=0.01,
        L2_is_weight_decay=True,
        grad_clip=1.0,
        use_averages=True,
    )
    for batch in islice(_passes(docs, batch_words, rng), steps):
        examples = [Example(nlp.make_doc(doc.text), doc) for doc in batch]
        nlp.update(examples, drop=dropout, sgd=optimizer)
        optimizer.step_schedules()
    with nlp.use_params(optimizer.averages or {}):
        nlp.to_disk(out)


def _passes(docs: Sequence[Doc], words: int, rng: random.Random) -> Iterator[list[Doc]]:
    """Batches without end, in another order in each pass."""
    while True:
        order = list(docs)
        rng.shuffle(order)
        yield from _batches(order, words)


def _batches(docs: Sequence[Doc], words: int) -> Iterator[list[Doc]]:
    batch: list[Doc] = []
    for doc in docs:
        batch.append(doc)
        if sum(len(d) for d in batch) >= words:
            yield batch
            batch = []
    if batch:
        yield batch
