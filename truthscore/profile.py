"""Profiles: every number and every company-specific setting, from TOML.

A profile is a file. `extends = "paper"` takes another profile's settings first; what the file
itself says wins, key by key. There are no defaults in code: `profiles/paper.toml` names every
key, and a key nobody knows is an error that suggests the nearest one.
"""

from __future__ import annotations

import functools
import os
import tomllib
from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import regex
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    PlainValidator,
    ValidationError,
    field_validator,
    model_validator,
)

from truthscore import resources
from truthscore.errors import ProfileError, ResourceError, did_you_mean
from truthscore.rules import RULE_IDS
from truthscore.signature import digest
from truthscore.types import MESSAGE_TYPES, Action, MessageType, Role

Share = Field(ge=0.0, le=1.0)
Stars = Field(ge=1.0, le=5.0)


#: Seconds that one pattern may be given, at most: a clock has to be able to count them.
LONGEST_PATTERN = 60.0
#: Milliseconds that one check may be given, at most: an hour.
LONGEST_BUDGET = 3_600_000.0
#: Tables and lists within each other, at most; the shipped profiles have four.
DEEPEST_TABLE = 16
#: Profiles that extend one another, at most: each is read by the one that extends it.
LONGEST_CHAIN = 32


class _Section(BaseModel):
    # neither infinity nor NaN is a number that anything can be compared with or wait for
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class Detector(_Section):
    """Message-type detection (§4.4.1)."""

    order: tuple[str, ...]
    no_question_mark: MessageType | Literal["off"]
    no_question_mark_after: str
    scope: Literal["message", "question"]
    match: Literal["whole_words", "substring"]


class TypeScore(_Section):
    """What one message type has of its own instead of the profile's `[score]`."""

    middle_at: float = Field(gt=0.0, lt=1.0)
    weights: Mapping[str, Annotated[float, Field(ge=0.0)]]
    penalties: Mapping[str, Annotated[float, Field(ge=0.0)]]


def _refusals(value: Any) -> str | float | Mapping[str, float]:
    if isinstance(value, str) and value in ("score", "not_scored"):
        return value
    stars = list(value.values()) if isinstance(value, Mapping) else [value]
    if not all(
        isinstance(each, int | float) and not isinstance(each, bool) and 1.0 <= each <= 5.0
        for each in stars
    ):
        raise ValueError(
            'expected "score", "not_scored" or stars from 1 to 5, for all or by language'
        )
    if isinstance(value, Mapping):
        return {lang: float(each) for lang, each in value.items()}
    return float(value)


class RuleWeight(_Section):
    """What one finding of a rule counts: 1.0 takes off half of what its feature may take off.

    `copied`: in a sentence that stands nearly word for word on its page; `free`: in any other.
    """

    copied: float = Field(ge=0.0)
    free: float = Field(ge=0.0)


def _known_rules(rules: Mapping[str, RuleWeight]) -> Mapping[str, RuleWeight]:
    for name in rules:
        if name not in RULE_IDS:
            raise ValueError(f"no rule {name!r}{did_you_mean(name, RULE_IDS)}")
    return rules


class Score(_Section):
    """From measurements to stars (§5.3, Figure 4)."""

    types: tuple[MessageType, ...]
    #: "score": as any other answer; "not_scored"; or the stars that people give them, in all
    #: languages or by language read (those of another language get none)
    refusals: Annotated[str | float | Mapping[str, float], PlainValidator(_refusals)]
    #: "score": as any other answer; "not_scored": it says nothing that could be untrue
    small_talk: Literal["score", "not_scored"]
    middle: Literal["seven", "five"]
    middle_at: float = Field(gt=0.0, lt=1.0)
    not_applicable: Literal["skip", "zero", "one"]
    overrides: tuple[
        Literal["missing_component", "sure_missing_component", "verbatim_guide", "clean_guide"], ...
    ]
    own_words: int = Field(ge=0)
    unsupported_at_most: float = Stars
    weights: Mapping[str, Annotated[float, Field(ge=0.0)]]
    penalties: Mapping[str, Annotated[float, Field(ge=0.0)]]
    #: Share of a sentence's words that its passage has in the same order, from which it is copied.
    copied_from: float = Share
    rules: Annotated[Mapping[str, RuleWeight], AfterValidator(_known_rules)]
    by_type: Mapping[MessageType, TypeScore]

    def refused(self, lang: str) -> float | None:
        """The stars of an answer in `lang` that declines; None where it gets none of its own."""
        if isinstance(self.refusals, Mapping):
            return self.refusals.get(lang)
        return None if isinstance(self.refusals, str) else self.refusals

    def of_type(self, message_type: str) -> Score:
        """These settings with what `message_type` has of its own."""
        own = self.by_type.get(message_type)  # type: ignore[call-overload]
        return self if own is None else self.model_copy(update=dict(own))


