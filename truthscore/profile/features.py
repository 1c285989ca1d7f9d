"""The settings of each feature, by its name, and which features count."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, field_validator, model_validator

from truthscore.errors import did_you_mean
from truthscore.profile.section import Section, Share, with_groups


class CompanyTerms(Section):
    """Settings of the feature `company_terms`."""

    terms_file: str
    max_terms: int = Field(ge=1)
    general_zipf: float = Field(ge=0.0, le=8.0)
    min_length: int = Field(ge=1)
    #: "share" of the special words, or "presence": 1.0 with any company term
    value: Literal["share", "presence"] = "share"
    #: what an answer of general words alone gets: "skip" (nothing) or "zero"
    general_only: Literal["skip", "zero"] = "skip"


class ComponentsDefined(Section):
    """Settings of the feature `components_defined`."""

    fuzzy_threshold: float = Field(ge=0.0, le=100.0)
    fuzzy_min_length: int = Field(ge=1)
    shown_from: float = Field(ge=0.0, le=100.0)


class ComplexAnswer(Section):
    """Settings of the feature `complex_answer`."""

    floor: float = Share
    full_at: int = Field(ge=1, le=4)


class PromptOverlap(Section):
    """Settings of the feature `prompt_overlap`."""

    min_words: int = Field(ge=1)
    part_length: int = Field(ge=1)
    fuzzy_ratio: float = Field(ge=0.0, le=100.0)
    full_at: float = Field(gt=0.0, le=1.0)
    words: Literal["view", "content"] = "content"


class Hal(Section):
    """Settings of the feature `hal`."""

    words: Literal["view", "content"]
    windows: tuple[Annotated[int, Field(ge=1)], ...] = Field(min_length=1)
    full_at: float = Field(gt=0.0, le=1.0)
    min_pairs: int = Field(ge=1)
    #: a pair weighs as its "closest" occurrence, or as all of them together ("every")
    occurrences: Literal["closest", "every"] = "closest"


class SubjectPairs(Section):
    """Settings of the feature `subject_pairs`."""

    pronouns: bool
    prior: float = Field(ge=0.0)
    min_pairs: int = Field(ge=1)
    #: the "share" of pairs that are found, or 1.0 when "all" are and else 0.0
    value: Literal["share", "all"] = "share"


class VerbatimGuide(Section):
    """Settings of the feature `verbatim_guide`."""

    similarity: Literal["lemma_cosine", "word_cosine"]
    threshold: float = Share
    same_values: bool
    min_steps: int = Field(ge=2)


class Alignment(Section):
    """How an answer's sentences are matched with passages (`text/alignment.py`)."""

    part_length: int = Field(ge=1)
    fuzzy_ratio: float = Field(ge=0.0, le=100.0)


class Statements(Section):
    """Settings of the feature `statements`."""

    supported_from: float = Share
    lowest_share: float = Share
    new_words: int = Field(ge=1)


class NewWords(Section):
    """Settings of the feature `new_words`."""

    half_at: float = Field(gt=0.0)
    half_share: float = Field(gt=0.0)
    min_weight: float = Field(ge=0.0)


class RougeL(Section):
    """Settings of the feature `rouge_l`."""

    in_sentences: float = Field(ge=0.0, le=1.0)
    short: int = Field(ge=0)


class Numbers(Section):
    """Settings of the feature `numbers`."""

    reach: int = Field(ge=0)
    min_worded: float = Field(ge=0.0)
    part_reach: int = Field(ge=1)
    min_noun: int = Field(ge=1)
    same_thing: float = Share
    alone: int = Field(ge=0)
    most_terms: int = Field(ge=1)


class ErrorCodes(Section):
    """Settings of the feature `error_codes`; a pattern's code is its group `code`."""

    patterns: tuple[str, ...]
    short: tuple[str, ...]
    not_codes: tuple[str, ...]
    min_message_words: int = Field(ge=1)
    message_reach: int = Field(ge=1)
    min_support: float = Share
    margin: float = Share
    both_words: int = Field(ge=0)

    @field_validator("patterns", "short")
    @classmethod
    def _have_a_code(cls, patterns: tuple[str, ...]) -> tuple[str, ...]:
        return with_groups(patterns, ("code",))


class Citations(Section):
    """Settings of the feature `citations`; groups `numbers`, `name` and `url` say what is cited."""

    patterns: tuple[str, ...]
    min_support: float = Share

    @field_validator("patterns")
    @classmethod
    def _cite_something(cls, patterns: tuple[str, ...]) -> tuple[str, ...]:
        return with_groups(patterns, ("numbers", "name", "url"))


class Contradiction(Section):
    """Settings of the feature `contradiction`."""

    min_overlap: float = Share
    min_back: float = Share
    min_overlap_yes_no: float = Share
    edited: float = Share
    edits: int = Field(ge=1)
    kept: int = Field(ge=1)
    min_shared: int = Field(ge=1)
    doubt_overlap: float = Share
    doubt: float = Share
    short: int = Field(ge=1)
    doubt_units: int = Field(ge=0)
    tie: float = Share
    told_support: float = Share
    ruled_out: float = Share
    case_asked: float = Share


class OffContext(Section):
    """Settings of the feature `off_context`."""

    min_support: float = Share
    lifted_support: float = Share
    told: float = Share
    lost_share: float = Share
    min_main: int = Field(ge=1)
    same_sentence: float = Share
    min_shared: int = Field(ge=1)


class GuideFidelity(Section):
    """Settings of the feature `guide_fidelity`."""

    min_steps: int = Field(ge=2)
    same_step: float = Share
    same_order: float = Share
    pairs: float = Share
    may_be: float = Share
    clear: float = Share
    as_likely: float = Share
    passed_on: float = Share


class SwappedLabels(Section):
    """Settings of the feature `swapped_labels`."""

    same_step: float = Field(gt=0.0, le=1.0)
    before: int = Field(ge=1)


class Records(Section):
    """Settings of the feature `records`."""

    label_share: float = Share
    form_counts: float = Share
    part_counts: float = Share
    nearly: float = Share
    half: float = Share
    most_words: int = Field(ge=1)
    denies: int = Field(ge=1)
    short: int = Field(ge=1)
    min_worded: float = Field(ge=0.0)


#: The settings of a feature that may be left out.
_unless_used: Any = None


class Features(Section):
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
    records: Records = _unless_used

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
