"""The application: routes over a guardrail. `create` is what every worker calls."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.routing import Match
from uvicorn.config import STARTUP_FAILURE

from truthscore.errors import TruthscoreError
from truthscore.scorer import TruthScorer
from truthscore.serve import openapi, people, routes
from truthscore.serve.connections import most_connections, raise_file_limit
from truthscore.serve.gate import Gate
from truthscore.serve.logs import LOG
from truthscore.serve.pages import Pages
from truthscore.serve.problem import MEDIA_TYPE, Problem
from truthscore.serve.reviews import Reviews
from truthscore.serve.server import GRACE_SECONDS, Settings
from truthscore.serve.service import Service
from truthscore.serve.siblings import Siblings
from truthscore.serve.tokens import Tokens, read_tokens
from truthscore.signature import package_version

#: Where answers that were not sent are kept, in the service's folder.
REVIEWS = "reviews.sqlite"
#: What a validation error may tell; `input` and `ctx` would repeat the customer.
_TOLD = ("loc", "msg", "type")
#: What curl sends with -d alone is a text to the framework, and no object.
_NOT_SAID_TO_BE_JSON = (
    "the body is read as JSON only with the header 'Content-Type: application/json'"
)
#: What the framework refuses: the problem's kind and what is said of it, by status.
_REFUSED = {
    400: ("malformed", "the body cannot be read"),
    404: ("not_found", "there is no such address; see /docs"),
    405: ("method", "see the header Allow"),
    415: ("media_type", "see /docs"),
}


def create() -> Gate:
    """The application of one worker, from the settings in its environment.

    What makes it impossible ends the service: another worker would fail as well.
    """
    try:
        settings = Settings.from_environment()
        data_dir = Path(settings.data_dir)
        pages = Pages(data_dir / "pages")
        scorer = TruthScorer.load(
            settings.profile, lang=settings.lang, pipelines=dict(settings.pipelines), cache=pages
        )
        return application(
            scorer,
            data_dir,
            read_tokens(settings.token_file),
            pages=pages,
            max_requests=most_connections(raise_file_limit()),
            require_roles=settings.require_roles,
            review_days=settings.review_days,
            siblings=(
                Siblings(Path(settings.shared_dir), settings.workers)
                if settings.workers > 1 and settings.shared_dir
                else None
            ),
        )
    except (TruthscoreError, OSError, sqlite3.Error) as error:
        LOG.error("the service cannot start: %s", error)
        raise SystemExit(STARTUP_FAILURE) from None


def application(
    scorer: TruthScorer,
    data_dir: Path,
    tokens: Tokens,
    *,
    pages: Pages | None = None,
    max_requests: int | None = None,
    require_roles: bool = False,
    review_days: float = 0.0,
    siblings: Siblings | None = None,
) -> Gate:
    """The service for a loaded scorer; documents and profiles are kept in `data_dir`.

    `pages`: the scorer's store of parses. `max_requests`: how many may be under way at once.
    `require_roles`: a check or score must say whose roles count. `review_days`: how long answers
    that were not sent are kept for people; 0 keeps none. `siblings`: the other workers, None when
    this process is the only one.
    """
    reviews = Reviews(data_dir / REVIEWS, review_days) if review_days else None
    service = Service(scorer, data_dir, pages, require_roles, reviews)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        service.warm_up()
        if siblings is not None:
            await siblings.open(app)
        yield
        if siblings is not None:
            await siblings.close(GRACE_SECONDS)
        await asyncio.to_thread(service.close)

    app = FastAPI(
        title="truthscore",
        version=package_version(),
        summary="Decides whether a chatbot's answer may be sent: rules and evidence, no LLM.",
        description=(
            "Stars from 1 (untrue) to 5 (true) and what they mean for the customer: send, let a "
            "person look, or hold back. Every error is a problem (RFC 9457)."
        ),
        lifespan=lifespan,
        docs_url=None,  # it would load scripts from elsewhere; `docs` below loads nothing
        redoc_url=None,
    )
    _errors(app)
    routes.add(app, service)
    people.add_page(app, service)
    if service.reviews is not None:
        people.add_reviews(app, service, service.reviews)
    openapi.describe(app, tokens)
    limits = scorer.profile.serve
    return Gate(
        app,
        tokens=tokens,
        metrics=service.metrics,
        max_bytes=limits.max_body_bytes,
        body_seconds=limits.body_seconds,
        max_requests=max_requests,
        siblings=siblings,
    )


def _errors(app: FastAPI) -> None:
    """Every error is a problem."""

    @app.exception_handler(Problem)
    async def problem(_: Request, error: Problem) -> Response:
        return _response(error)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        told = [{name: each[name] for name in _TOLD} for each in error.errors()]
        if any(each["type"] == "json_invalid" for each in told):
            return _response(Problem("malformed", "the body is not JSON", errors=told))
        as_json = "json" in request.headers.get("content-type", "").lower()
        detail = "see errors" if as_json or request.method == "GET" else _NOT_SAID_TO_BE_JSON
        return _response(Problem("invalid", detail, errors=told))

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        headers = dict(error.headers or {})
        if error.status_code == 405:
            headers["Allow"] = ", ".join(sorted(_methods(app, request)))
        unknown = ("internal", "the request could not be served")
        kind, detail = _REFUSED.get(error.status_code, unknown)
        return _response(Problem(kind, detail, headers=headers))

    @app.exception_handler(Exception)  # the gate logs what it was, without its words
    async def unexpected(_: Request, __: Exception) -> Response:
        return _response(Problem("internal", "the request could not be served"))


def _methods(app: FastAPI, request: Request) -> set[str]:
    """Every method that some route has at the address of `request`."""
    found: set[str] = set()
    for route in app.routes:
        match, _ = route.matches(request.scope)
        if match is not Match.NONE:
            found |= getattr(route, "methods", None) or set()
    return found


def _response(problem: Problem) -> Response:
    return Response(problem.body(), problem.status, media_type=MEDIA_TYPE, headers=problem.headers)
