"""The desk over HTTP: questions, feedback, and what waits for a colleague.

uvicorn examples.desk.app:create --factory     # in the checkout; or: python -m examples.desk
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import os
import secrets
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import Depends, FastAPI, Header, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from pydantic import BaseModel, Field, field_validator

from examples.desk import arms, help_pages, web
from examples.desk.data import Store
from examples.desk.log import Log
from examples.desk.loop import Answer, Desk, today
from examples.desk.models import Model, from_environment
from examples.desk.wording import WORDING
from truthscore import Guardrail
from truthscore.errors import InputError
from truthscore.text.pieces import WORD

#: Statuses without an answer, as the paper's "no answer rate" counts them.
NO_ANSWER = ("waiting", "held")


class Question(BaseModel):
    """What an employee asks. `key`: the same one changes nothing a second time."""

    question: str = Field(min_length=1, max_length=20_000)
    lang: Literal["nl", "en"] = "nl"
    key: str | None = Field(default=None, max_length=200)

    @field_validator("question")
    @classmethod
    def _worded(cls, given: str) -> str:
        if not WORD.search(given):  # it would be a case for a colleague
            raise ValueError("found no word; expected a question")
        return given


class Feedback(BaseModel):
    """What an employee thinks of an answer: a thumb down is a case for a colleague, 0 says only
    that the answer has been read. `id`: that of the answer."""

    id: str = Field(max_length=64)
    thumb: Literal[-1, 0, 1]
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
    desk = Desk(
        Store(url), model or from_environment(), guardrail,
        pages=help_pages.read(os.environ.get("DESK_PAGES")),
        arms=arms.read(os.environ.get("DESK_ARMS")),
    )  # fmt: skip

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await asyncio.to_thread(desk.warm_up)  # loaded once, before the first customer
        yield

    app = FastAPI(title="Wulpendal desk", lifespan=lifespan)
    app.add_exception_handler(RequestValidationError, _refused)

    def colleague(authorization: Annotated[str, Header()] = "") -> None:
        if not hmac.compare_digest(authorization.encode(), f"Bearer {token}".encode()):
            raise HTTPException(401, "expected the header Authorization: Bearer, with DESK_TOKEN")

    log = Log(desk.store, desk.arms.name)
    _asking(app, desk, log)
    _reviewing(app, desk, [Depends(colleague)])
    _measuring(app, desk, log, [Depends(colleague)])
    web.add(app, desk, demo=os.environ.get("DESK_DEMO") == "1")
    return app


def _refused(_: Request, error: Exception) -> JSONResponse:
    """What is wrong with a request in a sentence, without what it held: that may be long."""
    assert isinstance(error, RequestValidationError)
    told = []
    for each in error.errors():
        field = "body" if each["type"] == "json_invalid" else each["loc"][-1]
        told.append(f"{field}: {each['msg'].removeprefix('Value error, ')}")
    return JSONResponse({"detail": "; ".join(told)}, 422)


def _asking(app: FastAPI, desk: Desk, log: Log) -> None:
    @app.post("/ask")
    def ask(asked: Question, x_employee: Annotated[str | None, Header()] = None) -> dict[str, Any]:
        """Answer a question. `X-Employee` is set by your own login in front, never by a browser."""
        at, day = time.time(), today()
        actor = desk.store.actor(x_employee)
        arm = desk.arm(actor, day)
        words = WORDING[asked.lang]
        try:
            given = desk.ask(asked.question, asked.lang, x_employee, asked.key, arm)
        except Exception as error:  # no answer is better than one that nobody checked
            print(f"/ask failed: {error!r}", file=sys.stderr)
            held = {"status": "held", "answer": words["held"], "model": desk.model.name}
            told: dict[str, Any] = held
        else:
            told = _told(given)
            if given.status == "waiting":
                body = {**asdict(given), "question": asked.question, "lang": asked.lang}
                told["case"] = desk.store.keep_case(given.status, {**body, "answer": given.draft})
        id = log.add({
            "id": asked.key and hashlib.sha256(f"{x_employee}\n{asked.key}".encode()).hexdigest(),
            "at": at, "agent": actor and actor.id, "day": day, "arm": arm.name,
            "no_answer": int(told["status"] in NO_ANSWER), "escalated": int("case" in told),
            "body": {**asked.model_dump(), "answer": told["answer"], "case": told.get("case")},
        })  # fmt: skip
        return {"id": id, **told}

    @app.post("/feedback")
    def feedback(
        given: Feedback, x_employee: Annotated[str | None, Header()] = None
    ) -> dict[str, Any]:
        """A thumb on an answer of one's own; the case of one that is down."""
        actor = desk.store.actor(x_employee)
        row = log.row(given.id, actor and actor.id)
        if row is None:
            raise HTTPException(404, "there is no such answer of yours")
        case = row["body"]["case"]
        if given.thumb < 0 and case is None:
            kept = {name: row["body"][name] for name in ("question", "answer", "lang")}
            body = {**kept, "thumb": given.thumb, "comment": given.comment}
            case = desk.store.keep_case("waiting", body, given.id)
        log.thumb(row, given.thumb, escalated=given.thumb < 0)
        return {"case": case} if given.thumb < 0 else {}

    @app.get("/cases/{case_id}")
    def customer_case(case_id: str) -> dict[str, Any]:
        """What the customer sees of a case: never an answer that was not sent."""
        case = _case(desk.store, case_id)
        words = WORDING[case["lang"]]
        told = {"sent": case["answer"], "waiting": words["waiting"]}
        return {"status": case["status"], "answer": told.get(case["status"], words["held"])}


