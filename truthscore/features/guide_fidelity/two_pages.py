"""A guide that is left halfway for the middle of another page's: every step stands on a page, and
who follows them does half of one thing and half of another.

No labelled answer that is true does so (`replication/findings.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from truthscore.features.base import Inputs
from truthscore.features.guide_fidelity.steps import NAME, Guides
from truthscore.features.guide_fidelity.told import Told
from truthscore.profile import GuideFidelity
from truthscore.types import ANSWER, Evidence


@dataclass(frozen=True, slots=True)
class _Place:
    """A told sentence that is a step of one page alone: its place among the sentences, the page,
    the guide there (first step and end), and the step."""

    told: int
    page: int
    guide: tuple[int, int]
    step: int


def of_two_pages(inputs: Inputs, sentences: Sequence[Told]) -> list[Evidence]:
    """The steps at which the answer changes to another page's guide: the guide before has steps
    that are never told, and so has the guide after, before the one where it is joined."""
    settings = inputs.profile.features.guide_fidelity
    pages = [each.indexes[NAME] for each in inputs.documents]
    found = []
    for left, joined in pairwise(_places(sentences, pages, settings)):
        rest = range(left.step + 1, left.guide[1])
        begin = range(joined.guide[0], joined.step)
        if left.page == joined.page or not rest or not begin:
            continue
        later, before = sentences[joined.told :], sentences[: joined.told]
        if _told(later, left.page, rest, settings) or _told(before, joined.page, begin, settings):
            continue
        source, page = inputs.documents[left.page].document.source, pages[left.page]
        found.append(
            Evidence(
                span=sentences[joined.told].step.span(ANSWER), role="contradicts",
                label="step of another page", match=page.steps[rest[0]].span(source),
                rule="step.other_page",
            )
        )  # fmt: skip
    return found


def _places(
    sentences: Sequence[Told], pages: Sequence[Guides], settings: GuideFidelity
) -> Iterator[_Place]:
    """The sentences of which it is clear what page's step they are."""
    reached = dict.fromkeys(range(len(pages)), 0)
    for number, each in enumerate(sentences):
        if len(pages) < 2 or not each.tells:
            continue
        page = max(reached, key=lambda at: each.most[at])
        most = each.most[page]
        others = max(each.most[at] for at in reached if at != page)
        if most < settings.same_order or others >= settings.clear * most:
            continue
        likest = [at for at, like in enumerate(each.likeness[page]) if like == most]
        # "Fill in the fields" recurs: the next one of its page is meant.
        step = next((at for at in likest if at >= reached[page]), likest[0])
        reached[page] = step
        [guide] = [part for part in pages[page].parts if part[0] <= step < part[1]]
        yield _Place(number, page, guide, step)


def _told(
    sentences: Iterable[Told], page: int, steps: Sequence[int], settings: GuideFidelity
) -> bool:
    """Whether one of the sentences is one of the steps of a page, about as surely as of another."""
    return any(
        each.likeness[page][at] >= max(settings.same_step, settings.as_likely * max(each.most))
        for each in sentences
        for at in steps
    )
