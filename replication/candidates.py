"""Features that were considered, each alone against the stars (§5.2): what was taken, what was not.

    python -m replication.candidates --data ../shared/data/bench
    python -m replication.candidates --data ../shared/data/bench --write

Reads `candidates.toml`. Exit code 1 when a figure there is not the one measured; `--write` puts the
measured ones into the file.
"""

from __future__ import annotations

import argparse
import gzip
import itertools
import json
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import regex

from replication.folders import folder_with
from replication.tables import ours
from truthscore import Example, TruthScorer, Verdict
from truthscore.evaluate.correlation import Correlation, correlate
from truthscore.example import example_from

CANDIDATES = Path(__file__).with_name("candidates.toml")
#: Shares of an answer's words that a page must have for the answer to draw on it.
DRAWN_ON = 0.3
Words = Sequence[str]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--data",
        type=folder_with("nl_support_dev.jsonl.gz"),
        required=True,
        help="folder of nl_support_dev",
    )
    parser.add_argument("--write", action="store_true", help="put the figures into the file")
    args = parser.parse_args()
    with gzip.open(args.data / f"{ours.SUPPORT}.jsonl.gz", "rt", encoding="utf-8") as stream:
        rows = [json.loads(line) for line in stream]
    sets = (
        ours.rated_examples(ours.EXAMPLES),
        [example_from(row, default_id=row["id"]) for row in rows],
    )
    scorer = TruthScorer.load("grounded")
    scored = [(examples, list(scorer.score_many(examples))) for examples in sets]
    text = CANDIDATES.read_text(encoding="utf-8")
    print(f"{'':<22}{'status':<10}{'rated: rho, p (n)':<26}{'nl_support_dev':<26}heuristic")
    wrong = []
    for each in tomllib.loads(text)["candidates"]:
        found = [alone(each["name"], *one) for one in scored]
        shown = "".join(f"{told(one):<26}" for one in found)
        print(f"{each['name']:<22}{each['status']:<10}{shown}{each['heuristic'] or 'none'}")
        figures = [rounded(one) for one in found]
        if figures != each["rho"]:
            wrong.append(each["name"])
            text = put(text, each["name"], figures)
    if args.write:
        CANDIDATES.write_text(text, encoding="utf-8")
    elif wrong:
        sys.exit(f"{CANDIDATES.name} has other figures for {', '.join(wrong)}; run with --write")


def alone(name: str, examples: Sequence[Example], verdicts: Sequence[Verdict]) -> Correlation:
    """One feature against the stars, over the answers that it applies to."""
    pairs = []
    for example, verdict in zip(examples, verdicts, strict=True):
        value = measured(name, example, verdict)
        if value is not None and example.rating is not None:
            pairs.append((value, float(example.rating)))
    return correlate([value for value, _ in pairs], [stars for _, stars in pairs], resamples=0)


def measured(name: str, example: Example, verdict: Verdict) -> float | None:
    """A feature of the package, or one that is computed here from the texts."""
    if name in SIMPLE:
        answer = words(example.answer)
        pages = [words(page.text) for page in example.context if page.kind == "page"]
        return SIMPLE[name](answer, pages, words(example.question)) if answer else None
    found = verdict.features.get(name)
    return None if found is None else found.value


def words(text: str) -> list[str]:
    """Letters and digits, lower-cased."""
    return regex.findall(r"[\p{L}\d]+", text.casefold())


def _share(part: set[str], whole: set[str]) -> float:
    return len(part & whole) / len(part) if part else 0.0


def _pairs(text: Words) -> set[str]:
    return {f"{one} {two}" for one, two in itertools.pairwise(text)}


#: Candidates that are simple to compute: of the words of answer, pages and question.
SIMPLE: Mapping[str, Callable[[Words, Sequence[Words], Words], float | None]] = {
    "prompt_uniqueness": lambda answer, _, asked: 1.0 - _share(set(asked), set(answer)),
    "word_share": lambda answer, pages, _: _share(set(answer), set().union(*pages)),
    "bleu_2": lambda answer, pages, _: _share(_pairs(answer), set().union(*map(_pairs, pages))),
    "answer_length": lambda answer, *_: float(len(answer)),
    "mean_word_length": lambda answer, *_: len("".join(answer)) / len(answer),
    "type_token_ratio": lambda answer, *_: len(set(answer)) / len(answer),
    "pages_drawn_on": lambda answer, pages, _: float(
        len([page for page in pages if _share(set(answer), set(page)) >= DRAWN_ON])
    ),
}


def rounded(found: Correlation) -> float:
    """Spearman as it stands in the file; 0.0 where it is undefined."""
    return round(found.spearman or 0.0, 2)


def told(found: Correlation) -> str:
    """Spearman, p and the number of answers."""
    if found.spearman is None:
        return f"undefined ({found.n})"
    p = "" if found.p is None else f", {found.p:.3f}"
    return f"{found.spearman:+.2f}{p} ({found.n})"


def put(text: str, name: str, figures: Sequence[float]) -> str:
    """The file with the figures of one candidate."""
    place = text.index(f'name = "{name}"\n')
    begin = text.index("rho = ", place)
    return f"{text[:begin]}rho = {list(figures)}{text[text.index(chr(10), begin) :]}"


if __name__ == "__main__":
    main()
