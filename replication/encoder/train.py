"""Trains the encoder: general pairs first, then translated, made and own rows together, then mostly
our own. Minutes on a GPU, hours on two cores.

    python -m replication.encoder.train --folder FOLDER --out OUT

`FOLDER` is what `prepare` wrote. All is drawn with the seed; made rows come when they are made, so
weights of two runs differ. A run may be stopped (SIGSTOP) and go on: its stages are told in pieces.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as nnf
from torch.optim.swa_utils import AveragedModel

from replication.encoder import made
from replication.encoder.blocks import read_blocks
from replication.encoder.crossed import crossed, read_parallel
from replication.encoder.material import BUDGETS, Maker, Row
from replication.encoder.measured import figures, logits_of, odds, read
from replication.encoder.net import Encoder, from_base, loss, untrue
from replication.encoder.rows import Batch, Numbered, Pool, batches, numbered, read_rows
from replication.encoder.weights import save, shipped
from truthscore.encoder.pieces import Pieces, load_pieces

SEED = 0
#: Pieces of a batch, highest learning rate, steps until it is reached, what is left at the end.
BATCH, RATE, WARMING, LEFT = 16_384, 2e-4, 150, 0.01
DECAY, CLIP, BETAS = 0.01, 1.0, (0.9, 0.98)
#: What the loss of a pair of pages counts beside that of the rows.
PAIR = 1.0
#: Pieces of passages that are read at most, of our own rows and of general pairs.
LONGEST, GENERAL = 200, 110
#: General pairs that are held back.
HELD = 1_500
#: Groups drawn of each pool in the second and third stage. RAGTruth's answers, English and of long
#: pages, are two thirds of the own groups and have a pool of theirs, as has what was written last.
SECOND = {"general": 4_000, "crossed": 800, "made": 500, "own": 200, "written": 100, "ragtruth": 60}
THIRD = {"general": 2_000, "crossed": 400, "made": 400, "own": 450, "written": 500, "ragtruth": 150}
#: What the rate falls to at the end of the second stage.
FALLS = 0.55
#: Of the third stage, the part at its end of whose weights the mean is taken, every so many steps.
LAST, AVERAGED = 0.25, 25
#: Seconds between two lines of progress, and steps between two copies of the weights on a CPU.
SHOWN, KEPT = 15.0, 100
#: Passages of a job, and rows of each made pool that are waited for.
PASSAGES, WAITED = 400, 40_000

Draw = Callable[[], Iterator[Sequence[Numbered]]]
_folder: Path


def _start(folder: Path) -> None:
    global _folder
    os.environ["OMP_NUM_THREADS"] = "1"
    _folder = folder


def _job(job: tuple[str, int, int]) -> tuple[str, list[Numbered]]:
    """Rows of one kind: translated ones, or a share of the made items."""
    kind, number, of = job
    pieces, rng = load_pieces(_folder), random.Random(f"{kind}/{number}")
    if kind == "crossed":
        rows = list(crossed(read_parallel(_folder), rng, PASSAGES))
    else:
        make = Maker(pieces, rng)
        rows = [
            row
            for at, item in enumerate(made.trained()[number::of])
            for row in made.rows_of(item, make, f"m{at}", rng)
        ]
    return kind, numbered(rows, pieces, (1 + number) * 10_000_000, LONGEST)


class Trainer:
    """One network, its optimiser, and the clock."""

    def __init__(
        self, net: Encoder, device: torch.device, size: int, rate: float, kept: Path | None = None
    ) -> None:
        """`size`: pieces of a batch. `kept`: where weights are copied to now and then."""
        self.net, self._device, self._size, self._rate, self._kept = net, device, size, rate, kept
        wanted = [each for each in net.parameters() if each.requires_grad]
        self._optimiser = torch.optim.AdamW(
            [
                {"params": [each for each in wanted if each.ndim > 1], "weight_decay": DECAY},
                {"params": [each for each in wanted if each.ndim <= 1], "weight_decay": 0.0},
            ],
            lr=rate, betas=BETAS, fused=device.type == "cuda",
        )  # fmt: skip
        self._steps = 0

    def run(
        self,
        name: str,
        draw: Draw,
        millions: float,
        share: tuple[float, float],
        rng: random.Random,
        averaged: float = 0.0,
    ) -> None:
        """Trains on so many million pieces; `share`: of the highest rate, at the beginning and the
        end. The weights are then the mean of those of the last part of it (`averaged`)."""
        if not millions:
            return
        mean = AveragedModel(self.net, device=torch.device("cpu")) if averaged else None
        begin = shown = time.monotonic()
        pieces, losses = 0, []
        while True:
            for rows in batches(list(draw()), rng, self._size):
                now = time.monotonic()
                done = pieces / (millions * 1e6)
                if done >= 1:
                    if mean is not None and mean.n_averaged:
                        self.net.load_state_dict(mean.module.state_dict())
                    return
                self._step_at(share[0] + (share[1] - share[0]) * done)
                batch = Batch(rows, self._device)
                whole = self._loss(batch)
                self._optimiser.zero_grad(set_to_none=True)
                whole.backward()
                torch.nn.utils.clip_grad_norm_(self.net.parameters(), CLIP)
                self._optimiser.step()
                self._steps += 1
                if mean is not None and done > 1 - averaged and self._steps % AVERAGED == 0:
                    mean.update_parameters(self.net)
                pieces += batch.inputs[0].numel()
                losses.append(whole.detach())
                if self._kept is not None and self._steps % KEPT == 0:
                    torch.save(self.net.state_dict(), self._kept)
                if now - shown > SHOWN:
                    loss_now = float(torch.stack(losses).mean())
                    speed = pieces / (now - begin)
                    print(
                        f"{name} {done:.1%} in {now - begin:.0f}s, step {self._steps}, "
                        f"loss {loss_now:.3f}, {speed:.0f} pieces/s", flush=True,
                    )  # fmt: skip
                    shown, losses = now, []

    def _step_at(self, share: float) -> None:
        for group in self._optimiser.param_groups:
            group["lr"] = self._rate * share * min(1.0, (self._steps + 1) / WARMING)

    def _loss(self, batch: Batch) -> torch.Tensor:
        logits = read(self.net, batch, self._device).float()
        whole = loss(logits, batch.labels).mean()
        if len(batch.pairs):
            told = untrue(logits)
            apart = told[batch.pairs[:, 0]] - told[batch.pairs[:, 1]]
            whole = whole + PAIR * nnf.softplus(-apart).mean()
        return whole


def _general(folder: Path, rng: random.Random) -> tuple[list[Row], list[Row]]:
    """The general pairs for training, and those held back."""
    rows = read_rows(folder / "general.jsonl.xz")
    rng.shuffle(rows)
    held = [row for row in rows if row.source in ("snli_dev_test", "mnli_taxinli")][:HELD]
    kept = {id(row) for row in held}
    return [row for row in rows if id(row) not in kept], held


def _made_held(pieces: Pieces, most: int) -> list[Row]:
    """The rows of the made items that are held back, with passages of so many pieces."""
    rng = random.Random(SEED)
    make = Maker(pieces, rng, (most,))
    return [
        replace(row, source="made")
        for at, item in enumerate(made.held())
        for row in made.rows_of(item, make, f"m{at}", rng)
    ]


def _pool(row: Row) -> str:
    """The pool of a row of our own."""
    first = row.source.split()[0]
    return first if first in ("ragtruth", "written") else "own"


def _kept(path: Path, device: torch.device) -> dict[str, torch.Tensor]:
    """The weights of a file that a run kept, or of the folder of what ships."""
    if path.is_dir():
        return {name: torch.from_numpy(each) for name, each in shipped(path).items()}
    found: dict[str, torch.Tensor] = torch.load(path, map_location=device)
    return found


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument(
        "--millions", type=float, nargs=3, default=(2.5, 4, 30), help="pieces of each stage"
    )
    parser.add_argument("--depth", type=int, default=12, help="layers that are kept, from below")
    parser.add_argument("--freeze", type=int, default=-1, help="words and so many layers stay")
    parser.add_argument("--seed", type=int, default=SEED, help="another order of the rows")
    parser.add_argument("--resume", type=Path, help="go on from what OUT kept, or what ships")
    parser.add_argument("--batch", type=int, default=BATCH)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--threads", type=int, help="of the CPU")
    parser.add_argument("--budgets", type=int, nargs="+", default=BUDGETS)
    parser.add_argument("--every", type=int, default=1, help="every so many of the counted rows")
    parser.add_argument("--makers", type=int, default=12, help="processes that make rows")
    parser.add_argument("--jobs", type=int, nargs=2, default=(240, 96), help="translated and made")
    return parser.parse_args()


def main() -> None:
    args = _arguments()
    torch.manual_seed(args.seed)
    if args.threads:
        torch.set_num_threads(args.threads)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    args.out.mkdir(parents=True, exist_ok=True)
    rng, clock = random.Random(SEED), time.monotonic()  # what is held back stays the same
    jobs = [("crossed", n, args.jobs[0]) for n in range(args.jobs[0])]
    jobs += [("made", n, args.jobs[1]) for n in range(args.jobs[1])]
    rng.shuffle(jobs)
    workers = multiprocessing.get_context("fork").Pool(args.makers, _start, (args.folder,))
    coming = workers.imap_unordered(_job, jobs)
    pieces = load_pieces(args.folder)
    pools = {name: Pool(random.Random(n + 100 * args.seed)) for n, name in enumerate(SECOND)}
    pairs, held = _general(args.folder, rng)
    short = Pool(random.Random(len(pools)))
    easy = [row for row in pairs if row.source == "snli_dev_test"]
    short.add(numbered(easy, pieces, 0, GENERAL))
    pools["general"].add(numbered(pairs, pieces, 0, GENERAL))
    own = read_rows(args.folder / "own.jsonl.xz")
    for name in ("own", "written", "ragtruth"):
        rows = [row for row in own if _pool(row) == name]
        pools[name].add(numbered(rows, pieces, 0, LONGEST))
    counted = {
        most: [
            *read_rows(args.folder / f"counted{most}.jsonl.xz")[:: args.every],
            *_made_held(pieces, most)[:: args.every],
        ]
        for most in args.budgets
    }
    net = from_base(read_blocks(args.folder / "base.npz")).to(device)
    if args.resume:
        net.load_state_dict(_kept(args.resume, device), strict=False)
    net.layers = net.layers[: args.depth]
    if args.freeze >= 0:
        for part in (net.word, net.place, net.norm, *net.layers[: args.freeze]):
            part.requires_grad_(False)
    kept = args.out / "last.pt" if device.type == "cpu" else None
    trainer = Trainer(net, device, args.batch, args.rate, kept)
    scores: dict[str, Any] = {}

    def tell(model: Encoder, when: str) -> None:
        for most, rows in counted.items():
            told = odds(logits_of(model, rows, pieces, most + 20, device, 4 * args.batch))
            for source, line in figures(rows, told).items():
                print(f"{when}, {most} pieces, {source}: {line}", flush=True)
            scores[f"{when}-{most}"] = told
        np.savez(args.out / "scores.npz", **scores)

    def mixed(groups: dict[str, int]) -> Draw:
        def draw() -> Iterator[Sequence[Numbered]]:
            _take_in(coming, pools)
            for name, count in groups.items():
                yield from pools[name].draw(count)

        return draw

    first, second, third = args.millions
    trainer.run("short", lambda: short.draw(20_000), first / 4, (0.8, 0.8), rng)
    trainer.run("general", lambda: pools["general"].draw(20_000), first * 3 / 4, (0.8, 1.0), rng)
    logits = logits_of(net, held, pieces, GENERAL, device, 4 * args.batch)
    for source in sorted({row.source for row in held}):
        right = [
            int(logits[n].argmax()) == r.label for n, r in enumerate(held) if r.source == source
        ]
        print(f"general, {source}: {np.mean(right):.3f} of {len(right)}", flush=True)
    for kind, rows in coming:
        pools[kind].add(rows)
        if min(pools["crossed"].rows, pools["made"].rows) > WAITED:
            break
    trainer.run("second", mixed(SECOND), second, (1.0, FALLS), rng)
    if second:
        tell(net, "second")
    trainer.run("third", mixed(THIRD), third, (FALLS, LEFT), rng, LAST)
    print({name: (pool.rows, len(pool), pool.drawn) for name, pool in pools.items()}, flush=True)
    tell(net, "third")
    save(net, args.out, "full")
    workers.terminate()
    print(f"{time.monotonic() - clock:.0f} s in all", flush=True)


def _take_in(coming: Any, pools: dict[str, Pool]) -> None:
    """Puts what is ready into the pools."""
    while True:
        try:
            kind, rows = coming.next(timeout=0.001)
        except (multiprocessing.TimeoutError, StopIteration):
            return
        pools[kind].add(rows)


if __name__ == "__main__":
    main()
