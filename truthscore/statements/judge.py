"""Each statement of an answer by itself: what was measured of it, and its verdict."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import regex

from truthscore import deadline
from truthscore.encoder.reading import Reader
from truthscore.features.base import PARTS, Inputs, weight_of
from truthscore.features.numbers.claims import claims_of
from truthscore.profile import SIGNALS, ReadStatements, StatementSettings
from truthscore.rules import HINTS, REPLY, VALUE_NOWHERE
from truthscore.statements.asked import unheard_reply
from truthscore.statements.lookup import Lookup
from truthscore.statements.signals import Signals, signals
from truthscore.text.courtesy import is_courtesy
from truthscore.text.refusal import declines
from truthscore.text.small_talk import is_small_talk
from truthscore.types import ANSWER, Evidence, Measurement, Role, Span

_WORD = regex.compile(r"\w+")
#: The feature and the rule by which a signal is told, where a page says otherwise by it.
SIGNAL_RULES: Mapping[str, tuple[str, str]] = {
    "value_nowhere": ("numbers", "value.nowhere"),
    "value_other": ("numbers", "value.other"),
    "bound": ("numbers", "value.other"),
    "turned": ("contradiction", "denied"),
}
#: The rules by which a value is blamed.
VALUE_RULES = frozenset({VALUE_NOWHERE, "value.other", "record.value"})
#: Tokens from which on a statement that stands word for word in its passage says all by itself: a
#: shorter one may answer what was asked with a word of the page.
COPIED = 5
#: Label of a value that is another one's.
VALUE_LABEL = "value of another thing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A statement of the answer: its place, its passage, and what was measured of it.

    `tokens`: half-open range. `signals`: None of what claims nothing. `found`: the findings of the
    rules that speak against it; `weight`: what they count together, at most 1.0.
    """

    tokens: tuple[int, int]
    span: Span
    signals: Signals | None
    passage: Span | None = None
    found: tuple[Evidence, ...] = ()
    weight: float = 0.0

    def odds(self, settings: StatementSettings) -> float:
        """The log odds that it is untrue."""
        weights = settings.weights
        told = {**self.measured, "base": 1.0}
        return math.fsum(getattr(weights, name) * value for name, value in told.items())

    @property
    def measured(self) -> dict[str, float]:
        """Its signals by their names (`profile.SIGNALS`)."""
        if self.signals is None:
            return {}
        signals = self.signals
        return {n: self.weight if n == "found" else getattr(signals, n) for n in SIGNALS}

    def held(self, settings: StatementSettings) -> bool:
        """Whether it is sent by no odds: for a finding, for telling what was done, which no page
        knows, for how it is built out of the page's words, or for a signal that is more than it may
        be."""
        told = self.measured
        if self.found or (self.signals is not None and self.signals.done):
            return True
        if isinstance(settings, ReadStatements) and told["structure"] > 0.0:
            return told["unsaid"] <= settings.rebuilt
        return any(told[name] > most for name, most in settings.most.items())

    def passes(self, settings: StatementSettings) -> bool:
        """Whether it passes by itself."""
        return self.odds(settings) <= settings.passes and not self.held(settings)

    def passes_alone(self, settings: StatementSettings) -> bool:
        """Whether it passes by rules alone, and the encoder does not read it as untrue."""
        return (
            isinstance(settings, ReadStatements)
            and self.measured["not_entailed"] <= settings.doubted
            and self.passes(settings.alone)
        )

    def contradicted(self, settings: StatementSettings) -> tuple[str, ...]:
        """The rules by which a page says otherwise, or a value, name or code stands nowhere."""
        told = self.measured
        strong = [n for n, least in settings.contradicted.items() if told.get(n, 0.0) >= least]
        if not strong:
            return ()
        rules = [each.rule for each in self.found if each.rule]
        return tuple(
            dict.fromkeys([*rules, *(SIGNAL_RULES[n][1] for n in strong if n in SIGNAL_RULES)])
        )


def statements(
    inputs: Inputs,
    measured: Mapping[str, Measurement],
    settings: StatementSettings,
    reader: Reader | None = None,
) -> tuple[Statement, ...]:
    """The statements of an answer, in text order, with what speaks against each. `reader`: reads
    each by the encoder, too."""
    pages = [(page.document.parsed, page.indexes[PARTS]) for page in inputs.documents]
    titles = [frozenset(_WORD.findall(page.document.title.casefold())) for page in inputs.documents]
    lookup = Lookup(pages, titles, inputs.aligned.context)
    against = list(_against(inputs, measured))
    found = [
        _statement(inputs, tokens, lookup, against, settings) for tokens in inputs.answer.sentences
    ]
    return tuple(found) if reader is None else _read(found, inputs, reader)


def _read(found: Sequence[Statement], inputs: Inputs, reader: Reader) -> tuple[Statement, ...]:
    """The statements with what the encoder makes of each that claims something in other words than
    its passage's."""
    pages = [(page.document.title, page.document.parsed.text) for page in inputs.documents]
    texts = [inputs.answer.text[each.span.start : each.span.end] for each in found]
    wanted = [each.signals is not None and not _is_copied(each) for each in found]
    odds = reader.not_entailed(inputs.question.text, pages, texts, wanted)
    return tuple(
        replace(each, signals=replace(each.signals, not_entailed=told))
        if each.signals is not None and read
        else each
        for each, told, read in zip(found, odds, wanted, strict=True)
    )


def _is_copied(statement: Statement) -> bool:
    """Whether a statement stands word for word in its passage, and nothing speaks against it."""
    length = statement.tokens[1] - statement.tokens[0]
    return length >= COPIED and not any(statement.measured.values())


