"""Another thing in the same place: "Ask the *office* for a code", where the page says "the ward".

All else that the two statements say is the same, and the pages tell the two things apart, so that
one is no other word for the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from truthscore.features.base import Inputs
from truthscore.features.contradiction.named_row import NAME
from truthscore.text.alignment import Unit, sentence_span
from truthscore.text.model import NOUNS, VERBS, ParsedText
from truthscore.text.view import same_family
from truthscore.types import ANSWER, Evidence, Span

#: Parts of speech of what says something; numbers have a feature of their own.
_SAYING = NOUNS | {"VERB", "ADJ"}
#: Letters, at least, of a noun in a longer one: "dagboekregel".
SAME_NOUN = 4
#: Other words, at least, that the two statements share.
FEWEST_SHARED = 2
#: Share of a unit, at least, that stands near one passage when one of its words is exchanged.
LEAST = 0.3
#: Words of the answer's statement and tokens of the page's, at most: long ones tell other things
#: as well.
LONGEST = 24


def other_thing(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A word of the unit in whose place a page has another one: a noun that the answer leaves out,
    or an adjective of the same noun ("the *green* dot")."""
    answer, language = inputs.answer, inputs.language
    if unit.exact == 1.0 or unit.support < LEAST:
        return  # it stands there, or says something of its own
    turning = language.negations | language.limiting | {"?"}
    if not turning.isdisjoint(answer.lowers[slice(*unit.tokens)]):
        return
    for part in inputs.parts(unit):
        content = _content(answer, part.tokens)
        if part.conditional or not FEWEST_SHARED < len(content) <= LONGEST:
            continue
        forms = {t: _forms(inputs, t) for t in content}
        for place, sentence in _alike(inputs, forms):
            document = inputs.aligned.documents[place]
            if all(not document.words[sentence].isdisjoint(each) for each in forms.values()):
                break  # it stands there
            page = document.parsed
            if not turning.isdisjoint(page.lowers[slice(*page.sentences[sentence])]):
                continue
            found = next(
                filter(
                    None,
                    (
                        _instead(inputs, forms, page, each.tokens)
                        for each in inputs.documents[place].indexes[NAME].clauses[sentence]
                        if not each.conditional and len(each.tokens) <= LONGEST
                    ),
                ),
                None,
            )
            if found is None:
                continue
            one, two = found
            begin, stop = sentence_span(page, sentence)
            source = inputs.documents[place].document.source
            yield Evidence(
                span=Span(source=ANSWER, start=answer.starts[one], end=answer.ends[one]),
                role="contradicts",
                label=f"{answer.lemmas[one]} / {page.lemmas[two]}",
                match=Span(source=source, start=begin, end=stop),
            )
            return


def _instead(
    inputs: Inputs, forms: Mapping[int, tuple[str, ...]], page: ParsedText, tokens: range
) -> tuple[int, int] | None:
    """A word of the answer and the one in its place in a clause of a page, if that has all the
    others and says no more; what is exchanged are things of the pages."""
    answer, there = inputs.answer, page.words_at(tokens)
    mine = [t for t, each in forms.items() if there.isdisjoint(each)]
    said = frozenset().union(*forms.values())
    theirs = [t for t in _content(page, tokens) if said.isdisjoint(page.written(t))]
    if len(forms) - len(mine) < FEWEST_SHARED:
        return None
    asked = inputs.question.words_at(range(len(inputs.question.lowers)))
    one, two = _phrase(answer, mine), _phrase(page, theirs)
    if one is None or two is None or answer.pos[one] != page.pos[two]:
        return None
    if not asked.isdisjoint(answer.written(one) + page.written(two)) or not any(
        not each.postings.keys().isdisjoint(answer.written(one))
        for each in inputs.aligned.documents
    ):
        return None
    if answer.pos[one] == "ADJ":
        return (one, two) if _of_same_noun(inputs, one, page, two) else None
    if same_family(answer.lemmas[one], page.lemmas[two], part=SAME_NOUN, ratio=100.0):
        return None  # "line", "journal line"
    whole = inputs.words_there(answer, range(len(answer.lowers)))
    if not whole.isdisjoint(page.written(two)) or not _are_apart(inputs, one, page, two):
        return None
    return (one, two) if _in_same_place(inputs, one, page, two) else None


