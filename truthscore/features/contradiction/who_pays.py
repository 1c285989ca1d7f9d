"""Who pays for a thing, its user or nobody: "fuel is included", "you pay for the fuel yourself".

A page and an answer say it with other words, of the same thing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from truthscore.features.base import Inputs, against
from truthscore.features.contradiction.by_itself import shared_words
from truthscore.features.contradiction.named_row import NAME
from truthscore.language import LanguagePack
from truthscore.text.alignment import Unit
from truthscore.text.clauses import Clause, clauses, limits, phrase_end, phrases_at, stretches
from truthscore.text.model import NOUNS, VERBS, ParsedText, Written, is_word
from truthscore.text.phrases import Phrase, phrases
from truthscore.text.reply import asking, opening
from truthscore.text.values.value import LASTING
from truthscore.types import Evidence

#: Label of a word before its noun: "a *free* month".
_BEFORE_NOUN = "amod"
#: Kinds of words one of which a sentence of who pays has, where it has none of the phrases.
_SIGNS = ("costing", "pays", "charges", "reimburses")


@dataclass(frozen=True, slots=True)
class Paid:
    """That a thing costs its user nothing (`free`) or that he pays for it; the tokens that say so,
    the nouns and verbs (`things`) that it is said of, and what tells which or in what case."""

    tokens: range
    free: bool
    things: tuple[Written, ...]
    cases: tuple[Written, ...]


def paid(
    parsed: ParsedText, start: int, end: int, language: LanguagePack, *, asked: bool = False
) -> Iterator[Paid]:
    """What the sentence from token `start` to `end` says to be free or to be paid for; nothing of
    what it says with a limit or in a case. `asked`: who asks is the one who may pay."""
    if not _may_tell(parsed, start, end, language) or limits(parsed, start, end, language):
        return  # most
    for stretch in stretches(parsed, start, end):
        parts = clauses(parsed, *stretch, language)
        if any(part.conditional for part in parts):
            continue
        for number, part in enumerate(parts):
            said = _says(parsed, part, language, asked=asked)
            if said is None or _is_of_less(parsed, part, *said, language):
                continue
            tokens, free = said
            nouns = list(phrases(parsed, _begin(parsed, parts[: number + 1]), part.end, language))
            things = _things(parsed, part, tokens, nouns, language)
            cases = _cases(parsed, part, tokens, nouns, things, language)
            yield Paid(
                tokens=tokens,
                free=free,
                things=tuple(map(parsed.written, things)),
                cases=tuple(map(parsed.written, cases)),
            )


def _may_tell(parsed: ParsedText, start: int, end: int, language: LanguagePack) -> bool:
    """Whether a sentence has a word of paying, and none that limits what it says."""
    words = parsed.words_at(range(start, end))
    signs = (language.free, *(language.paying[kind] for kind in _SIGNS))
    if all(each.isdisjoint(words) for each in signs) and not any(
        phrases_at(parsed, start, end, each) for each in language.paying_phrases.values()
    ):
        return False
    # "pas" is "only", and also a card
    return not any(
        parsed.lowers[t] in language.only and parsed.pos[t] not in NOUNS for t in range(start, end)
    )


def _is_of_less(
    parsed: ParsedText, part: Clause, said: range, free: bool, language: LanguagePack
) -> bool:
    """Whether a clause says it for some time only, or denies it of another thing: "breakfast is
    included, parking not"."""
    return (free and _for_some_time(parsed, part, language)) or any(
        "," in parsed.lowers[min(t, said.start) : max(t, said.start)] for t in part.negations
    )


def _begin(parsed: ParsedText, parts: Sequence[Clause]) -> int:
    """Where the last of some clauses begins, with those before it that have no verb: "fuel and |
    tolls are included"."""
    first = parts[-1].start
    for before in reversed(parts[:-1]):
        if not VERBS.isdisjoint(parsed.pos[before.start : before.end]):
            break
        first = before.start
    return first


def _says(
    parsed: ParsedText, part: Clause, language: LanguagePack, *, asked: bool
) -> tuple[range, bool] | None:
    """The tokens with which a clause says who pays, and whether that is not its user."""
    denied = part.denied
    phrases_of = language.paying_phrases
    for kind, free in (
        ("nothing_to_pay", True),
        ("no_costs", True),
        ("own_account", denied),
        ("our_account", not denied),
        ("in_price", not denied),
        ("charged", denied),
    ):
        found = phrases_at(parsed, part.start, part.end, phrases_of[kind])
        if found:
            return range(found[0], phrase_end(parsed, found[0], phrases_of[kind])), free
    word = _says_with_a_word(parsed, part, language, asked=asked)
    return word and (range(word[0], word[0] + 1), word[1])


