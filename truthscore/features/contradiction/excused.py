"""A denial that contradicts nothing: it is about others than the page's sentence, or said elsewhere
in other words.

"These are not linked", where the page says that payments *whose numbers agree* are linked; "no
appointment is needed", where it says elsewhere "without an appointment".
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from truthscore.features.base import Inputs
from truthscore.features.contradiction.named_row import NAME
from truthscore.features.contradiction.which_ones import tells_which
from truthscore.language import LanguagePack
from truthscore.text.alignment import Unit, is_claim, sentence_of, weight
from truthscore.text.clauses import Clause, denies_by_itself, phrases_at
from truthscore.text.model import NOUNS, ParsedText
from truthscore.text.people import names_people

#: Parts of speech of what says something of a noun.
_SAYING = frozenset({"VERB", "ADJ"})
#: Tokens among which a sentence says that it speaks of others: "All other payments ...".
OPENING = 3
#: Words behind "without" to the thing that is not needed: "without a new appointment".
REACH = 3
#: Share of what a denial says, by weight, that a denial of the page has which bears it out; and
#: words of it: "you pay no fee" and "the buyer pays no fee" are two things.
MOST_OF_DENIAL = 0.55
LEAST_OF_DENIAL = 3


def denies_others(inputs: Inputs, unit: Unit, page: ParsedText, token: int) -> bool:
    """Whether a denial of the answer is held against what a page says around a token, but only of
    those that a relative clause picks out, and does not pick those out itself; or of the others."""
    start, end = page.sentences[sentence_of(page, token)]
    ours = inputs.answer.words_at(range(*unit.tokens))
    rest = inputs.language.amounts.rest
    first = inputs.answer.words_at(
        range(unit.tokens[0], min(unit.tokens[0] + OPENING, unit.tokens[1]))
    )
    if not rest.isdisjoint(first) and rest.isdisjoint(page.lowers[start:end]):
        return True  # "*other* payments are not linked"
    verbs = [t for t in range(start, end) if page.pos[t] == "VERB"]
    stated = {page.lemmas[t] for t in verbs if not tells_which(page, t)}
    for verb in range(start, end):
        if not tells_which(page, verb):
            continue
        if page.lemmas[verb] in ours and stated.isdisjoint(ours):
            return True  # "the hours *that are approved* are paid out" says of none that they are
        told = range(page.heads[verb] + 1, verb + 1)
        which = [t for t in told if is_claim(page, t, inputs.language)]
        if which and not any({page.lowers[t], page.lemmas[t]} & ours for t in which):
            return True
    return False


def denied_elsewhere(inputs: Inputs, content: Iterable[int], document: int, sentence: int) -> bool:
    """Whether another sentence of the context denies most of what a denial of the answer says
    (`content`: its tokens): "you can apply filters. The link won't include your *filter* changes",
    "*filters* aren't part of the link".

    `sentence` of `document`: what the denial is held against.
    """
    answer, language = inputs.answer, inputs.language
    said = [
        (weight(answer.lowers[t], language.code), inputs.words_there(answer, (t,))) for t in content
    ]
    least = MOST_OF_DENIAL * math.fsum(each for each, _ in said)
    for number, (indexed, passages) in enumerate(
        zip(inputs.documents, inputs.aligned.documents, strict=True)
    ):
        denying = passages.having(language.negations)
        for at in denying - ({sentence} if number == document else set()):
            for part in indexed.indexes[NAME].clauses[at]:
                if part.conditional or not part.negations:
                    continue
                words = passages.parsed.words_at(part.tokens)
                both = [each for each, forms in said if not forms.isdisjoint(words)]
                if len(both) >= LEAST_OF_DENIAL and math.fsum(both) >= least:
                    return True
    return False


def denied_of_some(inputs: Inputs, page: ParsedText, match: Clause) -> bool:
    """Whether a page denies something only of a kind that neither answer nor question names:
    "*Public* charging is not controlled by us"."""
    if not match.denied:
        return False
    told = inputs.answer.words_at(range(len(inputs.answer.lowers)))
    told |= inputs.question.words_at(range(len(inputs.question.lowers)))
    subjects = {
        t
        for t in match.tokens
        if page.deps[t] in inputs.language.subject_labels and page.pos[t] in NOUNS
    }
    return any(
        page.deps[t] == "amod"
        and page.heads[t] in subjects
        and page.pos[t] in _SAYING
        and told.isdisjoint(page.words_at((t,)))
        for t in match.tokens
    )


def done_by_others(inputs: Inputs, clause: Clause, page: ParsedText, match: Clause) -> bool:
    """Whether a page tells nobody to do a thing oneself, and the answer says that others do it: "do
    not cancel it yourself", "we cancel it for you", "your manager can cancel it"."""
    language, answer = inputs.language, inputs.answer
    return (
        match.denied
        and bool(phrases_at(page, match.start, match.end, language.doing.oneself))
        and not phrases_at(answer, clause.start, clause.end, language.doing.oneself)
        and (
            not language.persons.speakers.isdisjoint(answer.lowers[clause.start : clause.end])
            or any(
                names_people(answer, t, language)
                for t in clause.tokens
                if answer.deps[t] in language.subject_labels
            )
        )
    )


