"""The bodies of requests and answers, as OpenAPI shows them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    model_validator,
)

from truthscore.types import Action

#: An id in an address: no control characters, no slash, at most 200 characters. Nor U+FFFD, which
#: is what bytes that are no text become: all such ids would be one.
IDENTIFIER = r"^[^/\\\x00-\x1f\x7f-\x9f\ufffd]{1,200}$"
PROFILE_NAME = r"^[A-Za-z0-9_.-]{1,64}$"


def _text(value: str) -> str:
    """JSON can write half a character ("\\ud800"): no text has one, and none can be sent back."""
    try:
        value.encode()
    except UnicodeEncodeError:
        raise ValueError("half a surrogate pair is no text") from None
    return value


Text = Annotated[str, AfterValidator(_text)]
Lang = Annotated[Text, StringConstraints(max_length=35)] | None
ProfileName = Annotated[str, StringConstraints(pattern=PROFILE_NAME)] | None
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
    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


def _shown(*examples: Any) -> ConfigDict:
    """Bodies as the documentation shows them."""
    return ConfigDict(json_schema_extra={"examples": list(examples)})


class _Out(BaseModel):
    model_config = ConfigDict(use_attribute_docstrings=True)


class DocumentIn(_Body):
    """A context document."""

    text: Text
    """Plain text or Markdown."""
    title: Text = ""
    kind: Literal["page", "prompt", "answer"] = "page"
    """A prompt is what the chatbot was told, and never evidence. An answer is one that people
    accepted: second evidence, behind every page."""
    roles: list[Name] | None = None
    """Of the users who may see it. Null: everybody; an empty list: nobody."""
    lang: Lang = None
    """The code of its language, such as `nl`; null: recognised."""
    model_config = _shown({"title": "Verlof aanvragen", "text": _PAGE})


class ContextIn(DocumentIn):
    """A context document that is sent along."""

    id: Name | None = None
    text: Text | None = None  # type: ignore[assignment]
    """Plain text or Markdown; of a record, `fields` instead."""
    kind: Literal["page", "record", "prompt", "answer"] = "page"  # type: ignore[assignment]
    """A record is a customer's own data; a prompt is what the chatbot was told, and no evidence."""
    fields: dict[str, Any] | None = None
    """Of a record: name to value, or to `value`, `unit`, `labels` by language, and `hidden`."""
    model_config = _shown(
        {"title": "Verlof aanvragen", "text": _PAGE},
        {"kind": "record", "fields": {"days_left": 11.5, "approved": True}},
    )

    @model_validator(mode="after")
    def _one_of_both(self) -> ContextIn:
        if (self.text is None) == (self.fields is None):
            raise ValueError("a document has 'text', a record 'fields'")
        if self.fields is not None and self.kind == "prompt":
            raise ValueError("'fields' are those of a record")
        return self


class ScoreRow(_Body):
    """A question, the chatbot's answer, and what it was made from."""

    question: Text
    answer: Text
    context: Text | list[Text | ContextIn] = []
    """Documents that are sent along; one text is one document."""
    documents: list[Name] = []
    """Ids of registered documents."""
    roles: list[Name] | None = None
    """Of the user, when documents have roles. Null does not look at them."""
    id: Annotated[Text, StringConstraints(max_length=200)] = ""
    """Comes back in the verdict."""
    lang: Lang = None
    """`nl` or `en`; null: recognised."""
    model_config = _shown(EXAMPLE_ROW)


class ScoreOne(ScoreRow):
    """One answer to score, under the service's profile or another one."""

    profile: ProfileName = None


class ScoreBatch(_Body):
    """Answers to score, in the order in which the verdicts come back."""

    rows: Annotated[list[ScoreRow], Field(min_length=1)]
    profile: ProfileName = None


class CheckIn(ScoreOne):
    """An answer to decide about."""

    trim: bool = False
    """Asks for the answer without its unsupported sentences: takes as long as a second check."""


class OperationIn(_Body):
    """A call that is proposed."""

    name: Name
    args: dict[str, Any] = {}
    actor: Text | None = None
    """In whose name, where the proposal says so: another than `actor` of the request is blocked."""


class ActorIn(_Body):
    """Who asks, as the backend knows it; never what a model says."""

    id: Text
    roles: list[Name] = []


class RecordIn(_Body):
    """A customer's record."""

    fields: dict[str, Any]
    id: Name | None = None


