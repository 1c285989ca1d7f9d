"""The bodies of requests and answers, as OpenAPI shows them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from truthscore.types import Action

#: An id in an address: no control characters, no slash, at most 200 characters.
IDENTIFIER = r"^[^/\\\x00-\x1f\x7f-\x9f]{1,200}$"
PROFILE_NAME = r"^[A-Za-z0-9_.-]{1,64}$"


def _text(value: str) -> str:
    """JSON can write half a character ("\\ud800"): no text has one, and none can be sent back."""
    try:
        value.encode()
    except UnicodeEncodeError:
        raise ValueError("half a surrogate pair is no text") from None
    return value


Text = Annotated[str, AfterValidator(_text)]
Name = Annotated[Text, StringConstraints(min_length=1, max_length=200)]

_QUESTION = "Hoe vraag ik verlof aan?"
_ANSWER = "Ga naar het tabblad **Verlof** en klik op de knop **Aanvragen**."
_PAGE = (
    "# Verlof aanvragen\n\n1. Ga naar het tabblad **Verlof**.\n2. Klik op de knop **Aanvragen**.\n"
)
#: A row as the documentation shows it.
EXAMPLE_ROW: dict[str, Any] = {
    "id": "a17",
    "question": _QUESTION,
    "answer": _ANSWER,
    "context": [{"id": "verlof", "title": "Verlof aanvragen", "text": _PAGE}],
}


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class DocumentIn(_Body):
    """A context document. `roles`: of the users who may see it; null: everybody."""

    text: Text
    title: Text = ""
    kind: Literal["page", "prompt"] = "page"
    roles: list[Name] | None = None
    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        json_schema_extra={"examples": [{"title": "Verlof aanvragen", "text": _PAGE}]},
    )


class ContextIn(DocumentIn):
    """A context document that is sent along."""

    id: Name | None = None


class ScoreRow(_Body):
    """A question, the chatbot's answer, and what it was made from.

    `context`: documents that are sent along; `documents`: ids of registered ones. `roles`: of the
    user, when documents have roles; null does not look at them.
    """

    question: Text
    answer: Text
    context: list[Text | ContextIn] = []
    documents: list[Name] = []
    roles: list[Name] | None = None
    id: Annotated[Text, StringConstraints(max_length=200)] = ""
    lang: Annotated[Text, StringConstraints(max_length=35)] | None = None
    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        json_schema_extra={"examples": [EXAMPLE_ROW]},
    )


class ScoreOne(ScoreRow):
    """One answer to score, under the service's profile or another one."""

    profile: Annotated[str, StringConstraints(pattern=PROFILE_NAME)] | None = None


class ScoreBatch(_Body):
    """Answers to score, in the order in which the verdicts come back."""

    rows: Annotated[list[ScoreRow], Field(min_length=1)]
    profile: Annotated[str, StringConstraints(pattern=PROFILE_NAME)] | None = None


class CheckIn(ScoreOne):
    """An answer to decide about.

    `trim` asks for the answer without its unsupported sentences, which takes as long as a second
    check.
    """

    trim: bool = False


class VerdictOut(BaseModel):
    """The scorer's judgement: the line that `truthscore score` writes."""

    id: str
    status: Literal["scored", "not_scored", "error"]
    reason: str | None
    lang: str | None
    message_type: str | None
    message_type_rule: dict[str, Any] | None
    score: float | None
    base_score: float | None
    override: str | None
    features: dict[str, Any]
    signature: str


class BatchOut(BaseModel):
    """The verdicts of a batch."""

    verdicts: list[VerdictOut]


class DecisionOut(BaseModel):
    """What to do with the answer. In monitor mode `action` is "allow" and `decided` tells more."""

    action: Action
    decided: Action
    cause: str
    reason: str
    findings: list[str]
    mode: Literal["enforce", "monitor"]
    trimmed: str | None
    elapsed_ms: float
    signature: str
    verdict: VerdictOut


class DocumentOut(DocumentIn):
    """A registered document."""

    id: str


class ProfileOut(BaseModel):
    """A registered profile and the digest that stands in its signatures."""

    name: str
    digest: str


class Health(BaseModel):
    """`ok` when the service can do its work."""

    status: Literal["ok"] = "ok"


class ProblemOut(BaseModel):
    """A problem (RFC 9457). `errors` says where in a request something is not right."""

    type: str
    title: str
    status: int
    detail: str
    errors: list[dict[str, Any]] | None = None
    limit: int | None = None
