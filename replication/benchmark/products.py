"""The products of `text/matrices.py`: what they save per answer, and whether any parse changes.

    python replication/benchmark/products.py --data ../shared/data [--rounds 10] [--texts 6000]
        [--seed 0] [--write]

Time: the Dutch answers of guardrail.py (about 200 words) are parsed by one pipeline with thinc's
own operations, with the other formula for mish, and with that and numpy's products: by turns in
one process, so that all meet the same noise, each turn beginning with another of them. Processor
time; printed are the medians, and the medians of the ratios within a turn, which are what to
compare between machines.

Labels: `--texts` texts per language, half of them answers (`bench/*.jsonl.gz`) and half lines of at
least `MIN_WORDS` words from help pages (`helpcentre/*.jsonl.gz`), drawn with the seed and none of
them twice, are parsed with thinc's operations and with ours. Counted are the tokens with another
part of speech, lemma, head or relation to it, and the texts with any other sentence or token.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from guardrail import cases
from speed import line, say, shown, write
from thinc.backends.numpy_ops import NumpyOps

from truthscore.language import load as load_language
from truthscore.text.markup import normalise
from truthscore.text.model import ParsedText
from truthscore.text.parser import SpacyParser
from truthscore.text.parser import load as load_parser

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from folders import folder_with

LANGUAGES = ("nl", "en")
#: Texts that are parsed together.
BATCH = 50
#: A line of a help page that says something; shorter ones are headings and cells.
MIN_WORDS = 5
#: What is parsed after a change of operations, so that the answer meets them warm.
FIRST = "Dit is een regel."
COLUMNS = {"part of speech": "pos", "lemma": "lemmas", "head": "heads", "relation": "deps"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--data",
        type=folder_with("bench/*.jsonl.gz", "helpcentre/*.jsonl.gz"),
        required=True,
        help="folder of bench and helpcentre",
    )
    parser.add_argument("--rounds", type=int, default=10, help="turns per answer")
    parser.add_argument("--texts", type=int, default=6000, help="texts per language")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--write", action="store_true", help="also write the block of SPEED.md")
    args = parser.parse_args()
    times(args.rounds, args.seed)
    for lang in LANGUAGES:
        labels(lang, args.data, args.texts, args.seed)
    if args.write:
        write("products", "\n".join(shown))


# --- time -------------------------------------------------------------------------------------


def times(rounds: int, seed: int) -> None:
    """Milliseconds per answer, each way, and each as a share of thinc's."""
    parser = load_parser(load_language("nl"), "bundled")
    nodes = networks(parser)
    ours = nodes[0].ops

    class Mish(NumpyOps):
        mish = type(ours).mish

    ways: dict[str, Any] = {
        "as spaCy loads it": NumpyOps(),
        "another formula for mish": Mish(),
        "and numpy's products": ours,
    }
    used: dict[str, list[float]] = {name: [] for name in ways}
    names = list(ways)
    answers = [normalise(each.answer) for each in cases(random.Random(seed))]
    for turn in range(rounds * len(answers)):
        for name in names:
            for node in nodes:
                node.ops = ways[name]
            parser.parse([FIRST])
            began = time.process_time()
            parser.parse([answers[turn % len(answers)]])
            used[name].append(1000 * (time.process_time() - began))
        names.append(names.pop(0))
    say(f"{len(answers)} answers, {rounds} turns each; processor time of a parse")
    first = next(iter(used.values()))
    for name, of in used.items():
        line(f"{name}, median", statistics.median(of), "ms")
        if of is not first:
            ratio = statistics.median(new / old for new, old in zip(of, first, strict=True))
            line(f"{name} / as spaCy loads it, median of the turns", ratio, "x")


# --- labels -----------------------------------------------------------------------------------


def labels(lang: str, data: Path, count: int, seed: int) -> None:
    """How many labels are others with our operations."""
    plain, quick = (load_parser(load_language(lang), "bundled") for _ in range(2))
    for node in networks(plain):
        node.ops = NumpyOps()
    texts = drawn(lang, data, count, seed)
    tokens, others, changed = 0, dict.fromkeys(COLUMNS, 0), 0
    for at in range(0, len(texts), BATCH):
        some = texts[at : at + BATCH]
        for old, new in zip(plain.parse(some), quick.parse(some), strict=True):
            tokens += len(old.lowers)
            changed += old != new
            for name, each in differing(old, new).items():
                others[name] += each
    told = ", ".join(f"{name} {each}" for name, each in others.items())
    say(f"{lang}: {len(texts)} texts, {tokens} tokens; tokens with another {told}; texts {changed}")


def differing(old: ParsedText, new: ParsedText) -> dict[str, int]:
    """Tokens with another label, per kind of label; all of them where the tokens are others."""
    if old.starts != new.starts or old.ends != new.ends:
        return dict.fromkeys(COLUMNS, max(len(old.starts), len(new.starts)))
    return {
        name: sum(a != b for a, b in zip(getattr(old, column), getattr(new, column), strict=True))
        for name, column in COLUMNS.items()
    }


def drawn(lang: str, data: Path, count: int, seed: int) -> list[str]:
    """Answers and lines of help pages, as many of each as there are up to half of `count`."""
    answers = {str(row["answer"]) for row in rows(data / "bench") if row.get("lang", "en") == lang}
    pages = {
        part
        for path in sorted((data / "helpcentre").glob(f"*_{lang}.jsonl.gz"))
        for row in read(path)
        for part in row["text"].splitlines()
        if len(part.split()) >= MIN_WORDS
    }
    rng = random.Random(seed)
    found: list[str] = []
    for kind in (answers, pages - answers):
        texts: Sequence[str] = sorted({normalise(each) for each in kind})
        found += rng.sample(texts, min(count // 2, len(texts)))
    return found


def rows(folder: Path) -> Iterator[dict[str, Any]]:
    for path in sorted(folder.glob("*.jsonl.gz")):
        yield from read(path)


def read(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        yield from map(json.loads, stream)


def networks(parser: SpacyParser) -> list[Any]:
    """The parts of a pipeline's networks, each with the operations it uses (`ops`)."""
    pipes = [pipe for _, pipe in parser._nlp.pipeline if getattr(pipe, "model", None)]
    return [node for pipe in pipes for node in pipe.model.walk()]


if __name__ == "__main__":
    main()
