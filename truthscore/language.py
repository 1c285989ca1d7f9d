"""A language's folder of word lists as one frozen object.

Everything that is a fact about a language (labels of its parser, question patterns, signal
words, the words that announce a button) lives in `wordlists/<code>/`, the same file names in
each; nothing of it is in code. Company facts live in the profile.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar, TypeVarTuple

import regex

from truthscore import resources
from truthscore.errors import ResourceError, did_you_mean
from truthscore.signature import digest
from truthscore.types import MESSAGE_TYPES, MessageType

#: The paper's four lists of the feature "complex answer" (§5.2).
SIGNAL_LISTS: tuple[str, ...] = ("perspective", "comparison", "examples", "reasoning")


#: Phrases, as words, by their first word.
Phrases = Mapping[str, tuple[tuple[str, ...], ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionPattern:
    """One regular expression of a message-type list, with a question that reaches it."""

    pattern: str
    example: str
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionList:
    """An ordered list of patterns that all point to one message type (§4.4.1).

    `scope` "message": looked for anywhere; "question": in the question, where the profile's
    detector tells a question from the sentences around it.
    """

    name: str
    type: MessageType
    scope: Literal["message", "question"]
    patterns: tuple[QuestionPattern, ...]


@dataclass(frozen=True, slots=True)
class WordForms:
    """How a language makes the forms of its words, from `language.toml`.

    Of verbs, `infinitive`: what their infinitives end in; `endings`: what stands behind the stem of
    other forms; `participle`: what stands before it there; `particles`: what may stand before that,
    or apart from the verb; `infinitive_mark`: what then stands between; `pronominal`: words of
    which a particle is a part elsewhere ("er ... voor"); `subjects`: pronouns right before which
    the verb stands in an inverted sentence; `present`: endings of the present
    participle, which the infinitive stands in; `nouns`: endings of nouns in the plural, which a
    pipeline takes for verbs. `plurals`: endings of nouns in the plural; `replaced`: those that
    stand for another one; `inflected`: endings of adjectives. `doubled`: the vowels of which one is
    lost before another syllable; `voiced`: how a consonant is written there; `vowels`: all of them.
    `least`: the zipf frequency of a word that is one, `usual` of one that longer words end in;
    `clearly`: how much more usual a plural is than its stem where it is an infinitive; `rarer`: how
    much rarer the infinitive of a form may be that is taken for another word.
    """

    infinitive: str
    endings: tuple[str, ...]
    participle: str
    particles: tuple[str, ...]
    infinitive_mark: str
    pronominal: tuple[str, ...]
    subjects: tuple[str, ...]
    present: tuple[str, ...]
    nouns: tuple[str, ...]
    plurals: tuple[str, ...]
    replaced: Mapping[str, str]
    inflected: tuple[str, ...]
    vowels: str
    doubled: str
    voiced: Mapping[str, str]
    least: float
    usual: float
    clearly: float
    rarer: float


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """How words are compared in this language (§6.1)."""

    lowercase: bool
    lemmatise: bool
    drop_stop_words: bool


@dataclass(frozen=True, kw_only=True)
class LanguagePack:
    """Everything truthscore knows about one language, from `wordlists/<code>/`."""

    code: str
    name: str
    pipelines: tuple[str, ...]
    subject_labels: frozenset[str]
    content_pos: frozenset[str]
    link_headings: frozenset[str]
    address_pronouns: frozenset[str]
    interrogatives: frozenset[str]
    plurals: frozenset[str]
    synonyms: Mapping[str, tuple[str, ...]]
    derivations: tuple[tuple[str, str], ...]
    word_forms: WordForms | None
    shortened: Mapping[str, regex.Pattern[str]]
    talk_words: frozenset[str]
    claiming: frozenset[str]
    claiming_alone: Mapping[str, frozenset[str]]
    courtesy_words: frozenset[str]
    negations: frozenset[str]
    no_negation: tuple[str, ...]
    near_negations: frozenset[str]
    infinitive_marks: frozenset[str]
    clause_words: frozenset[str]
    conditions_strong: Mapping[str, tuple[tuple[str, ...], ...]]
    conditions_weak: frozenset[str]
    times: frozenset[str]
    likening: frozenset[str]
    purposes: frozenset[str]
    only: frozenset[str]
    everyone: frozenset[str]
    whichever: frozenset[str]
    belonging: frozenset[str]
    numbered_sources: frozenset[str]
    rest: frozenset[str]
    whether: frozenset[str]
    asking: frozenset[str]
    until: frozenset[str]
    in_role: frozenset[str]
    role_words: frozenset[str]
    repeating: frozenset[str]
    repeated: frozenset[str]
    verifying: frozenset[str]
    verified: frozenset[str]
    ones: frozenset[str]
    first: frozenset[str]
    next: frozenset[str]
    conjunctions: frozenset[str]
    concessions: Mapping[str, tuple[tuple[str, ...], ...]]
    case_verbs: frozenset[str]
    there: frozenset[str]
    then: frozenset[str]
    opposites: Mapping[str, tuple[str, ...]]
    opposite_beginnings: tuple[tuple[str, str], ...]
    particles: frozenset[str]
    before_same_word: frozenset[str]
    roles: Mapping[str, tuple[str, ...]]
    people: frozenset[str]
    same_people: Mapping[str, str]
    who: frozenset[str]
    switching: frozenset[str]
    quantities: Mapping[str, str]
    yes: frozenset[str]
    no: frozenset[str]
    modals: frozenset[str]
    cannot: frozenset[str]
    needs: frozenset[str]
    must_do: frozenset[str]
    limiting: frozenset[str]
    carriers: frozenset[str]
    but: frozenset[str]
    copulas: frozenset[str]
    at_will: frozenset[str]
    too: frozenset[str]
    nobody: frozenset[str]
    excluding: frozenset[str]
    exceptions: frozenset[str]
    says_only_that: frozenset[str]
    either: frozenset[str]
    speakers: frozenset[str]
    single_speakers: frozenset[str]
    pronouns: Mapping[str, str]
    announcing: frozenset[str]
    done_to: frozenset[str]
    referring: Phrases
    sooner: frozenset[str]
    later: frozenset[str]
    needless: frozenset[str]
    unaffected: frozenset[str]
    that: frozenset[str]
    such: frozenset[str]
    otherwise: frozenset[str]
    explaining: frozenset[str]
    more_than: frozenset[tuple[str, ...]]
    demonstratives: frozenset[str]
    first_person: frozenset[str]
    depending: frozenset[str]
    manner: frozenset[str]
    at_once: frozenset[str]
    condition_words: frozenset[str]
    relative: frozenset[str]
    lasting: frozenset[str]
    yet: frozenset[str]
    perfect: frozenset[str]
    whoever: frozenset[str]
    free: frozenset[str]
    costs: frozenset[str]
    automatically: Mapping[str, tuple[tuple[str, ...], ...]]
    by_hand: Mapping[str, tuple[tuple[str, ...], ...]]
    oneself: Mapping[str, tuple[tuple[str, ...], ...]]
    happens: frozenset[str]
    is_on: frozenset[str]
    is_off: frozenset[str]
    standing: frozenset[str]
    guessing: frozenset[str]
    occasions: frozenset[str]
    several: Mapping[str, tuple[tuple[str, ...], ...]]
    getting: frozenset[str]
    requesting: frozenset[str]
    cell_yes: frozenset[str]
    cell_no: frozenset[str]
    view: View
    question_lists: Mapping[str, QuestionList]
    question_macros: Mapping[str, str]
    signal_words: Mapping[str, tuple[str, ...]]
    components: Mapping[str, Any]
    values: Mapping[str, Any]
    refusal: Mapping[str, Any]
    switches: frozenset[str]
    keys: Mapping[str, Any]
    small_talk: Mapping[str, Any]
    retraction: Mapping[str, Any]
    digest: str

    @functools.cached_property
    def numbers_spelled(self) -> Mapping[str, str]:
        """A whole number in words by its digits, and the other way round: "2", "twee"."""
        words = {
            word: str(number)
            for word, number in self.values["number_words"].items()
            if number == int(number) and " " not in word
        }
        return words | {number: word for word, number in words.items()}


@functools.cache
def load(code: str) -> LanguagePack:
    """The language pack of `code` ("nl", "en").

    Raises ResourceError when there is no such folder or a file in it is broken.
    """
    known = resources.languages()
    if code not in known:
        raise ResourceError(
            f"no word lists for language {code!r}; there are {', '.join(known)}"
            f"{did_you_mean(code, known)}"
        )
    folder = resources.wordlists_dir() / code
    facts = resources.read_toml(folder / "language.toml")
    turns = resources.read_toml(folder / "opposites.toml")
    try:
        return LanguagePack(
            code=code,
            name=facts["name"],
            pipelines=tuple(facts["pipelines"]),
            subject_labels=frozenset(facts["subject_labels"]),
            content_pos=frozenset(facts["content_pos"]),
            link_headings=frozenset(facts["link_headings"]),
            address_pronouns=frozenset(facts["address_pronouns"]),
            interrogatives=frozenset(facts["interrogatives"]),
            plurals=frozenset(facts["plurals"]),
            word_forms=_word_forms(facts),
            shortened=_shortened(facts["shortened"], folder / "language.toml"),
            synonyms=_synonyms(resources.read_toml(folder / "synonyms.toml")),
            derivations=tuple((verb, noun) for verb, noun in facts["derivations"]),
            no_negation=tuple(turns["no_negation"]),
            near_negations=frozenset(turns["near_negations"]),
            infinitive_marks=frozenset(turns["infinitive_marks"]),
            clause_words=frozenset(turns["clause_words"]),
            conditions_strong=_by_first_word(turns["conditions_strong"]),
            conditions_weak=frozenset(turns["conditions_weak"]),
            times=frozenset(turns["times"]),
            likening=frozenset(turns["likening"]),
            purposes=frozenset(turns["purposes"]),
            only=frozenset(turns["only"]),
            everyone=frozenset(turns["everyone"]),
            whichever=frozenset(turns["whichever"]),
            belonging=frozenset(turns["belonging"]),
            numbered_sources=frozenset(turns["numbered_sources"]),
            rest=frozenset(turns["rest"]),
            whether=frozenset(turns["whether"]),
            asking=frozenset(turns["asking"]),
            until=frozenset(turns["until"]),
            role_words=frozenset(turns["role_words"]),
            in_role=frozenset(turns["in_role"]),
            repeating=frozenset(turns["repeating"]),
            repeated=frozenset(turns["repeated"]),
            verifying=frozenset(turns["verifying"]),
            verified=frozenset(turns["verified"]),
            ones=frozenset(turns["ones"]),
            first=frozenset(turns["first"]),
            next=frozenset(turns["next"]),
            conjunctions=frozenset(turns["conjunctions"]),
            concessions=_by_first_word(turns["concessions"]),
            case_verbs=frozenset(turns["case_verbs"]),
            there=frozenset(turns["there"]),
            then=frozenset(turns["then"]),
            opposites=_rivals(
                itertools.chain(
                    turns["pairs"],
                    *(itertools.combinations(group, 2) for group in turns["groups"]),
                )
            ),
            opposite_beginnings=tuple(
                (one, other) for pair in turns["beginnings"] for one, other in (pair, pair[::-1])
            ),
            particles=frozenset(turns["particles"]),
            before_same_word=frozenset(turns["before_same_word"]),
            roles=_rivals(turns["roles"]),
            same_people={word: words[0] for words in turns["same_people"] for word in words},
            who=frozenset(turns["who"]),
            switching=frozenset(turns["switching"]),
            people=frozenset(turns["people"]) | frozenset(itertools.chain(*turns["roles"])),
            quantities={
                word: group for group, words in turns["quantities"].items() for word in words
            },
            yes=frozenset(turns["yes"]),
            no=frozenset(turns["no"]),
            modals=frozenset(turns["modals"]),
            cannot=frozenset(turns["cannot"]),
            needs=frozenset(turns["needs"]),
            must_do=frozenset(turns["must_do"]),
            limiting=frozenset(turns["limiting"]),
            carriers=frozenset(turns["carriers"]),
            but=frozenset(turns["but"]),
            copulas=frozenset(turns["copulas"]),
            at_will=frozenset(turns["at_will"]),
            too=frozenset(turns["too"]),
            nobody=frozenset(turns["nobody"]),
            excluding=frozenset(turns["excluding"]),
            exceptions=frozenset(turns["exceptions"]) | frozenset(turns["excluding"]),
            says_only_that=frozenset(turns["says_only_that"]),
            either=frozenset(turns["either"]),
            speakers=frozenset(turns["speakers"]),
            single_speakers=frozenset(turns["single_speakers"]),
            pronouns=dict(turns["pronouns"]),
            announcing=frozenset(turns["announcing"]),
            done_to=frozenset(turns["done_to"]),
            referring=_by_first_word(turns["referring"]),
            sooner=frozenset(turns["sooner"]),
            later=frozenset(turns["later"]),
            needless=frozenset(turns["needless"]),
            whoever=frozenset(turns["whoever"]),
            yet=frozenset(turns["yet"]),
            perfect=frozenset(turns["perfect"]),
            lasting=frozenset(turns["lasting"]),
            otherwise=frozenset(turns["otherwise"]),
            explaining=frozenset(turns["explaining"]),
            more_than=frozenset(tuple(each.split()) for each in turns["more_than"]),
            demonstratives=frozenset(turns["demonstratives"]),
            first_person=frozenset(turns["first_person"]),
            depending=frozenset(turns["depending"]),
            manner=frozenset(turns["manner"]),
            at_once=frozenset(turns["at_once"]),
            condition_words=frozenset(turns["condition_words"]),
            relative=frozenset(turns["relative"]),
            free=frozenset(turns["free"]),
            costs=frozenset(turns["costs"]),
            that=frozenset(turns["that"]),
            such=frozenset(turns["such"]),
            unaffected=frozenset(turns["unaffected"]),
            automatically=_by_first_word(turns["automatically"]),
            by_hand=_by_first_word(turns["by_hand"]),
            oneself=_by_first_word(turns["oneself"]),
            happens=frozenset(turns["happens"]),
            is_on=frozenset(turns["is_on"]),
            is_off=frozenset(turns["is_off"]),
            standing=frozenset(turns["standing"]),
            guessing=frozenset(turns["guessing"]),
            occasions=frozenset(turns["occasions"]),
            several=_by_first_word(turns["several"]),
            getting=frozenset(turns["getting"]),
            requesting=frozenset(turns["requesting"]),
            cell_yes=frozenset(turns["cell_yes"]),
            cell_no=frozenset(turns["cell_no"]),
            negations=frozenset(facts["negations"]),
            talk_words=frozenset(resources.read_words(folder / "talk_words.txt")),
            claiming=frozenset(facts["claiming"]),
            claiming_alone={w: frozenset(b) for w, b in facts["claiming_alone"].items()},
            courtesy_words=frozenset(resources.read_words(folder / "courtesy_words.txt")),
            view=View(**facts["view"]),
            question_lists=_question_lists(folder / "message_types.toml"),
            question_macros=resources.read_toml(folder / "message_types.toml")["macros"],
            signal_words={
                name: resources.read_words(folder / "signal_words" / f"{name}.txt")
                for name in SIGNAL_LISTS
            },
            components=resources.read_toml(folder / "components.toml"),
            values=resources.read_toml(folder / "values.toml"),
            refusal=resources.read_toml(folder / "refusal.toml"),
            switches=frozenset(turns["switches"]),
            keys=resources.read_toml(folder / "keys.toml"),
            small_talk=resources.read_toml(folder / "small_talk.toml"),
            retraction=resources.read_toml(folder / "retraction.toml"),
            digest=_digest(folder),
        )
    except (KeyError, TypeError) as error:
        raise ResourceError(
            f"{folder}: one of its TOML files has a missing or wrong key: {error}"
        ) from error


def _word_forms(facts: Mapping[str, Any]) -> WordForms | None:
    """None for a language whose pipeline is not mended."""
    if not facts["word_forms"]:
        return None
    listed: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value
        for key, value in facts["word_forms"].items()
    }
    return WordForms(**listed, plurals=tuple(facts["plurals"]))


_Made = TypeVar("_Made")
_More = TypeVarTuple("_More")


def once(make: Callable[[LanguagePack, *_More], _Made]) -> Callable[[LanguagePack, *_More], _Made]:
    """What `make` makes of a language's lists, made once: patterns take long to compile.

    Kept for the life of the process by the pack's code and digest (an edited list has another) and
    by what else `make` is given.
    """
    made: dict[object, _Made] = {}

    @functools.wraps(make)
    def kept(language: LanguagePack, /, *more: *_More) -> _Made:
        key = language.code, language.digest, more
        if key not in made:
            made[key] = make(language, *more)
        return made[key]

    return kept


def _shortened(patterns: Mapping[str, str], path: Path) -> dict[str, regex.Pattern[str]]:
    """Words by what finds their abbreviations."""
    try:
        return {word: regex.compile(pattern) for word, pattern in patterns.items()}
    except regex.error as error:
        raise ResourceError(f"{path}: `shortened`: pattern does not compile: {error}") from error


def _question_lists(path: Path) -> dict[str, QuestionList]:
    lists: dict[str, QuestionList] = {}
    for name, block in resources.read_toml(path)["lists"].items():
        if block["type"] not in MESSAGE_TYPES:
            raise ResourceError(
                f"{path}: list {name!r} has type {block['type']!r}; expected one of "
                f"{', '.join(MESSAGE_TYPES)}"
            )
        patterns = tuple(QuestionPattern(**pattern) for pattern in block["patterns"])
        lists[name] = QuestionList(
            name=name, type=block["type"], scope=block["scope"], patterns=patterns
        )
    return lists


def _rivals(pairs: Iterable[Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """Both directions of every pair: word → the words that exclude it."""
    found: dict[str, tuple[str, ...]] = {}
    for one, other in pairs:
        found[one] = (*found.get(one, ()), other)
        found[other] = (*found.get(other, ()), one)
    return found


#: What a guardrail says about a verdict: changes no score, so no signature.
NOT_SCORING = frozenset({"findings.toml", "reasons.toml"})


def _synonyms(rows: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Word -> the other words of its rows, of all kinds."""
    found: dict[str, dict[str, None]] = {}
    for kind in rows.values():
        for row in kind:
            for word in row:
                found.setdefault(word, {}).update((other, None) for other in row if other != word)
    return {word: tuple(others) for word, others in found.items()}


def _by_first_word(phrases: list[str]) -> dict[str, tuple[tuple[str, ...], ...]]:
    """First word → the phrases that begin with it, as words."""
    found: dict[str, tuple[tuple[str, ...], ...]] = {}
    for phrase in phrases:
        words = tuple(phrase.split())
        found[words[0]] = (*found.get(words[0], ()), words)
    return found


def _digest(folder: Path) -> str:
    files = sorted(
        path
        for path in folder.rglob("*")
        if path.suffix in {".toml", ".txt"} and path.name not in NOT_SCORING
    )
    return digest(
        part
        for path in files
        for part in (path.relative_to(folder).as_posix(), resources.read_text(path))
    )
