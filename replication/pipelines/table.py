"""Evaluate the bundled pipelines and write the results table of the README.

    python replication/pipelines/table.py --treebanks DIR [--write]

Every figure comes from spaCy's own `Scorer` on raw text (the pipeline tokenises and splits
sentences itself); only root accuracy, which spaCy does not have, is counted here. `--write`
puts the table between the markers in README.md and the figures into each meta.json.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import spacy
from spacy.language import Language
from spacy.scorer import Scorer
from spacy.tokens import Doc
from spacy.training import Example
from treebank import Sentence, join_docs, read_normalised, usable

HERE = Path(__file__).resolve().parent
PIPELINES = HERE.parents[1] / "truthscore" / "pipelines"
_BEGIN, _END = "<!-- table: begin -->", "<!-- table: end -->"
_HEADER = (
    "| language | test set | sentences per text | POS | UAS | LAS | lemma | nsubj F | root | "
    "sentence F |\n|---|---|---|---|---|---|---|---|---|---|"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """All in percent. `root`: share of gold roots that are a root in the prediction."""

    pos: float
    uas: float
    las: float
    lemma: float
    nsubj: float
    root: float
    sentences: float

    def cells(self) -> str:
        """The figures as cells of a Markdown row."""
        values = (
            self.pos, self.uas, self.las, self.lemma, self.nsubj, self.root, self.sentences,
        )  # fmt: skip
        return " | ".join(f"{value:.1f}" for value in values)


def measure(nlp: Language, sentences: list[Sentence], *, size: int) -> Figures:
    """Parse the raw text of `size` joined sentences at a time and compare with the gold trees."""
    gold = list(join_docs(nlp.vocab, sentences, size=size))
    predicted = list(nlp.pipe([doc.text for doc in gold]))
    examples = [Example(p, g) for p, g in zip(predicted, gold, strict=True)]
    scores = Scorer(nlp).score(examples)
    return Figures(
        pos=100 * scores["pos_acc"],
        uas=100 * scores["dep_uas"],
        las=100 * scores["dep_las"],
        lemma=100 * scores["lemma_acc"],
        nsubj=100 * scores["dep_las_per_type"].get("nsubj", {"f": 0.0})["f"],
        root=100 * _root_accuracy(predicted, gold),
        sentences=100 * scores["sents_f"],
    )


def _root_accuracy(predicted: list[Doc], gold: list[Doc]) -> float:
    hits = total = 0
    for p, g in zip(predicted, gold, strict=True):
        roots = {(t.idx, t.idx + len(t)) for t in p if t.head.i == t.i}
        for sentence in g.sents:
            total += 1
            root = sentence.root
            hits += (root.idx, root.idx + len(root)) in roots
    return hits / total


TEST_SETS = {
    "nl": (("alpino-test", "UD_Dutch-Alpino test"), ("support", "support sentences, test third")),
    "en": (("ewt-test", "UD_English-EWT test"), ("support", "support sentences, test third")),
}


def in_spacys_names(performance: Mapping[str, float], treebank: str) -> dict[str, Any]:
    """The treebank's figures under the names that spaCy gives them, for whoever reads meta.json."""
    names = {"pos_acc": "pos", "dep_uas": "uas", "dep_las": "las", "lemma_acc": "lemma"}
    nsubj = {"nsubj": {"f": performance[f"{treebank}_nsubj"]}}
    return {
        **{key: performance[f"{treebank}_{name}"] for key, name in names.items()},
        "dep_las_per_type": nsubj,
    }


def main() -> None:
    """Print the table; with `--write`, store it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--treebanks", type=Path, required=True)
    parser.add_argument("--pipelines", type=Path, default=PIPELINES)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    rows: list[str] = []
    for lang, sets in TEST_SETS.items():
        nlp = spacy.load(arguments.pipelines / lang)
        performance: dict[str, float] = {}
        for name, title in sets:
            path = (
                HERE / "support" / f"{lang}-test.conllu"
                if name == "support"
                else arguments.treebanks / f"{name}.conllu.gz"
            )
            sentences = [s for s in read_normalised(path, lang) if usable(s)]
            for size in (1, 10):
                figures = measure(nlp, sentences, size=size)
                rows.append(f"| {lang} | {title} ({len(sentences)}) | {size} | {figures.cells()} |")
                print(rows[-1], flush=True)
                if size == 1:
                    performance |= {
                        f"{name}_{key}": round(getattr(figures, key) / 100, 4)
                        for key in Figures.__dataclass_fields__
                    }
        if arguments.write:
            meta_path = arguments.pipelines / lang / "meta.json"
            meta = json.loads(meta_path.read_text(encoding="utf-8"))
            meta["performance"] = performance | in_spacys_names(performance, sets[0][0])
            meta_path.write_text(json.dumps(meta, indent=2, ensure_ascii=False), encoding="utf-8")
    if arguments.write:
        readme = HERE / "README.md"
        text = readme.read_text(encoding="utf-8")
        before, rest = text.split(_BEGIN)
        after = rest.split(_END)[1]
        table = "\n".join([_HEADER, *rows])
        readme.write_text(f"{before}{_BEGIN}\n{table}\n{_END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
