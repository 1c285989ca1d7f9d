"""Always or never in the answer, and on the page only in a case: "first class is never covered",
"it is not, unless the trip takes six hours". All of them, and on the page those from a value on, or
only one's own: "a receipt for every amount", "for every amount over $25"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from truthscore.features.base import Inputs, against
from truthscore.features.off_context.conditions import tells_which
from truthscore.features.off_context.index import Index, Limited
from truthscore.features.off_context.slip import NAME
from truthscore.language import LanguagePack
from truthscore.text.alignment import Unit, is_claim, share_of
from truthscore.text.clauses import limits
from truthscore.text.model import NOUNS, VERBS, ParsedText
from truthscore.types import QUESTION, Evidence

#: Share, by weight, of what the answer says of all that the sentence with the limit has, or the one
#: before it; and of what that limits that answer and question have.
SAME, SAME_MAIN = 0.75, 0.6
#: Share of the limit from which answer or question tell of it.
TOLD = 0.3
#: Tokens from "every" to its noun, and from a noun to the value that limits it: "amounts *over
#: $25*".
REACH = 3
#: Signs that end what a limit holds of.
_ENDS = frozenset({",", ";", ":", "(", ")", "."})


def limited(
    parsed: ParsedText, tokens: tuple[int, int], language: LanguagePack
) -> Iterator[Limited]:
    """What a sentence says in some case or of some only: "covered *only between 10 and 6*"."""
    start, end = tokens
    opens = [*limits(parsed, start, end, language)]
    opens += [t for t in range(start, end) if parsed.lowers[t] in language.only]
    bounds = [t for t in range(start + 1, end) if _sets_bound(parsed, t, end, language)]
    for first in (*sorted({*opens})[:1], *bounds):
        bound = first in bounds
        stop = next((t for t in range(first, end) if _ends(parsed, t, first)), end)
        if bound:  # "parcels over 10 kilos *need a form*"
            figure = parsed.pos.index("NUM", first)
            stop = min(stop, figure + 1 + (parsed.pos[figure + 1 : figure + 2] == ("NOUN",)))
        limit = [t for t in range(first, stop) if _tells(parsed, t, language)]
        if not limit:  # "to your own address *only*"
            stop = first
            while first > start and parsed.pos[first - 1] not in VERBS:
                first -= 1
            limit = [t for t in range(first, stop) if _tells(parsed, t, language)]
        apart = [t + 1 for t in range(start, end) if parsed.lowers[t] == ";"]
        begin = max((t for t in apart if t <= first), default=start)
        behind = min((t for t in apart if t > first), default=end)
        main = [
            t
            for t in range(begin, behind)
            if not first <= t < stop and is_claim(parsed, t, language)
        ]
        main = [t for t in main if parsed.pos[t] in NOUNS] or main
        if limit and main:
            yield Limited(tuple(limit), tuple(main), first - 1 if bound else None)


def _ends(parsed: ParsedText, token: int, first: int) -> bool:
    """Whether what a limit holds of begins at a token: "only if there is no line *do you* pay"."""
    return parsed.lowers[token] in _ENDS or (
        token > first + REACH
        and parsed.pos[token] == "AUX"
        and parsed.pos[token + 1 : token + 2] == ("PRON",)
    )


def _tells(parsed: ParsedText, token: int, language: LanguagePack) -> bool:
    return is_claim(parsed, token, language) or parsed.pos[token] == "NUM"


def _sets_bound(parsed: ParsedText, token: int, end: int, language: LanguagePack) -> bool:
    """Whether a bound of a noun begins at a token: "amounts *over* $25"."""
    words = {*language.values["up_to"], *language.values["from_on"]}
    return (
        parsed.lowers[token] in words
        and parsed.pos[token - 1] in NOUNS
        and "NUM" in parsed.pos[token + 1 : min(end, token + 1 + REACH)]
    )


def without_exception(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A unit that says of all what a page says of some, or of all but some."""
    answer, language = inputs.answer, inputs.language
    tokens = range(*unit.tokens)
    always = [t for t in tokens if answer.lowers[t] in language.absolutes]
    every = dict(_all_of(answer, tokens, language))
    if not (always or every) or answer.lowers[tokens[-1]] == "?":
        return  # most
    if any(limited(answer, unit.tokens, language)) or _is_turned(answer, tokens, language):
        return
    # "you need", "you must" say no more than that it is so
    spared = language.needs | language.must_do | language.modals | language.absolutes
    rest = [t for t in unit.content if t not in every and spared.isdisjoint(answer.written(t))]
    question = inputs.question
    asked = inputs.once(
        (NAME, QUESTION, "words"),
        lambda: inputs.words_there(question, range(len(question.lowers))),
    )
    ours = inputs.words_there(answer, tokens) | asked
    whole = inputs.words_there(answer, range(len(answer.lowers))) | asked
    for place, indexed in enumerate(inputs.documents):
        page, words = indexed.document.parsed, inputs.aligned.documents[place].words
        index: Index = indexed.indexes[NAME]
        for number, each in index.limited:
            main = [t for t in each.main if t != each.bound or every] or each.main
            near = words[number] | (words[number - 1] if number else frozenset())
            if (
                not rest
                or share_of(answer, rest, near, language.code) < SAME
                or share_of(page, main, ours, language.code) < SAME_MAIN
            ):
                continue
            # "is a receipt needed for $30?": over $25 it always is
            found = always if each.bound is None or not _has_figure(question) else []
            if share_of(page, each.limit, whole, language.code) >= TOLD:
                found = []
            of = each.limit if each.bound is None else (each.bound,)
            found = found or [t for t, noun in every.items() if _is_one_of(answer, noun, page, of)]
            if found and not _says_so(inputs, place, rest, number):
                label = f"no limit: {answer.lowers[found[0]]}"
                yield against(inputs, (found[0], found[0] + 1), label, place, number)
                return


