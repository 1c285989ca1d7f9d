"""A yes to what holds only of others: "Only editors can export", "We ship only within the EU".

"Can I export it?", "Yes, choose Share": all of it stands on the page, for somebody else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from truthscore.features.base import Inputs, against
from truthscore.features.off_context.index import Index, Reserved
from truthscore.features.off_context.people import DOERS
from truthscore.features.off_context.slip import NAME, SAME_NOUN
from truthscore.language import LanguagePack
from truthscore.text.alignment import is_claim, sentence_of, share_of
from truthscore.text.clauses import clauses, statement
from truthscore.text.model import NOUNS, VERBS, ParsedText
from truthscore.text.people import names_people
from truthscore.text.reply import opening
from truthscore.text.rows import kind_at
from truthscore.types import Evidence

#: Tokens from "only" to those it means: "only be changed by the owner".
REACH = 6
#: Tokens to one who does it, and is in no list of people: "only the registry can".
BESIDE = 2
#: Parts of speech that no more than lead to a noun: "only visible *to the* owner".
_LEADING = frozenset({"DET", "PRON", "ADJ", "NUM", "ADP", "AUX", "VERB", "ADV"})
#: Parts of speech between one and the next: "team leads *and the* directors".
_JOINING = frozenset({"CCONJ", "DET", "ADJ", "PRON"})
#: Parts of speech behind which it is told which of them, or something else.
_APART = frozenset({"ADP", "PUNCT", "SCONJ"})


def not_the_only_one(inputs: Inputs) -> Iterator[Evidence]:
    """A "ja" or "yes" to what a page says only of people or of things that neither the question nor
    what is said with the yes names; of things where the question names another one."""
    answer, question, language = inputs.answer, inputs.question, inputs.language
    yes = opening(answer, language.replies.yes)
    if yes is None or not language.only.isdisjoint(answer.lowers):
        return
    tokens = _with_yes(inputs, yes)
    turning = language.negations | language.cannot
    if not turning.isdisjoint({*question.lowers, *answer.lowers[slice(*tokens)]}):
        return
    said = question.words_at(range(len(question.lowers))) | answer.words_at(range(*tokens))
    settings = inputs.profile.features.off_context
    family = inputs.aligned.context.family
    forms = said.union(*(
        family((parsed.lowers[t], parsed.lemmas[t]))
        for parsed, at in ((question, range(len(question.lowers))), (answer, range(*tokens)))
        for t in at
        if is_claim(parsed, t, language)
    ))  # fmt: skip
    for place, number, each in limited(inputs):
        document = inputs.aligned.documents[place]
        parsed = document.parsed
        if (
            (not each.people and not _names_another(inputs, document.words[number]))
            or are_named(each.holders, said, language)
            or share_of(parsed, named_claims(parsed, each.claims, forms), forms, language.code)
            < settings.reserved
            or open_to_all(inputs, place, parsed, each)
        ):
            continue
        label = f"only: {parsed.lowers[each.first]}"
        yield against(inputs, (yes, yes + 1), label, place, number, rule="people.only")
        return


def limited(inputs: Inputs) -> Iterator[tuple[int, int, Reserved]]:
    """Document, sentence and what that says to hold only of some."""
    for place, indexed in enumerate(inputs.documents):
        index: Index = indexed.indexes[NAME]
        yield from ((place, number, each) for number, each in index.reserved)


def _with_yes(inputs: Inputs, yes: int) -> tuple[int, int]:
    """The tokens of the sentence of a yes, with the next one where it is no more than that."""
    answer, place = inputs.answer, sentence_of(inputs.answer, yes)
    start, end = answer.sentences[place]
    bare = not any(is_claim(answer, t, inputs.language) for t in range(yes + 1, end))
    if bare and place + 1 < len(answer.sentences):
        end = answer.sentences[place + 1][1]
    return start, end


def reserved(
    parsed: ParsedText, tokens: tuple[int, int], language: LanguagePack
) -> Iterator[Reserved]:
    """What a sentence says that holds only of some: of people, who do it, or of things."""
    for only in range(*tokens):
        if parsed.lowers[only] not in language.only:
            continue
        first = _holder(parsed, only, tokens[1])
        if first is None:
            continue
        holders = _holders(parsed, only, first, tokens[1], language)
        people = any(names_people(parsed, token, language) for token in holders) or (
            parsed.deps[first] in DOERS and first - only <= BESIDE
        )
        roles = _role_names(parsed, first, tokens[1], language)
        parts = clauses(parsed, *tokens, language)
        told = next(part for part in parts if part.start <= only < part.end)
        start, end = statement(parsed, told)
        # "may edit it, *but only* the buyer can cancel it"
        buts = [t + 1 for t in range(start, only) if parsed.lowers[t] in language.clause.but]
        start = max(buts, default=start)
        claims = tuple(
            t
            for t in range(start, end)
            if t not in (*holders, *roles)
            and parsed.lowers[t] not in language.only
            and is_claim(parsed, t, language)
        )
        # "Users with the role Accountant": what tells who is meant is not what they may do.
        apart = tuple(t for t in claims if not _depends(parsed, t, first))
        tells = len(apart) > 1 or any(parsed.pos[t] == "VERB" for t in apart)
        claims = apart if tells else claims
        # what is said of them may name them too: "closed by the clerk, *only the clerk* opens it"
        written = frozenset(parsed.words_at(roles or holders))
        named = written - parsed.words_at(claims) or written
        if claims:
            yield Reserved(only, first, named, claims, people)


def _holders(
    parsed: ParsedText, only: int, first: int, end: int, language: LanguagePack
) -> list[int]:
    """The nouns for those whom "only" means: "team leads *and directors*"."""
    verb = next((t for t in range(only + 1, end) if parsed.pos[t] == "AUX"), end)
    between = range(only + 1, verb)
    if verb < end and all(parsed.pos[t] not in _APART for t in between):
        # "Only team leads can ...", whatever the pipeline takes "leads" for
        return [t for t in between if is_claim(parsed, t, language)]
    holders = [first]
    for token in range(first + 1, end):
        if parsed.pos[token] in NOUNS:
            holders.append(token)
        elif parsed.pos[token] not in _JOINING:
            break  # "the owner *of* the workspace": that is what it is about
    return holders


def _role_names(
    parsed: ParsedText, first: int, end: int, language: LanguagePack
) -> tuple[int, ...]:
    """The names of the roles that people have: "users with the role *Accountant*"."""
    role = next(
        (t for t in range(first + 1, end) if parsed.lemmas[t] in language.persons.role_words),
        None,
    )
    verb = next((t for t in range(first + 1, end) if parsed.pos[t] in VERBS), end)
    if role is None or role > verb:
        return ()
    names = [t for t in range(role + 1, verb) if parsed.pos[t] in NOUNS]
    names = names or [t for t in range(first + 1, role) if parsed.pos[t] in NOUNS]
    return tuple(names)


def _holder(parsed: ParsedText, only: int, end: int) -> int | None:
    """The noun that "only" means: the next one; behind a verb only after "by", "within"."""
    led = True
    for token in range(only + 1, min(end, only + REACH + 1)):
        if parsed.pos[token] in NOUNS:
            return token if led else None
        if parsed.pos[token] not in _LEADING:
            return None
        led = parsed.pos[token] == "ADP" or (led and parsed.pos[token] != "VERB")
    return None


def named_claims(
    parsed: ParsedText, claims: Sequence[int], forms: AbstractSet[str]
) -> Sequence[int]:
    """The claims without those that are only joined to one among the forms: "for an operation, a
    scan or a day in hospital"."""
    there = {t for t in claims if parsed.lemmas[t] in forms or parsed.lowers[t] in forms}
    firsts = {_first(parsed, t) for t in there}
    return [
        t
        for t in claims
        if t in there or not (_first(parsed, t) in firsts and parsed.pos[t] in NOUNS)
    ]


