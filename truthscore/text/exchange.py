"""Two things that have changed places: each is told what the page says of the other.

"The booking fee goes back to the card, the ticket price is never returned", where the page has it
the other way round: every word stands in the passage and nothing is denied, so neither the share of
the words nor a negation shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from truthscore.language import LanguagePack
from truthscore.text.model import ParsedText
from truthscore.text.segments import borders

#: Tokens `start` to `end`, of a sentence.
Tokens = tuple[int, int]

MODIFIER = "modifier"
#: Labels by what they make of a word; two with the same can change places. A modifier does where
#: the noun is one: "wettelijke uren" and "bovenwettelijke uren".
ROLES = {
    **dict.fromkeys(("nsubj", "nsubj:pass", "nsubjpass"), "subject"),
    **dict.fromkeys(("obj", "dobj"), "object"),
    "amod": MODIFIER,
}


def _cross(ours: Sequence[set[str]], theirs: Sequence[set[str]]) -> bool:
    """Whether each side of the one has words of the other side of the other, and none of its own.

    Words of both sides count for neither: "12 euro for members, 8 euro for guests".
    """
    both = (ours[0] & ours[1]) | (theirs[0] & theirs[1])
    return bool(
        ours[0] & theirs[1] - both
        and ours[1] & theirs[0] - both
        and not ours[0] & theirs[0] - both
        and not ours[1] & theirs[1] - both
    )


def order_exchanged(
    answer: ParsedText, told: Tokens, page: ParsedText, passage: Tokens, language: LanguagePack
) -> tuple[int, int] | None:
    """The words for "first" and "then" of a sentence in which two events have changed places.

    "Send it first, then save the draft", where the page says to save the draft first.
    """
    ours = _in_turn(answer, told, language)
    theirs = None if ours is None else _in_turn(page, passage, language)
    if ours is None or theirs is None:
        return None
    of_both = ours.lead & theirs.lead  # "the request goes" first to A, then to B
    mine = ours.sooner - of_both, ours.later
    return ours.places if _cross(mine, (theirs.sooner - of_both, theirs.later)) else None


@dataclass(frozen=True, slots=True)
class _Turn:
    """Two events: the tokens that tell their order, the content words of the sooner and the later
    one, and those before the word for "first"."""

    places: tuple[int, int]
    sooner: set[str]
    later: set[str]
    lead: set[str]


def _in_turn(parsed: ParsedText, tokens: Tokens, language: LanguagePack) -> _Turn | None:
    """The two events of a sentence: "first A, then B", "after A, B", "A before B"."""
    lowers = parsed.lowers
    words = lowers[slice(*tokens)]
    markers = language.order.sooner | language.order.later
    if markers.isdisjoint(words) and language.order.first.isdisjoint(words):
        return None  # most sentences
    if not (language.negations.isdisjoint(words) and language.denying.limiting.isdisjoint(words)):
        return None  # "not before" is "only after"
    first = next((t for t in range(*tokens) if lowers[t] in language.order.first), None)
    then = next((t for t in range(*tokens) if lowers[t] in language.order.next), None)
    if first is not None and then is not None and first < then:
        border = [then, *borders(parsed, first, then, language)][-1]
        parts = range(tokens[0], border), range(border, tokens[1]), range(tokens[0], first)
        return _Turn((first, then), *(_content(parsed, part) for part in parts))
    opens = [
        t
        for t in range(*tokens)
        if lowers[t] in language.order.sooner or lowers[t] in language.order.later
    ]
    if len(opens) != 1 or first is not None or then is not None:
        return None
    start = opens[0]
    end = tokens[1]
    if start == tokens[0]:
        end = next((t for t in range(*tokens) if lowers[t] == ","), tokens[1])
    case, rest = range(start, end), (*range(tokens[0], start), *range(end, tokens[1]))
    told = _content(parsed, case), _content(parsed, rest)
    sooner, later = told if lowers[start] in language.order.sooner else told[::-1]
    return _Turn((start, end - 1), sooner, later, set())


def _content(parsed: ParsedText, tokens: Iterable[int]) -> set[str]:
    return {parsed.lemmas[t] for t in tokens if _is_content(parsed, t)}


def _is_content(parsed: ParsedText, token: int) -> bool:
    return not parsed.stops[token] and parsed.pos[token] not in ("PUNCT", "ADV", "ADP")


@dataclass(frozen=True, slots=True)
class Stretch:
    """Sentences that stand next to each other, and the tokens at which their clauses begin."""

    sentences: Sequence[Tokens]
    begins: Sequence[int]

    def border(self, one: int, two: int) -> int | None:
        """The token at which the part of the later word begins; None when both are in one part."""
        start = next(start for start, end in self.sentences if start <= two < end)
        if one < start:
            return start
        return next((begin for begin in reversed(self.begins) if one < begin <= two), None)

    def denied(self, parsed: ParsedText, token: int, language: LanguagePack) -> bool:
        """Whether the clause of a word has a negation."""
        start = max((begin for begin in self.begins if begin <= token), default=token)
        end = next((stop for begin, stop in self.sentences if begin <= token < stop), token + 1)
        end = min((begin for begin in self.begins if begin > token), default=end)
        return not language.negations.isdisjoint(parsed.lowers[start:end])


def exchanged(
    answer: ParsedText,
    told: Stretch,
    content: Collection[int],
    page: ParsedText,
    passage: Stretch,
    kin: Callable[[int], Collection[str]],
    language: LanguagePack,
) -> tuple[int, int] | None:
    """The two tokens of the answer that have changed places; None when there are none.

    `content`: the content words in `told`; `kin`: the page's words that count as one of them. Two
    words with the same role on the page, each in a part of its own on both sides, are exchanged
    when the page has something of what the answer tells of each beside the other one, and nothing
    of it beside the one it is told of.
    """

    def as_denied(token: int, there: int) -> bool:
        # "shown" of lists is not what the page says of buttons that are *not* shown
        mine, yours = told.denied(answer, token, language), passage.denied(page, there, language)
        return mine == yours

    rivals = _rivals(answer, content, page, passage)
    for (one, mine), (two, yours) in combinations(rivals, 2):
        if not _parallel(page, one, two, language):
            continue
        here = told.border(min(mine, yours), max(mine, yours))
        there = passage.border(one, two)
        if here is None or there is None:
            continue
        ours, theirs = (mine, yours), (one, two)
        if _crossed(answer, content, ours, here, page, passage, theirs, there, kin, as_denied):
            return ours
    return None


def _rivals(
    answer: ParsedText, content: Collection[int], page: ParsedText, passage: Stretch
) -> Sequence[tuple[int, int]]:
    """(token of the page, token of the answer) of the words with a role that both have once."""
    deps, lemmas = page.deps, page.lemmas
    roles = [t for start, end in passage.sentences for t in range(start, end) if deps[t] in ROLES]
    if len(roles) < 2:
        return ()
    places: dict[str, list[int]] = {}
    for token in content:
        for word in answer.words_at((token,)):
            places.setdefault(word, []).append(token)
    found: dict[str, tuple[int, int]] = {}
    for token in roles:
        at = places.get(lemmas[token]) or places.get(page.lowers[token]) or ()
        if len(at) == 1:
            found.setdefault(lemmas[token], (token, at[0]))
    return tuple(found.values())


def _parallel(page: ParsedText, one: int, two: int, language: LanguagePack) -> bool:
    """Whether two words can change places: subjects, objects, or modifiers of the same noun.

    "The internal text" and "the external one" do; "a white, steep rock" is one thing, and "the
    private key" and "the encrypted image" are not two of a kind.
    """
    role, heads = ROLES[page.deps[one]], (page.heads[one], page.heads[two])
    if role != ROLES[page.deps[two]] or heads[0] == heads[1]:
        return False
    if role != MODIFIER:
        return page.pos[one] == page.pos[two]
    left, right = heads
    return page.lemmas[left] == page.lemmas[right] or page.lowers[right] in language.amounts.ones


def _crossed(
    answer: ParsedText,
    content: Collection[int],
    ours: tuple[int, int],
    here: int,
    page: ParsedText,
    passage: Stretch,
    theirs: tuple[int, int],
    there: int,
    kin: Callable[[int], Collection[str]],
    as_denied: Callable[[int, int], bool],
) -> bool:
    """Whether something is told of each of two words that the page says of the other only."""
    parts = ({answer.lemmas[t] for t in content if t < here},
             {answer.lemmas[t] for t in content if t >= here})  # fmt: skip
    of_both = parts[0] & parts[1]
    tokens = [t for start, end in passage.sentences for t in range(start, end)]
    crossed = set()
    for token in content:
        if token in ours or answer.lemmas[token] in of_both:
            continue
        words = kin(token)
        found = [t for t in tokens if page.lemmas[t] in words or page.lowers[t] in words]
        beside = {(t < there) == (theirs[0] < there) for t in found}
        if len(beside) != 1:
            continue  # the page says it of neither, or of both
        of_first = (token < here) == (ours[0] < here)
        if of_first not in beside:
            if any(as_denied(token, t) for t in found):
                crossed.add(of_first)
        elif not _part_of_name(token, ours, found, theirs):
            return False
    return len(crossed) == 2


def _part_of_name(
    token: int, ours: tuple[int, int], found: Sequence[int], theirs: tuple[int, int]
) -> bool:
    """Whether a word stands next to one of the two on both sides: "booking" of "booking fee"."""
    return any(
        abs(token - mine) == 1 and any(abs(t - yours) == 1 for t in found)
        for mine, yours in zip(ours, theirs, strict=True)
    )
