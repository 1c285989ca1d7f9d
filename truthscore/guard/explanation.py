"""What a verdict means to the people who work with it: what to do, why, and on which page."""

from __future__ import annotations

from collections import Counter

from truthscore import resources
from truthscore.formats import Explanation
from truthscore.guard import reasons
from truthscore.guard.judgement import DECISIONS, Judgement, judge
from truthscore.profile import Profile
from truthscore.types import Example, Verdict


def explain(verdict: Verdict, example: Example | None, profile: Profile) -> Explanation:
    """The decision of `profile`'s policy, as a guardrail would make it.

    The reason is in the verdict's language where it has texts, else in the policy's. Of a row that
    cannot be read it says what is wrong with it.
    """
    judgement = judge(verdict, profile.policy)
    return Explanation(
        decision=DECISIONS[judgement.action],
        reason=_reason(judgement, verdict, example, profile),
        page=_page(judgement, verdict, example),
    )


def _reason(
    judgement: Judgement, verdict: Verdict, example: Example | None, profile: Profile
) -> str:
    if verdict.status == "error" and verdict.reason:
        return verdict.reason
    known = verdict.lang in resources.languages()
    code = str(verdict.lang) if known else profile.policy.reason_language
    return reasons.reason(judgement, code=code, profile=profile, example=example, verdict=verdict)


def _page(judgement: Judgement, verdict: Verdict, example: Example | None) -> str:
    """The title of the page that the first finding is about, else that most of the evidence is."""
    found = min(judgement.evidence, key=lambda each: each.span.start, default=None)
    matches = [found.match] if found is not None and found.match is not None else []
    if not matches:
        matches = [
            each.match
            for measured in verdict.features.values()
            for each in measured.evidence
            if each.match is not None
        ]
    pages = {page.id: page.title or page.id for page in (example.context if example else ())}
    counts = Counter(match.source for match in matches if match.source in pages)
    return pages[counts.most_common(1)[0][0]] if counts else ""
