"""A sentence of an answer beside the fields of the records: which of them it tells of, and how."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from truthscore.features.base import Inputs
from truthscore.features.records.fields import Told
from truthscore.features.records.rows import Rows
from truthscore.features.records.words import Words
from truthscore.text.alignment import Unit
from truthscore.text.model import ParsedText, Written, is_word
from truthscore.text.values import values
from truthscore.text.values.value import Value, same, same_number

#: Kinds of values that may tell what a field of each kind holds.
TELLS = {
    "count": frozenset({"number", "quantity", "percent", "frequency", "time", "amount"}),
    "list": frozenset({"number", "quantity"}),
    "amount": frozenset({"amount", "number"}),
    "date": frozenset({"date", "time"}),
    "none": frozenset({"number", "amount", "date", "percent"}),
}
ZERO, ONE = "0", "1"
#: Signs that join the parts of a code.
JOINING = frozenset("-_/")


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What tokens or characters `start` to `end` of the answer say of a field: that it `holds`, or
    by which rule it does not. `beside`: the field that has that value instead."""

    start: int
    end: int
    field: Told
    document: int
    holds: bool
    rule: str = ""
    beside: Told | None = None
    label: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A field that a sentence tells of. `share`: of a label's words that stand there; `here`: the
    tokens of the sentence that do; `asked`: whether only the question names the field; `sure`:
    whether it is this one of several rows or objects, so that another value is wrong."""

    field: Told
    document: int
    share: float
    here: tuple[int, ...]
    asked: bool
    sure: bool = True


class Sentence:
    """A sentence of the answer beside the fields of the records."""

    def __init__(
        self, inputs: Inputs, unit: Unit, fields: Sequence[tuple[int, Told]], alone: bool
    ) -> None:
        """`alone`: whether it is the first that claims something: it answers the question."""
        self.inputs, self.parsed, self.unit = inputs, inputs.answer, unit
        self.language = inputs.language
        self.settings = inputs.profile.features.records
        self.words = Words(self.language, self.settings.form_counts, self.settings.part_counts)
        self.fields = fields
        parts = inputs.frame(unit).clauses
        self.parts = parts
        self.conditional = any(each.conditional or each.asked for each in parts)
        lowers = self.parsed.lowers
        self._faint = frozenset(self.language.records["faint"])
        self._spare = self.language.talk_words.union(
            self.language.records["small_words"], self.language.replies.yes,
            self.language.replies.no, self.language.negations,
        )  # fmt: skip
        self.tokens = [t for t in range(*unit.tokens) if is_word(lowers[t])]
        self.reply = self._reply()
        self.negations = self._negations()
        self.rows = Rows(inputs, self.words, self.tokens, fields, with_question=alone)
        self.candidates = list(self._candidates(alone))

    def _reply(self) -> bool | None:
        """The yes or no with which the sentence begins."""
        first = self.parsed.lowers[self.tokens[0]] if self.tokens else ""
        replies = self.language.replies
        if first in replies.yes:
            return True
        if first in replies.no and not self._opens_noun():
            return False
        return None

    def _opens_noun(self) -> bool:
        """Whether the first word stands before what there is none of: "no reminders were sent"."""
        first, behind = self.tokens[0], self.tokens[1:2]
        return self.parsed.lowers[first] in self.language.records["none"] and behind == [first + 1]

    def _negations(self) -> list[int]:
        """What denies the sentence: a negation, or a word that says it is off."""
        lowers, language = self.parsed.lowers, self.language
        inside = self.tokens[1:] if self.reply is not None else self.tokens
        denying = language.negations | language.switched.is_off - language.opposing.particles
        return [
            t
            for place, t in enumerate(inside)
            if lowers[t] in denying
            or (lowers[t] in language.switched.is_off and place == len(inside) - 1)
        ]

    def _candidates(self, alone: bool) -> Iterator[Candidate]:
        question = self.inputs.question
        asked = [t for t in range(len(question.lowers)) if is_word(question.lowers[t])]
        found = []
        # rows of a list have the same labels
        said: dict[tuple[Written, ...], dict[int, tuple[int, float]]] = {}
        asking: dict[tuple[Written, ...], dict[int, tuple[int, float]]] = {}
        for document, field in self.fields:
            best: tuple[float, bool, tuple[int, ...]] = (0.0, False, ())
            for label in field.labels:
                if label not in said:
                    said[label] = self.words.find(self.parsed, self.tokens, label)
                here = said[label]
                tokens = tuple(token for token, _ in here.values())
                share = math.fsum(sure for _, sure in here.values()) / len(label)
                best = max(best, (share, True, tokens), key=lambda one: one[:2])
                if alone and len(here) < len(label):
                    if label not in asking:
                        asking[label] = self.words.find(question, asked, label)
                    there = {**asking[label], **here}
                    both = math.fsum(sure for _, sure in there.values()) / len(label)
                    if both > best[0]:
                        best = (both, False, tokens)
            if best[0] >= self.settings.label_share:
                found.append(Candidate(field, document, best[0], best[2], not best[1]))
        named = [each for each in found if not each.asked] or found
        named = self._meant(named)
        for each in named:
            rivals = [
                one.share
                for one in named
                if one.sure and (one.field.kind == "flag") == (each.field.kind == "flag")
            ]
            if each.share >= max(rivals, default=0.0) - self.settings.nearly:
                yield each

    def _meant(self, named: Sequence[Candidate]) -> list[Candidate]:
        """Of fields that are called the same, those in what the sentence names; where that is not
        one, each may be it and none is blamed."""
        rows = self.rows
        asked = self.inputs.question
        texts = [(self.parsed, self.tokens), (asked, range(len(asked.lowers)))]
        found = []
        for each in named:
            owner = each.field.owner
            row = rows.told_of(each.field)
            is_named = row or any(self.words.find(parsed, at, owner) for parsed, at in texts)
            place = (2 if is_named else 0) if owner else 1
            found.append((each, place, row))
        # by the place of the field: a list is told of by its number and by its values
        ranks: dict[tuple[str, ...], dict[tuple[int, int], tuple[int, int]]] = defaultdict(dict)
        for each, place, row in found:
            ranks[each.field.name][each.document, each.field.start] = place, row
        best = {
            name: (max(each.values()), list(each.values()).count(max(each.values())))
            for name, each in ranks.items()
        }
        kept = []
        for each, place, row in found:
            highest, many = best[each.field.name]
            if (place, row) < highest:
                continue
            faint = {self.parsed.lowers[t] for t in each.here}.issubset(self._faint)
            sure = place > 0 and many == 1 and (each.asked or not faint)
            kept.append(replace(each, sure=sure))
        return kept

    def is_of_a_field(self, value: Value) -> bool:
        """Whether a field has a value."""
        return any(field.kind in TELLS and holds_value(value, field) for _, field in self.fields)

    def other_with(self, value: Value, told: Told) -> Told | None:
        """Another field that has a value."""
        return next(
            (field for _, field in self.fields
             if field.kind in TELLS and field is not told and holds_value(value, field)),
            None,
        )  # fmt: skip

    def is_plain(self, found: Finding) -> bool:
        """Whether the sentence says nothing beside a field's label, what was asked, and a value."""
        question = self.inputs.question
        asked = {word for t in range(len(question.lowers)) for word in question.written(t)}
        skipped = {
            t
            for t in self.tokens
            if found.start <= self.parsed.starts[t] < found.end
            or not asked.isdisjoint(self.parsed.written(t))
        }
        return not self._says_more(self.parsed, self.tokens, found.field, self._inside() | skipped)

    def names_only(self, told: Candidate, *, with_question: bool = True) -> bool:
        """Whether sentence and question say nothing beside a field's name: "3 *late* loans" are not
        all loans."""
        if self._says_more(self.parsed, self.tokens, told.field, self._inside()):
            return False
        asked = self.inputs.question
        words = [t for t, lower in enumerate(asked.lowers) if with_question and is_word(lower)]
        return not self._says_more(asked, words, told.field, frozenset())

    def _inside(self) -> set[int]:
        """The tokens of the answer's values."""
        return {t for each in values_of(self.inputs) for t in range(*each.tokens)}

    def _says_more(
        self, parsed: ParsedText, tokens: Sequence[int], field: Told, skipped: AbstractSet[int]
    ) -> bool:
        """Whether a token that is not `skipped` says something beside a field's labels."""
        labels = [word for label in field.labels for word in label]
        return any(
            not parsed.stops[t]
            and t not in skipped
            and parsed.lowers[t] not in self._spare
            and parsed.lemmas[t] not in self.language.clause.copulas
            and not any(self.words.stands_for(parsed, t, word) for word in labels)
            for t in tokens
        )

    def clause_of(self, tokens: Sequence[int]) -> range:
        """The clause of some tokens; the whole sentence where they are in none."""
        for part in self.parts:
            if tokens and tokens[0] in part.tokens:
                return part.tokens
        return range(*self.unit.tokens)

    def negations_with(self, tokens: Sequence[int]) -> list[int]:
        """The negations in the clause of some tokens: "you cannot pay, for it is *not closed*"."""
        inside = self.clause_of(tokens)
        return [t for t in self.negations if t in inside]

    def is_needed(self, tokens: Sequence[int]) -> bool:
        """Whether a clause says only what must or may be so: "you must be approved"."""
        language = self.language
        own = {word for t in tokens for word in self.parsed.written(t)}  # "may sell: true"
        said = self.parsed.words_at(self.clause_of(tokens)) - own
        return not said.isdisjoint(language.needs | language.modals)

    def is_turned(self, token: int, field: Told) -> bool:
        """Whether a word is that of a label with a prefix that turns it round: "unpaid"."""
        lower = self.parsed.lowers[token]
        return any(
            lower.startswith(prefix)
            and any(lower[len(prefix) :] in word for label in field.labels for word in label)
            for prefix in self.language.records["turning"]
        )

    def is_limited(self) -> bool:
        """Whether a word of the sentence limits what it denies or affirms."""
        return not self.language.denying.limiting.isdisjoint(
            self.parsed.lowers[slice(*self.unit.tokens)]
        )

    def denies(self, value: Sequence[int]) -> bool:
        """Whether a negation stands shortly before a value: "not a team leader"."""
        return any(0 < value[0] - each <= self.settings.denies for each in self.negations)

    def is_of_customer(self) -> bool:
        """Whether the sentence says what who asks is: "you are", "u bent"."""
        lowers = {self.parsed.lowers[t] for t in self.tokens[: self.settings.short]}
        return not lowers.isdisjoint(self.language.records["you"])

    def has(self, value: Value) -> bool:
        """Whether a value stands in the sentence, and not in the name of a field: "two factor"."""
        own = {t for each in self.candidates for t in each.here}
        return self.unit.tokens[0] <= value.tokens[0] < self.unit.tokens[1] and not own.issuperset(
            range(*value.tokens)
        )

    def finding(
        self, tokens: Sequence[int], told: Candidate, *, holds: bool, rule: str,
        beside: Told | None = None,
    ) -> Finding:  # fmt: skip
        """What some tokens of the sentence say of a field."""
        first, last = min(tokens), max(tokens)
        return Finding(
            start=self.parsed.starts[first], end=self.parsed.ends[last], field=told.field,
            document=told.document, holds=holds, rule="" if holds else rule, beside=beside,
            label=told.here,
        )  # fmt: skip


def values_of(inputs: Inputs) -> Sequence[Value]:
    """The values of the answer, but for numbers that are part of a code: "2026-0191"."""
    answer: ParsedText = inputs.answer

    def find() -> list[Value]:
        found = values(answer, inputs.language)
        return [v for v in found if v.kind != "number" or not _is_joined(answer.text, v)]

    return inputs.once(("record values", answer.text), find)


def _is_joined(text: str, value: Value) -> bool:
    """Whether letters or digits stand behind a sign before a value, or before one behind it."""
    before, behind = text[: value.start][-2:], text[value.end :][:2]
    return any(
        len(each) == len("-1") and each[sign] in JOINING and each[1 - sign].isalnum()
        for each, sign in ((before, 1), (behind, 0))
    )


def holds_value(value: Value, field: Told) -> bool:
    """Whether a value is that of a field."""
    if field.kind == "none":
        return value.number == ZERO
    if value.number in field.pieces:
        return True
    return any(
        same(value, mine)
        or ((value.unit is None or mine.unit is None) and same_number(value, mine))
        for mine in field.values
    )


def is_zero(field: Told) -> bool:
    """Whether a field says that there is none."""
    return bool(field.values) and field.values[0].number == ZERO
