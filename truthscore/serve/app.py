"""The application: routes over a guardrail. `create` is what every worker calls."""

from __future__ import annotations

import asyncio
import functools
import gc
import hashlib
import json
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path as FilePath
from typing import Annotated, Any, TypeVar

from fastapi import Body, FastAPI, Path, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.routing import Match
from uvicorn.config import STARTUP_FAILURE

from truthscore.decisions import DECISIONS
from truthscore.errors import InputError, TruthscoreError
from truthscore.example import documents, example_of_call
from truthscore.formats import to_dict as verdict_to_dict
from truthscore.guard.decision import Decision
from truthscore.guard.decision import to_dict as decision_to_dict
from truthscore.guard.guardrail import LONG_PAGE, Guardrail, Outcome
from truthscore.guard.guardrail import Request as CheckedRequest
from truthscore.guard.operation import checked_operation, checked_report
from truthscore.guard.operation import to_dict as operation_to_dict
from truthscore.guard.workers import Busy, Workers
from truthscore.roles import permitted
from truthscore.scorer import TruthScorer
from truthscore.serve import api_page, browser_pages, notices
from truthscore.serve.connections import most_connections, raise_file_limit
from truthscore.serve.gate import OPEN, Gate
from truthscore.serve.guardrails import Guardrails
from truthscore.serve.logs import LOG
from truthscore.serve.metrics import Metrics
from truthscore.serve.notices import Notices
from truthscore.serve.pages import Pages
from truthscore.serve.problem import KINDS, MEDIA_TYPE, Problem, forbidden
from truthscore.serve.registry import Documents
from truthscore.serve.reviews import CORRECTED, DONE, SENT, WAITING, Review, Reviews
from truthscore.serve.schemas import (
    EXAMPLE_ROW,
    IDENTIFIER,
    PROFILE_NAME,
    BatchOut,
    CheckIn,
    DecisionOut,
    DocumentIn,
    DocumentOut,
    Health,
    OperationCheckIn,
    OperationOut,
    ProblemOut,
    ProfileOut,
    ReportIn,
    ReviewOut,
    ScoreBatch,
    ScoreOne,
    ScoreRow,
    VerdictOut,
)
from truthscore.serve.settings import GRACE_SECONDS, Settings
from truthscore.serve.siblings import Siblings
from truthscore.serve.tokens import ADMIN, REVIEW, SCOPES, Token, Tokens, needed, read_tokens
from truthscore.shown import json_text
from truthscore.signature import package_version
from truthscore.stars import HIGHEST
from truthscore.text.markup import normalise
from truthscore.types import ContextDocument, Example, Verdict

T = TypeVar("T")

Id = Annotated[str, Path(pattern=IDENTIFIER, examples=["verlof"])]
ProfileName = Annotated[str, Path(pattern=PROFILE_NAME, examples=["acme"])]

#: How many long registered pages wait in line to be parsed ahead.
MOST_READ_AHEAD = 16
#: Where answers that were not sent are kept, in the service's folder.
REVIEWS = "reviews.sqlite"
#: Who looks at them where no token is needed.
NOBODY = "local"
#: Media type of lines of JSON, and the characters of a day in a time.
LINES, _DAY = "application/x-ndjson", 10
#: Addresses under which one service is asked for its page: its name, and a few more.
ADDRESSES = 16
#: What a validation error may tell; `input` and `ctx` would repeat the customer.
_TOLD = ("loc", "msg", "type")
#: What curl sends with -d alone is a text to the framework, and no object.
_NOT_SAID_TO_BE_JSON = (
    "the body is read as JSON only with the header 'Content-Type: application/json'"
)
#: Media types of a profile.
_TOML = ("application/toml", "text/plain")
_PROFILE_EXAMPLE = 'name = "acme"\nextends = "grounded"\n\n[decision]\nsend_from = 4.2\n'


def create() -> Gate:
    """The application of one worker, from the settings in its environment.

    What makes it impossible ends the service: another worker would fail as well.
    """
    try:
        settings = Settings.from_environment()
        data_dir = FilePath(settings.data_dir)
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
                Siblings(FilePath(settings.shared_dir), settings.workers)
                if settings.workers > 1 and settings.shared_dir
                else None
            ),
        )
    except (TruthscoreError, OSError, sqlite3.Error) as error:
        LOG.error("the service cannot start: %s", error)
        raise SystemExit(STARTUP_FAILURE) from None


