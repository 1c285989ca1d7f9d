"""Accepted answers: what people gave all stars, as dated second evidence (paper, §8.3).

`truthscore learn` makes them of rated answers. Only raters with the scope `TEACH` teach: what
customers give counts for nothing. Each names who accepted it and when, holds until its date of
expiry, and only while the pages it rests on are there as they were: their hashes stand beside it.
They are put beside the pages of a row about the same question as documents of kind "answer"; what
those count is told in `scoring/second.py`: a page always goes before them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from truthscore import resources
from truthscore.errors import InputError, ResourceError
from truthscore.text import langid, vectors
from truthscore.text.markup import normalise
from truthscore.text.vectors import Floats, unit
from truthscore.types import ContextDocument, Example

#: Stars that each rater must have given.
ALL_STARS = 5.0
#: Days that an accepted answer holds: a product of this kind has a new version each year.
HOLDS_DAYS = 365
#: Likeness of two questions (cosine of their vectors, -1 to 1) from which they ask the same.
#: Of commands of people that are so alike, 82 to 85 % have one intent. Without it every accepted
#: answer about the page counts, and lifts untrue answers as often as true ones: both figures are of
#: `python -m replication.accepted`.
SAME_QUESTION = 0.6
#: Places that likenesses are rounded to before they are compared.
DECIMALS = 6
#: Accepted answers that are put beside one row, the likest first: each is read like a page.
MOST = 3
#: Before the id of an accepted answer, so that it is no page's.
PREFIX = "accepted:"
#: The scope of a rater who may teach.
TEACH = "teach"


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptedAnswer:
    """One accepted answer. `date`, `expires`: ISO dates, the last on which it still holds; `pages`:
    id and SHA-256 of the text of each page that it rests on; `by`: who accepted it."""

    id: str
    question: str
    text: str
    date: str
    expires: str
    pages: Mapping[str, str]
    by: tuple[str, ...]
    lang: str | None = None

    @property
    def document(self) -> ContextDocument:
        """It as second evidence."""
        return ContextDocument(
            id=PREFIX + self.id, title=self.question, text=self.text, kind="answer", lang=self.lang
        )


def page_hash(text: str) -> str:
    """The SHA-256 of a page's text in NFC, in hexadecimal digits."""
    return hashlib.sha256(normalise(text).encode("utf-8", "surrogatepass")).hexdigest()


def day(text: str, where: str) -> date:
    """The date of an ISO date or time ("2026-11-26T09:30:00Z").

    Raises InputError for another text.
    """
    try:
        return date.fromisoformat(text[:10])
    except (TypeError, ValueError) as error:
        raise InputError(
            f"{where}: {text!r} is no date; expected YYYY-MM-DD, as in 2026-11-26"
        ) from error


def teachers(path: str | Path) -> frozenset[str]:
    """Who may teach, of a TOML file of raters: `[raters]`, with the scopes of each by name.

    Raises InputError for a file that cannot be read, or says anything else.
    """
    try:
        given: Any = resources.read_toml(Path(path)).get("raters")
    except ResourceError as error:
        raise InputError(str(error)) from error
    expected = f'expected [raters], with lines such as: anna = ["{TEACH}"]'
    if not isinstance(given, dict):
        raise InputError(f"{path}: has no table of raters; {expected}")
    for name, scopes in given.items():
        if not isinstance(scopes, list) or not all(each == TEACH for each in scopes):
            raise InputError(f"{path}: rater {name!r} has {scopes!r}; {expected}")
    return frozenset(name for name, scopes in given.items() if scopes)


def accept(
    example: Example,
    stars: Mapping[str, float],
    said: date,
    *,
    least: float = ALL_STARS,
    days: int = HOLDS_DAYS,
) -> AcceptedAnswer | str:
    """An answer that people accepted, or the reason why it is none.

    `stars`: those of each rater who may teach, by name, 1 to 5; each must be `least` or more.
    `said`: when it was rated.
    """
    if not stars:
        return "no stars of a rater who may teach"
    if min(stars.values()) < least:
        return f"below {least:g} stars"
    pages = {page.id: page_hash(page.text) for page in example.context if page.kind == "page"}
    if any(document.kind == "record" for document in example.context):
        return "about one customer"  # his data are nobody else's answer
    if not pages:
        return "no page"
    if not (example.answer.strip() and example.question.strip()):
        return "no question or answer"
    return AcceptedAnswer(
        id=example.id,
        question=normalise(example.question),
        text=normalise(example.answer),
        date=said.isoformat(),
        expires=(said + timedelta(days=days)).isoformat(),
        pages=pages,
        by=tuple(sorted(stars)),
        lang=example.lang,
    )


