"""Where a page has a value, and what it tells it of.

"De grijze container om de week, de groene elke week", a row of a table, an item of a list: each has
its own thing and its own value, so that an answer can take the right number from the wrong row.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from truthscore import deadline
from truthscore.language import LanguagePack
from truthscore.text.alignment import sentence_of
from truthscore.text.model import NOUNS, PARTICLE, VERBS, ParsedText, is_word
from truthscore.text.rows import rows
from truthscore.text.segments import borders
from truthscore.text.values import values
from truthscore.text.values.value import CALENDAR, Value, days_of

#: Parts of speech of what a value is told of, and of what it says of it.
_TELLING = NOUNS | {"ADJ", "VERB"}
#: Values that also say which one another value is told of.
NAMING = frozenset({*CALENDAR, "ordinal"})


@dataclass(frozen=True, slots=True)
class Placed:
    """A value of a text, mostly a page.

    `sentence`: its number. `told_of`: what its part of the sentence, its item or its row says it
    of, each word as its form and its lemma; days, months and ordinals as `named` has them.
    """

    value: Value
    sentence: int
    told_of: frozenset[str]


def named(value: Value) -> frozenset[str]:
    """A day, a month or an ordinal among the words that a value is told of: "de tweede auto"."""
    if value.kind == "ordinal":
        return frozenset({f"@{value.number}"})
    return frozenset(f"@{name}" for name in days_of(value))


def titling(value: Value) -> frozenset[str]:
    """A value among the words of a title: "6 months" and "12 months" over two columns."""
    return named(value) if value.kind in NAMING else frozenset({f"@{value.normal}"})


def placed(
    parsed: ParsedText, language: LanguagePack, known: Sequence[Value] | None = None
) -> tuple[Placed, ...]:
    """The values of a text in text order; `known`: where they have been read already."""
    told = values(parsed, language) if known is None else known
    found = [each for each in told if each.tokens[0] < each.tokens[1]]
    taken = {token for each in found for token in range(*each.tokens)}
    units = frozenset(form for forms in language.values["units"].values() for form in forms)
    naming = _Located([each for each in found if each.kind in NAMING])
    counting = _Located([each for each in found if each.kind not in NAMING])
    ends = {each.tokens[0]: each.tokens[1] for each in reversed(found)}
    page = _Page(parsed, language, taken, units, naming, counting, ends)
    starts = [block.start for block in parsed.blocks]
    of_block = rows(parsed)
    parts: dict[int, list[tuple[range, frozenset[str]]]] = {}
    made = []
    for value in found:
        deadline.check()
        sentence = sentence_of(parsed, value.tokens[0])
        block = bisect_right(starts, value.start) - 1
        row = of_block.get(block)
        if row is not None:
            if row.heading is None:
                told_of = page.told_of([row.tokens], value)
            else:
                told_of = page.titled(row.label, row.heading, value)
            made.append(Placed(value, sentence, told_of))
            continue
        if sentence not in parts:
            parts[sentence] = page.parts(parsed.sentences[sentence])
        part, told_of = next(each for each in parts[sentence] if value.tokens[0] in each[0])
        days = page.names([part], value)
        made.append(Placed(value, sentence, told_of | days))
    return tuple(made)


class _Located:
    """Values, found by the tokens at which they begin."""

    __slots__ = ("_values", "begins")

    def __init__(self, values: Sequence[Value]) -> None:
        self._values = sorted(values, key=_begin)
        self.begins = frozenset(map(_begin, values))

    def within(self, tokens: Sequence[range]) -> Iterator[Value]:
        """The values that begin in one of these ranges; twice where two ranges have it."""
        for part in tokens:
            first = bisect_left(self._values, part.start, key=_begin)
            yield from self._values[first : bisect_left(self._values, part.stop, key=_begin)]


def _begin(value: Value) -> int:
    return value.tokens[0]


@dataclass(frozen=True, slots=True)
class _Page:
    """A page, the tokens that its values take up, the forms of units, the values that name a thing
    and the others, and where the first value that begins at a token ends."""

    parsed: ParsedText
    language: LanguagePack
    taken: set[int]
    units: frozenset[str]
    naming: _Located
    counting: _Located
    ends: Mapping[int, int]

    def told_of(self, tokens: Sequence[range], value: Value) -> frozenset[str]:
        said = (token for each in tokens for token in each if self._tells(token))
        return self.names(tokens, value) | self.parsed.words_at(said)

    def titled(self, label: range, heading: range, value: Value) -> frozenset[str]:
        """What a cell is told of: whatever stands before its row and over its column, with the
        values there ("12 months")."""
        parsed = self.parsed
        said = (t for each in (label, heading) for t in each if is_word(parsed.lowers[t]))
        words = parsed.words_at(t for t in said if not parsed.stops[t] and t not in self.taken)
        return self.names([label, heading], value).union(
            words,
            *(
                titling(each)
                for each in self.counting.within([label, heading])
                if each is not value
            ),
        )

    def names(self, tokens: Sequence[range], value: Value) -> frozenset[str]:
        """The days, months and ordinals in these tokens, but for others of the value's own kind."""
        return frozenset(
            word
            for each in self.naming.within(tokens)
            if each is value or each.kind != value.kind
            for word in named(each)
        )

    def parts(self, sentence: tuple[int, int]) -> list[tuple[range, frozenset[str]]]:
        """The parts of a sentence and what each tells of.

        A part without a verb has that of the part before; one without a noun ("de groene elke
        dinsdag") its nouns; one that tells of nothing, all of it. One that begins with its value
        has what stands before that of the part before ("a ticket costs € 8 for adults and *€ 5 for
        children*"), and a number that counts nothing what the one before counts ("2 seats, the
        other *6*").
        """
        parsed = self.parsed
        made: list[tuple[range, frozenset[str]]] = []
        nouns: set[str] = set()
        verbs: set[str] = set()
        others: set[str] = set()
        ahead: set[str] = set()
        counted: set[str] = set()
        for part in self._parted(sentence):
            said = [token for token in part if self._tells(token)]
            doing = [t for t in said if parsed.pos[t] == "VERB" and parsed.deps[t] != "amod"]
            with_it = [t for t in part if doing and parsed.deps[t] == PARTICLE]
            nouns = parsed.words_at(t for t in said if parsed.pos[t] in NOUNS) or nouns
            verbs = parsed.words_at([*doing, *with_it]) or verbs
            rest = parsed.words_at(t for t in said if parsed.pos[t] not in NOUNS and t not in doing)
            others = rest if said else others
            first = next((t for t in part if t in self.counting.begins), part.stop)
            ahead = parsed.words_at(t for t in said if t < first) or ahead
            behind = self._counted(first)
            counted = counted if behind is None else behind
            beside = ahead if first < part.stop and said and said[0] > first else set()
            alone = counted if behind is None else set()
            made.append((part, frozenset(nouns | verbs | others | beside | alone)))
        return made

    def _parted(self, sentence: tuple[int, int]) -> list[range]:
        """The parts of a sentence. One with no value and no verb goes with the next if that names
        something before its value ("children *and students pay € 5*"), else with the one before
        ("€ 8 for adults *and students*")."""
        found = borders(self.parsed, sentence[0] + 1, sentence[1], self.language)
        begins = [sentence[0], *(t for t in found if not self._joins(t)), sentence[1]]
        made: list[range] = []
        left: int | None = None
        for start, end in pairwise(begins):
            part = range(start, end)
            value = next((t for t in part if t in self.counting.begins), None)
            if value is None and not any(self.parsed.pos[t] in VERBS for t in part):
                left = start if left is None else left
                continue
            if left is not None:
                if any(self._tells(t) for t in range(start, end if value is None else value)):
                    part = range(left, end)
                elif made:
                    made[-1] = range(made[-1].start, start)
                else:
                    made.append(range(left, start))
            left = None
            made.append(part)
        if left is not None:
            made.append(range(left, sentence[1]))
        return made

    def _counted(self, token: int) -> set[str] | None:
        """What the value that begins at a token counts ("2 seats", "€ 20 discount"); None for one
        that nothing stands behind."""
        after = self.ends.get(token)
        if after is None:
            return set()
        if self.parsed.pos[after : after + 1] in ((), ("PUNCT",)):
            return None
        return self.parsed.words_at((after,)) if self.parsed.pos[after] in NOUNS else set()

    def _joins(self, token: int) -> bool:
        """Whether a word stands between the two ends of a value ("between 20 and 29 years"), or
        leads one: "*after* six months"."""
        led = token + 1 in self.taken and is_word(self.parsed.lowers[token])
        return led and (token - 1 in self.taken or self.parsed.pos[token] == "ADP")

    def _tells(self, token: int) -> bool:
        parsed = self.parsed
        tells = not parsed.stops[token] and parsed.pos[token] in _TELLING
        return tells and token not in self.taken and parsed.lowers[token] not in self.units
