"""What all answers of a report come to, counted as they pass: also those that are not listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from truthscore import wording
from truthscore.decisions import whole
from truthscore.evaluate.fault import Cause
from truthscore.evaluate.lines import LOW
from truthscore.report import texts
from truthscore.rules import SLOT_OF
from truthscore.types import Verdict

#: Pages and kinds of findings that are shown.
PAGES, FINDINGS = 5, 6


@dataclass(frozen=True, slots=True, kw_only=True)
class WorstPage:
    """A page, its answers, and how many of them are low."""

    id: str
    title: str
    low: int
    answers: int


class Overview:
    """Counts verdicts; memory grows with the pages, not with the answers.

    `stars` by their number, 0 for no score; `faults`: low answers by whose fault they are, where
    that was asked.
    """

    def __init__(self) -> None:
        self.answers = 0
        self.stars = dict.fromkeys((5, 4, 3, 2, 1, 0), 0)
        self.decisions: Counter[str] = Counter()
        self.faults: Counter[Cause] = Counter()
        self._languages: Counter[str] = Counter()
        self._slots: Counter[str] = Counter()
        self._pages: Counter[str] = Counter()
        self._low_pages: Counter[str] = Counter()
        self._titles: dict[str, str] = {}
        self._signatures: set[str] = set()

    def add(
        self, verdict: Verdict, decision: str, pages: Sequence[str], titles: Mapping[str, str],
        fault: Cause | None = None,
    ) -> None:  # fmt: skip
        """Count one verdict; `pages`: the ids of those it rests on or contradicts; `fault`: whose
        fault a low answer is."""
        self.answers += 1
        score = verdict.score
        self.stars[0 if score is None else whole(score)] += 1
        if decision:
            self.decisions[decision] += 1
        if verdict.lang:
            self._languages[verdict.lang] += 1
        self._slots.update({str(SLOT_OF[each.rule or ""]) for each in wording.blamed(verdict)})
        if score is not None:
            self._pages.update(pages)
            self._low_pages.update(pages if score < LOW else ())
            for page in pages:
                self._titles.setdefault(page, titles.get(page, page))
        if fault is not None:
            self.faults[fault] += 1
        if verdict.signature:
            self._signatures.add(verdict.signature)

    def language(self) -> str:
        """The language of most answers."""
        return texts.of_most(self._languages)

    @property
    def scored(self) -> int:
        """Answers with stars."""
        return self.answers - self.stars[0]

    @property
    def pages(self) -> list[WorstPage]:
        """The pages with most low answers."""
        low = sorted(
            self._low_pages, key=lambda page: (-self._low_pages[page], self._pages[page], page)
        )
        return [
            WorstPage(id=each, title=self._titles[each], low=self._low_pages[each],
                      answers=self._pages[each])
            for each in low[:PAGES]
        ]  # fmt: skip

    @property
    def findings(self) -> list[tuple[str, int]]:
        """Slots and how many answers have them, the most frequent first."""
        return sorted(self._slots.items(), key=lambda item: (-item[1], item[0]))[:FINDINGS]

    @property
    def signatures(self) -> list[str]:
        """The signatures under which answers were scored."""
        return sorted(self._signatures)
