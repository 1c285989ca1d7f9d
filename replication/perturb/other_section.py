"""What a section of a help page says, told in answer to a question about the section beside it.

    python -m replication.perturb.other_section --data ../shared/data/helpcentre [--rows 120]

"How about: Android?", answered with the first two sentences of "iPhone". Every word stands on the
page. Printed per site and language: how often `swapped_labels` speaks up for these, how often for
the first two sentences of the section itself, and how often the score is below 3 for either.
Deterministic (seed 0).
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import regex

from replication.folders import folder_with
from replication.perturb.pages import read_pages
from truthscore import Example, TruthScorer
from truthscore.types import ContextDocument

SEED = 0
LANGUAGES = ("nl", "en")
#: A heading of more words asks something itself; a section of fewer characters says too little.
MOST_WORDS = 6
FEWEST_CHARACTERS = 150
#: Sentences and characters of an answer, characters of a page.
SENTENCES, ANSWER, PAGE = 2, 400, 6000
QUESTION = {"nl": "Hoe zit het met: {heading}?", "en": "How about: {heading}?"}
_HEADING = regex.compile(r"(?m)^(#{2,3})[ ]+(.+)$")
_MARKS = regex.compile(r"(?m)[*_`|]|^\s*\d+\.|^\s*[-*][ ]")
_END = regex.compile(r"(?<=[.!?])\s+")


@dataclass(frozen=True)
class Pair:
    """A question about one section, its own beginning, and that of the section beside it."""

    question: str
    page: str
    own: str
    other: str


def pairs(pages: list[dict[str, str]], lang: str, rng: random.Random) -> Iterator[Pair]:
    """One pair for each page with two sections of one level next to each other."""
    for page in rng.sample(pages, len(pages)):
        text = page["text"][:PAGE]
        pieces = _HEADING.split(text)
        sections = [
            (level, heading.strip(), body.strip())
            for level, heading, body in zip(pieces[1::3], pieces[2::3], pieces[3::3], strict=True)
        ]
        beside = [
            (one, two)
            for one, two in itertools.pairwise(sections)
            if one[0] == two[0] and all(map(_is_usable, (one, two)))
        ]
        if beside:
            one, two = rng.sample(rng.choice(beside), 2)
            question = QUESTION[lang].format(heading=one[1])
            yield Pair(question, text, _beginning(one[2]), _beginning(two[2]))


def _is_usable(section: tuple[str, str, str]) -> bool:
    _, heading, text = section
    return len(heading.split()) <= MOST_WORDS and len(text) >= FEWEST_CHARACTERS


def _beginning(text: str) -> str:
    plain = " ".join(_MARKS.sub("", text).split())
    return " ".join(_END.split(plain)[:SENTENCES])[:ANSWER]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--data",
        type=folder_with("*_nl.jsonl.gz", "*_en.jsonl.gz"),
        required=True,
        help="folder of help-centre pages",
    )
    parser.add_argument("--rows", type=int, default=150, help="pairs per language")
    args = parser.parse_args()
    print("     pairs  own: named  other: named  own < 3  other < 3")
    for lang in LANGUAGES:
        scorer = TruthScorer.load("grounded", lang=lang, score_types="all")
        pages = read_pages(args.data, lang)
        chosen = list(pairs(pages, lang, random.Random(SEED)))[: args.rows]
        counts = [_counted(scorer, lang, chosen, each) for each in ("own", "other")]
        (own, low_own), (other, low_other) = counts
        print(
            f"{lang:4} {len(chosen):5} {own:11.3f} {other:13.3f} {low_own:8.3f} {low_other:10.3f}"
        )
        sys.stdout.flush()


def _counted(scorer: TruthScorer, lang: str, chosen: list[Pair], which: str) -> tuple[float, float]:
    """Shares of answers with a finding of `swapped_labels`, and of those with less than 3 stars."""
    rows = [
        Example(
            id=str(place), question=pair.question, answer=getattr(pair, which),
            context=(ContextDocument(id="page", text=pair.page),), lang=lang,
        )
        for place, pair in enumerate(chosen)
    ]  # fmt: skip
    verdicts = list(scorer.score_many(rows))
    named = sum(
        1 for each in verdicts
        if (found := each.features.get("swapped_labels")) and found.value not in (None, 1.0)
    )  # fmt: skip
    low = sum(1 for each in verdicts if each.score is not None and each.score < 3.0)
    return named / max(1, len(rows)), low / max(1, len(rows))


if __name__ == "__main__":
    main()
