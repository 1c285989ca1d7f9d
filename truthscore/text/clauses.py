"""Clauses and their polarity: what is said, and whether it is affirmed or denied."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from truthscore import deadline
from truthscore.language import LanguagePack, Phrases
from truthscore.text.alignment import UNSURE, is_claim, sentence_of
from truthscore.text.model import NOUNS, VERBS, ParsedText
from truthscore.text.negations import APART, EXPLAINS, MARKS, STOPS, denials
from truthscore.text.referents import referents

#: The fewest words of a case and its consequence: "Lukt het, dan boekt u".
MIN_VERB_FIRST = 5
#: What stands behind the verb of a case that is set by its order.
_SUBJECTS = frozenset({"PRON", "DET"})
#: Those that also join the parts of a word.
_HYPHENS = frozenset({"-", "–"})
#: Labels of "als" before a noun that it says a role or form with; how far behind it that noun may
#: stand, what may stand between, and labels of what such a noun has not.
_ROLE_MARKS = frozenset({"mark", "case"})
ROLE_REACH = 2
_FORMS = NOUNS | UNSURE  # "pdf"
_DESCRIBING = frozenset({"ADJ", "NOUN", "PROPN"})
_STATING = frozenset({"cop", "nsubj", "nsubj:pass"})


@dataclass(frozen=True, slots=True)
class Clause:
    """Tokens `start` to `end`; `content` are those that claim something.

    `negations`: tokens that deny (each turns the clause round). `conditional`: whether the clause
    sets a case, by the word it opens with ("als", "mits", "if") or by its order ("Hebt u geen code,
    dan"), or asks: `asked`, "controleer of". `asserts`: whether it has a verb that
    is more than an infinitive of purpose; "left side" and "to hide a friend" say nothing. `meant`:
    what its pronouns stand for, elsewhere in the text (see text/referents).
    """

    start: int
    end: int
    content: tuple[int, ...]
    negations: tuple[int, ...]
    conditional: bool
    asserts: bool
    asked: bool = False
    meant: tuple[int, ...] = ()

    @property
    def tokens(self) -> range:
        """The tokens of the clause."""
        return range(self.start, self.end)

    @property
    def said(self) -> Sequence[int]:
        """Its tokens, and those of the nouns that its pronouns stand for."""
        return (*self.tokens, *self.meant) if self.meant else self.tokens

    @property
    def denied(self) -> bool:
        """Whether an odd number of negations turns the clause round."""
        return len(self.negations) % 2 == 1


def clauses(
    parsed: ParsedText,
    start: int,
    end: int,
    language: LanguagePack,
    claims: Sequence[int] | None = None,
) -> list[Clause]:
    """The clauses of tokens `start` to `end`, in order; a fragment joins the clause before it.

    `claims`: those of them that claim something, where that is known (see `is_claim`).
    """
    deadline.check()  # most of what reads a page sentence by sentence comes here
    lowers, openers = parsed.lowers, language.clause_words
    inner = lowers[start:end]
    parted = not (openers.isdisjoint(inner) and MARKS.isdisjoint(inner))
    asked = _asks_at(parsed, start, end, language)
    parted = parted or asked is not None
    if claims is None:
        claims = [t for t in range(start, end) if is_claim(parsed, t, language)]
    if not parted:
        return [_clause(parsed, start, end, tuple(claims), language)]
    behind = behind_case(parsed, start, end, language)
    borders = [
        start,
        *(
            token
            for token in range(start + 1, end)
            if (lowers[token] in openers and not names_role(parsed, token, language))
            or token == asked
            or (lowers[token - 1] in MARKS and _ends_clause(parsed, token - 1))
        ),
        end,
    ]
    found: list[tuple[int, int]] = []
    for begin, border in pairwise(borders):
        size = bisect_left(claims, border) - bisect_left(claims, begin)
        before = found[-1] if found else None
        # "en sla op", "maar niet": too little to stand alone, so it belongs to what came before
        joins = begin not in (asked, behind) and _joins(
            parsed, (begin, border), before, claims, language
        )
        if size < 2 and found and joins:
            found[-1] = (found[-1][0], border)
        else:
            found.append((begin, border))
    return [
        _clause(
            parsed,
            begin,
            border,
            tuple(claims[bisect_left(claims, begin) : bisect_left(claims, border)]),
            language,
            sets_case=begin < behind,
            asked=begin == asked,
        )
        for begin, border in found
    ]


def _joins(
    parsed: ParsedText,
    part: tuple[int, int],
    before: tuple[int, int] | None,
    claims: Sequence[int],
    language: LanguagePack,
) -> bool:
    """Whether a piece of a sentence may belong to the one before it (None: it is the first)."""
    begin, border = part
    lowers, negations = parsed.lowers, language.negations
    joins = before is None or lowers[begin - 1] not in APART
    if before is not None and not _claims_between(claims, *before):
        # "That is not possible here, *ask your manager*"
        says = "VERB" in parsed.pos[begin:border] and not negations.isdisjoint(
            lowers[slice(*before)]
        )
        joins = joins and not says and lowers[begin - 1] not in EXPLAINS
    # "..., so nothing can be collected": what it denies is denied of no clause before it
    concludes = (
        lowers[begin] in language.clause.explaining
        and not negations.isdisjoint(lowers[begin:border])
        and not VERBS.isdisjoint(parsed.pos[begin:border])
    )
    return (
        joins
        and not concludes
        and not opens_case(parsed, begin, language)
        and lowers[begin] not in language.cases.otherwise
    )


def _claims_between(claims: Sequence[int], begin: int, end: int) -> bool:
    at = bisect_left(claims, begin)
    return at < len(claims) and claims[at] < end


def _asks_at(parsed: ParsedText, start: int, end: int, language: LanguagePack) -> int | None:
    """Where an indirect question begins: "Controleer *of* de factuur is betaald".

    Dutch "of" is mostly "or", and English "if" sets a case.
    """
    lowers = parsed.lowers
    if (language.clause.whether | language.clause.verified).isdisjoint(lowers[start:end]):
        return None  # most
    for token in range(start, end):
        if token > start and lowers[token] in language.clause.verified:
            if lowers[token - 1] in language.clause.verifying:
                return token
            continue
        if lowers[token] not in language.clause.whether or token + 1 == end:
            continue
        asks = not language.clause.asking.isdisjoint(lowers[start:token])
        if parsed.pos[token] == "SCONJ" and (
            asks or lowers[token] not in language.cases.conditions_weak
        ):
            return token
        if token > start and lowers[token - 1] in language.clause.asking:
            return token  # the parser takes "Kijk of" for two things
    return None


def behind_case(parsed: ParsedText, start: int, end: int, language: LanguagePack) -> int:
    """Where the consequence begins of a sentence that sets a case by its order; else `start`."""
    if not verb_first(parsed, start, end, language):
        return start  # most
    behind = next(t for t in range(start + 2, end) if parsed.lowers[t] == ",") + 1
    second = start + 1
    if parsed.lowers[second] in language.clause.there:
        return behind
    # "Open het menu, klik op ..." is no case, and nobody needs to look at its tree; "dan" tells
    if parsed.lowers[behind] in language.then:
        return behind
    if parsed.pos[second] != "PRON":
        return start
    about = parsed.deps[second], parsed.deps[parsed.heads[second]]
    return start if language.subject_labels.isdisjoint(about) else behind


def _ends_clause(parsed: ParsedText, token: int) -> bool:
    """Whether one of `MARKS` ends a clause; the hyphen of "read-only" does not."""
    inside = token + 1 < len(parsed.starts) and parsed.starts[token + 1] == parsed.ends[token]
    return not (
        parsed.lowers[token] in _HYPHENS
        and inside
        and token > 0
        and parsed.starts[token] == parsed.ends[token - 1]
    )


def statement(parsed: ParsedText, clause: Clause) -> tuple[int, int]:
    """The tokens of the clause's sentence between the semicolons around it, and the colons behind
    which something is explained: "Printing is not needed: the shop prints it"."""
    start, end = parsed.sentences[sentence_of(parsed, clause.start)]
    borders = [
        t
        for t in range(start, end)
        if parsed.lowers[t] in APART
        or (parsed.lowers[t] in EXPLAINS and not VERBS.isdisjoint(parsed.pos[start:t]))
    ]
    return (
        max((t for t in borders if t < clause.start), default=start),
        min((t for t in borders if t >= clause.end - 1), default=end),
    )


def opens_case(parsed: ParsedText, token: int, language: LanguagePack) -> bool:
    """Whether a clause that begins at `token` sets a case: "als", "mits", "only if", "whoever"."""
    word = parsed.lowers[token]
    if word in language.cases.whoever:
        start, end = parsed.sentences[sentence_of(parsed, token)]
        return token == start and parsed.lowers[end - 1] != "?"
    strong = word in language.cases.conditions_strong
    if not (strong or word in language.cases.conditions_weak) or names_role(
        parsed, token, language
    ):
        return False
    if token and parsed.lowers[token - 1] in language.clause.likening:
        return False  # "net *als* bij een andere auto"
    return word in language.cases.conditions_weak or bool(
        limits(parsed, token, token + 1, language)
    )


def names_role(parsed: ParsedText, token: int, language: LanguagePack) -> bool:
    """Whether a word says in what role or form, and sets no case: "*als* beheerder", "stuur hem
    *als* bijlage"; not "als facturen betaald zijn", nor "als u beheerder bent"."""
    if (
        parsed.lowers[token] not in language.persons.in_role
        or parsed.deps[token] not in _ROLE_MARKS
    ):
        return False
    noun = parsed.heads[token]
    if not (
        token < noun <= token + ROLE_REACH
        and parsed.pos[noun] in _FORMS
        and all(parsed.pos[t] in _DESCRIBING for t in range(token + 1, noun))
    ):
        return False
    sentence = range(*parsed.sentences[sentence_of(parsed, token)])
    return not any(parsed.heads[t] == noun and parsed.deps[t] in _STATING for t in sentence)


def _clause(
    parsed: ParsedText,
    start: int,
    end: int,
    content: tuple[int, ...],
    language: LanguagePack,
    *,
    sets_case: bool = False,
    asked: bool = False,
) -> Clause:
    negations, spared = denials(parsed, start, end, language)
    return Clause(
        start,
        end,
        tuple([token for token in content if token not in negations]) if negations else content,
        tuple(negations[spared:]) if spared else tuple(negations),
        sets_case
        or asked
        or opens_case(parsed, start, language)
        or parsed.lowers[start] in language.cases.otherwise,
        any(
            pos in VERBS
            and (token == 0 or parsed.lowers[token - 1] not in language.clause.infinitive_marks)
            for token, pos in enumerate(parsed.pos[start:end], start)
        ),
        asked,
        tuple(
            token
            for noun in referents(parsed, start, end, language).values()
            for token in noun
            if not start <= token < end and is_claim(parsed, token, language)
        ),
    )


def verb_first(parsed: ParsedText, start: int, end: int, language: LanguagePack) -> bool:
    """Whether a sentence sets a case by its order: "Werkt u met btw, dan ...", "Should it ...".

    A verb, its pronoun, and behind a comma a verb or "dan"; "Meld u aan, of ..." is none.
    """
    # A pipeline may not know the verb of "Helpt dat niet, ...".
    that = parsed.lowers[start + 1 : start + 2]
    verb = parsed.pos[start] in VERBS or not language.pointing.demonstratives.isdisjoint(that)
    if end - start < MIN_VERB_FIRST or not verb:
        return False
    if language.cases.case_verbs and parsed.lowers[start] not in language.cases.case_verbs:
        return False  # "Combine the two, stir": English sets a case with few verbs
    second = parsed.pos[start + 1] in _SUBJECTS or parsed.lowers[start + 1] in language.clause.there
    if not second or parsed.lowers[end - 1] == "?":
        return False
    comma = next((t for t in range(start + 2, end - 1) if parsed.lowers[t] == ","), None)
    if comma is None:
        return False
    after = comma + 1
    then = parsed.lowers[after] in language.then or parsed.lowers[after + 1] in language.then
    if (
        not language.cases.case_verbs
        and parsed.pos[start + 1] == "DET"
        and parsed.lowers[start + 1] not in language.pointing.demonstratives
    ):
        # "Open een venster, typ de naam" tells two steps; "Staat de knop uit, neemt u ..." a case
        return then or (parsed.pos[after] in VERBS and parsed.pos[after + 1] == "PRON")
    return parsed.pos[after] in VERBS or then


def denied_words(parsed: ParsedText, language: LanguagePack) -> frozenset[str]:
    """The words of which a text says that they are not so, without what it says instead: "my
    account is not of the type *standard*, but a manager's"; none of what it asks."""
    stops = [t + 1 for t, lower in enumerate(parsed.lowers) if lower in STOPS | {"?"}]
    denied: list[int] = []
    for start, end in pairwise(sorted({0, *stops, len(parsed.lowers)})):
        first = next((t for t in range(start, end) if parsed.lowers[t] in language.negations), end)
        instead = next(
            (t for t in range(first, end) if parsed.lowers[t] in language.clause.but), end
        )
        asks = parsed.lowers[end - 1] == "?"
        for part in clauses(parsed, start, end, language) if first < end else ():
            if part.conditional or not asks:
                if instead < end:
                    denied.extend(t for t in part.content if first < t < instead)
                elif part.denied:
                    denied.extend(part.content)
    return frozenset(parsed.words_at(denied))


def concedes(parsed: ParsedText, start: int, end: int, language: LanguagePack) -> list[int]:
    """The tokens at which a phrase begins that lifts a condition ("ook als", "even if")."""
    return phrases_at(parsed, start, end, language.cases.concessions)


def phrases_at(parsed: ParsedText, start: int, end: int, phrases: Phrases) -> list[int]:
    """The tokens at which one of some phrases begins, given by their first words."""
    lowers = parsed.lowers
    return [
        token
        for token in range(start, end)
        if lowers[token] in phrases  # most words begin none
        and any(lowers[token : token + len(words)] == words for words in phrases[lowers[token]])
    ]


def gives_example(lowers: Iterable[str], language: LanguagePack) -> bool:
    """Whether words say that what they name is an example: "such as"."""
    said = f" {' '.join(lowers)} "
    return any(f" {phrase} " in said for phrase in language.signal_words["examples"])


def limits(parsed: ParsedText, start: int, end: int, language: LanguagePack) -> list[int]:
    """The tokens at which a phrase begins that limits a statement ("alleen als", "unless")."""
    return [
        token
        for token in phrases_at(parsed, start, end, language.cases.conditions_strong)
        # "daar kan zolang niet worden gepickt"
        if parsed.pos[token] != "ADV" or parsed.lowers[token] not in language.clause_words
    ]
