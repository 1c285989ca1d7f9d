"""What the pages of raters are made from, and what raters send."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Annotated, Any

import jinja2
from fastapi import Request
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, ConfigDict, Field

from truthscore import decisions
from truthscore.rate import queue, views
from truthscore.rate.door import Refused
from truthscore.rate.items import Items
from truthscore.rate.opinion import Opinions
from truthscore.rate.rubric import FOLDER, REQUIREMENTS, Rubric
from truthscore.rate.store import NAME, Store
from truthscore.report import page
from truthscore.types import MESSAGE_TYPES, MessageType

Name = Annotated[str, Field(pattern=NAME)]
Stars = Annotated[int, Field(ge=1, le=5)]
Token = Annotated[str, Field(min_length=8, max_length=64)]
Id = Annotated[str, Field(max_length=10_000)]


class _In(BaseModel):
    model_config = ConfigDict(extra="forbid")

    rater: Name
    token: Token


class Saved(_In):
    """What a rater sends: `truth` None with `cannot` is "cannot judge"."""

    item: Id
    digest: str = Field(max_length=64)
    truth: Stars | None = None
    cannot: bool = False
    relatedness: Stars | None = None
    completeness: Stars | None = None
    message_type: MessageType | None = None
    untrue: list[tuple[int, int]] = Field(default_factory=list, max_length=1_000)
    comment: str = Field(default="", max_length=10_000)
    flag: bool = False


class Undone(_In):
    """A rater takes back the last rating."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """What the pages are made from. `rater`: the only one, None: each says who they are.

    `adjudicate`: whether disagreements may be seen and decided. `language`: of the pages, None: the
    browser's.
    """

    items: Items
    store: Store
    opinions: Opinions
    rubric: Rubric
    rater: str | None = None
    adjudicate: bool = False
    language: str | None = None
    overlap: float = queue.OVERLAP
    templates: jinja2.Environment = field(
        default_factory=lambda: page.environment(FOLDER, {"bold": views.bold})
    )

    def page(self, name: str, request: Request, **values: Any) -> HTMLResponse:
        """A template, filled."""
        code = page.language(self.language, request.headers.get("accept-language", ""))
        texts = self.rubric.texts
        made = self.templates.get_template(name).render(
            w=page.words(FOLDER, code),
            code=code,
            rubric=texts.get(code) or next(iter(texts.values())),
            requirements=REQUIREMENTS,
            types=MESSAGE_TYPES,
            adjudicate=self.adjudicate,
            decision_of=lambda action: decisions.named(decisions.DECISIONS[action], code),
            stars_of=lambda score: decisions.stars(score, code),
            **values,
        )
        return HTMLResponse(made)

    def named(self, rater: str | None) -> str:
        """Who asks. Raises Refused where another rater was given at the start."""
        if self.rater is not None and rater not in (None, self.rater):
            raise Refused(403, f"This page is {self.rater}'s; start another one for {rater!r}.")
        name = rater or self.rater or ""
        if not re.fullmatch(NAME, name):
            raise Refused(400, "A name has letters, digits, spaces and . @ + -, at most 64.")
        return name
