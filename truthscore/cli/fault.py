"""`truthscore fault`: whose fault the low answers of a log are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

import click

from truthscore.cli.documents import read_help_centre
from truthscore.cli.options import Reading, Scoring, input_options, scorer_options
from truthscore.cli.progress import progress
from truthscore.cli.terminal import echo
from truthscore.errors import InputError
from truthscore.evaluate.lines import is_low
from truthscore.page_name import over_rows, page_name
from truthscore.shown import json_text
from truthscore.text import langid
from truthscore.types import ContextDocument, Example

if TYPE_CHECKING:
    from truthscore.evaluate.fault import Fault
    from truthscore.scorer import TruthScorer

#: What each cause is called.
NAMES = {
    "retriever": "the search missed the page",
    "page": "no page has got it",
    "model": "the model said otherwise",
}
#: Characters of a question that are shown.
WIDTH = 60


@click.command(name="fault")
@click.argument("log", metavar="LOG")
@click.option(
    "--pages",
    multiple=True,
    required=True,
    metavar="DOCS",
    help="All help pages: files, folders, or a folder of `truthscore index`. Repeatable.",
)
@click.option(
    "--below",
    default=3.0,
    show_default=True,
    type=click.FloatRange(1.0, 5.0),
    help="Stars below which an answer is low; so is one that people rated up to 2.",
)
@click.option("--all", "every", is_flag=True, help="Take every answer of LOG as low; score none.")
@click.option("--json", "as_json", is_flag=True, help="JSON lines instead of a table.")
@scorer_options
@input_options
def command(
    log: str, pages: tuple[str, ...], below: float, every: bool, as_json: bool, scoring: Scoring,
    reading: Reading,
) -> int:  # fmt: skip
    """Tell whose fault the low answers of LOG are: answers with their question and context.

    For each low answer the help centre is searched for the passage that says most of what question
    and answer say. A page that answers and was in the context: the model said otherwise. One that
    was not: the search missed it. None that answers: the page has to be written. A guess by words,
    to be read in numbers; pages must be in the language of the answers.
    """

    from truthscore.evaluate.fault import Library

    centre = read_help_centre(pages, partial(echo, err=True))
    library = Library(centre)
    examples = list(reading.right(log))
    if not examples:
        raise InputError(f"{log}: no rows; expected one answer per row")
    low, unscored = examples, 0
    if not every:
        low, unscored = _low(examples, scoring.scorer(), below)
    for note in _doubts(centre, low):
        echo(note, err=True)
    told = [(each, library.blame(each.question, each.answer, each.context)) for each in low]
    if as_json:
        for each, found in told:
            line = {"id": each.id, "fault": found.cause, "page": found.page, "given": found.given,
                    "strength": found.strength}  # fmt: skip
            echo(json_text(line))
    else:
        _as_table(told, len(examples), unscored)
    return 0


def _doubts(centre: Sequence[ContextDocument], low: Sequence[Example]) -> Iterator[str]:
    """Why the causes of some answers are not to be believed."""
    from truthscore.evaluate.fault import NEXT

    if len(centre) <= NEXT:
        yield (
            f"--pages has {len(centre)} pages; a page is told by standing out from {NEXT} others: "
            "give the whole help centre"
        )
    known = {page.lang or langid.of_page(page.text) for page in centre} - {None}
    others = Counter(
        lang for each in low
        if (lang := each.lang or langid.of_page(f"{each.question} {each.answer}"))
        and known and lang not in known
    )  # fmt: skip
    for lang, count in sorted(others.items()):
        yield (
            f"{count} low answers are in a language that no page is in ({lang}), so their fault "
            "cannot be told: give its pages with --pages too"
        )


def _low(examples: list[Example], scorer: TruthScorer, below: float) -> tuple[list[Example], int]:
    """The low answers in their order, and how many have no stars; what people found low is not
    scored."""
    rest = [each for each in examples if not is_low(None, each.rating)]
    stars = []
    with progress(len(rest)) as advance:
        for verdict in scorer.score_many(rest):
            stars.append(verdict.score)
            advance()
    scores = iter(stars)
    low = [
        each for each in examples
        if is_low(None, each.rating) or is_low(next(scores), None, below=below)
    ]  # fmt: skip
    return low, stars.count(None)


def _as_table(told: list[tuple[Example, Fault]], answers: int, unscored: int) -> None:
    from truthscore.evaluate.fault import CAUSES

    counts = Counter(found.cause for _, found in told)
    echo(f"{answers} answers, {len(told)} of them low")
    if unscored:
        echo(f"  {unscored} have no stars and are left out; --all takes them too")
    for cause in CAUSES:
        share = f"{counts[cause] / len(told):.0%}" if told else ""
        echo(f"  {NAMES[cause]:<28}{counts[cause]:>5}  {share}".rstrip())
    if told:
        echo(f"\n{'id':<16}{'fault':<11}{'page':<32}question")
    for each, found in told:
        asked = " ".join(each.question.split())[:WIDTH]
        page = found.page if found.page is not None and found.cause != "page" else "–"
        names = {had.id: over_rows(had.id, page_name(had)) for had in each.context}
        page = names.get(page, page) if found.given else page  # an id in the library is a name
        echo(f"{each.id[:15]:<16}{found.cause:<11}{page[-31:]:<32}{asked}".rstrip())
