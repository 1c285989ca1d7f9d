"""Speed against the floor: what scoring costs beside parsing the answer with the same pipeline.

    python replication/benchmark/speed.py [--messages 100] [--seed 0] [--parts floor,...]

Messages are made from `examples/rated.jsonl` (answers and pages of the made-up company), drawn with
the seed and joined to answers of about 200 words with contexts of about 1,500. Parts:

    floor      cold and warm, paper and grounded, beside spaCy alone on the same answers (the same
               pipeline as spaCy loads it), and beside it with the products of text/matrices.py
    growth     time against words of the answer, of the context, and rows: the exponent of the fit
    pages      a kept page (`--cache`, `index`): milliseconds to read it, bytes, beside parsing it
    processes  --jobs 2 and a local Dask cluster beside one process
    start      `truthscore --help`, and process start to the first scored message
    memory     --rows messages over --pages help pages in one run, with two processes (--data):
               memory on the way, and time against rows in that one run (three decades)

Times are processor seconds of this process where it alone works, else wall-clock seconds; both
move with the machine, so the ratios, measured in one run, are what to compare.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import math
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

import spacy

from truthscore import Example, TruthScorer, read_examples
from truthscore.batch import ScorerOptions, score_parallel
from truthscore.resources import bundled_pipeline
from truthscore.store import DocumentStore
from truthscore.text.markup import normalise
from truthscore.types import ContextDocument

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from folders import folder_with

ROOT = Path(__file__).resolve().parents[2]
RATED = ROOT / "examples" / "rated.jsonl"
SPEED = Path(__file__).with_name("SPEED.md")
REPEATS = 5
ANSWER_WORDS, CONTEXT_WORDS = 200, 1500
#: The long run: rows behind the last new page before the clock starts (a window of the pool and
#: more), rows between two looks at the memory and between two lines, and where time is fitted.
SETTLED, LOOK_EVERY, STEP = 1500, 500, 10_000
DECADES = (100, 1000, 10_000, 100_000)
#: A question that is scored, and its answer.
FIRST = {"nl": ("Kan dit?", "Ja."), "en": ("Can I do this?", "Yes.")}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--messages", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--parts", default="floor,growth,pages,processes,start")
    parser.add_argument(
        "--data",
        type=folder_with("businesscentral_nl.jsonl.gz"),
        help="folder of businesscentral_nl.jsonl.gz (memory)",
    )
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--pages", type=int, default=900)
    parser.add_argument("--write", action="store_true", help="also write the parts to SPEED.md")
    args = parser.parse_args()
    if "memory" in args.parts.split(",") and args.data is None:
        parser.error("the part memory needs --data")
    for name in args.parts.split(","):
        shown.clear()
        say(f"## {name}")
        PARTS[name](args)
        if args.write:
            write(name, "\n".join(shown[1:]))


def floor(args: argparse.Namespace) -> None:
    messages = made(args.messages, args.seed)
    pages = {page.text for each in messages for page in each.context}
    words = statistics.mean(len(each.answer.split()) for each in messages)
    context = statistics.mean(sum(len(p.text.split()) for p in each.context) for each in messages)
    say(f"{len(messages)} messages over {len(pages)} pages; mean {words:.0f} words answer, "
          f"{context:.0f} words context")  # fmt: skip
    for profile in ("paper", "grounded"):
        began = time.perf_counter()
        scorer = TruthScorer.load(profile, lang="nl", score_types="all")
        line(f"{profile}: load the scorer", time.perf_counter() - began, "s")
        nlp = spacy.load(bundled_pipeline("nl"))
        ours = scorer._parsers["nl"]._nlp  # type: ignore[attr-defined]
        answers = [normalise(each.answer) for each in messages]
        parse = least(lambda: [list(nlp.pipe([answer])) for answer in answers])  # noqa: B023
        batch = least(lambda: list(nlp.pipe(answers)))  # noqa: B023
        quick = least(lambda: [list(ours.pipe([answer])) for answer in answers])  # noqa: B023
        whole = spent(lambda: list(nlp.pipe([*sorted(pages), *answers])))  # noqa: B023
        cold = spent(lambda: list(scorer.score_many(messages)))  # noqa: B023
        warm = least(lambda: list(scorer.score_many(messages)))  # noqa: B023
        single = least(lambda: [list(scorer.score_many([m])) for m in messages])  # noqa: B023
        count = len(messages) / 1000
        line(f"{profile}: spaCy alone on the answers, one at a time", parse / count, "ms")
        line(f"{profile}: the same in one batch", batch / count, "ms")
        line(f"{profile}: the same pipeline with our products, one at a time", quick / count, "ms")
        line(f"{profile}: warm, one at a time", single / count, "ms")
        line(f"{profile}: warm, in a batch", warm / count, "ms")
        line(f"{profile}: warm / spaCy alone, one at a time", single / parse, "x")
        line(f"{profile}: warm / spaCy alone, in a batch", warm / batch, "x")
        line(f"{profile}: warm / with our products, one at a time", single / quick, "x")
        line(f"{profile}: cold, in a batch", cold / count, "ms")
        line(f"{profile}: cold / spaCy alone on pages and answers", cold / whole, "x")


def growth(args: argparse.Namespace) -> None:
    rated = pool()
    rng = random.Random(args.seed)
    text = "\n\n".join(each.answer for each in rng.sample(rated, len(rated)))
    pages = "\n\n".join(page.text for each in rated for page in each.context)
    scorer = TruthScorer.load("grounded", lang="nl", score_types="all")
    scorer.profile.limits.__dict__.update(max_answer_chars=10**8, max_context_chars=10**8)
    base = made(1, args.seed)[0]
    sizes = {
        "words of the answer": [10, 50, 250, 1000, 5000],
        "words of the context": [50, 500, 5000, 50000],
        "documents of 100 words": [1, 10, 100, 400],
        "rows": [100, 1000, 10000],
    }
    for name, steps in sizes.items():
        times = []
        for size in steps:
            if name == "words of the answer":
                rows = [replace(base, answer=cut(text, size))]
            elif name == "words of the context":
                page = ContextDocument(id="p", text=cut(pages, size))
                rows = [replace(base, context=(page,))]
            elif name.startswith("documents"):
                rows = [replace(base, context=tuple(pieces(pages, size)))]
            else:
                many = made(100, args.seed) * (size // 100)
                rows = [replace(each, id=str(number)) for number, each in enumerate(many)]
            scorer.keep(2000)
            times.append(spent(lambda: list(scorer.score_many(rows))))  # noqa: B023
        slope = exponent(steps[1:], times[1:])
        listed = ", ".join(f"{n}: {1000 * t:.0f} ms" for n, t in zip(steps, times, strict=True))
        line(f"{name}: exponent", slope, "")
        say(f"    {listed}")


def pages(_: argparse.Namespace) -> None:
    """What a page costs that was parsed before: the example help pages of both languages."""
    for lang in ("nl", "en"):
        files = sorted((RATED.parent / "help" / lang).glob("*.md"))
        texts = [file.read_text(encoding="utf-8") for file in files]
        documents = [ContextDocument(id=str(n), text=text) for n, text in enumerate(texts)]
        for profile in ("paper", "grounded"):
            scorer = TruthScorer.load(profile, lang=lang)
            with tempfile.TemporaryDirectory() as folder:
                store = DocumentStore(folder)
                began = time.process_time()
                made = list(scorer._pages.index(documents, lang).values())
                parsed = time.process_time() - began
                keys = [hashlib.sha256(text.encode()).hexdigest() for text in texts]
                for key, page in zip(keys, made, strict=True):
                    store.put(key, page)
                read = least(lambda: [store.get(key) for key in keys])  # noqa: B023
                size = sum(f.stat().st_size for f in Path(folder).rglob("*") if f.is_file())
            name = f"{lang}, {profile}"
            line(f"{name}: parse and index a page, mean of {len(keys)}",
                 1000 * parsed / len(keys), "ms")  # fmt: skip
            line(f"{name}: read it from its file", 1000 * read / len(keys), "ms")
            line(f"{name}: its file", size / len(keys) / 1000, "kB")


def processes(args: argparse.Namespace) -> None:
    from truthscore.cluster import _score, connect, score_on_cluster

    rows = [replace(each, id=str(n)) for n, each in enumerate(made(args.messages, args.seed) * 20)]
    options = ScorerOptions(profile="paper", lang="nl", score_types="all")
    scorer = options.load()
    one = wall(lambda: list(scorer.score_many(rows)))
    line(f"one process, {len(rows)} messages", len(rows) / one, "/s")
    two, begin = streamed(score_parallel(iter(rows), options, jobs=2))
    line("--jobs 2, without its start", (len(rows) - begin[0]) / two, "/s")
    line("--jobs 2 / one process", (len(rows) - begin[0]) / two / (len(rows) / one), "x")
    with connect("local") as client:
        client.run(_score, [], options)  # loaded: the start is not what is measured
        dask, begin = streamed(score_on_cluster(iter(rows), options, client))
    line("Dask, local cluster, without its start", (len(rows) - begin[0]) / dask, "/s")
    line("Dask / --jobs 2", two / dask, "x")


def start(_: argparse.Namespace) -> None:
    line(
        "truthscore --help",
        statistics.median(wall(lambda: command("--help")) for _ in range(REPEATS)),
        "s",
    )
    for lang, (question, answer) in FIRST.items():
        row = {"question": question, "answer": answer, "context": [answer], "lang": lang}
        for profile in ("paper", "grounded"):
            how = ("score", "-", "-q", "--lang", lang, "--profile", profile)
            taken = [wall(lambda: command(*how, stdin=json.dumps(row))) for _ in range(REPEATS)]  # noqa: B023
            line(f"process start to the first scored message, {lang}, {profile}",
                 statistics.median(taken), "s")  # fmt: skip
    for langs in (("nl",), ("en",), ("nl", "en")):
        cpu, peak = zip(*(first_verdict(langs) for _ in range(REPEATS)), strict=True)
        line(f"grounded, {' and '.join(langs)}: CPU of import, load and first verdict",
             statistics.median(cpu), "s")  # fmt: skip
        line(f"grounded, {' and '.join(langs)}: most memory", statistics.median(peak), "MB")


def first_verdict(langs: Sequence[str]) -> tuple[float, float]:
    """CPU seconds and the most megabytes of a fresh process until it has judged one answer in each
    language."""
    rows = [{"question": q, "answer": a, "context": [a], "lang": lang}
            for lang, (q, a) in FIRST.items() if lang in langs]  # fmt: skip
    program = (
        "import json, resource, sys, time\n"
        "from truthscore import TruthScorer\n"
        "scorer = TruthScorer.load('grounded', score_types='all')\n"
        "[scorer.score(**row) for row in json.load(sys.stdin)]\n"
        "print(time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], input=json.dumps(rows), capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    cpu, peak = map(float, done.stdout.split())
    return cpu, peak


def memory(args: argparse.Namespace) -> None:
    """Memory and time of one long run.

    The first rows hold each page once. The clock starts `SETTLED` rows behind them: from there
    every row costs the same, or time grows. It is fitted at each power of ten.
    """
    with gzip.open(args.data / "businesscentral_nl.jsonl.gz", "rt", encoding="utf-8") as stream:
        pages = [json.loads(text)["text"] for text in islice(stream, args.pages)]
    rated, rng = pool(), random.Random(args.seed)
    first = math.ceil(len(pages) / 3)
    start = first + SETTLED

    def rows() -> Iterator[Example]:
        for number in range(start + args.rows):
            each = rng.choice(rated)
            chosen = (
                [at % len(pages) for at in range(3 * number, 3 * number + 3)]
                if number < first
                else rng.sample(range(len(pages)), 3)
            )
            context = tuple(ContextDocument(id=str(n), text=pages[n]) for n in chosen)
            yield replace(each, id=str(number), context=context)

    options = ScorerOptions(profile="paper", lang="nl", score_types="all")
    began = time.perf_counter()
    memories: dict[int, float] = {}
    times: dict[int, float] = {}
    for number, _ in enumerate(score_parallel(rows(), options, jobs=2), start=1 - start):
        if number == 0:
            say(f"    every page read, {time.perf_counter() - began:.0f} s")
            began = time.perf_counter()
        if number % LOOK_EVERY == 0:
            memories[number] = of_all_processes("VmRSS")
        if number in DECADES or (number > 0 and number % STEP == 0):
            times[number] = time.perf_counter() - began
        if number > 0 and (number % STEP == 0 or number == args.rows):
            peaks = of_all_processes("VmHWM")
            say(f"    {number} rows, {time.perf_counter() - began:.0f} s, "
                f"{of_all_processes('VmRSS'):.0f} MB")  # fmt: skip
    line(f"peak memory of all processes, {args.rows} messages over {len(pages)} pages",
         max(memories.values()), "MB")  # fmt: skip
    line("the peaks of each process added up, whenever they were", peaks, "MB")
    # A look differs from the next by what the rows under way need: stretches are compared.
    early, late = (
        [memories[number] for number in memories if behind < number <= behind + STEP]
        for behind in (0, max(0, args.rows - STEP))
    )
    if args.rows >= 2 * STEP:
        line(f"median of the first {STEP} rows", statistics.median(early), "MB")
        line(f"median of the last {STEP} rows", statistics.median(late), "MB")
        line(f"peak of the first {STEP} rows", max(early), "MB")
        line(f"peak of the last {STEP} rows", max(late), "MB")
    decades = [number for number in DECADES if number in times]
    if len(decades) > 1:
        line("rows: exponent", exponent(decades, [times[each] for each in decades]), "")
    say("    " + ", ".join(f"{each}: {times[each]:.1f} s" for each in decades))


PARTS: dict[str, Callable[[argparse.Namespace], None]] = {
    "floor": floor, "growth": growth, "pages": pages, "processes": processes, "start": start,
    "memory": memory,
}  # fmt: skip


# --- messages ---------------------------------------------------------------------------------


def pool() -> list[Example]:
    rated = [each for each in read_examples(str(RATED)) if isinstance(each, Example)]
    return [replace(each, lang="nl") for each in rated if each.answer.strip() and each.context]


def made(count: int, seed: int) -> list[Example]:
    """Answers of about 200 words with contexts of about 1,500, joined from the examples."""
    rated, rng = pool(), random.Random(seed)
    pages = sorted({page.text for each in rated for page in each.context})
    found = []
    for number in range(count):
        answer, context = "", []
        first = rng.choice(rated)
        while len(answer.split()) < ANSWER_WORDS:
            answer = f"{answer}\n\n{rng.choice(rated).answer}".strip()
        chosen = [page.text for page in first.context]
        while sum(len(text.split()) for text in chosen) < CONTEXT_WORDS:
            chosen.append(rng.choice(pages))
        context = [ContextDocument(id=str(n), text=text) for n, text in enumerate(chosen)]
        found.append(replace(first, id=str(number), answer=answer, context=tuple(context)))
    return found


def cut(text: str, words: int) -> str:
    """The first `words` words of `text`, said again and again."""
    size = len(text.split())
    long = "\n\n".join([text] * (1 + words // size))
    lines, left = [], words
    for each in long.split("\n"):
        if left <= 0:
            break
        kept = each.split(" ")[:left]
        lines.append(" ".join(kept))
        left -= len(each.split())
    return "\n".join(lines)


def pieces(text: str, count: int) -> Iterator[ContextDocument]:
    words = text.split()
    for number in range(count):
        at = (number * 97) % max(1, len(words) - 100)
        yield ContextDocument(id=str(number), text=" ".join(words[at : at + 100]) + f" {number}.")


# --- measuring --------------------------------------------------------------------------------


def spent(run: Callable[[], object]) -> float:
    """Processor seconds of this process."""
    began = time.process_time()
    run()
    return time.process_time() - began


def least(run: Callable[[], object]) -> float:
    """The least processor time of some runs: what the work costs without the neighbours."""
    return min(spent(run) for _ in range(REPEATS))


def wall(run: Callable[[], object]) -> float:
    began = time.perf_counter()
    run()
    return time.perf_counter() - began


def streamed(verdicts: Iterator[object]) -> tuple[float, tuple[int, float]]:
    """Wall-clock seconds behind the first tenth of a run, and how many verdicts that was."""
    began = time.perf_counter()
    first = 0
    for first, _ in enumerate(verdicts, start=1):
        if first == 200:
            break
    at = time.perf_counter()
    for _ in verdicts:
        pass
    return time.perf_counter() - at, (first, at - began)


def exponent(sizes: Sequence[int], times: Sequence[float]) -> float:
    """The slope of log time against log size: 1 is linear, 2 quadratic."""
    xs, ys = [math.log(size) for size in sizes], [math.log(t) for t in times]
    mx, my = statistics.mean(xs), statistics.mean(ys)
    return sum((x - mx) * (y - my) for x, y in zip(xs, ys, strict=True)) / sum(
        (x - mx) ** 2 for x in xs
    )


def of_all_processes(what: str) -> float:
    """Megabytes of this process and its children (Linux), else the peak of this one.

    `what`: "VmRSS", resident now, or "VmHWM", each one's peak.
    """
    me = os.getpid()
    total = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            status = (folder / "status").read_text()
        except OSError:
            continue
        facts = dict(text.split(":", 1) for text in status.splitlines() if ":" in text)
        if int(folder.name) == me or int(facts["PPid"]) == me:
            total += int(facts.get(what, "0 kB").split()[0])
    return total / 1024 or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def command(*args: str, stdin: str = "") -> None:
    code = "from truthscore.cli import main; main()"
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [sys.executable, "-c", code, *args],
            input=stdin, text=True, capture_output=True, check=True, cwd=folder,
        )  # fmt: skip


#: What was printed of the part that runs.
shown: list[str] = []


def say(text: str) -> None:
    print(text, flush=True)
    shown.append(text)


def line(what: str, value: float, unit: str) -> None:
    say(f"{what:<64}{value:10.3f} {unit}".rstrip())


def write(name: str, body: str) -> None:
    """Replace the block of a part in SPEED.md by what was measured now."""
    text = SPEED.read_text(encoding="utf-8")
    begin, end = f"<!-- part:{name} -->\n", "<!-- end -->"
    head, _, rest = text.partition(begin)
    tail = rest.partition(end)[2]
    SPEED.write_text(f"{head}{begin}```text\n{body}\n```\n{end}{tail}", encoding="utf-8")


if __name__ == "__main__":
    main()