class Across(_Section):
    """How an answer is held against pages in another language (`features/across.py`).

    `weights`, `penalties`, `middle_at`: as in `[score]`. `at_most`: where the stars of such an
    answer end. `far` and `near`: likenesses (-1 to 1) of a sentence and a passage at which it
    surely is another thing, and the same. `meant`: what that counts beside words. The rest: from
    which likeness two labels, two clauses, two steps are the same one; `tie`: other clauses so near
    the best also speak; `order`: how much better another order must fit.
    """

    middle_at: float = Field(gt=0.0, lt=1.0)
    weights: Mapping[str, Annotated[float, Field(ge=0.0)]]
    penalties: Mapping[str, Annotated[float, Field(ge=0.0)]]
    at_most: float = Field(ge=3.0, le=5.0)
    far: float = Share
    near: float = Share
    meant: float = Share
    same_label: float = Share
    same_clause: float = Share
    tie: float = Share
    same_step: float = Share
    order: float = Share

    @model_validator(mode="after")
    def _far_from_near(self) -> Across:
        if self.far >= self.near:
            raise ValueError("'far' must be below 'near'")
        return self


class TranslationMode(_Section):
    """Which language is read (§5.2, §6.1): "translated" reads the translation in each row."""

    mode: Literal["original", "translated"]
    to: str
    features: tuple[str, ...]


class DecisionThresholds(_Section):
    """What a score would mean for the customer: send, let a person look, hold back."""

    send_from: float = Stars
    block_below: float = Stars

    @model_validator(mode="after")
    def _ordered(self) -> DecisionThresholds:
        if self.block_below > self.send_from:
            raise ValueError("block_below must not be above send_from")
        return self


class CompanyTerms(_Section):
    """Settings of the feature `company_terms`."""

    terms_file: str
    max_terms: int = Field(ge=1)
    general_zipf: float = Field(ge=0.0, le=8.0)
    min_length: int = Field(ge=1)


class ComponentsDefined(_Section):
    """Settings of the feature `components_defined`."""

    fuzzy_threshold: float = Field(ge=0.0, le=100.0)
    fuzzy_min_length: int = Field(ge=1)


class ComplexAnswer(_Section):
    """Settings of the feature `complex_answer`."""

    floor: float = Share
    full_at: int = Field(ge=1, le=4)


class PromptOverlap(_Section):
    """Settings of the feature `prompt_overlap`."""

    min_words: int = Field(ge=1)
    part_length: int = Field(ge=1)
    fuzzy_ratio: float = Field(ge=0.0, le=100.0)
    full_at: float = Field(gt=0.0, le=1.0)


class Hal(_Section):
    """Settings of the feature `hal`."""

    words: Literal["view", "content"]
    windows: tuple[Annotated[int, Field(ge=1)], ...] = Field(min_length=1)
    full_at: float = Field(gt=0.0, le=1.0)
    min_pairs: int = Field(ge=1)


class SubjectPairs(_Section):
    """Settings of the feature `subject_pairs`."""

    pronouns: bool
    prior: float = Field(ge=0.0)
    min_pairs: int = Field(ge=1)


class VerbatimGuide(_Section):
    """Settings of the feature `verbatim_guide`."""

    similarity: Literal["lemma_cosine", "word_cosine"]
    threshold: float = Share
    same_values: bool
    min_steps: int = Field(ge=2)


class Alignment(_Section):
    """How an answer's sentences are matched with passages (`text/alignment.py`)."""

    part_length: int = Field(ge=1)
    fuzzy_ratio: float = Field(ge=0.0, le=100.0)


class Statements(_Section):
    """Settings of the feature `statements`."""

    supported_from: float = Share
    lowest_share: float = Share
    new_words: int = Field(ge=1)


