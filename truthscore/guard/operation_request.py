"""What a customer's message asks for: the sentences that tell a request, and what they are about.

A request counts where the customer tells it himself. One that is denied, quoted (mail too), a joke,
hangs on something, is only asked about, is another's, or is withdrawn later does not.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import regex

from truthscore import language as languages
from truthscore import resources
from truthscore.guard.operation_words import QUOTED, SENTENCE, WORD, rules, verbs_in
from truthscore.language import LanguagePack
from truthscore.text.record import words_of

_BLANK = " "
#: Not a dash between two values.
_SIGNS = r"[;()—]|,(?!\d)(?!\s\d{4}\b)|:(?=\s)|\s[-–]\s(?!\S*\s?\d)|$"
#: Verbs that may stand for one another: to change a limit is to raise it, lower it or move it.
_KIN = (
    frozenset({"change", "raise", "lower", "move"}), frozenset({"create", "request", "want"}),
    frozenset({"take", "request", "want"}), frozenset({"send", "change"}),
)  # fmt: skip
#: Verbs that end something: none stands for a verb that does not.
_ENDING = frozenset({"remove", "block", "off", "pause", "reject", "sell"})
#: Verbs by which a field gets a value, whatever a call is named; and those that only tell of one.
_SETTING = frozenset({"change", "raise", "lower", "move", "create", "assign", "request", "pass_on"})
_TELLING = frozenset({"approve", "report", "send"})
REVERT = "revert"
#: A request that says only that something is wanted.
WANT = "want"
#: Letters by which a word may be longer than another of which it is a form: "guest", "guests".
_ENDINGS = 3
#: Letters, at least, of a word that may have forms or stand at the end of another: "uploadlimiet".
_FORMED = 4


@dataclass(frozen=True, slots=True)
class Part:
    """A clause of a message: half-open characters. `live`: whether what it says holds ("my number
    was ..." does not); `main`: whether it has the verb of a request."""

    start: int
    end: int
    live: bool
    main: bool


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a message. `told`: whether it is a request of the customer's own; `denied`:
    whether it denies one; `verbs`: the names of what it asks for; `parts`: its clauses."""

    start: int
    end: int
    told: bool
    denied: bool
    verbs: frozenset[str]
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Message:
    """A message: its text without quoted mail (blanked, of the same length) and its sentences.
    `withdrawn`: whether it takes all of it back."""

    text: str
    sentences: tuple[Sentence, ...]
    withdrawn: bool
    code: str


def read(text: str, pack: LanguagePack, schema: Mapping[str, Sequence[str]]) -> Message:
    """A message, read. `text`: as `markup.normalise` gives it; `schema`: what calls are called by,
    of which the verbs count too."""
    rule, code = rules(pack.code, "request"), pack.code
    own = _without_mail(text, rule)
    own = rule["contrast"].sub(lambda match: _BLANK * len(match[0]), own)
    bare = QUOTED.sub(lambda match: _BLANK * len(match[0]), own)
    withdrawn = bool(rule["withdrawn"].search(bare) or rule["joke"].search(bare))
    return Message(own, tuple(_sentences(bare, code, _extra(schema))), withdrawn, code)


def _without_mail(text: str, rule: Mapping[str, regex.Pattern[str]]) -> str:
    """A text without the lines that are quoted mail, and all below a head of one."""
    lines, quoted = [], False
    for line in text.split("\n"):
        quoted = quoted or bool(rule["mail"].match(line))
        lines.append(_BLANK * len(line) if quoted or line.lstrip().startswith((">", "|")) else line)
    return "\n".join(lines)


def _extra(schema: Mapping[str, Sequence[str]]) -> frozenset[str]:
    """Words that may be the verb of a phrase of a schema, in whatever language."""
    said = [WORD.findall(each.lower()) for phrases in schema.values() for each in phrases]
    unknown = [each for each in said if len(each) > 1 and not _verbs_of(each)[0]]
    return frozenset(word for each in unknown for word in (each[0], each[-1]))


def _wants_only(
    said: str, spans: Sequence[tuple[int, int]], code: str, extra: Collection[str]
) -> bool:
    """Whether a sentence without a verb that is known says only that something is wanted, or has a
    verb of a schema."""
    rule = rules(code, "request")
    if rule["only"].search(said):
        return True
    places = [each for a, b in spans for each in rule["verb"].finditer(said[a:b])]
    return any((word or "").lower() in extra for each in places for word in each.groups())


def _sentences(bare: str, code: str, extra: Collection[str]) -> Iterator[Sentence]:
    rule = rules(code, "request")
    for match in SENTENCE.finditer(bare):
        said = rule["polite"].sub(lambda m: _BLANK * len(m[0]), match.group())
        asked = said.rstrip().endswith("?")
        spans = list(_spans(said, code))
        passive = bool(rule["passive"].search(said))
        verbs = verbs_in(said, code, "say")
        if passive:
            verbs |= verbs_in(said, code, "done")
        denied = any(
            rule["denial"].search(said[a:b])
            and (verbs_in(said[a:b], code, "say") or verbs_in(said[a:b], code, "done"))
            for a, b in spans
        )
        orders = [_orders(said[a:b], code, extra) for a, b in spans]
        past = [bool(rule["past"].search(said[a:b])) for a, b in spans]
        orders = [one and not was for one, was in zip(orders, past, strict=True)]
        wants = any(
            rule["wants"].search(said[a:b]) and not was
            for (a, b), was in zip(spans, past, strict=True)
        )
        told = (wants or any(orders) or passive) and not _is_put_off(said, asked, passive, rule)
        if not verbs and told:
            verbs = frozenset({WANT} if _wants_only(said, spans, code, extra) else ())
            told = bool(verbs)
        parts = []
        for (a, b), ordered in zip(spans, orders, strict=True):
            part = said[a:b]
            main = told and (ordered or bool(verbs_in(part, code, "say")) or (
                passive and bool(verbs_in(part, code, "done"))
            ) or (verbs == {WANT} and bool(rule["wants"].search(part))))  # fmt: skip
            live = not (rule["denial"].search(part) or (not main and rule["stale"].search(part)))
            parts.append(Part(match.start() + a, match.start() + b, live, main))
        yield Sentence(match.start(), match.end(), told and not denied, denied, verbs, tuple(parts))


def _spans(said: str, code: str) -> Iterator[tuple[int, int]]:
    """The clauses of a sentence: half-open characters."""
    joins = regex.compile(rf"{_SIGNS}|{rules(code, 'request')['joins'].pattern}", regex.IGNORECASE)
    start = 0
    for match in joins.finditer(said):
        if said[start : match.start()].strip():
            yield start, match.start()
        start = match.start()
        if match[0].strip() and not match[0][0].isalpha():
            start = match.end()
    if said[start:].strip():
        yield start, len(said)


def _orders(part: str, code: str, extra: Collection[str]) -> bool:
    """Whether a clause begins with a verb that orders, or is an order in short."""
    if rules(code, "request")["elliptic"].match(part) and verbs_in(part, code, "say"):
        return True
    first = rules(code, "request")["opening"].sub("", part).lstrip()
    word = WORD.match(first)
    return word is not None and (word[0].lower() in _imperatives(code) or word[0].lower() in extra)


@functools.cache
def _imperatives(code: str) -> frozenset[str]:
    """The first words of the forms that ask for something."""
    forms = languages.load(code).operations["verbs"].values()
    words = {each.partition("~")[0] for one in forms for each in one["say"].split()}
    none = rules(code, "request")["no_orders"]
    return frozenset(each for each in words if "_" not in each and not none.fullmatch(each))


def _is_put_off(
    said: str, asked: bool, passive: bool, rule: Mapping[str, regex.Pattern[str]]
) -> bool:
    """Whether a sentence only speaks of a request: hangs on something, tells another's or a past
    one, or asks about it."""
    if rule["case"].search(said) or rule["reported"].search(said):
        return True
    if rule["about"].search(said):
        return True
    polite = passive or bool(rule["asks"].search(said))
    return asked and (not polite or bool(rule["price"].search(said)))


def is_about(message: Message, name: str, phrases: Mapping[str, Sequence[str]]) -> bool:
    """Whether a request of a message calls a call by one of its phrases, and no other by a longer
    one. `phrases`: of every call that writes, by its name; without any, the words of its name."""
    return any(
        0 < scores[name] == max(scores.values())
        for each in message.sentences
        if each.told
        for scores in [_scores(message, each, phrases)]
    )


def is_denied(message: Message, name: str, phrases: Mapping[str, Sequence[str]]) -> bool:
    """Whether a sentence denies what the call does."""
    return any(
        _scores(message, each, {name: phrases[name]})[name] > 0
        for each in message.sentences
        if each.denied
    )


def _scores(
    message: Message, sentence: Sentence, phrases: Mapping[str, Sequence[str]]
) -> dict[str, int]:
    """Words of the longest phrase of each call that a sentence has; where it points to what was
    said before ("change it"), the whole message has them."""
    points = bool(rules(message.code, "request")["pronoun"].search(
        message.text[sentence.start : sentence.end]
    ))  # fmt: skip
    said = message.text[sentence.start : sentence.end]
    words = frozenset(WORD.findall(said.lower()))
    every = frozenset(WORD.findall(message.text.lower()))
    found = {}
    for name, given in phrases.items():
        of_name = _verbs_of(WORD.findall(words_of(name)))[0]
        found[name] = max(
            (
                _score(each, of_name, sentence, words, every, points)
                for each in given or [words_of(name)]
            ),
            default=0,
        )
    return found


def _score(
    phrase: str, of_name: Collection[str], sentence: Sentence, words: Collection[str],
    every: Collection[str], points: bool,
) -> int:  # fmt: skip
    """Words of a phrase, where a sentence has its verb and its objects; else 0."""
    said = WORD.findall(phrase.lower())
    verbs, objects = _verbs_of(said)
    noun = len(said) == 1 and verbs and _among(said[0], words)
    if noun and _fits(frozenset(), of_name, sentence.verbs):
        return 1
    here = every if points else words
    if not all(_among(each, here) for each in objects):
        return 0
    # "approve leave request" asks to approve: what is named by a verb is no verb there
    things = frozenset[str]().union(*map(verbs_of_word, objects))
    asked = sentence.verbs - things if verbs else sentence.verbs
    if verbs and all(_is_mark(each) for each in objects):  # a verb alone: "move to"
        return 0 if verbs.isdisjoint(asked) else len(said)
    return len(said) if asked and _fits(verbs, of_name, asked) else 0


@functools.lru_cache(maxsize=4096)
def _is_mark(word: str) -> bool:
    """Whether a word only marks a role: "to", "naar"."""
    return any(
        rules(code, "grounds")[mark].fullmatch(word) is not None
        for code in resources.languages() for mark in ("from", "to")
    )  # fmt: skip


def _fits(verbs: Collection[str], of_name: Collection[str], said: Collection[str]) -> bool:
    """Whether what a sentence asks for is what a phrase, or else the name of a call, says."""
    wanted = frozenset(verbs or of_name)
    if REVERT in said and REVERT not in wanted:
        return False
    kin = wanted.union(*(each for each in _KIN if each & wanted))
    if not kin.isdisjoint(said):
        return True
    if verbs:
        return False
    if set(said) == {WANT}:
        return wanted.isdisjoint(_ENDING)
    if wanted & _ENDING or set(said) & _ENDING:
        return not wanted and not set(said) <= _ENDING
    return bool(set(said) & _SETTING) or (not wanted and not set(said) <= _TELLING)


def _verbs_of(said: Sequence[str]) -> tuple[frozenset[str], tuple[str, ...]]:
    """The names of the verb of a phrase, in whatever language, and its other words."""
    return _split(tuple(said)) if said else (frozenset(), ())


@functools.lru_cache(maxsize=4096)
def _split(said: tuple[str, ...]) -> tuple[frozenset[str], tuple[str, ...]]:
    for code in resources.languages():
        listed = languages.load(code).operations.get("verbs", {})
        for form in (form for forms in listed.values() for form in forms["say"].split()):
            first, gap, last = form.partition("~")
            if gap and first in said and last in said:
                rest = tuple(each for each in said if each not in (first, last))
                return _exactly(form, code), rest
    for place in (0, len(said) - 1):
        if verbs := verbs_of_word(said[place]):
            return verbs, said[:place] + said[place + 1 :]
    return frozenset(), said


@functools.lru_cache(maxsize=4096)
def _exactly(word: str, code: str) -> frozenset[str]:
    verbs = languages.load(code).operations.get("verbs", {})
    return frozenset(name for name, forms in verbs.items() if word in forms["say"].split())


def verbs_of_word(word: str) -> frozenset[str]:
    """The names of the verbs of which a word is a form, in whatever language."""
    return frozenset[str]().union(*(_exactly(word.lower(), c) for c in resources.languages()))


def _among(word: str, words: Collection[str]) -> bool:
    return any(alike(word, each) for each in words)


def alike(word: str, other: str) -> bool:
    """Whether one word is a form of the other, or stands at its end: "limiet", "uploadlimiet"."""
    if word == other:
        return True
    if min(len(word), len(other)) < _FORMED:
        return False
    short, long = sorted((word, other), key=len)
    return (long.startswith(short) and len(long) - len(short) <= _ENDINGS) or other.endswith(word)


def akin(word: str, others: Iterable[str]) -> bool:
    """Whether a word is alike to one of some others, or one of them to it."""
    return any(alike(word, each) or alike(each, word) for each in others)


def is_of_another(
    message: Message, own: Collection[str], names: Collection[str], pack: LanguagePack
) -> bool:
    """Whether a request speaks of what is another's: "his booking", "Deborah's role", "het nummer
    van mijn collega". `own`: words by which the customer is known; `names`: those of the call."""
    rule = rules(pack.code, "request")
    for sentence in message.sentences:
        if not sentence.told:
            continue
        said = message.text[sentence.start : sentence.end]
        for match in rule["anothers"].finditer(said):
            thing, owner = match["thing"], match.groupdict().get("owner")
            if owner and owner.lower() in own:
                continue
            said_of = WORD.findall((thing or "").lower())
            if not said_of or any(akin(each, names) for each in said_of):
                return True
    return False
