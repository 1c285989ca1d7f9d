"""The page for raters in a real Chromium: seconds from Enter to the next answer, and what is lost
when the server is killed.

    python -m replication.benchmark.rate_page            # 1,000 answers, 200 of them rated
    python -m replication.benchmark.rate_page --kills 50

The answers are those of the made-up company, each in several versions, scored by the server while
they are rated: the first answers are the slowest, since nothing has been computed yet.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from tests.rate import chromium
from tests.rate.served import Server
from truthscore.formats import read_examples
from truthscore.rate import items as rated
from truthscore.rate.store import Store

ROOT = Path(__file__).parents[2]
RATED = ROOT / "examples" / "rated.jsonl"
SHOWN = "document.getElementById('place').dataset.shown"
ITEM = "document.getElementById('item').dataset.item"
#: Seconds from Enter within which a kill comes: before, while and after the rating is saved.
LONGEST = 0.08
#: Notes, within the page, when Enter is pressed and when the next answer can be judged.
CLOCK = """
window.waits = []; let pressed = 0;
document.addEventListener('keydown', event => {
  if (event.key === 'Enter') pressed = performance.now();
}, true);
new MutationObserver(() => requestAnimationFrame(() => waits.push(performance.now() - pressed)))
  .observe(document.getElementById('place'), {attributes: true, attributeFilter: ['data-shown']});
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--items", type=int, default=1_000)
    parser.add_argument("--rate", type=int, default=200)
    parser.add_argument("--kills", type=int, default=0, help="kill the server so often instead")
    args = parser.parse_args()
    if chromium.found() is None:
        sys.exit("no Chromium on this machine")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        answers = folder / "answers.jsonl"
        write(answers, args.items)
        options = ("--no-scores",) if args.kills else ()
        server = Server(answers, folder / "ratings.sqlite", *options)
        try:
            with chromium.browser(folder / "chromium") as opened:
                page = opened.page()
                page.go(f"{server.address}rate?rater=r1")
                page.until(SHOWN)
                if args.kills:
                    killed(page, server, args.kills, answers, folder / "ratings.sqlite")
                else:
                    timed(page, args.rate, args.items)
        finally:
            server.kill()


def write(path: Path, count: int) -> None:
    """`count` different answers."""
    rows = [json.loads(line) for line in RATED.read_text(encoding="utf-8").splitlines()]
    with open(path, "w", encoding="utf-8") as file:
        for number in range(count):
            row = rows[number % len(rows)]
            version = number // len(rows)
            answer = row["answer"] + (f"\n\nZie ook punt {version}." if version else "")
            kept = {"question": row["question"], "context": row["context"], "answer": answer}
            file.write(json.dumps({"id": f"{row['id']}-{version}", **kept}) + "\n")


def timed(page: chromium.Page, count: int, items: int) -> None:
    page.ask(CLOCK)
    rng = random.Random(0)
    for number in range(count):
        page.press(str(rng.randint(1, 5)), "Enter")
        page.until(f"waits.length === {number + 1}")
    waits = np.array(page.ask("waits")) / 1_000
    print(f"{items} answers, {count} rated; Enter to the next answer, seconds")
    for name, part in (("first 50", waits[:50]), ("all", waits)):
        p50, p95 = np.percentile(part, [50, 95])
        print(f"  {name:8}  p50 {p50:.3f}  p95 {p95:.3f}  max {part.max():.3f}")


def killed(page: chromium.Page, server: Server, count: int, answers: Path, db: Path) -> None:
    rng = random.Random(0)
    given = {}
    for _ in range(count):
        given[page.ask(ITEM)] = star = rng.randint(1, 5)
        before = page.ask(SHOWN)
        page.press(str(star), "Enter")
        time.sleep(rng.random() * LONGEST)
        server.kill()
        server.start()
        page.until(f"{SHOWN} !== {before!r}")
    with Store(db, rated.of(read_examples(str(answers)))).reading() as state:
        kept = {each.item: each.truth for each in state.history["r1"]}
        rows = state.seq
    lost = sum(kept.get(item) != star for item, star in given.items())
    print(f"{count} kills, {len(given)} ratings: {lost} lost, {len(kept) - len(given)} too many")
    print(f"{rows} rows in the file")


if __name__ == "__main__":
    main()
