"""The wrong person: another role or doer, people whom no page names, another answer to "who"."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from truthscore.features.base import Inputs, against
from truthscore.features.off_context.index import Index
from truthscore.features.off_context.slip import NAME, slip, window_of
from truthscore.language import LanguagePack
from truthscore.text.alignment import Passage, Unit, is_claim, weight
from truthscore.text.clauses import Clause, clauses
from truthscore.text.model import NOUNS, ParsedText
from truthscore.text.people import names_people
from truthscore.text.reply import asking, names_alone
from truthscore.types import Evidence

#: How many sentences from one thing a page still tells of it: "... checks it. Then payroll pays".
NEXT = 2
#: Labels of the one who does what a verb says.
DOERS = frozenset({"nsubj", "obl:agent"})


def other_people(inputs: Inputs) -> Iterator[Evidence]:
    """Other people than those whom the page names, in the answer to "who ...?".

    The statement that has most of question and answer, of those that name people, is the one that
    tells; nothing is found where one that names the answer's people has as much. What stands for
    an answer by itself ("De receptie.") names people whatever it is.
    """
    settings = inputs.profile.features.off_context
    answer, question, language = inputs.answer, inputs.question, inputs.language
    if language.persons.who.isdisjoint(question.lowers):
        return
    asked = {*question.lemmas, *question.lowers}
    said: dict[str, int] = {}
    about: dict[tuple[str, str], float] = {}
    alone = names_alone(answer, language)[-1:]
    for parsed in (question, answer):
        for token in range(len(parsed.lowers)):
            lemma, lower = parsed.lemmas[token], parsed.lowers[token]
            if names_people(parsed, token, language) or (parsed is answer and token in alone):
                if parsed is answer and lemma not in asked and lower not in asked:
                    said.setdefault(lemma, token)
            elif is_claim(parsed, token, language) and not (
                parsed is answer and names_people(parsed, parsed.heads[token], language)
            ):
                about[lower, lemma] = weight(lower, language.code)
    total = math.fsum(about.values())
    if not said or not total:
        return
    if any(_in_table(inputs, range(len(answer.lowers)), token) for token in said.values()):
        return
    known = any(names_people(answer, token, language) for token in said.values())
    best: tuple[float, int, int, str] | None = None
    families = {word: (*word, *inputs.aligned.context.family(word)) for word in about}
    for place, document in enumerate(inputs.aligned.documents):
        parsed = document.parsed
        for number in sorted(document.having(itertools.chain(*families.values()))):
            for start, end in _statements(parsed, number, language):
                people = [
                    parsed.lemmas[t]
                    for t in range(start, end)
                    if names_people(parsed, t, language)
                    or (not known and _does(parsed, t) and parsed.lemmas[t] not in asked)
                ]
                if not people:
                    continue
                words = parsed.words_at(range(start, end))
                denied = not language.negations.isdisjoint(parsed.lowers[start:end])
                if denied and words.isdisjoint(said):
                    continue  # who does not do it tells of nobody who does
                share = math.fsum(
                    value for word, value in about.items() if not words.isdisjoint(families[word])
                )
                share = round(share / total, 6)
                named = any(name in words for name in said)
                if best is None or share > best[0] or (share == best[0] and named):
                    best = share, place, number, "" if named else people[0]
    least = settings.who_share if known else settings.who_alone
    if best is None or not best[3] or best[0] < least:
        return
    _, place, number, rival = best
    name, token = next(iter(said.items()))
    if _told_of_case(inputs, name, inputs.aligned.documents[place].words[number]):
        return
    if _told_of_exception(inputs, name, place, number) or _does_it(inputs, name, place, number):
        return
    if any(name in document.postings for document in inputs.aligned.documents):
        label = f"{name} / {rival}"
        yield against(inputs, (token, token + 1), label, place, number, rule="people.other")


def _does_it(inputs: Inputs, name: str, place: int, number: int) -> bool:
    """Whether a sentence behind the rival's says the verb of the question of the answer's people,
    and the rival's does not: "who *pays* my claim?", "your manager checks the claim. Payroll *pays*
    the amount"."""
    question, language = inputs.question, inputs.language
    verbs = [
        t
        for t in range(len(question.lowers))
        if question.pos[t] == "VERB" and is_claim(question, t, language)
    ]
    forms = inputs.words_there(question, verbs)
    document = inputs.aligned.documents[place]
    return document.words[number].isdisjoint(forms) and any(
        number < at <= number + NEXT and not document.words[at].isdisjoint(forms)
        for at in document.postings.get(name, ())
    )