def _told(given: Answer) -> dict[str, Any]:
    """What who asked gets: of an answer that is not sent neither draft nor reason."""
    told: dict[str, Any] = {
        "status": given.status, "answer": given.answer, "model": given.model,
        "route": given.route, "citations": [asdict(each) for each in given.citations],
    }  # fmt: skip
    if given.status == "sent":
        told["evidence"] = {"stars": given.stars, "findings": given.findings}
    return told


def _reviewing(app: FastAPI, desk: Desk, colleague: list[Any]) -> None:
    @app.get("/reviews", dependencies=colleague)
    def reviews() -> list[dict[str, Any]]:
        """The cases that wait, with the draft and the reason."""
        return desk.store.cases(status="waiting")

    @app.post("/reviews/{case_id}", dependencies=colleague)
    def review(case_id: str, done: Review) -> dict[str, Any]:
        """Send an answer, as it is or another text, or hold it back."""
        case = _case(desk.store, case_id)
        status = "sent" if done.send else "held"
        if not desk.store.close_case(case_id, status, done.answer or case["answer"]):
            raise HTTPException(409, f"this case is {case['status']}")
        return {"status": status}


def _measuring(app: FastAPI, desk: Desk, log: Log, colleague: list[Any]) -> None:
    @app.get("/experiment", dependencies=colleague)
    def table() -> PlainTextResponse:
        """What the two arms tell so far, or why they tell nothing yet."""
        names = [each.name for each in desk.arms.arms]
        if len(names) != 2:
            said = "There is no experiment: DESK_ARMS names none (see arms.toml)."
            return PlainTextResponse(said, 409)
        try:
            return PlainTextResponse(log.table((names[0], names[1])))
        except InputError as error:
            return PlainTextResponse(f"Not enough yet: {error}", 409)

    @app.get("/experiment/log", dependencies=colleague)
    def lines() -> Response:
        """One row a question, for `truthscore experiment`."""
        return Response(log.jsonl(), media_type="application/jsonl")


def _made_token() -> str:
    token = secrets.token_urlsafe(24)
    print(f"DESK_TOKEN is not set; /reviews takes this one: {token}", file=sys.stderr)
    return token


def _case(store: Store, case_id: str) -> dict[str, Any]:
    found = store.cases(id=case_id)
    if not found:
        raise HTTPException(404, "there is no such case")
    return found[0]