class NewWords(_Section):
    """Settings of the feature `new_words`."""

    half_at: float = Field(gt=0.0)
    half_share: float = Field(gt=0.0)
    min_weight: float = Field(ge=0.0)


class RougeL(_Section):
    """Settings of the feature `rouge_l`."""

    in_sentences: float = Field(ge=0.0, le=1.0)
    short: int = Field(ge=0)


class Numbers(_Section):
    """Settings of the feature `numbers`."""

    reach: int = Field(ge=0)
    min_worded: float = Field(ge=0.0)
    part_reach: int = Field(ge=1)
    min_noun: int = Field(ge=1)
    nearer: int = Field(ge=1)
    same_thing: float = Share


class ErrorCodes(_Section):
    """Settings of the feature `error_codes`; a pattern's code is its group `code`."""

    patterns: tuple[str, ...]
    short: tuple[str, ...]
    not_codes: tuple[str, ...]
    min_message_words: int = Field(ge=1)
    message_reach: int = Field(ge=1)
    min_support: float = Share
    margin: float = Share

    @field_validator("patterns", "short")
    @classmethod
    def _have_a_code(cls, patterns: tuple[str, ...]) -> tuple[str, ...]:
        return _with_groups(patterns, ("code",))


class Citations(_Section):
    """Settings of the feature `citations`; groups `numbers`, `name` and `url` say what is cited."""

    patterns: tuple[str, ...]
    min_support: float = Share

    @field_validator("patterns")
    @classmethod
    def _cite_something(cls, patterns: tuple[str, ...]) -> tuple[str, ...]:
        return _with_groups(patterns, ("numbers", "name", "url"))


def _with_groups(patterns: tuple[str, ...], groups: Sequence[str]) -> tuple[str, ...]:
    for pattern in patterns:
        try:
            compiled = regex.compile(pattern)
        except regex.error as error:
            raise ValueError(f"pattern {pattern!r} does not compile: {error}") from error
        if not any(group in compiled.groupindex for group in groups):
            raise ValueError(f"pattern {pattern!r} has no group named {' or '.join(groups)}")
    return patterns


class Contradiction(_Section):
    """Settings of the feature `contradiction`."""

    min_overlap: float = Share
    min_back: float = Share
    min_overlap_inside: float = Share
    min_overlap_yes_no: float = Share
    whole: float = Share
    part: float = Share
    min_shared: int = Field(ge=1)
    doubt_overlap: float = Share
    doubt: float = Share
    short: int = Field(ge=1)
    doubt_units: int = Field(ge=0)
    tie: float = Share
    look_back: int = Field(ge=1)
    told_tokens: int = Field(ge=1)
    passage_tokens: int = Field(ge=1)
    told_support: float = Share
    told_denied: float = Share
    told_affirmed: float = Share
    ruled_out: float = Share


class OffContext(_Section):
    """Settings of the feature `off_context`."""

    min_support: float = Share
    lifted_support: float = Share
    told: float = Share
    lost_share: float = Share
    min_main: int = Field(ge=1)
    same_sentence: float = Share
    min_shared: int = Field(ge=1)
    who_share: float = Share
    who_alone: float = Share
    reserved: float = Share


class GuideFidelity(_Section):
    """Settings of the feature `guide_fidelity`."""

    min_steps: int = Field(ge=2)
    same_step: float = Share
    same_order: float = Share
    pairs: float = Share
    invented_below: float = Share


class SwappedLabels(_Section):
    """The feature `swapped_labels` has nothing to set."""


#: The settings of a feature that may be left out.
_unless_used: Any = None


