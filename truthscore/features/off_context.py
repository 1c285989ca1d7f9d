"""Off-context slips (Table 2): the wrong person, another number, a condition dropped or added.

The sentence stands in the context, but with another role ("gebruiker" for "beheerder"), about one
where the page says all ("één gebruiker" for "alle gebruikers"), without the condition that limits
it ("alleen als ..."), as if that did not hold ("ook als", "iedereen"), or with one that the context
does not have. To "wie ...?" the answer names other people than the sentence that tells.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet

from truthscore.features.base import Feature, Inputs
from truthscore.language import LanguagePack
from truthscore.profile import Profile
from truthscore.text.alignment import REACH, Unit, is_claim, sentence_of, sentence_span, weight
from truthscore.text.clauses import concedes, limits, opens_case, verb_first
from truthscore.text.model import ParsedDocument, ParsedText
from truthscore.text.view import same_family
from truthscore.types import ANSWER, QUESTION, Evidence, Measurement, Span

NAME = "off_context"
#: The conditions of a sentence (first token, content) and the content of the rest.
Cases = tuple[list[tuple[int, list[int]]], list[int]]

#: Share of a neighbouring sentence's weight from which it is about the same sentence of the page.
SAME_SENTENCE = 0.6
#: How far before a noun the word stands that says how many: "all of the open lines".
BEFORE_NOUN = 4
#: Parts of speech between the two.
BETWEEN = frozenset({"ADJ", "ADP", "DET", "NUM", "VERB"})
#: Letters from which a noun may be a part of a longer one ("regel" / "factuurregel").
SAME_NOUN = 4
#: Labels of the one who does what a verb says.
DOERS = frozenset({"nsubj", "obl:agent"})
#: Content words that a limit must share with the answer and its question to be about the same.
MIN_SHARED = 2
#: What "all" and "one" are said of.
NOUNS = frozenset({"NOUN", "PROPN"})
#: Quantities that exclude each other.
EXCLUDE = frozenset({("one", "many"), ("one", "all"), ("this", "all"), ("this", "many")})
#: Signs behind which what is said stands outside the condition again.
COMMAS = frozenset({",", ";", ":", "(", ")"})


def index(
    document: ParsedDocument, language: LanguagePack, _profile: Profile
) -> tuple[Cases | None, ...]:
    """What each sentence of the document says under which conditions; None for one without."""
    parsed = document.parsed
    found = (_cases(parsed, *sentence, language) for sentence in parsed.sentences)
    return tuple(each if each[0] else None for each in found)


def measure(inputs: Inputs) -> Measurement:
    """value = 1 / (1 + raw); raw = number of slips. None when no sentence has a close passage and
    "wie ...?" is answered with nobody else.

    A dropped case ("als u met btw werkt") counts `slight`: often the question or the whole answer
    is about that case. So do people whom no page names: they may be the page's by another name. A
    dropped limit ("alleen als", "tenzij") is a slip like any other.
    """
    settings = inputs.profile.features.off_context
    assert settings is not None  # the profile has checked that a feature in use has its settings
    units = inputs.aligned.units
    close = [
        (place, unit)
        for place, unit in enumerate(units)
        if unit.passage is not None
        and unit.support >= settings.min_support
        and inputs.answer.lowers[unit.tokens[1] - 1] != ":"  # it announces what follows
    ]
    evidence = list(_who(inputs))
    if not close and not evidence:
        return Measurement(value=None, note="no sentence is close enough to a passage")
    slight = 0
    for place, unit in close:
        found = list(_roles(inputs, unit)) or list(_doers(inputs, unit))
        strangers = [] if found else list(_strangers(inputs, unit))
        slight += len(strangers)
        found.extend(strangers)
        found.extend(_quantities(inputs, unit))
        found.extend(_no_limit(inputs, unit))
        for weak, each in _conditions(inputs, place, unit):
            found.append(each)
            slight += weak
        evidence.extend(found)
    raw = round(len(evidence) - slight + settings.slight * slight, 6)
    return Measurement(value=round(1.0 / (1.0 + raw), 6), raw=raw, evidence=tuple(evidence))


def _who(inputs: Inputs) -> Iterator[Evidence]:
    """Other people than those whom the page names, in the answer to "who ...?".

    The sentence that has most of question and answer, of those that name people, is the one that
    tells; nothing is found where one that names the answer's people has as much.
    """
    settings = inputs.profile.features.off_context
    assert settings is not None  # the profile has checked that a feature in use has its settings
    answer, question, language = inputs.answer, inputs.question, inputs.language
    if language.who.isdisjoint(question.lowers):
        return
    asked = {*question.lemmas, *question.lowers}
    said: dict[str, int] = {}
    about: dict[tuple[str, str], float] = {}
    for parsed in (question, answer):
        for token in range(len(parsed.lowers)):
            lemma, lower = parsed.lemmas[token], parsed.lowers[token]
            if _names_people(parsed, token, language):
                if parsed is answer and lemma not in asked and lower not in asked:
                    said.setdefault(lemma, token)
            elif is_claim(parsed, token, language) and not (
                parsed is answer and _names_people(parsed, parsed.heads[token], language)
            ):
                about[lower, lemma] = weight(lower, language.code)
    total = math.fsum(about.values())
    if not said or not total:
        return
    best: tuple[float, int, int, str] | None = None
    for place, document in enumerate(inputs.aligned.documents):
        for number, words in enumerate(document.words):
            parsed = document.parsed
            people = [
                parsed.lemmas[t]
                for t in range(*parsed.sentences[number])
                if _names_people(parsed, t, language)
            ]
            if not people:
                continue
            share = math.fsum(
                value
                for word, value in about.items()
                if not words.isdisjoint((*word, *inputs.aligned.context.family(word)))
            )
            share = round(share / total, 6)
            named = any(name in words for name in said)
            if best is None or share > best[0] or (share == best[0] and named):
                best = share, place, number, "" if named else people[0]
    if best is None or not best[3] or best[0] < settings.who_share:
        return
    _, place, number, rival = best
    name, token = next(iter(said.items()))
    if any(name in document.postings for document in inputs.aligned.documents):
        indexed = inputs.documents[place].document
        start, end = sentence_span(indexed.parsed, number)
        yield Evidence(
            span=Span(source=ANSWER, start=answer.starts[token], end=answer.ends[token]),
            role="contradicts",
            label=f"{name} / {rival}",
            match=Span(source=indexed.source, start=start, end=end),
        )


def _names_people(parsed: ParsedText, token: int, language: LanguagePack) -> bool:
    return parsed.pos[token] in NOUNS and _is_person(parsed.lemmas[token], language)


def _no_limit(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A limit that the answer lifts in so many words: "even if", or "everyone" for "only".

    The passage sets a limit ("alleen als", "provided that", "only") and no sentence beside it lifts
    that; the answer says that it holds without.
    """
    answer, language = inputs.answer, inputs.language
    tokens = range(*unit.tokens)
    lifts = concedes(answer, *unit.tokens, language)
    every = [t for t in tokens if _leaves_none_out(answer, t, language)]
    lifted = lifts or every
    if not lifted or limits(answer, *unit.tokens, language):
        return
    words = frozenset(answer.lowers[slice(*unit.tokens)])
    if words & language.only or (not lifts and words & language.negations):
        return
    assert unit.passage is not None  # only close units come here
    parsed = inputs.aligned.documents[unit.passage.document].parsed
    window, at = _window(inputs, unit)
    near = range(parsed.sentences[window[0]][0], parsed.sentences[window[-1]][1])
    if concedes(parsed, near.start, near.stop, language) or (
        not lifts and any(_leaves_none_out(parsed, t, language) for t in near)
    ):
        return
    start, end = parsed.sentences[at]
    ours = _words(answer, unit.content) | {*inputs.question.lemmas, *inputs.question.lowers}
    shared = {
        parsed.lemmas[t]
        for t in range(start, end)
        if is_claim(parsed, t, language) and parsed.lemmas[t] in ours
    }
    only = not language.only.isdisjoint(parsed.lowers[start:end])
    if (only or limits(parsed, start, end, language)) and len(shared) >= MIN_SHARED:
        first = lifted[0]
        yield _evidence(inputs, unit, first, first + 1, f"no limit: {answer.lowers[first]}")


