"""A clause anywhere in the context that denies all that one of the answer says, or states what it
denies: "Land is not depreciated" / "Land is depreciated every month"."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet

from truthscore.features.base import IndexedDocument, Inputs
from truthscore.features.contradiction.matches import Match, evidence_of, focus
from truthscore.features.contradiction.named_row import NAME
from truthscore.features.contradiction.said import agrees
from truthscore.features.contradiction.turned import turned_round
from truthscore.language import LanguagePack
from truthscore.text.alignment import Unit, sentence_of
from truthscore.text.clauses import Clause, limits
from truthscore.text.model import NOUNS, ParsedText
from truthscore.text.opposition import bearing, of_other_numbers, overlap
from truthscore.text.reply import sharing
from truthscore.types import Evidence

#: Tokens at the beginning of a clause among which a word says that it tells which one.
OPENS = 2
#: Parts of speech of what is said of a subject.
PREDICATES = frozenset({"VERB", "ADJ"})
#: Labels of nouns that a verb needs.
ARGUMENTS = ("nsubj", "obj")
#: What leads a noun or belongs to it says nothing of it by itself.
DESCRIBING = frozenset({"amod", "compound", "nmod:poss"})
#: A clause and the document it stands in.
_Part = tuple[IndexedDocument, Clause]


def denied_anywhere(inputs: Inputs, unit: Unit, clause: Clause) -> Evidence | None:
    """The clause of the context that denies the clause's statement, or states what it denies.

    All that the one says must be in the other ("Land is not depreciated" / "Land is depreciated
    every month"), wherever in the context it stands, and no clause as alike may bear the answer
    out. Looked for once per row: a sentence is the same one among the answer's own words.
    """
    answer = inputs.answer
    place = answer.starts[clause.start], answer.ends[clause.end - 1]
    return inputs.once((NAME, "denied", place), lambda: _denial(inputs, unit, clause))


def _denial(inputs: Inputs, unit: Unit, clause: Clause) -> Evidence | None:
    settings = inputs.profile.features.contradiction
    answer, language = inputs.answer, inputs.language
    if clause.conditional or len(clause.content) < settings.min_shared:
        return None
    if clause.start > unit.tokens[0] and not language.clause.relative.isdisjoint(
        answer.lowers[clause.start : clause.start + OPENS]
    ):
        return None  # "the pane, *from which* you can publish them": of that one
    # Against a clause that denies nothing only one that does can stand: most clauses end here.
    rivals = _sharing_parts(inputs, clause) if clause.negations else _denying(inputs, clause)
    same = list(_of_the_same(inputs, clause, rivals))
    if not same or not has_subject(language, answer, clause):
        return None
    best: Match | None = None
    for match in same:
        if (
            (best is None or match.overlap + match.back > best.overlap + best.back)
            and turned_round(inputs, unit, clause, match) == "negation"
            and (
                denies_same(answer, clause, match.parsed, match.clause)
                or denies_same(match.parsed, match.clause, answer, clause)
            )
            and not limits(match.parsed, *_around(match), language)
        ):
            best = match
    if best is None or limits(answer, *unit.tokens, language):
        return None
    if agrees(inputs, unit, clause, best):
        return None
    for match in _of_the_same(inputs, clause, _sharing_parts(inputs, clause)):
        if (
            match.overlap + match.back >= best.overlap + best.back
            and turned_round(inputs, unit, clause, match) != "negation"
        ):
            ours = bearing(inputs.language, answer, clause, match.parsed, match.clause)
            theirs = bearing(inputs.language, match.parsed, match.clause, answer, clause)
            if len(ours) % 2 == len(theirs) % 2:
                return None  # it is said there as well
    return evidence_of(focus(inputs, clause, best), "denied", best, "denied.anywhere")


def _around(match: Match) -> tuple[int, int]:
    """The tokens of the sentence that the match stands in."""
    return match.parsed.sentences[sentence_of(match.parsed, match.clause.start)]


def _of_the_same(inputs: Inputs, clause: Clause, parts: Iterable[_Part]) -> Iterator[Match]:
    """The parts that say all that the clause says, or of which it says all."""
    settings = inputs.profile.features.contradiction
    answer = inputs.answer
    own = answer.words_at(clause.said)
    for indexed, part in parts:
        parsed = indexed.document.parsed
        if of_other_numbers(answer, clause.content, parsed, part.content):
            continue
        forth, shared = overlap(inputs.language, inputs.answer, clause, parsed.words_at(part.said))
        if shared < settings.min_shared:
            continue
        back, _ = overlap(inputs.language, parsed, part, own)
        if max(forth, back) >= settings.whole and min(forth, back) >= settings.part:
            yield Match(forth, back, shared, part, parsed, indexed.document.source)


def _parts(inputs: Inputs, indexed: IndexedDocument, sentence: int) -> Iterator[_Part]:
    """The clauses of a page's sentence that say of something that it is so."""
    parsed = indexed.document.parsed
    parts: tuple[Clause, ...] = indexed.indexes[NAME].clauses[sentence]
    if parsed.lowers[parsed.sentences[sentence][1] - 1] == "?":
        return
    if any(part.conditional for part in parts):
        return  # it is so in a case
    for part in parts:
        if has_subject(inputs.language, parsed, part):
            yield indexed, part


def _sharing_parts(inputs: Inputs, clause: Clause) -> Iterator[_Part]:
    """The parts of all sentences that share enough words with the clause."""
    settings = inputs.profile.features.contradiction
    shared = sharing(inputs.aligned.documents, inputs.answer, clause)
    for indexed, counts in zip(inputs.documents, shared, strict=True):
        for sentence in sorted(counts):
            if counts[sentence] >= settings.min_shared:
                yield from _parts(inputs, indexed, sentence)


def _denying(inputs: Inputs, clause: Clause) -> Iterator[_Part]:
    """The parts of the context that deny something and share enough words with the clause."""
    settings = inputs.profile.features.contradiction
    answer = inputs.answer
    parts, places = inputs.once((NAME, "denying"), lambda: _all_denying(inputs))
    if not parts:
        return
    counts: dict[int, int] = {}
    for token in clause.content:
        lemma, lower = answer.lemmas[token], answer.lowers[token]
        found: AbstractSet[int] = places.get(lemma, frozenset())
        for number in found if lemma == lower else found | places.get(lower, frozenset()):
            counts[number] = counts.get(number, 0) + 1
    for number in sorted(counts):
        if counts[number] >= settings.min_shared:
            yield parts[number]


def _all_denying(inputs: Inputs) -> tuple[list[_Part], dict[str, set[int]]]:
    """The parts of the context that deny something and share a word with a claim of the answer, and
    which of them have which word."""
    parts: list[_Part] = []
    places: dict[str, set[int]] = {}
    claims = itertools.chain.from_iterable(unit.content for unit in inputs.aligned.units)
    claimed = inputs.answer.words_at(claims)
    for indexed, passages in zip(inputs.documents, inputs.aligned.documents, strict=True):
        for sentence in sorted(passages.having(inputs.language.negations)):
            if claimed.isdisjoint(passages.words[sentence]):
                continue
            for each in _parts(inputs, indexed, sentence):
                if each[1].negations:
                    for word in indexed.document.parsed.words_at(each[1].tokens):
                        places.setdefault(word, set()).add(len(parts))
                    parts.append(each)
    return parts, places


def has_subject(language: LanguagePack, parsed: ParsedText, clause: Clause) -> bool:
    """Whether a clause says of something that it is so."""
    deps = parsed.deps[clause.start : clause.end]
    return clause.asserts and not language.subject_labels.isdisjoint(deps)


def denies_same(one: ParsedText, clause: Clause, two: ParsedText, other: Clause) -> bool:
    """Whether what a negation of the clause denies is a verb or adjective of the other one.

    "geen" and "no" deny what is said of their noun, if that is its subject or object.
    """
    # "**Deleted** projects" names a page and deletes nothing
    theirs = {two.lemmas[t] for t in other.tokens if two.deps[t] not in DESCRIBING}
    for token in clause.negations:
        head = one.heads[token]
        if one.pos[head] in NOUNS:
            if not one.deps[head].startswith(ARGUMENTS):
                continue
            head = one.heads[head]
        if one.pos[head] in PREDICATES and one.lemmas[head] in theirs:
            return True
    return False
