"""A name in a place for which the page names others: "it also works on Windows", "it works on
Android and iOS"; "as a CSV file", "export the report as a PDF file".

No page has that name, so that nothing denies it, and every other word of the answer stands there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from truthscore.features.base import Inputs, against
from truthscore.language import LanguagePack
from truthscore.text.alignment import Unit, is_claim, share_of
from truthscore.text.clauses import gives_example
from truthscore.text.keys import is_same_key
from truthscore.text.model import ParsedText
from truthscore.text.named import Named
from truthscore.text.values.notations import rules_of
from truthscore.types import Evidence

#: Parts of speech of what is said of a thing.
_SAYING = frozenset({"VERB", "ADJ"})


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
        for each in inputs.frame(unit).named
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
        frames = indexed.frames.sentences
        for number, theirs in ((n, each) for n, frame in enumerate(frames) for each in frame.named):
            inside = range(*page.sentences[number])
            if page.lowers[inside[-1]] == "?":
                continue
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
                told, said = answer.lowers[strange[0]], page.lowers[other[0]]
                if is_same_key(told, said, language):
                    continue
                label = f"{told} / {said}"
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
