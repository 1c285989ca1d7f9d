"""The desk over HTTP: questions, feedback, and what waits for a colleague.

uvicorn examples.desk.app:create --factory     # in the checkout; or: python -m examples.desk
"""

from __future__ import annotations

import asyncio
import hmac
import os
import secrets
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import Depends, FastAPI, Header, HTTPException
from pydantic import BaseModel, Field

from examples.desk.data import Store
from examples.desk.loop import Desk
from examples.desk.models import Model, from_environment
from examples.desk.wording import WORDING
from truthscore import Guardrail


class Question(BaseModel):
    """What an employee asks. `key`: the same one changes nothing a second time."""

    question: str = Field(min_length=1, max_length=20_000)
    lang: Literal["nl", "en"] = "nl"
    key: str | None = Field(default=None, max_length=200)


class Feedback(BaseModel):
    """What an employee thinks of an answer; a thumb down is a case for a colleague."""

    question: str = Field(max_length=20_000)
    answer: str = Field(max_length=20_000)
    lang: Literal["nl", "en"] = "nl"
    thumb: Literal[-1, 1]
    comment: str = Field(default="", max_length=2_000)


class Review(BaseModel):
    """What a colleague does with an answer: send it, perhaps another text, or not."""

    send: bool
    answer: str | None = None


def create(model: Model | None = None) -> FastAPI:
    """The desk as a service. Settings come from the environment: see README.md."""
    url = os.environ.get("DESK_DB") or f"sqlite:///{Path(tempfile.mkdtemp()) / 'desk.db'}"
    token = os.environ.get("DESK_TOKEN") or _made_token()
    guardrail = Guardrail.load(os.environ.get("DESK_PROFILE", "grounded"))
    desk = Desk(Store(url), model or from_environment(), guardrail)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await asyncio.to_thread(desk.warm_up)  # parsed once, before the first customer
        yield

    app = FastAPI(title="Wulpendal desk", lifespan=lifespan)

    def colleague(authorization: Annotated[str, Header()] = "") -> None:
        if not hmac.compare_digest(authorization.encode(), f"Bearer {token}".encode()):
            raise HTTPException(401, "expected the header Authorization: Bearer, with DESK_TOKEN")

    @app.post("/ask")
    def ask(asked: Question, x_employee: Annotated[str | None, Header()] = None) -> dict[str, Any]:
        """Answer a question. `X-Employee` is set by your own login in front, never by a browser."""
        try:
            given = desk.ask(asked.question, asked.lang, x_employee, asked.key)
        except Exception as error:  # no answer is better than one that nobody checked
            print(f"/ask failed: {error!r}", file=sys.stderr)
            held = WORDING[asked.lang]["held"]
            return {"status": "held", "answer": held, "model": desk.model.name}
        told = {
            "status": given.status, "answer": given.answer, "model": given.model,
            "route": given.route,
        }  # fmt: skip
        if given.status == "waiting":
            body = {**asdict(given), "question": asked.question, "lang": asked.lang}
            told["case"] = desk.store.keep_case(given.status, {**body, "answer": given.draft})
        return told

    @app.post("/feedback")
    def feedback(given: Feedback) -> dict[str, Any]:
        """A thumb; the case of one that is down."""
        if given.thumb > 0:
            return {}
        return {"case": desk.store.keep_case("waiting", given.model_dump())}

    @app.get("/cases/{case_id}")
    def customer_case(case_id: str) -> dict[str, Any]:
        """What the customer sees of a case: never an answer that was not sent."""
        case = _case(desk.store, case_id)
        words = WORDING[case["lang"]]
        told = {"sent": case["answer"], "waiting": words["waiting"]}
        return {"status": case["status"], "answer": told.get(case["status"], words["held"])}

    @app.get("/reviews", dependencies=[Depends(colleague)])
    def reviews() -> list[dict[str, Any]]:
        """The cases that wait, with the draft and the reason."""
        return desk.store.cases(status="waiting")

    @app.post("/reviews/{case_id}", dependencies=[Depends(colleague)])
    def review(case_id: str, done: Review) -> dict[str, Any]:
        """Send an answer, as it is or another text, or hold it back."""
        case = _case(desk.store, case_id)
        status = "sent" if done.send else "held"
        if not desk.store.close_case(case_id, status, done.answer or case["answer"]):
            raise HTTPException(409, f"this case is {case['status']}")
        return {"status": status}

    return app


def _made_token() -> str:
    token = secrets.token_urlsafe(24)
    print(f"DESK_TOKEN is not set; /reviews takes this one: {token}", file=sys.stderr)
    return token


def _case(store: Store, case_id: str) -> dict[str, Any]:
    found = store.cases(id=case_id)
    if not found:
        raise HTTPException(404, "there is no such case")
    return found[0]
