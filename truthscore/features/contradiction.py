"""Answer contradiction (Table 2): the answer says the opposite of its passage, or of itself.

Each clause of the answer is held against the clause of its passage that says most of the same
words. A negation on one side only, or two words that exclude each other, turn it round; both at
once cancel out. "Ja" and "nee" are held against the passage that answers the question.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from truthscore.features.base import Feature, Inputs
from truthscore.language import LanguagePack
from truthscore.profile import Profile
from truthscore.text.alignment import REACH, Unit, sentence_of, weight
from truthscore.text.clauses import Clause, clauses
from truthscore.text.model import ParsedDocument, ParsedText
from truthscore.text.refusal import declines
from truthscore.types import ANSWER, Evidence, Measurement, Span


@dataclass(frozen=True, slots=True)
class _Match:
    """A passage clause, how much of the answer clause's weight it has, and where it stands.

    `back` is the reverse: how much of the passage clause's weight the answer clause has.
    """

    overlap: float
    back: float
    shared: int
    clause: Clause
    parsed: ParsedText
    source: str


NAME = "contradiction"
#: How far sums of the same weights in another order may be apart.
ROUNDING = 1e-9


def index(
    document: ParsedDocument, language: LanguagePack, _profile: Profile
) -> tuple[tuple[Clause, ...], ...]:
    """The clauses of each sentence of the document."""
    parsed = document.parsed
    return tuple(tuple(clauses(parsed, *tokens, language)) for tokens in parsed.sentences)


def measure(inputs: Inputs) -> Measurement:
    """value = 1 / (1 + raw) - doubt; raw = number of contradictions found.

    Where answer and context have few sentences (`doubt_units`), a short one (up to `short`
    tokens) that is denied where its passage is not, but resembles it less (from `doubt_overlap`),
    is no finding, only a doubt: it takes off up to `doubt` of the value, by its overlap. None when
    nothing is alike enough to be compared.
    """
    settings = inputs.profile.features.contradiction
    assert settings is not None  # the profile has checked that a feature in use has its settings
    answer = inputs.answer
    found: dict[tuple[int, int], Evidence] = {}
    compared = 0
    doubts: list[float] = []
    mine: list[Clause] = []
    # With so few sentences on either side there is no question which passage is meant.
    sentences = sum(len(document.words) for document in inputs.aligned.documents)
    few = max(len(inputs.aligned.units), sentences) <= settings.doubt_units
    for unit in inputs.aligned.units:
        parts = _compared(inputs, unit)
        if answer.lowers[unit.tokens[1] - 1] != "?":  # a question asserts nothing
            mine.extend(part for part, _ in parts if len(part.content) >= settings.min_shared)
        if few:
            doubt = _plain_doubt(inputs, unit)
            compared += doubt is not None
            doubts.append(doubt or 0.0)
        for clause, matches in parts:
            if not matches:
                continue
            compared += 1
            best = max(match.overlap for match in matches)
            near = [match for match in matches if match.overlap >= best - settings.tie]
            turned = [(match, _turned(inputs, unit, clause, match)) for match in near]
            turned = [
                (match, None if label and _told_beside(inputs, clause, label) else label)
                for match, label in turned
            ]
            if (
                all(label for _, label in turned)
                and not _said_elsewhere(inputs, unit, clause, best)
                and not _about_sources(inputs, unit.tokens)
            ):
                match, label = min(turned, key=lambda each: -each[0].overlap)
                span = _focus(inputs, clause, match)
                found.setdefault((span.start, span.end), _evidence(span, str(label), match))
    for first, second in _against_itself(inputs, mine):
        span = _span(ANSWER, answer, second)
        key = (span.start, span.end)
        match_span = _span(ANSWER, answer, first)
        found.setdefault(
            key, Evidence(span=span, role="contradicts", label="itself", match=match_span)
        )
    yes_no = _yes_no(inputs)
    if yes_no is not None:
        compared += 1
        if isinstance(yes_no, Evidence):
            found.setdefault((yes_no.span.start, yes_no.span.end), yes_no)
    if not compared and not found:
        return Measurement(value=None, note="no clause is close enough to a passage")
    evidence = tuple(found[key] for key in sorted(found))
    raw = float(len(evidence))
    value = 1.0 / (1.0 + raw)
    if not evidence:
        value -= settings.doubt * max(doubts, default=0.0)
    return Measurement(value=round(max(0.0, value), 6), raw=raw, evidence=evidence)


def _compared(inputs: Inputs, unit: Unit) -> Sequence[tuple[Clause, Sequence[_Match]]]:
    """The clauses of a unit, each with the clauses of its passage that are alike.

    Looked up once per row: a sentence is the same one among the answer's own words.
    """
    answer, start = inputs.answer, unit.tokens[0]

    def compare() -> tuple[int, Sequence[tuple[Clause, Sequence[_Match]]]]:
        parts = clauses(answer, *unit.tokens, inputs.language, unit.content)
        return start, [
            (part, [match for match in _matches(inputs, unit, part) if _alike(inputs, match)])
            for part in parts
        ]

    before, found = inputs.once((NAME, answer.starts[start]), compare)
    return [(_moved(part, start - before), matches) for part, matches in found]


def _moved(clause: Clause, by: int) -> Clause:
    """The same clause where all tokens have a number that is higher `by` so much."""
    if not by:
        return clause
    return replace(
        clause,
        start=clause.start + by,
        end=clause.end + by,
        content=tuple(token + by for token in clause.content),
        negations=tuple(token + by for token in clause.negations),
    )


def _plain_doubt(inputs: Inputs, unit: Unit) -> float | None:
    """Overlap with the passage of a short sentence that is turned round; 0.0 when it agrees.

    None when either is longer than `short` tokens (then a negation may stand anywhere) or they
    have too little in common.
    """
    settings = inputs.profile.features.contradiction
    assert settings is not None  # the profile has checked that a feature in use has its settings
    if unit.passage is None or unit.exact < settings.doubt_overlap:
        return None
    parsed = inputs.aligned.documents[unit.passage.document].parsed
    passage = parsed.sentences[unit.passage.sentence]
    if max(unit.tokens[1] - unit.tokens[0], passage[1] - passage[0]) > settings.short:
        return None
    ours = _negations(inputs, inputs.answer, *unit.tokens)
    theirs = _negations(inputs, parsed, *passage)
    return unit.exact if ours % 2 != theirs % 2 else 0.0


def _negations(inputs: Inputs, parsed: ParsedText, start: int, end: int) -> int:
    whole = clauses(parsed, start, end, inputs.language)
    return sum(len(clause.negations) for clause in whole)


def _matches(inputs: Inputs, unit: Unit, clause: Clause) -> Iterator[_Match]:
    if unit.passage is None:
        return
    indexed = inputs.documents[unit.passage.document]
    parsed = indexed.document.parsed
    last = len(parsed.sentences) - 1
    window = range(
        max(0, unit.passage.sentence - REACH), min(last, unit.passage.sentence + REACH) + 1
    )
    for sentence in window:
        if parsed.lowers[parsed.sentences[sentence][1] - 1] == "?":
            continue  # a question asserts nothing
        words = inputs.aligned.documents[unit.passage.document].words[sentence]
        if not _may_overlap(inputs, clause, words):
            continue
        for other in indexed.indexes[NAME][sentence]:
            yield _match(inputs, clause, parsed, other, indexed.document.source)


def _may_overlap(inputs: Inputs, clause: Clause, words: AbstractSet[str]) -> bool:
    """Whether a clause of a sentence with `words` may have enough of the clause to be like it.

    Most sentences have not, and to look at each of their clauses takes longer.
    """
    settings = inputs.profile.features.contradiction
    assert settings is not None  # the profile has checked that a feature in use has its settings
    answer, opposed = inputs.answer, inputs.language.opposites
    both = lacking = 0.0
    for token in clause.content:
        lemma, lower = answer.lemmas[token], answer.lowers[token]
        if lemma in words or lower in words:
            both += weight(lower, inputs.language.code)
        elif lemma not in opposed and lower not in opposed:  # else it may be left out
            lacking += weight(lower, inputs.language.code)
    return both > 0.0 and both >= (settings.min_overlap - ROUNDING) * (both + lacking)


def _match(
    inputs: Inputs, clause: Clause, parsed: ParsedText, other: Clause, source: str
) -> _Match:
    settings = inputs.profile.features.contradiction
    assert settings is not None  # the profile has checked that a feature in use has its settings
    overlap, shared = _overlap(inputs, inputs.answer, clause, _said(parsed, other))
    back = 0.0
    if overlap >= settings.min_overlap:  # else it decides nothing
        back, _ = _overlap(inputs, parsed, other, _said(inputs.answer, clause))
    return _Match(overlap, back, shared, other, parsed, source)


def _alike(inputs: Inputs, match: _Match) -> bool:
    """Whether both say so much of the same that they can contradict each other.

    One shared word will do when there is no other ("U kunt meerdere codes hebben").
    """
    settings = inputs.profile.features.contradiction
    assert settings is not None  # the profile has checked that a feature in use has its settings
    return (
        match.overlap >= settings.min_overlap
        and match.back >= settings.min_back
        and (match.shared >= settings.min_shared or min(match.overlap, match.back) >= 1.0)
    )


def _told_beside(inputs: Inputs, clause: Clause, label: str) -> bool:
    """Whether the answer has the passage's word too, of the same thing: "Open the lid" before,
    "Close the lid" after. Then the passage is told there, and this is another step or case."""
    if label == "negation":
        return False
    answer = inputs.answer
    rival = label.partition(" / ")[2]
    same = {answer.lemmas[token] for token in clause.content}
    for start, end in answer.sentences:
        if start <= clause.start < end:
            continue
        words = {*answer.lowers[start:end], *answer.lemmas[start:end]}
        if rival in words and not same.isdisjoint(words):
            return True
    return False


def _about_sources(inputs: Inputs, tokens: tuple[int, int]) -> bool:
    """Whether the answer speaks of its sources there: "the passages do not mention X"."""
    answer = inputs.answer
    start, end = answer.starts[tokens[0]], answer.ends[tokens[1] - 1]
    return declines(answer.text[start:end], inputs.language)


def _said_elsewhere(inputs: Inputs, unit: Unit, clause: Clause, best: float) -> bool:
    """Whether another sentence of the context says what the clause says, the same way round.

    Pages describe several cases ("with a contract ...", "without one ..."): a clause that agrees
    with one of them contradicts none. It must be as alike as the best match (`best`).
    """
    settings = inputs.profile.features.contradiction
    assert settings is not None  # the profile has checked that a feature in use has its settings
    answer = inputs.answer
    for indexed, passages in zip(inputs.documents, inputs.aligned.documents, strict=True):
        counts: dict[int, int] = {}
        for token in clause.content:
            both = set(passages.postings.get(answer.lemmas[token], ()))
            for sentence in both.union(passages.postings.get(answer.lowers[token], ())):
                counts[sentence] = counts.get(sentence, 0) + 1
        for sentence, count in counts.items():
            if count < settings.min_shared:
                continue
            parsed = passages.parsed
            for other in indexed.indexes[NAME][sentence]:
                match = _match(inputs, clause, parsed, other, indexed.document.source)
                if (
                    other.asserts
                    and other.conditional == clause.conditional
                    and _alike(inputs, match)
                    and match.overlap >= best
                    and _turned(inputs, unit, clause, match) is None
                ):
                    return True
    return False


def _said(parsed: ParsedText, clause: Clause) -> AbstractSet[str]:
    """The words of a clause, as they stand there and their lemmas."""
    words = slice(clause.start, clause.end)
    return {*parsed.lemmas[words], *parsed.lowers[words]}


def _overlap(
    inputs: Inputs, one: ParsedText, clause: Clause, theirs: AbstractSet[str]
) -> tuple[float, int]:
    """Share of the clause's weight that the words of another have, opposites left out; and how many
    words they share."""
    opposed = inputs.language.opposites
    total = both = 0.0
    shared = 0
    for token in clause.content:
        lemma, lower = one.lemmas[token], one.lowers[token]
        value = weight(lower, inputs.language.code)
        if lemma in theirs or lower in theirs:
            both += value
            shared += 1
        elif any(word in theirs for word in opposed.get(lemma, ()) + opposed.get(lower, ())):
            continue  # the word in question must not count against the match
        total += value
    return (both / total if total else 0.0), shared


def _turned(inputs: Inputs, unit: Unit, clause: Clause, match: _Match) -> str | None:
    """What turns the clause round against its match, or None when they agree or it is unclear."""
    if clause.conditional != match.clause.conditional:
        return None
    answer = inputs.answer
    sentence = match.parsed.sentences[sentence_of(match.parsed, match.clause.start)]
    opposite = _opposite(inputs, answer, clause, match.parsed, match.clause, unit.tokens)
    if opposite:
        # "niet voordat" is "pas nadat", "niet zonder" is "alleen met", "niet toegestaan" "verboden"
        pair = frozenset(opposite.split(" / "))
        unclear = _turns(inputs, answer, unit.tokens, pair) or _turns(
            inputs, match.parsed, sentence, pair
        )
        return None if unclear else opposite
    if not (clause.asserts and match.clause.asserts) or answer.lowers[clause.end - 1] == ":":
        return None
    denied = _denials(answer, clause, match.parsed, match.clause)
    denies = _denials(match.parsed, match.clause, answer, clause)
    if len(denied) % 2 == len(denies) % 2:
        return None
    # Where the other side denies or limits something nearby, the negation may only stand elsewhere.
    if denied and _turns(inputs, match.parsed, sentence):
        return None
    if denies and _turns(inputs, answer, unit.tokens):
        return None
    return "negation"


def _turns(
    inputs: Inputs, parsed: ParsedText, tokens: tuple[int, int], but: frozenset[str] = frozenset()
) -> bool:
    """Whether something in `tokens` denies or limits, other than the words in `but`."""
    language = inputs.language
    return any(
        (word in language.negations or word in language.near_negations) and word not in but
        for word in parsed.lowers[slice(*tokens)]
    )


def _denials(one: ParsedText, clause: Clause, two: ParsedText, other: Clause) -> list[int]:
    """The negations of a clause that bear on words the other clause shares.

    A negation bears on the content words next to it: "kan *niet* worden **gewijzigd**", "**opent**
    *niet*"; "with *no* **contract**" denies nothing that is said of paying.
    """
    shared = set(two.lemmas[other.start : other.end]) | set(two.lowers[other.start : other.end])
    bearing = []
    for token in clause.negations:
        before = [t for t in clause.content if t < token][-1:]
        after = [t for t in clause.content if t > token][:1]
        near = before + after
        if any(one.lemmas[t] in shared or one.lowers[t] in shared for t in near):
            bearing.append(token)
    return bearing


def _opposite(
    inputs: Inputs,
    one: ParsedText,
    clause: Clause,
    two: ParsedText,
    other: Clause,
    around: tuple[int, int],
) -> str | None:
    """ "inschakelen / uitschakelen" when one side has the one and the other only the other.

    `around`: the tokens of `one` among which the rival must not stand either.
    """
    language = inputs.language
    ours = set(one.lowers[slice(*around)]) | set(one.lemmas[slice(*around)])
    theirs = _words(two, other)
    for token in range(clause.start, clause.end):
        for word in (one.lowers[token], one.lemmas[token]):
            for rival in language.opposites.get(word, ()):
                if rival not in theirs or rival in ours or word in theirs:
                    continue
                place = theirs[rival]
                if word in language.particles and not (
                    _is_particle(one, token) and _is_particle(two, place)
                ):
                    continue
                if word in language.before_same_word and not _same_next(one, token, two, place):
                    continue
                return f"{word} / {rival}"
    return None


def _words(parsed: ParsedText, clause: Clause) -> dict[str, int]:
    places: dict[str, int] = {}
    for token in range(clause.start, clause.end):
        places.setdefault(parsed.lowers[token], token)
        places.setdefault(parsed.lemmas[token], token)
    return places


def _is_particle(parsed: ParsedText, token: int) -> bool:
    return parsed.deps[token].startswith(("compound:prt", "prt", "advmod"))


def _same_next(one: ParsedText, token: int, two: ParsedText, place: int) -> bool:
    """Whether the next content words are the same ("voor de boeking" / "na de boeking")."""
    return bool(_next_words(one, token) & _next_words(two, place))


def _next_words(parsed: ParsedText, token: int) -> set[str]:
    ahead = range(token + 1, min(token + 4, len(parsed.lowers)))
    return {parsed.lemmas[t] for t in ahead if not parsed.stops[t] and parsed.pos[t] != "PUNCT"}


def _against_itself(inputs: Inputs, mine: list[Clause]) -> Iterator[tuple[Clause, Clause]]:
    """Pairs of clauses of the answer that say the same words, one of them denied."""
    settings = inputs.profile.features.contradiction
    assert settings is not None  # the profile has checked that a feature in use has its settings
    answer = inputs.answer
    said = [_said(answer, clause) for clause in mine]
    # "Als X aan staat ...; als X niet aan staat ..." are two cases, and items of two lists
    # ("Contains carbon") may be about two things.
    fit = [
        place
        for place, clause in enumerate(mine)
        if not clause.conditional and _has_subject(inputs, clause)
    ]
    for number, place in enumerate(fit):
        second = mine[place]
        for before in fit[:number]:
            if before < place - settings.look_back:
                continue
            first = mine[before]
            forth, shared = _overlap(inputs, answer, second, said[before])
            if forth < settings.min_overlap_inside or shared < settings.min_shared:
                continue
            back, _ = _overlap(inputs, answer, first, said[place])
            if back < settings.min_overlap_inside:
                continue
            ours = _denials(answer, second, answer, first)
            theirs = _denials(answer, first, answer, second)
            negated = len(ours) % 2 != len(theirs) % 2
            opposite = _opposite(inputs, answer, second, answer, first, (second.start, second.end))
            if negated != bool(opposite) and not any(
                _about_sources(inputs, answer.sentences[sentence_of(answer, clause.start)])
                for clause in (first, second)
            ):
                yield first, second


def _has_subject(inputs: Inputs, clause: Clause) -> bool:
    deps = inputs.answer.deps[clause.start : clause.end]
    return clause.asserts and not inputs.language.subject_labels.isdisjoint(deps)


def _yes_no(inputs: Inputs) -> Evidence | bool | None:
    """A contradiction between the answer's "ja"/"nee" and the passage; False when they agree."""
    settings = inputs.profile.features.contradiction
    assert settings is not None  # the profile has checked that a feature in use has its settings
    answer, question, language = inputs.answer, inputs.question, inputs.language
    words = [t for t in range(min(3, len(answer.lowers))) if answer.lowers[t][0].isalpha()]
    if not words or not question.sentences:
        return None
    said_yes = answer.lowers[words[0]] in language.yes
    if not said_yes and answer.lowers[words[0]] not in language.no:
        return None
    asked = max(
        clauses(question, 0, len(question.lowers), language), key=lambda each: len(each.content)
    )
    if len(asked.content) < settings.min_shared:
        return None
    best: _Match | None = None
    for indexed in inputs.documents:
        parsed = indexed.document.parsed
        for sentence, parts in zip(parsed.sentences, indexed.indexes[NAME], strict=True):
            if language.modals.isdisjoint(parsed.lowers[slice(*sentence)]):
                continue
            for other in parts:
                overlap, shared = _overlap(inputs, question, asked, _said(parsed, other))
                if shared >= settings.min_shared and (best is None or overlap > best.overlap):
                    best = _Match(overlap, 1.0, shared, other, parsed, indexed.document.source)
    if best is None or best.overlap < settings.min_overlap_yes_no or best.clause.conditional:
        return None
    modal = any(
        word in language.modals for word in best.parsed.lowers[best.clause.start : best.clause.end]
    )
    if not modal:
        return None
    affirmed = best.clause.denied == asked.denied
    if affirmed == said_yes:
        return False
    span = Span(source=ANSWER, start=answer.starts[words[0]], end=answer.ends[words[0]])
    return _evidence(span, "yes / no", best)


