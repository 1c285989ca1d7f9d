"""How often the cause of a low answer is told rightly (`truthscore fault`), on labelled answers.

    python -m replication.fault --data ../shared/data [--fit]

Of every question of the natural sets (a true answer and a lie in a chatbot's own words, with their
pages) three low answers are made: the lie with its true page (the model's fault), the true answer
with the pages that a search finds and without its own page (the retriever's), and an
answer, true or untrue by turns, with the same pages, where its own page is not in the help centre
either (the page's). 200 of them are drawn by their digest, as many of each cause; all are counted
too. The halves are those of `split.toml`: limits come from the half that may be read (`--fit` tries
them), figures from the counted one.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from scipy import stats

from replication.folders import folder_with
from replication.material import COUNTED, READ, Row, rows
from truthscore.evaluate.fault import CAUSES, MODEL, PAGE, RETRIEVER, Cause, Fault, Library, Limits
from truthscore.retrieve import Finder, chunks
from truthscore.types import ContextDocument

LANGUAGES = ("nl", "en")
CENTRES = ("businesscentral", "gnome")
#: Pages that the chatbot is given in place of its own, and how many answers are drawn.
GIVEN, DRAWN = 3, 200
#: Limits that are tried.
TRIED = [at / 100 for at in range(8, 100, 4)]
MARGINS = (0.8, 0.9, 1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Low:
    """A low answer with its true cause; `without`: the page that is not in the help centre."""

    id: str
    cause: Cause
    row: Row
    context: Sequence[ContextDocument]
    without: str | None = None


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=folder_with("bench", "helpcentre"), required=True)
    parser.add_argument("--fit", action="store_true", help="try limits on the half that is read")
    args = parser.parse_args(argv)
    libraries, made = {}, []
    for lang in LANGUAGES:
        pages = centre(args.data, lang)
        libraries[lang] = Library(pages.values())
        made += list(low_answers(args.data, lang, pages))
    drawn = draw(made)
    if args.fit:
        fit([each for each in made if each.row.half == READ], libraries)
        return
    for title, kept in ((f"{len(drawn)} drawn", drawn), (f"all {len(made)}", made)):
        for half in (READ, COUNTED):
            mine = [each for each in kept if each.row.half == half]
            print(f"\n{title}, {half} half: {len(mine)} low answers")
            report([(each, blame(each, libraries, Limits())) for each in mine])


def centre(data: Path, lang: str) -> dict[str, ContextDocument]:
    """The help centres of a language, by id."""
    found = {}
    for name in CENTRES:
        path = data / "helpcentre" / f"{name}_{lang}.jsonl.gz"
        with gzip.open(path, "rt", encoding="utf-8") as stream:
            for line in stream:
                page = json.loads(line)
                found[page["id"]] = ContextDocument(
                    id=page["id"], title=page["title"], text=page["text"], lang=lang
                )
    return found


def low_answers(data: Path, lang: str, pages: Mapping[str, ContextDocument]) -> Iterator[Low]:
    finder = Finder(each for page in pages.values() for each in chunks(page))
    pairs: dict[str, dict[bool, Row]] = {}
    for row in rows(data / "bench", f"natural_{lang}_dev"):
        if row.pair is not None and row.label is not None:
            pairs.setdefault(row.pair, {})[row.label] = row
    for at, (pair, both) in enumerate(sorted(pairs.items())):
        own = own_page(both[True].source, lang)
        if own not in pages:
            continue
        found = finder.search(both[True].question, lang=lang, top=GIVEN + 1)
        others = [pages[name] for each in found if (name := each.chunk.origin) != own][:GIVEN]
        given = [page for page in both[False].example.context if page.kind == "page"]
        yield Low(id=f"{pair}-a", cause=MODEL, row=both[False], context=given)
        yield Low(id=f"{pair}-b", cause=RETRIEVER, row=both[True], context=others)
        either = both[at % 2 == 0]
        yield Low(id=f"{pair}-c", cause=PAGE, row=either, context=others, without=own)


def own_page(source: str, lang: str) -> str:
    """The id of the page that a question was asked of."""
    name, _, rest = source.partition("/")
    return f"{name if name.endswith(f'_{lang}') else f'{name}_{lang}'}:{rest}"


def draw(made: Sequence[Low]) -> list[Low]:
    """As many of each cause, the first by their digests."""
    order = sorted(made, key=lambda each: hashlib.sha256(each.id.encode()).digest())
    kept = []
    for at, cause in enumerate(CAUSES):
        count = DRAWN // len(CAUSES) + (at < DRAWN % len(CAUSES))
        kept += [each for each in order if each.cause == cause][:count]
    return kept


def blame(each: Low, libraries: Mapping[str, Library], limits: Limits) -> Fault:
    row = each.row
    return libraries[row.lang].blame(
        row.question, row.answer, each.context, limits, without=each.without
    )


def report(told: Sequence[tuple[Low, Fault]]) -> None:
    """The confusion table, and how many are right."""
    counts = Counter((each.cause, found.cause) for each, found in told)
    print(f"  {'cause':<11}" + "".join(f"{f'told {cause}':>16}" for cause in CAUSES))
    for cause in CAUSES:
        print(f"  {cause:<11}" + "".join(f"{counts[cause, other]:>16}" for other in CAUSES))
    right = sum(each.cause == found.cause for each, found in told)
    between = stats.binomtest(right, len(told)).proportion_ci(method="wilson")
    print(f"  right: {right / len(told):.1%} [{between.low:.1%}, {between.high:.1%}]")


def fit(made: Sequence[Low], libraries: Mapping[str, Library]) -> None:
    """The limits that are right most often on the half that may be read."""
    best: tuple[float, Limits] = (0.0, Limits())
    for margin in MARGINS:
        limits = Limits(given=0.0, missed=0.0, margin=margin, asked=math.inf)
        open_ = [(each, blame(each, libraries, limits)) for each in made]
        for given in TRIED:
            for missed in TRIED:
                right = sum(
                    each.cause == (PAGE if found.strength < (given if found.given else missed)
                                   else MODEL if found.given else RETRIEVER)
                    for each, found in open_
                )  # fmt: skip
                share = right / len(open_)
                if share >= best[0]:  # of equal ones the highest: sooner "no page has got it"
                    best = (share, Limits(given=given, missed=missed, margin=margin))
    print(f"right in {best[0]:.1%} of {len(made)} read: {best[1]}")


if __name__ == "__main__":
    main()
