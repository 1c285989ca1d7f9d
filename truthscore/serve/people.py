"""What people open in a browser: a page to try one answer on, and the answers that were not sent,
which the backend asks for too."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from pydantic import ValidationError

from truthscore.decisions import DECISIONS
from truthscore.report import page
from truthscore.serve import browser_pages
from truthscore.serve.openapi import problems
from truthscore.serve.problem import Problem, forbidden
from truthscore.serve.reviews import CORRECTED, DONE, SENT, WAITING, Review, Reviews, pages_of
from truthscore.serve.routes import Id, audit, token_of
from truthscore.serve.schemas import ReviewOut
from truthscore.serve.service import Service
from truthscore.serve.tokens import REVIEW
from truthscore.shown import json_text
from truthscore.stars import HIGHEST

#: Who looks at them where no token is needed.
NOBODY = "local"
#: Media type of lines of JSON, and the characters of a day in a time.
LINES, _DAY = "application/x-ndjson", 10


def add_page(app: FastAPI, service: Service) -> None:
    """Give the application the page to try one answer on."""
    fixed = {"reviews": service.reviews is not None}

    @app.get("/", include_in_schema=False)
    async def try_one(request: Request) -> HTMLResponse:
        """The page to try one answer on."""
        code = _language(request)
        asked = browser_pages.example(code, request.query_params.get("example"))
        return await _page(browser_pages.TRY, code, {**fixed, "asked": asked, "refused": ""})

    @app.post("/", include_in_schema=False)
    async def tried(request: Request) -> HTMLResponse:
        """The same with the verdict."""
        asked, code = await _form(request), _language(request)
        sent = {name: asked.get(name, "") for name in ("question", "answer", "page")}
        refused, shown = "", {}
        try:
            example, found = await service.tried(**sent)
            shown = browser_pages.card(example, found.verdict, found.decided, found.reason)
        except ValidationError as error:
            refused = "; ".join(f"{each['loc'][0]}: {each['msg']}" for each in error.errors())
        except Problem as problem:
            refused = problem.detail
        return await _page(
            browser_pages.TRY, code, {**fixed, "asked": sent, "refused": refused, **shown}
        )


def add_reviews(app: FastAPI, service: Service, reviews: Reviews) -> None:
    """Answers that were not sent, for people in a browser and for the backend that asks."""

    @app.get(
        "/v1/reviews", response_class=Response, responses=_lines_of("a row of `rate`, `learn`")
    )
    async def finished(request: Request) -> Response:
        """What people sent, as it was or corrected, as rows for `truthscore rate` and `learn`: five
        stars by the name of who sent it. Takes the scope review."""
        if not token_of(request).may(REVIEW):
            raise forbidden(REVIEW)
        found = await asyncio.to_thread(reviews.finished)
        lines = [json_text(_row(each)) + "\n" for each in found if each.sent is not None]
        return Response("".join(lines), media_type=LINES)

    @app.get("/v1/reviews/{id}", response_model=ReviewOut, responses=problems("get"))
    async def review(id: Id) -> Any:
        """What became of an answer that was not sent, by the `review` of its decision."""
        found = await asyncio.to_thread(reviews.get, id)
        if found is None:
            raise Problem("not_found", "no answer is kept under this id, or no longer")
        return JSONResponse(
            {
                "id": found.id, "state": found.state, "answer": found.sent, "note": found.note,
                "by": found.by, "done": None if found.done is None else _utc(found.done),
            }
        )  # fmt: skip

    @app.get("/reviews", include_in_schema=False)
    async def waiting(request: Request, said: str = "") -> HTMLResponse:
        """The answers that wait."""
        found = await asyncio.to_thread(reviews.waiting)
        shown = [
            {
                "id": each.id, "at": _utc(each.at).partition("+")[0].replace("T", " "),
                "holder": each.holder, "reason": each.reason, "question": each.example.question,
                "decision": DECISIONS[each.action],
            }
            for each in found
        ]  # fmt: skip
        return await _page(
            browser_pages.REVIEWS, _language(request),
            {**_looking(request), "said": _said(said), "waiting": shown},
        )  # fmt: skip

    @app.post("/reviews/next", include_in_schema=False)
    async def next_one(request: Request) -> Response:
        """Take the next one."""
        await _form(request)
        taken = await asyncio.to_thread(reviews.take, _who(request))
        return _see(request, "/reviews?said=nothing" if taken is None else f"/reviews/{taken}")

    @app.post("/reviews/{id}/take", include_in_schema=False)
    async def take(id: Id, request: Request) -> Response:
        """Take one of them."""
        await _form(request)
        taken = await asyncio.to_thread(reviews.take, _who(request), id)
        return _see(request, "/reviews?said=taken" if taken is None else f"/reviews/{taken}")

    @app.get("/reviews/{id}", include_in_schema=False)
    async def one(id: Id, request: Request, said: str = "") -> Response:
        """An answer, for who has it."""
        found = await asyncio.to_thread(reviews.get, id)
        who = _who(request)
        if found is None or found.state != WAITING or found.holder != who:
            return _see(request, "/reviews?said=taken")
        card = browser_pages.card(found.example, found.verdict, found.action, found.reason)
        told = {**_looking(request), "said": _said(said), "review": id}
        return await _page(
            browser_pages.REVIEWS, _language(request),
            {**told, "answered": found.example.answer, **card},
        )  # fmt: skip

    @app.post("/reviews/{id}", include_in_schema=False)
    async def decide(id: Id, request: Request) -> Response:
        """Send, correct or refuse it, or put it back."""
        asked, who = await _form(request), _who(request)
        found = await asyncio.to_thread(reviews.get, id)
        state = asked.get("do", "")
        if found is None or state not in (*DONE, "back"):
            return _see(request, "/reviews?said=taken")
        if state == "back":
            await asyncio.to_thread(reviews.put_back, who, id)
            return _see(request, "/reviews?said=back")
        text = {SENT: found.example.answer, CORRECTED: asked.get("sent", "").strip()}.get(state)
        if state == CORRECTED and text in ("", found.example.answer.strip()):
            return _see(request, f"/reviews/{id}?said=unchanged")
        note = asked.get("note", "").strip()
        done = await asyncio.to_thread(reviews.decide, who, id, state, sent=text, note=note)
        if done:
            audit(request, "review", review=id, state=state)
            if service.notices is not None:
                service.notices.reviewed(id, state)
        return _see(request, f"/reviews?said={'saved' if done else 'lost'}")


def _row(found: Review) -> dict[str, Any]:
    """An answer that a person sent, as `rate` and `learn` read it."""
    return {
        "id": found.id,
        "question": found.example.question,
        "answer": found.sent,
        "context": pages_of(found.example),
        "ratings": {found.by: HIGHEST},
        "date": _utc(found.done or found.at)[:_DAY],
    }


def _who(request: Request) -> str:
    """Who looks: the name of the token; where none is needed, everybody on this machine is one."""
    return token_of(request).name or NOBODY


def _looking(request: Request) -> dict[str, str]:
    """Who looks, for a page, and what they are called where they have a name."""
    return {"who": _who(request), "named": token_of(request).name or ""}


def _said(said: str) -> str:
    """What a page may be told to say: nothing but one of its own sentences."""
    return said if said in browser_pages.SAID else ""


def _see(request: Request, where: str) -> Response:
    """To another page of ours, in the same language."""
    mark = "&" if "?" in where else "?"
    return RedirectResponse(f"{where}{mark}lang={_language(request)}", status_code=303)


def _utc(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, tz=UTC).isoformat(timespec="minutes")


def _lines_of(what: str) -> dict[int | str, dict[str, Any]]:
    told = {
        "description": f"A line each: {what}",
        "content": {LINES: {"schema": {"type": "string"}}},
    }
    return {200: told}


def _language(request: Request) -> str:
    asked = request.query_params.get("lang")
    return page.language(asked, request.headers.get("accept-language", ""))


async def _form(request: Request) -> dict[str, str]:
    """What a form of ours sent. Raises Problem for one of another site."""
    if not browser_pages.is_own(request.headers):
        raise Problem("origin", "a form is taken from a page of this service")
    return browser_pages.fields(await request.body())


async def _page(template: str, code: str, values: dict[str, Any]) -> HTMLResponse:
    made, headers = await asyncio.to_thread(browser_pages.html, template, code, values)
    return HTMLResponse(made, headers=headers)