class Features(_Section):
    """Settings per feature; `use` names the features that count.

    What only `grounded` uses may be left out by a profile that does not use it, and is None there
    (see `has`); who measures a feature in use need not ask.
    """

    use: tuple[str, ...]
    company_terms: CompanyTerms
    components_defined: ComponentsDefined
    complex_answer: ComplexAnswer
    prompt_overlap: PromptOverlap
    hal: Hal
    subject_pairs: SubjectPairs
    verbatim_guide: VerbatimGuide
    alignment: Alignment = _unless_used
    statements: Statements = _unless_used
    new_words: NewWords = _unless_used
    rouge_l: RougeL = _unless_used
    numbers: Numbers = _unless_used
    error_codes: ErrorCodes = _unless_used
    citations: Citations = _unless_used
    contradiction: Contradiction = _unless_used
    off_context: OffContext = _unless_used
    guide_fidelity: GuideFidelity = _unless_used
    swapped_labels: SwappedLabels = _unless_used

    def has(self, name: str) -> bool:
        """Whether this profile has settings of a feature, or of the alignment."""
        return getattr(self, name) is not None

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """The names of all features."""
        return tuple(name for name in cls.model_fields if name not in ("use", "alignment"))

    @model_validator(mode="after")
    def _known_and_set(self) -> Features:
        names = Features.names()
        for name in self.use:
            if name not in names:
                raise ValueError(
                    f"'use' names {name!r}, which is no feature{did_you_mean(name, names)}"
                )
            if not self.has(name):
                raise ValueError(f"'use' names {name!r}, but [features.{name}] is missing")
        return self


class ComponentPattern(_Section):
    """A company's own way of writing a component; the label is the group named `label`."""

    name: str
    pattern: str
    example: str
    label: str


class ComponentChanges(_Section):
    """What a company adds to, and drops from, a language's component patterns."""

    add: tuple[ComponentPattern, ...]
    drop: tuple[str, ...]


class Limits(_Section):
    """What one row may cost."""

    pattern_seconds: float = Field(gt=0.0, le=LONGEST_PATTERN)
    max_answer_chars: int = Field(ge=1)
    max_question_chars: int = Field(ge=1)
    max_context_chars: int = Field(ge=1)


class NotScored(_Section):
    """What to do with an answer that gets no stars, by the reason of its verdict."""

    no_context: Action
    empty_answer: Action
    message_type: Action
    refusal: Action
    small_talk: Action
    language: Action
    question_too_long: Action
    answer_too_long: Action
    context_too_long: Action
    nothing_to_measure: Action
    other: Action


class Trimming(_Section):
    """When the rest of an answer may be offered without its unsupported sentences."""

    features: tuple[str, ...]
    min_left: float = Share


class VerifyLoop(_Section):
    """The loop of generating and verifying; marks run from 1 to 10."""

    iterations: int = Field(ge=1, le=20)
    pass_mark: float = Field(ge=1.0, le=10.0)
    last_pass_mark: float = Field(ge=1.0, le=10.0)

    @model_validator(mode="after")
    def _falling(self) -> VerifyLoop:
        if self.last_pass_mark > self.pass_mark:
            raise ValueError("last_pass_mark must not be above pass_mark")
        return self


class CitationRule(_Section):
    """How an answer must cite its documents."""

    patterns: tuple[str, ...] = Field(min_length=1)
    numbered_from: int = Field(ge=0, le=1)
    no_citation: Literal["review", "block"]
    wrong_citation: Literal["review", "block"]
    min_match_rate: float = Share

    @field_validator("patterns")
    @classmethod
    def _with_numbers(cls, patterns: tuple[str, ...]) -> tuple[str, ...]:
        for pattern in patterns:
            try:
                groups = regex.compile(pattern).groupindex
            except regex.error as error:
                raise ValueError(f"pattern {pattern!r} does not compile: {error}") from error
            if "numbers" not in groups and "name" not in groups:
                raise ValueError(
                    f"pattern {pattern!r} has neither a group (?P<numbers>...) nor (?P<name>...)"
                )
        return patterns


#: The key of `Policy.thresholds` that holds for message types without thresholds of their own.
OTHER_TYPES = "other"


class Policy(_Section):
    """What a guardrail does with a verdict: allow, review or block."""

    mode: Literal["enforce", "monitor"]
    reason_language: str
    thresholds: Mapping[str, DecisionThresholds]
    held_for: tuple[Role, ...]
    min_features: int = Field(ge=0)
    error: Action
    time_budget_ms: float = Field(ge=0.0, le=LONGEST_BUDGET)
    over_budget: Literal["review", "block"]
    workers: int = Field(ge=1, le=64)
    waiting: int = Field(ge=0)
    not_permitted: Literal["review", "block"]
    not_scored: NotScored
    trimming: Trimming
    verify_loop: VerifyLoop
    citations: CitationRule

    @field_validator("thresholds")
    @classmethod
    def _of_known_types(
        cls, thresholds: Mapping[str, DecisionThresholds]
    ) -> Mapping[str, DecisionThresholds]:
        known = (*MESSAGE_TYPES, OTHER_TYPES)
        for name in thresholds:
            if name not in known:
                raise ValueError(
                    f"{name!r} is not a message type{did_you_mean(name, known)} "
                    f"(types: {', '.join(known)})"
                )
        if OTHER_TYPES not in thresholds:
            raise ValueError(f"there must be thresholds for {OTHER_TYPES!r}")
        return thresholds

    @property
    def digest(self) -> str:
        """Changes when a setting does; part of every decision's signature."""
        return digest([self.model_dump_json()])


