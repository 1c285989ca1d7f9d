"""Puts what a run needs into one folder: the cut base, the vocabulary, the rows, the parallel text.

python -m replication.encoder.prepare --data DATA --base e5-small-q4.bin --out FOLDER

Without DATA: from what is in the repository alone, the public set (`../faithfulness_nl`) and the
made items.
"""

from __future__ import annotations

import argparse
import gzip
import json
import lzma
import random
import sys
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from replication.encoder import material, written
from replication.encoder.base import FIRST_PIECE, piece_model, read_base
from replication.faithfulness import material as faithfulness
from replication.faithfulness_nl import split
from replication.folders import folder_with
from truthscore.encoder.pieces import load_pieces

#: Pieces that are kept: all that occur in the material, then the likeliest in Latin letters.
VOCABULARY = 40_000
#: Sources of parallel text that people translated, and that no counted page comes from.
TRANSLATED = ("ops", "intune", "mim", "projops", "nav")
SEED = 0
UNKNOWN = 3


def texts(data: Path) -> Iterator[str]:
    """Every text of the material that the vocabulary must be able to write."""
    with gzip.open(data / "parallel" / "nl_en.tsv.gz", "rt", encoding="utf-8") as stream:
        for line in stream:
            yield from line.rstrip("\n").split("\t")[2:4]
    for folder in ("helpcentre", "natural", "bench", "entailment", "questions"):
        for file in sorted((data / folder).glob("*.jsonl.gz")):
            if file.name.startswith(("dev_", "cross")):
                continue  # what is counted is not looked at
            with gzip.open(file, "rt", encoding="utf-8") as stream:
                for line in stream:
                    yield from _leaves(json.loads(line))


