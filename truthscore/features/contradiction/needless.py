"""What an answer calls needless and a page says to do first: "you don't need to unapply the check",
"unapply the check first, and then void it"."""

from __future__ import annotations

from collections.abc import Iterator

from truthscore.features.base import Inputs, against
from truthscore.features.contradiction.named_row import NAME
from truthscore.language import LanguagePack
from truthscore.text.alignment import Unit
from truthscore.text.clauses import Clause
from truthscore.text.model import VERBS, ParsedText
from truthscore.text.predicates import NEED, predicates
from truthscore.types import Evidence


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
