"""The page a support person reads: every answer with what was found in it, on one page, offline.

On top what all answers come to. Each answer shows what is done with it and why, and its sentences
coloured by their own verdicts; beside it stands the page, opened at the passage that decided, and a
click on another sentence goes to that one's. Rule ids, features and figures are in a fold. Filters:
stars, decision, type, override, finding, document, words.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from truthscore import wording
from truthscore.evaluate.fault import CAUSES, Library
from truthscore.evaluate.lines import LOW, from_verdict, is_low, pages_of
from truthscore.page_name import over_rows, page_name
from truthscore.report import page, texts
from truthscore.report.card import Card, blamed, card
from truthscore.report.overview import Overview
from truthscore.report.page_text import ShownPages
from truthscore.types import Example, Verdict

T = TypeVar("T")
TEMPLATE = "answers.html.jinja"
#: Answers on the page: the lowest-scored ones. With as many, of three findings each, a filter takes
#: a browser a tenth of a second (see `tests/report/test_browser.py`).
MOST = 10_000
#: Where an answer without a score stands: behind five stars.
NO_SCORE = 6.0
#: Findings of an answer in sentences; the rest is counted, and marked in the answer.
MOST_TOLD = 4


class AnswersPage:
    """Collects verdicts while a file is scored; keeps the `MOST` lowest in memory."""

    def __init__(
        self, name: str, *, lang: str | None = None, library: Library | None = None
    ) -> None:
        """`lang`: the language of the page itself; None: that of most answers. `library`: the help
        centre, to tell whose fault low answers are; None: that is not told."""
        self._name = name
        self._lang = lang
        self._library = library
        self._kept: list[tuple[float, int, Card]] = []
        self._overview = Overview()
        self._pages = ShownPages()

    def add(self, example: Example, verdict: Verdict, decision: str = "", why: str = "") -> None:
        """Count one answer, and keep it if it is among the lowest; those without a score come last.

        `decision`: what the profile's policy does with it, "send", "review" or "hold"; `why`: in a
        sentence.
        """
        names = {each.id: page_name(each) for each in example.context}
        rests_on = pages_of(from_verdict(verdict))
        fault = cause = None
        if self._library is not None and is_low(verdict.score, example.rating):
            fault = blamed(self._library, example)
            cause = fault.cause
        self._overview.add(
            verdict,
            decision,
            [over_rows(each, names.get(each, each)) for each in rests_on],
            {over_rows(id_, name): name for id_, name in names.items()},
            cause,
        )
        rank = -(verdict.score if verdict.score is not None else NO_SCORE)
        if len(self._kept) >= MOST and rank <= self._kept[0][0]:
            return
        entry = (
            rank,
            -self._overview.answers,
            card(example, verdict, decision, fault, why=why, pages=self._pages),
        )
        if len(self._kept) < MOST:
            heapq.heappush(self._kept, entry)
        else:
            heapq.heapreplace(self._kept, entry)

    def render(self) -> str:
        """The page as HTML text."""
        cards = [card_ for _, _, card_ in sorted(self._kept, key=lambda each: (-each[0], -each[1]))]
        code = self._lang or self._overview.language()
        values = {
            **shown_in(code),
            "name": self._name,
            "o": self._overview,
            "low": f"{LOW:g}",
            "causes": CAUSES if self._library is not None else (),
            "faults": Counter(card_.blamed.cause for card_ in cards if card_.blamed),
            "cards": cards,
            "pages": self._pages.of(at for card_ in cards for at in card_.places),
            "counts": Counter(card_.stars for card_ in cards),
            "decisions": Counter(card_.decision for card_ in cards if card_.decision),
            "types": _counted(card_.type for card_ in cards),
            "overrides": _counted(card_.override for card_ in cards),
            "found": _counted(slot for card_ in cards for slot in card_.slots),
            "documents": _counted(document for card_ in cards for document in card_.documents),
        }
        return page.render(TEMPLATE, values, filters(code))

    def write(self, path: Path) -> None:
        """Write the page. Raises InputError when `path` cannot be written."""
        page.write(path, self.render())


def shown_in(code: str) -> dict[str, Any]:
    """What the templates of answers say in a language."""
    return {
        "lang": code, "t": texts.load(code), "slots": wording.load(code).slots,
        "most_told": MOST_TOLD,
    }  # fmt: skip


def filters(code: str) -> dict[str, Callable[..., str]]:
    """What the templates of answers do with a name or a number."""
    return {"named": _named, "number": texts.number(code)}


def _counted(names: Iterator[T]) -> list[tuple[T, int]]:
    """Names and how many answers have them, the most frequent first."""
    counts = Counter(name for name in names if name)
    return sorted(counts.items(), key=lambda each: (-each[1], each[0]))


def _named(name: str, names: Mapping[str, str]) -> str:
    """A program's name in words; where it has none, the name itself."""
    return names.get(name) or name.replace("_", " ")
