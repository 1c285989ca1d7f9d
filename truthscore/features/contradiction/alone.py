"""A name that answers by itself, and that the context only denies.

"In de app." to "Hoe krijg ik de code?", where the page says "De app wordt hiervoor niet gebruikt".
"""

from __future__ import annotations

from collections.abc import Iterator

from truthscore.features.base import Inputs
from truthscore.text.clauses import Clause, clauses
from truthscore.text.opposition import words_of
from truthscore.text.reply import names_alone
from truthscore.types import ANSWER, Evidence, Span


def denied_alone(inputs: Inputs) -> Iterator[Evidence]:
    """What an answer names in reply to "how", "where" or "who", where every sentence of the context
    that names it denies something of it."""
    answer, question, language = inputs.answer, inputs.question, inputs.language
    if language.ways.isdisjoint(question.lowers):
        return
    named = names_alone(answer, language)
    if not named:
        return  # most answers tell more
    said = (*question.lowers, *question.lemmas, *answer.lowers)
    turning = language.negations, language.near_negations, language.cannot
    if not all(each.isdisjoint(said) for each in turning):
        return  # "Waar mag ik niet parkeren?"
    families = [
        inputs.aligned.context.family((answer.lowers[token], answer.lemmas[token]))
        for token in named
    ]
    first: tuple[int, Clause] | None = None
    for place, document in enumerate(inputs.aligned.documents):
        parsed = document.parsed
        sentences = [
            {number for form in family for number in document.postings.get(form, ())}
            for family in families
        ]
        for number in sorted(set.intersection(*sentences)):
            if parsed.lowers[parsed.sentences[number][1] - 1] == "?":
                continue
            for each in clauses(parsed, *parsed.sentences[number], language):
                words = words_of(parsed, each)
                if any(words.isdisjoint(family) for family in families):
                    continue
                if not each.denied or each.conditional:
                    return
                first = first or (place, each)
    if first is None:
        return
    page = inputs.documents[first[0]].document
    yield Evidence(
        span=Span(source=ANSWER, start=answer.starts[named[0]], end=answer.ends[named[-1]]),
        role="contradicts",
        label="denied",
        match=Span(
            source=page.source,
            start=page.parsed.starts[first[1].start],
            end=page.parsed.ends[first[1].end - 1],
        ),
    )
