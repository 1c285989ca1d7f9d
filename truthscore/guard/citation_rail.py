"""CitationRail: every answer says which document it comes from, and that document must say so.

After the rail of Comcast's agent assistant (Rome et al. 2024): citations of a fixed form, taken out
of the text that is shown, and no citation means no answer. Theirs checks that a citation is there;
this one also that the document is, and that it supports the sentence it is cited for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Unpack

import regex

from truthscore.errors import ProfileError
from truthscore.features.citations import citations
from truthscore.guard.decision import FAILED, Asked, Decision, Request, Trimmed, example_of
from truthscore.guard.guardrail import Guardrail
from truthscore.guard.judgement import Judgement
from truthscore.profile import CitationRule, Citations, Profile
from truthscore.roles import permitted
from truthscore.text.markup import normalise
from truthscore.types import ANSWER, MESSAGE_TYPES, ContextDocument, Evidence, Example, Role, Span

FEATURE = "citations"
#: What the rail calls the documents, so that a number in a citation can mean one place only.
_NAME = "Document{number}"
#: Spaces before a citation go with it when this follows.
_ENDS = regex.compile(r"[ \t]*(?:[.,;:!?)\]]|\n|$)|[ \t]")
_SPACES_BEFORE = regex.compile(r"[ \t]+$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cited:
    """One citation: characters `start` to `end` of the (normalised) answer.

    `role`: "supports" (a document it names says so), "unsupported" (it is there and does not say
    so) or "missing" (there is no such document, or the user may not see it). `at`: the character
    of the text to show that it stood behind. `place`: of the document that says so in `context`,
    from 0, and `match`: the sentence there; None where none does.
    """

    label: str
    start: int
    end: int
    role: Role
    at: int = 0
    place: int | None = None
    match: Span | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RailDecision:
    """A decision, the text to show when it is allowed, and what became of the citations.

    `shown` is the answer without its citations, None when the answer is not allowed. `match_rate`
    is the share of citations that are right, from 0 to 1; None without citations or when they
    could not be checked.
    """

    decision: Decision
    shown: str | None
    citations: tuple[Cited, ...] = ()
    match_rate: float | None = None


@dataclass(slots=True)
class _Found:
    """What the work of one check leaves behind beside its outcome."""

    shown: str | None = None
    citations: tuple[Cited, ...] = ()


class CitationRail:
    """A guardrail for answers that must cite their documents. Threads may share it."""

    def __init__(self, guardrail: Guardrail, rule: CitationRule | None = None) -> None:
        """`rule`: that of the guardrail's policy when none is given.

        Raises ProfileError when the scorer's profile cannot check citations.
        """
        self.guardrail = guardrail
        self.rule = guardrail.policy.citations if rule is None else rule
        self._settings = _settings(guardrail.scorer.profile, self.rule)
        self._seconds = guardrail.scorer.profile.limits.pattern_seconds
        self._scorer = guardrail.scorer.under(
            _only_citations(guardrail.scorer.profile, self._settings)
        )

    def check(self, **asked: Unpack[Asked]) -> RailDecision:
        """What to do with one answer; the arguments are those of `Guardrail.check`.

        A citation's number is a document's place in `context`, from `rule.numbered_from`.
        """
        request, found = Request(**asked), _Found()
        decision = self.guardrail.decide(request, partial(self._outcome, request, found))
        return _railed(decision, found, request.answer)

    async def acheck(self, **asked: Unpack[Asked]) -> RailDecision:
        """`check` for asyncio."""
        request, found = Request(**asked), _Found()
        decision = await self.guardrail.adecide(request, partial(self._outcome, request, found))
        return _railed(decision, found, request.answer)

    def without(self, answer: str) -> str:
        """An answer without its citations, whatever is thought of it."""
        return without_citations(normalise(answer), self._settings, self._seconds)

    def _outcome(self, request: Request, found: _Found) -> Decision:
        """The guardrail's decision on the text to show, unless the citations are worse."""
        if not isinstance(request.answer, str):
            return self.guardrail.outcome(request)  # says that the call is not right
        try:
            answer = normalise(request.answer)
            found.shown = self.without(answer)
            decision = self.guardrail.outcome(replace(request, answer=found.shown))
            if decision.cause in ("invalid_input", "error", "empty_answer", "language"):
                return decision
            example = example_of(replace(request, answer=answer))
            cited = self._cited(example, request.roles, decision.verdict.lang)
            found.citations = tuple(self._led(each, example) for each in cited)
            judgement = self._judged(cited)
            if judgement is None or decision.decided == "block":
                return decision
            return replace(self.guardrail.restated(decision, judgement, example), offer=Trimmed())
        except Exception as error:
            policy = self.guardrail.policy
            return self.guardrail.failed(request, "error", policy.error, type(error).__name__)

    def _cited(self, example: Example, roles: Any, lang: str | None) -> tuple[Evidence, ...]:
        pages = _numbered(example.context, self.rule)
        if roles is not None:
            may_see = frozenset(roles)
            pages = [page for page in pages if permitted(page, may_see)]
        alone = replace(example, context=tuple(pages), lang=lang)
        verdict = next(self._scorer.score_many([alone]))
        measured = verdict.features.get(FEATURE)
        if measured is not None:
            return measured.evidence
        # Not a page is left: nothing that is cited is there.
        return tuple(
            Evidence(
                span=Span(source=ANSWER, start=each.start, end=each.end),
                role="missing",
                label=example.answer[each.start : each.end],
            )
            for each in citations(example.answer, self._settings, self._seconds)
        )

    def _led(self, each: Evidence, example: Example) -> Cited:
        """A citation with where it leads."""
        before = self.without(example.answer[: each.span.start])
        place, match = None, None
        if each.role == "supports" and each.match is not None:
            place = self._place(each.match.source, example.context)
            match = replace(each.match, source=example.context[place].id)
        return Cited(
            label=each.label, start=each.span.start, end=each.span.end, role=each.role,
            at=len(before), place=place, match=match,
        )  # fmt: skip

    def _place(self, source: str, context: Sequence[ContextDocument]) -> int:
        """The place of a document of `_numbered` in the context."""
        if _by_number(self.rule):
            return int(source.removeprefix(_NAME.format(number=""))) - self.rule.numbered_from
        return [page.id for page in context].index(source)

    def _judged(self, cited: Sequence[Evidence]) -> Judgement | None:
        """What the rule holds against the citations; None when they are as they should be."""
        if not cited:
            return Judgement(action=self.rule.no_citation, cause="no_citation")
        wrong = [each for each in cited if each.role != "supports"]
        if 1.0 - len(wrong) / len(cited) >= self.rule.min_match_rate:
            return None
        first = wrong[0]
        cause = "unknown_document" if first.role == "missing" else "wrong_document"
        return Judgement(action=self.rule.wrong_citation, cause=cause, evidence=(first,))


