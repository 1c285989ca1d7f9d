"""What an answer calls needless and a page says to do: "you don't need to unapply the check",
"unapply the check first, and then void it"; "Do I need to restart?", "No", "restart the computer
after the installation"."""

from __future__ import annotations

from collections.abc import Iterator

from truthscore.features.base import Inputs, against
from truthscore.features.contradiction.named_row import NAME
from truthscore.language import LanguagePack
from truthscore.text.alignment import Unit, is_claim
from truthscore.text.clauses import Clause, clauses
from truthscore.text.model import VERBS, ParsedText
from truthscore.text.predicates import NEED, predicates
from truthscore.text.reply import asking, opening
from truthscore.text.rows import kind_at
from truthscore.types import Evidence

#: Kinds of blocks in which a page tells what is to be done; a bullet is one of several things.
_TELLING = frozenset({None, "paragraph", "step"})


def needless_though_told(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """The deeds that a unit says nobody needs to do, where a page says to do them first, and none
    denies that."""
    answer, language = inputs.answer, inputs.language
    lowers = answer.lowers[slice(*unit.tokens)]
    if language.negations.isdisjoint(lowers) or lowers[-1] == "?":
        return  # most
    for mine in predicates(answer, *unit.tokens, language, unit.content):
        if not mine.denied or mine.force != "need" or mine.key == NEED or mine.conditional:
            continue
        # a pipeline may take "beforehand" for the thing
        of = inputs.words_there(answer, [t for t in mine.content if t != mine.token])
        told = _told(inputs, mine.key, of)
        if told is not None:
            yield against(inputs, (mine.token, mine.token + 1), "to be done first", *told)


def _told(inputs: Inputs, verb: str, things: frozenset[str]) -> tuple[int, int] | None:
    """Document and sentence that say to do it to such a thing first."""
    found: tuple[int, int] | None = None
    for place, indexed in enumerate(inputs.documents):
        passages, parsed = inputs.aligned.documents[place], indexed.document.parsed
        for number in sorted(passages.postings.get(verb, ())):
            words = passages.words[number]
            if things.isdisjoint(words):
                continue
            if not inputs.language.negations.isdisjoint(words):
                return None  # it may say the same
            if any(
                _says_first(parsed, part, verb, inputs.language)
                for part in indexed.indexes[NAME].clauses[number]
            ):
                found = found or (place, number)
    return found


def _says_first(parsed: ParsedText, part: Clause, verb: str, language: LanguagePack) -> bool:
    """Whether a clause tells its reader to do that first."""
    lowers = parsed.lowers[part.start : part.end]
    if part.conditional or language.first.isdisjoint(lowers):
        return False
    doing = [t for t in part.tokens if parsed.lemmas[t] == verb and parsed.pos[t] in VERBS]
    must = not (language.needs | language.must_do).isdisjoint(lowers)
    return any(must or t == part.start for t in doing)


def needless_though_asked(inputs: Inputs) -> Iterator[Evidence]:
    """A "no" to whether who asks has to do what a page tells its readers to do, where none says
    that it may be left."""
    answer, question, language = inputs.answer, inputs.question, inputs.language
    first = opening(answer, language.no)
    if first is None or not language.only.isdisjoint(answer.lowers):
        return
    asks = asking(question)
    if any(
        is_claim(question, t, language) and not any(start <= t < end for start, end in asks)
        for t in range(len(question.lowers))
    ):
        return  # "I have a *smart meter*. Do I need to submit readings?": that may excuse
    for start, end in asks:
        asked = _asked_to_do(question, start, end, language)
        if asked is None:
            continue
        verb, rest = asked
        family = inputs.aligned.context.family
        things = [frozenset((*question.written(t), *family(question.written(t)))) for t in rest]
        told = _commanded(inputs, question.lemmas[verb], things)
        if told is not None:
            yield against(inputs, (first, first + 1), "to be done", *told)
            return


def _asked_to_do(
    question: ParsedText, start: int, end: int, language: LanguagePack
) -> tuple[int, list[int]] | None:
    """The verb and the other claims of a question whether who asks has to do it; None for another
    one, or one that denies, or asks of a case."""
    lowers = question.lowers[start:end]
    must = [t for t in range(start, end) if question.lowers[t] in language.needs | language.must_do]
    if not must or language.single_speakers.isdisjoint(lowers):
        return None
    if not language.negations.isdisjoint(lowers) or any(
        part.conditional for part in clauses(question, start, end, language)
    ):
        return None
    claims = [t for t in range(must[0] + 1, end) if is_claim(question, t, language)]
    verbs = [t for t in claims if question.pos[t] == "VERB"]
    readers = language.speakers | language.address_pronouns
    if len(verbs) != 1 or any(
        question.pos[t] == "PRON" and question.lowers[t] not in readers
        for t in range(must[0] + 1, end)
    ):
        return None  # "Do I have to send *it* back?"
    return verbs[0], [t for t in claims if t not in verbs]


def _commanded(inputs: Inputs, verb: str, things: list[frozenset[str]]) -> tuple[int, int] | None:
    """Document and sentence that tell their reader to do it with those things, in no case; None
    where some sentence with the verb denies something or leaves it to the reader."""
    language = inputs.language
    found: tuple[int, int] | None = None
    for place, indexed in enumerate(inputs.documents):
        passages, page = inputs.aligned.documents[place], indexed.document.parsed
        for number in sorted(passages.postings.get(verb, ())):
            start, end = page.sentences[number]
            words = page.words_at(range(start, end))
            if not (language.negations | language.at_will | language.needless).isdisjoint(words):
                return None
            parts = indexed.indexes[NAME].clauses[number]
            if found is not None or any(word.isdisjoint(words) for word in things):
                continue
            commands = any(
                page.lemmas[t] == verb and page.pos[t] == "VERB" and t == part.start
                for part in parts
                for t in part.tokens
            )
            telling = kind_at(page, start) in _TELLING
            if commands and telling and not _sets_case(parts, page, language):
                found = place, number
    return found


def _sets_case(parts: tuple[Clause, ...], page: ParsedText, language: LanguagePack) -> bool:
    """Whether a clause sets a case, and not only tells when: "*before you start the update*"."""
    return any(part.conditional and page.lowers[part.start] not in language.times for part in parts)
