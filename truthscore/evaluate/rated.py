"""Rated rows: what a person said of an answer beside what truthscore says of it.

The rows come from a rated file (scored here) or from a scored file plus the ratings.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from truthscore.errors import InputError
from truthscore.evaluate import lines
from truthscore.evaluate.lines import ScoredLine, pages_of
from truthscore.example import number
from truthscore.rules import HINTS
from truthscore.types import REFUSAL, Verdict

#: What people rate beside truth (paper, §3 and §10).
BESIDE = ("relatedness", "completeness")
#: The stars of the paper (§3): everything else is mapped onto them.
STARS = (1.0, 5.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedRow:
    """One answer: the person's side (`rating`, `gold_type`), ours (the rest), and the texts.

    `rating` and `score` are stars (1-5); `ratings` and `gold_types` hold every annotator's by name
    where there were several; `beside` the stars for `BESIDE`. `features` maps names to values in
    [0, 1] or None. `missing` are the components of the answer that exist nowhere; `findings` are
    (role, feature, label) of the evidence against it; `fired` are (feature, rule, whether the
    sentence is copied) of what rules found, known when the row was scored here; `documents` are
    (id, title) of the context, `pages` the ids of those that the answer rests on or contradicts;
    `wording` is the pattern that told the message type, `words` what it matched in the question.
    """

    id: str
    rating: float | None
    ratings: Mapping[str, float] = field(default_factory=dict)
    beside: Mapping[str, float] = field(default_factory=dict)
    gold_type: str | None = None
    gold_types: Mapping[str, str] = field(default_factory=dict)
    status: str
    reason: str | None = None
    score: float | None = None
    base_score: float | None = None
    message_type: str | None = None
    lang: str | None = None
    override: str | None = None
    features: Mapping[str, float | None]
    missing: tuple[str, ...] = ()
    findings: tuple[tuple[str, str, str], ...] = ()
    fired: tuple[tuple[str, str, bool], ...] = ()
    question: str = ""
    answer: str = ""
    documents: tuple[tuple[str, str], ...] = ()
    pages: tuple[str, ...] = ()
    wording: str = ""
    words: str = ""
    signature: str = ""

    @property
    def declines(self) -> bool:
        """Whether the answer declines, with or without stars of a profile's own for that."""
        return REFUSAL in (self.reason, self.override)


def parse_scale(text: str) -> tuple[float, float]:
    """The ends of a rating scale: "1-5" → (1.0, 5.0), "0-1" → (0.0, 1.0).

    Raises InputError when `text` is not LOW-HIGH with LOW below HIGH.
    """
    low, _, high = text.partition("-")
    try:
        ends = float(low), float(high)
    except ValueError:
        ends = (0.0, 0.0)
    if not ends[0] < ends[1]:
        raise InputError(f"scale {text!r}: expected LOW-HIGH, as in 1-5 or 0-1")
    return ends


def stars(rating: Any, scale: tuple[float, float], where: str) -> float | None:
    """A rating on `scale` as stars; None for none. Raises InputError outside the scale."""
    if rating is None or rating == "":
        return None
    try:
        value = math.nan if isinstance(rating, bool) else float(number(rating))
    except (TypeError, ValueError, OverflowError):
        value = math.nan
    low, high = scale
    if not low <= value <= high:
        raise InputError(
            f"{where}: rating {rating!r} is not on the scale {low:g}-{high:g}; say which scale it "
            "is on, as in --scale 0-1"
        )
    return STARS[0] + (STARS[1] - STARS[0]) * (value - low) / (high - low)


def by_annotator(found: Any, column: str, where: str) -> dict[str, Any]:
    """What each annotator said, by name; who said nothing is left out.

    `found` is {"anna": 4, "bert": 5}, or a list in which each annotator has the same place in every
    row, with null for who did not look at it. Raises InputError for anything else.
    """
    if found is None:
        return {}
    if isinstance(found, Mapping):
        return {str(name): said for name, said in found.items() if said is not None}
    if isinstance(found, Sequence) and not isinstance(found, str | bytes):
        return {str(place): said for place, said in enumerate(found, 1) if said is not None}
    raise InputError(
        f"{where}: {column} {found!r}: expected one for each annotator, as in [4, null, 5] or "
        '{"anna": 4, "bert": 5}'
    )


