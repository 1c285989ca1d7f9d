"""What the sentence of its passage says against a statement by how it is built.

"Refunds go to your card, never as store credit": who says "Refunds are given as store credit" has
all of its words, and says what it denies. So has he who tells two events in the other order, and
who answers a question about what the sentence leaves out ("all results, other than of genetic
tests").
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from truthscore.language import LanguagePack
from truthscore.statements.lookup import Lookup
from truthscore.text.clauses import phrases_at
from truthscore.text.model import VERBS, ParsedText
from truthscore.text.scopes import denials, only_bounds
from truthscore.text.segments import borders
from truthscore.text.tense import tells_past

#: Signs at which what is left out ends.
_SIGNS = frozenset({",", ";", ".", ":"})
#: Two events of a sentence by their tokens, in the order in which they happen.
Events = tuple[frozenset[int], frozenset[int]]


def speaks_against(
    answer: ParsedText,
    tokens: tuple[int, int],
    said: Sequence[int],
    question: ParsedText,
    asked: Sequence[int],
    passage: int,
    lookup: Lookup,
    language: LanguagePack,
) -> bool:
    """Whether the sentence of the part `passage` denies what a statement says, leaves out what the
    question asks about, or has its two events in the other order.

    `said`, `asked`: the words of the statement and of the question, by their tokens.
    """
    document, _, _, number = lookup.place(passage)
    page = lookup.parsed[document]
    sentence = page.sentences[number]
    if page.lowers[sentence[1] - 1] == "?":
        return False

    def places(parsed: ParsedText, token: int) -> list[int]:
        forms = lookup.forms(parsed.written(token))
        return [t for t in range(*sentence) if not forms.isdisjoint(page.words_at((t,)))]

    mine = {token: found for token in said if (found := places(answer, token))}
    if _reversed(answer, tokens, mine, page, sentence, language):
        return True
    if denials(answer, tokens, language):
        return False
    out = _left_out(page, sentence, language)
    if _any_in(mine.values(), out) and not _left_out(answer, tokens, language):
        return True
    if out and not _any_in(mine.values(), out):
        theirs = [found for token in asked if (found := places(question, token))]
        if _any_in(theirs, out):
            return True
    asking = any(denials(question, each, language) for each in question.sentences)
    return not asking and _any_in(mine.values(), _denied(page, sentence, language))


def is_past(
    answer: ParsedText,
    tokens: tuple[int, int],
    question: ParsedText,
    page: ParsedText,
    sentence: tuple[int, int],
    language: LanguagePack,
) -> bool:
    """Whether a sentence of a page tells what was so ("Until March you paid € 58"), and neither the
    statement nor the question does."""
    whole = (0, len(question.lowers))
    return tells_past(page, sentence, language) and not (
        tells_past(answer, tokens, language) or tells_past(question, whole, language)
    )


def _any_in(words: Iterable[Sequence[int]], tokens: frozenset[int]) -> bool:
    """Whether a word has all of its places among some tokens."""
    return any(tokens.issuperset(places) for places in words)


def _left_out(
    page: ParsedText, sentence: tuple[int, int], language: LanguagePack
) -> frozenset[int]:
    """The tokens of a sentence that it leaves out: from "except" to the next comma."""
    found: set[int] = set()
    for start in phrases_at(page, *sentence, language.cases.leaving_out):
        end = next((t for t in range(start, sentence[1]) if page.lowers[t] in _SIGNS), sentence[1])
        found.update(range(start, end))
    return frozenset(found)


def _denied(page: ParsedText, sentence: tuple[int, int], language: LanguagePack) -> frozenset[int]:
    """The tokens that stand behind the one negation of a sentence, in its part and in the parts
    behind it that only tell when: "is not possible *after we have packed it*"."""
    all_cuts = [sentence[0], *borders(page, sentence[0] + 1, sentence[1], language), sentence[1]]
    negations = set(denials(page, sentence, language))
    for start, end in pairwise(all_cuts):
        if VERBS.isdisjoint(page.pos[start:end]):  # "never as store credit"
            negations.update(
                t
                for t in range(start, end)
                if page.lowers[t] in language.negations
                and not only_bounds(page, t, sentence[1], language)
            )
    if len(negations) != 1:
        return frozenset()
    [negation] = negations
    cuts = [cut for cut in all_cuts if cut > negation]
    end = cuts[0]
    for cut, after in pairwise(cuts):
        case = cut == negation + 1 and page.lowers[cut] in language.cases.conditions_weak
        if not case and page.lowers[cut] not in language.cases.times:
            break
        end = after
    return frozenset(range(negation + 1, end))


def _reversed(
    answer: ParsedText,
    tokens: tuple[int, int],
    mine: Mapping[int, Sequence[int]],
    page: ParsedText,
    sentence: tuple[int, int],
    language: LanguagePack,
) -> bool:
    """Whether a statement tells two events, and its passage has them in the other order."""
    if _before_for_after(answer, tokens, mine, page, sentence, language):
        return True
    told, there = _events(answer, tokens, language), _events(page, sentence, language)
    if told is None or there is None:
        return False
    crossed = [0, 0]
    for at, event in enumerate(told):
        for place in (place for token in event for place in mine.get(token, ())):
            if place in there[at]:
                return False
            crossed[at] += place in there[1 - at]
    return max(crossed) > 0


def _before_for_after(
    answer: ParsedText,
    tokens: tuple[int, int],
    mine: Mapping[int, Sequence[int]],
    page: ParsedText,
    sentence: tuple[int, int],
    language: LanguagePack,
) -> bool:
    """Whether what the statement tells of stands before an event that the passage has it behind, or
    the reverse: "before your number has been moved", where the page has "only when"."""
    order = language.order

    def mark(parsed: ParsedText, start: int, token: int) -> str:
        """The word nearest before a token that orders events."""
        words = order.behind_earlier | order.behind_later | language.cases.conditions_weak
        return next((parsed.lowers[t] for t in range(token, start - 1, -1)
                     if parsed.lowers[t] in words), "")  # fmt: skip

    for token, places in mine.items():
        told = mark(answer, tokens[0], token)
        there = {mark(page, sentence[0], place) for place in places} - {""}
        if told and there:
            later = [each in order.behind_later for each in there]
            if (told in order.behind_later) not in later and len(set(later)) == 1:
                return True
    return False


def _events(parsed: ParsedText, tokens: tuple[int, int], language: LanguagePack) -> Events | None:
    """The two events of a sentence, the earlier one before the other; None where it tells of no
    two, or of more."""
    start, end = tokens
    order = language.order
    cuts = [start, *borders(parsed, start + 1, end, language), end]
    marks = [
        t for t in range(start, end)
        if parsed.lowers[t] in order.behind_earlier | order.behind_later
        or (parsed.lowers[t] in order.next and t > start)
    ]  # fmt: skip
    if len(marks) != 1:
        return None
    [mark] = marks
    rest = next((cut for cut in cuts if cut > mark + 1), end)
    word = parsed.lowers[mark]
    if word in order.next:
        return frozenset(range(start, mark)), frozenset(range(mark, end))
    event = frozenset(range(mark, rest))
    other = frozenset(range(start, end)) - event
    return (event, other) if word in order.behind_earlier else (other, event)