def _leaves_none_out(parsed: ParsedText, token: int, language: LanguagePack) -> bool:
    """Whether a word says "everyone", or "all" of the noun behind it: not of the others."""
    word, after = parsed.lowers[token], slice(token + 1, token + 3)
    if not language.rest.isdisjoint(parsed.lowers[after]):
        return False
    if word in language.everyone:
        return True
    return language.quantities.get(word) == "all" and not NOUNS.isdisjoint(parsed.pos[after])


def _window(inputs: Inputs, unit: Unit) -> tuple[range, int]:
    assert unit.passage is not None  # only close units come here
    document = inputs.aligned.documents[unit.passage.document]
    last = len(document.words) - 1
    at = unit.passage.sentence
    return range(max(0, at - REACH), min(last, at + REACH) + 1), at


def _roles(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A role of the answer that the passage lacks while it has that role's rival."""
    answer, rivals = inputs.answer, inputs.language.roles
    if rivals.keys().isdisjoint(answer.lemmas[slice(*unit.tokens)]):
        return
    assert unit.passage is not None  # only close units come here
    document = inputs.aligned.documents[unit.passage.document]
    window, at = _window(inputs, unit)
    theirs = frozenset().union(*(document.words[number] for number in window))
    ours = set(answer.lemmas[slice(*unit.tokens)]) | set(answer.lowers[slice(*unit.tokens)])
    asked = frozenset(inputs.question.lemmas)
    for token in range(*unit.tokens):
        role = answer.lemmas[token]
        if role not in rivals or role in asked or role in theirs or answer.lowers[token] in theirs:
            continue
        instead = [rival for rival in rivals[role] if rival in document.words[at]]
        instead = [rival for rival in instead if rival not in ours]
        if instead:
            yield _evidence(inputs, unit, token, token + 1, f"{role} / {instead[0]}")


def _doers(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """Somebody of whom the answer says what the page says another one does.

    The same verb with other people as its subject, who are named in the context but not in that
    sentence, and of whom no sentence says that.
    """
    assert unit.passage is not None  # only close units come here
    answer, context = inputs.answer, inputs.aligned.documents
    document = context[unit.passage.document]
    parsed, words = document.parsed, document.words[unit.passage.sentence]
    theirs = dict(_who_does(parsed, *parsed.sentences[unit.passage.sentence]))
    for verb, doer in _who_does(answer, *unit.tokens) if theirs else ():
        name = answer.lemmas[doer]
        instead = theirs.get(verb)
        if instead is None or name in words or answer.lowers[doer] in words:
            continue
        rival = parsed.lemmas[instead]
        if not (_is_person(name, inputs.language) and _is_person(rival, inputs.language)):
            continue  # things are told in other words: "the river", "the proper Amazon"
        known = any(name in each.postings for each in context)
        if not known or same_family(name, rival, part=SAME_NOUN, ratio=100.0):
            continue
        if not any(_says(each.parsed, verb, each.postings.get(name, ())) for each in context):
            yield _evidence(inputs, unit, doer, doer + 1, f"{name} / {rival}")


def _strangers(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """People whom no page names, where the passage has others in the same place of its sentence.

    Only slight: what one calls "gebruiker" another may call by a word of their own.
    """
    assert unit.passage is not None  # only close units come here
    answer, language, context = inputs.answer, inputs.language, inputs.aligned.context
    parsed = inputs.aligned.documents[unit.passage.document].parsed
    passage = range(*parsed.sentences[unit.passage.sentence])
    ours = _words(answer, range(*unit.tokens))
    asked = {*inputs.question.lemmas, *inputs.question.lowers}
    for token in range(*unit.tokens):
        name = answer.lemmas[token]
        if not _names_people(answer, token, language) or name in asked:
            continue
        if context.family((answer.lowers[token], name)):
            continue  # some page names them
        for other in passage:
            rival = parsed.lemmas[other]
            if (
                parsed.deps[other] == answer.deps[token]
                and rival not in ours
                and _names_people(parsed, other, language)
                and language.same_people.get(name, name) != language.same_people.get(rival, rival)
            ):
                yield _evidence(inputs, unit, token, token + 1, f"{name} / {rival}")
                break


def _who_does(parsed: ParsedText, start: int, end: int) -> Iterator[tuple[str, int]]:
    """(lemma of a verb, token of the noun that does it); the last one of a verb's."""
    for token in range(start, end):
        if parsed.deps[token] in DOERS and parsed.pos[token] in NOUNS:
            head = parsed.heads[token]
            if parsed.pos[head] == "VERB":
                yield parsed.lemmas[head], token


def _is_person(name: str, language: LanguagePack) -> bool:
    """Whether a noun is one for people or ends in one: "applicatiebeheerder", "hr-afdeling"."""
    return name in language.people or any(
        name[start:] in language.people for start in range(1, len(name) - SAME_NOUN + 1)
    )


def _says(parsed: ParsedText, verb: str, sentences: Iterable[int]) -> bool:
    """Whether one of the sentences has the verb."""
    return any(verb in parsed.lemmas[slice(*parsed.sentences[number])] for number in sentences)


def _quantities(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """Things of which the answer tells another number than the passage does: one for all."""
    answer, language = inputs.answer, inputs.language
    told = list(_amounts(answer, *unit.tokens, language))
    if not told:
        return
    assert unit.passage is not None  # only close units come here
    parsed = inputs.aligned.documents[unit.passage.document].parsed
    window, at = _window(inputs, unit)
    asked = inputs.once((NAME, QUESTION), lambda: _counted(inputs.question, language))
    near = range(parsed.sentences[window[0]][0], parsed.sentences[window[-1]][1])
    around = list(_amounts(parsed, near.start, near.stop, language))
    there = list(_amounts(parsed, *parsed.sentences[at], language))
    forms = set(parsed.lowers[near.start : near.stop])
    for noun, amount, place in told:
        same = [theirs for lemma, theirs, _ in around if _one_noun(lemma, noun)]
        instead = [theirs for lemma, theirs, _ in there if _one_noun(lemma, noun)]
        last = place[1] - 1
        if noun in asked or not instead:
            continue
        if amount in same:
            # "de gekozen klanten" for "de gekozen klant": the same words but for the number
            other = [
                parsed.lowers[span[1] - 1]
                for lemma, theirs, span in there
                if lemma == noun
                and theirs == amount == "this"
                and parsed.lowers[span[0] : span[1] - 1] == answer.lowers[place[0] : last]
            ]
            if other and answer.lowers[last] not in forms:
                yield _evidence(inputs, unit, *place, f"{answer.lowers[last]} / {other[0]}")
        elif all((amount, each) in EXCLUDE or (each, amount) in EXCLUDE for each in same):
            label = f"{answer.lowers[place[0]]} / {instead[0]}"
            yield _evidence(inputs, unit, *place, label)


def _amounts(
    parsed: ParsedText, start: int, end: int, language: LanguagePack
) -> Iterator[tuple[str, str, tuple[int, int]]]:
    """(noun, quantity, tokens from the one to the other) of "alle gebruikers", "one of the lines".

    A negation in front turns the quantity into none of ours: "niet alle", "not one".
    """
    for noun in range(start, end):
        if parsed.pos[noun] not in NOUNS:
            continue
        for token in range(noun - 1, max(start, noun - BEFORE_NOUN) - 1, -1):
            group = language.quantities.get(parsed.lowers[token])
            if group is not None:
                if token == start or parsed.lowers[token - 1] not in language.negations:
                    yield parsed.lemmas[noun], group, (token, noun + 1)
                if group != "this":
                    break
            elif parsed.pos[token] not in BETWEEN:
                break


def _counted(question: ParsedText, language: LanguagePack) -> frozenset[str]:
    """The nouns of which the question says how many."""
    amounts = _amounts(question, 0, len(question.lowers), language)
    return frozenset(lemma for lemma, _, _ in amounts)


def _one_noun(one: str, other: str) -> bool:
    return same_family(one, other, part=SAME_NOUN, ratio=100.0)


def _conditions(inputs: Inputs, place: int, unit: Unit) -> Iterator[tuple[bool, Evidence]]:
    """Conditions dropped and added; True with those that only set a case."""
    settings = inputs.profile.features.off_context
    assert settings is not None  # the profile has checked that a feature in use has its settings
    assert unit.passage is not None  # only close units come here
    answer, language = inputs.answer, inputs.language
    weak = language.conditions_weak
    document = inputs.aligned.documents[unit.passage.document]
    parsed = document.parsed
    for number in _nearby(inputs, place, unit):
        dropped = _dropped(inputs, place, unit, number)
        if dropped is not None:
            label = f"condition dropped: {parsed.lowers[dropped]}"
            opens = parsed.sentences[sentence_of(parsed, dropped)][0]
            slight = not limits(parsed, dropped, dropped + 1, language) and (
                language.only.isdisjoint(parsed.lowers[opens:dropped])
            )
            yield slight, _evidence(inputs, unit, *unit.tokens, label, number)
            break
    ours = limits(answer, *unit.tokens, language)
    if not ours or unit.support < settings.added_support:
        return
    window, _ = _window(inputs, unit)
    nearby = range(parsed.sentences[window[0]][0], parsed.sentences[window[-1]][1])
    # "But not from Excel" limits as "only in X" does.
    limited = any(
        parsed.lowers[t] in weak or parsed.lowers[t] in language.negations for t in nearby
    ) or limits(parsed, nearby.start, nearby.stop, language)
    if not limited:
        limit = ours[0]
        label = f"condition added: {answer.lowers[limit]}"
        yield False, _evidence(inputs, unit, limit, limit + 1, label)


def _nearby(inputs: Inputs, place: int, unit: Unit) -> list[int]:
    """The sentences of the page that the unit or the one beside it may stand on, nearest first."""
    assert unit.passage is not None  # only close units come here
    units = inputs.aligned.units
    found: dict[int, None] = {}
    for other in (unit, *units[max(0, place - 1) : place], *units[place + 1 : place + 2]):
        if other.passage is not None and other.passage.document == unit.passage.document:
            found.update(dict.fromkeys(_window(inputs, other)[0]))
    return list(found)


def _dropped(inputs: Inputs, place: int, unit: Unit, sentence: int) -> int | None:
    """The token that opens a condition which the answer leaves out of what it tells.

    The rest of the passage's sentence must be told by the unit and the unit by it. The condition
    may stand in the question, in a sentence beside that is about the same passage, or in words of
    the unit that are not those of the rest.
    """
    settings = inputs.profile.features.off_context
    assert settings is not None  # the profile has checked that a feature in use has its settings
    assert unit.passage is not None  # only close units come here
    answer, language = inputs.answer, inputs.language
    passages = inputs.aligned.documents[unit.passage.document]
    parsed = passages.parsed
    documents = inputs.documents
    conditional: Cases | None = documents[unit.passage.document].indexes[NAME][sentence]
    if conditional is None:
        return None
    cases, main = conditional
    if len(main) < settings.min_main:
        return None
    if len(_cases(answer, *unit.tokens, language)[0]) >= len(cases):
        return None  # it sets a case of its own: perhaps the same one in other words
    whole = passages.words[sentence]
    ours = _words(answer, range(*unit.tokens))
    if (
        _share(inputs, parsed, main, ours) < settings.told
        or _share(inputs, answer, unit.content, whole) < settings.min_support
    ):
        return None
    said = (ours - _words(parsed, main)) | set(inputs.question.lemmas) | set(inputs.question.lowers)
    units = inputs.aligned.units
    for other in (*units[max(0, place - 1) : place], *units[place + 1 : place + 2]):
        if _share(inputs, answer, other.content, whole) >= SAME_SENTENCE:
            said |= _words(answer, range(*other.tokens))
    # "Wanneer u de filters hebt ingesteld" has been said when a step before told to set them.
    done = set().union(*(_words(answer, range(*other.tokens)) for other in units[:place]))
    near = units[max(0, place - 1) : place + 2]
    for start, case in cases:
        if parsed.lowers[start] in language.times:
            continue  # "after the war": a time, not a condition
        if not language.purposes.isdisjoint(parsed.lowers[slice(start, _comma(parsed, start))]):
            continue  # "als u X wilt doen": who asks how has that purpose
        limited = case and limits(parsed, start, start + 1, language)
        if limited and not any(limits(answer, *other.tokens, language) for other in near):
            return start  # "tenzij": what it limits is not true without it, whatever else is said
        if case and 1.0 - _share(inputs, parsed, case, said | done) >= settings.lost_share:
            return start
    return None


def _cases(parsed: ParsedText, start: int, end: int, language: LanguagePack) -> Cases:
    """The cases of a sentence: a condition opens a clause and goes on to the next comma."""
    cases: list[tuple[int, list[int]]] = []
    main: list[int] = []
    inside = verb_first(parsed, start, end, language)  # "Werkt u met btw, dan ..."
    if inside:
        cases.append((start, []))
    for token in range(start, end):
        before = parsed.lowers[token - 1] if token > start else ","
        if before in COMMAS and token > start:
            inside = False
        if (before in COMMAS or parsed.lowers[token] in language.clause_words) and opens_case(
            parsed, token, language
        ):
            cases.append((token, []))
            inside = True
        if is_claim(parsed, token, language):
            (cases[-1][1] if inside else main).append(token)
    return cases, main


def _comma(parsed: ParsedText, token: int) -> int:
    """The token that ends the clause which `token` opens."""
    end = parsed.sentences[sentence_of(parsed, token)][1]
    return next((t for t in range(token, end) if parsed.lowers[t] in COMMAS), end)


def _words(parsed: ParsedText, tokens: Iterable[int]) -> set[str]:
    return {word for t in tokens for word in (parsed.lemmas[t], parsed.lowers[t])}


def _share(
    inputs: Inputs, parsed: ParsedText, tokens: Sequence[int], words: AbstractSet[str]
) -> float:
    """Share of the tokens' weight whose word is among `words`."""
    code = inputs.language.code
    weights = [weight(parsed.lowers[t], code) for t in tokens]
    known = [
        value
        for t, value in zip(tokens, weights, strict=True)
        if parsed.lemmas[t] in words or parsed.lowers[t] in words
    ]
    return math.fsum(known) / math.fsum(weights) if weights else 0.0


def _evidence(
    inputs: Inputs, unit: Unit, start: int, end: int, label: str, sentence: int | None = None
) -> Evidence:
    """A slip, beside the page's `sentence` (None: the unit's passage)."""
    assert unit.passage is not None  # only close units come here
    indexed = inputs.documents[unit.passage.document]
    number = unit.passage.sentence if sentence is None else sentence
    place = sentence_span(indexed.document.parsed, number)
    answer = inputs.answer
    return Evidence(
        span=Span(source=ANSWER, start=answer.starts[start], end=answer.ends[end - 1]),
        role="contradicts",
        label=label,
        match=Span(source=indexed.document.source, start=place[0], end=place[1]),
    )


OFF_CONTEXT = Feature(
    name=NAME,
    title="roles and conditions other than the passage's",
    section="4.3",
    index=index,
    measure=measure,
    needs_alignment=True,
)