class OperationCheckIn(_Body):
    """A proposed call, and what it is checked with."""

    question: Text
    operation: OperationIn
    calls: dict[str, dict[str, Any]]
    """The schema: by name `args` (`type`, `required`, `enum`, `least`, `most`), `roles`, `own`,
    `owner`, `writes`, `asks`."""
    records: list[RecordIn] = []
    actor: ActorIn | None = None
    lang: Lang = None
    model_config = _shown(
        {
            "question": "Wijzig mijn uploadlimiet naar 50.",
            "operation": {"name": "set_limit", "args": {"limit": 50}},
            "calls": {
                "set_limit": {
                    "own": True,
                    "asks": ["uploadlimiet"],
                    "args": {"limit": {"type": "integer", "most": 200}},
                }
            },
            "actor": {"id": "u1"},
        }
    )


class ResultIn(_Body):
    """What a call came to."""

    done: bool
    state: Literal["done", "unchanged", "refused", "failed", "pending"] | None = None
    """How, where it is known; "done" with `done` true, every other with false."""
    values: dict[str, Any] = {}
    """What is stored now."""
    before: dict[str, Any] = {}
    """What stood there before."""
    others: list[Text] = []
    """Values that a reply might name instead."""


class ReportIn(_Body):
    """A reply that reports on a call."""

    answer: Text
    result: ResultIn
    lang: Lang = None
    model_config = _shown(
        {
            "answer": "Uw uploadlimiet is nu 50.",
            "result": {"done": True, "values": {"limit": 50}},
        }
    )


class OperationOut(_Out):
    """What to do with a call, or with a report on one."""

    action: Action
    cause: str
    """What decided, by name, for programs."""
    reason: str
    """The same for people, in the language of the question or answer."""
    argument: str
    """The argument that is not right, or what is wrong with the request."""
    span: list[Any] | None
    """`[source, start, end]`, half-open, of the words that decided."""


class VerdictOut(_Out):
    """The scorer's judgement: the line that `truthscore score` writes."""

    id: str
    status: Literal["scored", "not_scored", "error"]
    reason: str | None
    """Why it is not scored, by name."""
    lang: str | None
    message_type: str | None
    message_type_rule: dict[str, Any] | None
    score: float | None
    """Stars, 1 (untrue) to 5 (true)."""
    base_score: float | None
    """The stars before overrides and penalties."""
    override: str | None
    """The rule that decided instead of the mean, by name."""
    features: dict[str, Any]
    """By name: `value` 0 to 1, and the evidence with its places in answer and documents."""
    statements: list[dict[str, Any]]
    """Each sentence by itself: its place, verdict, stars, and the passage it was held against."""
    signature: str
    """Everything that the result depends on besides the request."""


class BatchOut(_Out):
    """The verdicts of a batch."""

    verdicts: list[VerdictOut]


class DecisionOut(_Out):
    """What to do with the answer."""

    action: Action
    """Always "allow" in monitor mode."""
    decided: Action
    """What enforce mode does."""
    cause: str
    """What decided, by name, for programs."""
    reason: str
    """The same for people, in the answer's language."""
    findings: list[str]
    """Everything that was found against the answer, the worst first."""
    mode: Literal["enforce", "monitor"]
    trimmed: str | None
    """The answer without its unsupported sentences, where it was asked for and would be allowed."""
    elapsed_ms: float
    signature: str
    verdict: VerdictOut
    review: str | None
    """Under which people look at it, where it was not sent and is kept: `GET /v1/reviews/{id}`."""


class ReviewOut(_Out):
    """What became of an answer that was not sent."""

    id: str
    state: Literal["waiting", "sent", "corrected", "refused"]
    answer: str | None
    """What may be sent now; null while it waits, and where it is refused."""
    note: str
    by: str | None
    """The name of the token of who decided."""
    done: str | None
    """When, in UTC."""


class DocumentOut(DocumentIn):
    """A registered document."""

    id: str


class ProfileOut(_Out):
    """A registered profile."""

    name: str
    digest: str
    """Stands in its signatures."""


class Health(_Out):
    """`ok` when the service can do its work."""

    status: Literal["ok"] = "ok"


class ProblemOut(_Out):
    """A problem (RFC 9457); it never repeats what a request says."""

    type: str
    """`urn:truthscore:problem:` and the kind."""
    title: str
    status: int
    detail: str
    errors: list[dict[str, Any]] | None = None
    """Where in the request something is not right: `loc`, `type`, `msg`."""
    limit: int | None = None
    """What may be asked at most, where it was more."""
