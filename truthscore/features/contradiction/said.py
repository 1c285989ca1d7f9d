"""What the answer says of a thing and the page denies of it.

"The check is not required", where the page says that it is required and cannot be turned off.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from truthscore.features.base import Inputs, against
from truthscore.features.contradiction.matches import Match
from truthscore.features.contradiction.named_row import NAME, beside_named
from truthscore.language import LanguagePack
from truthscore.profile import Contradiction
from truthscore.text.alignment import Unit, is_claim, sentence_of, weight
from truthscore.text.clauses import Clause, limits
from truthscore.text.model import NOUNS, ParsedText
from truthscore.text.predicates import NEED, Predicate, predicates
from truthscore.text.rows import kind_at
from truthscore.types import Evidence

#: Letters of the shortest end of a word that stands for it: "dit logboek", an "auditlogboek".
SHORTEST_END = 4

#: What a page says in one of its sentences: document, sentence, predicate.
_Told = tuple[int, int, Predicate]


class Stated:
    """What the sentences of a page state, read when it is asked for; not kept in a file."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[int, Sequence[Predicate]] = {}

    def in_sentence(
        self, number: int, parsed: ParsedText, language: LanguagePack
    ) -> Sequence[Predicate]:
        """The predicates of a sentence of the page, which is `parsed`."""
        if number not in self._known:
            self._known[number] = _stated(parsed, parsed.sentences[number], language)
        return self._known[number]


def denied_predicates(
    parsed: ParsedText, language: LanguagePack
) -> tuple[tuple[int, Predicate], ...]:
    """(sentence, predicate) of all that a page denies."""
    return tuple(
        (number, each)
        for number, tokens in enumerate(parsed.sentences)
        if _denies(parsed.lowers[slice(*tokens)], language)
        and language.denying.guessing.isdisjoint(
            parsed.lowers[slice(*tokens)]
        )  # "perhaps it is not"
        for each in _stated(parsed, tokens, language)
        if each.denied
    )


def _denies(words: Iterable[str], language: LanguagePack) -> bool:
    turning = (language.negations, language.cannot, language.needless)
    return any(not each.isdisjoint(words) for each in turning)


def _stated(
    parsed: ParsedText, tokens: tuple[int, int], language: LanguagePack
) -> Sequence[Predicate]:
    if parsed.lowers[tokens[1] - 1] == "?":
        return ()  # a question asserts nothing
    if kind_at(parsed, tokens[0]) == "heading" and not _denies(
        parsed.lowers[slice(*tokens)], language
    ):
        return ()  # "Approving hours"
    claims = [t for t in range(*tokens) if is_claim(parsed, t, language)]
    return predicates(parsed, *tokens, language, claims)


