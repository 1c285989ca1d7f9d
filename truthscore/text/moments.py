"""What holds only before something has happened, or only once it has: "until it has been paid",
"after payment", "once it is sent".

Help pages set most of their limits by time, and tell both sides: "You can withdraw a claim until it
is paid. After that it is no longer possible."
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

import regex

from truthscore.language import LanguagePack
from truthscore.text.alignment import derived, is_claim
from truthscore.text.clauses import phrase_end, phrases_at, replies
from truthscore.text.model import NOUNS, VERBS, ParsedText
from truthscore.text.people import names_people

#: Signs that end what a word of time opens.
_ENDS = frozenset({",", ";", ":", "?", "!", ".", "(", ")"})
#: Words before a word of time with a number among which it tells how long.
MEASURED = 2
#: Parts of speech that go on with a phrase of time: "after *the final* payment".
_WITHIN = frozenset({"DET", "ADJ", "ADV", "PRON"})
#: Parts of speech in one name of a thing.
_NAMING = NOUNS | {"PART", "ADJ"}
#: Parts of speech with which the statement behind it begins.
_SUBJECTS = frozenset({"PRON", "DET"})
#: Parts of speech behind "only" that tell of whom or what alone something is so.
_SOME = NOUNS | {"DET", "PRON", "ADJ"}
#: Parts of speech of a participle before its noun.
_DONE = frozenset({"ADJ", "VERB"})

#: The relation of who does a deed to its verb.
_DOER = "nsubj"

#: Of each content word of a statement its forms.
Said = tuple[frozenset[str], ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """A statement that holds before an event, or once it has happened.

    `start`, `end`: the tokens of its sentence; `token`, `stop`: those of the words of time.
    `event`: the words for what happens; `said`: of each content word of the statement its forms,
    those of the event left out; `doing`: those of its verb; `who`: of the people it names.
    `denied`: whether it says that this cannot be; `limits`: whether it tells of the other side too
    ("*until* it is sent", "*only* after payment"); `some`: whether it is so of some only ("after
    that *only the desk* can").
    """

    start: int
    end: int
    token: int
    stop: int
    before: bool
    event: frozenset[str]
    said: Said
    doing: frozenset[str]
    who: frozenset[str]
    denied: bool
    limits: bool
    some: bool = False


def moments(
    parsed: ParsedText, language: LanguagePack, asked: Moment | None = None
) -> Iterator[tuple[int, Moment]]:
    """Each sentence's number and what it says can be done before or after an event, in text order.

    A statement of several deeds is left out: which of them is denied, nobody knows. A sentence that
    only says that it is possible tells it of what the one before it says, and "after that" of the
    event there; the first one of what was `asked`.
    """
    last, at = asked, -1
    for number, (start, end) in enumerate(parsed.sentences):
        found = moment(parsed, start, end, language)
        if found is None and last is not None and number - at == 1:
            found = _after_that(parsed, start, end, last, language)
        if found is not None and not found.said:
            said, doing = _said_before(parsed, parsed.sentences[at + 1 : number], last, language)
            found = replace(found, said=said, doing=doing)
        if found is not None and found.said:
            last, at = found, number
            yield number, found


def _said_before(
    parsed: ParsedText,
    sentences: Sequence[tuple[int, int]],
    last: Moment | None,
    language: LanguagePack,
) -> tuple[Said, frozenset[str]]:
    """The words of the last of some sentences that claims something, and the deeds of the last one;
    both of `last`, before them, where there is none."""
    said: Said = last.said if last else ()
    doing: frozenset[str] = last.doing if last else frozenset()
    if sentences:
        doing = frozenset().union(*_deeds(parsed, range(*sentences[-1]), language))
    contents = (_content(parsed, range(*each), language) for each in reversed(sentences))
    return next(filter(None, contents), said), doing


def other_side(one: Moment, other: Moment, language: LanguagePack) -> bool:
    """Whether two statements are about both sides of one event: what the one says is neither borne
    out nor denied by the other."""
    return one.before != other.before and same_event(one.event, other.event, language)


def same_event(one: AbstractSet[str], other: AbstractSet[str], language: LanguagePack) -> bool:
    """Whether two events share a word, or one's noun is made of the other's verb: "uitbetaald",
    "uitbetaling"."""
    return not one.isdisjoint(other) or any(
        form in other for word in one for form in derived(word, language.derivations)
    )


def moment(parsed: ParsedText, start: int, end: int, language: LanguagePack) -> Moment | None:
    """What a sentence, of tokens `start` to `end`, says of a time by itself."""
    for time in _times(parsed, start, end, language):
        outside = [t for t in range(start, end) if t != time.token and t not in time.inside]
        only = [t for t in range(start, end) if parsed.lowers[t] in language.only]
        if any(t > time.token for t in only) or _of_some(parsed, only):
            return None  # "after approval *only HR* can remove it": of others it is not so
        return _statement(parsed, start, end, time, outside, bool(only), language)
    return None


def _of_some(parsed: ParsedText, only: Sequence[int]) -> bool:
    """Whether a word for "only" stands before whom or what alone something is so of."""
    return any(not _SOME.isdisjoint(parsed.pos[t + 1 : t + 2]) for t in only)


@dataclass(frozen=True, slots=True)
class _Time:
    """A word of time, the tokens that tell of the event, and the words for that."""

    token: int
    inside: range
    event: frozenset[str]
    before: bool = False
    limits: bool = False


def _times(parsed: ParsedText, start: int, end: int, language: LanguagePack) -> Iterator[_Time]:
    """The words of time of a sentence, the plainest first: "until", "once", "if ... has been",
    "already", and a participle."""
    words = language.moments
    sides = (
        (words.after, False, False),
        (words.before, True, False),
        (words.until, True, True),
        (words.lasting, True, True),
        (words.done, False, False),
    )
    for phrases, before, limits in sides:
        for token in phrases_at(parsed, start, end, phrases):
            if "NUM" in parsed.pos[max(start, token - MEASURED) : token]:
                continue  # "14 days after delivery"
            inside = _inside(parsed, token, end, language)
            denied = not language.negations.isdisjoint(parsed.lowers[inside.start : inside.stop])
            if denied is not (phrases is words.lasting):
                continue  # "as long as it is *not* sent"; "once it is not needed" tells no event
            if phrases is words.done and not _has_come(parsed, inside, language):
                continue
            event = _event(parsed, inside, language)
            loose = parsed.lowers[token] in words.loose
            happens = _made_of_verb(event, language) or any(parsed.pos[t] == "VERB" for t in inside)
            if event and (happens or not loose):
                yield _Time(token, inside, event, before, limits)
    for token in range(start, end):
        if parsed.lowers[token] in words.already:
            inside = _clause_of(parsed, token, start, end)
            if any(parsed.pos[t] == "VERB" for t in inside):
                yield _Time(token, inside, _event(parsed, inside, language))
        if parsed.pos[token] not in _DONE or parsed.pos[token + 1 : token + 2] != ("NOUN",):
            continue  # most
        if regex.fullmatch(words.participle, parsed.lowers[token]):
            stem = parsed.lowers[token].removesuffix(words.inflected)
            event = frozenset({stem, *parsed.words_at((token,))})
            yield _Time(token, range(token, token + 1), event)  # "a *posted* entry"


def _clause_of(parsed: ParsedText, token: int, start: int, end: int) -> range:
    """The tokens around one between two commas."""
    ends = [start - 1, *(t for t in range(start, end) if parsed.lowers[t] in _ENDS), end]
    return range(max(t for t in ends if t < token) + 1, min(t for t in ends if t > token))


def _statement(
    parsed: ParsedText,
    start: int,
    end: int,
    time: _Time,
    outside: Sequence[int],
    only: bool,
    language: LanguagePack,
) -> Moment | None:
    """What is said of a time; None where it is not said that one thing can be done, or cannot."""
    deeds = _deeds(parsed, outside, language)
    denials = _denials(parsed, outside, language)
    if not time.event or len(deeds) > 1 or len(denials) > 1:
        return None  # "not without approval", "not even by us"
    if not _may_be(parsed, outside, language):
        return None
    if any(_apart(parsed, time.token, token, language) for token in denials):
        return None  # "once released it can be printed, *so* it does not work now"
    things = [t for t in time.inside if parsed.pos[t] in NOUNS]
    around = time.token in time.inside  # "my *order* has already been sent, can I cancel it?"
    return Moment(
        start=start,
        end=end,
        token=time.token,
        stop=max(time.inside.stop, time.token + 1),
        before=time.before,
        event=time.event,
        said=_content(parsed, [*(things if around else ()), *outside], language),
        doing=frozenset().union(*deeds),
        who=frozenset(parsed.words_at(t for t in outside if names_people(parsed, t, language))),
        denied=bool(denials),
        limits=only or time.limits,
    )


def _apart(parsed: ParsedText, one: int, other: int, language: LanguagePack) -> bool:
    """Whether a comma and a word that opens another statement stand between two tokens."""
    between = range(min(one, other) + 1, max(one, other))
    return any(
        parsed.lowers[t] == "," and parsed.lowers[t + 1] in language.explaining
        for t in between[:-1]
    )


def _after_that(
    parsed: ParsedText, start: int, end: int, last: Moment, language: LanguagePack
) -> Moment | None:
    """What a sentence says of the time behind the event of the one before it: "After that ..."."""
    at = phrases_at(parsed, start, end, language.moments.then)
    if not at:
        return None
    stop = phrase_end(parsed, at[0], language.moments.then)
    outside = [t for t in range(start, end) if not at[0] <= t < stop]
    time = _Time(at[0], range(stop, stop), last.event)
    only = [t for t in outside if parsed.lowers[t] in language.only]
    found = _statement(parsed, start, end, time, outside, False, language)
    return found and replace(found, some=_of_some(parsed, only))


def _inside(parsed: ParsedText, token: int, end: int, language: LanguagePack) -> range:
    """The tokens behind a word of time that tell of the event: to the next comma; or, where no verb
    belongs to it, as far as its noun."""
    words, lower = language.moments, parsed.lowers[token]
    stop = next((t for t in range(token + 1, end) if parsed.lowers[t] in _ENDS), end)
    noun = next((t for t in range(token + 1, stop) if parsed.pos[t] not in _WITHIN), stop)
    while noun + 1 < stop and parsed.pos[noun] in _NAMING and parsed.pos[noun + 1] in _NAMING:
        noun += 1  # "your pet's first treatment"
    verb = parsed.pos[noun + 1 : noun + 2] in (("AUX",), ("VERB",)) and noun + 1 < stop
    if (
        noun < stop
        and parsed.pos[noun] in NOUNS
        and lower not in words.clauses
        and (lower in words.phrases or not verb)
    ):
        return range(token + 1, noun + 1)  # "after payment a claim can ..."
    # "Once it has been sent *the address can* ...": up to the next subject with a verb
    done = next((t for t in range(token + 1, stop) if parsed.pos[t] == "VERB"), stop)
    starts = (t for t in range(done, stop) if parsed.pos[t] in _SUBJECTS)
    return range(
        token + 1, next((t for t in starts if not VERBS.isdisjoint(parsed.pos[t:stop])), stop)
    )


def _has_come(parsed: ParsedText, inside: range, language: LanguagePack) -> bool:
    """Whether a case is one that has come: "if it *has* been sent", "when it is *already* sent"."""
    words = language.moments
    perfect = any(parsed.pos[t] == "AUX" and parsed.lemmas[t] in words.perfect for t in inside)
    return perfect or not words.already.isdisjoint(parsed.lowers[inside.start : inside.stop])


def _event(parsed: ParsedText, inside: range, language: LanguagePack) -> frozenset[str]:
    """The words for what happens: the verbs that say so, else the first noun; none for a length of
    time or a date ("after 14 days")."""
    if any(word[0].isdigit() for word in parsed.lowers[inside.start : inside.stop]):
        return frozenset()
    claims = [t for t in inside if is_claim(parsed, t, language)]
    verbs = [t for t in claims if parsed.pos[t] == "VERB"]
    nouns = [t for t in claims if parsed.pos[t] in NOUNS]
    return frozenset(parsed.words_at(verbs or nouns[:1]))


def _made_of_verb(event: AbstractSet[str], language: LanguagePack) -> bool:
    return any(word.endswith(more) for word in event for _, more in language.derivations)


def _content(parsed: ParsedText, tokens: Iterable[int], language: LanguagePack) -> Said:
    """Of each word that claims more than that something is possible its forms."""
    return tuple(
        frozenset(parsed.words_at((t,)))
        for t in tokens
        if is_claim(parsed, t, language)
        and parsed.words_at((t,)).isdisjoint(language.says_only_that)
        and parsed.lowers[t] not in language.yes | language.no | language.no_longer
    )


def _deeds(
    parsed: ParsedText, tokens: Iterable[int], language: LanguagePack
) -> set[frozenset[str]]:
    """The forms of each verb that claims more than that something is possible."""
    return {
        frozenset(parsed.words_at((t,)))
        for t in tokens
        if parsed.pos[t] == "VERB"
        and is_claim(parsed, t, language)
        and parsed.words_at((t,)).isdisjoint(language.says_only_that)
    }


def _may_be(parsed: ParsedText, tokens: Sequence[int], language: LanguagePack) -> bool:
    """Whether a statement says that something can be, or cannot."""
    words = parsed.words_at(tokens)
    return not words.isdisjoint(language.modals | language.cannot)


def _denials(parsed: ParsedText, tokens: Sequence[int], language: LanguagePack) -> list[int]:
    """The tokens that deny what is said: a negation, or a word for what cannot be."""
    end = tokens[-1] + 1 if tokens else 0
    return [
        t
        for t in tokens
        if (parsed.lowers[t] in language.negations and not replies(parsed, t, end, language))
        or not language.cannot.isdisjoint(parsed.words_at((t,)))
    ]
