"""The parts of a page's sentences, each with what it stands under.

"Niet inbegrepen:" over a list, a heading, the column of a cell, the question that a page asks
before it answers: what stands below is said of it, and says nothing without it. All of it is read
off the structure of a page; of the words of a language only those decide that ask (`asked.py`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as Set
from dataclasses import dataclass
from itertools import pairwise

from truthscore.language import LanguagePack, once
from truthscore.text.alignment import sentence_of
from truthscore.text.asked import asks
from truthscore.text.clauses import clauses, phrases_at
from truthscore.text.model import ITEMS, Block, ParsedText, is_word
from truthscore.text.record import FALSE, TELLS
from truthscore.text.referents import referents
from truthscore.text.rows import Row, rows
from truthscore.text.segments import borders

#: Level of a heading that no sign gives one: a line in bold, or one that only asks.
LOWEST_HEADING = 7
#: Tokens behind a negation in which a bound ends: "niet groter mogen zijn dan".
LONGEST_BOUND = 6
#: Tokens of a label before a colon, at most.
LONGEST_LABEL = 8
#: Tokens of a part that stands alone; a shorter one goes with the part before.
LEAST_PART = 2
_BOLD = ("**", "__")


@dataclass(frozen=True, slots=True)
class PageParts:
    """The parts of a page, in text order, with what each stands under.

    `parts`: first token, the token behind the last, and the number of its sentence. `postings`:
    the parts that have a word, as a form or a lemma. `scopes`: of each sentence the numbers of the
    sentences that it stands under. `named`: of each cell of a table those that name it, before its
    row, over that and over its column: the row is one sentence. `states`: whether a sentence
    states anything: a heading, a question and the label of a row do not. `apart`: whether a part is
    left out of what the rest of its sentence says: "every day, *except on Thursday*". `denied`:
    whether a part is denied: by itself, by the label or the lead-in before it ("Not included:
    ..."), or as the cell of a table, by its sign or by the name of its row or column.
    """

    parts: tuple[tuple[int, int, int], ...]
    postings: Mapping[str, tuple[int, ...]]
    scopes: tuple[tuple[int, ...], ...]
    named: tuple[tuple[int, ...], ...]
    states: tuple[bool, ...]
    apart: tuple[bool, ...]
    denied: tuple[bool, ...]


def page_parts(parsed: ParsedText, language: LanguagePack) -> PageParts:
    """The parts of a page."""
    scopes, named, silent = _scopes(parsed, language)
    parts: list[tuple[int, int, int]] = []
    apart: list[bool] = []
    denied: list[bool] = []
    leading = _denied_leads(parsed, scopes, language) ^ _denied_names(parsed, named, language)
    postings: dict[str, list[int]] = {}
    for number, (start, end) in enumerate(parsed.sentences):
        meant = referents(parsed, start, end, language)
        negations = _negations(parsed, number, language)
        labelled = _label_end(parsed, start, end)
        left_out = set(phrases_at(parsed, start, end, language.cases.leaving_out))
        for first, last in _parts(parsed, start, end, left_out, language):
            words = parsed.words_at(range(first, last))
            for token in range(first, last):
                words |= parsed.words_at(meant.get(token, ()))
            for word in words:
                postings.setdefault(word, []).append(len(parts))
            parts.append((first, last, number))
            turns = [t for t in negations if first <= t < last or t < labelled]
            denied.append((len(turns) + (number in leading)) % 2 == 1)
            apart.append(not left_out.isdisjoint(range(first, min(first + 2, last))))
    return PageParts(
        parts=tuple(parts),
        postings={word: tuple(at) for word, at in postings.items()},
        scopes=tuple(scopes),
        named=tuple(named),
        states=tuple(number not in silent for number in range(len(parsed.sentences))),
        apart=tuple(apart),
        denied=tuple(denied),
    )


def _negations(parsed: ParsedText, number: int, language: LanguagePack) -> list[int]:
    """The tokens that deny in a sentence; the sign of a cell is one, and the value of a field that
    says no: "✗", "refundable: false"."""
    start, end = parsed.sentences[number]
    text = parsed.text[parsed.starts[start] : parsed.ends[end - 1]]
    said = text.rpartition(TELLS)[2].strip(" *_`.").lower()
    if said in _saying_no(language):
        return [start]
    return denials(parsed, (start, end), language)


@once
def _saying_no(language: LanguagePack) -> frozenset[str]:
    """What a cell or a field says no with."""
    replies = language.replies
    return replies.cell_no | replies.no | {FALSE, *language.records["no"]}


def denials(parsed: ParsedText, tokens: tuple[int, int], language: LanguagePack) -> list[int]:
    """The tokens of a sentence that deny, each of which turns its part round."""
    found = [
        t
        for part in clauses(parsed, *tokens, language)
        for t in part.negations
        if not only_bounds(parsed, t, tokens[1], language)
    ]
    return found + [t for t in range(*tokens) if parsed.lowers[t] in language.cannot]


def only_bounds(parsed: ParsedText, token: int, end: int, language: LanguagePack) -> bool:
    """Whether a negation only says how much it is at most: "mag *niet* groter zijn dan 10 MB"."""
    behind = parsed.lowers[token + 1 : min(end, token + 1 + LONGEST_BOUND)]
    return any(
        words[0] == parsed.lowers[token] and words[1:2] == behind[:1] and words[-1] in behind
        for words in _denying_bounds(language)
    )


@once
def _denying_bounds(language: LanguagePack) -> tuple[tuple[str, ...], ...]:
    """The phrases of bounds that begin with a negation: "niet groter dan"."""
    phrases = (tuple(each.split()) for said in language.values["bounds"].values() for each in said)
    return tuple(words for words in phrases if len(words) > 1 and words[0] in language.negations)


def _label_end(parsed: ParsedText, start: int, end: int) -> int:
    """The token behind the label with which a sentence begins ("Not included: ..."), else 0."""
    at = next(
        (t for t in range(start, min(end, start + LONGEST_LABEL)) if parsed.lowers[t] == ":"), 0
    )
    return at + 1 if at and at + 1 < end else 0


def _denied_leads(
    parsed: ParsedText, scopes: Sequence[tuple[int, ...]], language: LanguagePack
) -> set[int]:
    """The sentences that stand under a line which denies and ends in a colon, or under a heading
    that is nothing but such a label."""
    found: set[int] = set()
    denies: dict[int, bool] = {}
    for number, under in enumerate(scopes):
        for above in under:
            if above not in denies:
                turns = len(_negations(parsed, above, language)) % 2 == 1
                denies[above] = turns and _opens(parsed, above)
            if denies[above]:
                found.add(number)
    return found


def _denied_names(
    parsed: ParsedText, named: Sequence[tuple[int, ...]], language: LanguagePack
) -> set[int]:
    """The cells in a row or column whose name denies: "breakfast" under "Not included"."""
    turns = {each: _negations(parsed, each, language) for names in named for each in names}
    return {
        number
        for number, names in enumerate(named)
        if len([token for each in names for token in turns[each]]) % 2
    }


def _parts(
    parsed: ParsedText, start: int, end: int, left_out: Set[int], language: LanguagePack
) -> Iterator[tuple[int, int]]:
    """A sentence cut where a segment begins; what is too short goes with the part before."""
    begin = start
    cuts = {*borders(parsed, start + 1, end, language), *(left_out - {start})}
    cuts = {t for t in cuts if not (t + 1 in left_out and parsed.lowers[t] == ",")}
    # "except on Thursday: then it closes at five" is told of Thursday
    first = min(left_out, default=end)
    cuts = {t for t in cuts if not (t > first and parsed.lowers[t - 1] == ":")}
    for border, after in pairwise([*sorted(cuts), end]):
        words = len([t for t in range(begin, border) if is_word(parsed.lowers[t])])
        rest = any(is_word(parsed.lowers[t]) for t in range(border, after))
        if words >= LEAST_PART and rest:
            yield begin, border
            begin = border
    yield begin, end


def _scopes(
    parsed: ParsedText, language: LanguagePack
) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]], set[int]]:
    """Of each sentence what it stands under, and what names it as a cell; those that state
    nothing."""
    count = len(parsed.sentences)
    scopes: list[tuple[int, ...]] = [()] * count
    named: list[tuple[int, ...]] = [()] * count
    silent: set[int] = set()
    of_block = _by_block(parsed)
    of_row = rows(parsed)
    headings: list[tuple[int, tuple[int, ...]]] = []
    lead: tuple[int, ...] = ()
    items: list[tuple[int, tuple[int, ...]]] = []
    for place, block in enumerate(parsed.blocks):
        mine = of_block.get(place, ())
        if not mine:
            continue
        above = tuple(number for _, numbers in headings for number in numbers)
        level = _heading_level(parsed, block, mine, language)
        if level is not None:
            headings = [each for each in headings if each[0] < level]
            for number in mine:
                scopes[number] = tuple(n for _, numbers in headings for n in numbers)
                silent.add(number)
            headings.append((level, mine))
            lead, items = (), []
            continue
        under = above
        if block.kind in ITEMS:
            items = [each for each in items if each[0] < block.level]
            under += lead + tuple(n for _, numbers in items for n in numbers)
            items.append((block.level, mine))
        elif block.kind == "cell":
            under += lead
            for number in mine:
                named[number] = _titles(parsed, of_row.get(place), mine)
        else:
            items = []
        question: tuple[int, ...] = ()
        for at, number in enumerate(mine):
            opened = mine[at - 1 : at] if at and _opens(parsed, mine[at - 1]) else ()
            scopes[number] = under + opened + question
            if asks(parsed, parsed.sentences[number], language):
                silent.add(number)
                question = (number,)
        row = of_row.get(place)
        if row is not None and (row.is_head or _is_label(parsed, row, block)):
            silent.update(mine)
        if block.kind not in ITEMS and block.kind != "cell":
            lead = mine[-1:] if _opens(parsed, mine[-1]) else ()
    return scopes, named, silent


def _by_block(parsed: ParsedText) -> dict[int, tuple[int, ...]]:
    """The sentences of each block, by its number."""
    starts = [block.start for block in parsed.blocks]
    found: dict[int, list[int]] = {}
    for number, (start, _) in enumerate(parsed.sentences):
        place = bisect_right(starts, parsed.starts[start]) - 1
        if place >= 0:
            found.setdefault(place, []).append(number)
    return {place: tuple(numbers) for place, numbers in found.items()}


def _heading_level(
    parsed: ParsedText, block: Block, mine: tuple[int, ...], language: LanguagePack
) -> int | None:
    """The level of a heading; None for another block."""
    if block.kind == "heading":
        return block.level or LOWEST_HEADING
    if block.kind != "paragraph" or len(mine) > 1:
        return None
    text = parsed.text[block.start : block.end].strip()
    bold = any(text.startswith(m) and text.endswith(m) and text.count(m) == 2 for m in _BOLD)
    return LOWEST_HEADING if bold or asks(parsed, parsed.sentences[mine[0]], language) else None


def _opens(parsed: ParsedText, number: int) -> bool:
    """Whether a sentence ends in a colon: what follows is said of it."""
    start, end = parsed.sentences[number]
    return any(parsed.lowers[t] == ":" for t in range(max(start, end - 2), end))


def _titles(parsed: ParsedText, row: Row | None, mine: tuple[int, ...]) -> tuple[int, ...]:
    """The cells before a row, over it and over a column."""
    if row is None or row.heading is None:
        return ()
    found = {
        sentence_of(parsed, t)
        for tokens in (row.label, row.corner, row.heading)
        for t in tokens
        if t < len(parsed.starts)
    }
    return tuple(sorted(found - set(mine)))


def _is_label(parsed: ParsedText, row: Row, block: Block) -> bool:
    """Whether a block is nothing but the cell before its row."""
    if row.heading is None or not len(row.label):
        return False
    return block.start <= parsed.starts[row.label.start] < block.end