def _leaves(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _leaves(each)


def chosen_pieces(found: Iterable[str], pieces: list[tuple[str, float]]) -> list[int]:
    """The numbers of the pieces that are kept to write some texts, in their order."""
    seen: Counter[int] = Counter()
    from sentencepiece import SentencePieceProcessor

    reader = SentencePieceProcessor(model_proto=piece_model(pieces, UNKNOWN))
    waiting: list[str] = []
    for text in found:
        waiting.append(unicodedata.normalize("NFKC", text))
        if len(waiting) == 20_000:
            for ids in reader.encode(waiting):
                seen.update(ids)
            waiting = []
    for ids in reader.encode(waiting):
        seen.update(ids)
    kept = set(range(FIRST_PIECE)) | set(seen)
    kept |= {
        n
        for n, (text, _) in enumerate(pieces)
        if len(text.lstrip("▁")) == 1 and ord(text[-1]) < 0x2800
    }
    for number in sorted(range(len(pieces)), key=lambda n: -pieces[n][1]):
        if len(kept) >= VOCABULARY:
            break
        text = pieces[number][0].lstrip("▁")
        if number >= FIRST_PIECE and text and all(ord(sign) < 0x180 for sign in text):
            kept.add(number)
    return sorted(kept)


def rows(data: Path, make: material.Maker) -> Iterator[material.Row]:
    """The rows for training, of our own material."""
    yield from material.natural_rows(data, make)
    yield from material.of_pairs(make, faithfulness.kinds(data, faithfulness.READ), "kinds")
    yield from material.of_pairs(make, faithfulness.records(data, "records_train"), "records")
    for dress in ("json", "table", "text"):
        found = faithfulness.records(data, "records_train", dress=dress)
        yield from material.of_pairs(make, found[::3], f"records as {dress}")
    for name in ("natural_nl_dev", "natural_en_dev"):
        yield from material.rated_pairs(make, data, name)
    yield from material.ragtruth(make, data)
    yield from written.rows(data, make)


def counted_rows(data: Path, make: material.Maker, budget: int) -> Iterator[material.Row]:
    """The rows that are counted."""
    for name in ("dev_nl", "dev_en", "cross"):
        for item in material.items(data, name):
            yield from material.of_item(make, item, name, budget)
    for item in material.items(data, "invented"):
        if split.part_of(item["vendor"]) == "test":
            yield from material.of_item(make, item, "invented", budget)
    for half in (faithfulness.READ, faithfulness.COUNTED):
        yield from material.of_pairs(make, faithfulness.kinds(data, half), f"kinds {half}", budget)
    yield from material.of_pairs(
        make, faithfulness.records(data, "records_dev"), "records_dev", budget
    )


def published(part: str) -> list[Mapping[str, Any]]:
    """The items of a part ("train", "test") of the public set, in both languages."""
    return [item for lang in split.LANGUAGES for item in split.items(lang, part)]


def told_apart(found: Sequence[material.Row]) -> Iterator[tuple[str, float, int]]:
    """By source: of how many statements the passages differ between the page that bears them out
    and the one that does not, so that they can be told apart at all; and how many there are."""
    pairs: dict[tuple[str, str], dict[bool, str]] = defaultdict(dict)
    for row in found:
        source = row.source.removesuffix(" edited")
        pairs[source, row.pair].setdefault(row.label != material.TRUE, row.passages)
    both = [(source, told) for (source, _), told in pairs.items() if len(told) == 2]
    for source, of in Counter(source for source, _ in both).items():
        differ = sum(told[True] != told[False] for each, told in both if each == source)
        yield source, differ / of, of


def _write_rows(path: Path, found: Iterable[material.Row]) -> None:
    """Writes `path.jsonl.xz`, a row a line, and tells how many."""
    told = [json.dumps(list(asdict(row).values()), ensure_ascii=False) for row in found]
    with lzma.open(f"{path}.jsonl.xz", "wt", preset=9, encoding="utf-8") as stream:
        stream.writelines(f"{line}\n" for line in told)
    print(f"{path.name}: {len(told)} rows", file=sys.stderr)


def main() -> None:
    """Writes the folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=folder_with("natural/*.jsonl.gz"))
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    base = read_base(args.base)
    seen: set[str] = set()
    pieces = []
    for number, (text, score) in enumerate(base.pieces):
        pieces.append((f"{text}\0{number}" if text in seen else text, score))
        seen.add(text)
    kept = chosen_pieces(texts(args.data) if args.data else _leaves(published("train")), pieces)
    print(len(kept), "pieces", file=sys.stderr)
    model = piece_model([pieces[n] for n in kept], UNKNOWN)
    (args.out / "pieces.model").write_bytes(model)
    tensors = dict(base.tensors)
    for part in ("emb.word|n", "emb.word|s"):
        tensors[part] = tensors[part][kept]
    np.savez(args.out / "base.npz", **tensors)
    make = material.Maker(load_pieces(args.out), random.Random(SEED))
    if args.data:
        _from_data(args.data, make, args.out)
    else:
        _from_repository(make, args.out)


def _from_data(data: Path, make: material.Maker, out: Path) -> None:
    """Writes the rows of the material beside the checkout."""
    _write_rows(out / "own", rows(data, make))
    for budget in material.BUDGETS:
        _write_counted(out, budget, list(counted_rows(data, make, budget)))
    _write_rows(out / "general", material.entailment(data))
    _write_parallel(data, out)


def _from_repository(make: material.Maker, out: Path) -> None:
    """Writes the rows of the public set; there are no general pairs."""
    own = (material.with_each_budget(make, item, "invented") for item in published("train"))
    _write_rows(out / "own", chain.from_iterable(own))
    for budget in material.BUDGETS:
        found = (material.of_item(make, item, "invented", budget) for item in published("test"))
        _write_counted(out, budget, list(chain.from_iterable(found)))
    _write_rows(out / "general", ())


def _write_counted(out: Path, budget: int, found: Sequence[material.Row]) -> None:
    _write_rows(out / f"counted{budget}", found)
    for name, share, of in told_apart(found):
        print(f"{budget} pieces, {name}: {share:.3f} of {of} pairs of pages are told apart")


def _write_parallel(data: Path, out: Path) -> None:
    """Writes the translated sentences that are read, in the order of their pages."""
    with (
        gzip.open(data / "parallel" / "nl_en.tsv.gz", "rt", encoding="utf-8") as stream,
        lzma.open(out / "parallel.tsv.xz", "wt", encoding="utf-8") as writes,
    ):
        for line in stream:
            source, kind, dutch, english = line.rstrip("\n").split("\t")
            if source.startswith(TRANSLATED) and kind != "f":
                writes.write(f"{kind}\t{dutch}\t{english}\n")


if __name__ == "__main__":
    main()
