"""What a page says of the time after an event, or before it, and the answer says of the other side:
"you can withdraw it after it has been paid", where that is possible until it is paid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from truthscore.features.base import Inputs
from truthscore.features.contradiction.named_row import NAME
from truthscore.language import LanguagePack
from truthscore.text.alignment import Unit, sentence_span
from truthscore.text.model import ParsedText
from truthscore.text.moments import (
    Moment,
    contrary,
    granted,
    happened,
    moments,
    other_side,
    same_event,
)
from truthscore.types import ANSWER, QUESTION, Evidence, Span

#: Share of the words of a page's statement that the answer's has, and the other way round.
THEIRS, OURS = 0.6, 0.5


def at_another_time(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A statement of a unit about a time of which a page says the contrary, if none bears it
    out."""
    mine, answer = _own(inputs).get(unit.tokens[0]), inputs.answer
    if mine is not None:
        start, end = answer.starts[mine.token], answer.ends[mine.stop - 1]
        yield from _contradicted(inputs, mine, Span(source=ANSWER, start=start, end=end))


def granted_at_another_time(inputs: Inputs) -> Iterator[Evidence]:
    """A "yes" or "no" to a question about such a time; to one that denies, a "yes" may deny too."""
    answer, about, said = inputs.answer, _asked(inputs), inputs.reply
    if said is not None and about is not None and not about.denied:
        denied = answer.lowers[said.token] in inputs.language.no
        span = Span(source=ANSWER, start=answer.starts[said.token], end=answer.ends[said.token])
        yield from _contradicted(inputs, replace(about, denied=denied, limits=False), span)


def granted_too_late(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A unit that grants, to who tells that something has happened, what a page grants until
    then: "I have already submitted it", "you can edit it"."""
    answer, language, tokens = inputs.answer, inputs.language, range(*unit.tokens)
    event = inputs.once((NAME, "happened"), lambda: happened(inputs.question, language))
    mine = granted(answer, tokens, event, language) if event else None
    own = _own(inputs).get(unit.tokens[0])
    if mine is None or answer.lowers[tokens[-1]] == "?":
        return  # most
    if own is not None and same_event(own.event, event, language):
        return  # it tells of that itself
    if any(_denies(answer, each, mine, language) for each in answer.sentences):
        return
    verb = next(t for t in tokens if not mine.doing.isdisjoint(answer.words_at((t,))))
    span = Span(source=ANSWER, start=answer.starts[verb], end=answer.ends[verb])
    # "after that cancelling is not possible; you can return it": which of the two is denied?
    yield from _contradicted(inputs, mine, span, until=True)


def _denies(
    answer: ParsedText, tokens: tuple[int, int], mine: Moment, language: LanguagePack
) -> bool:
    """Whether a sentence of the answer denies the deed: "You can't withdraw it yourself any
    more"."""
    words = answer.words_at(range(*tokens))
    turned = not (language.negations | language.cannot | language.only).isdisjoint(words)
    return turned and not mine.doing.isdisjoint(words)


def _contradicted(
    inputs: Inputs, mine: Moment, span: Span, until: bool = False
) -> Iterator[Evidence]:
    """`until`: by what a page grants before an event only."""
    place = _against(inputs, mine, until)
    if place is not None:
        side = "before" if mine.before else "after"
        label = f"{side}: {min(mine.event)}"
        yield Evidence(span=span, role="contradicts", label=label, match=place)


def is_other_side(inputs: Inputs, unit: Unit, source: str, sentence: int) -> bool:
    """Whether a unit and a sentence of a page tell of the two sides of one event: "before it is
    sent you can change it", "once it is sent you can't"."""
    mine = _own(inputs).get(unit.tokens[0])
    return mine is not None and any(
        number == sentence and other_side(mine, theirs, inputs.language)
        for indexed in inputs.documents
        if indexed.document.source == source
        for number, theirs in indexed.indexes[NAME].moments
    )


def _own(inputs: Inputs) -> Mapping[int, Moment]:
    """What the sentences of the answer say of a time, by their first tokens."""
    answer, about = inputs.answer, _asked(inputs)
    return inputs.once(
        (NAME, "moments", answer.text),
        lambda: {each.start: each for _, each in moments(answer, inputs.language, about)},
    )


def _asked(inputs: Inputs) -> Moment | None:
    """What the question asks of a time."""

    def find() -> Moment | None:
        found = [each for _, each in moments(inputs.question, inputs.language)]
        return found[-1] if found else None

    return inputs.once((NAME, "moments", QUESTION), find)


def _against(inputs: Inputs, mine: Moment, until: bool) -> Span | None:
    """The first sentence of the pages that says the contrary; None where one says the same."""
    against: Span | None = None
    family = inputs.aligned.context.family
    doing = mine.doing.union(*(family((word, word)) for word in mine.doing))
    said = [each.union(*(family((word, word)) for word in each)) for each in mine.said]
    for indexed in inputs.documents:
        for number, theirs in indexed.indexes[NAME].moments:
            if not same_event(mine.event, theirs.event, inputs.language):
                continue
            if not _alike(said, doing, theirs):
                continue
            if mine.who and mine.who.isdisjoint(theirs.who):
                continue  # "your manager can", where you cannot
            if contrary(mine, theirs) and (theirs.before or not until):
                start, end = sentence_span(indexed.document.parsed, number)
                source = indexed.document.source
                against = against or Span(source=source, start=start, end=end)
            elif mine.before == theirs.before and not (until and theirs.some):
                return None
    return against


def _alike(mine: Sequence[frozenset[str]], doing: frozenset[str], theirs: Moment) -> bool:
    """Whether two statements are about the same: with the same verb, or most of the words."""
    if doing and theirs.doing and doing.isdisjoint(theirs.doing):
        return False  # something else is done with it
    ours, known = frozenset().union(*mine), frozenset().union(*theirs.said)
    shared = sum(not ours.isdisjoint(each) for each in theirs.said)
    back = sum(not known.isdisjoint(each) for each in mine)
    most = shared >= THEIRS * len(theirs.said) and back >= OURS * len(mine)
    return bool(shared) and (most or not doing.isdisjoint(theirs.doing))
