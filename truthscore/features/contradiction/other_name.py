"""A name in a place for which the page names others: "it also works on Windows", "it works on
Android and iOS"; "as a CSV file", "export the report as a PDF file".

No page has that name, so that nothing denies it, and every other word of the answer stands there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from truthscore.features.base import Inputs, against
from truthscore.features.contradiction.named_row import NAME
from truthscore.language import LanguagePack
from truthscore.text.alignment import UNSURE, Unit, is_claim, share_of
from truthscore.text.clauses import gives_example
from truthscore.text.model import NOUNS, ParsedText
from truthscore.text.values.notations import rules_of
from truthscore.types import Evidence

#: Parts of speech of names, as a pipeline may take them.
_NAMES = NOUNS | UNSURE
#: Parts of speech of what is said of a thing.
_SAYING = frozenset({"VERB", "ADJ"})
#: Parts of speech that stand before and between the names of a list.
_LEADING = frozenset({"DET", "ADJ", "PRON"})


@dataclass(frozen=True, slots=True)
class Named:
    """The names behind a preposition: its lemma, the tokens of each name, what other nouns say of
    it ("the Start *menu*"), and the first token of the list and the one behind it."""

    leading: str
    names: tuple[tuple[int, ...], ...]
    kinds: tuple[str, ...]
    tokens: tuple[int, int]


def named_behind(
    parsed: ParsedText, start: int, end: int, language: LanguagePack
) -> Iterator[Named]:
    """The lists of names in the sentence from token `start` to `end`; none in which something has
    no name ("on Windows and most phones"), or with an example ("such as")."""
    if not any(_is_name(parsed, t) for t in range(start + 1, end)):
        return  # most
    token = start
    while token < end - 1:
        if parsed.pos[token] != "ADP":
            token += 1
            continue
        items, stop = _items(parsed, token + 1, end, language)
        named = [[t for t in item if _is_name(parsed, t)] for item in items]
        # "the season *of* Game of Thrones" is a name in a name
        if named and all(named) and parsed.lowers[token] not in language.pointing.belonging:
            kinds = [
                " ".join(parsed.lemmas[t] for t in item if t not in name)
                for item, name in zip(items, named, strict=True)
            ]
            names = tuple(map(tuple, named))
            yield Named(parsed.lemmas[token], names, tuple(kinds), (token, stop))
        token = max(stop, token + 1)


def _items(
    parsed: ParsedText, token: int, end: int, language: LanguagePack
) -> tuple[list[list[int]], int]:
    """The things of a list, each by its nouns, and where it ends."""
    joining = language.clause.conjunctions | language.denying.either | {","}
    items: list[list[int]] = [[]]
    while token < end:
        if parsed.pos[token] in _NAMES and parsed.lowers[token] not in joining:
            items[-1].append(token)
        elif parsed.lowers[token] in joining and items[-1]:
            items.append([])
        elif parsed.pos[token] not in _LEADING and parsed.lowers[token] not in joining:
            break
        token += 1
    return [item for item in items if item], token


def _is_name(parsed: ParsedText, token: int) -> bool:
    """Whether a word has a capital: "iOS", "Android"."""
    text = parsed.text[parsed.starts[token] : parsed.ends[token]]
    return parsed.pos[token] in _NAMES and any(map(str.isupper, text)) and text.isalpha()


def another_name(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A name of a unit that no page has, behind a preposition behind which a page names others with
    the same verb."""
    answer, question, language = inputs.answer, inputs.question, inputs.language
    tokens = range(*unit.tokens)
    turning = language.negations | language.cannot | language.only
    if answer.lowers[tokens[-1]] == "?" or not turning.isdisjoint(answer.words_at(tokens)):
        return
    asked = range(len(question.lowers))
    mine = [
        (each, strange, kind)
        for each in named_behind(answer, *unit.tokens, language)
        for strange, kind in zip(each.names, each.kinds, strict=True)
        # "Ann *Lopez*" may be "Ann"
        if all(_is_on_no_page(inputs, t) for t in strange)
        and not _is_source(answer, strange[-1], language)
        and not _tells_time(answer, strange, language)
    ]
    if not mine:
        return  # most
    verbs = {answer.lemmas[t] for t in tokens if answer.pos[t] in _SAYING} | {
        question.lemmas[t] for t in asked if question.pos[t] in _SAYING
    }
    least = inputs.profile.features.contradiction.rest_of_name
    ours = inputs.words_there(answer, tokens) | inputs.words_there(question, asked)
    readers = language.address_pronouns | language.persons.speakers
    it = any(
        answer.pos[t] == "PRON"
        and answer.deps[t] in language.subject_labels
        and answer.lowers[t] not in readers
        for t in tokens
    )
    for place, indexed in enumerate(inputs.documents):
        page = indexed.document.parsed
        for number, theirs in indexed.indexes[NAME].named:
            inside = range(*page.sentences[number])
            if not _does(page, inside, verbs):
                continue
            # "*it* works on", "*the app* works on"
            rest = [t for t in inside if not (it and page.deps[t] in language.subject_labels)]
            if not _says_so(page, rest, theirs, ours, language, least):
                continue
            for each, strange, kind in mine:
                if each.leading != theirs.leading or kind not in theirs.kinds:
                    continue  # "the Start *menu*" is no other "CD *drive*"
                other = theirs.names[theirs.kinds.index(kind)]
                if _stands_for(answer, strange, page, other) or _tells_time(page, other, language):
                    continue
                label = f"{answer.lowers[strange[0]]} / {page.lowers[other[0]]}"
                place_of_name = strange[0], strange[0] + 1
                yield against(inputs, place_of_name, label, place, number, rule="name.other")
                return


