"""What a guardrail does with a verdict: the settings of `truthscore.guard`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal
from urllib.parse import urlsplit

from pydantic import Field, field_validator, model_validator

from truthscore.errors import did_you_mean
from truthscore.profile.score import DecisionThresholds
from truthscore.profile.section import Section, Share, with_groups
from truthscore.signature import digest
from truthscore.types import MESSAGE_TYPES, Action, Role

#: Milliseconds that one check may be given, at most: an hour.
LONGEST_BUDGET = 3_600_000.0


class NotScored(Section):
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


class Trimming(Section):
    """When the rest of an answer may be offered without its unsupported sentences."""

    features: tuple[str, ...]
    min_left: float = Share


class VerifyLoop(Section):
    """The loop of generating and verifying; marks run from 1 to 10."""

    iterations: int = Field(ge=1, le=20)
    pass_mark: float = Field(ge=1.0, le=10.0)
    last_pass_mark: float = Field(ge=1.0, le=10.0)

    @model_validator(mode="after")
    def _falling(self) -> VerifyLoop:
        if self.last_pass_mark > self.pass_mark:
            raise ValueError("last_pass_mark must not be above pass_mark")
        return self


class CitationRule(Section):
    """How an answer must cite its documents."""

    patterns: tuple[str, ...] = Field(min_length=1)
    numbered_from: int = Field(ge=0, le=1)
    no_citation: Literal["review", "block"]
    wrong_citation: Literal["review", "block"]
    min_match_rate: float = Share

    @field_validator("patterns")
    @classmethod
    def _with_numbers(cls, patterns: tuple[str, ...]) -> tuple[str, ...]:
        return with_groups(patterns, ("numbers", "name"))


#: Hosts that only this machine reaches.
LOOPBACK = ("127.0.0.1", "::1", "localhost")
#: Settings of a policy that decide nothing.
_TELLING = {"notify", "notify_secret_env", "notify_text"}
#: The key of `Policy.thresholds` that holds for message types without thresholds of their own.
OTHER_TYPES = "other"


class Policy(Section):
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
    notify: str
    notify_secret_env: str = Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")
    notify_text: bool
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

    @field_validator("notify")
    @classmethod
    def _to_an_address(cls, url: str) -> str:
        """Over a network a notice is encrypted: it may hold what a customer wrote."""
        if not url:
            return url
        parts = urlsplit(url)
        host = parts.hostname or ""
        if parts.scheme == "https" and host:
            return url
        if parts.scheme == "http" and host in LOOPBACK:
            return url
        raise ValueError(
            "notify must be an address https://..., or http:// on this machine "
            f'({", ".join(LOOPBACK)}); "" sends nothing'
        )

    @property
    def digest(self) -> str:
        """Changes when a setting that decides does; part of every decision's signature."""
        return digest([self.model_dump_json(exclude=_TELLING)])
