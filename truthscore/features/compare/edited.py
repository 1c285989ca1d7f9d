"""A sentence of the page with a word or two changed, of which one turns it round: "You can *never*
change it here" for "only", "it is *un*paid", "it does *not* appear"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from truthscore.features.base import Inputs, against
from truthscore.language import LanguagePack
from truthscore.text.alignment import Unit
from truthscore.text.model import ParsedText, is_word
from truthscore.text.opposition import turned_at_start
from truthscore.types import Evidence

#: Rules: a word that excludes the page's, and a denial on one side only.
OPPOSITE, DENIED = "opposite", "denied"
#: Parts of speech that may come or go with a denial: "does not", "geen".
HELPING = frozenset({"AUX", "DET", "PART", "ADV", "PRON"})


def edited(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A unit that copies its passage but for a few words, one of which turns it round.

    Both are read word by word. What the page has before or behind the copied part is not missed:
    an answer may copy a part of a sentence.
    """
    settings = inputs.profile.features.contradiction
    place, answer, language = unit.passage, inputs.answer, inputs.language
    if place is None or unit.exact < settings.edited:
        return
    page = inputs.aligned.documents[place.document].parsed
    ours, theirs = _words(answer, unit.tokens), _words(page, page.sentences[place.sentence])
    said, told = [answer.lemmas[t] for t in ours], [page.lemmas[t] for t in theirs]
    if said == told or len({*said} - {*told}) > settings.edits:
        return  # nearly all
    # "Not without" is "only with"; and "check that it fits" may be said of what does not fit.
    denials = _denials(answer, ours, language) - _denials(page, theirs, language)
    if denials == 1 and (never := _for_only(inputs, page, theirs, ours)) is not None:
        only = min(language.only.intersection(page.lowers[t] for t in theirs))
        label, tokens = f"{answer.lowers[never]} / {only}", (never, never + 1)
        yield against(inputs, tokens, label, place.document, place.sentence, rule=OPPOSITE)
        return
    steps = SequenceMatcher(None, told, said, autojunk=False).get_opcodes()
    kept = sum(len(told[start:end]) for kind, start, end, _, _ in steps if kind == "equal")
    changes = [each for each in steps if each[0] != "equal" and not _cut(each, len(told))]
    longer = [max(told[start:end], said[at:to], key=len) for _, start, end, at, to in changes]
    changed = sum(len(each) for each in longer)
    if kept < settings.kept or changed > settings.edits:
        return
    begins = steps[0][0] == "equal"
    turned: list[tuple[tuple[int, int], str, str]] = []
    for _, start, end, at, to in changes:
        were, are = theirs[start:end], ours[at:to]
        found = None
        if abs(denials) == 1:
            found = _denied(inputs, page, were, are, begins=begins, alone=len(changes) == 1)
        elif not denials:
            found = _excluded(inputs, page, were, are)
        if found is not None:
            turned.append(((are[0], are[-1] + 1) if are else unit.tokens, *found))
    if len(turned) == 1:  # two of them may say the same again
        [(tokens, rule, label)] = turned
        yield against(inputs, tokens, label, place.document, place.sentence, rule=rule)


def _words(parsed: ParsedText, tokens: tuple[int, int]) -> list[int]:
    return [t for t in range(*tokens) if is_word(parsed.lowers[t])]


def _cut(step: tuple[str, int, int, int, int], length: int) -> bool:
    """Whether it is what the answer leaves out at the beginning or the end."""
    kind, start, end, _, _ = step
    return kind == "delete" and (start == 0 or end == length)


def _denials(parsed: ParsedText, tokens: Sequence[int], language: LanguagePack) -> int:
    return sum(parsed.lowers[t] in language.negations for t in tokens)


def _for_only(inputs: Inputs, page: ParsedText, theirs: list[int], ours: list[int]) -> int | None:
    """The token of a denial that took the place of the page's "only", wherever it stands, when all
    else that is said is the same: "only a manager approves", "a manager never approves"."""
    answer, language = inputs.answer, inputs.language
    limits = language.only | language.negations
    if language.only.isdisjoint(page.lowers[t] for t in theirs):
        return None  # most
    if not language.only.isdisjoint(answer.lowers[t] for t in ours):
        return None
    said, told = (
        {parsed.lemmas[t] for t in tokens if parsed.pos[t] not in HELPING} - limits
        for parsed, tokens in ((answer, ours), (page, theirs))
    )
    if said != told or len(said) < inputs.profile.features.contradiction.min_shared:
        return None
    return next(t for t in ours if answer.lowers[t] in language.negations)


def _denied(
    inputs: Inputs,
    page: ParsedText,
    theirs: list[int],
    ours: list[int],
    *,
    begins: bool,
    alone: bool,
) -> tuple[str, str] | None:
    """The rule and the label of a denial that came or went, or took the place of "only".

    "Not before" is "only after": where more was changed, "only" says nothing.
    """
    answer, language = inputs.answer, inputs.language
    says, said = {answer.lowers[t] for t in ours}, {page.lowers[t] for t in theirs}
    denies, denied = says & language.negations, said & language.negations
    limits, limited = says & language.only, said & language.only
    if bool(denies) == bool(denied) or not language.persons.nobody.isdisjoint(says | said):
        return None
    if limits or limited:
        mine, other = denies or limits, denied or limited
        return (OPPOSITE, f"{min(mine)} / {min(other)}") if alone and mine and other else None
    rest = [answer.pos[t] for t in ours if answer.lowers[t] not in denies]
    rest += [page.pos[t] for t in theirs if page.lowers[t] not in denied]
    return (DENIED, "negation") if begins and HELPING.issuperset(rest) else None


def _excluded(
    inputs: Inputs, page: ParsedText, theirs: list[int], ours: list[int]
) -> tuple[str, str] | None:
    """The rule and the label of a word that excludes the one in whose place it stands."""
    opposing = inputs.language.opposing
    # "consists of four screens", "asks in four screens": a preposition goes with its verb
    said = {word for t in theirs if page.pos[t] != "ADP" for word in page.written(t)}
    for token in (t for t in ours if inputs.answer.pos[t] != "ADP"):
        for word in inputs.answer.written(token):
            others = {
                *turned_at_start(word, opposing.opposite_beginnings),
                *opposing.opposites.get(word, ()),
            }
            if other := others & said:
                return OPPOSITE, f"{word} / {min(other)}"
    return None
