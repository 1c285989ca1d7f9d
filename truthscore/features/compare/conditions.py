"""A limit that the answer leaves out: "only if ...", "unless ..."."""

from __future__ import annotations

from collections.abc import Iterator

from truthscore.features.base import Inputs, against
from truthscore.features.compare.gate import around
from truthscore.text.alignment import Passage, PassageIndex, Unit, share_of
from truthscore.text.cases import Cases
from truthscore.text.clauses import limits
from truthscore.types import Evidence


def dropped_limit(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """The limit ("only if", "unless") that a unit drops. A condition that only sets a case ("when
    the order is sent") is left out of true answers as often: the question may have set it."""
    passage = unit.passage
    if passage is None:
        return
    passages = inputs.aligned.documents[passage.document]
    frames = inputs.documents[passage.document].frames.sentences
    place = inputs.aligned.units.index(unit)
    for number in _nearby(inputs, place, passage):
        case = frames[number].cases
        if case is None:
            continue  # most
        dropped = _dropped(inputs, place, passages, number, case)
        if dropped is not None:
            label = f"condition dropped: {passages.parsed.lowers[dropped]}"
            yield against(
                inputs, unit.tokens, label, passage.document, number, rule="condition.limit"
            )
            return


def _nearby(inputs: Inputs, place: int, passage: Passage) -> list[int]:
    """The sentences of the page that the unit or the one beside it may stand on, nearest first."""
    units = inputs.aligned.units
    found: dict[int, None] = {}
    for other in (units[place], *units[max(0, place - 1) : place], *units[place + 1 : place + 2]):
        if other.passage is not None and other.passage.document == passage.document:
            found.update(dict.fromkeys(around(inputs, other.passage)))
    return list(found)


def _dropped(
    inputs: Inputs, place: int, passages: PassageIndex, sentence: int, told: Cases
) -> int | None:
    """The token that opens a limit which the answer leaves out of what it tells.

    The rest of the passage's sentence must be told by the unit and the unit by it. The limit may
    stand in the question, in a sentence beside that is about the same passage, or in words of the
    unit that are not those of the rest.
    """
    if not _tells_the_rest(inputs, place, passages, sentence, told):
        return None
    answer, language, parsed = inputs.answer, inputs.language, passages.parsed
    units = inputs.aligned.units
    beside = units[max(0, place - 1) : place + 2]
    ours = answer.words_at(range(*units[place].tokens))
    said = {
        *(ours - parsed.words_at(told.rest)),
        *inputs.question.lemmas,
        *inputs.question.lowers,
    }
    same = inputs.profile.features.off_context.same_sentence
    for other in (*units[max(0, place - 1) : place], *units[place + 1 : place + 2]):
        if share_of(answer, other.content, passages.words[sentence], language.code) >= same:
            said |= answer.words_at(range(*other.tokens))
    # "Wanneer u de filters hebt ingesteld" has been said when a step before told to set them.
    said = said.union(*(answer.words_at(range(*other.tokens)) for other in units[:place]))
    opens = parsed.sentences[sentence][0]
    for start, case in told.conditions:
        limit = limits(parsed, start, start + 1, language)
        if not limit and language.only.isdisjoint(parsed.lowers[opens:start]):
            continue  # most: only a case
        # "As long as it has not gone out": that may be told elsewhere, as "if" may
        limited = case and limit and parsed.lowers[start] not in language.cases.lasting
        if limited and not any(limits(answer, *other.tokens, language) for other in beside):
            return start  # "tenzij": what it limits is not true without it, whatever else is said
        lost = 1.0 - share_of(parsed, case, said, language.code)
        if case and lost >= inputs.profile.features.off_context.lost_share:
            return start
    return None


def _tells_the_rest(
    inputs: Inputs, place: int, passages: PassageIndex, sentence: int, told: Cases
) -> bool:
    """Whether a unit tells what a sentence of the page tells beside its conditions, without one of
    its own."""
    settings = inputs.profile.features.off_context
    answer, language = inputs.answer, inputs.language
    parsed, whole = passages.parsed, passages.words[sentence]
    units = inputs.aligned.units
    unit = units[place]
    if len(told.rest) < settings.min_main:
        return False
    before = answer.lowers[unit.tokens[0] - 1 : unit.tokens[0]]
    if before == ("?",) and answer.lowers[unit.tokens[0]] in language.then:
        return False  # "Not in the list? *Then* ..."
    own = inputs.frame(unit).cases
    if own is not None and len(own.conditions) >= len(told.conditions):
        return False  # it sets a case of its own: perhaps the same one in other words
    ours = answer.words_at(range(*unit.tokens))
    if language.modals & ours and language.modals.isdisjoint(whole):
        return False  # "it can send it back", where it does so unless ...
    beside = units[max(0, place - 1) : place + 2]
    near = slice(beside[0].tokens[0], beside[-1].tokens[1])
    if not language.cases.condition_words.isdisjoint(answer.lowers[near]):
        return False  # "The condition is that ...": told in a sentence of its own
    # "the bank connection" tells of "the connection with the bank"
    known = [t for t in unit.content if not whole.isdisjoint(inputs.words_there(answer, (t,)))]
    there = inputs.words_there(answer, range(*unit.tokens))
    return (
        share_of(parsed, told.rest, there, language.code) >= settings.told
        and share_of(answer, unit.content, answer.words_at(known), language.code)
        >= settings.min_support
    )