def _first(parsed: ParsedText, token: int) -> int:
    """The first of the nouns that a noun is joined to."""
    while parsed.deps[token] == "conj" and parsed.heads[token] != token:
        token = parsed.heads[token]
    return token


def _names_another(inputs: Inputs, words: AbstractSet[str]) -> bool:
    """Whether the question names a thing that is not among the words of the sentence."""
    question, family = inputs.question, inputs.aligned.context.family
    for token in range(len(question.lowers)):
        if question.pos[token] != "VERB" and is_claim(question, token, inputs.language):
            word = question.lowers[token], question.lemmas[token]
            if words.isdisjoint((*word, *family(word))):
                return True
    return False


def _depends(parsed: ParsedText, token: int, noun: int) -> bool:
    """Whether a word stands below the noun in the tree."""
    while parsed.heads[token] not in (token, noun):
        token = parsed.heads[token]
    return parsed.heads[token] == noun


def are_named(holders: AbstractSet[str], words: AbstractSet[str], language: LanguagePack) -> bool:
    """Whether somebody names those people, perhaps in a longer word or by another name."""
    same = language.persons.same_people
    groups = {same[each] for each in holders if each in same}
    return any(
        word in holders
        or same.get(word) in groups
        or any(_is_part(each, word) or _is_part(word, each) for each in holders)
        for word in words
    )


def _is_part(one: str, other: str) -> bool:
    """Whether a word is a part of a longer one: "beheerder" of "applicatiebeheerders"."""
    return len(one) >= SAME_NOUN and one in other


def open_to_all(inputs: Inputs, place: int, page: ParsedText, told: Reserved) -> bool:
    """Whether another sentence of the context says all that without a limit."""
    own = place, sentence_of(page, told.only)
    turning = inputs.language.only | inputs.language.negations
    said = [{page.lowers[t], page.lemmas[t]} for t in told.claims]
    return any(
        (at, number) != own
        and turning.isdisjoint(document.words[number])
        and kind_at(document.parsed, document.parsed.sentences[number][0]) != "heading"
        and (len(said) > 1 or _has_subject(document.parsed, number, inputs.language))
        and not any(each.isdisjoint(document.words[number]) for each in said)
        for at, document in enumerate(inputs.aligned.documents)
        for number in document.having(said[0])
    )


def _has_subject(page: ParsedText, number: int, language: LanguagePack) -> bool:
    """Whether a sentence says who does it: "Click Cancel" in the steps does not."""
    return not language.subject_labels.isdisjoint(page.deps[slice(*page.sentences[number])])
