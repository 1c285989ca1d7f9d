"""Two things that have changed places: each is told what the page says of the other.

"The booking fee goes back to the card, the ticket price is never returned", where the page has it
the other way round: every word stands in the passage and nothing is denied, so neither the share of
the words nor a negation shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, permutations

from truthscore.language import LanguagePack
from truthscore.text.model import NOUNS, ParsedText
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
#: Labels of the words of a name that are not its head.
NAME_PARTS = frozenset({"compound", "flat", "flat:name", "nmod:poss"})
#: Content words behind a verb, at most, that are one thing: "ondertekent de pakbon".
MAX_TOLD = 2
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
        places = theirs[left], theirs[right]
        if _cross(
            (_behind(answer, one, told[1], two), _behind(answer, two, told[1], one)),
            (
                _behind(page, places[0], passage[1], places[1]),
                _behind(page, places[1], passage[1], places[0]),
            ),
        ) or _cross(
            _beside(answer, told, (one, two), language), _beside(page, passage, places, language)
        ):
            return one, two
    return None


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


def _beside(
    parsed: ParsedText, tokens: Tokens, words: tuple[int, int], language: LanguagePack
) -> tuple[set[str], set[str]]:
    """What stands in one part of the sentence with each of two words; nothing if both share one."""
    parts = [
        next(range(*part) for part in _segments(parsed, tokens, language) if part[0] <= t < part[1])
        for t in words
    ]
    if parts[0] == parts[1]:
        return set(), set()
    lemmas = {parsed.lemmas[t] for t in words}
    return _content(parsed, parts[0]) - lemmas, _content(parsed, parts[1]) - lemmas


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
    markers = language.sooner | language.later
    if markers.isdisjoint(words) and language.first.isdisjoint(words):
        return None  # most sentences
    if not (language.negations.isdisjoint(words) and language.limiting.isdisjoint(words)):
        return None  # "not before" is "only after"
    first = next((t for t in range(*tokens) if lowers[t] in language.first), None)
    then = next((t for t in range(*tokens) if lowers[t] in language.next), None)
    if first is not None and then is not None and first < then:
        border = [then, *borders(parsed, first, then, language)][-1]
        parts = range(tokens[0], border), range(border, tokens[1]), range(tokens[0], first)
        return _Turn((first, then), *(_content(parsed, part) for part in parts))
    opens = [
        t for t in range(*tokens) if lowers[t] in language.sooner or lowers[t] in language.later
    ]
    if len(opens) != 1 or first is not None or then is not None:
        return None
    start = opens[0]
    end = tokens[1]
    if start == tokens[0]:
        end = next((t for t in range(*tokens) if lowers[t] == ","), tokens[1])
    case, rest = range(start, end), (*range(tokens[0], start), *range(end, tokens[1]))
    told = _content(parsed, case), _content(parsed, rest)
    sooner, later = told if lowers[start] in language.sooner else told[::-1]
    return _Turn((start, end - 1), sooner, later, set())


def _content(parsed: ParsedText, tokens: Iterable[int]) -> set[str]:
    return {parsed.lemmas[t] for t in tokens if _is_content(parsed, t)}


def half_exchanged(
    answer: ParsedText,
    told: Tokens,
    page: ParsedText,
    passage: Tokens,
    kin: Callable[[int], Collection[str]],
    language: LanguagePack,
) -> tuple[int, int] | None:
    """The tokens of a thing and of what is told of it, if the page tells that of the thing beside.

    "Policies are kept under Documents", where the page says "contracts under Documents, policies
    under Insurance": the same preposition twice, each with a thing before it.
    """
    parts = list(_parts(page, passage, language))
    if len(parts) < 2 or not language.negations.isdisjoint(answer.lowers[slice(*told)]):
        return None
    words = [{answer.lowers[t], answer.lemmas[t], *kin(t)} for t in range(*told)]

    def at(token: int) -> int | None:
        forms = page.words_at((token,))
        return next((told[0] + n for n, each in enumerate(words) if each & forms), None)

    for one, two in permutations(parts, 2):
        alone = sum(each.word == one.word for each in parts) == 2  # an enumeration has more
        if not alone or one.word != two.word or at(one.place) is None:
            continue
        if page.lemmas[one.thing] == page.lemmas[two.thing]:
            continue
        mine, yours = at(two.thing), at(one.place)
        if mine is None or yours is None or at(one.thing) is not None or at(two.place) is not None:
            continue
        if mine == yours or (one.verb and mine > yours):
            continue
        if one.word in (
            answer.lemmas[slice(*told)] if one.verb else answer.lowers[yours - BESIDE : yours]
        ):
            return mine, yours
    return None


@dataclass(frozen=True, slots=True)
class _Part:
    """A thing, a preposition or verb, and what stands behind that: "policies under Insurance"."""

    thing: int
    word: str
    place: int
    verb: bool


def _parts(page: ParsedText, tokens: Tokens, language: LanguagePack) -> Iterator[_Part]:
    """The parts of a sentence that have one thing before one preposition and its noun, or before
    one verb and what stands behind that."""
    segments = list(_segments(page, tokens, language))
    for start, end in segments if len(segments) > 1 else ():
        said = [t for t in range(start, end) if _is_content(page, t)]
        cases = [t for t in range(start, end) if page.deps[t] == "case"]
        behind = {page.heads[t] for t in cases}
        things = [
            t
            for t in said
            if page.pos[t] in NOUNS and t not in behind and page.deps[t] not in NAME_PARTS
        ]
        if len(things) == 1 and len(cases) == 1:
            word, place = page.lowers[cases[0]], page.heads[cases[0]]
            stands = things[0] < cases[0] < place < end and page.pos[place] in NOUNS
            if stands and word not in language.genitives:
                yield _Part(things[0], word, place, verb=False)
        verbs = [t for t in said if page.pos[t] == "VERB"][:1]
        before = [t for t in said if verbs and t < verbs[0]]
        after = [t for t in said if verbs and t > verbs[0]]
        if len(before) == 1 and after and len(after) <= MAX_TOLD:
            yield _Part(before[0], page.lemmas[verbs[0]], after[-1], verb=True)


def _segments(parsed: ParsedText, tokens: Tokens, language: LanguagePack) -> Iterator[Tokens]:
    """The tokens between signs and words that open a clause."""
    yield from pairwise([tokens[0], *borders(parsed, *tokens, language), tokens[1]])


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