def _says_with_a_word(
    parsed: ParsedText, part: Clause, language: LanguagePack, *, asked: bool
) -> tuple[int, bool] | None:
    """The token with which a clause says who pays, where it has none of the phrases."""
    denied = part.denied
    kinds = language.paying
    lowers = frozenset(parsed.lowers[part.start : part.end])
    firm = not (language.speakers - language.single_speakers).isdisjoint(lowers)
    user = _names_user(parsed, part, language)
    user |= asked and not language.single_speakers.isdisjoint(lowers)
    for token in part.tokens:
        word = parsed.words_at((token,))
        if not language.free.isdisjoint(word):
            behind = parsed.pos[token + 1 : token + 2]
            if parsed.deps[token] == _BEFORE_NOUN or (behind and behind[0] in NOUNS):
                continue  # "the free version" is one of several
            return token, not denied
        if parsed.pos[token] in NOUNS:
            continue
        if not kinds["costing"].isdisjoint(word):
            if not kinds["nothing"].isdisjoint(lowers):
                return token, True
            return (token, False) if not denied and _sum(parsed, part, lowers, language) else None
        if not kinds["charges"].isdisjoint(word):
            of_money = firm or not kinds["pays_for"].isdisjoint(parsed.lowers[token + 1 : part.end])
            return (token, denied) if of_money else None  # "you charge the battery"
        if not kinds["reimburses"].isdisjoint(word):
            return token, not denied
        if not kinds["pays"].isdisjoint(word):
            may = not kinds["may"].isdisjoint(parsed.words_at(part.tokens))
            firm = firm or _other_payer(parsed, part, language) is not None
            if may or firm is user:
                return None
            if user and not kinds["nothing"].isdisjoint(lowers):
                return token, True
            return token, (not denied if firm else denied)
    return None


def _other_payer(parsed: ParsedText, part: Clause, language: LanguagePack) -> int | None:
    """Somebody of the user's who pays: "your *employer* pays"; none where the user does."""
    if _names_user(parsed, part, language):
        return None
    kinds = language.paying
    if not any(not kinds["pays"].isdisjoint(parsed.words_at((t,))) for t in part.tokens):
        return None
    theirs = [
        t
        for t in part.tokens
        if t and parsed.pos[t] in NOUNS and parsed.lowers[t - 1] in kinds["your"]
    ]
    return next((t for t in theirs if parsed.deps[t] == "nsubj"), next(iter(theirs), None))


def _names_user(parsed: ParsedText, part: Clause, language: LanguagePack) -> bool:
    """Whether a clause addresses its reader as one who does something: "je", not "je werkgever"."""
    return any(
        parsed.lowers[t] in language.address_pronouns
        and not (parsed.lowers[t] in language.paying["your"] and parsed.pos[t + 1] in NOUNS)
        for t in part.tokens
        if t + 1 < len(parsed.pos)
    )


def _sum(parsed: ParsedText, part: Clause, lowers: frozenset[str], language: LanguagePack) -> bool:
    """Whether a clause says that it costs something: a sum, or "money"."""
    something = language.paying["something"]
    return not something.isdisjoint(lowers) or "NUM" in parsed.pos[part.start : part.end]


def _things(
    parsed: ParsedText,
    part: Clause,
    said: range,
    nouns: Sequence[Phrase],
    language: LanguagePack,
) -> list[int]:
    """The nouns that a clause says it of, and those that its pronouns stand for; a verb where that
    is what is free: "*returning* it is free"."""
    kinds = language.paying
    leading = language.genitives
    if parsed.lowers[said.start] not in language.free:  # "free *for members*": in that case
        leading = leading | kinds["pays_for"]
    things = []
    for each in nouns:
        own = [
            t
            for t in range(each.start, each.end)
            if parsed.pos[t] in NOUNS and not _is_price(parsed, t, language)
        ]  # "shipping costs"
        if own and (each.plain or _leads(parsed, each) in leading):
            things.append(own[-1])
    verbs = [
        t
        for t in part.tokens
        # a pipeline takes a verb that opens a sentence for an adjective
        if (parsed.pos[t] == "VERB" or (parsed.pos[t] == "ADJ" and parsed.deps[t] == "nsubj"))
        and not any(parsed.words_at((t,)) & kinds[k] for k in _SIGNS)
        and parsed.words_at((t,)).isdisjoint(language.free | language.copulas)
    ]
    meant = [t for t in part.meant if parsed.pos[t] in NOUNS]
    payer = _other_payer(parsed, part, language)
    found = [t for t in (*things, *verbs, *meant) if t not in said and t != payer]
    return [t for t in found if not _is_price(parsed, t, language)]


