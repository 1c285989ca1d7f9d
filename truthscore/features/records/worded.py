"""What a sentence says of a field that holds a text: a role, a status, a name or a code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import regex

from truthscore.features.records.fields import Told
from truthscore.features.records.sentence import Candidate, Finding, Sentence, values_of
from truthscore.features.records.words import is_of, meanings

#: A code stands together; a shorter one may be a word ("B2").
_CODE = regex.compile(r"[\p{L}\d]+(?:[-_/.][\p{L}\d]+)*")
SHORTEST_CODE = 5


def texts_told(sentence: Sentence) -> Iterator[Finding]:
    """A role, status or name: the sentence has its words, denies them, or has others."""
    told = [
        (document, field)
        for document, field in sentence.fields
        if field.kind == "text" and 0 < len(field.words) <= sentence.settings.most_words
    ]
    named = {id(each.field): each for each in sentence.candidates}
    if found := list(_said_texts(sentence, told, named)):
        yield from [each for each in found if each.holds] or found[:1]
        return
    able = [named[id(f)] for _, f in told if id(f) in named and named[id(f)].sure]
    meant_here = {id(each.field) for each in able}
    told = [one for one in told if not one[1].row or id(one[1]) in meant_here]
    yield from (
        _other_code(sentence, told)
        or _other_row(sentence)
        or _lesser(sentence, told)
        or _opposite(sentence, told)
        or _other_text(sentence, able)
    )


def _said_texts(
    sentence: Sentence, told: Sequence[tuple[int, Told]], named: Mapping[int, Candidate]
) -> Iterator[Finding]:
    """The texts of fields that the sentence has, or denies. `named`: fields it tells of, by id."""
    sure = [each for each in sentence.candidates if each.sure]
    meant = {each.field.name for each in sure}
    only = any(each.field.kind == "text" and not each.asked for each in sure)
    for document, field in told:
        there = sentence.words.find(sentence.parsed, sentence.tokens, field.words)
        telling = {n for n, word in enumerate(field.words) if len(word[0]) > 1}
        here = _written(sentence, _raw(sentence, document, field))
        if not here and telling and telling <= set(there):
            here = sorted({t for t, _ in there.values()})
        if here:
            candidate = named.get(id(field)) or Candidate(field, document, 0.0, (), True)
            other = only or bool(field.row) or field.name in meant
            if id(field) not in named and (other or not sentence.is_of_customer()):
                continue
            denied = sentence.denies(here)
            if denied and not candidate.sure:
                continue
            at = sorted({*here, *sentence.negations}) if denied else here
            yield sentence.finding(at, candidate, holds=not denied, rule="record.role")


def _other_row(sentence: Sentence) -> list[Finding]:
    """Where a row is told of with the text of another row that is not: "Emma is *returned*"."""
    rows = sentence.rows
    told = [one for one in sentence.fields if one[1].kind == "text" and rows.told_of(one[1])]
    for document, field in told:
        columns = rows.column(field)
        if any(rows.told_of(one) for one in columns if one is not field):
            continue
        for other in columns:
            there = sentence.words.find(sentence.parsed, sentence.tokens, other.words)
            here = sorted({t for t, _ in there.values()})
            if len(there) < len(other.words) or rows.is_touched(other):
                continue
            if other.words != field.words and not sentence.denies(here):
                candidate = Candidate(field, document, 1.0, (), False)
                return [sentence.finding(here, candidate, holds=False, rule="record.field",
                                   beside=other)]  # fmt: skip
    return []


def _written(sentence: Sentence, raw: str) -> list[int]:
    """The tokens one after the other that have a value as it is written, whatever the signs in
    it: "vice_teamleader" is "vice team leader"."""
    wanted = _letters(raw)
    lowers = [_letters(sentence.parsed.lowers[t]) for t in sentence.tokens]
    for first in range(len(lowers)):
        said = ""
        for last in range(first, len(lowers)):
            said += lowers[last]
            if said == wanted:
                return sentence.tokens[first : last + 1]
            if not wanted.startswith(said):
                break
    return []


def _lesser(sentence: Sentence, told: Sequence[tuple[int, Told]]) -> list[Finding]:
    """Where a role is told without the word before it: "team leader" for "vice team leader"."""
    if not sentence.is_of_customer():
        return []
    for document, field in told:
        raw = _raw(sentence, document, field)
        head, _, tail = raw.replace("_", " ").partition(" ")
        if not (head and tail) or not raw.islower() or any(map(str.isdigit, raw)):
            continue
        if here := _written(sentence, tail):
            candidate = Candidate(field, document, 1.0, (), False)
            denied = sentence.denies(here)
            return [sentence.finding(here, candidate, holds=denied, rule="record.role")]
    return []


def _raw(sentence: Sentence, document: int, field: Told) -> str:
    text = sentence.inputs.documents[document].document.parsed.text
    return text[field.value_start : field.end]


def _other_code(sentence: Sentence, told: Sequence[tuple[int, Told]]) -> list[Finding]:
    """Where the sentence has another code of the same shape: "TK-7371" for "TK-7731"."""
    start, end = (
        sentence.parsed.starts[sentence.unit.tokens[0]],
        sentence.parsed.ends[sentence.unit.tokens[1] - 1],
    )
    known = {_raw(sentence, document, field) for document, field in sentence.fields}
    for document, field in told:
        shape = _shape(_raw(sentence, document, field))
        for code in _CODE.finditer(sentence.parsed.text, start, end) if shape else ():
            if _shape(code.group()) == shape and code.group() not in known:
                first, last = code.span()
                return [Finding(start=first, end=last, field=field, document=document,
                                holds=False, rule="record.value")]  # fmt: skip
    return []


def _opposite(sentence: Sentence, told: Sequence[tuple[int, Told]]) -> list[Finding]:
    """Where the sentence has the opposite of a status: "closed" for "open"."""
    if sentence.negations:
        return []
    opposites = sentence.language.opposing.opposites
    for document, field in told:
        if len(field.words) != 1:
            continue
        mine = frozenset(field.words[0]) | meanings(sentence.language.code, field.words[0][0])
        for token in sentence.tokens:
            against = {
                one for word in sentence.parsed.written(token) for one in opposites.get(word, ())
            }
            if not against.isdisjoint(mine):
                candidate = Candidate(field, document, 1.0, (), False)
                return [sentence.finding([token], candidate, holds=False, rule="record.role")]
    return []


def _other_text(sentence: Sentence, able: Sequence[Candidate]) -> Iterator[Finding]:
    """Where a field is told of with other words than it has."""
    if not able or sentence.negations:
        return
    # of two that are named the first is the subject: "your role is manager"
    best = max(able, key=lambda each: (each.share, -min(each.here, default=0)))
    clause = sentence.clause_of(best.here)
    rest = [t for t in _rest(sentence, best) if t in clause]
    if (
        not rest
        or len(rest) > sentence.settings.most_words
        or best.share < sentence.settings.form_counts
    ):
        return
    if any(not set(rest).isdisjoint(range(*each.tokens)) for each in values_of(sentence.inputs)):
        return  # a value is judged as one
    if not _comparable(sentence, best.field, rest) or _is_part(sentence, best, rest):
        return
    beside = next(
        (field for _, field in sentence.fields
         if field is not best.field and field.kind == "text" and field.words
         and len(sentence.words.find(sentence.parsed, rest, field.words)) == len(field.words)),
        None,
    )  # fmt: skip
    rule = "record.field" if beside else "record.role"
    yield sentence.finding(rest, best, holds=False, rule=rule, beside=beside)


def _is_part(sentence: Sentence, told: Candidate, rest: Sequence[int]) -> bool:
    """Whether what is told is part of a name, or of the values of a list: "Noor" of "Noor
    Visser", no "line" of "Second line"."""
    raw = _raw(sentence, told.document, told.field).split()
    small = sentence.language.records["small_words"]
    is_name = all(word[:1].isupper() or word in small for word in raw)
    words = {_letters(word) for word in raw}
    return (is_name or told.field.several) and all(
        _letters(sentence.parsed.lowers[t]) in words for t in rest
    )