def application(
    scorer: TruthScorer,
    data_dir: FilePath,
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
    service = _Service(scorer, data_dir, pages, require_roles, reviews)

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
    _routes(app, service)
    _pages(app, service)
    if service.reviews is not None:
        _reviews(app, service, service.reviews)
    _describe(app, tokens)
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


class _Service:
    """What the routes work with."""

    def __init__(
        self,
        scorer: TruthScorer,
        data_dir: FilePath,
        pages: Pages | None,
        require_roles: bool,
        reviews: Reviews | None,
    ) -> None:
        self.reviews = reviews
        self.limits = scorer.profile.serve
        self.guardrails = Guardrails(scorer, data_dir)
        self.documents = Documents(data_dir / "documents", self.limits.max_registered, pages)
        self.metrics = Metrics()
        to = notices.target(scorer.profile.policy)
        self.notices = None if to is None else Notices(to, self.metrics.notice)
        self._require_roles = require_roles
        self._readers: Workers[int] = Workers(threads=1, waiting=MOST_READ_AHEAD)

    def read_ahead(self, pages: Sequence[ContextDocument]) -> None:
        """Have long registered pages parsed, so that no check waits for it. Only who may write
        pages sets this work going: of those that come with checks, one at a time is read on."""
        scorer = self.guardrails.default.scorer
        long = [page for page in pages if len(page.text) >= LONG_PAGE]
        if long:
            with suppress(Busy):  # enough are in line: it is parsed when it is needed
                self._readers.submit(
                    partial(scorer.warm, long), scorer.profile.documents.parse_seconds
                )

    def writable(self) -> bool:
        """Whether documents and profiles can be registered."""
        return self.documents.writable() and self.guardrails.writable()

    def close(self) -> None:
        """Finish what was taken on, and tell what is still to be told, for as long as it may."""
        self.guardrails.close()
        self._readers.close()
        if self.notices is not None:
            self.notices.close(notices.CLOSE_SECONDS)

    def warm_up(self) -> None:
        """So that the first customer does not wait for what is loaded at first use."""
        self.guardrails.default.scorer.warm_up()
        # pipelines and word lists last as long as the worker: to look through them for garbage
        # takes 100 ms, in which a customer waits
        gc.collect()
        gc.freeze()

    async def check(self, asked: CheckIn) -> dict[str, Any]:
        guardrail = await self._guardrail(asked.profile)
        context = self._context(asked, ["body"])
        decision = await guardrail.acheck(
            question=asked.question, answer=asked.answer, context=context, id=asked.id,
            lang=asked.lang, roles=asked.roles,
        )  # fmt: skip
        self.metrics.decision(decision)
        if self.notices is not None:
            self.notices.offer(decision, question=asked.question, answer=asked.answer)
        kept = {"review": await self._kept(asked, context, decision)}
        if not asked.trim:
            return {**decision_to_dict(decision), **kept}
        try:
            made = await self._in_thread(lambda: decision_to_dict(decision, trim=True))
        except Problem:
            made = decision_to_dict(decision)  # no time for an offer is no offer
        return {**made, **kept}

    async def _kept(self, asked: CheckIn, context: Sequence[Any], decision: Decision) -> str | None:
        """Keep an answer that is not sent, with the pages that its user may see; the id of it."""
        if self.reviews is None or decision.action == "allow":
            return None
        may_see = None if asked.roles is None else frozenset(asked.roles)
        reviews = self.reviews

        def keep() -> str:
            pages = documents(context)
            if may_see is not None:
                pages = tuple(page for page in pages if permitted(page, may_see))
            example = Example(
                id=asked.id, question=normalise(asked.question), answer=normalise(asked.answer),
                context=pages, lang=asked.lang,
            )  # fmt: skip
            return reviews.keep(
                example, decision.verdict, action=decision.decided, reason=decision.reason
            )

        try:
            return await asyncio.to_thread(keep)
        except (sqlite3.Error, InputError) as error:  # worth less than the decision
            LOG.error("an answer could not be kept", extra={"error": type(error).__name__})
            return None

    async def tried(self, question: str, answer: str, page: str) -> tuple[Example, Outcome]:
        """What would be decided about an answer that no customer waits for."""
        asked = CheckIn(question=question, answer=answer, context=[page] if page.strip() else [])
        given = {"question": question, "answer": answer, "context": self._context(asked, ["body"])}
        request = CheckedRequest(**given, id="", lang=None, roles=None)
        outcome = await self._in_thread(lambda: self.guardrails.default.outcome(request))
        return example_of_call(**given, id="", lang=None), outcome

    async def operation(self, asked: OperationCheckIn) -> dict[str, Any]:
        given = asked.model_dump()
        return await self._in_thread(
            lambda: operation_to_dict(
                checked_operation(
                    given["question"], given["operation"], given["calls"], given["records"],
                    given["actor"], given["lang"],
                )
            )
        )  # fmt: skip

    async def report(self, asked: ReportIn) -> dict[str, Any]:
        given = asked.model_dump()
        return await self._in_thread(
            lambda: operation_to_dict(
                checked_report(given["answer"], given["result"], lang=given["lang"])
            )
        )

    async def score(self, asked: ScoreOne | ScoreBatch) -> dict[str, Any]:
        guardrail = await self._guardrail(asked.profile)
        if isinstance(asked, ScoreOne):
            verdict = await self._verdict(guardrail, self._example(asked, ["body"]))
            return verdict_to_dict(verdict)
        if len(asked.rows) > self.limits.max_batch:
            raise _too_many("rows", len(asked.rows), self.limits.max_batch)
        examples = [
            self._example(row, ["body", "rows", number]) for number, row in enumerate(asked.rows)
        ]
        # Row by row, so that checks of other clients come in between.
        verdicts = [await self._verdict(guardrail, example) for example in examples]
        return {"verdicts": [verdict_to_dict(verdict) for verdict in verdicts]}

    async def _verdict(self, guardrail: Guardrail, example: Example) -> Verdict:
        verdict = await self._in_thread(lambda: next(guardrail.scorer.score_many([example])))
        self.metrics.scored(verdict.status)
        return verdict

    async def _in_thread(self, call: Callable[[], T]) -> T:
        """Scoring in one of the worker's threads, within the request's time."""
        try:
            job = self.guardrails.workers.submit(call)
        except Busy as error:
            raise Problem("busy", f"{error}; ask again in a moment") from None
        try:
            made: T = await asyncio.wait_for(
                asyncio.wrap_future(job.future), self.limits.request_seconds
            )
            return made
        except TimeoutError:
            self.guardrails.workers.give_up(job)
            raise Problem(
                "over_time", f"it was not done in {self.limits.request_seconds:g} s"
            ) from None
        except BaseException:
            self.guardrails.workers.give_up(job)
            raise

    async def _guardrail(self, name: str | None) -> Guardrail:
        if name is None:
            return self.guardrails.default
        return await asyncio.to_thread(self.guardrails.get, name)  # it may have to be made

    def _example(self, row: ScoreRow, where: list[str | int]) -> Example:
        try:
            context = documents(self._context(row, where))
        except InputError as error:
            raise Problem(
                "invalid", "a document cannot be read",
                errors=[{"loc": [*where, "context"], "type": "document", "msg": str(error)}],
            ) from None  # fmt: skip
        if row.roles is not None:
            may_see = frozenset(row.roles)
            context = tuple(page for page in context if permitted(page, may_see))
        return Example(
            id=row.id, question=row.question, answer=row.answer, context=context, lang=row.lang
        )

    def _context(self, row: ScoreRow, where: list[str | int]) -> Sequence[Any]:
        """The documents of a row: those sent along, then the registered ones."""
        if self._require_roles and row.roles is None:
            raise Problem(
                "invalid", "this service must be told whose roles count (--require-roles)",
                errors=[{"loc": [*where, "roles"], "type": "missing_roles",
                         "msg": "give the roles of the user; an empty list for a user without"}],
            )  # fmt: skip
        count = len(row.context) + len(row.documents)
        if count > self.limits.max_documents:
            raise _too_many("documents", count, self.limits.max_documents)
        context: list[Any] = []
        for each in row.context:
            text = each if isinstance(each, str) else each.text
            self.check_length(json.dumps(each.fields) if text is None else text)  # type: ignore[union-attr]
            context.append(each if isinstance(each, str) else _plain(each))
        for number, id_ in enumerate(row.documents):
            found = self.documents.get(id_)
            if found is None:
                raise Problem(
                    "not_found", "the request names a document that is not registered",
                    errors=[{"loc": [*where, "documents", number], "type": "unknown_document",
                             "msg": "register it with PUT /v1/documents/{id}"}],
                )  # fmt: skip
            context.append(found)
        return context

    def check_length(self, text: str) -> None:
        """Raises Problem for a document that is too long."""
        if len(text) > self.limits.max_document_chars:
            raise Problem(
                "too_large",
                f"a document may have {self.limits.max_document_chars} characters",
                limit=self.limits.max_document_chars,
            )


def _plain(document: DocumentIn) -> dict[str, Any] | ContextDocument:
    return {name: value for name, value in document.model_dump().items() if value is not None}


def _too_many(what: str, count: int, limit: int) -> Problem:
    return Problem("too_large", f"{count} {what}; there may be {limit}", limit=limit)


def _routes(app: FastAPI, service: _Service) -> None:
    @app.post("/v1/check", response_model=DecisionOut, responses=_problems("check"))
    async def check(asked: CheckIn) -> Any:
        """Decide about one answer: allow, review or block."""
        return JSONResponse(await service.check(asked))

    @app.post("/v1/score", response_model=VerdictOut | BatchOut, responses=_problems("check"))
    async def score(
        asked: Annotated[ScoreOne | ScoreBatch, Body(openapi_examples=_score_examples())],
    ) -> Any:
        """Score one answer, or a batch of them."""
        return JSONResponse(await service.score(asked))

    @app.post("/v1/operations/check", response_model=OperationOut, responses=_problems("operation"))
    async def check_operation(asked: OperationCheckIn) -> Any:
        """Decide about a proposed change: allow, review or block, before it is made."""
        return JSONResponse(await service.operation(asked))

    @app.post(
        "/v1/operations/report", response_model=OperationOut, responses=_problems("operation")
    )
    async def check_report(asked: ReportIn) -> Any:
        """Decide about a reply that tells what became of a change."""
        return JSONResponse(await service.report(asked))

    @app.put(
        "/v1/documents/{id}",
        response_model=DocumentOut,
        responses={201: {"model": DocumentOut, "description": "Registered"}, **_problems("put")},
    )
    async def put_document(id: Id, document: DocumentIn, request: Request) -> Any:
        """Register a document, so that it is sent and parsed once; that is begun at once.

        To change the `roles` of one that is there takes the scope admin.
        """
        service.check_length(document.text)
        token, given = _token(request), document.model_dump()
        new, roles_changed = await asyncio.to_thread(
            service.documents.put, id, given, may_change_roles=token.may(ADMIN)
        )
        _audit(request, "document.put", document=id, digest=_digest(given),
               roles_changed=roles_changed)  # fmt: skip
        service.read_ahead(documents([_plain(document)]))
        return JSONResponse({"id": id, **document.model_dump()}, 201 if new else 200)

    @app.get("/v1/documents/{id}", response_model=DocumentOut, responses=_problems("get"))
    async def get_document(id: Id, request: Request) -> Any:
        """A registered document; one with `roles` takes the scope admin."""
        found = service.documents.raw(id)
        if found is None:
            raise Problem("not_found", "no document is registered under this id")
        if found.get("roles") is not None and not _token(request).may(ADMIN):
            raise forbidden(ADMIN)
        return JSONResponse({"id": id, **found})

    @app.delete("/v1/documents/{id}", status_code=204, responses=_problems("get"))
    async def delete_document(id: Id, request: Request) -> Response:
        """Forget a registered document; one with `roles` takes the scope admin."""
        deleted = await asyncio.to_thread(
            service.documents.delete, id, may_change_roles=_token(request).may(ADMIN)
        )
        if not deleted:
            raise Problem("not_found", "no document is registered under this id")
        _audit(request, "document.delete", document=id)
        return Response(status_code=204)

    @app.put(
        "/v1/profiles/{name}",
        response_model=ProfileOut,
        responses={
            201: {"model": ProfileOut, "description": "Registered"},
            **_problems("profile"),
        },
        openapi_extra={
            "requestBody": {
                "required": True,
                "content": {
                    kind: {"schema": {"type": "string"}, "example": _PROFILE_EXAMPLE}
                    for kind in _TOML
                },
            }
        },
    )  # fmt: skip
    async def put_profile(name: ProfileName, request: Request) -> Any:
        """Register a profile (TOML) that extends one that ships with the service."""
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind not in _TOML:
            raise Problem("media_type", f"a profile is sent as {' or '.join(_TOML)}")
        try:
            toml = (await request.body()).decode("utf-8")
        except UnicodeDecodeError:
            raise Problem("malformed", "the body is not UTF-8") from None
        profile, new = await service._in_thread(lambda: service.guardrails.put(name, toml))
        _audit(request, "profile.put", profile=name, digest=profile.digest)
        return JSONResponse({"name": name, "digest": profile.digest}, 201 if new else 200)

    @app.get("/healthz", response_model=Health)
    async def healthz() -> Any:
        """Whether the process lives."""
        return JSONResponse({"status": "ok"})

    @app.get("/readyz", response_model=Health, responses=_one("busy"))
    async def readyz() -> Any:
        """Whether it can do its work: the pipelines are loaded and the folder can be written."""
        if not await asyncio.to_thread(service.writable):
            raise Problem("busy", "the service cannot write to its folder")
        return JSONResponse({"status": "ok"})

    @functools.lru_cache(maxsize=ADDRESSES)
    def page(base: str) -> tuple[str, str]:
        return api_page.html(app.openapi(), base)

    @app.get("/docs", include_in_schema=False)
    async def docs(request: Request) -> HTMLResponse:
        """All of this as a page to read, with the address it was asked for."""
        secure = request.headers.get("x-forwarded-proto") == "https"  # shown, and believed no more
        scheme = "https" if secure else request.url.scheme
        made, policy = page(f"{scheme}://{request.headers.get('host', '')}")
        return HTMLResponse(made, headers={"Content-Security-Policy": policy})

    @app.get(
        "/metrics",
        response_class=Response,
        responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
    )
    async def metrics() -> Response:
        """Counts and times of all workers, for Prometheus."""
        text, kind = await asyncio.to_thread(service.metrics.text)
        return Response(text, media_type=kind)


def _pages(app: FastAPI, service: _Service) -> None:
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
            shown = browser_pages.card(example, found.verdict, found.judgement.action, found.reason)
        except ValidationError as error:
            refused = "; ".join(f"{each['loc'][0]}: {each['msg']}" for each in error.errors())
        except Problem as problem:
            refused = problem.detail
        return await _page(
            browser_pages.TRY, code, {**fixed, "asked": sent, "refused": refused, **shown}
        )


def _reviews(app: FastAPI, service: _Service, reviews: Reviews) -> None:
    """Answers that were not sent, for people in a browser and for the backend that asks."""

    @app.get(
        "/v1/reviews", response_class=Response, responses=_lines_of("a row of `rate`, `learn`")
    )
    async def finished(request: Request) -> Response:
        """What people sent, as it was or corrected, as rows for `truthscore rate` and `learn`: five
        stars by the name of who sent it. Takes the scope review."""
        if not _token(request).may(REVIEW):
            raise forbidden(REVIEW)
        found = await asyncio.to_thread(reviews.finished)
        lines = [json_text(_row(each)) + "\n" for each in found if each.sent is not None]
        return Response("".join(lines), media_type=LINES)

    @app.get("/v1/reviews/{id}", response_model=ReviewOut, responses=_problems("get"))
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
            _audit(request, "review", review=id, state=state)
            if service.notices is not None:
                service.notices.reviewed(id, state)
        return _see(request, f"/reviews?said={'saved' if done else 'lost'}")


def _row(found: Review) -> dict[str, Any]:
    """An answer that a person sent, as `rate` and `learn` read it."""
    return {
        "id": found.id,
        "question": found.example.question,
        "answer": found.sent,
        "context": [
            {"id": page.id, "title": page.title, "text": page.text, "kind": page.kind}
            for page in found.example.context
        ],
        "ratings": {found.by: HIGHEST},
        "date": _utc(found.done or found.at)[:_DAY],
    }


def _who(request: Request) -> str:
    """Who looks: the name of the token; where none is needed, everybody on this machine is one."""
    return _token(request).name or NOBODY


def _looking(request: Request) -> dict[str, str]:
    """Who looks, for a page, and what they are called where they have a name."""
    return {"who": _who(request), "named": _token(request).name or ""}


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
    return browser_pages.language(asked, request.headers.get("accept-language", ""))


async def _form(request: Request) -> dict[str, str]:
    """What a form of ours sent. Raises Problem for one of another site."""
    if not browser_pages.is_own(request.headers):
        raise Problem("origin", "a form is taken from a page of this service")
    return browser_pages.fields(await request.body())


async def _page(template: str, code: str, values: dict[str, Any]) -> HTMLResponse:
    made, headers = await asyncio.to_thread(browser_pages.html, template, code, values)
    return HTMLResponse(made, headers=headers)


def _token(request: Request) -> Token:
    """Who asks: the gate has looked."""
    found: Token = request.scope["state"]["token"]
    return found


def _audit(request: Request, event: str, **more: Any) -> None:
    """One line for a change that lasts: what, by whose token, and a digest; never a text."""
    told = {"event": event, "token": _token(request).name, **more}
    LOG.info("changed", extra={**told, "request_id": request.scope["state"]["request_id"]})


def _digest(document: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()


def _score_examples() -> Any:
    return {
        "one": {"summary": "One answer", "value": EXAMPLE_ROW},
        "batch": {"summary": "A batch", "value": {"rows": [EXAMPLE_ROW]}},
    }


def _errors(app: FastAPI) -> None:
    """Every error is a problem."""

    async def problem(_: Request, error: Exception) -> Response:
        assert isinstance(error, Problem)  # registered for nothing else
        return _response(error)

    async def invalid(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        told = [{name: each[name] for name in _TOLD} for each in error.errors()]
        if any(each["type"] == "json_invalid" for each in told):
            return _response(Problem("malformed", "the body is not JSON", errors=told))
        as_json = "json" in request.headers.get("content-type", "").lower()
        detail = "see errors" if as_json or request.method == "GET" else _NOT_SAID_TO_BE_JSON
        return _response(Problem("invalid", detail, errors=told))

    async def http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        headers = dict(error.headers or {})
        if error.status_code == 405:
            headers["Allow"] = ", ".join(sorted(_methods(app, request)))
        kinds = {400: "malformed", 404: "not_found", 405: "method", 415: "media_type"}
        details = {
            "malformed": "the body cannot be read",
            "not_found": "there is no such address; see /docs",
            "method": "see the header Allow",
            "media_type": "see /docs",
        }
        kind = kinds.get(error.status_code, "internal")
        detail = details.get(kind, "the request could not be served")
        return _response(Problem(kind, detail, headers=headers))

    async def unexpected(_: Request, error: Exception) -> Response:
        del error  # the gate logs what it was, without its words
        return _response(Problem("internal", "the request could not be served"))

    app.add_exception_handler(Exception, unexpected)
    app.add_exception_handler(Problem, problem)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, http)


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


#: What each kind of route may answer besides what it is for.
_KINDS = {
    "check": (
        "malformed", "slow", "not_found", "too_large", "invalid", "full", "busy", "over_time",
    ),
    "operation": ("malformed", "slow", "too_large", "invalid", "busy", "over_time"),
    "put": ("malformed", "slow", "too_large", "invalid", "full"),
    "get": ("not_found", "invalid"),
    "profile": (
        "malformed", "slow", "conflict", "too_large", "media_type", "invalid", "full", "busy",
        "over_time",
    ),
}  # fmt: skip


def _problems(route: str) -> dict[int | str, dict[str, Any]]:
    found: dict[int | str, dict[str, Any]] = {}
    for kind in _KINDS[route]:
        found.update(_one(kind))
    return found


def _one(kind: str) -> dict[int | str, dict[str, Any]]:
    status, title = KINDS[kind]
    return {status: {"description": title, "model": ProblemOut}}


def _describe(app: FastAPI, tokens: Tokens) -> None:
    """OpenAPI: problems have their own media type, and every route may refuse or fail."""
    plain = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema:
            return app.openapi_schema
        schema = plain()
        reference = {"$ref": "#/components/schemas/ProblemOut"}
        for path, methods in schema["paths"].items():
            for operation in methods.values():
                responses = operation["responses"]
                always = ["internal"] if tokens.needed else ["internal", "host"]
                if path not in OPEN:
                    always.append("busy")
                if tokens.needed and path not in OPEN:
                    scopes = needed(path)
                    always += ["unauthorised", *(["forbidden"] if scopes else [])]
                    operation["security"] = [{"token": [scope]} for scope in scopes] or [
                        {"token": []}
                    ]
                if "400" not in responses:
                    always.append("header")
                for kind in always:
                    status, title = KINDS[kind]
                    responses[str(status)] = {"description": title, "content": {}}
                for status, response in responses.items():
                    if int(status) >= 400:
                        response["content"] = {MEDIA_TYPE: {"schema": reference}}
        schemas = schema["components"]["schemas"]
        for unused in ("HTTPValidationError", "ValidationError"):
            schemas.pop(unused, None)
        if tokens.needed:
            schema["components"]["securitySchemes"] = {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": f"Scopes of a token: {', '.join(SCOPES)}.",
                }
            }
        app.openapi_schema = schema
        return schema

    app.openapi = openapi  # type: ignore[method-assign]