def _told_of_exception(inputs: Inputs, name: str, place: int, number: int) -> bool:
    """Whether the question asks of a case, and the page names the answer's people in one where the
    rival's sentence sets none: "who approves it *if my manager is away*?", "in case of absence the
    deputy does"."""
    question, language = inputs.question, inputs.language
    document = inputs.aligned.documents[place]

    def cases(parsed: ParsedText, start: int, end: int) -> list[Clause]:
        return [part for part in clauses(parsed, start, end, language) if part.conditional]

    asked = [
        part
        for each in asking(question)
        for part in cases(question, *each)
        # "and when is it due?" asks
        if language.interrogatives.isdisjoint(question.lowers[part.start : part.end])
    ]
    if not asked or cases(document.parsed, *document.parsed.sentences[number]):
        return False
    return any(
        cases(document.parsed, *document.parsed.sentences[at])
        for at in document.postings.get(name, ())
    )


def _told_of_case(inputs: Inputs, name: str, rival: AbstractSet[str]) -> bool:
    """Whether a sentence that names the answer's people has a word of the case that the question
    tells before it asks, and the rival's (with the words `rival`) has not: "I'm a *temp*. Who
    does it?", "for temps the agency does"."""
    question, family = inputs.question, inputs.aligned.context.family
    asks = [t for start, end in asking(question) for t in range(start, end)]
    asked = [
        (*question.written(t), *family(question.written(t)))
        for t in range(len(question.lowers))
        if t not in asks and is_claim(question, t, inputs.language)
    ]
    own = [forms for forms in asked if rival.isdisjoint(forms)]
    return any(
        not document.words[number].isdisjoint(forms)
        for document in inputs.aligned.documents
        for number in document.postings.get(name, ())
        for forms in own
    )


def _statements(
    parsed: ParsedText, sentence: int, language: LanguagePack
) -> Sequence[tuple[int, int]]:
    """The parts of a sentence that each say of a noun of their own what it does or what becomes of
    it: "the landlord pays the tax, the tenant pays the levy"."""
    parts: list[tuple[int, int]] = []
    for each in clauses(parsed, *parsed.sentences[sentence], language):
        own = any(
            parsed.deps[t] in language.subject_labels and parsed.pos[t] in NOUNS
            for t in each.tokens
        )
        if parts and not own:
            parts[-1] = parts[-1][0], each.end
        else:
            parts.append((each.start, each.end))
    return parts


def _does(parsed: ParsedText, token: int) -> bool:
    """Whether a noun does what its verb says."""
    return parsed.pos[token] in NOUNS and parsed.deps[token] in DOERS


def rival_roles(inputs: Inputs, unit: Unit, passage: Passage) -> Iterator[Evidence]:
    """A role of the answer that the passage lacks while it has that role's rival."""
    answer, rivals = inputs.answer, inputs.language.persons.roles
    if rivals.keys().isdisjoint(answer.lemmas[slice(*unit.tokens)]):
        return
    document = inputs.aligned.documents[passage.document]
    window, at = window_of(inputs, passage)
    theirs = frozenset().union(*(document.words[number] for number in window))
    ours = set(answer.lemmas[slice(*unit.tokens)]) | set(answer.lowers[slice(*unit.tokens)])
    asked = frozenset(inputs.question.lemmas)
    for token in range(*unit.tokens):
        role = answer.lemmas[token]
        if role not in rivals or role in asked or role in theirs or answer.lowers[token] in theirs:
            continue
        instead = [rival for rival in rivals[role] if rival in document.words[at]]
        instead = [rival for rival in instead if rival not in ours]
        if instead and not _in_table(inputs, range(*unit.tokens), token):
            label = f"{role} / {instead[0]}"
            yield slip(inputs, passage, token, token + 1, label, rule="role.rival")


def _in_table(inputs: Inputs, tokens: range, role: int) -> bool:
    """Whether a role stands over a column, or before a row, of which tokens of the answer name the
    rest."""
    mine, said = inputs.answer.words_at((role,)), inputs.words_there(inputs.answer, tokens)
    indexes: list[Index] = [each.indexes[NAME] for each in inputs.documents]
    return any(
        cell.is_named(said) and not mine.isdisjoint(frozenset().union(*cell.label, *cell.heading))
        for index in indexes
        for cell in index.cells
    )
