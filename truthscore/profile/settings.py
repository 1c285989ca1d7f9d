"""A profile: all settings of one scorer, table by table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import Field, model_validator

from truthscore.errors import did_you_mean
from truthscore.profile.features import Features
from truthscore.profile.guard import OTHER_TYPES, Policy
from truthscore.profile.score import (
    Across,
    DecisionThresholds,
    Detector,
    EncoderSettings,
    Score,
    StatementSettings,
    TranslationMode,
    TypeScore,
)
from truthscore.profile.section import Section, Share

#: Seconds that one pattern may be given, at most: a clock has to be able to count them.
LONGEST_PATTERN = 60.0


class ComponentPattern(Section):
    """A company's own way of writing a component; the label is the group named `label`."""

    name: str
    pattern: str
    example: str
    label: str


class ComponentChanges(Section):
    """What a company adds to, and drops from, a language's component patterns."""

    add: tuple[ComponentPattern, ...]
    drop: tuple[str, ...]


class Limits(Section):
    """What one row may cost."""

    pattern_seconds: float = Field(gt=0.0, le=LONGEST_PATTERN)
    max_answer_chars: int = Field(ge=1)
    max_question_chars: int = Field(ge=1)
    max_context_chars: int = Field(ge=1)


class Reading(Section):
    """When the capitals and the signs of an answer tell nothing.

    `shouted`, `mixed`: share of words in capitals, and with capitals inside, above which they are
    no names; `titled`: share of small words with a capital, above which all words have one.
    `unsigned`: words without a sign among them that are no sentence; `bare`: words in lines without
    a sign, if none has a capital or a sentence begins among them; `run_on`: the latter where no
    sign is anywhere. `marked_by_word`: share of words with marks of their own, above which none is
    a name.
    """

    shouted: float = Share
    mixed: float = Share
    titled: float = Share
    unsigned: int = Field(ge=1)
    bare: int = Field(ge=1)
    run_on: int = Field(ge=1)
    marked_by_word: float = Share


class Documents(Section):
    """What a file of `truthscore index` and the other commands that read pages may cost.

    `max_file_bytes`: of a file, also of one in an archive. `max_page_chars`: of the text of a page.
    `read_seconds`: until a file has its next page; `parse_seconds`: until a page is parsed.
    """

    max_file_bytes: int = Field(ge=1_000)
    max_page_chars: int = Field(ge=1_000)
    read_seconds: float = Field(gt=0.0, le=3600.0)
    parse_seconds: float = Field(gt=0.0, le=3600.0)


class Serve(Section):
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


class Profile(Section):
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
    #: None: an answer is judged as a whole, as the paper does.
    statements: StatementSettings | None = None
    #: None: no encoder, rules alone.
    encoder: EncoderSettings | None = None
    #: Accepted answers (`truthscore learn`) that rows get beside their pages; "": none.
    answers_file: str = ""
    #: What a label is called in the other language, or each thing that it may be called there.
    labels: Mapping[str, str | tuple[str, ...]] = {}
    decision: DecisionThresholds
    features: Features
    components: Mapping[str, ComponentChanges]
    reading: Reading
    limits: Limits
    documents: Documents
    policy: Policy
    serve: Serve
    terms: frozenset[str] | None = None
    #: what terms of the terms file mean, in small letters
    meanings: Mapping[str, str] = {}
    digest: str = ""

    @model_validator(mode="before")
    @classmethod
    def _thresholds_of_decision(cls, settings: Any) -> Any:
        """[decision] holds for every message type that [policy.thresholds] does not name."""
        policy = settings.get("policy") if isinstance(settings, Mapping) else None
        if not isinstance(policy, Mapping):
            return settings
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