def _all_of(parsed: ParsedText, tokens: range, language: LanguagePack) -> Iterator[tuple[int, int]]:
    """The words of a sentence that say "all" or "any" of a noun, each with that noun."""
    for token in tokens:
        word = parsed.lowers[token]
        if (
            language.quantities.get(word) == "all" or word in language.whichever
        ) and not tells_which(parsed, token):
            behind = range(token + 1, min(token + 1 + REACH, tokens.stop))
            # "every three years" is no "all"
            if "NUM" not in parsed.pos[behind.start : behind.stop] and language.rest.isdisjoint(
                parsed.lowers[behind.start : behind.stop]
            ):
                yield from ((token, t) for t in behind if parsed.pos[t] in NOUNS)


def _is_turned(parsed: ParsedText, tokens: range, language: LanguagePack) -> bool:
    """Whether something else denies than "never", and than the "no" of a reply: "not always"."""
    turning = language.negations - language.absolutes
    return any(parsed.lowers[t] in turning for t in tokens[1:])


def _has_figure(parsed: ParsedText) -> bool:
    return any(lower[0].isdigit() for lower in parsed.lowers)


def _is_one_of(answer: ParsedText, noun: int, page: ParsedText, tokens: Sequence[int]) -> bool:
    return not answer.words_at((noun,)).isdisjoint(page.words_at(tokens))


def _says_so(inputs: Inputs, place: int, rest: Sequence[int], limit: int) -> bool:
    """Whether a page says the same of all in a sentence other than the one with the limit."""
    answer, language = inputs.answer, inputs.language
    document = inputs.aligned.documents[place]
    every = {word for word, amount in language.quantities.items() if amount == "all"}
    return any(
        share_of(answer, rest, document.words[number], language.code) >= SAME
        for word in sorted(language.absolutes | language.whichever | every)
        for number in document.postings.get(word, ())
        if number != limit
    )