def _cases(
    parsed: ParsedText,
    part: Clause,
    said: range,
    nouns: Sequence[Phrase],
    things: Sequence[int],
    language: LanguagePack,
) -> list[int]:
    """The other words of the nouns of a clause, but for sums and who pays them."""
    payer = _other_payer(parsed, part, language)
    return [
        t
        for each in nouns
        for t in range(each.start, each.end)
        if t not in things
        and t not in said
        and t != payer
        and parsed.pos[t] != "NUM"
        and is_word(parsed.lowers[t])
        and not _is_price(parsed, t, language)
    ]


def _for_some_time(parsed: ParsedText, part: Clause, language: LanguagePack) -> bool:
    """Whether a clause tells how long or from when: "free for 14 days", "the first month is"."""
    units = language.values["units"]
    lasting = frozenset(form for name in LASTING for form in units.get(name, ()))
    words = parsed.words_at(t for t in part.tokens if parsed.pos[t] in NOUNS)  # "u" is no hour
    return "NUM" in parsed.pos[part.start : part.end] or not lasting.isdisjoint(words)


def _leads(parsed: ParsedText, phrase: Phrase) -> str:
    """The word before a phrase and its article: "*for* the lunch"."""
    at = phrase.start - 1
    while at > 0 and parsed.pos[at] in ("DET", "PRON"):
        at -= 1
    return parsed.lowers[at] if at >= 0 else ""


def _is_price(parsed: ParsedText, token: int, language: LanguagePack) -> bool:
    """Whether a noun only says that money is meant: "the *price*", "de kilometer*prijs*"; but
    "parkeerkosten" are a thing."""
    endings = tuple(language.paying["price_endings"])
    words = parsed.words_at((token,))
    return not words.isdisjoint(language.paying["price"]) or parsed.lowers[token].endswith(endings)


def paid_otherwise(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A unit that says of a thing that it is free, where the pages only say that its user pays, or
    the other way round."""
    answer, question = inputs.answer, inputs.question
    if answer.lowers[unit.tokens[1] - 1] == "?":
        return
    found = list(paid(answer, *unit.tokens, inputs.language))
    for mine in found or _asked(inputs, unit):
        things = mine.things
        if not things:
            if not inputs.language.paying["pays"].isdisjoint(answer.words_at(mine.tokens)):
                continue  # "you are paying": for what, nobody says
            asked = (t for t, pos in enumerate(question.pos) if pos in NOUNS)
            things = tuple(map(question.written, asked))
        told = _told(inputs, unit, replace(mine, things=things))
        if told is not None:
            label = "free" if mine.free else "paid"
            yield against(inputs, (mine.tokens.start, mine.tokens.stop), label, *told)


def _asked(inputs: Inputs, unit: Unit) -> Iterable[Paid]:
    """What a unit says with "yes" or "no" to a question who pays."""
    answer, question, language = inputs.answer, inputs.question, inputs.language
    first = opening(answer, language.yes | language.no)
    if first is None or not unit.tokens[0] <= first < unit.tokens[1]:
        return ()
    said = [
        each
        for start, end in asking(question)
        for each in paid(question, start, end, language, asked=True)
    ]
    if len(said) != 1:
        return ()
    agrees = answer.lowers[first] in language.yes
    return (replace(said[0], tokens=range(first, first + 1), free=said[0].free is agrees),)


def _is_left_out(parsed: ParsedText, token: int, language: LanguagePack) -> bool:
    """Whether a text names who or what is not meant: "I am no *member*", "as a non-*member*"."""
    first, sign, _ = parsed.lowers[token].partition("-")
    if sign and first in language.not_being:
        return True
    before = parsed.lowers[max(0, token - 2) : token]
    return before[-1:] != () and (
        before[-1] in language.negations or (before[-1] == "-" and before[0] in language.not_being)
    )


def _told(inputs: Inputs, unit: Unit, mine: Paid) -> tuple[int, int] | None:
    """Document and sentence that say it otherwise; None where one says it as the answer does."""
    answer, question = inputs.answer, inputs.question
    spoken = [
        parsed.written(t)
        for parsed, tokens in ((answer, range(*unit.tokens)), (question, range(len(question.pos))))
        for t in tokens
        if not _is_left_out(parsed, t, inputs.language)
    ]
    told = [
        (place, number, each)
        for place, indexed in enumerate(inputs.documents)
        for number, each in indexed.indexes[NAME].paid
        if shared_words(inputs, mine.things, each.things)
    ]
    if any(each.free == mine.free for _, _, each in told):
        return None
    for place, number, each in told:
        page = inputs.documents[place].document.parsed
        there = [page.written(t) for t in range(*page.sentences[number])]
        if not all(shared_words(inputs, (case,), there) for case in mine.cases):
            continue  # "*big* repairs are free", "you pay for *small* repairs"
        if all(shared_words(inputs, spoken, (case,)) for case in each.cases):
            return place, number
    return None
