"""Trains the joint Dutch-English vectors and the word table that ship in `truthscore/vectors`.

    python -m replication.vectors.build --pairs ../shared/data/parallel/nl_en.tsv.gz \
        --without smb,nav --out truthscore/vectors/nl-en.npz

`--without` leaves out the pairs whose source tag begins so. With OMP_NUM_THREADS=1 the same pairs
and settings give the same bytes on the same kind of machine. What each step gives is printed, with
the processor's seconds until then.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from replication.folders import existing_file
from replication.vectors import bpe, ibm1, train
from replication.vectors.pairs import Pairs, read
from replication.vectors.weights import Weights, save, weights
from truthscore.signature import digest
from truthscore.text.pieces import Pieces

#: Pieces of both languages together: with half of them right pages are found less often.
PIECES = 32_000
#: Occurrences of a word, or a pair of pieces, that the list is made of.
LEAST = 3
#: Entries of the table: so likely, at least, and so many of a word, at most.
SHARE, MOST = 0.08, 4
#: Entries that are trained on as pairs of one word each.
SURE = 0.3
SETTINGS = train.Settings(
    size=192, epochs=5, batch=512, run=16, every=3, rate=0.01, warmth=0.05, seed=0
)


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=existing_file, required=True)
    parser.add_argument("--without", default="", help="comma-separated beginnings of source tags")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args(argv)
    told = timed()
    pairs = read(args.pairs, tuple(filter(None, args.without.split(","))))
    made = built(pairs, told=told)
    save(args.out, made)
    print(f"{args.out.name}: {args.out.stat().st_size:,} bytes, {digest([args.out.read_bytes()])}")


def timed() -> Callable[[str], None]:
    """Prints a line with the seconds of the processor from now on."""
    start = time.process_time()
    return lambda line: print(f"{time.process_time() - start:6.0f} s  {line}", flush=True)


def _silent(line: str) -> None:
    """Tells nothing."""


def built(
    pairs: Pairs, *, size: int = PIECES, least: int = LEAST,
    settings: train.Settings = SETTINGS, told: Callable[[str], None] = _silent,
) -> Weights:  # fmt: skip
    """Pieces, vectors and word table of the pairs."""
    told(f"{len(pairs):,} pairs")
    listed = bpe.learned((*pairs.first, *pairs.second), size, least)
    told(f"{len(listed):,} pieces")
    entries = ibm1.table(pairs, SHARE, MOST)
    told(f"{len(entries):,} entries in the word table")
    sure = [(each.first, each.second) for each in entries if each.share >= SURE]
    found = train.trained(Pieces(listed), pairs, sure, settings, told)
    return weights(listed, found, [(e.first, e.second, e.share) for e in entries])


if __name__ == "__main__":
    main()