def _focus(inputs: Inputs, clause: Clause, match: _Match) -> Span:
    """The words that make the difference: the negation or the opposite, else the clause."""
    answer = inputs.answer
    extra = [t for t in clause.negations if not match.clause.negations]
    opposite = _opposite(
        inputs, answer, clause, match.parsed, match.clause, (clause.start, clause.end)
    )
    if opposite:
        word = opposite.partition(" / ")[0]
        extra = [
            token
            for token in range(clause.start, clause.end)
            if word in (answer.lowers[token], answer.lemmas[token])
        ]
    if extra:
        return Span(source=ANSWER, start=answer.starts[extra[0]], end=answer.ends[extra[0]])
    return _span(ANSWER, answer, clause)


def _span(source: str, parsed: ParsedText, clause: Clause) -> Span:
    return Span(source=source, start=parsed.starts[clause.start], end=parsed.ends[clause.end - 1])


def _evidence(span: Span, label: str, match: _Match) -> Evidence:
    return Evidence(
        span=span,
        role="contradicts",
        label=label,
        match=_span(match.source, match.parsed, match.clause),
    )


CONTRADICTION = Feature(
    name=NAME,
    title="clauses that say the opposite of their passage or of each other",
    section="4.3",
    index=index,
    measure=measure,
    needs_alignment=True,
)
