"""The row that was asked about, told with what the page says in another one.

"What is support like with Plus?", "By telephone, day and night", which is the row of another plan:
the answer names nothing, so only the question tells which row, item, section or page it should be.
Plain sentences are not held against each other so: the one behind the thing often tells more of it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from truthscore.features.base import Inputs
from truthscore.profile import SwappedLabels
from truthscore.text.alignment import Unit, is_claim, sentence_of, weight
from truthscore.text.labels import Labelled, Place, Words, all_meant, is_whole
from truthscore.text.reply import asking
from truthscore.text.rows import announces
from truthscore.types import QUESTION

NAME = "swapped_labels"
#: Letters with which a word of the question begins that may stand for one of a label.
SAME_START = 4


@dataclass(frozen=True, slots=True)
class Mistaken:
    """What the answer says, where it was asked about, and where it is told.

    `told` is None where the answer is not from elsewhere.
    """

    said: tuple[Unit, ...]
    asked: Place
    told: Place | None


def mistaken(
    inputs: Inputs, pages: Sequence[Sequence[Labelled]], settings: SwappedLabels
) -> Mistaken | None:
    """The row, section or page that the question names, and the one that the answer tells: its
    first statement, or all of them.

    None when the question names none of `pages`, or as much of several.
    """
    if not any(pages) or not inputs.language.switching.isdisjoint(inputs.question.lowers):
        return None
    asked = inputs.once((NAME, QUESTION), lambda: _asked(inputs))
    # "With the *others* it goes down": that is told of those beside the one that was asked about.
    answer, language = inputs.answer, inputs.language
    units = [
        unit
        for unit in inputs.aligned.units
        if unit.content
        and language.rest.isdisjoint(answer.lowers[slice(*unit.tokens)])
        and not announces(answer, unit.tokens)
    ]
    found: Mistaken | None = None
    denied = _denied_alone(inputs)
    for group, place in inputs.once((NAME, "meant"), lambda: all_meant(pages, asked)):
        found = found or Mistaken((), place, None)
        if _graded(inputs, group):
            continue  # "up to 6 m²", "more than 6 m²": which one is meant, a number tells
        if _asks_other(inputs, place):
            continue  # "How do I move?" is not "When do I have to tell that I move?"
        if denied and not language.negations.isdisjoint(_words_of(inputs, place)):
            continue  # "That is not possible. You can use e-mail": as its row says
        # The answer may begin with what another section says of all of them.
        for said in (units[:1], units) if place.row.kind == "row" else (units,):
            told = _told(inputs, said, asked, group, place, settings)
            if told is not None:
                return Mistaken(tuple(said), place, told)
    return found


def _asks_other(inputs: Inputs, place: Place) -> bool:
    """Whether a section is called by a question for something else than the customer asks for."""
    if place.row.kind != "section":
        return False
    parsed, words = inputs.documents[place.document].document.parsed, inputs.language.interrogatives
    heading = parsed.lowers[slice(*parsed.sentences[sentence_of(parsed, place.row.start)])]
    theirs, ours = words.intersection(heading), words.intersection(inputs.question.lowers)
    return bool(theirs and ours) and theirs.isdisjoint(ours)


def _graded(inputs: Inputs, group: Sequence[Place]) -> bool:
    """Whether the question has a number and so have the labels of several rows."""
    if not any(map(str.isdigit, inputs.question.lowers)):
        return False  # most; "A2" is a name
    numbered = [
        place for place in group if any(form.isdigit() for word in place.row.label for form in word)
    ]
    return len(numbered) > 1


def _denied_alone(inputs: Inputs) -> bool:
    """Whether the first sentence of the answer denies what was asked, and names nothing."""
    answer, language = inputs.answer, inputs.language
    if not answer.sentences:
        return False
    tokens = range(*answer.sentences[0])
    denies = language.negations | language.no
    return not denies.isdisjoint(answer.lowers[tokens.start : tokens.stop]) and not any(
        is_claim(answer, t, language) and answer.lowers[t] not in denies for t in tokens
    )


def _asked(inputs: Inputs) -> Words:
    """What the question names, in the words of the pages."""
    asked = inputs.question
    found: set[str] = set()
    questions = asking(asked)
    for token, lower in enumerate(asked.lowers):
        told = not any(start <= token < end for start, end in questions)
        before = asked.lowers[max(0, token - 2) : token]
        if told and not inputs.language.negations.isdisjoint(before):
            continue  # "I have no direct debit."
        if is_claim(asked, token, inputs.language) or not asked.stops[token]:
            word = lower, asked.lemmas[token]
            found.update(word, inputs.aligned.context.family(word))
    return frozenset(found)


def _told(
    inputs: Inputs,
    said: Sequence[Unit],
    asked: Words,
    group: Sequence[Place],
    asked_of: Place,
    settings: SwappedLabels,
) -> Place | None:
    """The other row that tells what is said, where the one that is meant does not.

    Another section or page that has the whole label tells of it as well; and one that has more of
    the question tells what was asked: "Ik gebruik Ctrl+K. Hoe zie ik een voorbeeld?"
    """
    code, lowers = inputs.language.code, inputs.answer.lowers
    # Numbers are left to the feature that compares them as values.
    families = {
        token: family(inputs, token)
        for unit in said
        for token in unit.content
        if not any(map(str.isdigit, lowers[token]))
    }
    own = {t: forms for t, forms in families.items() if forms and forms.isdisjoint(asked)}
    weights = {token: weight(lowers[token], code) for token in own}
    total = math.fsum(weights.values())
    if total < settings.asked_weight:
        return None
    named = frozenset().union(*families.values())
    mine = _words_of(inputs, asked_of)
    here = {token for token, forms in own.items() if not forms.isdisjoint(mine)}
    best: tuple[float, Place] | None = None
    for other in group:
        words = _words_of(inputs, other)
        there = {token for token, forms in own.items() if not forms.isdisjoint(words)}
        if other is asked_of or not here < there:
            continue
        if not any(word.isdisjoint(words) for word in asked_of.row.label):
            continue
        if _is_named_by(inputs, families, other, asked_of):
            continue  # "No, the teacher can": it says of whom
        if any(word in words and word not in mine for word in asked) or _is_named(
            other, asked_of, asked
        ):
            continue
        share, lead = (
            math.fsum(weights[token] for token in tokens) / total
            for tokens in (there, there - here)
        )
        # It may say itself which other one it tells of.
        sure = is_whole(asked_of.row, asked) and not is_whole(other.row, named)
        least = settings.told if sure else settings.verbatim
        if share >= least and lead >= settings.lead and (not best or share > best[0]):
            best = share, other
    return None if best is None else best[1]


def _is_named_by(
    inputs: Inputs, families: Mapping[int, Words], other: Place, asked_of: Place
) -> bool:
    """Whether the answer says of the whole label of a row what it says ("the teacher can"), and has
    nothing of the label that is meant."""
    said = frozenset().union(*families.values())
    subjects = frozenset().union(
        *(
            forms
            for t, forms in families.items()
            if inputs.answer.deps[t] in inputs.language.subject_labels
        )
    )
    label = other.row.label
    return (
        all(not word.isdisjoint(said) for word in label)
        and any(not word.isdisjoint(subjects) for word in label)
        and all(word.isdisjoint(said) for word in asked_of.row.label)
    )


def _is_named(place: Place, asked_of: Place, asked: Words) -> bool:
    """Whether the question may name a row too, by what the one that is meant is not called: "ziek"
    for "Ziekte"."""
    shared = frozenset().union(*asked_of.row.label)
    return any(
        word[:SAME_START] == each[:SAME_START]
        for forms in place.row.label
        if forms.isdisjoint(shared)
        for word in forms
        if len(word) >= SAME_START
        for each in asked - shared
    )


def family(inputs: Inputs, token: int) -> Words:
    """The words of the context that count as a word of the answer."""
    answer = inputs.answer
    return frozenset(inputs.aligned.context.family((answer.lowers[token], answer.lemmas[token])))


def _words_of(inputs: Inputs, place: Place) -> Set[str]:
    """Forms and lemmas of the sentences of a row, section or page."""
    passages = inputs.aligned.documents[place.document]
    if place.row.kind == "page":
        return passages.vocabulary.keys()
    first, last = (
        sentence_of(passages.parsed, token) for token in (place.row.start, place.row.end - 1)
    )
    return frozenset().union(*passages.words[first : last + 1])
