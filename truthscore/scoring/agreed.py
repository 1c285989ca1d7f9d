"""What a "yes" says: the statement that was asked.

"Yes, that is right." has no word of its own that a page could speak against; who answers so says
what the question says. Such a row is scored again with the question's statement as its answer, and
what its pages or records say against that is said against the "yes", by the same rules and at the
same cost. Nothing is lifted by it: of words that ask, too many stand on a page that says otherwise.
"""

from __future__ import annotations

from dataclasses import replace

import regex

from truthscore.language import LanguagePack
from truthscore.profile import Score
from truthscore.rules import REPLY
from truthscore.scoring.verdicts import moved
from truthscore.stars import cost, lowered
from truthscore.types import ANSWER, REFUSAL, Example, Measurement, Span, Verdict

#: The first sentence of an answer, from its first letter on.
_FIRST = regex.compile(r"\A[^\p{L}]*+([^.!?:;\n]*+)")
_WORD = regex.compile(r"\p{L}+")
#: Where one sentence of a question ends and another begins.
_BETWEEN = regex.compile(r"(?<=[.!?])\s+|\n+")
_SIGNS = " ?!.…"
#: Why a "yes" by itself gets no stars of its own.
_SILENT = "nothing_to_measure"


def asked_by(example: Example, verdict: Verdict, pack: LanguagePack | None) -> Example | None:
    """The row with the statement of its question as the answer; None where its answer does not
    begin with a sentence that only agrees, or nobody can tell to what."""
    silent = verdict.score is None and verdict.reason != _SILENT
    told = (each.rule for found in verdict.features.values() for each in found.evidence)
    if pack is None or silent or verdict.reason == REFUSAL or REPLY in told:  # then all is said
        return None
    if example.translation is not None:
        return None  # nobody has translated the statement
    replies = pack.replies
    said = _words(_first(example.answer)[1])
    if not said or said[0] not in replies.yes or not replies.agreeing.issuperset(said):
        return None
    parts = [part.strip() for part in _BETWEEN.split(example.question) if part.strip(_SIGNS)]
    asking = [part for part in parts if part.endswith("?")] or parts
    words = {word for part in asking for word in _words(part)}
    if not words or (words & pack.negations and not words & replies.asks_if_true):
        return None  # "Can I not undo it?" "Yes.": that it can, or that it cannot
    statement = " ".join(f"{part.rstrip(_SIGNS)}." for part in asking)
    return replace(example, question="", answer=statement)


def joined(verdict: Verdict, asked: Verdict, answer: str, settings: Score) -> Verdict:
    """`verdict` with what `asked`, that on the question's statement, found against it.

    Only a word of a page or record against the statement counts: who asks uses other words than
    a page. A "yes" by itself, which gets no stars of its own, then gets those of the statement.
    """
    start, said = _first(answer)
    yes = Span(source=ANSWER, start=start, end=start + len(said.rstrip()))

    def at_yes(span: Span) -> Span:
        return yes if span.source == ANSWER else span

    told = {name: moved(found, at_yes) for name, found in asked.features.items()}
    against = {
        name: found
        for name, found in told.items()
        if name in settings.penalties and any(e.role == "contradicts" for e in found.evidence)
    }
    if not against:
        return verdict
    if verdict.score is None:
        return replace(
            verdict, status=asked.status, reason=None, score=asked.score,
            base_score=asked.base_score, override=asked.override, features=told,
        )  # fmt: skip
    own = verdict.features
    both = {name: _both(own.get(name), found) for name, found in against.items()}
    before = {name: own[name] for name in both if name in own}
    taken = cost(both, settings) - cost(before, settings)
    return replace(verdict, score=lowered(verdict.score, max(0.0, taken)), features={**own, **both})


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


def _first(answer: str) -> tuple[int, str]:
    """Where the first sentence begins, and the sentence."""
    match = _FIRST.match(answer)
    return (match.start(1), match[1]) if match else (0, "")


def _both(own: Measurement | None, found: Measurement) -> Measurement:
    """What a feature found in the answer itself, and against what it agrees to."""
    told = tuple(each for each in found.evidence if each.role == "contradicts")
    if own is None or own.value is None or found.value is None:
        return replace(found, evidence=told)
    return replace(own, value=min(own.value, found.value), evidence=(*own.evidence, *told))