def _content(parsed: ParsedText, tokens: Sequence[int]) -> list[int]:
    """The words that say something, however usual: "choose", "list"."""
    return [t for t in tokens if parsed.pos[t] in _SAYING]


def _alike(inputs: Inputs, forms: Mapping[int, tuple[str, ...]]) -> list[tuple[int, int]]:
    """Document and number of the sentences that have enough of some words, those with most of them
    first."""
    shared: dict[tuple[int, int], int] = {}
    for place, document in enumerate(inputs.aligned.documents):
        for words in forms.values():
            for sentence in {at for word in words for at in document.postings.get(word, ())}:
                shared[place, sentence] = shared.get((place, sentence), 0) + 1
    enough = [each for each, count in shared.items() if count >= FEWEST_SHARED]
    return sorted(enough, key=lambda each: (-shared[each], each))


def _forms(inputs: Inputs, token: int) -> tuple[str, ...]:
    word = inputs.answer.written(token)
    return (*word, *inputs.aligned.context.family(word))


def _phrase(parsed: ParsedText, tokens: Sequence[int]) -> int | None:
    """The last of some tokens that stand together, if it is a noun, or an adjective alone."""
    if not tokens or tokens[-1] - tokens[0] >= len(tokens):
        return None
    last = tokens[-1]
    alone = len(tokens) == 1 and parsed.pos[last] == "ADJ"
    return last if parsed.pos[last] in NOUNS or alone else None


def _of_same_noun(inputs: Inputs, one: int, page: ParsedText, two: int) -> bool:
    """Whether two colours tell which of the same noun is meant: "the green dot"."""
    answer = inputs.answer
    mine, theirs = answer.lemmas[one], page.lemmas[two]
    if not {mine, theirs} <= inputs.language.colours:
        return False  # "the blue button" may be "the large button"
    return bool({*page.written(page.heads[two])} & {*_forms(inputs, answer.heads[one])})


def _are_apart(inputs: Inputs, one: int, page: ParsedText, two: int) -> bool:
    """Whether the pages tell the two things apart: some sentence has both; "client" and "customer"
    stand in different ones."""
    answer = inputs.answer
    same = inputs.language.same_people
    if same.get(answer.lemmas[one], "") == same.get(page.lemmas[two], answer.lemmas[one]):
        return False
    return any(
        not words.isdisjoint(answer.written(one)) and not words.isdisjoint(page.written(two))
        for document in inputs.aligned.documents
        for words in document.words
    )


def _in_same_place(inputs: Inputs, one: int, page: ParsedText, two: int) -> bool:
    """Whether two nouns do the same in their statements: the same label below the same verb, behind
    the same preposition or none."""
    answer = inputs.answer
    verb, other, label = answer.heads[one], page.heads[two], answer.deps[one]
    if answer.pos[verb] not in VERBS or label != page.deps[two]:
        return False
    if label in inputs.language.subject_labels:
        return False  # "The river runs", "The Amazon runs": who does it has many names
    if not {*page.written(other)} & {*_forms(inputs, verb)}:
        return False
    return _led_by(answer, one) == _led_by(page, two)


def _led_by(parsed: ParsedText, noun: int) -> str:
    """The preposition of a noun, which stands before it."""
    return next(
        (
            parsed.lowers[t]
            for t in range(noun - 1, max(-1, noun - LONGEST), -1)
            if parsed.heads[t] == noun and parsed.deps[t] == "case"
        ),
        "",
    )
