"""Names told with each other's explanation, from the tables and lists of help pages.

    python -m replication.perturb.explained_names --data ../shared/data/helpcentre [--rows 300]

Help pages explain fields and options in tables and lists. For pages that explain two names or
more, two of them are told in an answer: as a list, as sentences, with the names in bold, between
quotes or with a capital only; once as they are (a faithful answer) and once with the names
exchanged. Printed per language: how often `swapped_labels` speaks up, and how often the score falls
by half a star or more. Deterministic (seed 0).
"""

from __future__ import annotations

import argparse
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
#: An explanation of fewer or more words is a word, or a page.
WORDS = range(6, 60)
#: The least fall of the score that counts, in stars.
FALL = 0.5
_ENTRY = regex.compile(
    r"(?m)^[ \t]*(?:\|[ \t]*\*\*(?P<name>[^*|\n]{2,60})\*\*[ \t]*\|[ \t]*(?P<said>[^|\n]+)\||"
    r"[-*][ \t]+\*\*(?P<name>[^*\n]{2,60})\*\*[ \t]*[-–:][ \t]*(?P<said>[^\n]+))"
)
#: How an answer names a thing and says what it is for.
WAYS = {
    "nl": ("* **{name}**: {said}", "Met **{name}** bepaalt u dit: {said}",
           "Kies '{name}'. {said}", "{name}: {said}"),
    "en": ("* **{name}**: {said}", "Use **{name}** for this: {said}",
           "Choose '{name}'. {said}", "{name}: {said}"),
}  # fmt: skip
QUESTION = {"nl": "Waar zijn deze velden voor?", "en": "What are these fields for?"}


@dataclass(frozen=True)
class Pair:
    """A faithful answer, the same with its two names exchanged, and their page."""

    lang: str
    page: str
    faithful: str
    swapped: str


def pairs(pages: list[dict[str, str]], lang: str, rng: random.Random) -> Iterator[Pair]:
    """One pair for each page that explains two names, in a random order and form."""
    for page in rng.sample(pages, len(pages)):
        entries = {
            match["name"].strip(): said
            for match in _ENTRY.finditer(page["text"])
            if len((said := _first_sentences(match["said"])).split()) in WORDS
        }
        # Who says of both that they give "a code" has exchanged nothing.
        names = [name for name in entries if entries[name] not in _others(entries, name)]
        if len(names) < 2:
            continue
        one, two = rng.sample(names, 2)
        way = rng.choice(WAYS[lang])
        faithful = "\n".join(way.format(name=n, said=entries[n]) for n in (one, two))
        swapped = "\n".join(
            way.format(name=n, said=entries[other]) for n, other in ((one, two), (two, one))
        )
        yield Pair(lang, page["text"], faithful, swapped)


def _others(entries: dict[str, str], name: str) -> set[str]:
    return {said for other, said in entries.items() if other != name}


def _first_sentences(said: str) -> str:
    """The first two sentences, without marks: chatbots shorten."""
    plain = regex.sub(r"\*\*|<br ?/?>|\[([^\]\n]*)\]\([^)\n]*\)", r"\1 ", said).strip()
    return " ".join(regex.split(r"(?<=[.!?])\s+", " ".join(plain.split()))[:2])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--data",
        type=folder_with("*_nl.jsonl.gz", "*_en.jsonl.gz"),
        required=True,
        help="folder of *_<lang>.jsonl.gz",
    )
    parser.add_argument("--rows", type=int, default=300, help="pairs per language")
    args = parser.parse_args()
    scorer = TruthScorer.load("grounded", score_types="all")
    for lang in LANGUAGES:
        rng = random.Random(SEED)
        made = []
        for pair in pairs(read_pages(args.data, lang), lang, rng):
            made.append(pair)
            if len(made) == args.rows:
                break
        answers = [text for pair in made for text in (pair.faithful, pair.swapped)]
        examples = [
            Example(
                id=str(n), question=QUESTION[lang], answer=answer, lang=lang,
                context=(ContextDocument(id="page", text=made[n // 2].page),),
            )
            for n, answer in enumerate(answers)
        ]  # fmt: skip
        verdicts = list(scorer.score_many(examples))
        spoke = [bool(each.features["swapped_labels"].raw) for each in verdicts]
        stars = [each.score or 3.0 for each in verdicts]
        fell = [a - b >= FALL for a, b in zip(stars[::2], stars[1::2], strict=True)]
        sys.stdout.write(
            f"{lang}: {len(made)} pairs; blamed as they are {sum(spoke[::2]) / len(made):.1%}, "
            f"exchanged {sum(spoke[1::2]) / len(made):.1%}; "
            f"score falls by {FALL} or more {sum(fell) / len(made):.1%}\n"
        )


if __name__ == "__main__":
    main()
