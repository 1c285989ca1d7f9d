"""How fast the bundled pipelines load and parse, and how large they are.

    OMP_NUM_THREADS=1 python replication/pipelines/speed.py --help-text DIR

Words are blank-separated; texts have 200 of them; the clocks run around `nlp.pipe` with the
pipeline's own batch size. Wall time and processor time are both printed, each the best of four
rounds: on a shared machine wall time measures the neighbours. Loading is timed in fresh
processes, without the import of spaCy.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import subprocess
import sys
import time
import zipfile
from io import BytesIO
from pathlib import Path

import spacy

PIPELINES = Path(__file__).resolve().parents[2] / "truthscore" / "pipelines"
WORDS_PER_TEXT = 200
_LOAD = (
    "import sys, time, spacy; t, p = time.perf_counter(), time.process_time(); "
    "spacy.load(sys.argv[1]); print(time.perf_counter() - t, time.process_time() - p)"
)


def texts(path: Path, count: int) -> list[str]:
    """`count` texts of 200 words each, cut from help pages."""
    made: list[str] = []
    with gzip.open(path, "rt", encoding="utf-8") as rows:
        for row in rows:
            words = json.loads(row)["text"].split()
            for start in range(0, len(words) - WORDS_PER_TEXT, WORDS_PER_TEXT):
                made.append(" ".join(words[start : start + WORDS_PER_TEXT]))
                if len(made) == count:
                    return made
    return made


def zipped_size(folder: Path) -> int:
    """Bytes of the folder in a deflated zip, which is what a wheel is."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                archive.write(file, str(file.relative_to(folder)))
    return len(buffer.getvalue())


def load_seconds(folder: Path, rounds: int = 5) -> tuple[float, float]:
    """Wall and processor seconds of the fastest of some loads, each in a process of its own."""
    command = [sys.executable, "-c", _LOAD, str(folder)]
    walls: list[float] = []
    cpus: list[float] = []
    for _ in range(rounds):
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        wall, cpu = done.stdout.split()
        walls.append(float(wall))
        cpus.append(float(cpu))
    return min(walls), min(cpus)


def main() -> None:
    """Print one line per language and the size of both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--help-text", type=Path, required=True)
    parser.add_argument("--pipelines", type=Path, default=PIPELINES)
    parser.add_argument("--texts", type=int, default=300)
    arguments = parser.parse_args()
    if os.environ.get("OMP_NUM_THREADS") != "1":
        print("note: OMP_NUM_THREADS is not 1; this may use more than one core")
    total = 0
    for lang in ("nl", "en"):
        folder = arguments.pipelines / lang
        nlp = spacy.load(folder)
        sample = texts(arguments.help_text / f"businesscentral_{lang}.jsonl.gz", arguments.texts)
        for _ in nlp.pipe(sample[:20]):
            pass
        walls: list[float] = []
        cpus: list[float] = []
        for _ in range(4):
            wall, cpu = time.perf_counter(), time.process_time()
            for _ in nlp.pipe(sample):
                pass
            walls.append(time.perf_counter() - wall)
            cpus.append(time.process_time() - cpu)
        words = WORDS_PER_TEXT * len(sample)
        load_wall, load_cpu = load_seconds(folder)
        size = zipped_size(folder)
        total += size
        print(
            f"{lang}: {words / min(walls):,.0f} words/s of wall time, "
            f"{words / min(cpus):,.0f} of processor time (batch size {nlp.batch_size}); "
            f"load {load_wall:.2f} s wall, {load_cpu:.2f} s processor; {size / 1e6:.1f} MB zipped",
            flush=True,
        )
    print(f"both: {total / 1e6:.1f} MB zipped")


if __name__ == "__main__":
    main()
