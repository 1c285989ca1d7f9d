"""Two things that have changed places: each is told what the page says of the other.

"The booking fee goes back to the card, the ticket price is never returned", where the page has it
the other way round: every word stands in the passage and nothing is denied, so neither the share of
the words nor a negation shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import combinations

from truthscore.language import LanguagePack
from truthscore.text.model import ParsedText

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


#: How far behind a word stands what it is said of: "optioneel voor alle overige gebruikers".
BESIDE = 5


def rivals_exchanged(
    answer: ParsedText, told: Tokens, page: ParsedText, passage: Tokens, language: LanguagePack
) -> tuple[int, int] | None:
    """Opposites, rival roles or numbers of one sentence that have changed places, or None.

    "Optional for admins, required for others": each stands before words that stand behind the
    other on the page.
    """
    mine = [t for t in range(*told) if _is_changeable(answer, t, language)]
    if len(mine) < 2:
        return None
    theirs: dict[str, int] = {}
    for token in range(*passage):
        theirs.setdefault(_changeable(page, token, language), token)
    for one, two in combinations(mine, 2):
        left, right = (_changeable(answer, token, language) for token in (one, two))
        if left not in theirs or right not in theirs:
            continue
        if not _exclude(answer, one, two, language):
            continue
        ours = _behind(answer, one, told[1], two), _behind(answer, two, told[1], one)
        there = (
            _behind(page, theirs[left], passage[1], theirs[right]),
            _behind(page, theirs[right], passage[1], theirs[left]),
        )
        # "12 euro for members, 8 euro for guests"
        both = (ours[0] & ours[1]) | (there[0] & there[1])
        if (
            ours[0] & there[1] - both
            and ours[1] & there[0] - both
            and not ours[0] & there[0] - both
            and not ours[1] & there[1] - both
        ):
            return one, two
    return None


def _is_changeable(parsed: ParsedText, token: int, language: LanguagePack) -> bool:
    lemma, opposites = parsed.lemmas[token], language.opposites
    return (
        parsed.lowers[token] in opposites
        or lemma in opposites
        or lemma in language.roles
        or parsed.pos[token] == "NUM"
    )


def _changeable(parsed: ParsedText, token: int, language: LanguagePack) -> str:
    """The form if it has an opposite ("required"), else the lemma."""
    form = parsed.lowers[token]
    return form if form in language.opposites else parsed.lemmas[token]


def _exclude(parsed: ParsedText, one: int, two: int, language: LanguagePack) -> bool:
    left, right = (_changeable(parsed, token, language) for token in (one, two))
    if left in language.particles or left in language.before_same_word:
        return False
    numbers = parsed.pos[one] == "NUM" == parsed.pos[two] and left != right
    return numbers or right in language.opposites.get(left, ()) + language.roles.get(left, ())


def _behind(parsed: ParsedText, token: int, end: int, other: int) -> set[str]:
    """The content words behind a word, up to the other one; what it is said of."""
    stop = min(end, token + BESIDE + 1, other if other > token else end)
    return {
        parsed.lemmas[t]
        for t in range(token + 1, stop)
        if not parsed.stops[t] and parsed.pos[t] != "PUNCT"
    }


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
    rivals = _rivals(answer, content, page, passage)
    for (one, mine), (two, yours) in combinations(rivals, 2):
        if not _parallel(page, one, two, language):
            continue
        here = told.border(min(mine, yours), max(mine, yours))
        there = passage.border(one, two)
        if here is None or there is None:
            continue
        ours, theirs = (mine, yours), (one, two)
        if _crossed(answer, content, ours, here, page, passage, theirs, there, kin):
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
        for word in {answer.lemmas[token], answer.lowers[token]}:
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
    return page.lemmas[left] == page.lemmas[right] or page.lowers[right] in language.ones


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