def _against(inputs: Inputs, measured: Mapping[str, Measurement]) -> Iterator[Evidence]:
    """The findings that count something, or say that a name or code stands nowhere."""
    for found in measured.values():
        for each in found.evidence:
            if each.rule is None or each.rule in HINTS or each.span.source != ANSWER:
                continue
            if each.role == "missing" or weight_of(inputs, each):
                yield each


def _statement(
    inputs: Inputs,
    tokens: tuple[int, int],
    lookup: Lookup,
    against: list[Evidence],
    settings: StatementSettings,
) -> Statement:
    deadline.check()
    answer = inputs.answer
    start, end = answer.starts[tokens[0]], answer.ends[tokens[1] - 1]
    span = Span(source=ANSWER, start=start, end=end)
    found = tuple(each for each in against if start <= each.span.start < end)
    told = signals(inputs, tokens, lookup, settings)
    if told is not None and not found and _claims_nothing(inputs, tokens, told):
        told = None
    if told is None and found:
        told = Signals()  # "Ja." has no word of its own, and says what was asked
    if told is None and _takes_back(inputs, tokens):
        told = Signals(unsaid=1.0, new=1.0)
    unheard = unheard_reply(inputs, tokens)
    if unheard is not None:
        told = told or Signals()
    if told is not None and _excepts(inputs, tokens, told, lookup):
        told = replace(told, unsaid=1.0, new=1.0)
    if told is None:
        return Statement(tokens=tokens, span=span, signals=None)
    if any(start <= first and last <= end for first, last in inputs.borne_out):
        # no other field or page speaks against what a field of the customer's record says
        told = replace(told, unsaid=told.new, farthest=0.0, turned=0.0)
        found = tuple(each for each in found if each.rule != REPLY)
    found = tuple(
        each
        for each in found
        if not (each.rule in VALUE_RULES and (each.span.start, each.span.end) in told.derived)
        and not (each.rule == VALUE_NOWHERE and (each.span.start, each.span.end) in told.stated)
    )
    weight = math.fsum(1.0 if each.role == "missing" else weight_of(inputs, each) for each in found)
    return Statement(
        tokens=tokens,
        span=span,
        signals=told,
        passage=_passage(inputs, told, lookup),
        found=found if unheard is None else (*found, unheard),
        weight=min(1.0, weight),
    )


def _claims_nothing(inputs: Inputs, tokens: tuple[int, int], told: Signals) -> bool:
    """Whether a sentence only asks back, is a courtesy or small talk, or says that something is not
    known."""
    answer, language = inputs.answer, inputs.language
    if answer.lowers[tokens[1] - 1] == "?" and is_courtesy(answer, tokens, language):
        return True  # "Did you know that ...?" tells what it asks
    spoken = [t for t in claims_of(inputs, answer) if tokens[0] <= t < tokens[1]]
    if (
        spoken
        and told.new
        and all(not language.courtesy_words.isdisjoint(answer.written(token)) for token in spoken)
    ):
        return True
    text = answer.text[answer.starts[tokens[0]] : answer.ends[tokens[1] - 1]]
    return declines(text, language) or is_small_talk(text, language, "")


def _takes_back(inputs: Inputs, tokens: tuple[int, int]) -> bool:
    """Whether a sentence without words of its own denies or doubts what was claimed before it, or
    excepts somebody: "Dat klopt niet.", "Or is it?", "Behalve voor u." No page bears that out. The
    "no" with which an answer begins is held against the pages by its question (`reply`)."""
    answer, language = inputs.answer, inputs.language
    lowers = answer.lowers[slice(*tokens)]
    if not any(claim < tokens[0] for claim in claims_of(inputs, answer)):
        return False
    taking_back = language.negations | language.replies.no | language.cases.exceptions
    said = len(answer.spoken(tokens))
    whole = lowers[0][-1].isalpha() and (lowers[-1] == "?" or (lowers[-1] == "." and said > 1))
    if not said or (taking_back.isdisjoint(lowers) and not whole):
        return False  # "(Passage 2)", "Met vriendelijke groet"
    text = answer.text[answer.starts[tokens[0]] : answer.ends[tokens[1] - 1]]
    return not declines(text, language) and not is_small_talk(text, language, "")


def _excepts(inputs: Inputs, tokens: tuple[int, int], told: Signals, lookup: Lookup) -> bool:
    """Whether a sentence begins with an exception to the one before it, and its passage has none:
    "Behalve in het weekend."."""
    exceptions = inputs.language.cases.exceptions
    if told.passage < 0 or inputs.answer.lowers[tokens[0]] not in exceptions:
        return False
    document, _, _, sentence = lookup.place(told.passage)
    page = lookup.parsed[document]
    return exceptions.isdisjoint(page.lowers[slice(*page.sentences[sentence])])


def _passage(inputs: Inputs, told: Signals, lookup: Lookup) -> Span | None:
    if told.passage < 0 or told.unsaid == 1.0:
        return None
    return lookup.sentence_at(told.passage, inputs.documents)


def findings(statement: Statement, settings: StatementSettings) -> Iterator[tuple[str, Evidence]]:
    """What a verdict on a statement rests on and no feature has told yet, by the feature that it
    belongs to: the value that stands nowhere, or is another one's."""
    if statement.signals is None:
        return
    told = statement.measured
    for name, least in settings.contradicted.items():
        if name not in SIGNAL_RULES or told[name] < least or name not in statement.signals.places:
            continue
        span, match = statement.signals.places[name]
        feature, rule = SIGNAL_RULES[name]
        if not any(e.span.start < span.end and span.start < e.span.end for e in statement.found):
            role: Role = "unsupported" if match is None else "contradicts"
            label = VALUE_LABEL if feature == "numbers" else rule
            yield feature, Evidence(span=span, role=role, label=label, match=match, rule=rule)