def line(answer: AcceptedAnswer) -> str:
    """An accepted answer as a line of JSON."""
    return json.dumps(asdict(answer), ensure_ascii=False)


class AcceptedAnswers:
    """Accepted answers, to be put beside the pages of rows. Immutable; threads may share it.

    `expired`: how many there were that do not hold on `today`.
    """

    def __init__(
        self, answers: Iterable[AcceptedAnswer], *, today: date, same: float = SAME_QUESTION
    ) -> None:
        """`same`: the likeness of questions from which an answer is used; -1 asks for none."""
        every = tuple(answers)
        self._answers = tuple(
            each for each in every if day(each.expires, f"answer {each.id!r}") >= today
        )
        self.expired = len(every) - len(self._answers)
        self._same = same
        self._by_page: dict[str, list[int]] = {}
        for place, each in enumerate(self._answers):
            for key in {*each.pages, *each.pages.values()}:
                self._by_page.setdefault(key, []).append(place)
        self._asked = _vectors([each.question for each in self._answers])

    def __len__(self) -> int:
        """How many hold."""
        return len(self._answers)

    @classmethod
    def read(
        cls, path: str | Path, *, today: date | None = None, same: float = SAME_QUESTION
    ) -> AcceptedAnswers:
        """Those of a file of `truthscore learn`. `today`: the date on which they must hold.

        Raises InputError for a file that cannot be read, and for a line that is no such answer.
        """
        try:
            text = resources.read_text(Path(path))
        except ResourceError as error:
            raise InputError(f"{error}; make it with `truthscore learn LOG -o {path}`") from error
        lines = enumerate(text.splitlines(), start=1)
        found = [_read(each, f"{path}:{number}") for number, each in lines if each.strip()]
        return cls(found, today=today or date.today(), same=same)

    def beside(self, example: Example) -> tuple[Example, int]:
        """A row with the accepted answers about its question behind its pages, the likest first;
        and how many were not used because a page they rest on is another one now.

        An answer is about a row's pages when every page it rests on is among them, by its hash, and
        none has the id of one with another hash.
        """
        hashes = {page.id: page_hash(page.text) for page in example.context if page.kind == "page"}
        texts = frozenset(hashes.values())
        places = sorted(
            {at for key in (*hashes, *texts) for at in self._by_page.get(key, ())}
        )  # most rows have none
        near = self._near(example.question, places)
        same, changed = [], 0
        for _, place in near:
            pages = self._answers[place].pages
            if any(hashes.get(name, given) != given for name, given in pages.items()):
                changed += 1
            elif texts >= set(pages.values()) and self._answers[place].id != example.id:
                same.append(self._answers[place].document)
        if not same:
            return example, changed
        return replace(example, context=(*example.context, *same[:MOST])), changed

    def _near(self, question: str, places: Sequence[int]) -> list[tuple[float, int]]:
        """The answers at `places` to the question, the likest first."""
        if not places:
            return []
        [asked] = _vectors([normalise(question)])
        # one product a row: it does not depend on which other answers there are
        likeness = {at: round(float((self._asked[at] * asked).sum()), DECIMALS) for at in places}
        return sorted((-value, at) for at, value in likeness.items() if value >= self._same)


def _vectors(texts: Sequence[str]) -> Floats:
    joint = vectors.reading(langid.code(None))
    if joint is None or not texts:
        return np.zeros((len(texts), 1))
    return unit(joint.sums(texts))


def _read(text: str, where: str) -> AcceptedAnswer:
    try:
        found = msgspec.json.decode(text, type=AcceptedAnswer)
    except msgspec.DecodeError as error:
        raise InputError(
            f"{where}: is no accepted answer ({error}); expected a line that `truthscore learn "
            "LOG` writes"
        ) from error
    if not found.by:
        raise InputError(
            f"{where}: 'by' is []; expected the names of those who accepted it, of which "
            "`truthscore learn` writes one at least"
        )
    day(found.date, where)
    day(found.expires, where)
    return found
