"""The same text gets the same parse in any batch, at any position, in any process.

    python replication/pipelines/determinism.py --help-text DIR

Takes 2,000 paragraphs of help pages per language and compares, token by token, the parse of
each paragraph alone with its parse in batches of several sizes, in shuffled order, and in other
processes (with other hash seeds, the paragraphs in reverse). Exit code 1 when any differs.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import spacy
from spacy.language import Language
from spacy.tokens import Doc

PIPELINES = Path(__file__).resolve().parents[2] / "truthscore" / "pipelines"
BATCH_SIZES = (1, 7, 64, 128, 1000)


def paragraphs(path: Path, count: int) -> list[str]:
    """`count` paragraphs of at least eight words, drawn with a fixed seed."""
    found: list[str] = []
    with gzip.open(path, "rt", encoding="utf-8") as rows:
        for row in rows:
            parts = json.loads(row)["text"].split("\n\n")
            found += [part for part in parts if len(part.split()) >= 8]
    return random.Random(0).sample(found, count)


def fingerprint(doc: Doc) -> str:
    """Everything a reader of the parse can see, hashed."""
    rows = [
        (t.idx, t.text, t.pos_, t.dep_, t.head.i, t.lemma_, str(t.morph), t.is_sent_start)
        for t in doc
    ]
    return hashlib.sha256(repr(rows).encode()).hexdigest()


def differences(nlp: Language, texts: Sequence[str]) -> dict[str, int]:
    """How many texts parse differently than alone, per way of batching."""
    alone = [fingerprint(nlp(text)) for text in texts]
    found: dict[str, int] = {}
    for size in BATCH_SIZES:
        batched = [fingerprint(doc) for doc in nlp.pipe(texts, batch_size=size)]
        found[f"batches of {size}"] = _unequal(alone, batched)
    order = list(range(len(texts)))
    random.Random(1).shuffle(order)
    shuffled = [fingerprint(doc) for doc in nlp.pipe([texts[i] for i in order])]
    found["shuffled"] = _unequal([alone[i] for i in order], shuffled)
    return found


def _unequal(one: Sequence[str], other: Sequence[str]) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))


def _child(folder: Path, source: Path, count: int) -> None:
    nlp = spacy.load(folder)
    texts = paragraphs(source, count)[::-1]
    prints = [fingerprint(doc) for doc in nlp.pipe(texts)][::-1]
    print("\n".join(prints))


def main() -> int:
    """Compare, print a line per way, return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--help-text", type=Path, required=True)
    parser.add_argument("--pipelines", type=Path, default=PIPELINES)
    parser.add_argument("--paragraphs", type=int, default=2000)
    parser.add_argument("--lang", choices=("nl", "en"), help="default: both")
    parser.add_argument("--child", choices=("nl", "en"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    source = arguments.help_text / "businesscentral_{}.jsonl.gz"
    if arguments.child:
        path = Path(str(source).format(arguments.child))
        _child(arguments.pipelines / arguments.child, path, arguments.paragraphs)
        return 0
    bad = 0
    for lang in (arguments.lang,) if arguments.lang else ("nl", "en"):
        nlp = spacy.load(arguments.pipelines / lang)
        texts = paragraphs(Path(str(source).format(lang)), arguments.paragraphs)
        found = differences(nlp, texts)
        alone = [fingerprint(nlp(text)) for text in texts]
        for hash_seed in ("0", "12345"):
            command = [sys.executable, *sys.argv, "--child", lang]
            done = subprocess.run(
                command,
                check=True,
                capture_output=True,
                text=True,
                env={**os.environ, "PYTHONHASHSEED": hash_seed},
            )
            found[f"other process, hash seed {hash_seed}"] = _unequal(alone, done.stdout.split())
        for way, count in found.items():
            print(f"{lang}: {way}: {count} of {len(texts)} differ", flush=True)
        bad += sum(found.values())
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