def _is_source(parsed: ParsedText, token: int, language: LanguagePack) -> bool:
    """Whether a word with a number behind it is what the answer is told from: "in Passage 2"."""
    behind = parsed.lowers[token + 1 : token + 2]
    return parsed.lowers[token] in language.pointing.numbered_sources and any(
        map(str.isdigit, behind)
    )


def _stands_for(
    answer: ParsedText, mine: Sequence[int], page: ParsedText, theirs: Sequence[int]
) -> bool:
    """Whether one name is short for the other: "Sep" for "September", "US" for "United States"."""
    one, other = answer.lowers[mine[0]], page.lowers[theirs[0]]
    if one.startswith(other) or other.startswith(one):
        return True
    initials = "".join(page.lowers[t][0] for t in range(theirs[0] - 1, theirs[-1] + 1) if t >= 0)
    return one in (initials, initials[1:])


def _tells_time(page: ParsedText, name: Sequence[int], language: LanguagePack) -> bool:
    """Whether a name is a month or a day: "in October"."""
    words = rules_of(language).lexicon
    return any(page.lowers[t] in words.months or page.lowers[t] in words.days for t in name)


def _is_on_no_page(inputs: Inputs, token: int) -> bool:
    written = inputs.answer.written(token)
    return not inputs.aligned.context.family(written) and not any(
        form in document.vocabulary for form in written for document in inputs.aligned.documents
    )


def _does(page: ParsedText, tokens: range, verbs: AbstractSet[str]) -> bool:
    # "*Betalen* kan met iDEAL", which a pipeline may take for a noun
    return any(page.lemmas[t] in verbs or page.lowers[t] in verbs for t in tokens)


def _says_so(
    page: ParsedText,
    tokens: Sequence[int],
    named: Named,
    words: AbstractSet[str],
    language: LanguagePack,
    least: float,
) -> bool:
    """Whether a sentence states nothing but that of its names, by at least so large a share of its
    other words, and they are no examples."""
    lowers = [page.lowers[t] for t in tokens]
    if not (language.negations | language.cannot).isdisjoint(lowers):
        return False
    if gives_example(lowers, language):
        return False
    rest = [t for t in tokens if t not in range(*named.tokens) and is_claim(page, t, language)]
    return share_of(page, rest, words, language.code) >= least
