"""What the customer is told to do, where the page says that only others do it.

"I do payroll (Payroll role). How do I open March again?", "Click **Unlock period**": every step of
it is right, for an administrator.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from truthscore.features.base import Inputs, against
from truthscore.features.off_context.reserved import (
    are_named,
    done_of,
    limited,
    named_claims,
    open_to_all,
)
from truthscore.features.off_context.slip import NAME
from truthscore.language import LanguagePack
from truthscore.text.alignment import Unit, share_of
from truthscore.text.model import NOUNS, VERBS, ParsedText
from truthscore.text.people import names_people
from truthscore.types import QUESTION, Evidence

#: How far behind "I am", "as" and "with the role" the noun for it may stand: "I'm a *team lead*".
REACH = 4
#: Parts of speech between them.
_BETWEEN = frozenset({"DET", "ADJ", "ADV", "PRON", "PART", "NOUN", "PROPN"})


def asker_of(question: ParsedText, language: LanguagePack) -> frozenset[str]:
    """Forms and lemmas of what who asks says to be: "ik ben *leidinggevende*", "as an *agent*",
    "with the *Payroll* role"."""
    found: set[int] = set()
    size = len(question.lowers)
    for token, lower in enumerate(question.lowers):
        says = question.lemmas[token : token + 1]
        am = (
            token
            and question.lowers[token - 1] in language.single_speakers
            and says[0] in language.copulas
        )
        if am or lower in language.in_role:
            for at in range(token + 1, min(token + 1 + REACH, size)):
                if names_people(question, at, language):
                    found.add(at)
                if question.pos[at] not in _BETWEEN:
                    break
        if says[0] in language.role_words:
            beside = [at for at in (token - 1, token + 1) if 0 <= at < size]
            found.update(
                at
                for at in beside
                if question.pos[at] in NOUNS and question.text[question.starts[at]].isupper()
            )
    return frozenset(question.words_at(sorted(found)))


def not_the_askers_to_do(inputs: Inputs) -> Iterator[Evidence]:
    """A unit that tells who asks to do what a page says that only others do, where no unit names
    those, and no sentence says that anybody may."""
    language, question = inputs.language, inputs.question
    known = [each for each in limited(inputs) if each[2].people]
    if not known:
        return  # most
    asker = inputs.once((NAME, QUESTION, "asker"), lambda: asker_of(question, language))
    if not asker:
        return
    settings = inputs.profile.features.off_context
    assert settings is not None  # the profile has checked that a feature in use has its settings
    answer = inputs.answer
    whole = answer.words_at(range(len(answer.lowers)))
    asked = inputs.words_there(question, range(len(question.lowers)))
    for place, number, each in known:
        page = inputs.aligned.documents[place].parsed
        if are_named(each.holders, asker, language) or are_named(each.holders, whole, language):
            continue
        done = done_of(inputs, (place, number, each))
        for unit in inputs.aligned.units:
            words = inputs.words_there(answer, range(*unit.tokens))
            claims = named_claims(page, each.claims, words | asked)
            if (
                not _tells_reader(answer, unit, done, language)
                or share_of(page, claims, words | asked, language.code) < settings.reserved
                or open_to_all(inputs, place, page, each)
            ):
                continue
            label = f"only: {page.lowers[each.first]}"
            yield against(inputs, unit.tokens, label, place, number)
            return


def _tells_reader(
    answer: ParsedText, unit: Unit, done: AbstractSet[str], language: LanguagePack
) -> bool:
    """Whether a unit tells its reader to do one of some things, or that he may."""
    tokens = range(*unit.tokens)
    lowers: Sequence[str] = answer.lowers[slice(*unit.tokens)]
    if lowers[-1] == "?" or not (language.negations | language.cannot).isdisjoint(lowers):
        return False
    if done.isdisjoint(answer.words_at(tokens)):
        return False
    commands = answer.pos[tokens.start] in VERBS
    return commands or not language.address_pronouns.isdisjoint(lowers)
