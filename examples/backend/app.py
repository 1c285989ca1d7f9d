"""A small support backend with the guardrail between the language model and the customer.

uvicorn app:create --factory          # in this folder; see README.md
"""

from __future__ import annotations

import asyncio
import os
import uuid
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Literal

from fastapi import FastAPI, HTTPException
from generators import Generate, from_environment
from help_pages import HelpPages, Page
from pydantic import BaseModel, Field

from truthscore import Decision, Guardrail, averify_loop

#: Cases that are kept for colleagues; a real backend has a database.
KEPT = 1_000
WAITING = {
    "nl": "Een collega kijkt uw vraag even na. U krijgt zo antwoord.",
    "en": "A colleague is checking your question. You will get an answer soon.",
}
HELD = {
    "nl": "Op deze vraag kan ik geen betrouwbaar antwoord geven. Neem contact op met de helpdesk.",
    "en": "I cannot give a reliable answer to this question. Please contact the help desk.",
}


class Question(BaseModel):
    """What a customer asks."""

    question: str = Field(min_length=1, max_length=2_000)
    lang: Literal["nl", "en"] = "nl"


class Review(BaseModel):
    """What a colleague does with an answer: send it, perhaps another text, or not."""

    send: bool
    answer: str | None = None


def create(generate: Generate | None = None) -> FastAPI:
    """The backend. Settings come from the environment: see README.md."""
    guardrail = Guardrail.load(os.environ.get("BACKEND_PROFILE", "grounded"))
    generator = generate or from_environment()
    loop = os.environ.get("BACKEND_LOOP") == "1"
    help_pages = {lang: HelpPages(lang) for lang in ("nl", "en")}
    cases: OrderedDict[str, dict[str, Any]] = OrderedDict()

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        for lang, pages in help_pages.items():  # parsed once, before the first customer
            await asyncio.to_thread(_warm, guardrail, pages.pages, lang)
        async with guardrail:
            yield

    app = FastAPI(title="Wulpendal support", lifespan=lifespan)

    async def decided(asked: Question, pages: list[Page]) -> tuple[str, Decision]:
        """An answer and the decision about it."""
        context = [vars(page) for page in pages]

        async def made(feedback: str | None) -> str:
            return await generator(asked.question, asked.lang, pages, feedback)

        if loop:
            result = await averify_loop(
                made, guardrail, question=asked.question, context=context, lang=asked.lang
            )
            return result.answer, result.decision
        answer = await made(None)
        decision = await guardrail.acheck(
            question=asked.question, answer=answer, context=context, lang=asked.lang
        )
        return answer, decision

    @app.post("/ask")
    async def ask(asked: Question) -> dict[str, Any]:
        """Answer a question: sent, waiting for a colleague, or held back."""
        pages = help_pages[asked.lang].search(asked.question)
        try:
            answer, decision = await decided(asked, pages)
        except Exception:  # no answer is better than one that nobody checked
            return {"status": "held", "answer": HELD[asked.lang]}
        if decision.allowed:
            return {"status": "sent", "answer": answer, "pages": [page.id for page in pages]}
        case = {
            "id": uuid.uuid4().hex,
            "status": "waiting" if decision.action == "review" else "held",
            "question": asked.question,
            "lang": asked.lang,
            "answer": answer,
            "suggestion": await asyncio.to_thread(lambda: decision.trimmed),
            "reason": decision.reason,
            "findings": list(decision.findings),
            "stars": decision.verdict.score,
        }
        cases[case["id"]] = case
        while len(cases) > KEPT:
            cases.popitem(last=False)
        told = WAITING if case["status"] == "waiting" else HELD
        return {"status": case["status"], "case": case["id"], "answer": told[asked.lang]}

    @app.get("/cases/{case_id}")
    async def customer_case(case_id: str) -> dict[str, Any]:
        """What the customer sees of a case: never an answer that was not sent."""
        case = _case(cases, case_id)
        told = {"sent": case["answer"], "waiting": WAITING[case["lang"]]}
        return {"status": case["status"], "answer": told.get(case["status"], HELD[case["lang"]])}

    # For colleagues: put these two behind your own login.
    @app.get("/reviews")
    async def reviews() -> list[dict[str, Any]]:
        """The cases that wait, with the reason and a suggestion."""
        return [case for case in cases.values() if case["status"] == "waiting"]

    @app.post("/reviews/{case_id}")
    async def review(case_id: str, done: Review) -> dict[str, Any]:
        """Send an answer, as it is or another text, or hold it back."""
        case = _case(cases, case_id)
        if case["status"] != "waiting":
            raise HTTPException(409, f"this case is {case['status']}")
        case["status"] = "sent" if done.send else "held"
        case["answer"] = done.answer or case["answer"]
        return {"status": case["status"]}

    return app


def _case(cases: OrderedDict[str, dict[str, Any]], case_id: str) -> dict[str, Any]:
    if case_id not in cases:
        raise HTTPException(404, "there is no such case")
    return cases[case_id]


def _warm(guardrail: Guardrail, pages: list[Page], lang: str) -> None:
    for page in pages:
        guardrail.check(question="?", answer=page.title, context=[vars(page)], lang=lang)
