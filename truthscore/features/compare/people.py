"""The wrong person: another role than the passage has, or what holds for others than who asks."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from truthscore.features.base import Inputs, against
from truthscore.features.compare.gate import around
from truthscore.text.alignment import PassageIndex, Unit
from truthscore.text.clauses import Clause
from truthscore.text.model import VERBS, ParsedText
from truthscore.types import Evidence

#: Labels of who does something, below its verb: "verpleegkundige" may be read as an adjective, and
#: no verb has one.
_DOING = frozenset({"nsubj", "amod"})


def rival_roles(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A role of the answer that the passage lacks while it has that role's rival."""
    answer, rivals, passage = inputs.answer, inputs.language.persons.roles, unit.passage
    people = inputs.frame(unit).people
    if not people or passage is None:
        return  # most
    words = inputs.aligned.documents[passage.document].words
    theirs = frozenset().union(*(words[number] for number in around(inputs, passage)))
    ours = set(answer.lemmas[slice(*unit.tokens)]) | set(answer.lowers[slice(*unit.tokens)])
    asked = frozenset(inputs.question.lemmas)
    for token in people:
        role = answer.lemmas[token]
        if role not in rivals or role in asked or role in theirs or answer.lowers[token] in theirs:
            continue
        instead = [rival for rival in rivals[role] if rival in words[passage.sentence]]
        instead = [rival for rival in instead if rival not in ours]
        if instead and not _in_table(inputs, range(*unit.tokens), token):
            label = f"{role} / {instead[0]}"
            place = passage.document, passage.sentence
            yield against(inputs, (token, token + 1), label, *place, rule="role.rival")


def of_others(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A unit that tells a nurse what "other employees" do, where the page tells what nurses do."""
    passage, persons = unit.passage, inputs.language.persons
    if passage is None:
        return
    said = inputs.answer.words_at(range(*unit.tokens))
    page = inputs.aligned.documents[passage.document]
    theirs = page.words[passage.sentence]
    if persons.others.isdisjoint(theirs) or not persons.others.isdisjoint(said):
        return  # most
    parsed = page.parsed
    if not any(
        not persons.others.isdisjoint(parsed.words_at((token,)))
        and not persons.people.isdisjoint(parsed.words_at((parsed.heads[token],)))
        for token in range(*parsed.sentences[passage.sentence])
    ):
        return
    question = inputs.question
    asking = question.words_at(
        token
        for token in range(len(question.lowers))
        if not persons.people.isdisjoint(question.words_at((token,)))
    )
    asking = asking - theirs - said
    verbs = _verbs(page, passage.sentence)
    for number in sorted(page.having(asking)):
        if not verbs.isdisjoint(page.words[number]):
            who = min(asking & page.words[number])
            label = f"{min(persons.others & theirs)} / {who}"
            yield against(inputs, unit.tokens, label, passage.document, number, rule="role.rival")
            return


def other_doer(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """One who does what the page says that another does, where the page knows both of them."""
    answer, passage, people = inputs.answer, unit.passage, inputs.language.persons.people
    if passage is None:
        return
    page = inputs.documents[passage.document]
    for clause in inputs.frame(unit).clauses:
        doer = _doer(answer, clause, people)
        if doer is None or clause.negations:
            continue
        mine, verb = answer.words_at((doer,)), answer.lemmas[answer.heads[doer]]
        rest = [answer.words_at((token,)) for token in clause.content if token != doer]
        for number in around(inputs, passage):
            for told in page.frames.sentences[number].clauses:
                other = _doer(page.document.parsed, told, people)
                words = page.document.parsed.words_at(told.said)
                if (
                    other is None
                    or told.negations
                    or page.document.parsed.lemmas[page.document.parsed.heads[other]] != verb
                    or not mine.isdisjoint(words)
                    or any(word.isdisjoint(words) for word in rest)
                    or not _knows_apart(inputs, mine, verb)
                ):
                    continue
                label = f"{answer.lemmas[doer]} / {page.document.parsed.lemmas[other]}"
                place = passage.document, number
                yield against(inputs, (doer, doer + 1), label, *place, rule="role.rival")
                return


def _doer(parsed: ParsedText, clause: Clause, people: AbstractSet[str]) -> int | None:
    """The person who does what a clause says."""
    return next(
        (
            token
            for token in clause.tokens
            if parsed.deps[token] in _DOING
            and parsed.pos[parsed.heads[token]] in VERBS
            and not people.isdisjoint(parsed.words_at((token,)))
        ),
        None,
    )


def _knows_apart(inputs: Inputs, mine: AbstractSet[str], verb: str) -> bool:
    """Whether the pages name somebody, and nowhere beside what is done."""
    named = [(page, page.having(mine)) for page in inputs.aligned.documents]
    return any(found for _, found in named) and not any(
        verb in page.words[number] for page, found in named for number in found
    )


def _verbs(page: PassageIndex, sentence: int) -> frozenset[str]:
    """The lemmas of the verbs of a sentence."""
    parsed = page.parsed
    return frozenset(
        parsed.lemmas[token]
        for token in range(*parsed.sentences[sentence])
        if parsed.pos[token] in VERBS
    )


def _in_table(inputs: Inputs, tokens: range, role: int) -> bool:
    """Whether a role stands over a column, or before a row, of which tokens of the answer name the
    rest."""
    mine, said = inputs.answer.words_at((role,)), inputs.words_there(inputs.answer, tokens)
    return any(
        cell.is_named(said) and not mine.isdisjoint(frozenset().union(*cell.label, *cell.heading))
        for page in inputs.documents
        for cell in page.frames.cells
    )