def done_by_hand(inputs: Inputs, tokens: tuple[int, int], page: ParsedText, match: Clause) -> bool:
    """Whether a page denies only that something happens by itself, and tokens of the answer tell
    the reader to do it, or that it may be done: "you can delete it"."""
    language, answer = inputs.language, inputs.answer
    words = answer.words_at(range(*tokens))
    return (
        denies_by_itself(page, match, language)
        and not words.isdisjoint(language.address_pronouns | language.modals)
        and not phrases_at(answer, *tokens, language.doing.automatically)
    )


def not_so(inputs: Inputs, clause: Clause, page: ParsedText, match: Clause) -> bool:
    """Whether one side denies only how or how soon something happens ("it is not booked
    *immediately*"), and the other one does not say that it happens so."""
    answer, manner = inputs.answer, inputs.language.doing.manner
    for one, part, two, other in (
        (answer, clause, page, match),
        (page, match, answer, clause),
    ):
        said = two.words_at(other.tokens)
        for token in part.negations:
            after = one.lowers[token + 1] if token + 1 < part.end else ""
            if after in manner and manner.isdisjoint(said):
                return True
    return False


def done_in_time(inputs: Inputs, unit: Unit, page: ParsedText, match: Clause) -> bool:
    """Whether a page denies a thing only *until* something has happened, and the answer says it of
    when that has: "you cannot delete it until it is approved", "an approved one can be deleted"."""
    language, answer = inputs.language, inputs.answer
    end = page.sentences[sentence_of(page, match.start)][1]
    until = [t for t in range(match.start, end) if page.lowers[t] in language.cases.until]
    if not match.denied or not until:
        return False  # most
    ours = inputs.words_there(answer, range(*unit.tokens))
    happened = [t for t in range(until[0] + 1, end) if is_claim(page, t, language)]
    told = [t for t in happened if not ours.isdisjoint(page.written(t))]
    too_soon = (
        language.order.later
        | language.cases.until
        | (language.negations & language.opposing.before_same_word)
    )
    return len(told) > len(happened) / 2 and too_soon.isdisjoint(ours)


def leaves_verb_out(parsed: ParsedText, clause: Clause, language: LanguagePack) -> bool:
    """Whether a clause says of somebody only that they can or cannot: "admins can't"."""
    return (
        not any(parsed.pos[t] in _SAYING for t in clause.tokens)
        and any(parsed.pos[t] == "AUX" for t in clause.tokens)
        and not any(parsed.lemmas[t] in language.clause.copulas for t in clause.tokens)
    )


def not_yet(inputs: Inputs, tokens: tuple[int, int]) -> bool:
    """Whether tokens of the answer say what who asks has not done so far, which no page can know:
    "you haven't filled in the checklist yet"."""
    answer, language = inputs.answer, inputs.language
    lowers = answer.lowers[slice(*tokens)]
    if language.doing.yet.isdisjoint(lowers) or language.negations.isdisjoint(lowers):
        return False  # most
    return not language.address_pronouns.isdisjoint(lowers) and any(
        answer.lemmas[t] in language.doing.perfect
        and answer.deps[t].startswith("aux")
        and answer.pos[answer.heads[t]] == "VERB"
        for t in range(*tokens)
    )


def done_without(inputs: Inputs, tokens: tuple[int, int]) -> bool:
    """Whether tokens of the answer say that a thing is not needed, and a page that something is
    done without it."""
    answer, language = inputs.answer, inputs.language
    if answer.words_at(range(*tokens)).isdisjoint(language.needs):
        return False
    without = language.negations & language.opposing.before_same_word
    things = answer.words_at(t for t in range(*tokens) if answer.pos[t] in NOUNS)
    for document in inputs.aligned.documents:
        page = document.parsed
        for number in document.having(without):
            end = page.sentences[number][1]
            for token in range(*page.sentences[number]):
                behind = range(token + 1, min(token + 1 + REACH, end))
                if page.lowers[token] in without and things & page.words_at(behind):
                    return True
    return False