def said_otherwise(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """The predicates of a unit that the context denies."""
    answer, language = inputs.answer, inputs.language
    if answer.lowers[unit.tokens[1] - 1] == "?" or limits(answer, *unit.tokens, language):
        return
    said = _Said(inputs, unit)
    if said.is_copied() or not said.may_differ():
        return
    for mine in said.stated_here():
        if mine.commanded or (mine.key == NEED and _weighs_needs(answer, unit.tokens, language)):
            continue
        told = said.denied(mine)
        if told is not None:
            yield _evidence(inputs, mine, told)


@dataclass(frozen=True, slots=True)
class _Said:
    """A unit of the answer beside the context."""

    inputs: Inputs
    unit: Unit

    def stated_here(self) -> Sequence[Predicate]:
        """The predicates of the unit."""
        answer, tokens = self.inputs.answer, self.unit.tokens
        return self.inputs.once(
            (NAME, "here", tokens, answer.text),
            lambda: predicates(answer, *tokens, self.inputs.language, self.unit.content),
        )

    def is_copied(self) -> bool:
        """Whether the unit is its passage, word for word."""
        if self.unit.passage is None or self.unit.exact < 1.0:
            return False
        parsed = self.inputs.aligned.documents[self.unit.passage.document].parsed
        passage = parsed.sentences[self.unit.passage.sentence]
        return parsed.lowers[slice(*passage)] == self.inputs.answer.lowers[slice(*self.unit.tokens)]

    def may_differ(self) -> bool:
        """Whether the page says something with a word of the unit of a noun of the unit that this
        may contradict: most units have no such thing, and then nobody looks at their trees."""
        answer, language = self.inputs.answer, self.inputs.language
        words = {*answer.lowers[slice(*self.unit.tokens)], *answer.lemmas[slice(*self.unit.tokens)]}
        if not words.isdisjoint(language.needs | language.needless):
            words.add(NEED)
        forms = words.union(*map(self._forms, self.unit.content))
        rivals = self.all_denied(words)
        if _denies(words, language):
            rivals = self._affirmed(least=1 if NEED in words else 2)  # "nodig" is none
        least = _settings(self.inputs)
        enough = least.told_affirmed if _denies(words, language) else least.told_denied
        return any(
            page.key in words
            and self._names_one(page, number, forms)
            and self._is_told(page, number, forms) >= enough
            for number, page in rivals
        )

    def all_denied(self, words: AbstractSet[str]) -> Iterator[tuple[int, Predicate]]:
        """What the pages deny with one of the words."""

        def find() -> Mapping[str, Sequence[tuple[int, Predicate]]]:
            by_key: dict[str, list[tuple[int, Predicate]]] = {}
            for number, document in enumerate(self.inputs.documents):
                for _, page in document.indexes[NAME].denied:
                    by_key.setdefault(page.key, []).append((number, page))
            return by_key

        by_key = self.inputs.once((NAME, "denied by key"), find)
        for word in words & by_key.keys():
            yield from by_key[word]

    def _affirmed(self, least: int) -> Iterator[tuple[int, Predicate]]:
        """What the pages state in sentences that share so many content words with the unit."""
        for number, document in enumerate(self.inputs.aligned.documents):
            for sentence, count in document.sharing(map(self._forms, self.unit.content)).items():
                if count >= least:
                    yield from ((number, page) for page in self.stated(number, sentence))

    def _names_one(self, page: Predicate, document: int, forms: AbstractSet[str]) -> bool:
        parsed = self.inputs.aligned.documents[document].parsed
        return any(parsed.lemmas[t] in forms or parsed.lowers[t] in forms for t in page.patients)

    def denied(self, mine: Predicate) -> _Told | None:
        """What the context says of the same nouns with the other polarity, if nothing there that
        is as much like it agrees."""
        least = _settings(self.inputs)
        best: tuple[float, _Told] | None = None
        for told in self._telling(mine, denying=not mine.denied):
            page = told[2]
            if page.denied == mine.denied or not _excludes(mine, page):
                continue
            ours, theirs = self.told(mine, told)
            general, special = (ours, theirs) if mine.denied else (theirs, ours)
            if general < least.told_denied or special < least.told_affirmed:
                continue
            if not mine.denied or not (page.conditional):
                best = max(best or (0.0, told), (min(ours, theirs), told), key=lambda each: each[0])
        if best is None:
            return None
        for told in self._telling(mine):
            if (
                told[2].denied == mine.denied
                and min(self.told(mine, told)) >= best[0]
                and not any(row.has(told[0], told[2].token) for row in beside_named(self.inputs))
            ):
                return None  # it is said there as well
        return best[1]

    def _telling(self, mine: Predicate, denying: bool = False) -> Iterator[_Told]:
        """What the context says with the same word of the same nouns; where something is denied,
        if only that is asked for."""
        language = self.inputs.language
        names = self._names(mine)
        if not names:
            return
        keys: Iterable[str] = (mine.key,)
        if mine.key == NEED:
            keys = sorted(language.needs | language.needless)
        for number, document in enumerate(self.inputs.aligned.documents):
            sentences = document.having(keys)
            if not sentences:
                continue
            if denying:
                sentences &= _denying(self.inputs, number)
            for sentence in sorted(sentences):
                at = document.parsed.sentences[sentence]
                if names.isdisjoint(document.words[sentence]):
                    continue
                if mine.key == NEED:
                    if _weighs_needs(document.parsed, at, language):
                        continue
                elif document.parsed.lemmas[slice(*at)].count(mine.key) > 1:
                    continue  # "these cannot be moved, but those can be moved"
                for page in self.stated(number, sentence):
                    if page.key == mine.key and self.of_same(mine, page, number):
                        yield number, sentence, page

    def stated(self, document: int, sentence: int) -> Sequence[Predicate]:
        indexed = self.inputs.documents[document]
        if not indexed.indexes[NAME].clauses[sentence]:
            return ()  # the head of a table
        stated: Stated = indexed.indexes[NAME].stated
        return stated.in_sentence(sentence, indexed.document.parsed, self.inputs.language)

    def _names(self, mine: Predicate) -> AbstractSet[str]:
        """The page's words for the nouns that a predicate of the answer is said of."""
        return {form for t in mine.patients for form in self._forms(t)}

    def _forms(self, token: int) -> Sequence[str]:
        answer = self.inputs.answer
        return self.inputs.aligned.context.family((answer.lowers[token], answer.lemmas[token]))

    def of_same(self, mine: Predicate, page: Predicate, document: int) -> bool:
        """Whether both are said of the same nouns; who does it may be left out."""
        parsed = self.inputs.aligned.documents[document].parsed
        return self._share_one(mine.patients, page.patients, parsed) and (
            not mine.agents or not page.agents or self._share_one(mine.agents, page.agents, parsed)
        )

    def _share_one(self, ours: Iterable[int], theirs: Iterable[int], parsed: ParsedText) -> bool:
        names = {form for t in ours for form in self._forms(t)}
        return any(parsed.lemmas[t] in names or parsed.lowers[t] in names for t in theirs)

    def told(self, mine: Predicate, told: _Told) -> tuple[float, float]:
        """How much of what the answer says with its predicate the page says with its own, and the
        other way round with what was asked; 0.0 if that leaves out which of the nouns is meant."""
        document, sentence, page = told
        answer, parsed = self.inputs.answer, self.inputs.aligned.documents[document].parsed
        there = parsed.words_at(page.content)
        beside = self._beside(document, sentence)
        here = {form for t in mine.content for form in self._forms(t)}
        ours = {t: not there.isdisjoint(self._forms(t)) for t in mine.content if t != mine.token}
        theirs = {t: self._is_among(document, t, here) for t in page.content if t != page.token}
        # "Optional for visitors", "required for cashiers": each is said of another case, whichever
        # of them was asked about.
        if _leaves_out_nouns(answer, ours) and _leaves_out_nouns(parsed, theirs):
            return 0.0, 0.0
        return (
            # What the sentence before it names tells which one is meant: "lines in *this* log".
            self._share(
                answer,
                {t: told for t, told in ours.items() if told or beside.isdisjoint(self._forms(t))},
            )
            if all(ours[t] for t in mine.modifiers)
            else 0.0,
            self._is_told(page, document, here),
        )

    def _beside(self, document: int, sentence: int) -> AbstractSet[str]:
        """The words of the sentence before one of the page."""
        words = self.inputs.aligned.documents[document].words
        return words[sentence - 1] if sentence else frozenset()

    def _known(self, page: Predicate, document: int, here: AbstractSet[str]) -> Mapping[int, bool]:
        """Which words of what the page says are among those, or were asked about."""
        asked = self._asked()
        return {
            t: self._is_among(document, t, here) or self._is_among(document, t, asked)
            for t in page.content
            if t != page.token
        }

    def _is_among(self, document: int, token: int, words: AbstractSet[str]) -> bool:
        """Whether a word of a page is among some words, or stands for one of them that the sentence
        before it names: "this *log*" for "the audit log"."""
        parsed = self.inputs.aligned.documents[document].parsed
        lower, lemma = parsed.lowers[token], parsed.lemmas[token]
        if lower in words or lemma in words:
            return True
        if parsed.pos[token] not in NOUNS or len(lemma) < SHORTEST_END:
            return False
        before = self._beside(document, sentence_of(parsed, token))
        return any(word.endswith(lemma) for word in words & before)

    def _is_told(self, page: Predicate, document: int, here: AbstractSet[str]) -> float:
        """How much of what the page says is among those words or was asked about; 0.0 if that
        leaves out which of the nouns is meant."""
        known = self._known(page, document, here)
        words, any_of_them = self.inputs.aligned.documents[document].parsed.lowers, "this"
        quantities = self.inputs.language.amounts.quantities
        if not all(
            known[t] or quantities.get(words[t]) == any_of_them  # "existing orders" are orders
            for t in page.modifiers
        ):
            return 0.0
        return self._share(self.inputs.aligned.documents[document].parsed, known)

    def _share(self, parsed: ParsedText, known: Mapping[int, bool]) -> float:
        code = self.inputs.language.code
        total = math.fsum(weight(parsed.lowers[t], code) for t in known)
        both = math.fsum(weight(parsed.lowers[t], code) for t, told in known.items() if told)
        return round(both / total, 6) if total else 0.0

    def _asked(self) -> AbstractSet[str]:
        """The words of the question, and the page's words for them."""

        def find() -> AbstractSet[str]:
            question, family = self.inputs.question, self.inputs.aligned.context.family
            claims = [
                t
                for t in range(len(question.lowers))
                if is_claim(question, t, self.inputs.language)
            ]
            words = {*question.lowers, *question.lemmas}
            return words.union(*(family((question.lowers[t], question.lemmas[t])) for t in claims))

        return self.inputs.once((NAME, "asked"), find)


def _leaves_out_nouns(parsed: ParsedText, told: Mapping[int, bool]) -> bool:
    return any(parsed.pos[t] in NOUNS and not there for t, there in told.items())


def _settings(inputs: Inputs) -> Contradiction:
    settings = inputs.profile.features.contradiction
    return settings


def _excludes(one: Predicate, two: Predicate) -> bool:
    """Whether a denied and an affirmed predicate cannot both be true, by their force.

    What is not needed may still be so, and what is not so may still be possible.
    """
    denied, affirmed = (one, two) if one.denied else (two, one)
    if denied.force == "need":
        return affirmed.force == "need"
    return denied.force == "can" or affirmed.force != "can"


def _denying(inputs: Inputs, document: int) -> AbstractSet[int]:
    """The sentences of a document with a word that denies."""

    language = inputs.language
    words = language.negations | language.cannot | language.needless
    return inputs.once(
        (NAME, "denying", document), lambda: inputs.aligned.documents[document].having(words)
    )


def _evidence(inputs: Inputs, mine: Predicate, told: _Told) -> Evidence:
    verb = mine.token, mine.token + 1
    return against(inputs, verb, "denied", *told[:2], rule="denied.predicate")


def agrees(inputs: Inputs, unit: Unit, clause: Clause, match: Match) -> bool:
    """Whether a clause and its match are no contradiction by their predicates, although one side
    denies and the other does not.

    "You need not print it" and "you can print it" are both true; so are "posted invoices cannot be
    edited" and "open invoices can". False where there is no predicate to tell.
    """
    said = _Said(inputs, unit)
    document = [each.document.source for each in inputs.documents].index(match.source)
    sentence = sentence_of(match.parsed, match.clause.start)
    pairs = [
        (ours, page)
        for ours in said.stated_here()
        if ours.token in clause.tokens
        for page in said.stated(document, sentence)
        if page.key == ours.key and said.of_same(ours, page, document)
    ]
    if any(page.denied == ours.denied for ours, page in pairs):
        return True  # "these cannot be moved, but those can"
    return bool(pairs) and not any(
        page.token in match.clause.tokens and page.denied != ours.denied and _excludes(ours, page)
        for ours, page in pairs
    )


def _weighs_needs(parsed: ParsedText, tokens: tuple[int, int], language: LanguagePack) -> bool:
    """Whether a sentence says of several cases how needed a thing is: "required for cashiers,
    optional for visitors". Whether those have changed places is seen elsewhere (text/exchange)."""
    words = language.needs | language.needless
    return sum(word in words for word in parsed.lowers[slice(*tokens)]) > 1