class Serve(_Section):
    """What one request to the HTTP service may cost."""

    max_body_bytes: int = Field(ge=1_000)
    max_batch: int = Field(ge=1)
    max_documents: int = Field(ge=1)
    max_document_chars: int = Field(ge=1)
    max_registered: int = Field(ge=1)
    max_profiles: int = Field(ge=0)
    body_seconds: float = Field(gt=0.0)
    request_seconds: float = Field(gt=0.0)
    threads: int = Field(ge=1, le=64)
    waiting: int = Field(ge=1)


class Profile(_Section):
    """All settings of one scorer. `digest` changes when a setting or the terms file does."""

    name: str = Field(pattern=r"^[\w.-]+$")  # it stands in the signature
    extends: str = ""
    purpose: str = ""  # what it is for, in a line for whoever chooses one
    pipelines: Mapping[str, str]
    detector: Detector
    score: Score
    translation: TranslationMode
    #: None: an answer whose pages are in another language is not scored.
    across: Across | None = None
    #: What a label is called in the other language, or each thing that it may be called there.
    labels: Mapping[str, str | tuple[str, ...]] = {}
    decision: DecisionThresholds
    features: Features
    components: Mapping[str, ComponentChanges]
    limits: Limits
    policy: Policy
    serve: Serve
    terms: frozenset[str] | None = None
    digest: str = ""

    @model_validator(mode="before")
    @classmethod
    def _thresholds_of_decision(cls, settings: Any) -> Any:
        """[decision] holds for every message type that [policy.thresholds] does not name."""
        policy = _inner(settings, "policy") if isinstance(settings, Mapping) else {}
        thresholds = policy.get("thresholds")
        if not isinstance(thresholds, Mapping) or OTHER_TYPES in thresholds:
            return settings
        general = {**thresholds, OTHER_TYPES: settings.get("decision")}
        return {**settings, "policy": {**policy, "thresholds": general}}

    @model_validator(mode="after")
    def _weighs_features(self) -> Profile:
        """A weight of a name that is no feature would be lost without a word."""
        names = Features.names()
        tables: list[tuple[str, Score | TypeScore | Across]] = [("score", self.score)]
        tables += [("across", self.across)] if self.across is not None else []
        tables += [(f"score.by_type.{kind}", own) for kind, own in self.score.by_type.items()]
        for table, own in tables:
            for key in ("weights", "penalties"):
                for name in getattr(own, key):
                    if name not in names:
                        raise ValueError(
                            f"[{table}.{key}] names {name!r}, which is no feature"
                            f"{did_you_mean(name, names)}"
                        )
        return self


def names() -> tuple[str, ...]:
    """The profiles that ship with truthscore, sorted."""
    return tuple(sorted(path.stem for path in resources.profiles_dir().glob("*.toml")))


def told(profile: Profile) -> str:
    """Which profile was used and what it is for, and the shipped ones beside it: for a summary."""
    lines = []
    for name in (profile.name, *(name for name in names() if name != profile.name)):
        found = profile if name == profile.name else load(name)
        option = "profile" if found is profile else "  --profile"
        own = f"extends {found.extends}" if found.extends else "a profile of your own"
        lines.append(f"{option} {name}: {found.purpose or own}")
    return "\n".join(lines)


def load(name_or_path: str | PathLike[str]) -> Profile:
    """The profile of that name, or in that file as it is now.

    Raises ProfileError for an unknown name or key, a value out of range, a pattern that does
    not compile, or a terms file that is missing.
    """
    name = os.fspath(name_or_path)
    path = _find(name)
    return _shipped(path) if name in names() else _loaded(path)


