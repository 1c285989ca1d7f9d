"""What a sentence of an answer says of the fields of a record, and whether they say so.

A sentence tells of a field when it has the words of one of its labels, or when the question has
them and the sentence answers it. What it says is then a value, that there is none, yes or no, or a
role.
Where no field is told of, nothing is judged.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import regex

from truthscore.features.base import Inputs
from truthscore.features.records.fields import Told
from truthscore.features.records.rows import Rows
from truthscore.features.records.words import Words, is_of, meanings
from truthscore.text.alignment import Unit
from truthscore.text.model import ParsedText, Written, is_word
from truthscore.text.values import values
from truthscore.text.values.value import Value, same, same_number

#: Kinds of values that may tell what a field of each kind holds.
_TELLS = {
    "count": frozenset({"number", "quantity", "percent", "frequency", "time", "amount"}),
    "list": frozenset({"number", "quantity"}),
    "amount": frozenset({"amount", "number"}),
    "date": frozenset({"date", "time"}),
    "none": frozenset({"number", "amount", "date", "percent"}),
}
#: Kinds of fields that hold a number of something, of which there may be none.
_NUMBERS = frozenset({"count", "amount", "list"})
ZERO, ONE = "0", "1"
#: A code stands together; a shorter one may be a word ("B2").
_CODE = regex.compile(r"[\p{L}\d]+(?:[-_/.][\p{L}\d]+)*")
SHORTEST_CODE = 5


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
class _Candidate:
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

    def _candidates(self, alone: bool) -> Iterator[_Candidate]:
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
                found.append(_Candidate(field, document, best[0], best[2], not best[1]))
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

    def _meant(self, named: Sequence[_Candidate]) -> list[_Candidate]:
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

    def findings(self) -> list[Finding]:
        """What the sentence says of the fields it tells of."""
        if self.conditional:
            return []
        found = list(self._values())
        if not found:
            found = [*self._none()]
        taken = {t for each in found for t in each.label}
        found += [each for each in self._flags() if not taken or not taken >= set(each.label)]
        if not found:
            found = list(self._there())
        if not found:
            found = list(self._texts())
        return found

    def _values(self) -> Iterator[Finding]:
        here = [each for each in _values_of(self.inputs) if self._inside(each)]
        told: set[tuple[int, bool]] = set()  # of a moment, the day and the hour
        wrong: list[tuple[Value, list[_Candidate]]] = []
        for value in here:
            able = [
                each for each in self.candidates if value.kind in _TELLS.get(each.field.kind, ())
            ]
            held = [each for each in able if _holds(value, each.field)]
            if held:
                told.update(_part(each.field, value) for each in held)
                yield self._of(value, held[0], holds=True)
            elif not any(each.sure for each in able):
                yield from self._by_value([value])
            elif not value.article and (blamed := [e for e in able if self._may_blame(value, e)]):
                wrong.append((value, blamed))
        for value, able in wrong:
            left = [each for each in able if _part(each.field, value) not in told]
            spoken = value.worded and float(value.number or 0) < self.settings.min_worded
            if not left or spoken:
                continue
            best = self._nearest(value, left)
            if best.field.kind == "none" and best.asked:
                continue
            told.add(_part(best.field, value))
            yield self._of(value, best, holds=False)

    def _may_blame(self, value: Value, told: _Candidate) -> bool:
        """Whether another value than that of a field is a wrong one."""
        field = told.field
        if not told.sure:
            return False
        if field.kind == "list":
            more = value.number.isdecimal() and int(value.number) > int(field.values[0].number)
            spared = value.number in field.sums or self._beside(value, field) is not None
            spared = spared or any(value.number in word for word in field.words)
            return not spared and not self._is_needed(told.here) and (more or self._is_plain(told))
        if value.kind == "time":
            return any(each.kind == "time" for each in field.values)
        if field.kind == "count" and value.kind == "amount":
            return self._beside(value, field) is not None
        return True

    def _beside(self, value: Value, told: Told) -> Told | None:
        """Another field that has a value."""
        return next(
            (field for _, field in self.fields
             if field.kind in _TELLS and field is not told and _holds(value, field)),
            None,
        )  # fmt: skip

    def is_plain(self, found: Finding) -> bool:
        """Whether the sentence says nothing beside a field's label, what was asked, and a value."""
        question = self.inputs.question
        asked = {word for t in range(len(question.lowers)) for word in question.written(t)}
        labels = [word for label in found.field.labels for word in label]
        inside = {t for each in _values_of(self.inputs) for t in range(*each.tokens)}
        rest = [
            t
            for t in self.tokens
            if not found.start <= self.parsed.starts[t] < found.end
            and not self.parsed.stops[t]
            and t not in inside
            and self.parsed.lowers[t] not in self._spare
            and self.parsed.lemmas[t] not in self.language.clause.copulas
            and asked.isdisjoint(self.parsed.written(t))
            and not any(self.words.stands_for(self.parsed, t, word) for word in labels)
        ]
        return not rest

    def _is_plain(self, told: _Candidate, *, with_question: bool = True) -> bool:
        """Whether sentence and question say nothing beside a field's name: "3 *late* loans" are not
        all loans."""
        question = self.inputs.question
        labels = [word for label in told.field.labels for word in label]
        inside = {t for each in _values_of(self.inputs) for t in range(*each.tokens)}
        return not any(
            not parsed.stops[t]
            and t not in skipped
            and is_word(parsed.lowers[t])
            and parsed.lowers[t] not in self._spare
            and parsed.lemmas[t] not in self.language.clause.copulas
            and not any(self.words.stands_for(parsed, t, word) for word in labels)
            for parsed, tokens, skipped in (
                (self.parsed, self.tokens, inside),
                (question, range(len(question.lowers) * with_question), frozenset[int]()),
            )
            for t in tokens
        )

    def _by_value(self, here: Sequence[Value]) -> Iterator[Finding]:
        """Of a sentence that names no field in words that are known: a value that only one field
        has, and that is no small number, is told of that field. Nothing is blamed."""
        for value in here:
            mine = [
                (document, field)
                for document, field in self.fields
                if value.kind in _TELLS.get(field.kind, ()) and _holds(value, field)
            ]
            small = value.kind == "number" and len(value.number) == 1
            if len(mine) == 1 and not small and mine[0][1].kind != "none":
                [(document, field)] = mine
                yield self._of(value, _Candidate(field, document, 0.0, (), True), holds=True)

    def _nearest(self, value: Value, able: Sequence[_Candidate]) -> _Candidate:
        """Of the fields that a value may tell of, that with most of its label, nearest to it."""

        def distance(each: _Candidate) -> int:
            return min((abs(t - value.tokens[0]) for t in each.here), default=len(self.tokens))

        return max(able, key=lambda each: (each.share, len(each.here), -distance(each)))

    def _of(self, value: Value, told: _Candidate, *, holds: bool) -> Finding:
        beside, rule = None, ""
        if not holds:
            beside = self._beside(value, told.field)
            nothing = told.field.kind == "none" or _is_zero(told.field) or value.number == ZERO
            rule = "record.none" if nothing else "record.field" if beside else "record.value"
        return Finding(
            start=value.start, end=value.end, field=told.field, document=told.document,
            holds=holds, rule=rule, beside=beside, label=told.here,
        )  # fmt: skip

    def _none(self) -> Iterator[Finding]:
        """A sentence that says there is none, or a "no" to a question after a number."""
        if any(self._inside(each) for each in _values_of(self.inputs)):
            return
        able = [each for each in self.candidates if each.field.kind in {*_NUMBERS, "none"}]
        inside = self.tokens[1:] if self.reply is not None else self.tokens
        lowers = {self.parsed.lowers[t] for t in inside}
        if not able or not self.negations or lowers.isdisjoint(self.language.records["none"]):
            return
        best = max(able, key=lambda each: (each.share, len(each.here)))
        if best.asked and self.reply is None:
            return
        if best.field.kind == "list" and not self._is_plain(best):
            return
        if not best.sure and not all(
            each.field.kind == "none" or _is_zero(each.field) for each in able
        ):
            return
        at = sorted({self.negations[0], *best.here})
        yield self._span(at, best, holds=best.field.kind == "none" or _is_zero(best.field),
                         rule="record.none")  # fmt: skip

    def _flags(self) -> Iterator[Finding]:
        able = [each for each in self.candidates if each.field.kind == "flag"]
        if not able:
            return
        best = max(able, key=lambda each: (each.share, len(each.here)))
        turned = any(self._is_turned(t, best.field) for t in best.here)
        near = self._negations_with(best.here)
        denied = (len(near) % 2 == 1) != turned
        if best.asked:
            if self.reply is None or len(self.tokens) > self.settings.short:
                return
            denied = not self.reply
        elif self._limited() or self._is_needed(best.here):
            return
        at = sorted({*near, *best.here, *(self.tokens[:1] if best.asked else ())})
        holds = best.field.flag != denied
        if best.sure or (holds and len({each.field.flag for each in able}) == 1):
            yield self._span(at, best, holds=holds, rule="record.flag")

    def _there(self) -> Iterator[Finding]:
        """A sentence without a number about a field that holds one: there is some or none of it, or
        it is a yes or no that is kept as 1 or 0."""
        able = [each for each in self.candidates if each.field.kind in {*_NUMBERS, "none"}]
        if not able or any(self._inside(each) for each in _values_of(self.inputs)):
            return
        best = max(able, key=lambda each: (each.share, len(each.here)))
        if best.asked and (self.reply is None or len(self.tokens) > self.settings.short):
            return
        near = self._negations_with(best.here)
        turned = any(self._is_turned(t, best.field) for t in best.here)
        denied = not self.reply if best.asked else (len(near) % 2 == 1) != turned
        none = best.field.kind == "none" or _is_zero(best.field)
        at = sorted({*near, *best.here, *(self.tokens[:1] if best.asked else ())})
        if not best.sure or not self._is_plain(best, with_question=False):
            return
        if none == denied:
            if self.reply is not None or near:
                yield self._span(at, best, holds=True, rule="record.none")
        elif self._may_be_flag(best) and self._is_plain(best) and not self._is_needed(best.here):
            yield self._span(at, best, holds=False, rule="record.flag")

    def _may_be_flag(self, told: _Candidate) -> bool:
        """Whether a number may be a yes or no, and the sentence says which."""
        numbers = {each.number for each in told.field.values}
        return told.field.kind == "count" and numbers <= {ZERO, ONE}

    def _clause_of(self, tokens: Sequence[int]) -> range:
        """The clause of some tokens; the whole sentence where they are in none."""
        for part in self.parts:
            if tokens and tokens[0] in part.tokens:
                return part.tokens
        return range(*self.unit.tokens)

    def _negations_with(self, tokens: Sequence[int]) -> list[int]:
        """The negations in the clause of some tokens: "you cannot pay, for it is *not closed*"."""
        inside = self._clause_of(tokens)
        return [t for t in self.negations if t in inside]

    def _is_needed(self, tokens: Sequence[int]) -> bool:
        """Whether a clause says only what must or may be so: "you must be approved"."""
        language = self.language
        own = {word for t in tokens for word in self.parsed.written(t)}  # "may sell: true"
        said = self.parsed.words_at(self._clause_of(tokens)) - own
        return not said.isdisjoint(language.needs | language.modals)

    def _is_turned(self, token: int, field: Told) -> bool:
        """Whether a word is that of a label with a prefix that turns it round: "unpaid"."""
        lower = self.parsed.lowers[token]
        return any(
            lower.startswith(prefix)
            and any(lower[len(prefix) :] in word for label in field.labels for word in label)
            for prefix in self.language.records["turning"]
        )

    def _limited(self) -> bool:
        return not self.language.denying.limiting.isdisjoint(
            self.parsed.lowers[slice(*self.unit.tokens)]
        )

    def _texts(self) -> Iterator[Finding]:
        """A role, status or name: the sentence has its words, denies them, or has others."""
        told = [
            (document, field)
            for document, field in self.fields
            if field.kind == "text" and 0 < len(field.words) <= self.settings.most_words
        ]
        named = {id(each.field): each for each in self.candidates}
        sure = [each for each in self.candidates if each.sure]
        meant = {each.field.name for each in sure}
        only = any(each.field.kind == "text" and not each.asked for each in sure)
        found = []
        for document, field in told:
            there = self.words.find(self.parsed, self.tokens, field.words)
            telling = {n for n, word in enumerate(field.words) if len(word[0]) > 1}
            here = self._written(self._raw(document, field))
            if not here and telling and telling <= set(there):
                here = sorted({t for t, _ in there.values()})
            if here:
                candidate = named.get(id(field)) or _Candidate(field, document, 0.0, (), True)
                other = only or bool(field.row) or field.name in meant
                if id(field) not in named and (other or not self._is_of_customer()):
                    continue
                denied = self._is_denied(here)
                if denied and not candidate.sure:
                    continue
                at = sorted({*here, *self.negations}) if denied else here
                found.append(self._span(at, candidate, holds=not denied, rule="record.role"))
        if found:
            yield from (
                found[:1]
                if not any(each.holds for each in found)
                else [each for each in found if each.holds]
            )
            return
        able = [named[id(f)] for _, f in told if id(f) in named and named[id(f)].sure]
        meant_here = {id(each.field) for each in able}
        told = [one for one in told if not one[1].row or id(one[1]) in meant_here]
        yield from (
            self._other_code(told)
            or self._other_row()
            or self._lesser(told)
            or self._opposite(told)
            or self._other_text(able)
        )

    def _other_row(self) -> list[Finding]:
        """Where a row is told of with the text of another row that is not: "Emma is *returned*"."""
        rows = self.rows
        told = [one for one in self.fields if one[1].kind == "text" and rows.told_of(one[1])]
        for document, field in told:
            columns = rows.column(field)
            if any(rows.told_of(one) for one in columns if one is not field):
                continue
            for other in columns:
                there = self.words.find(self.parsed, self.tokens, other.words)
                here = sorted({t for t, _ in there.values()})
                if len(there) < len(other.words) or rows.is_touched(other):
                    continue
                if other.words != field.words and not self._is_denied(here):
                    candidate = _Candidate(field, document, 1.0, (), False)
                    return [self._span(here, candidate, holds=False, rule="record.field",
                                       beside=other)]  # fmt: skip
        return []

    def _written(self, raw: str) -> list[int]:
        """The tokens one after the other that have a value as it is written, whatever the signs in
        it: "vice_teamleader" is "vice team leader"."""
        wanted = _letters(raw)
        lowers = [_letters(self.parsed.lowers[t]) for t in self.tokens]
        for first in range(len(lowers)):
            said = ""
            for last in range(first, len(lowers)):
                said += lowers[last]
                if said == wanted:
                    return self.tokens[first : last + 1]
                if not wanted.startswith(said):
                    break
        return []

    def _is_denied(self, value: Sequence[int]) -> bool:
        """Whether a negation stands shortly before a value: "not a team leader"."""
        return any(0 < value[0] - each <= self.settings.denies for each in self.negations)

    def _lesser(self, told: Sequence[tuple[int, Told]]) -> list[Finding]:
        """Where a role is told without the word before it: "team leader" for "vice team leader"."""
        if not self._is_of_customer():
            return []
        for document, field in told:
            raw = self._raw(document, field)
            head, _, tail = raw.replace("_", " ").partition(" ")
            if not (head and tail) or not raw.islower() or any(map(str.isdigit, raw)):
                continue
            if here := self._written(tail):
                candidate = _Candidate(field, document, 1.0, (), False)
                denied = self._is_denied(here)
                return [self._span(here, candidate, holds=denied, rule="record.role")]
        return []

    def _raw(self, document: int, field: Told) -> str:
        text = self.inputs.documents[document].document.parsed.text
        return text[field.value_start : field.end]

    def _other_code(self, told: Sequence[tuple[int, Told]]) -> list[Finding]:
        """Where the sentence has another code of the same shape: "TK-7371" for "TK-7731"."""
        start, end = (
            self.parsed.starts[self.unit.tokens[0]],
            self.parsed.ends[self.unit.tokens[1] - 1],
        )
        known = {self._raw(document, field) for document, field in self.fields}
        for document, field in told:
            shape = _shape(self._raw(document, field))
            for code in _CODE.finditer(self.parsed.text, start, end) if shape else ():
                if _shape(code.group()) == shape and code.group() not in known:
                    return [
                        Finding(
                            start=code.start(),
                            end=code.end(),
                            field=field,
                            document=document,
                            holds=False,
                            rule="record.value",
                        )
                    ]
        return []

    def _opposite(self, told: Sequence[tuple[int, Told]]) -> list[Finding]:
        """Where the sentence has the opposite of a status: "closed" for "open"."""
        if self.negations:
            return []
        opposites = self.language.opposing.opposites
        for document, field in told:
            if len(field.words) != 1:
                continue
            mine = frozenset(field.words[0]) | meanings(self.language.code, field.words[0][0])
            for token in self.tokens:
                against = {
                    one for word in self.parsed.written(token) for one in opposites.get(word, ())
                }
                if not against.isdisjoint(mine):
                    candidate = _Candidate(field, document, 1.0, (), False)
                    return [self._span([token], candidate, holds=False, rule="record.role")]
        return []

    def _is_of_customer(self) -> bool:
        """Whether the sentence says what who asks is: "you are", "u bent"."""
        lowers = {self.parsed.lowers[t] for t in self.tokens[: self.settings.short]}
        return not lowers.isdisjoint(self.language.records["you"])

    def _other_text(self, able: Sequence[_Candidate]) -> Iterator[Finding]:
        """Where a field is told of with other words than it has."""
        if not able or self.negations:
            return
        # of two that are named the first is the subject: "your role is manager"
        best = max(able, key=lambda each: (each.share, -min(each.here, default=0)))
        clause = self._clause_of(best.here)
        rest = [t for t in self._rest(best) if t in clause]
        if not rest or len(rest) > self.settings.most_words:
            return
        if not self._comparable(best.field, rest) or self._is_part(best, rest):
            return
        beside = next(
            (field for _, field in self.fields
             if field is not best.field and field.kind == "text" and field.words
             and len(self.words.find(self.parsed, rest, field.words)) == len(field.words)),
            None,
        )  # fmt: skip
        rule = "record.field" if beside else "record.role"
        yield self._span(rest, best, holds=False, rule=rule, beside=beside)

    def _is_part(self, told: _Candidate, rest: Sequence[int]) -> bool:
        """Whether what is told is part of a name, or of the values of a list: "Noor" of "Noor
        Visser", no "line" of "Second line"."""
        raw = self._raw(told.document, told.field).split()
        small = self.language.records["small_words"]
        is_name = all(word[:1].isupper() or word in small for word in raw)
        words = {_letters(word) for word in raw}
        return (is_name or told.field.several) and all(
            _letters(self.parsed.lowers[t]) in words for t in rest
        )

    def _rest(self, told: _Candidate) -> list[int]:
        """The tokens of the sentence that say something beside the field's labels and what was
        asked."""
        question = self.inputs.question
        asked = {word for t in range(len(question.lowers)) for word in question.written(t)}
        labels = [word for label in told.field.labels for word in label]
        claims = set(self.unit.content)
        return [
            t
            for t in self.tokens
            if (t in claims or not self.parsed.stops[t])
            and self.parsed.lowers[t] not in self.language.records["small_words"]
            and asked.isdisjoint(self.parsed.written(t))
            and not any(self.words.stands_for(self.parsed, t, word) for word in labels)
            and self.parsed.lemmas[t] not in self.language.clause.copulas
            and self.parsed.lowers[t] not in self.language.talk_words
        ]

    def _comparable(self, field: Told, rest: Sequence[int]) -> bool:
        """Whether other words are another value: a name, a code, or words of a language whose
        meaning is known. Of a number, as a telephone has, only another one is: "Done." is none."""
        text = self.inputs.documents[self._document(field)].document.parsed.text
        raw = text[field.value_start : field.end]
        if any(map(str.isdigit, raw)):
            written = (char for t in rest for char in self.parsed.lowers[t])
            name = raw[:1].isalpha() and not _shape(raw)
            return name or any(map(str.isdigit, written))
        if any(char.isdigit() for t in rest for char in self.parsed.lowers[t]):
            return False  # "since 2023" is no name
        if raw[:1].isupper() and not raw.isupper():
            return True
        code = self.language.code
        if any(is_of(code, word) for written in field.words for word in written):
            return True  # a word of the answer's own language
        if not any(is_of(code, word) for t in rest for word in self.parsed.written(t)):
            return True  # neither is a word of that language
        return all(any(is_of(code, word) for word in self.parsed.written(t)) for t in rest)

    def _document(self, field: Told) -> int:
        return next(number for number, each in self.fields if each is field)

    def _inside(self, value: Value) -> bool:
        """Whether a value stands in the sentence, and not in the name of a field: "two factor"."""
        own = {t for each in self.candidates for t in each.here}
        return self.unit.tokens[0] <= value.tokens[0] < self.unit.tokens[1] and not own.issuperset(
            range(*value.tokens)
        )

    def _span(
        self, tokens: Sequence[int], told: _Candidate, *, holds: bool, rule: str,
        beside: Told | None = None,
    ) -> Finding:  # fmt: skip
        first, last = min(tokens), max(tokens)
        return Finding(
            start=self.parsed.starts[first], end=self.parsed.ends[last], field=told.field,
            document=told.document, holds=holds, rule="" if holds else rule, beside=beside,
            label=told.here,
        )  # fmt: skip


def _shape(text: str) -> str:
    """The shape of a code, "AA-9999"; empty for what is none: a code has letters and digits."""
    if len(text) < SHORTEST_CODE or not _CODE.fullmatch(text):
        return ""
    shape = "".join("9" if sign.isdigit() else "A" if sign.isalpha() else sign for sign in text)
    return shape if {"9", "A"} <= set(shape) else ""


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))


def _values_of(inputs: Inputs) -> Sequence[Value]:
    answer: ParsedText = inputs.answer
    return inputs.once(("record values", answer.text), lambda: values(answer, inputs.language))


def _holds(value: Value, field: Told) -> bool:
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


def _part(field: Told, value: Value) -> tuple[int, bool]:
    return id(field), value.kind == "time"


def _is_zero(field: Told) -> bool:
    return bool(field.values) and field.values[0].number == ZERO
