"""Whether answers cite the page that people named, and how many give no answer (Rome et al., §2.5).

An answer matches when a page that it cites is one of the highest grade for its question.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from truthscore.errors import InputError
from truthscore.evaluate.retrieval import Qrels
from truthscore.formats import read_rows
from truthscore.open_files import UTF8

#: Causes of a decision that mean that the customer got no answer.
NO_ANSWER = frozenset({"no_citation", "refusal", "no_context"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationMatch:
    """`matched` of `annotated` answers (those whose question has a named page) cite it; without a
    citation none does. `excluded`: no page was named. `no_answer` of all `answers`."""

    answers: int
    annotated: int
    matched: int
    excluded: int
    no_answer: int

    @property
    def match_rate(self) -> float | None:
        """Share of the annotated answers (0 to 1); None without one."""
        return self.matched / self.annotated if self.annotated else None

    @property
    def no_answer_rate(self) -> float:
        """Share of all answers (0 to 1)."""
        return self.no_answer / self.answers


def citation_match(path: str, qrels: Qrels, encoding: str = UTF8) -> CitationMatch:
    """Of a file with `query`, `cited` (a list of page ids) and perhaps `no_answer` or `cause`.

    Without those two an answer that cites nothing is none, as in the paper (§2.4.1). Raises
    InputError for a row without them, and a question that stands twice.
    """
    seen: set[str] = set()
    annotated = matched = silent = 0
    for row in read_rows(path, encoding=encoding):
        if row.data is None:
            raise InputError(row.complaint)
        query, cited = row.data.get("query"), row.data.get("cited")
        if not isinstance(query, str | int) or not isinstance(cited, list):
            raise InputError(f"{row.where}: expected 'query' and 'cited', a list of page ids")
        if str(query) in seen:
            raise InputError(f"{row.where}: question {query!r} stands twice")
        seen.add(str(query))
        silent += _is_silent(row.data, row.where)
        if judged := qrels.get(str(query)):
            best = {page for page, grade in judged.items() if grade == max(judged.values())}
            annotated += 1
            matched += any(str(page) in best for page in cited)
    return CitationMatch(
        answers=len(seen), annotated=annotated, matched=matched, excluded=len(seen) - annotated,
        no_answer=silent,
    )  # fmt: skip


def _is_silent(data: Mapping[str, object], where: str) -> bool:
    given = data.get("no_answer")
    if given is not None:
        if given not in (0, 1):
            raise InputError(f"{where}: 'no_answer' is {given!r}; expected true or false")
        return bool(given)
    if data.get("cause") is not None:
        return data["cause"] in NO_ANSWER
    return not data["cited"]