@functools.cache
def _shipped(path: Path) -> Profile:
    return _loaded(path)


def _loaded(path: Path) -> Profile:
    try:
        profile = Profile.model_validate(_read(path, seen=()))
    except ValidationError as error:
        raise ProfileError(f"{path}: {_explain(error)}") from error
    for lang, changes in profile.components.items():
        for pattern in changes.add:
            _check_pattern(path, lang, pattern)
    terms, raw_terms = _terms(path, profile.features.company_terms.terms_file)
    # Where the terms file lies does not change a score; what is in it does. A policy changes what
    # is done with a score, and has a digest of its own; neither do the limits of a service.
    canonical = profile.model_dump_json(
        exclude={
            "terms": True,
            "digest": True,
            "extends": True,
            "purpose": True,
            "policy": True,
            "serve": True,
            "features": {"company_terms": {"terms_file"}},
            # where no translation is read, nothing of it changes a score
            **({"translation": True} if profile.translation.mode == "original" else {}),
            **({"across": True} if profile.across is None else {}),
            **({"labels": True} if not profile.labels else {}),
        }
    )
    return profile.model_copy(update={"terms": terms, "digest": digest([canonical, raw_terms])})


def with_score_types(profile: Profile, types: str | Sequence[str]) -> Profile:
    """The profile with other message types scored: "all", "binary,general", or their names.

    Another digest, so another signature. Raises ProfileError for a name that is no message type.
    """
    named = types.split(",") if isinstance(types, str) else types
    names = MESSAGE_TYPES if list(named) == ["all"] else tuple(named)
    for name in names:
        if name not in MESSAGE_TYPES:
            raise ProfileError(
                f"{name!r} is not a message type{did_you_mean(name, MESSAGE_TYPES)} "
                f"(types: {', '.join(MESSAGE_TYPES)}; or all)"
            )
    if names == profile.score.types:
        return profile
    score = profile.score.model_copy(update={"types": names})
    return profile.model_copy(update={"score": score, "digest": digest([profile.digest, *names])})


def with_mode(profile: Profile, mode: str) -> Profile:
    """The profile reading the original or the translated texts; another digest.

    Raises ProfileError for another mode.
    """
    modes = get_args(TranslationMode.model_fields["mode"].annotation)
    if mode not in modes:
        raise ProfileError(
            f"mode {mode!r} is not known{did_you_mean(mode, modes)} (modes: {', '.join(modes)})"
        )
    if mode == profile.translation.mode:
        return profile
    translation = profile.translation.model_copy(update={"mode": mode})
    changed = [profile.digest, translation.model_dump_json()]
    return profile.model_copy(update={"translation": translation, "digest": digest(changed)})


def with_policy(policy: Policy, **changes: Any) -> Policy:
    """The policy with other settings; a section is given as a dict of what changes in it.

    `with_policy(p, time_budget_ms=200, not_scored={"refusal": "allow"})`. Raises ProfileError for
    an unknown setting or a value out of range.
    """
    settings = _merge(policy.model_dump(), changes)
    try:
        return Policy.model_validate(settings)
    except ValidationError as error:
        raise ProfileError(f"policy: {_explain(error, Policy)}") from error


def _find(name_or_path: str) -> Path:
    if name_or_path in names():
        return resources.profiles_dir() / f"{name_or_path}.toml"
    path = Path(name_or_path)
    if path.is_file():
        return path
    raise ProfileError(
        f"no profile {name_or_path!r}: it is neither a file nor one of {', '.join(names())}"
        f"{did_you_mean(name_or_path, names())}"
    )