def without_citations(answer: str, settings: Citations, seconds: float) -> str:
    """The answer without its citations, and without the spaces that they leave behind."""
    pieces: list[str] = []
    position = 0
    found = citations(answer, settings, seconds)
    for at, each in enumerate(found):
        before = answer[position : each.start]
        row = at  # citations right behind each other leave together
        while row + 1 < len(found) and not answer[found[row].end : found[row + 1].start].strip(" "):
            row += 1
        if _ENDS.match(answer, found[row].end):
            before = _SPACES_BEFORE.sub("", before)
        pieces.append(before)
        position = each.end
    return "".join([*pieces, answer[position:]]).strip()


def _railed(decision: Decision, found: _Found, answer: Any) -> RailDecision:
    if decision.cause in FAILED:  # what the work left behind may be half of it
        raw = answer if decision.action == "allow" and isinstance(answer, str) else None
        return RailDecision(decision=decision, shown=raw)
    cited = found.citations
    right = [each for each in cited if each.role == "supports"]
    return RailDecision(
        decision=decision,
        shown=found.shown if decision.action == "allow" else None,
        citations=cited,
        match_rate=len(right) / len(cited) if cited else None,
    )


def _settings(profile: Profile, rule: CitationRule) -> Citations:
    """How citations are found: the profile's settings with the rule's patterns."""
    if not (profile.features.has("citations") and profile.features.has("alignment")):
        raise ProfileError(
            f"profile {profile.name!r} cannot check citations: it has no [features.citations] or "
            '[features.alignment]; use "grounded" or a profile that extends it'
        )
    return profile.features.citations.model_copy(update={"patterns": rule.patterns})


def _only_citations(profile: Profile, settings: Citations) -> Profile:
    """A profile that measures the citations of every answer and nothing else."""
    features = profile.features.model_copy(update={"use": (FEATURE,), "citations": settings})
    score = profile.score.model_copy(
        update={"types": MESSAGE_TYPES, "refusals": "score", "overrides": ()}
    )
    return profile.model_copy(update={"features": features, "score": score})


def _by_number(rule: CitationRule) -> bool:
    return any("numbers" in regex.compile(pattern).groupindex for pattern in rule.patterns)


def _numbered(context: Sequence[ContextDocument], rule: CitationRule) -> list[ContextDocument]:
    """The documents named by their place, if the rule cites by number.

    Scoring reads equal texts once; here each place must stay, so a copy gets spaces at its end.
    """
    if not _by_number(rule):
        return list(context)
    copies: dict[str, int] = {}
    pages = []
    for number, page in enumerate(context, start=rule.numbered_from):
        count = copies[page.text] = copies.get(page.text, -1) + 1
        pages.append(replace(page, id=_NAME.format(number=number), text=page.text + " " * count))
    return pages
