"""The guardrail in one process: milliseconds per check, early exits, and memory.

    python replication/benchmark/guardrail.py [--checks 400] [--memory 20000] [--seed 0] [--write]

Answers of about 200 words and contexts of about 1,500 words are put together from
`examples/rated.jsonl` (the made-up company), drawn with the seed. Pages are warm: each has been
seen once. For every check the same answer is also only parsed, right before it, so that both meet
the same noise of the machine; the ratio is what to compare between machines. It is parsed as the
scorer does it (line by line in one batch, with the products of `text/matrices.py`) and by a plain
call of the same pipeline as spaCy loads it, which is the floor of speed.py. "Processor" counts the
time this process computed, "wall" also what it waited for other programs.

`--memory N` makes N checks of the company's own rows, again and again, and tells how the memory of
the process grew after the first tenth: once with the rows as they are, which shows what is lost,
and once, in another process, with a number in each answer that was never seen before, which shows
what new words cost: spaCy and the parts of a check keep words up to a bound. `--write` puts what
was told of the memory into SPEED.md.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import statistics
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

import spacy
from speed import write

from truthscore import ContextDocument, Example, Guardrail, read_examples
from truthscore.language import load as load_language
from truthscore.resources import bundled_pipeline
from truthscore.text.markup import normalise
from truthscore.text.parser import load as load_parser

ROOT = Path(__file__).resolve().parents[2]
RATED = ROOT / "examples" / "rated.jsonl"
ANSWER_WORDS, CONTEXT_WORDS = 200, 1_500
CASES = 40
#: Stars of the support team from which an answer is true: an untrue one may exit early.
TRUE_FROM = 4.0
#: A button that no page has: it decides before anything is parsed.
NOWHERE = "\n\nKlik daarna op de knop **Kwantumherstel**."


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--checks", type=int, default=400)
    parser.add_argument("--memory", type=int, default=0, metavar="N")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--write", action="store_true", help="also write the memory to SPEED.md")
    args = parser.parse_args()
    if args.memory:
        found = memory(args.memory)
        if args.write:
            write("guardrail-memory", found)
        return
    guardrail = loaded()
    made = cases(random.Random(args.seed))
    answer = statistics.mean(words([each.answer]) for each in made)
    context = statistics.mean(words(map(text, each.context)) for each in made)
    print(f"{len(made)} cases, mean {answer:.0f} words answer, {context:.0f} words context")
    for each in made:
        check(guardrail, each)
    actions = [check(guardrail, each).action for each in made]
    print(", ".join(f"{actions.count(name)} {name}" for name in ("allow", "review", "block")))
    against_parsing(guardrail, made, args.checks)
    early(guardrail, made, args.checks)


def loaded() -> Guardrail:
    return Guardrail.load("grounded", lang="nl", pipelines={"nl": "bundled"})


def rated() -> list[Example]:
    """The Dutch rows of the made-up company that have an answer and pages."""
    return [
        row for row in read_examples(str(RATED))
        if isinstance(row, Example) and row.lang in (None, "nl") and row.context and row.answer
    ]  # fmt: skip


def cases(rng: random.Random) -> list[Example]:
    """Answers and contexts of the wanted lengths, from rows of one language."""
    rows = [row for row in rated() if (row.rating or 0.0) >= TRUE_FROM]
    pages = sorted({page.text: page for row in rows for page in row.context}.values(), key=text)
    made: list[Example] = []
    while len(made) < CASES:
        drawn = rng.sample(rows, len(rows))
        answers: list[str] = []
        context: dict[str, ContextDocument] = {}
        for row in drawn:  # whole answers, with all of their pages
            added = context | {page.text: page for page in row.context}
            if words(added) <= CONTEXT_WORDS and row.answer not in answers:
                answers, context = [*answers, row.answer], added
            if words(answers) >= ANSWER_WORDS:
                break
        else:
            continue
        for page in rng.sample(pages, len(pages)):  # and the beginning of others
            left = CONTEXT_WORDS - words(context)
            if left > 0 and page.text not in context:
                cut = " ".join(page.text.split(" ")[:left])
                context[cut] = replace(page, text=cut)
        kept = tuple(replace(page, id=f"p{number}") for number, page in enumerate(context.values()))
        made.append(
            Example(
                id=str(len(made)), question=drawn[0].question, answer="\n\n".join(answers),
                context=kept,
            )
        )  # fmt: skip
    return made


def text(page: ContextDocument) -> str:
    return page.text


def words(texts: Iterable[str]) -> int:
    return sum(len(each.split()) for each in texts)


def check(guardrail: Guardrail, case: Example):
    return guardrail.check(question=case.question, answer=case.answer, context=case.context)


def against_parsing(guardrail: Guardrail, made: Sequence[Example], checks: int) -> None:
    nlp = load_parser(load_language("nl"), "bundled")
    alone = spacy.load(bundled_pipeline("nl"))
    names = ("parse", "spaCy alone", "check")
    wall: dict[str, list[float]] = {name: [] for name in names}
    processor: dict[str, list[float]] = {name: [] for name in names}
    for number in range(checks):
        case = made[number % len(made)]
        answer = normalise(case.answer)
        for name, run in (
            ("parse", lambda answer=answer: nlp.parse([answer])),
            ("spaCy alone", lambda answer=answer: alone(answer)),
            ("check", lambda case=case: check(guardrail, case)),
        ):
            at, used = time.perf_counter(), time.process_time()
            run()
            processor[name].append(1000 * (time.process_time() - used))
            wall[name].append(1000 * (time.perf_counter() - at))
    for clock, times in (("wall", wall), ("processor", processor)):
        for name, of in times.items():
            print(f"{name + ', ' + clock:<44}{spread(of)}")
        for floor, what in (("parse", "our parse of that answer"), ("spaCy alone", "spaCy alone")):
            ratio = statistics.median(times["check"]) / statistics.median(times[floor])
            print(f"{f'check / {what}, {clock}':<44}{ratio:8.2f}")


def early(guardrail: Guardrail, made: Sequence[Example], checks: int) -> None:
    times: list[float] = []
    used: list[float] = []
    for number in range(checks):
        case = made[number % len(made)]
        case = replace(case, answer=case.answer + NOWHERE)
        at, before = time.perf_counter(), time.process_time()
        decision = check(guardrail, case)
        used.append(1000 * (time.process_time() - before))
        times.append(1000 * (time.perf_counter() - at))
        assert decision.cause == "missing_component", decision.cause
    print(f"{'an override that needs no parse, wall':<44}{spread(times)}")
    print(f"{'an override that needs no parse, processor':<44}{spread(used)}")


def memory(checks: int) -> str:
    """How the memory of a process grows: what is printed. Each kind of row has its own process."""
    rows = f"{checks} checks of {len(rated())} rows"
    found = [f"{rows}, megabytes after each tenth, and growth since the first"]
    for kind, numbered in (("rows as they are", False), ("a new number in each", True)):
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as process:
            tenths = process.submit(tenths_of, checks, numbered).result()
        start, end = tenths[0], tenths[-1]
        each = (end - start) * 1e3 / (checks - checks // 10)
        found += [
            f"{kind + ':':<22}{' '.join(f'{tenth:.0f}' for tenth in tenths)}",
            f"{'':<22}{end / start - 1:+.1%}, {each:+.2f} KB a check",
        ]
    print("\n".join(found))
    return "\n".join(found)


def tenths_of(checks: int, numbered: bool) -> list[float]:
    """Megabytes of this process after each tenth of so many checks."""
    guardrail, made = loaded(), rated()
    found: list[float] = []
    for number in range(checks):
        case = made[number % len(made)]
        if numbered:
            case = replace(case, answer=f"{case.answer} Dossiernummer {100_000 + number}.")
        check(guardrail, case)
        if (number + 1) * 10 // checks > len(found):
            found.append(resident())
            print(f"{number + 1:>8} checks{found[-1]:10.1f} MB", flush=True)
    return found


def resident() -> float:
    """Megabytes of memory this process has now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / 1e6


def spread(times: Sequence[float]) -> str:
    ranked = sorted(times)
    return (
        f"{statistics.median(ranked):8.2f} ms p50{ranked[int(0.99 * (len(ranked) - 1))]:9.2f} ms "
        f"p99{ranked[-1]:9.2f} ms max"
    )


if __name__ == "__main__":
    main()
