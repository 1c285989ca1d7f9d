"""How a row is read and how measurements become stars: all of a profile but its features."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, PlainValidator, model_validator

from truthscore.errors import did_you_mean
from truthscore.profile.section import Section, Share, Stars
from truthscore.rules import RULE_IDS
from truthscore.types import EVIDENCE, MessageType


class Detector(Section):
    """Message-type detection (§4.4.1)."""

    order: tuple[str, ...]
    no_question_mark: MessageType | Literal["off"]
    no_question_mark_after: str
    scope: Literal["message", "question"]
    match: Literal["whole_words", "substring"]


class TypeScore(Section):
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


class RuleWeight(Section):
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


class Score(Section):
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
    weights: Mapping[str, Annotated[float, Field(ge=0.0)]]
    penalties: Mapping[str, Annotated[float, Field(ge=0.0)]]
    #: Share of a sentence's words that its passage has in the same order, from which it is copied.
    copied_from: float = Share
    #: Words beside a finding, of which fewer do not tell whether its sentence is copied.
    copied_beside: int = Field(ge=0)
    rules: Annotated[Mapping[str, RuleWeight], AfterValidator(_known_rules)]
    by_type: Mapping[MessageType, TypeScore]
    #: whether system prompts are shown "apart" or are "context" that an answer may stand on
    prompts: Literal["apart", "context"] = "apart"

    @property
    def evidence(self) -> tuple[str, ...]:
        """The kinds of documents that an answer may stand on."""
        return (*EVIDENCE, "prompt") if self.prompts == "context" else EVIDENCE

    def refused(self, lang: str) -> float | None:
        """The stars of an answer in `lang` that declines; None where it gets none of its own."""
        if isinstance(self.refusals, Mapping):
            return self.refusals.get(lang)
        return None if isinstance(self.refusals, str) else self.refusals

    def of_type(self, message_type: str) -> Score:
        """These settings with what `message_type` has of its own."""
        own = self.by_type.get(message_type)  # type: ignore[call-overload]
        return self if own is None else self.model_copy(update=dict(own))


#: What is measured of a statement (`statements/signals.py`), with what was found against it.
SIGNALS = (
    "unsaid", "new", "farthest", "value_nowhere", "value_other", "bound", "turned",
    "reordered", "structure", "found", "not_entailed",
)  # fmt: skip


class StatementWeights(Section):
    """The log odds that a statement is untrue: `base`, and what each signal adds at 1.0."""

    base: float
    unsaid: float = Field(ge=0.0)
    new: float = Field(ge=0.0)
    farthest: float = Field(ge=0.0)
    value_nowhere: float = Field(ge=0.0)
    value_other: float = Field(ge=0.0)
    bound: float = Field(ge=0.0)
    turned: float = Field(ge=0.0)
    reordered: float = Field(ge=0.0)
    structure: float = Field(ge=0.0)
    found: float = Field(ge=0.0)
    not_entailed: float = Field(ge=0.0, default=0.0)


class AnswerWeights(Section):
    """The log odds that an answer is untrue: `base`, what a star of the features takes off, and
    what the log odds of its worst statement, and the mean of those against which something speaks,
    add."""

    base: float
    star: float = Field(ge=0.0)
    worst: float = Field(ge=0.0)
    mean: float = Field(ge=0.0)


class StatementSettings(Section):
    """How an answer is judged statement by statement (`truthscore/statements`, `truthscore/stars`).

    `asked`: what a word of the question weighs beside one of the statement, by which its passage is
    found; `others`: the same of the other parts of the statement; `as_near`: share of the nearness
    of the nearest passage from which another one speaks as well. `nearer`, `value_nearer`: weight
    of words by which another passage is surely the nearer one, of a word and of a value. `passes`:
    log odds up to which a statement passes by itself; `most`: signals up to which it does; `sent`:
    log odds up to which an answer passes.
    `contradicted`: signals from which on a page says otherwise.
    """

    asked: float = Share
    others: float = Share
    as_near: float = Share
    nearer: float = Field(gt=0.0)
    value_nearer: float = Field(gt=0.0)
    weights: StatementWeights
    answer: AnswerWeights
    passes: float
    most: Mapping[Literal[SIGNALS], Annotated[float, Field(ge=0.0, lt=1.0)]]  # type: ignore[valid-type]
    sent: float
    contradicted: Mapping[Literal[SIGNALS], Annotated[float, Field(gt=0.0, le=1.0)]]  # type: ignore[valid-type]


class ReadStatements(StatementSettings):
    """How an answer is judged statement by statement where the encoder reads each, too.

    `alone`: how it is by rules alone. An answer all of whose statements pass so passes here as
    well, unless the encoder reads one as untrue: up to `doubted` it does not. `rebuilt`: share of
    words that its passage has not (`unsaid`) up to which a statement that its passage's sentence is
    built against is held: it says other things with that sentence's own words.
    """

    alone: StatementSettings
    doubted: float = Share
    rebuilt: float = Share


class EncoderSettings(Section):
    """Whether the encoder reads each statement (`truthscore/encoder`), and what of `[statements]`
    is otherwise then. `use`: False is rules alone. `doubted`, `rebuilt`: see `ReadStatements`."""

    use: bool
    doubted: float = Share
    rebuilt: float = Share
    weights: StatementWeights
    answer: AnswerWeights
    passes: float
    most: Mapping[Literal[SIGNALS], Annotated[float, Field(ge=0.0, lt=1.0)]]  # type: ignore[valid-type]

    def over(self, statements: StatementSettings) -> ReadStatements:
        """`statements` as they are where the encoder reads too."""
        names = ("weights", "answer", "passes", "most", "doubted", "rebuilt")
        own = {name: getattr(self, name) for name in names}
        return ReadStatements(**{**dict(statements), **own, "alone": statements})


class Across(Section):
    """How an answer is held against pages in another language (`features/across`).

    `weights`, `penalties`, `middle_at`: as in `[score]`. `at_most`: where the stars of such an
    answer end. `far` and `near`: likenesses (-1 to 1) of a sentence and a passage at which it
    surely is another thing, and the same. `meant`: what that counts beside words. `same_label`,
    `same_clause`, `same_step`: from which likeness two are the same one; `told_from`: share of
    `same_label` from which a page has a name; `tie`: other clauses so near the best also speak;
    `nearest`: sentences of the pages whose clauses are looked at, and `min_content` words that a
    clause claims something with. `beside`, `reach`: sentences on each side of a passage in which
    another value of the same thing is looked for, and the value itself. `order`: how much better
    another order must fit.
    """

    middle_at: float = Field(gt=0.0, lt=1.0)
    weights: Mapping[str, Annotated[float, Field(ge=0.0)]]
    penalties: Mapping[str, Annotated[float, Field(ge=0.0)]]
    at_most: float = Field(ge=3.0, le=5.0)
    far: float = Share
    near: float = Share
    meant: float = Share
    same_label: float = Share
    told_from: float = Share
    same_clause: float = Share
    tie: float = Share
    nearest: int = Field(ge=1)
    min_content: int = Field(ge=1)
    beside: int = Field(ge=0)
    reach: int = Field(ge=0)
    same_step: float = Share
    order: float = Share

    @model_validator(mode="after")
    def _far_from_near(self) -> Across:
        if self.far >= self.near:
            raise ValueError("'far' must be below 'near'")
        return self


class TranslationMode(Section):
    """Which language is read (§5.2, §6.1): "translated" reads the translation in each row."""

    mode: Literal["original", "translated"]
    to: str
    features: tuple[str, ...]


class DecisionThresholds(Section):
    """What a score would mean for the customer: send, let a person look, hold back."""

    send_from: float = Stars
    block_below: float = Stars

    @model_validator(mode="after")
    def _ordered(self) -> DecisionThresholds:
        if self.block_below > self.send_from:
            raise ValueError("block_below must not be above send_from")
        return self
