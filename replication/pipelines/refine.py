"""The last stage: short runs from one set of weights on a mixture of parts, and their averages.

Runs that begin at the same weights end close enough together for the average of their weights to
be a parser too, and mostly a better one than each of them.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import spacy
from anneal import restore_labels
from spacy.language import Language
from spacy.tokens import Doc
from spacy.vocab import Vocab
from treebank import Sentence, join_docs, to_doc

#: Parts in documents of up to this many sentences are shuffled; longer ones keep file order.
_SHUFFLED_SIZE = 3
_PARTS_WITH_WEIGHTS = ("tok2vec", "morphologizer", "parser", "trainable_lemmatizer")


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Sentences, how often they are taken (0.6: a random 60 %), in texts of up to `size`."""

    sentences: Sequence[Sentence]
    weight: float
    size: int = 2
    trees: bool = True


def mixture(vocab: Vocab, parts: Sequence[Part], *, seed: int) -> list[Doc]:
    """The documents of all parts, shuffled."""
    rng = random.Random(seed)
    docs: list[Doc] = []
    for part in parts:
        left = part.weight
        while left > 0:
            taken = list(part.sentences)
            if left < 1:
                taken = rng.sample(taken, int(len(taken) * left))
            if part.size <= _SHUFFLED_SIZE:
                rng.shuffle(taken)
            if part.trees:
                docs += join_docs(vocab, taken, size=part.size, seed=rng.randrange(10**6))
            else:
                docs += [to_doc(vocab, [sentence], trees=False) for sentence in taken]
            left -= 1
    rng.shuffle(docs)
    return docs


def averaged(folders: Sequence[tuple[Path, float]]) -> Language:
    """A pipeline whose weights are the weighted average of those in `folders`."""
    pipelines = [spacy.load(folder) for folder, _ in folders]
    shares = [share / sum(share for _, share in folders) for _, share in folders]
    result = pipelines[0]
    restore_labels(result)
    for name in _PARTS_WITH_WEIGHTS:
        if name not in result.pipe_names:
            continue
        components: list[Any] = [nlp.get_pipe(name) for nlp in pipelines]
        for nodes in zip(*(component.model.walk() for component in components), strict=True):
            for parameter in nodes[0].param_names:
                if nodes[0].has_param(parameter):
                    values = [node.get_param(parameter) for node in nodes]
                    mean = sum(v * share for v, share in zip(values, shares, strict=True))
                    nodes[0].set_param(parameter, mean.astype(values[0].dtype))
    return result
