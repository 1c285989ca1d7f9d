"""What the sentence of its passage says against a statement by how it is built.

"Refunds go to your card, never as store credit": who says "Refunds are given as store credit" has
all of its words, and says what it denies. So has he who tells two events in the other order, and
who answers a question about what the sentence leaves out ("all results, other than of genetic
tests").
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from truthscore.language import LanguagePack
from truthscore.statements.read import Read, Word
from truthscore.text.clauses import phrases_at
from truthscore.text.model import VERBS, ParsedText
from truthscore.text.scopes import denials, only_bounds
from truthscore.text.segments import borders

#: Signs at which what is left out ends.
_SIGNS = frozenset({",", ";", ".", ":"})
#: Two events of a sentence by their tokens, in the order in which they happen.
Events = tuple[frozenset[int], frozenset[int]]


@dataclass(frozen=True, slots=True)
class _There:
    """A sentence of a page, and where it has the words of a statement, by their tokens."""

    page: ParsedText
    sentence: tuple[int, int]
    places: Mapping[int, Sequence[int]]


def speaks_against(read: Read, passage: int) -> bool:
    """Whether the sentence of the part `passage` denies what a statement says, leaves out what the
    question asks about, or has its two events in the other order."""
    answer, question, language = read.inputs.answer, read.inputs.question, read.inputs.language
    document, _, _, number = read.lookup.place(passage)
    page = read.lookup.parsed[document]
    sentence = page.sentences[number]
    if page.lowers[sentence[1] - 1] == "?":
        return False

    def places(parsed: ParsedText, words: Sequence[Word]) -> dict[int, list[int]]:
        """The tokens of the sentence that count as one of some words, by the token of that."""
        forms = {w.token: read.lookup.forms(parsed.written(w.token)) for w in words}
        found = {
            token: [t for t in range(*sentence) if not each.isdisjoint(page.words_at((t,)))]
            for token, each in forms.items()
        }
        return {token: each for token, each in found.items() if each}

    mine = places(answer, read.said)
    there = _There(page, sentence, mine)
    if _turns_round(read, there) or _before_for_after(read, there):
        return True
    if denials(answer, read.tokens, language):
        return False
    out = _left_out(page, sentence, language)
    if out and _any_in(mine.values(), out):
        return not _left_out(answer, read.tokens, language)
    if out and _any_in(places(question, read.asked).values(), out):
        return True
    asking = any(denials(question, each, language) for each in question.sentences)
    return not asking and _any_in(mine.values(), _denied(page, sentence, language))


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


def _turns_round(read: Read, there: _There) -> bool:
    """Whether a statement tells two events, and its passage has them in the other order."""
    language = read.inputs.language
    told = _events(read.inputs.answer, read.tokens, language)
    events = _events(there.page, there.sentence, language)
    if told is None or events is None:
        return False
    same = crossed = 0
    for at, event in enumerate(told):
        for places in (there.places[token] for token in event if token in there.places):
            same += events[at].issuperset(places)  # a word of both events tells nothing
            crossed += events[1 - at].issuperset(places)
    return crossed > same


def _before_for_after(read: Read, there: _There) -> bool:
    """Whether what the statement tells of stands before an event that the passage has it behind, or
    the reverse: "before your number has been moved", where the page has "only when"."""
    order = read.inputs.language.order
    words = order.behind_earlier | order.behind_later | read.inputs.language.cases.conditions_weak

    def mark(parsed: ParsedText, start: int, token: int) -> str:
        """The word nearest before a token that orders events."""
        behind = (parsed.lowers[t] for t in range(token, start - 1, -1))
        return next((lower for lower in behind if lower in words), "")

    for token, places in there.places.items():
        told = mark(read.inputs.answer, read.tokens[0], token)
        marks = {mark(there.page, there.sentence[0], place) for place in places} - {""}
        later = {each in order.behind_later for each in marks}
        if told and len(later) == 1 and (told in order.behind_later) not in later:
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
    if word in order.next:  # "and reserve a table *after that*"
        border = max((cut for cut in cuts if start < cut <= mark), default=mark)
        return frozenset(range(start, border)), frozenset(range(border, end))
    event = frozenset(range(mark, rest))
    other = frozenset(range(start, end)) - event
    return (event, other) if word in order.behind_earlier else (other, event)