def from_verdict(
    verdict: Verdict,
    person: Mapping[str, Any],
    *,
    scale: tuple[float, float] = STARS,
    documents: Sequence[tuple[str, str]] = (),
    texts: tuple[str, str] = ("", ""),
) -> RatedRow:
    """A rated row from a verdict and the row that a person rated."""
    line = lines.from_verdict(verdict)
    row = from_line(line, person, scale=scale, documents=documents, texts=texts, where=verdict.id)
    fired = tuple(
        (name, each.rule, bool(each.copied))
        for name, found in verdict.features.items()
        for each in found.evidence
        if each.rule is not None
    )
    return replace(row, fired=fired)


def from_line(
    line: ScoredLine,
    person: Mapping[str, Any],
    *,
    scale: tuple[float, float] = STARS,
    documents: Sequence[tuple[str, str]] = (),
    texts: tuple[str, str] = ("", ""),
    where: str,
) -> RatedRow:
    """A rated row from an output line of `truthscore score` and the row that a person rated.

    `person` may have `rating` or several `ratings` (their mean counts), `message_type` or several
    `message_types` (the first counts), see `by_annotator`. Raises InputError for a rating outside
    `scale`.
    """
    several = {
        name: value
        for name, rating in by_annotator(person.get("ratings"), "ratings", where).items()
        if (value := stars(rating, scale, where)) is not None
    }
    one = stars(person.get("rating"), scale, where)
    if one is None and several:
        one = math.fsum(several.values()) / len(several)
    types = {
        name: str(label)
        for name, label in by_annotator(person.get("message_types"), "message_types", where).items()
    }
    gold = person.get("message_type") or next(iter(types.values()), None)
    against = [
        (name, each)
        for name, found in line.features.items()
        for each in found.evidence
        if each.role != "supports"
    ]
    rule = line.message_type_rule
    return RatedRow(
        id=str(line.id),
        rating=one,
        ratings=several,
        beside=_beside(person, scale, where),
        gold_type=gold,
        gold_types=types,
        status=str(line.status),
        reason=line.reason,
        score=line.score,
        base_score=line.base_score,
        message_type=line.message_type,
        lang=line.lang,
        override=line.override,
        features={name: found.value for name, found in line.features.items()},
        missing=tuple(
            each.label for _, each in against if each.role == "missing" and each.rule not in HINTS
        ),
        findings=tuple((each.role, name, each.label) for name, each in against),
        question=texts[0],
        answer=texts[1],
        documents=tuple(documents),
        pages=pages_of(line),
        wording=rule.pattern if rule else "",
        words=rule.words(texts[0]) if rule else "",
        signature=line.signature or "",
    )


def _beside(person: Mapping[str, Any], scale: tuple[float, float], where: str) -> dict[str, float]:
    """The stars for relatedness and completeness: a number, or one for each annotator, of which the
    mean counts. They stand in the row, or in its `meta` as `truthscore rate` exports them."""
    meta = person.get("meta")
    found = {}
    for name in BESIDE:
        given = person.get(name)
        if given is None and isinstance(meta, Mapping):
            given = meta.get(name)
        several = given if isinstance(given, Mapping | list) else [given]
        said = [
            value
            for each in by_annotator(several, name, where).values()
            if (value := stars(each, scale, f"{where}: {name}")) is not None
        ]
        if said:
            found[name] = math.fsum(said) / len(said)
    return found


def scored_pairs(
    rows: Iterable[RatedRow], score: Literal["score", "base_score"] = "score"
) -> tuple[list[float], list[float]]:
    """(scores, ratings) of the rows that have both."""
    pairs = [(getattr(row, score), row.rating) for row in rows]
    both = [(found, rating) for found, rating in pairs if found is not None and rating is not None]
    return [found for found, _ in both], [rating for _, rating in both]


def nearest_star(rating: float) -> int:
    """The star a rating belongs to; halves go up (3.5 → 4), as a mean of two raters has them."""
    return min(5, max(1, math.floor(rating + 0.5)))