def _rest(sentence: Sentence, told: Candidate) -> list[int]:
    """The tokens of the sentence that say something beside the field's labels and what was
    asked."""
    question = sentence.inputs.question
    asked = {word for t in range(len(question.lowers)) for word in question.written(t)}
    labels = [word for label in told.field.labels for word in label]
    claims = set(sentence.unit.content)
    return [
        t
        for t in sentence.tokens
        if (t in claims or not sentence.parsed.stops[t])
        and sentence.parsed.lowers[t] not in sentence.language.records["small_words"]
        and asked.isdisjoint(sentence.parsed.written(t))
        and not any(sentence.words.stands_for(sentence.parsed, t, word) for word in labels)
        and sentence.parsed.lemmas[t] not in sentence.language.clause.copulas
        and sentence.parsed.lowers[t] not in sentence.language.talk_words
    ]


def _comparable(sentence: Sentence, field: Told, rest: Sequence[int]) -> bool:
    """Whether other words are another value: a name, a code, or words of a language whose
    meaning is known. Of a number, as a telephone has, only another one is: "Done." is none."""
    text = sentence.inputs.documents[_document(sentence, field)].document.parsed.text
    raw = text[field.value_start : field.end]
    if any(map(str.isdigit, raw)):
        written = (char for t in rest for char in sentence.parsed.lowers[t])
        name = raw[:1].isalpha() and not _shape(raw)
        return name or any(map(str.isdigit, written))
    if any(char.isdigit() for t in rest for char in sentence.parsed.lowers[t]):
        return False  # "since 2023" is no name
    if raw[:1].isupper() and not raw.isupper():
        return True
    code = sentence.language.code
    if any(is_of(code, word) for written in field.words for word in written):
        return True  # a word of the answer's own language
    if not any(is_of(code, word) for t in rest for word in sentence.parsed.written(t)):
        return True  # neither is a word of that language
    return all(any(is_of(code, word) for word in sentence.parsed.written(t)) for t in rest)


def _document(sentence: Sentence, field: Told) -> int:
    return next(number for number, each in sentence.fields if each is field)


def _shape(text: str) -> str:
    """The shape of a code, "AA-9999"; empty for what is none: a code has letters and digits."""
    if len(text) < SHORTEST_CODE or not _CODE.fullmatch(text):
        return ""
    shape = "".join("9" if sign.isdigit() else "A" if sign.isalpha() else sign for sign in text)
    return shape if {"9", "A"} <= set(shape) else ""


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))