def _read(path: Path, seen: tuple[Path, ...]) -> dict[str, Any]:
    if path.resolve() in seen:
        chain = " → ".join(str(each) for each in (*seen, path))
        raise ProfileError(f"{path}: profiles extend each other in a circle: {chain}")
    if len(seen) >= LONGEST_CHAIN:
        raise ProfileError(
            f"{path}: more than {LONGEST_CHAIN} profiles extend each other; put some together"
        )
    try:
        settings = tomllib.loads(resources.read_text(path))
    except (tomllib.TOMLDecodeError, ResourceError) as error:
        raise ProfileError(f"{path}: not a profile: {error}") from error
    except RecursionError as error:
        raise ProfileError(
            f"{path}: lists or tables stand too deep within each other; a profile's are at most "
            f"{DEEPEST_TABLE} deep"
        ) from error
    if _is_deep(settings):
        raise ProfileError(
            f"{path}: tables stand too deep within each other; a profile's are at most "
            f"{DEEPEST_TABLE} deep"
        )
    for key in ("terms", "digest"):
        if key in settings:
            raise ProfileError(
                f"{path}: key {key!r} is made when the profile is read; leave it out"
            )
    terms_file = _inner(settings, "features", "company_terms").get("terms_file")
    if (
        isinstance(terms_file, str) and terms_file
    ):  # a path in a profile is relative to that profile, wherever it is used from
        settings["features"]["company_terms"]["terms_file"] = str(path.parent / terms_file)
    base = settings.get("extends", "")
    if not isinstance(base, str):
        raise ProfileError(f"{path}: key 'extends' is {base!r}; expected a profile's name or file")
    if not base:
        return settings
    if base not in names():
        beside = path.parent / base  # an absolute path stays what it is
        if not beside.is_file():
            raise ProfileError(
                f"{path}: extends {base!r}, which is neither a file beside it nor one of "
                f"{', '.join(names())}{did_you_mean(base, names())}"
            )
        base = str(beside)
    settings.setdefault("purpose", "")  # another one's than that of what it extends
    return _merge(_read(_find(base), (*seen, path.resolve())), settings)


def _is_deep(settings: Mapping[str, Any]) -> bool:
    """Whether tables or lists stand deeper within each other than `DEEPEST_TABLE`; looked at level
    by level, for a function that calls itself has no room for a hundred thousand."""
    level: list[Any] = [settings]
    for _ in range(DEEPEST_TABLE):
        inner: list[Any] = []
        for each in level:
            inner += each.values() if isinstance(each, Mapping) else each
        level = [each for each in inner if isinstance(each, Mapping | list)]
    return bool(level)


def _inner(settings: Mapping[str, Any], *keys: str) -> Mapping[str, Any]:
    """The table under `keys`, empty when it is not there or no table (pydantic says so later)."""
    found: Any = settings
    for key in keys:
        found = found.get(key, {}) if isinstance(found, Mapping) else {}
    return found if isinstance(found, Mapping) else {}


def _merge(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in over.items():
        old = merged.get(key)
        merged[key] = (
            _merge(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
        )
    return merged


def _explain(error: ValidationError, model: type[_Section] = Profile) -> str:
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    if first["type"] == "extra_forbidden":
        known = _siblings(first["loc"], model)
        return f"unknown key {where!r}{did_you_mean(str(first['loc'][-1]), known)}"
    if first["type"] == "missing":
        return f'key {where!r} is missing; add it, or begin the file with extends = "paper"'
    message = first["msg"].removeprefix("Value error, ")
    if isinstance(first["input"], Mapping):  # a table: the message says what in it
        return f"[{where}]: {message}" if where else message
    return f"key {where!r} is {first['input']!r}: {message}"


def _siblings(loc: tuple[int | str, ...], model: Any) -> tuple[str, ...]:
    for part in loc[:-1]:
        field = getattr(model, "model_fields", {}).get(part)
        if field is None:
            return ()
        model = field.annotation
    return tuple(getattr(model, "model_fields", {}))


def _check_pattern(path: Path, lang: str, pattern: ComponentPattern) -> None:
    where = f"{path}: components.{lang}.add {pattern.name!r}"
    try:
        compiled = regex.compile(pattern.pattern)
    except regex.error as error:
        raise ProfileError(f"{where}: pattern does not compile: {error}") from error
    if "label" not in compiled.groupindex:
        raise ProfileError(
            f"{where}: pattern has no group named 'label'; write the component as (?P<label>...)"
        )


def _terms(path: Path, terms_file: str) -> tuple[frozenset[str] | None, str]:
    if not terms_file:
        return None, ""
    try:
        words = resources.read_words(Path(terms_file))
    except ResourceError as error:
        raise ProfileError(
            f"{path}: features.company_terms.terms_file: {error}; "
            "make one with `truthscore terms build DOCS -o terms.txt`"
        ) from error
    return frozenset(word.casefold() for word in words), "\n".join(words)
