"""Runs that are broken off, and whether `--resume` ends them with the bytes of an undisturbed run.

    python replication/benchmark/faults.py [--runs 50] [--seed 0]

Kinds, in turn: `killed` (SIGKILL of the command at a random moment), `worker` (SIGKILL of one of
its processes), `disk` (the output may not grow past a random size, as on a full disk), `shared`
(four runs at once fill one empty cache folder, one of them is killed), `memory` (processes get
little address space: some cannot load, some cannot score), `dask` (a process of a local Dask
cluster is killed). Each run is resumed without a fault until it ends; then its output is compared
with the undisturbed one: complete, no line twice, the same bytes. Only processes started here are
ended.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RATED = ROOT / "examples" / "rated.jsonl"
#: Times a broken run may be resumed.
TRIES = 10
LIMIT_SECONDS = 180


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kinds", default=",".join(KINDS))
    args = parser.parse_args()
    rng = random.Random(args.seed)
    kinds = args.kinds.split(",")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        rows = folder / "rows.jsonl"
        write_rows(rows, rng)
        whole = folder / "whole.jsonl"
        began = time.perf_counter()
        finish(score(rows, whole), check=True)
        seconds = time.perf_counter() - began
        wanted = whole.read_bytes()
        print(f"undisturbed: {len(wanted.splitlines())} rows in {seconds:.0f} s")
        results: dict[str, list[bool]] = {kind: [] for kind in kinds}
        for number in range(args.runs):
            kind = kinds[number % len(kinds)]
            mine = folder / f"run{number}"
            mine.mkdir()
            broken = KINDS[kind](rows, mine, rng, seconds)
            right = all(resumed(rows, output).read_bytes() == wanted for output in broken)
            results[kind].append(right)
            print(f"{number:>3} {kind:<8}{'the same bytes' if right else 'DIFFERENT'}", flush=True)
    for kind, found in results.items():
        print(f"{kind:<8}{sum(found)} of {len(found)}")
    total = [right for found in results.values() for right in found]
    print(f"all     {sum(total)} of {len(total)} runs end complete and byte-identical")
    sys.exit(0 if all(total) else 1)


def write_rows(path: Path, rng: random.Random) -> None:
    """Three hundred answers of the examples under ids of their own."""
    lines = [json.loads(text) for text in RATED.read_text(encoding="utf-8").splitlines()]
    with path.open("w", encoding="utf-8") as stream:
        for number in range(300):
            row = {**rng.choice(lines), "id": f"row{number}"}
            stream.write(json.dumps(row, ensure_ascii=False) + "\n")


def score(rows: Path, output: Path, *more: str, **how: object) -> subprocess.Popen[bytes]:
    """`truthscore score`, started in a process group of its own."""
    code = "from truthscore.cli import main; main()"
    args = ["score", str(rows), "-o", str(output), "-q", "--profile", "paper", "--lang", "nl"]
    args += ["--ignore-unknown", *more]
    return subprocess.Popen(
        [sys.executable, "-c", code, *args],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        **how,  # type: ignore[call-overload]
    )  # fmt: skip


def finish(run: subprocess.Popen[bytes], *, check: bool = False) -> int:
    code = run.wait(timeout=LIMIT_SECONDS)
    if check and code != 0:
        raise SystemExit(f"a run without a fault ended with {code}")
    return code


def resumed(rows: Path, output: Path) -> Path:
    """The output after as many undisturbed resumed runs as it takes."""
    for _ in range(TRIES):
        if finish(score(rows, output, "--resume")) == 0:
            return output
    return output


def killed(rows: Path, folder: Path, rng: random.Random, seconds: float) -> Sequence[Path]:
    output = folder / "out.jsonl"
    jobs = str(rng.choice((1, 2)))
    run = score(rows, output, "--jobs", jobs)
    time.sleep(rng.uniform(0.2, 1.2) * seconds)
    end(run)
    return [output]


def worker(rows: Path, folder: Path, rng: random.Random, seconds: float) -> Sequence[Path]:
    output = folder / "out.jsonl"
    run = score(rows, output, "--jobs", "2")
    time.sleep(rng.uniform(0.5, 1.5) * seconds)
    for pid in children(run.pid)[:1]:
        os.kill(pid, signal.SIGKILL)
    finish(run)
    return [output]


def disk(rows: Path, folder: Path, rng: random.Random, _: float) -> Sequence[Path]:
    output = folder / "out.jsonl"
    most = rng.randrange(1, 400_000)

    def limited() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    finish(score(rows, output, preexec_fn=limited))
    return [output]


def shared(rows: Path, folder: Path, rng: random.Random, seconds: float) -> Sequence[Path]:
    outputs = [folder / f"out{number}.jsonl" for number in range(4)]
    runs = [score(rows, output, "--cache", str(folder / "pages")) for output in outputs]
    time.sleep(rng.uniform(0.3, 2.0) * seconds)
    end(runs[rng.randrange(4)])
    for run in runs:
        finish(run)
    return outputs


def memory(rows: Path, folder: Path, rng: random.Random, _: float) -> Sequence[Path]:
    output = folder / "out.jsonl"
    most = (
        rng.randrange(600, 1400) * 2**20
    )  # address space: some runs cannot load, some cannot score

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (most, most))

    finish(score(rows, output, "--jobs", "2", preexec_fn=limited))
    return [output]


def dask(rows: Path, folder: Path, rng: random.Random, seconds: float) -> Sequence[Path]:
    output = folder / "out.jsonl"
    run = score(rows, output, "--cluster", "local")
    time.sleep(rng.uniform(0.8, 2.0) * seconds)
    found = children(run.pid)
    if found:
        os.kill(rng.choice(found), signal.SIGKILL)
    try:
        finish(run)
    except subprocess.TimeoutExpired:
        end(run)
    return [output]


KINDS: dict[str, Callable[[Path, Path, random.Random, float], Sequence[Path]]] = {
    "killed": killed, "worker": worker, "disk": disk, "shared": shared, "memory": memory,
    "dask": dask,
}  # fmt: skip


def children(pid: int) -> list[int]:
    """The processes that `pid` started and that do the work (Linux)."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            fields = (place / "stat").read_text().rpartition(")")[2].split()
            line = (place / "cmdline").read_text()
        except OSError:
            continue
        if int(fields[1]) == pid and "resource_tracker" not in line:
            found.append(int(place.name))
    return sorted(found)


def end(run: subprocess.Popen[bytes]) -> None:
    """SIGKILL for a command and what it started."""
    with suppress(ProcessLookupError):
        os.killpg(run.pid, signal.SIGKILL)
    run.wait(timeout=LIMIT_SECONDS)


if __name__ == "__main__":
    main()
